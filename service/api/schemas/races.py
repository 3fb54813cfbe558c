"""Shapes of races as they are shown."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from service.api.fields import Flag, Id, Instant, Whole
from service.api.schemas.base import Answered, next_cursor
from service.api.schemas.values import HEX_32_BYTES, is_bot, whole
from service.game.race import Fate
from service.play.race import RaceStatus
from service.play.race_events import EventKind
from service.play.race_terms import CHOICES

STATES = ("waiting", "ready", "racing", *map(str, Fate))
STATUSES = get_args(RaceStatus)
KINDS = get_args(EventKind)


def _instant(description: str) -> Instant:
    return Instant(required=True, allow_none=True, metadata={"description": description})


def _term(option: str, description: str) -> fields.String:
    return fields.String(
        required=True, validate=validate.OneOf(CHOICES[option]), metadata={"description": description}
    )


class RacerSchema(Answered):
    """Who sits in a seat."""

    id = Id(required=True, metadata={"description": "The player's id."})
    display_name = fields.String(required=True, metadata={"description": "The player's name when they joined."})
    bot = is_bot()


class EntrySchema(Answered):
    """A seat that is taken, and how far its racer is."""

    seat = whole("The number of the seat, from 1 to `capacity`.")
    player = fields.Nested(RacerSchema, required=True)
    ready = Flag(required=True, metadata={"description": "Whether the racer has said so."})
    client_seed = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The racer's part of the deal's seeds, told once the race is finished; else null."},
    )
    state = fields.String(
        required=True,
        validate=validate.OneOf(STATES),
        metadata={
            "description": "`waiting` or `ready` before the start, `racing` after it, and then the racer's fate: "
            "`finished` (the dial is cleared), `locked`, `disqualified`, `forfeited` or `timed_out`."
        },
    )
    game_id = Id(
        required=True,
        allow_none=True,
        metadata={
            "description": "The game that the racer plays: in your own entry from the countdown on, in all of them "
            "once the race is finished."
        },
    )
    revealed = whole("Cards that the racer has turned so far; 0 before the start.")
    errors = whole("Cards that the racer has taken to wrong piles.")
    time_ms = Whole(
        required=True,
        allow_none=True,
        metadata={"description": "From the start to the racer's end, penalties included; null while it is open."},
    )
    place = Whole(
        required=True,
        allow_none=True,
        metadata={
            "description": "The place, once the race is finished. Cleared dials come first, by time; then all others "
            "by `revealed`, most first; then fewer errors, then less time. Equals share a place (1, 2, 2, 4)."
        },
    )


class RaceSchema(Answered):
    """A race. Nothing in it tells of a card."""

    id = Id(required=True, metadata={"description": "The race's id."})
    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata={
            "description": "`open`: it can be joined. `countdown`: it starts at `starts_at`. `running`. `finished`: "
            "every racer's fate is known. `cancelled`: it never started."
        },
    )
    capacity = whole("How many seats there are.")
    variant = _term("variant", "The rules of the games.")
    decks = _term("decks", "Whether every racer has a deal of their own or all have the same one.")
    errors = _term("errors", "What a card taken to a wrong pile costs.")
    penalty_ms = whole("What an error adds to the time of whoever clears the dial; 0 unless `errors` is `penalty`.")
    time_limit_s = whole("How long the race may take.")
    visibility = _term("visibility", "Whether anyone may join and watch, or only those who have the code.")
    start = _term("start", "Whether the host starts it or the last seat that is taken.")
    join_code = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Of a private race, and shown to those who have a seat in it: what others join with."
        },
    )
    host = Whole(
        required=True, allow_none=True, metadata={"description": "The host's seat; null when nobody is left."}
    )
    commitments = fields.List(
        fields.String(metadata={"pattern": HEX_32_BYTES}),
        required=True,
        metadata={
            "description": "SHA-256 of the server seeds, in hex, from the moment the race is made: with `own` decks "
            "that of seat 1 first, with `shared` the only one."
        },
    )
    created_at = Instant(required=True, metadata={"description": "When it was made."})
    starts_at = _instant("When the first cards are shown and the clock begins; null while it is open.")
    ends_at = _instant("When its time is up; null while it is open.")
    ended_at = _instant("When it ended, else null.")
    server_now = Instant(
        required=True,
        metadata={"description": "The clock that all times here go by, when this was told: set yours by it."},
    )
    seq = whole("The number of the last event that this includes.")
    rematch_id = Id(
        required=True,
        allow_none=True,
        metadata={"description": "The race in which some of them meet again, told to those who sat here."},
    )
    entries = fields.List(
        fields.Nested(EntrySchema), required=True, metadata={"description": "The seats that are taken, in order."}
    )


class RacePageSchema(Answered):
    """Some races, newest first."""

    items = fields.List(fields.Nested(RaceSchema), required=True)
    next = next_cursor()


class PlaceInRaceSchema(Answered):
    """Where a racer came in."""

    seat = whole("The racer's seat.")
    place = whole("The place.")


class RaceEventSchema(Answered):
    """Something that happened in a race, the same for everyone who watches."""

    seq = whole("Its number: from 1, without gaps.")
    event = fields.String(
        required=True,
        validate=validate.OneOf(KINDS),
        metadata={"description": "What happened. `over` and `cancelled` are the last."},
    )
    server_time = Instant(required=True, metadata={"description": "When it happened."})
    seat = Whole(
        metadata={
            "description": "Whom it is about: in all but `countdown`, `started`, `cancelled`, `over`. "
            "Who sits there is told by the race alone."
        }
    )
    reason = fields.String(
        metadata={
            "description": "With `left`: `left` or `kicked`. With `cancelled`: `expired` (it was not started within "
            "ten minutes) or `deserted` (nobody was left)."
        }
    )
    host = Whole(allow_none=True, metadata={"description": "With `left`: the host's seat from then on."})
    starts_at = Instant(metadata={"description": "With `countdown`: when the race starts."})
    ends_at = Instant(metadata={"description": "With `countdown`: when its time is up."})
    revealed = Whole(metadata={"description": "About a racer's game: cards turned so far."})
    errors = Whole(metadata={"description": "About a racer's game: cards taken to wrong piles."})
    time_ms = Whole(metadata={"description": "With a racer's fate: from the start to it, penalties included."})
    places = fields.List(
        fields.Nested(PlaceInRaceSchema),
        metadata={"description": "With `over`: the order of finish, the best first."},
    )


class RaceLogSchema(Answered):
    """Some of what happened in a race, oldest first. At its end, go on later with `after`, the last `seq`."""

    items = fields.List(fields.Nested(RaceEventSchema), required=True)
    next = next_cursor()


class TicketSchema(Answered):
    """A ticket for one stream of events."""

    ticket = fields.String(required=True, metadata={"description": "What to send as `?ticket=`, once."})
    expires_at = Instant(required=True, metadata={"description": "A minute from now."})
