"""Shapes of games as they are shown."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from service.api.fields import Flag, Id, Instant, Whole
from service.api.schemas.base import Answered, next_cursor
from service.api.schemas.deals import DEALS, MODES, STATUSES
from service.api.schemas.results import ResultSchema
from service.api.schemas.rules import RulesSchema
from service.api.schemas.values import CARD, HEX_32_BYTES, card_code, pile_number, whole
from service.game.cards import RANKS
from service.game.chain import Kind
from service.game.coach import Mistake


class HandSchema(Answered):
    """The card in hand, which is not set yet; at a reprieve, the locking card."""

    card = card_code("The card.")
    home = pile_number("The pile that it goes under.")

    class Meta(Answered.Meta):
        """With a field whose name is a word of Python's."""

        include = {"from": pile_number("The pile that it was flipped from.")}  # noqa: RUF012  marshmallow's convention


class PileSchema(Answered):
    """One of the thirteen piles."""

    pile = pile_number("1 to 12 are the hours, 13 is the centre.")
    rank = fields.String(
        required=True,
        validate=validate.OneOf(list(RANKS)),
        metadata={"description": "The rank whose home this is."},
    )
    label = fields.String(required=True, metadata={"description": "The pile in words.", "example": "seven o'clock"})
    face_down = whole("How many of its cards have not been flipped, a finale that is shown included.")
    face_up = fields.List(
        fields.String(metadata=CARD),
        required=True,
        metadata={"description": "The cards set under it, in the order in which they were set."},
    )
    finale = card_code(
        "The deepest card, under rules that deal it face up and until it is flipped; else null.", nullable=True
    )


class FractionSchema(Answered):
    """A rational number in lowest terms. Exact odds can be long: read integers of any size, or take `value`."""

    numerator = whole("Above the line. May have more than 64 bits.")
    denominator = whole("Below the line. May have more than 64 bits.")
    value = fields.Float(required=True, metadata={"description": "The nearest double, not rounded further."})


class OddsSchema(Answered):
    """Exact chances, given what has been seen and the best decisions from here on."""

    win = fields.Nested(FractionSchema, required=True)


class ChoiceSchema(Answered):
    """Something that may be chosen at a decision: a card by its place, or a pile."""

    pile = pile_number("The pile.")
    depth = Whole(metadata={"description": "At a reprieve: how deep in it, 1 being the top."})


class GameSchema(Answered):
    """A game, as its player may see it. Nothing in it depends on a card that is still face down."""

    id = Id(required=True, metadata={"description": "The game's id."})
    version = whole(
        "Rises with every change, and the `ETag` with it. A card taken to a wrong pile is one too: it is counted."
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(("waiting", *STATUSES)),
        metadata={
            "description": "Where the game stands. `waiting`: its race has not started, and no card is turned. "
            "`in_progress`: it takes a step. `awaiting_reprieve` and "
            "`awaiting_fork`: it takes a decision, one of `choices`. All others are ends; `completed` is that of "
            "games that start again after a lock."
        },
    )
    variant = fields.String(
        required=True, metadata={"description": "The named variant with these rules, else `custom`."}
    )
    rules = fields.Nested(RulesSchema, required=True)
    mode = fields.String(
        required=True,
        validate=validate.OneOf(MODES),
        metadata={"description": "Who sets the cards: the service (`reveal`) or you (`placement`)."},
    )
    practice = Flag(required=True, metadata={"description": "Whether it is for practice."})
    ranked = Flag(required=True, metadata={"description": "Whether the result counts."})
    deal_kind = fields.String(
        required=True,
        validate=validate.OneOf([*DEALS, "import", "race"]),
        metadata={"description": "Where the cards came from."},
    )
    cards = whole("Cards dealt: 52 or 104.")
    flips = whole("Cards flipped so far; always `cards` less `hidden`.")
    hidden = whole("Cards not flipped yet.")
    locking_rank = fields.String(
        required=True, metadata={"description": "The opening pile's rank, whose last card locks the chain."}
    )
    locking_seen = whole("How many cards of that rank lie face up or are in hand.")
    hand = fields.Nested(
        HandSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "Null once the last card has been set, and in a race before its start. An abandoned game "
            "keeps the card that was in hand."
        },
    )
    piles = fields.List(
        fields.Nested(PileSchema), required=True, metadata={"description": "All thirteen, pile 1 first."}
    )
    odds = fields.Nested(
        OddsSchema,
        required=True,
        metadata={
            "description": "`win` is 1 or 0 when the game is over: 1 if it was won, or completed without a restart; "
            "an abandoned game has 0, whatever its deal would have come to."
        },
    )
    choices = fields.List(
        fields.Nested(ChoiceSchema),
        required=True,
        allow_none=True,
        metadata={"description": "What may be chosen while a decision is waited for, else null."},
    )
    placement_errors = whole(
        "How often a card was taken to a wrong pile, in an imported game since the import; no step back takes any of "
        "them back."
    )
    restarts = whole("How often the chain was started again after a lock.")
    commitment = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "SHA-256 of the server seed, in hex. Null when the deal was not shuffled here.",
            "pattern": HEX_32_BYTES,
        },
    )
    race_id = Id(
        required=True,
        allow_none=True,
        metadata={"description": "The race that it belongs to, else null."},
    )
    created_at = Instant(required=True, metadata={"description": "When it was dealt; in a race, when that starts."})
    updated_at = Instant(required=True, metadata={"description": "When it last changed."})
    expires_at = Instant(required=True, metadata={"description": "When it will count as abandoned if still open."})
    finished_at = Instant(required=True, allow_none=True, metadata={"description": "When it ended, else null."})
    result = fields.Nested(
        ResultSchema, required=True, allow_none=True, metadata={"description": "Null while the game goes on."}
    )


