"""What all shapes share."""

from __future__ import annotations

from typing import get_args

from marshmallow import EXCLUDE, RAISE, Schema, fields, validate

from service.api.fields import Digits, Id, Whole
from service.api.payload import UNKNOWN_PARAMETER
from service.game.decisions import Question


class Accepted(Schema):
    """A shape that comes in."""

    class Meta:
        """Closed."""

        unknown = RAISE


class Answered(Schema):
    """A shape that goes out; clients must expect fields to be added to it."""

    class Meta:
        """Open."""

        unknown = EXCLUDE


class NothingSchema(Accepted):
    """An empty object, which may also be left out."""


class Asked(Accepted):
    """The parameters of a query."""

    error_messages = {"unknown": UNKNOWN_PARAMETER}  # noqa: RUF012  marshmallow's convention


class WalkQuerySchema(Asked):
    """Where to go on in a list, and how far."""

    limit = Digits(
        load_default=20,
        validate=validate.Range(1, 100),
        metadata={"description": "How many items, at most.", "example": 20},
    )
    cursor = fields.String(
        validate=validate.Length(min=1),
        metadata={"description": "`next` of the page before, with the same filters. Leave it out to begin."},
    )


class FaultSchema(Answered):
    """One thing wrong with a request."""

    pointer = fields.String(
        required=True,
        metadata={
            "description": "A JSON pointer (RFC 6901) into the body; of a fault in the query, `/` and the name of "
            "the parameter. One answer tells of the one or of the other: the faults of the query come first."
        },
    )
    detail = fields.String(required=True, metadata={"description": "What is wrong there."})


class ProblemSchema(Answered):
    """An error (RFC 9457)."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "The kind of problem; the page there explains it."},
    )
    title = fields.String(required=True, metadata={"description": "The kind in a few words."})
    status = Whole(required=True, metadata={"description": "The HTTP status."})
    detail = fields.String(required=True, metadata={"description": "What it was this time."})
    instance = fields.String(required=True, metadata={"description": "The path that was asked."})
    request_id = fields.String(
        required=True, metadata={"description": "The request's id, as in `X-Request-Id` and in the service's log."}
    )
    errors = fields.List(
        fields.Nested(FaultSchema),
        metadata={"description": "With `invalid-request` and `invalid-save`: every fault that was found."},
    )
    version = Whole(metadata={"description": "With `stale-game`: the game's current version."})
    question = fields.String(
        validate=validate.OneOf(get_args(Question)),
        metadata={"description": "With `decision-pending`: what has to be decided first."},
    )
    game_id = Id(metadata={"description": "With `daily-already-played`: the game that was the attempt."})


def next_cursor() -> fields.String:
    """The field that every list ends with."""
    return fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The `cursor` of the next page; null on the last."},
    )
