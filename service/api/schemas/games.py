"""Shapes of games as they are shown."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag, Id, Instant, Whole
from service.api.schemas.base import Answered, next_cursor
from service.api.schemas.deals import STATUSES
from service.api.schemas.results import ResultSchema
from service.api.schemas.rules import RulesSchema
from service.api.schemas.values import CARD, HEX_32_BYTES, card_code, pile_number, whole
from service.game.cards import RANKS


class HandSchema(Answered):
    """The card in hand."""

    card = card_code("The card, not set yet.")
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
    face_down = whole("How many of its cards are still face down.")
    face_up = fields.List(
        fields.String(metadata=CARD),
        required=True,
        metadata={"description": "The cards set under it, in the order in which they were set."},
    )
    finale = card_code("The deepest card, under rules that show it; else null.", nullable=True)


class FractionSchema(Answered):
    """A rational number in lowest terms."""

    numerator = whole("Above the line.")
    denominator = whole("Below the line.")
    value = fields.Float(required=True, metadata={"description": "The nearest double, not rounded further."})


class OddsSchema(Answered):
    """Exact chances, given what has been seen."""

    win = fields.Nested(FractionSchema, required=True)


class ChoiceSchema(Answered):
    """Something that may be chosen at a decision."""

    pile = pile_number("The pile.")
    depth = Whole(metadata={"description": "How deep in it, 1 being the top."})


class GameSchema(Answered):
    """A game, as its player may see it. Nothing in it depends on a card that is still face down."""

    id = Id(required=True, metadata={"description": "The game's id."})
    version = whole("Rises with every accepted change.")
    status = fields.String(
        required=True, validate=validate.OneOf(STATUSES), metadata={"description": "Where the game stands."}
    )
    variant = fields.String(
        required=True, metadata={"description": "The named variant with these rules, else `custom`."}
    )
    rules = fields.Nested(RulesSchema, required=True)
    mode = fields.String(
        required=True, validate=validate.OneOf(["reveal"]), metadata={"description": "How it is played."}
    )
    practice = Flag(required=True, metadata={"description": "Whether it is for practice."})
    ranked = Flag(required=True, metadata={"description": "Whether the result counts."})
    deal_kind = fields.String(
        required=True,
        validate=validate.OneOf(["random", "seed", "custom"]),
        metadata={"description": "Where the cards came from."},
    )
    cards = whole("Cards dealt: 52 or 104.")
    flips = whole("Cards revealed so far; always `cards` less `hidden`.")
    hidden = whole("Cards still face down.")
    locking_rank = fields.String(required=True, metadata={"description": "The rank whose last card ends the game."})
    locking_seen = whole("How many cards of that rank have been revealed.")
    hand = fields.Nested(
        HandSchema, required=True, allow_none=True, metadata={"description": "Null once the chain has ended."}
    )
    piles = fields.List(
        fields.Nested(PileSchema), required=True, metadata={"description": "All thirteen, pile 1 first."}
    )
    odds = fields.Nested(OddsSchema, required=True)
    choices = fields.List(
        fields.Nested(ChoiceSchema),
        required=True,
        allow_none=True,
        metadata={
            "description": "What may be chosen while a decision is waited for, else null, as it is in all games now."
        },
    )
    placement_errors = whole(
        "Cards taken to a wrong pile: 0 where the service sets the cards, as it does in all games now."
    )
    restarts = whole("How often the chain was started again: 0 under all rules that exist now.")
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
        metadata={"description": "The race that it belongs to, else null. There are no races yet."},
    )
    created_at = Instant(required=True, metadata={"description": "When it was dealt."})
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
        validate=validate.OneOf(["open", "move"]),
        metadata={"description": "`open` for the opening flip, which sets nothing."},
    )
    set = card_code("The card that was set, if any.", nullable=True)
    under = pile_number("The pile that it was set under.", nullable=True)
    flipped = card_code("The card that was flipped, if any: none when the set card ended the game.", nullable=True)
    shuttle = Flag(
        required=True, metadata={"description": "Whether the card was set under the very pile that it came from."}
    )

    class Meta(Answered.Meta):
        """With a field whose name is a word of Python's."""

        include = {"from": pile_number("The pile that `flipped` came from.", nullable=True)}  # noqa: RUF012  as above


class MovePageSchema(Answered):
    """Some of a game's log, oldest first."""

    items = fields.List(fields.Nested(MoveSchema), required=True)
    next = next_cursor()


class CoachSchema(Answered):
    """What was wrong with a move."""

    code = fields.String(required=True, metadata={"description": "The mistake."})
    pile = pile_number("Where the card goes.")
    why = fields.String(required=True, metadata={"description": "Why it goes there."})


class TurnSchema(Answered):
    """What a request did to a game."""

    game = fields.Nested(GameSchema, required=True)
    moves = fields.List(
        fields.Nested(MoveSchema), required=True, metadata={"description": "What was done, in order."}
    )
    accepted = Flag(
        required=True,
        metadata={"description": "False for a card taken to a wrong pile; always true in games that exist now."},
    )
    coach = fields.Nested(
        CoachSchema,
        required=True,
        allow_none=True,
        metadata={"description": "What was wrong, if `accepted` is false; else null."},
    )
