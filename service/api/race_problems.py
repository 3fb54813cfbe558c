"""The part of the table of problems that tells of races and of those who watch them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.faults import sentence
from service.api.printing.values import print_instant
from service.api.problem import Problem, invalid, retry_later
from service.api.streaming.places import TooManyStreams
from service.play import race_errors as race

if TYPE_CHECKING:
    from collections.abc import Callable


def _not_ready(error: race.NotReady) -> Problem:
    if error.racers < 2:
        return Problem("racers-not-ready", "A race takes two racers at least.")
    seats = ", ".join(map(str, error.waiting))
    return Problem("racers-not-ready", f"These seats are not ready yet: {seats}.")


def _not_started(error: race.RaceNotStarted) -> Problem:
    if error.starts_at is None:
        return Problem("race-not-started", "The race is still open: nobody knows yet when it starts.")
    return Problem("race-not-started", f"The race starts at {print_instant(error.starts_at)}.")


def _too_many(error: TooManyStreams) -> Problem:
    return retry_later("too-many-streams", f"This {error.whose} has as many streams open as may be.")


RACE_PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    race.RaceNotFound: lambda _: Problem("not-found", "There is no such race."),
    race.SeatNotFound: lambda _: invalid([("/seat", "Nobody sits there.")]),
    race.HostStays: lambda _: invalid([("/seat", "That is the host's own seat: hosts leave by themselves.")]),
    race.InvalidTerms: lambda error: invalid([(f"/{error.option}", sentence(error.reason))]),
    race.NotHost: lambda error: Problem("not-the-host", f"The host sits in seat {error.host}."),
    race.KickedOut: lambda _: Problem("removed-from-race", "The host has removed you, for good."),
    race.LeftForGood: lambda _: Problem("removed-from-race", "You have left this race too often to come back."),
    race.TooManyRaces: lambda error: Problem(
        "too-many-races", f"You sit in {error.limit} races that are not over, as many as anyone may."
    ),
    race.RaceFull: lambda error: Problem("race-full", f"All {error.capacity} seats are taken."),
    race.RaceStarted: lambda _: Problem("race-started", "The seats of this race are settled."),
    race.NotReady: _not_ready,
    race.RaceNotStarted: _not_started,
    race.RaceGoesOn: lambda _: Problem("race-not-over", "Not every racer's fate is known."),
    race.RaceOver: lambda _: Problem("race-over", "Nothing changes in this race, or for this racer, any more."),
    race.NotSeated: lambda _: Problem("not-in-the-race", "You have no seat in this race."),
    race.RaceDiscarded: lambda _: Problem("race-discarded", "The stored race failed its check."),
    TooManyStreams: _too_many,
}
"""Each exception with the problem that it makes."""
