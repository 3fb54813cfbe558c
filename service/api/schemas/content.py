"""Shapes of what is said in words: rules, quiz, glossary."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from service.api.fields import Flag, Table
from service.api.schemas.base import Accepted, Answered, Asked
from service.api.schemas.games import FractionSchema
from service.api.schemas.rules import RulesSchema
from service.api.schemas.values import whole
from service.content.languages import DEFAULT, languages
from service.content.quiz import MOST_ANSWERS


def language_field(description: str, **kwargs: Any) -> fields.String:
    """A language to answer in; whether there is such a one is asked where its texts are looked up."""
    return fields.String(metadata={"description": description, "enum": list(languages())}, **kwargs)


class LanguageQuerySchema(Asked):
    """In which language to answer."""

    lang = language_field("The language of the answer.", load_default=DEFAULT)


class ToldSchema(Answered):
    """An answer in words."""

    lang = fields.String(required=True, metadata={"description": "The language of the texts.", "example": "en"})


def text_field(description: str, **kwargs: Any) -> fields.String:
    """A text that is always there."""
    return fields.String(required=True, metadata={"description": description}, **kwargs)


class LanguageSchema(Answered):
    """A language that there are texts in."""

    lang = text_field("What to ask for it with.")
    name = text_field("What it calls itself.")


class NoteSchema(Answered):
    """Something worth knowing, under a heading."""

    id = text_field("Stays the same in all languages.")
    title = text_field("The heading.")
    text = text_field("Plain text; a blank line parts paragraphs.")


class VariantSchema(Answered):
    """A named set of rules in brief."""

    variant = text_field("What to deal it with.")
    name = text_field("Its name.")
    also = fields.List(fields.String(), required=True, metadata={"description": "Other names of it."})
    brief = text_field("The variant in a sentence.")
    options = fields.Nested(RulesSchema, required=True)
    chance = fields.Nested(
        FractionSchema,
        required=True,
        metadata={
            "description": "The exact chance that a deal is won, with the best choices; where a lock only starts the "
            "chain again, that it runs through without a restart."
        },
    )


class OptionValueSchema(Answered):
    """A value of an option, in words."""

    value = fields.Raw(
        required=True, metadata={"description": "What to send.", "oneOf": [{"type": "integer"}, {"type": "string"}]}
    )
    text = text_field("What it means.")


class OptionSchema(Answered):
    """An option of the rules, in words."""

    option = text_field("Its name in `rules`.")
    name = text_field("Its name in words.")
    text = text_field("What it is about.")
    default = fields.Raw(
        required=True,
        metadata={"description": "Its value unless given.", "oneOf": [{"type": "integer"}, {"type": "string"}]},
    )
    values = fields.List(fields.Nested(OptionValueSchema), required=True)


class ClashSchema(Answered):
    """Two option values that do not go together."""

    options = fields.Dict(required=True, metadata={"description": "The values, by option."})
    why = text_field("Why rules with both are refused.")


class RulebookSchema(ToldSchema):
    """All variants in brief, and all options."""

    languages = fields.List(fields.Nested(LanguageSchema), required=True)
    variants = fields.List(fields.Nested(VariantSchema), required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    clashes = fields.List(fields.Nested(ClashSchema), required=True)


class DisagreementSchema(Answered):
    """Something that the sources of the game tell differently."""

    id = text_field("Stays the same in all languages.")
    topic = text_field("What it is about.")
    sources = text_field("What the sources say.")
    reading = text_field("How it is played here.")


class VariantPageSchema(VariantSchema):
    """All that is said of a variant."""

    lang = text_field("The language of the texts.")
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

    id = text_field("What to answer with.")
    text = text_field("The answer.")


class QuestionSchema(Answered):
    """A question of the quiz."""

    id = text_field("What to answer it by.")
    question = text_field("The question.")
    options = fields.List(fields.Nested(AnswerSchema), required=True)


class QuizSchema(ToldSchema):
    """All questions."""

    questions = fields.List(fields.Nested(QuestionSchema), required=True)


class AttemptSchema(Accepted):
    """Answers to the quiz."""

    answers = Table(
        fields.String(),
        most=MOST_ANSWERS,
        required=True,
        metadata={"description": "The chosen option's id by the question's. What is left out counts as wrong."},
    )
    lang = language_field("The language of the explanations.", load_default=DEFAULT)


class GradedSchema(Answered):
    """A question with its grade."""

    question = text_field("The question's id.")
    chosen = fields.String(
        required=True, allow_none=True, metadata={"description": "The chosen option's id; null when left out."}
    )
    correct = Flag(required=True, metadata={"description": "Whether it was right."})
    right = text_field("The right option's id.")
    why = text_field("Why it is right.")


class GradeSchema(ToldSchema):
    """A graded attempt."""

    score = whole("How many answers were right.")
    total = whole("How many questions there are.")
    answers = fields.List(fields.Nested(GradedSchema), required=True)


class TermSchema(Answered):
    """A word and its meaning."""

    id = text_field("Stays the same in all languages.")
    term = text_field("The word.")
    meaning = text_field("What it means.")


class GlossarySchema(ToldSchema):
    """The words of the game."""

    terms = fields.List(fields.Nested(TermSchema), required=True)


class MistakeListSchema(ToldSchema):
    """What beginners get wrong."""

    mistakes = fields.List(fields.Nested(NoteSchema), required=True)
