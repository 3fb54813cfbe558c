"""Shapes of what a player asks for: deals and steps."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.fields import Flag, Id, Tagged, Whole
from service.api.schemas.base import Accepted, Asked, WalkQuerySchema
from service.api.schemas.rules import ByRules, RulesRequestSchema
from service.api.schemas.values import deck_field, pile_chosen
from service.content.languages import DEFAULT, languages
from service.game.game import Mode, Status
from service.game.policy import Until
from service.game.rules import MOST_CARDS, VARIANTS
from service.game.shuffle import CLIENT_SEED_BYTES

STATUSES = get_args(Status)
MODES = get_args(Mode)
MOST_DEPTH = MOST_CARDS // 13


def _kind(name: str) -> fields.String:
    return fields.String(required=True, validate=validate.Equal(name), metadata={"description": f"`{name}`."})


def _client_seed(**kwargs: Any) -> fields.String:
    described = f"Text of your own, stirred into the shuffle: 0 to {CLIENT_SEED_BYTES} bytes of UTF-8."
    return fields.String(
        load_default="",
        validate=validate.Length(max=CLIENT_SEED_BYTES),
        metadata={"description": described, "example": "tea at five"},
        **kwargs,
    )


class RandomDealSchema(Accepted):
    """A shuffle by the service, from a seed that it committed to."""

    kind = _kind("random")
    client_seed = _client_seed()
    commitment_id = Id(
        metadata={"description": "A commitment from POST /v1/commitments, which this deal uses up."},
    )


class TodaysDealSchema(Accepted):
    """The deal of this UTC day, the same for everyone; one attempt a variant, and not for practice."""

    kind = _kind("daily")


class SeedDealSchema(Accepted):
    """A shuffle from seeds that are known. Never ranked."""

    kind = _kind("seed")
    server_seed = fields.String(
        required=True,
        validate=validate.Regexp(r"^[0-9A-Fa-f]{64}\Z", error="Must be 64 hex digits."),
        metadata={"description": "32 bytes in hex.", "pattern": "^[0-9A-Fa-f]{64}$"},
    )
    client_seed = _client_seed()


class CustomDealSchema(Accepted):
    """Exactly these cards. Never ranked."""

    kind = _kind("custom")
    deck = deck_field(
        "Card codes in deal order, upper or lower case: a whole pack, or two packs together with "
        "`rules` that have `decks` 2, or a variant that does (`big_clock`, `big_clock_watch`)."
    )


DEALS: dict[str, Schema] = {
    "random": RandomDealSchema(),
    "daily": TodaysDealSchema(),
    "seed": SeedDealSchema(),
    "custom": CustomDealSchema(),
}


class DealRequestSchema(ByRules):
    """What to deal; an empty object is a ranked standard game."""

    variant = fields.String(
        validate=validate.OneOf(list(VARIANTS)),
        metadata={
            "description": "A named set of rules, `standard` unless `rules` are given. Not both. A custom deck of "
            "104 cards needs one with two decks: `big_clock` or `big_clock_watch`."
        },
    )
    rules = fields.Nested(
        RulesRequestSchema,
        metadata={
            "description": "Rule options of your own, instead of `variant`. Those left out are the standard game's, "
            "so `{}` is the standard game. Options that make up a named variant are that variant in every respect: "
            "the game answers its name, is ranked as it is, and counts as its daily deal."
        },
    )
    mode = fields.String(
        load_default="reveal",
        validate=validate.OneOf(MODES),
        metadata={
            "description": "`reveal`: you ask for the next step, and the service sets and flips. `placement`: you "
            "name the pile for every card, and mistakes are counted."
        },
    )
    practice = Flag(load_default=False, metadata={"description": "Whether the game is for practice, never ranked."})
    deal = Tagged(
        DEALS,
        load_default=lambda: {"kind": "random", "client_seed": ""},
        metadata={"description": "Where the cards come from: `random` unless given."},
    )


class StepSchema(Accepted):
    """In a game in reveal mode how far to go, in one of placement where the card in hand goes."""

    count = Whole(
        validate=validate.Range(1, MOST_CARDS),
        metadata={
            "description": "Reveal mode: how many forced moves to make, 1 unless given. Fewer are made when a "
            "decision or the end comes sooner."
        },
    )
    pile = pile_chosen("Placement mode, and there required: the pile to take the card in hand to.", required=False)

    @validates_schema
    def one_way_to_move(self, data: dict[str, Any], **_: Any) -> None:
        """A count or a pile."""
        if {"count", "pile"} <= data.keys():
            raise ValidationError("Send count (reveal mode) or pile (placement mode), not both.", "pile")


class StepQuerySchema(Asked):
    """How to answer a step."""

    lang = fields.String(
        load_default=DEFAULT,
        validate=validate.OneOf(languages()),
        metadata={"description": "The language of `coach.why`."},
    )


class AutoplaySchema(Accepted):
    """How far to go."""

    until = fields.String(
        load_default="end",
        validate=validate.OneOf(get_args(Until)),
        metadata={
            "description": "`end`: to the very end, with the best decision wherever there is one to make. "
            "`decision`: no further than the next decision."
        },
    )


class ReprieveSchema(Accepted):
    """The card to exchange for the locking one, by where it lies, or that none is wanted: one of the two."""

    pile = pile_chosen("The pile of the card to take, one of `choices`.", required=False)
    depth = Whole(
        validate=validate.Range(1, MOST_DEPTH),
        metadata={"description": "How deep it lies there, 1 being the top. The deepest is the pile's finale."},
    )
    decline = Flag(
        validate=validate.Equal(True, error="Must be true, or left out."),
        metadata={"description": "`true`: no card is exchanged, and the game is lost."},
    )

    @validates_schema
    def one_answer(self, data: dict[str, Any], **_: Any) -> None:
        """A place or a refusal."""
        place = [name for name in ("pile", "depth") if name in data]
        if "decline" in data and place:
            raise ValidationError("Send pile and depth, or decline, not both.", "decline")
        missing = [name for name in ("pile", "depth") if name not in data]
        if "decline" not in data and missing:
            raise ValidationError(dict.fromkeys(missing, "Send pile and depth, or decline."))


class ForkSchema(Accepted):
    """The way to go on."""

    pile = pile_chosen("The pile of the next flip, one of `choices`.", required=True)


class MoveQuerySchema(WalkQuerySchema):
    """Which part of the log to list, and whether in words."""

    narrate = fields.String(
        validate=validate.OneOf(languages()),
        metadata={"description": "The language in which each move gets a `sentence`; none unless given."},
    )


class GameQuerySchema(WalkQuerySchema):
    """Which games to list."""

    status = fields.String(
        validate=validate.OneOf(("waiting", *STATUSES)),
        metadata={
            "description": "Only games that stand so. None of these is `waiting`: games of races are in their races."
        },
    )
