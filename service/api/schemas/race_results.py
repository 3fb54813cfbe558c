"""Shapes of races that a player has run."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag, Id, Instant
from service.api.schemas.base import Answered, next_cursor
from service.api.schemas.values import proven_game, whole
from service.game.race import Fate
from service.play.race_terms import CHOICES


def _term(option: str, description: str) -> fields.String:
    return fields.String(
        required=True, validate=validate.OneOf(CHOICES[option]), metadata={"description": description}
    )


class RunEntrySchema(Answered):
    """What came of a race for one racer."""

    seat = whole("The number of the racer's seat.")
    state = fields.String(
        required=True,
        validate=validate.OneOf([fate.value for fate in Fate]),
        metadata={"description": "The racer's fate: `finished` if the dial was cleared."},
    )
    place = whole("The place; equals share one (1, 2, 2, 4).")
    won = Flag(
        required=True,
        metadata={
            "description": "Whether nobody had a better place, which takes playing on to the chain's end. Nobody has "
            "won where fewer than two racers who are no bots placed a card."
        },
    )
    game_id = proven_game("The game that was played")
    revealed = whole("Cards that the racer turned.")
    errors = whole("Cards that the racer took to wrong piles.")
    time_ms = whole("From the start to the racer's end, penalties included.")


class RunRaceSchema(Answered):
    """A race that has been run, as the results database has it."""

    race_id = Id(required=True, metadata={"description": "The race."})
    variant = _term("variant", "The rules of its games.")
    capacity = whole("How many seats there were.")
    racers = whole("How many of them were taken when it started.")
    decks = _term("decks", "Whether every racer had a deal of their own or all had the same one.")
    errors = _term("errors", "What a card taken to a wrong pile cost.")
    penalty_ms = whole("What an error added to the time of whoever cleared the dial.")
    time_limit_s = whole("How long it might have taken.")
    created_at = Instant(required=True, metadata={"description": "When it was made."})
    starts_at = Instant(required=True, metadata={"description": "When it started."})
    ended_at = Instant(required=True, metadata={"description": "When the last racer's fate was known."})
    entry = fields.Nested(
        RunEntrySchema, required=True, metadata={"description": "What came of it for the player who was asked about."}
    )


class RunRacePageSchema(Answered):
    """Some of a player's races, newest first."""

    items = fields.List(fields.Nested(RunRaceSchema), required=True)
    next = next_cursor()
