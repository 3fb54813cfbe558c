"""What can stand in the way of a request about a race.

::

    PlayError
    ├── NotFound
    │   ├── RaceNotFound        no such race, or a private one that the caller may not see
    │   └── SeatNotFound        nobody sits there
    ├── InvalidTerms            a race that cannot be held
    ├── RaceFull                every seat is taken
    ├── RaceStarted             too late for what only a lobby allows
    ├── RaceNotStarted          too early for what only a race on its way allows
    ├── RaceGoesOn              a rematch before the end
    ├── RaceOver                nothing can be changed any more
    ├── NotSeated               the caller is not in the race
    ├── NotHost                 for the host alone to do
    ├── NotReady                a start before everyone is there and ready
    ├── HostStays               a host who would kick themself
    ├── KickedOut               a player whom the host has sent away
    ├── LeftForGood             a player who has left too often
    ├── TooManyRaces            a seat more than a player may have
    └── RaceDiscarded           a stored race that failed its check

The rest of the tree is in `service.play.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.play.errors import NotFound, PlayError


@dataclass(eq=False)
class RaceNotFound(NotFound):
    """No race with this id that the caller may see."""

    race_id: str


@dataclass(eq=False)
class SeatNotFound(NotFound):
    """Nobody sits in this seat of the race."""

    race_id: str
    seat: int


@dataclass(eq=False)
class InvalidTerms(PlayError):
    """No race is held on such terms; `option` names the one at fault."""

    option: str
    reason: str


@dataclass(eq=False)
class RaceFull(PlayError):
    """Every seat of the race is taken."""

    race_id: str
    capacity: int


@dataclass(eq=False)
class RaceStarted(PlayError):
    """The race has started, or is counting down: nobody joins, leaves or is sent away any more."""

    race_id: str


@dataclass(eq=False)
class RaceNotStarted(PlayError):
    """The race has not started; `starts_at` in milliseconds since 1970, None while that is open."""

    race_id: str
    starts_at: int | None


@dataclass(eq=False)
class RaceGoesOn(PlayError):
    """The race is not over yet."""

    race_id: str


@dataclass(eq=False)
class RaceOver(PlayError):
    """The race is over or was cancelled; for a racer, it is also over once their own fate is known."""

    race_id: str


@dataclass(eq=False)
class NotSeated(PlayError):
    """The caller has no seat in the race."""

    race_id: str


@dataclass(eq=False)
class NotHost(PlayError):
    """Only the host may do this; `host` is the seat that is asked to."""

    race_id: str
    host: int | None


@dataclass(eq=False)
class NotReady(PlayError):
    """The race cannot start: fewer than two racers, or some besides the host are not ready (`waiting`, seats)."""

    race_id: str
    racers: int
    waiting: tuple[int, ...]


@dataclass(eq=False)
class HostStays(PlayError):
    """The host cannot be sent away, not even by themself; they may leave."""

    race_id: str


@dataclass(eq=False)
class KickedOut(PlayError):
    """The host has sent the caller away, for good."""

    race_id: str


@dataclass(eq=False)
class LeftForGood(PlayError):
    """The caller has left the race so often that there is no way back."""

    race_id: str


@dataclass(eq=False)
class TooManyRaces(PlayError):
    """The player sits in as many races that are not over as anyone may."""

    limit: int


@dataclass(eq=False)
class RaceDiscarded(PlayError):
    """The stored race failed its check and is not held any further."""

    race_id: str
