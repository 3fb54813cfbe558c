"""A race: its terms, its seats, and where it stands. What becomes of it is told in `lobby` and `racing`."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from service.game.errors import BrokenSave
from service.game.race import Fate, Finish, order_of_finish
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, commitment_to
from service.play.join_codes import opens
from service.play.race_checks import faults
from service.play.race_errors import NotSeated, SeatNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.game.rules import Rules
    from service.play.race_terms import RaceTerms

LOBBY_MS = 10 * 60 * 1000
"""How long a lobby stays open."""
COUNTDOWN_MS = 5_000
"""How long before its start a race is announced."""

MOST_RACES = 10
"""In how many races that are not over a player sits at most."""

RaceStatus = Literal["open", "countdown", "running", "finished", "cancelled"]
RacerState = Literal["racing"] | Fate

FEWEST_PLACING = 2
"""So many racers who are no bots must have placed a card for a race to have winners."""

_PLAYED_OUT = (Fate.FINISHED, Fate.LOCKED)
_SHARED_SEAT = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a racer is. `time_ms` is None while they race, else as in `Finish`."""

    state: RacerState
    revealed: int
    errors: int
    time_ms: int | None = None

    def finish(self, seat: int) -> Finish | None:
        """What came of the racer in this seat; None while they race."""
        if self.state == "racing" or self.time_ms is None:
            return None
        return Finish(seat, self.state, self.revealed, self.errors, self.time_ms)


OFF = Progress("racing", revealed=1, errors=0)
"""Where everyone stands when the race starts: with the opening card in hand."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat; `number` from 1 to the capacity, `progress` None until the race has started."""

    number: int
    player_id: str
    display_name: str
    client_seed: str = field(default="", repr=False)
    ready: bool = False
    progress: Progress | None = None
    bot: bool = False

    @property
    def is_racing(self) -> bool:
        """Whether their fate is still open in a race that runs."""
        return self.progress is not None and self.progress.state == "racing"


@dataclass(frozen=True, slots=True)
class Race:
    """A race as the store keeps it. Instants are the store's, in milliseconds since 1970."""

    id: str
    terms: RaceTerms
    secret: bytes = field(repr=False)
    """What all server seeds are derived from: 32 random bytes."""
    join_code: str | None = field(repr=False)
    """What opens a private race; None for a public one."""
    created_at: int
    updated_at: int
    """The instant of its last event."""
    seq: int
    """The number of its last event; the first is 1."""
    seats: tuple[Seat, ...]
    """In the order of their numbers, which may have gaps."""
    host: int | None
    """The host's seat; None once everyone has left."""
    status: RaceStatus = "open"
    starts_at: int | None = None
    ended_at: int | None = None
    kicked: tuple[str, ...] = ()
    """The ids of the players whom the host has sent away, in that order."""
    gone: tuple[str, ...] = ()
    """The ids of those who have left by themselves, once for each time: the latest."""
    rematch_id: str | None = None
    version: int = 0
    """How often the store has changed it, moves included; the store's alone to count."""

    def __post_init__(self) -> None:
        fault = next(faults(self), None)
        if fault is not None:
            raise BrokenSave(fault)

    @property
    def key(self) -> tuple[int, str]:
        """Where the race stands in the lobby."""
        return self.created_at, self.id

    @property
    def is_over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.status in ("finished", "cancelled")

    @property
    def free(self) -> int:
        """How many seats are not taken."""
        return self.terms.capacity - len(self.seats)

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return VARIANTS[self.terms.variant]

    @property
    def ends_at(self) -> int | None:
        """When its time is up; None before the countdown."""
        return None if self.starts_at is None else self.starts_at + 1000 * self.terms.time_limit_s

    @property
    def racing(self) -> int:
        """How many racers' fates are open; 0 before the start."""
        return sum(seat.is_racing for seat in self.seats)

    @property
    def due(self) -> int | None:
        """When something happens to the race if nobody does anything; None once it is over."""
        match self.status:
            case "open":
                return self.created_at + LOBBY_MS
            case "countdown":
                return self.starts_at
            case "running":
                return self.ends_at if self.racing else self.updated_at
        return None

    @property
    def places(self) -> Mapping[int, int] | None:
        """The place of each seat once the race is finished."""
        if self.status != "finished":
            return None
        finishes = (seat.progress.finish(seat.number) for seat in self.seats if seat.progress)
        return order_of_finish(finish for finish in finishes if finish)

    @property
    def commitments(self) -> tuple[str, ...]:
        """What is published of the server seeds from the beginning: one a seat, or one that all share."""
        seats = range(1, self.terms.capacity + 1) if self.terms.decks == "own" else (_SHARED_SEAT,)
        return tuple(commitment_to(self._server_seed(seat)) for seat in seats)

    def seat(self, number: int) -> Seat:
        """The seat with this number; `SeatNotFound`."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise SeatNotFound(self.id, number)

    def seat_of(self, player_id: str) -> Seat:
        """The player's seat; `NotSeated`."""
        for seat in self.seats:
            if seat.player_id == player_id:
                return seat
        raise NotSeated(self.id)

    def is_visible_to(self, player_id: str, code: str | None = None) -> bool:
        """Whether the player may know of the race: if it is public, if they sit in it, or with its code.

        Whom the host has sent away from a private race, the code opens it no more.
        """
        if self.join_code is None or self.seats_player(player_id):
            return True
        return player_id not in self.kicked and opens(self.join_code, code)

    def seats_player(self, player_id: str) -> bool:
        """Whether the player has a seat."""
        return any(seat.player_id == player_id for seat in self.seats)

    def reseated(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, with this one in the place of that with its number."""
        return tuple(seat if other.number == seat.number else other for other in self.seats)

    def seeds(self, number: int) -> Seeds:
        """The seeds of the deal in this seat, as the racers are seated now.

        For a shared deal the client seed is the SHA-256, in hex, of all racers' in the order of their seats, with a
        zero byte between two.
        """
        if self.terms.decks == "own":
            return Seeds(self._server_seed(number), self.seat(number).client_seed)
        joined = b"\0".join(seat.client_seed.encode() for seat in self.seats)
        return Seeds(self._server_seed(_SHARED_SEAT), sha256(joined).hexdigest())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, for statistics: first, by the chain's end, in a race that was one.

        Who gave up, was disqualified or ran out of time wins nothing, even if nobody got further; and where fewer
        than two humans placed a card, there was no race.
        """
        places = self.places or {}
        placing = (seat.progress and seat.progress.revealed > OFF.revealed for seat in self.seats if not seat.bot)
        if sum(map(bool, placing)) < FEWEST_PLACING:
            return ()
        ended = {seat.number for seat in self.seats if seat.progress and seat.progress.state in _PLAYED_OUT}
        return tuple(seat for seat, place in places.items() if place == 1 and seat in ended)

    def _server_seed(self, seat: int) -> bytes:
        return hmac.digest(self.secret, b"seat" + bytes((seat,)), "sha256")