class GamePageSchema(Answered):
    """Some of a player's games, newest first."""

    items = fields.List(fields.Nested(GameSchema), required=True)
    next = next_cursor()


class MoveSchema(Answered):
    """One entry of a game's log."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Kind)),
        metadata={
            "description": "`open`: the opening flip, which sets nothing. `move`: a card is set and the next one "
            "flipped. `restart`: the same, but the next one comes from where the chain started again. `reprieve`: "
            "the locking card, which is the one that was in hand before, goes face down to where the flipped card "
            "lay, at `depth` of the pile `from`; nothing is set."
        },
    )
    set = card_code("The card that was set, if any.", nullable=True)
    under = pile_number("The pile that it was set under.", nullable=True)
    flipped = card_code("The card that was flipped, if any: none when the set card ended the game.", nullable=True)
    depth = Whole(
        required=True,
        allow_none=True,
        metadata={
            "description": "Of a `reprieve`: how deep in its pile the flipped card lay, 1 being the top, and the "
            "locking card lies now. Null otherwise: all other cards are flipped from the top."
        },
    )
    shuttle = Flag(
        required=True, metadata={"description": "Whether the card was set under the very pile that it came from."}
    )
    sentence = fields.String(metadata={"description": "The move in words, where the log is narrated."})

    class Meta(Answered.Meta):
        """With a field whose name is a word of Python's."""

        include = {"from": pile_number("The pile that `flipped` came from.", nullable=True)}  # noqa: RUF012  as above


class MovePageSchema(Answered):
    """Some of a game's log, oldest first."""

    items = fields.List(fields.Nested(MoveSchema), required=True)
    next = next_cursor()


class CoachSchema(Answered):
    """What was wrong with a move."""

    code = fields.String(
        required=True, validate=validate.OneOf([*map(str, Mistake)]), metadata={"description": "The kind of mistake."}
    )
    pile = pile_number("Where the card goes.")
    why = fields.String(
        required=True, metadata={"description": "Why it goes there, in the language that `lang` asked for."}
    )


class TurnSchema(Answered):
    """What a request did to a game."""

    game = fields.Nested(GameSchema, required=True)
    moves = fields.List(
        fields.Nested(MoveSchema),
        required=True,
        metadata={"description": "What was done, in order; empty when a step was taken back or not accepted."},
    )
    accepted = Flag(
        required=True,
        metadata={
            "description": "False for a card taken to a wrong pile. That is counted in `placement_errors`, raises "
            "`version` and changes the `ETag`; no card moves."
        },
    )
    coach = fields.Nested(
        CoachSchema,
        required=True,
        allow_none=True,
        metadata={"description": "What was wrong, if `accepted` is false; else null."},
    )
