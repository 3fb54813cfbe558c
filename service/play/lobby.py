"""A race before it starts: who sits where, who is ready, and who starts it. All of it is pure.

Each function takes a race in which nothing is due (`racing.advance`) and gives the `Step` that is made of it.
Instants are the store's, in milliseconds since 1970. A private race is not there (`RaceNotFound`) for whoever may
not see it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from service.game.shuffle import check_client_seed
from service.play.join_codes import opens
from service.play.race import Race, Seat
from service.play.race_errors import (
    HostStays,
    KickedOut,
    LeftForGood,
    NotHost,
    NotReady,
    RaceFull,
    RaceGoesOn,
    RaceNotFound,
    RaceOver,
    RaceStarted,
)
from service.play.race_events import RaceEvent, Step, happening
from service.play.starting import announced, can_start, cancelled, unready

if TYPE_CHECKING:
    from service.play.race_terms import RaceTerms

MOST_KICKED = 256
"""How many players a race remembers to have sent away: the latest ones."""
MOST_GONE = 256
"""How many leavings a race remembers: the latest ones."""
MOST_LEAVINGS = 5
"""How often a player leaves one lobby before there is no way back, so that nobody fills its log that way."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who takes a seat, and their part of the deal's seeds: 0 to 64 bytes of UTF-8, or `InvalidSeed`."""

    player_id: str
    display_name: str
    client_seed: str = field(default="", repr=False)
    bot: bool = False

    def __post_init__(self) -> None:
        check_client_seed(self.client_seed)

    def seat(self, number: int) -> Seat:
        """The seat with this number, taken."""
        return Seat(number, self.player_id, self.display_name, self.client_seed, bot=self.bot)


def opened(race_id: str, terms: RaceTerms, secret: bytes, join_code: str | None, host: Newcomer, now: int) -> Step:
    """A new race, with its host in the first seat. The secret is 32 random bytes, the code None for a public race."""
    seat = host.seat(1)
    race = Race(
        race_id,
        terms,
        secret,
        join_code,
        created_at=now,
        updated_at=now,
        seq=1,
        seats=(seat,),
        host=seat.number,
    )
    return Step(race, (RaceEvent(1, now, "joined", _who(seat)),), made=True)


def joined(race: Race, who: Newcomer, code: str | None, now: int) -> Step:
    """The lowest free seat for a newcomer; one who sits in the race keeps what they have.

    A seat that came without a client seed may get one, as long as the race is open: its host's comes in this way,
    for the commitments are published when the race is made, and before any of these seeds.

    A race that starts when it is full counts down from here on. Raises `RaceOver`, `KickedOut`, `LeftForGood`,
    `RaceFull`, `RaceStarted`.
    """
    if who.player_id in race.kicked and (race.join_code is None or opens(race.join_code, code)):
        raise KickedOut(race.id)  # said rather than that there is no such race, for they know that there is
    check_visible(race, who.player_id, code)
    if race.seats_player(who.player_id):
        return _seeded(race, who)
    _check_joinable(race, who.player_id)
    taken = {seat.number for seat in race.seats}
    seat = who.seat(min(set(range(1, race.terms.capacity + 1)) - taken))
    seats = sorted((*race.seats, seat), key=lambda seat: seat.number)
    step = happening(race, now, "joined", _who(seat), seats=tuple(seats))
    if not step.race.free and race.terms.start == "full":
        return step.then(announced(step.race, now))
    return step


def _seeded(race: Race, who: Newcomer) -> Step:
    seat = race.seat_of(who.player_id)
    if seat.client_seed or race.status != "open":
        return Step(race)
    return Step(replace(race, seats=race.reseated(replace(seat, client_seed=who.client_seed))))


def left(race: Race, player_id: str, now: int) -> Step:
    """The race without the player; the host's part falls to the lowest seat, and the last to leave cancels it.

    Raises `NotSeated`, `RaceStarted`, `RaceOver`.
    """
    seat = _own_seat(race, player_id)
    check_open(race)
    return without(race, seat, "left", now, gone=(*race.gone, player_id)[-MOST_GONE:])


def readied(race: Race, player_id: str, now: int) -> Step:
    """The player is ready, if they were not before. Raises as `left`."""
    seat = _own_seat(race, player_id)
    check_open(race)
    if seat.ready:
        return Step(race)
    return happening(race, now, "ready", _who(seat), seats=race.reseated(replace(seat, ready=True)))


def kicked(race: Race, player_id: str, number: int, now: int) -> Step:
    """Whoever sits in this seat is sent away by the host, and cannot come back.

    Raises as `left`, and `NotHost`, `SeatNotFound`, `HostStays`.
    """
    _check_host(race, player_id)
    check_open(race)
    if number == race.host:
        raise HostStays(race.id)
    seat = race.seat(number)
    return without(race, seat, "kicked", now, kicked=(*race.kicked, seat.player_id)[-MOST_KICKED:])


def begun(race: Race, player_id: str, now: int) -> Step:
    """The host lets the race count down. Raises as `left`, and `NotHost`, `NotReady`."""
    _check_host(race, player_id)
    check_open(race)
    if not can_start(race):
        raise NotReady(race.id, len(race.seats), unready(race))
    return announced(race, now)


def rematched(race: Race, player_id: str, rematch_id: str, instead_of: str | None) -> Step:
    """The race with this for its rematch, if it has none, or just the one to be replaced.

    Raises `NotSeated`, `RaceGoesOn`.
    """
    _own_seat(race, player_id)
    if not race.is_over:
        raise RaceGoesOn(race.id)
    return Step(replace(race, rematch_id=rematch_id) if race.rematch_id == instead_of else race)


def without(race: Race, seat: Seat, reason: Literal["left", "kicked"], now: int, **changes: Any) -> Step:
    """The lobby once this seat is free; it is cancelled if nobody is left."""
    seats = tuple(other for other in race.seats if other.number != seat.number)
    lowest = seats[0].number if seats else None
    host = lowest if race.host == seat.number else race.host
    facts = {**_who(seat), "reason": reason, "host": host}
    step = happening(race, now, "left", facts, seats=seats, host=host, **changes)
    return step if seats else step.then(cancelled(step.race, now, "deserted"))


def check_visible(race: Race, player_id: str, code: str | None = None) -> None:
    """`RaceNotFound` for a private race of which the player may not know."""
    if not race.is_visible_to(player_id, code):
        raise RaceNotFound(race.id)


def check_open(race: Race) -> None:
    """`RaceOver` or `RaceStarted` where the time of the lobby has passed."""
    if race.is_over:
        raise RaceOver(race.id)
    if race.status != "open":
        raise RaceStarted(race.id)


def _check_joinable(race: Race, player_id: str) -> None:
    """That a race is full is said before that it has started, for a race may start by being full."""
    if race.is_over:
        raise RaceOver(race.id)
    if race.gone.count(player_id) >= MOST_LEAVINGS:
        raise LeftForGood(race.id)
    if not race.free:
        raise RaceFull(race.id, race.terms.capacity)
    check_open(race)


def _own_seat(race: Race, player_id: str) -> Seat:
    check_visible(race, player_id)
    return race.seat_of(player_id)


def _check_host(race: Race, player_id: str) -> None:
    if _own_seat(race, player_id).number != race.host:
        raise NotHost(race.id, race.host)


def _who(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number}
