"""Shapes of what is asked about races."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.faults import sentence
from service.api.fields import Digits, Whole
from service.api.schemas.base import Accepted, Asked, WalkQuerySchema
from service.game.errors import InvalidSeed
from service.game.shuffle import CLIENT_SEED_BYTES, check_client_seed
from service.play.race_terms import CHOICES, NUMBERS, USUAL_PENALTY_MS

_WORDS = {
    "variant": "The rules of the games: variants in which nobody has anything to decide.",
    "decks": "`own`: every racer's deck is shuffled separately. `shared`: all have the same deal, which is fairer, "
    "and one racer's end tells the others what is coming.",
    "errors": "What a card taken to a wrong pile costs. `count`: nothing but the better place among equals. "
    "`penalty`: `penalty_ms` on the time of whoever clears the dial. `disqualify`: the race.",
    "penalty_ms": f"With `errors` `penalty` alone: what each error adds, {USUAL_PENALTY_MS} unless given.",
    "time_limit_s": "How long the race may take, from its start.",
    "visibility": "`public`: in the lobby, and anyone signed in may join and watch. `private`: for those who have "
    "the `join_code`.",
    "start": "`host`: the host starts it when all others are ready. `full`: it starts by itself when the last seat "
    "is taken, and needs no ready.",
}


def _word(option: str, **kwargs: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(CHOICES[option]), metadata={"description": _WORDS[option]}, **kwargs)


def _number(option: str, **kwargs: Any) -> Whole:
    bounds = validate.Range(NUMBERS[option][0], NUMBERS[option][-1])
    return Whole(validate=bounds, metadata={"description": _WORDS[option]}, **kwargs)


def _capacity(*, required: bool) -> Whole:
    bounds = validate.Range(NUMBERS["capacity"][0], NUMBERS["capacity"][-1])
    return Whole(required=required, validate=bounds, metadata={"description": "How many seats there are."})


def _fits(client_seed: str) -> None:
    """A seed that the shuffle takes, counted in bytes."""
    try:
        check_client_seed(client_seed)
    except InvalidSeed as error:
        raise ValidationError(sentence(error.reason)) from None


def _client_seed() -> fields.String:
    return fields.String(
        load_default="",
        validate=[validate.Length(max=CLIENT_SEED_BYTES), _fits],
        metadata={
            "description": f"Text of your own, stirred into the shuffle: 0 to {CLIENT_SEED_BYTES} bytes of UTF-8. "
            "The first that a seat is given stays.",
            "example": "tea at five",
        },
    )


def code_field() -> fields.String:
    """The code of a private race."""
    return fields.String(
        validate=validate.Length(min=1, max=64),
        metadata={"description": "The `join_code` of a private race, for those without a seat in it."},
    )


class _TermsSchema(Accepted):
    """What both ways to a race have in common."""

    variant = _word("variant")
    decks = _word("decks")
    errors = _word("errors")
    penalty_ms = _number("penalty_ms")
    time_limit_s = _number("time_limit_s")
    start = _word("start")

    @validates_schema
    def penalty_for_errors(self, data: dict[str, Any], **_: Any) -> None:
        """A penalty only where errors have one."""
        if "penalty_ms" in data and data.get("errors") != "penalty":
            raise ValidationError("Goes with errors penalty alone.", "penalty_ms")


class RaceRequestSchema(_TermsSchema):
    """The race to make; what is left out is as described at the fields of a race that is shown."""

    capacity = _capacity(required=True)
    visibility = _word("visibility")


class QuickRaceSchema(_TermsSchema):
    """The race to find a seat in: what is sent must be so, the rest may be as it likes."""

    capacity = _capacity(required=False)
    client_seed = _client_seed()


class JoinSchema(Accepted):
    """How to join."""

    code = code_field()
    client_seed = _client_seed()


class SeedSchema(Accepted):
    """Your part of the next deal, if you like."""

    client_seed = _client_seed()


class KickSchema(Accepted):
    """Whom to remove."""

    seat = Whole(
        required=True,
        validate=validate.Range(1, NUMBERS["capacity"][-1]),
        metadata={"description": "The racer's seat."},
    )


class LobbyQuerySchema(WalkQuerySchema):
    """Which races to list."""

    status = fields.String(
        load_default="open",
        validate=validate.Equal("open", error="Must be open."),
        metadata={"description": "`open`, which it is unless given: the races that can be joined."},
    )


class RaceQuerySchema(Asked):
    """How a race is seen by whoever has no seat in it."""

    code = code_field()


class LogQuerySchema(WalkQuerySchema):
    """Which events to list."""

    code = code_field()
    after = Digits(
        metadata={
            "description": "The `seq` of the last event that you have; without it, the list begins with the first "
            "event that is kept, which is the first of all but in a race of an unlikely length. Not looked at with "
            "a `cursor`.",
            "example": 17,
        },
    )


class StreamQuerySchema(Asked):
    """Where a stream of events begins, and who watches."""

    code = code_field()
    after = fields.String(
        validate=validate.Regexp(r"^[0-9]{0,20}\Z", error="Not the number of an event."),
        metadata={
            "description": "The `id` of the last event that you have; what came later is sent first. Without it, and "
            "without `Last-Event-ID`, the stream begins with a `snapshot`. A number that no event has begins with a "
            "`reset`.",
            "pattern": "^[0-9]{0,20}$",
            "example": "17",
        },
    )
    ticket = fields.String(
        validate=validate.Length(max=200),
        metadata={
            "description": "A ticket from POST /v1/tickets, instead of the `Authorization` header, which an "
            "EventSource cannot send. Good for one stream."
        },
    )
