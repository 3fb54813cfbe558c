"""What the use cases of races need of the world. Every method may raise `StoreUnavailable`.

Callers have been admitted already (`Sessions.check`), since a race may lie in another partition than its players'
logins: here they stand for their idempotency key alone. What was answered to the same key before is answered again
(`replayed` is noted on the caller) before anything else is looked at, and nothing changes; `IdempotencyKeyReused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.identity import Login
    from service.play.pages import Key, Page
    from service.play.race import Race
    from service.play.race_events import RaceEvent, Step
    from service.play.race_terms import RaceTerms
    from service.play.tickets import Ticket

    Opening = Callable[[int], Step]
    """Makes a new race at this instant of the store."""
    Turn = Callable[[Race, int], Step]
    """What a request makes of a race at this instant of the store: pure, and perhaps asked more than once."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A race, and the store's instant at which it was so, in milliseconds since 1970."""

    race: Race
    now: int
    made: bool = False
    """Whether the request that this answers has made the race."""


@dataclass(frozen=True, slots=True)
class Events:
    """What happened in a race after some event, oldest first.

    `trimmed` says that what was asked for cannot be told in full: older events are gone, or the number that was
    asked for has never been reached. Then there are no items.
    """

    items: tuple[RaceEvent, ...]
    trimmed: bool = False


class Races(Protocol):
    """Races that are open or running, and those that ended within a day, or were cancelled within an hour.

    Whatever is due in a race (`racing.advance`) is done before anything else is. Whatever would give a player a seat
    raises `TooManyRaces` once they sit in `MOST_RACES` that are not over.
    """

    def create(self, caller: Caller | None, race_id: str, opening: Opening) -> Seen:
        """Keep a new race under this id. One that is there already stays as it is, and is what is seen.

        Without a caller nothing is kept for a repeat.
        """

    def load(self, race_id: str) -> Seen:
        """The race, checked. Raises `RaceNotFound`, `RaceDiscarded`."""

    def change(self, caller: Caller | None, race_id: str, turn: Turn) -> Seen:
        """Make of the race what `turn` makes of it; without a caller nothing is kept for a repeat.

        Raises as `load` and as `turn` does. `turn` is asked again when the race has changed meanwhile. A step that
        leaves the race as it is, without events, is an answer like any other.
        """

    def forfeit(self, caller: Caller, race_id: str) -> Seen:
        """Let the caller give the race up, however fast others move. Raises as `load` and `racing.forfeited`."""

    def lobby(self, after: Key | None, limit: int) -> Page[Seen]:
        """The next `limit` of the open public races, newest first.

        Those that fail their check, and those that turn out to be open no more, are left out, so a page may hold
        fewer, and still not be the last.
        """

    def seated(self, player_id: str) -> tuple[Seen, ...]:
        """The races that are not over in which the player has a seat, oldest first."""

    def meet(self, terms: RaceTerms, race_id: str, instead_of: str | None) -> str:
        """Which race on these terms everyone makes or joins who has found none: the first that was proposed.

        `race_id` is proposed here. It replaces `instead_of`, if that is still the one, and what was proposed longer
        ago than a lobby is open.
        """

    def events(self, race_id: str, after: int | None, limit: int) -> Events:
        """Up to `limit` events with numbers above `after`; None for the first that are kept. Raises as `load`."""

    def aim(self, caller: Caller, race_id: str, instead_of: str | None) -> str:
        """Note under the caller's idempotency key that its request is about to act on this race; what is noted then.

        For requests that choose the race themselves. A note stays, unless it is `instead_of`. Without a key nothing
        is noted, and the answer is `race_id`. Raises `IdempotencyKeyReused`.
        """

    def aimed(self, caller: Caller) -> str | None:
        """The race that was noted under the caller's idempotency key, if any. Raises `IdempotencyKeyReused`."""

    def forget(self, player_id: str) -> None:
        """Take an erased player out of all races that are kept (`racing.forgotten`)."""

    def sweep(self, limit: int) -> int:
        """Do what is due in up to `limit` races of each partition; how many had something due."""


class Wakeups(Protocol):
    """Word of new events in races, whichever process made them. Words may be lost, and come without cause."""

    def watch(self, race_id: str) -> None:
        """Listen for this race."""

    def unwatch(self, race_id: str) -> None:
        """Listen for it no more; no error if nobody did."""

    def wait(self, timeout_s: float) -> frozenset[str]:
        """The races of which word has come since the last call; waits for some, at most so long.

        A store that is away is as good as silent: nothing is raised.
        """

    def close(self) -> None:
        """Let whoever waits go, and listen no more."""


class Tickets(Protocol):
    """One-time tickets. A caller is admitted here as by the ports of `service.play.ports`."""

    def add(self, caller: Caller, text: str) -> Ticket:
        """Make the text good for `TICKET_MS`, once, and while the caller's login lives, whatever its scopes."""

    def look(self, text: str) -> Login:
        """The login a ticket was made with. Raises `Unauthenticated` for one that is not good any more."""

    def take(self, text: str) -> Login:
        """The same, and the ticket is used up: of however many takers one gets it."""
