"""Shapes of leaderboards."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Day, Digits, Id, Instant
from service.api.schemas.base import Answered, Asked, WalkQuerySchema, next_cursor
from service.api.schemas.values import cleared, proven_game, whole
from service.game.rules import VARIANTS
from service.play.boards import BOARDS
from service.play.periods import PERIODS

MOST_AROUND = 50


class _ViewQuery(Asked):
    """Which of a board's lists."""

    variant = fields.String(
        validate=validate.OneOf(list(VARIANTS)),
        metadata={"description": "The rules, by name; unless given `standard`, or the first that the board has."},
    )
    period = fields.String(
        validate=validate.OneOf(PERIODS),
        metadata={"description": "Over how long: by default `all`, or `day` where the board goes by days alone."},
    )
    at = Day(
        metadata={
            "description": "A UTC date in the month, ISO week or day that is meant; by default today, by the "
            "service's time.",
            "example": "2026-07-01",
        }
    )


class TopQuerySchema(_ViewQuery, WalkQuerySchema):
    """Which list, and where to go on in it."""


class AroundQuerySchema(_ViewQuery):
    """Which list, and how much of it."""

    window = Digits(
        load_default=5,
        validate=validate.Range(1, MOST_AROUND),
        metadata={"description": "How many rows on each side, at most.", "example": 5},
    )


class PlaceQuerySchema(_ViewQuery):
    """Which list."""


class LeaderboardSchema(Answered):
    """A leaderboard."""

    board = fields.String(required=True, validate=validate.OneOf(list(BOARDS)), metadata={"description": "Its name."})
    measures = fields.String(required=True, metadata={"description": "What is measured, in words."})
    better = fields.String(
        required=True,
        validate=validate.OneOf(["more", "fewer"]),
        metadata={"description": "Which way is better."},
    )
    unit = fields.String(required=True, metadata={"description": "What values are counted in."})
    variants = fields.List(
        fields.String(validate=validate.OneOf(list(VARIANTS))),
        required=True,
        metadata={"description": "The variants that it has, each a board of its own."},
    )
    periods = fields.List(
        fields.String(validate=validate.OneOf(PERIODS)),
        required=True,
        metadata={"description": "The periods that it has."},
    )


class LeaderboardPageSchema(Answered):
    """Some of the leaderboards."""

    items = fields.List(fields.Nested(LeaderboardSchema), required=True)
    next = next_cursor()


class RankedPlayerSchema(Answered):
    """Who has the place."""

    id = Id(required=True, metadata={"description": "The player's id."})
    display_name = fields.String(required=True, metadata={"description": "The player's name, as it is now."})


def _bound(description: str, name: str | None = None) -> fields.String:
    metadata = {"description": description, "format": "date", "example": "2026-07-01"}
    return fields.String(required=True, allow_none=True, data_key=name, metadata=metadata)


class _ViewSchema(Answered):
    board = fields.String(
        required=True, validate=validate.OneOf(list(BOARDS)), metadata={"description": "The board."}
    )
    variant = fields.String(
        required=True, validate=validate.OneOf(list(VARIANTS)), metadata={"description": "The variant."}
    )
    period = fields.String(required=True, validate=validate.OneOf(PERIODS), metadata={"description": "The period."})
    from_ = _bound("Its first day, a UTC date; null for all time.", "from")
    until = _bound("The day after its last, a UTC date; null for all time.")


class StandingSchema(Answered):
    """A row of a leaderboard."""

    place = whole("1 and the number of players with a better value: those with the same value share a place.")
    player = fields.Nested(RankedPlayerSchema, required=True)
    value = fields.Float(required=True, metadata={"description": "The value, in the board's unit."})
    cleared = cleared()
    achieved_at = Instant(required=True, metadata={"description": "When the game that set the value ended."})
    game_id = proven_game("The game that set the value")


class RankingSchema(_ViewSchema):
    """Some rows of a leaderboard, from the better to the worse. Equals stand in the order in which they got there."""

    items = fields.List(fields.Nested(StandingSchema), required=True)
    next = next_cursor()


class PlaceSchema(_ViewSchema):
    """How a player stands."""

    place = whole("1 and the number of players with a better value.")
    tied = whole("How many others share the place.")
    players = whole("How many players have a place.")
    value = fields.Float(required=True, metadata={"description": "The player's value, in the board's unit."})
    cleared = cleared()
    percentile = fields.Float(
        required=True,
        metadata={"description": "How many of a hundred other players are no better, 0 to 100; 100 without others."},
    )
