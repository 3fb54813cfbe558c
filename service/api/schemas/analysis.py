"""Shapes of analyses."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from service.api.fields import Flag, Whole
from service.api.schemas.base import Answered
from service.api.schemas.games import FractionSchema
from service.api.schemas.results import LedgerSchema
from service.api.schemas.rules import ByRules, RulesRequestSchema, RulesSchema
from service.api.schemas.values import card_code, deck_field, pile_number, whole
from service.game.cards import RANKS
from service.game.chain import Kind
from service.game.decisions import Question
from service.game.rules import VARIANTS


class AnalysisRequestSchema(ByRules):
    """A deal, and the rules to play it by: unless given the standard game's, with as many decks as there are."""

    deck = deck_field(
        "Card codes in deal order, a whole pack or two. Upper or lower case. With `rules` or a "
        "`variant`, as many packs as these have."
    )
    variant = fields.String(
        validate=validate.OneOf(list(VARIANTS)), metadata={"description": "A named set of rules. Not with `rules`."}
    )
    rules = fields.Nested(RulesRequestSchema, metadata={"description": "Rule options. Not with `variant`."})


class AnalysedFlipSchema(Answered):
    """A card that came into hand."""

    card = card_code("The card.")
    kind = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Kind)),
        metadata={"description": "How it came: first of all, after a set, after a lock, or in an exchange."},
    )
    depth = whole("Where in its pile it lay, 1 being the top; only an exchange takes any other.")
    win = fields.Nested(
        FractionSchema, required=True, metadata={"description": "The chance of a win as it was known then."}
    )

    class Meta(Answered.Meta):
        """With a field whose name is a word of Python's."""

        include = {"from": pile_number("The pile that it came from.")}  # noqa: RUF012  marshmallow's convention


class DecisionSchema(Answered):
    """A decision that the best policy took."""

    kind = fields.String(
        required=True, validate=validate.OneOf(get_args(Question)), metadata={"description": "What was asked."}
    )
    after = whole("How many cards of the chain had come into hand.")
    pile = pile_number("The pile that it chose.")
    depth = Whole(metadata={"description": "At a reprieve: the place in that pile, 1 being the top."})


class RunSchema(Answered):
    """Cards of one rank that were set one directly after another."""

    rank = fields.String(required=True, validate=validate.OneOf(list(RANKS)), metadata={"description": "Their rank."})
    length = whole("How many: two or more.")
    at = whole("The number of the first of them among all cards set, from 1 on.")


class FinaleSchema(Answered):
    """The deepest card of a pile, and where it leads."""

    pile = pile_number("The pile.")
    finale = card_code("The card dealt first to it, which is flipped last.")
    leads_to = pile_number("The home of that card.")
    reaches_opening = Flag(
        required=True,
        metadata={"description": "Whether going on from finale to finale comes to the opening pile."},
    )


class AnalysisSchema(Answered):
    """Everything about a deal."""

    variant = fields.String(
        required=True, metadata={"description": "The named variant with these rules, else `custom`."}
    )
    rules = fields.Nested(RulesSchema, required=True)
    outcome = fields.String(
        required=True,
        validate=validate.OneOf(["won", "lost", "completed"]),
        metadata={"description": "How it ends."},
    )
    flips = whole("Cards face up at the end.")
    hidden = whole("Cards face down at the end.")
    first_lock = whole("Flips to the first lock.")
    restarts = whole("How often the chain is started again after a lock.")
    shuttles = whole("Cards set under the very pile they came from.")
    luck = fields.Float(
        required=True, metadata={"description": "The percentile, 0 to 100, of the deal among all, by its first lock."}
    )
    chain = fields.List(
        fields.Nested(AnalysedFlipSchema), required=True, metadata={"description": "Every card as it came into hand."}
    )
    decisions = fields.List(
        fields.Nested(DecisionSchema), required=True, metadata={"description": "Empty where the rules ask nothing."}
    )
    runs = fields.List(
        fields.Nested(RunSchema), required=True, metadata={"description": "All unbroken runs of two cards or more."}
    )
    finales = fields.List(
        fields.Nested(FinaleSchema), required=True, metadata={"description": "All thirteen, pile 1 first."}
    )
    all_reach_opening = Flag(
        required=True,
        metadata={
            "description": "Whether the finales lead from every pile to the opening one: exactly then a deal without "
            "decisions is won, or needs no restart."
        },
    )
    ledger = fields.Nested(
        LedgerSchema,
        required=True,
        metadata={"description": "The score; `speed` is 0, for nobody raced."},
    )
