"""Shapes of what a player asks for: deals and steps."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.fields import Flag, Id, Several, Tagged, Whole
from service.api.schemas.base import Accepted, WalkQuerySchema
from service.api.schemas.rules import RulesRequestSchema
from service.game.game import Status
from service.game.rules import MOST_CARDS, VARIANTS
from service.game.shuffle import CLIENT_SEED_BYTES

STATUSES = get_args(Status)


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
    deck = Several(
        fields.String(
            validate=validate.Length(max=20),
            metadata={"example": "7H", "pattern": "^[A2-9TJQKatjqk][SHDCshdc]$"},
        ),
        most=MOST_CARDS,
        required=True,
        metadata={"description": "Card codes in deal order, a whole pack or two. Upper or lower case."},
    )


DEALS: dict[str, Schema] = {
    "random": RandomDealSchema(),
    "seed": SeedDealSchema(),
    "custom": CustomDealSchema(),
}


class DealRequestSchema(Accepted):
    """What to deal; an empty object is a ranked standard game."""

    variant = fields.String(
        validate=validate.OneOf(list(VARIANTS)),
        metadata={"description": "A named set of rules, `standard` unless `rules` are given. Not both."},
    )
    rules = fields.Nested(
        RulesRequestSchema, metadata={"description": "Rule options of your own, instead of `variant`."}
    )
    mode = fields.String(
        load_default="reveal",
        validate=validate.OneOf(["reveal"]),
        metadata={"description": "`reveal`: you ask for the next step, and the service sets and flips."},
    )
    practice = Flag(load_default=False, metadata={"description": "Whether the game is for practice, never ranked."})
    deal = Tagged(
        DEALS,
        load_default=lambda: {"kind": "random", "client_seed": ""},
        metadata={"description": "Where the cards come from: `random` unless given."},
    )

    @validates_schema
    def one_set_of_rules(self, data: dict[str, Any], **_: Any) -> None:
        """A variant or rules."""
        if {"variant", "rules"} <= data.keys():
            raise ValidationError("Send variant or rules, not both.", "rules")


class StepSchema(Accepted):
    """How far to go."""

    count = Whole(
        load_default=1,
        validate=validate.Range(1, MOST_CARDS),
        metadata={"description": "How many forced moves to make; fewer are made when the game ends sooner."},
    )


class AutoplaySchema(Accepted):
    """How far to go."""

    until = fields.String(
        load_default="end",
        validate=validate.OneOf(["decision", "end"]),
        metadata={
            "description": "Where to stop: at the next decision or at the end. Forced games have no decisions."
        },
    )


class GameQuerySchema(WalkQuerySchema):
    """Which games to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES),
        metadata={"description": "Only games with this status."},
    )
