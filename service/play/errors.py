"""What can stand in the way of a request. Each error carries data; what it means over HTTP is not known here.

::

    PlayError
    ├── Unauthenticated          no such login, or it has ended
    ├── BadCredentials           a secret or link code that opens nothing
    ├── InsufficientScope        a login that may read but not play
    ├── NotFound                 no such thing for this caller
    │   ├── GameNotFound
    │   │   └── ResultDetached   a game of a month whose results the operators have put away
    │   ├── PlayerNotFound
    │   ├── CommitmentNotFound
    │   ├── DayNotFound
    │   ├── BoardNotFound
    │   └── NotRanked            a player without a place on a board
    ├── NoSuchStanding           a board that has no such variant or period
    ├── NoLongerKept             lists of a day or week that is long gone
    ├── MonthsDetached           what takes all results, of which some have been put away
    ├── CommitmentUsed           a commitment that another deal has used up
    ├── DailyAlreadyPlayed       a second attempt at a daily deal
    ├── NotDaily                 a daily deal asked for in a way in which there is none
    ├── GameNotOver              a secret of a game that still goes on
    ├── WrongMode                a step that is not taken like that in this game's mode
    ├── AutoplayNotAllowed       the player must place the cards of this game
    ├── PracticeOnly             a favour that only practice games grant
    ├── SaveDiscarded            a stored game that failed its check
    ├── StaleGame                the caller's version is not the current one
    ├── IdempotencyKeyReused     the same key with another payload
    ├── TooManyOpenGames         finish or abandon one first
    ├── QuotaExceeded            too many requests
    ├── InvalidName              a display name that cannot be shown safely
    ├── NameLocked               a player whose name the operators have given
    └── StoreUnavailable         a store did not answer in time

What stands in the way of a race is in `service.play.race_errors`.

Not frozen, for the reason given in `service.game.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.game.game import Mode
    from service.play.quota import Quota


class PlayError(Exception):
    """The root of everything that a use case refuses."""


class Unauthenticated(PlayError):
    """The request came with no login that is alive."""


class BadCredentials(PlayError):
    """A secret or link code that opens nothing; which of the two was wrong is not told."""


@dataclass(eq=False)
class InsufficientScope(PlayError):
    """The login lacks a scope."""

    needed: str


class NotFound(PlayError):
    """No such thing, as far as this caller may know."""


@dataclass(eq=False)
class GameNotFound(NotFound):
    """No game with this id belongs to the caller."""

    game_id: str


@dataclass(eq=False)
class ResultDetached(GameNotFound):
    """The operators have put away the results of the month in which a game with this id was opened."""

    month: date
    """Its first day."""


@dataclass(eq=False)
class PlayerNotFound(NotFound):
    """No player with this id."""

    player_id: str


@dataclass(eq=False)
class CommitmentNotFound(NotFound):
    """No commitment with this id was made to the caller, or its time is up."""

    commitment_id: str


@dataclass(eq=False)
class DayNotFound(NotFound):
    """No daily deals are known of this day."""

    day: str


@dataclass(eq=False)
class BoardNotFound(NotFound):
    """No leaderboard has this name."""

    board: str


@dataclass(eq=False)
class NotRanked(NotFound):
    """The player has no place on the board."""

    player_id: str


@dataclass(eq=False)
class NoSuchStanding(PlayError):
    """A board that has no such variant or period; `option` names which of the two."""

    option: Literal["variant", "period"]
    reason: str


@dataclass(eq=False)
class NoLongerKept(PlayError):
    """Lists of days and weeks are kept from this Monday on, and an older one was asked for."""

    since: date


@dataclass(eq=False)
class MonthsDetached(PlayError):
    """Results of all months are needed, and those of some have been put away."""

    months: Sequence[date]
    """Their first days."""


@dataclass(eq=False)
class CommitmentUsed(PlayError):
    """The commitment has already opened a game."""

    commitment_id: str


@dataclass(eq=False)
class DailyAlreadyPlayed(PlayError):
    """The player has had their one attempt at this daily deal, with this game."""

    game_id: str


@dataclass(eq=False)
class NotDaily(PlayError):
    """No daily deal is played like that; `option` names what of the order is at fault."""

    option: Literal["practice", "rules"]
    reason: str


@dataclass(eq=False)
class WrongMode(PlayError):
    """The game is in this mode, in which steps are asked for in another way."""

    mode: Mode


class AutoplayNotAllowed(PlayError):
    """The game is one of placement and not for practice, so its player must place the cards."""


class PracticeOnly(PlayError):
    """The game is not for practice."""


@dataclass(eq=False)
class GameNotOver(PlayError):
    """What was asked for is told only when the game has ended, and of a daily deal when everyone's has."""

    game_id: str
    opens_at: int | None = None
    """When it will be told, in milliseconds since 1970; None while only the player's moves stand between."""


@dataclass(eq=False)
class SaveDiscarded(PlayError):
    """The stored game failed its check and is not played on."""

    game_id: str


@dataclass(eq=False)
class StaleGame(PlayError):
    """The game has moved on from the version that the caller knew; `tag` tells its current state."""

    game_id: str
    version: int
    tag: str


class IdempotencyKeyReused(PlayError):
    """The caller has used this key for another payload."""


@dataclass(eq=False)
class TooManyOpenGames(PlayError):
    """The player has as many games in play as anyone may have."""

    limit: int


@dataclass(eq=False)
class QuotaExceeded(PlayError):
    """Too many requests in too short a time."""

    quota: Quota


@dataclass(eq=False)
class InvalidName(PlayError):
    """A display name that is too long, blank or unsafe to show."""

    reason: str


@dataclass(eq=False)
class NameLocked(PlayError):
    """The operators have given this player a name, which stays until they free it."""

    player_id: str


@dataclass(eq=False)
class StoreUnavailable(PlayError):
    """A store could not be reached, or did not answer in time; nothing is known to have changed."""

    store: Literal["redis", "postgres"]
    refusal: str | None = None
    """What it said, if it was reached and refused what it was asked."""
