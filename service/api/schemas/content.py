"""Shapes of what is said in words: rules, quiz, glossary, labels."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.fields import Flag
from service.api.schemas.base import Accepted, Answered
from service.api.schemas.games import FractionSchema
from service.api.schemas.rules import RulesSchema
from service.api.schemas.values import CARD, pile_number, whole
from service.content.languages import DEFAULT, languages
from service.content.quiz import MOST_ANSWERS
from service.game.cards import RANKS


def language_field(description: str, **kwargs: Any) -> fields.String:
    """A language to answer in; whether there is such a one is asked where its texts are looked up."""
    return fields.String(metadata={"description": description, "enum": list(languages())}, **kwargs)


class LanguageQuerySchema(Accepted):
    """In which language to answer."""

    lang = language_field("The language of the answer.", load_default=DEFAULT)


class ToldSchema(Answered):
    """An answer in words."""

    lang = fields.String(required=True, metadata={"description": "The language of the texts.", "example": "en"})


def _text(description: str, **kwargs: Any) -> fields.String:
    return fields.String(required=True, metadata={"description": description}, **kwargs)


class LanguageSchema(Answered):
    """A language that there are texts in."""

    lang = _text("What to ask for it with.")
    name = _text("What it calls itself.")


class NoteSchema(Answered):
    """Something worth knowing, under a heading."""

    id = _text("Stays the same in all languages.")
    title = _text("The heading.")
    text = _text("Plain text; a blank line parts paragraphs.")


class VariantSchema(Answered):
    """A named set of rules in brief."""

    variant = _text("What to deal it with.")
    name = _text("Its name.")
    also = fields.List(fields.String(), required=True, metadata={"description": "Other names of it."})
    brief = _text("The variant in a sentence.")
    options = fields.Nested(RulesSchema, required=True)
    chance = fields.Nested(
        FractionSchema,
        required=True,
        metadata={
            "description": "The exact chance that a deal is won, with the best choices; where a lock only starts the "
            "chain again, that it runs through without a restart."
        },
    )


class ValueSchema(Answered):
    """A value of an option, in words."""

    value = fields.Raw(
        required=True, metadata={"description": "What to send.", "oneOf": [{"type": "integer"}, {"type": "string"}]}
    )
    text = _text("What it means.")


class OptionSchema(Answered):
    """An option of the rules, in words."""

    option = _text("Its name in `rules`.")
    name = _text("Its name in words.")
    text = _text("What it is about.")
    default = fields.Raw(
        required=True,
        metadata={"description": "Its value unless given.", "oneOf": [{"type": "integer"}, {"type": "string"}]},
    )
    values = fields.List(fields.Nested(ValueSchema), required=True)


class ClashSchema(Answered):
    """Two option values that do not go together."""

    options = fields.Dict(required=True, metadata={"description": "The values, by option."})
    why = _text("Why rules with both are refused.")


class RulebookSchema(ToldSchema):
    """All variants in brief, and all options."""

    languages = fields.List(fields.Nested(LanguageSchema), required=True)
    variants = fields.List(fields.Nested(VariantSchema), required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    clashes = fields.List(fields.Nested(ClashSchema), required=True)


class DisagreementSchema(Answered):
    """Something that the sources of the game tell differently."""

    id = _text("Stays the same in all languages.")
    topic = _text("What it is about.")
    sources = _text("What the sources say.")
    reading = _text("How it is played here.")


class VariantPageSchema(VariantSchema):
    """All that is said of a variant."""

    lang = _text("The language of the texts.")
    sections = fields.List(
        fields.Nested(NoteSchema),
        required=True,
        metadata={"description": "The rules: `goal`, `deal`, `play`, `end`, `odds`, `score`, `api`."},
    )
    disagreements = fields.List(fields.Nested(DisagreementSchema), required=True)
    mistakes = fields.List(fields.Nested(NoteSchema), required=True)
    facts = fields.List(fields.Nested(NoteSchema), required=True)


class AnswerSchema(Answered):
    """One of the answers to choose from."""

    id = _text("What to answer with.")
    text = _text("The answer.")


class QuestionSchema(Answered):
    """A question of the quiz."""

    id = _text("What to answer it by.")
    question = _text("The question.")
    options = fields.List(fields.Nested(AnswerSchema), required=True)


class QuizSchema(ToldSchema):
    """All questions."""

    questions = fields.List(fields.Nested(QuestionSchema), required=True)


class AttemptSchema(Accepted):
    """Answers to the quiz."""

    answers = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        validate=validate.Length(max=MOST_ANSWERS),
        metadata={"description": "The chosen option's id by the question's. What is left out counts as wrong."},
    )
    lang = language_field("The language of the explanations.", load_default=DEFAULT)


class GradedSchema(Answered):
    """A question with its grade."""

    question = _text("The question's id.")
    chosen = fields.String(
        required=True, allow_none=True, metadata={"description": "The chosen option's id; null when left out."}
    )
    correct = Flag(required=True, metadata={"description": "Whether it was right."})
    right = _text("The right option's id.")
    why = _text("Why it is right.")


class GradeSchema(ToldSchema):
    """A graded attempt."""

    score = whole("How many answers were right.")
    total = whole("How many questions there are.")
    answers = fields.List(fields.Nested(GradedSchema), required=True)


class TermSchema(Answered):
    """A word and its meaning."""

    id = _text("Stays the same in all languages.")
    term = _text("The word.")
    meaning = _text("What it means.")


class GlossarySchema(ToldSchema):
    """The words of the game."""

    terms = fields.List(fields.Nested(TermSchema), required=True)


class MistakesSchema(ToldSchema):
    """What beginners get wrong."""

    mistakes = fields.List(fields.Nested(NoteSchema), required=True)


class LabelSchema(Answered):
    """A code of the API in words."""

    code = _text("As the API has it.")
    label = _text("In words.")


class CardLabelSchema(Answered):
    """A card in words."""

    card = fields.String(required=True, metadata=CARD | {"description": "The card's code."})
    label = _text("The card in words.")


class PileLabelSchema(Answered):
    """A pile in words."""

    pile = pile_number("The pile.")
    rank = _text("The rank whose home it is.", validate=validate.OneOf(list(RANKS)))
    label = _text("Its name.")
    position = _text("Where it lies on the dial.")
    numeral = fields.String(
        required=True, allow_none=True, metadata={"description": "The hour in Roman numerals; null for the centre."}
    )


class LabelsSchema(ToldSchema):
    """Words for everything that a screen reader may come across."""

    cards = fields.List(fields.Nested(CardLabelSchema), required=True)
    piles = fields.List(fields.Nested(PileLabelSchema), required=True)
    statuses = fields.List(fields.Nested(LabelSchema), required=True)
    moves = fields.List(fields.Nested(LabelSchema), required=True)
    outcomes = fields.List(fields.Nested(LabelSchema), required=True)
    pile_state = _text(
        "A pile with its cards: a template with the places `{pile}`, `{face_down}` and `{face_up}` to be filled in."
    )
