"""Holding, joining and watching races.

Whoever acts on a private race of which they may not know is told that there is none (`RaceNotFound`). Everything
that acts on a race lets what is due in it happen first, and says what became of the race.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.play import lobby
from service.play.aiming import Aim
from service.play.errors import PlayerNotFound, Unauthenticated
from service.play.identity import new_race_id
from service.play.lobby import Newcomer
from service.play.players import own_account
from service.play.race_errors import (
    InvalidTerms,
    RaceNotFound,
)
from service.play.race_terms import terms_of
from service.play.seating import opening, quick_seat, rematch_seat, seedless, tried

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.caller import Caller
    from service.play.pages import Key, Page
    from service.play.ports import Players, Sessions
    from service.play.race_ports import Events, Races, Seen
    from service.play.race_terms import RaceTerms

QUICK_CAPACITY = 4
"""How many seats a race has that is made for someone in a hurry who did not say."""


@dataclass(frozen=True, slots=True)
class Hall:
    """Where races are held: the ports that every use case here needs."""

    races: Races
    sessions: Sessions
    players: Players


def create(hall: Hall, caller: Caller, terms: RaceTerms, client_seed: str = "") -> Seen:
    """A new race, in whose first seat the caller sits; `InvalidSeed`."""
    hall.sessions.check(caller, "play")
    who = _newcomer(hall, caller, client_seed)
    race_id = new_race_id(who.player_id)
    return _held(hall, caller, hall.races.create(caller, race_id, opening(race_id, terms, who)))


def view(hall: Hall, caller: Caller, race_id: str, code: str | None = None) -> Seen:
    """A race as it stands."""
    hall.sessions.check(caller, "read")
    return watched(hall.races, caller.token.player_id, race_id, code)


def watched(races: Races, player_id: str, race_id: str, code: str | None) -> Seen:
    """A race as it stands, for a player who has been let in already."""
    seen = races.load(race_id)
    lobby.check_visible(seen.race, player_id, code)
    return seen


def open_races(hall: Hall, caller: Caller, after: Key | None, limit: int) -> Page[Seen]:
    """The public races that one can still join, newest first; a page may hold fewer than there are."""
    hall.sessions.check(caller, "read")
    return hall.races.lobby(after, limit)


def quick(hall: Hall, caller: Caller, wishes: Mapping[str, Any], client_seed: str = "") -> Seen:
    """A seat in an open public race whose terms are as wished, or else in a new one, then without the seed.

    `wishes` are terms by their names, and those left out are all the same to the caller. A race in which they sit
    already comes first, then those that start when they are full, the closest to that before the others. A new race
    starts when it is full unless that was wished otherwise, since its host may be gone by then; whoever else finds
    none at that moment meets the caller in it. Raises `InvalidTerms`, `InvalidSeed`.
    """
    hall.sessions.check(caller, "play")
    terms = terms_of({"capacity": QUICK_CAPACITY, "start": "full", **wishes})
    if terms.visibility != "public":
        raise InvalidTerms("visibility", "a quick seat is one in a public race")
    who = _newcomer(hall, caller, client_seed)
    return _held(hall, caller, quick_seat(hall, Aim(hall.races, caller), wishes, terms, who))


def join(hall: Hall, caller: Caller, race_id: str, code: str | None = None, client_seed: str = "") -> Seen:
    """A seat for the caller, or the one that they have; `InvalidSeed`, and otherwise as `lobby.joined`."""
    hall.sessions.check(caller, "play")
    who = _newcomer(hall, caller, client_seed)
    seen = hall.races.change(caller, race_id, lambda race, now: lobby.joined(race, who, code, now))
    return _held(hall, caller, seen)


def leave(hall: Hall, caller: Caller, race_id: str) -> Seen:
    """The caller's seat is free again; errors as `lobby.left`."""
    hall.sessions.check(caller, "play")
    player_id = caller.token.player_id
    return hall.races.change(caller, race_id, lambda race, now: lobby.left(race, player_id, now))


def ready(hall: Hall, caller: Caller, race_id: str) -> Seen:
    """The caller is ready; errors as `lobby.readied`."""
    hall.sessions.check(caller, "play")
    player_id = caller.token.player_id
    return hall.races.change(caller, race_id, lambda race, now: lobby.readied(race, player_id, now))


def start(hall: Hall, caller: Caller, race_id: str) -> Seen:
    """The caller's race counts down; errors as `lobby.begun`."""
    hall.sessions.check(caller, "play")
    player_id = caller.token.player_id
    return hall.races.change(caller, race_id, lambda race, now: lobby.begun(race, player_id, now))


def kick(hall: Hall, caller: Caller, race_id: str, seat: int) -> Seen:
    """Whoever sits there is sent away from the caller's race; errors as `lobby.kicked`."""
    hall.sessions.check(caller, "play")
    player_id = caller.token.player_id
    return hall.races.change(caller, race_id, lambda race, now: lobby.kicked(race, player_id, seat, now))


def forfeit(hall: Hall, caller: Caller, race_id: str) -> Seen:
    """The caller gives their race up; errors as `racing.forfeited`."""
    hall.sessions.check(caller, "play")
    return hall.races.forfeit(caller, race_id)


def rematch(hall: Hall, caller: Caller, race_id: str, client_seed: str = "") -> Seen:
    """A seat in the private race that those of a race hold once it is over, on the same terms otherwise.

    Whoever asks first is its host, whose seed is not taken; the others get a seat without its code.
    Errors as `lobby.rematched` and `join`.
    """
    hall.sessions.check(caller, "play")
    who = _newcomer(hall, caller, client_seed)
    aim, seen = Aim(hall.races, caller), None
    with suppress(RaceNotFound):
        seen = tried(hall, aim, aim.race_id, seedless(who)) if aim.race_id else None
    return _held(hall, caller, seen or rematch_seat(hall, aim, race_id, who))


def log(hall: Hall, caller: Caller, race_id: str, code: str | None, after: int | None, limit: int) -> Events:
    """Up to `limit` of the events of a race with numbers above `after`; None for the first that are kept."""
    hall.sessions.check(caller, "read")
    watched(hall.races, caller.token.player_id, race_id, code)
    return hall.races.events(race_id, after, limit)


def _newcomer(hall: Hall, caller: Caller, client_seed: str) -> Newcomer:
    with own_account():
        player = hall.players.get(caller.token.player_id)
    return Newcomer(player.id, player.display_name, client_seed, player.bot)


def _held(hall: Hall, caller: Caller, seen: Seen) -> Seen:
    """What was seen with a seat taken, which nobody keeps who was erased meanwhile: `Unauthenticated`.

    Whoever is hidden after this look is forgotten after the seat was taken, by their erasure.
    """
    try:
        hall.players.get(caller.token.player_id)
    except PlayerNotFound:
        hall.races.forget(caller.token.player_id)
        raise Unauthenticated from None
    return seen
