"""In which races a player has a seat, kept in the player's own partition until they are to be forgotten.

Those that are not over yet are kept once more, so that they can be counted. A race is struck off there when
it is found to be over, or without the player, by someone who has to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.identity import NOBODY
from service.play.race import MOST_RACES
from service.play.race_errors import RaceDiscarded, RaceNotFound, TooManyRaces
from service.play.race_ports import Seen
from service.play.racing import advance, forgotten
from service.storage.valkey.keys import MEMBER_BYTES, Keys, id_of, member
from service.storage.valkey.lifetimes import ENDED_RACE_MS, RACE_MS
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.play.race import Race
    from service.play.race_ports import Turn
    from service.storage.valkey.client import Store
    from service.storage.valkey.race_records import Look, RaceRecords

    Change = Callable[[Caller | None, str, Turn], Seen]

KEPT_MS = RACE_MS + ENDED_RACE_MS
UNTAKEN_MS = 10_000
"""How long a seat may be noted before it is taken."""
LONG_AGO = 0
"""When a seat was noted that need not be waited for."""


class Seats:
    """Noted before a seat is taken, so that none is missing; what was noted in vain does no harm."""

    def __init__(self, store: Store, records: RaceRecords) -> None:
        self._store = store
        self._records = records

    def expect(self, before: Race | None, race: Race) -> None:
        """Note the seats that are about to be taken; `TooManyRaces`."""
        for player_id in _racers(race) - _racers(before):
            if not self._claim(player_id, race):
                self.seated(player_id)
                if not self._claim(player_id, race):
                    raise TooManyRaces(MOST_RACES)

    def settle(self, before: Race | None, race: Race) -> None:
        """Let the seats that were given back count no longer.

        They are struck off by who counts, and looks: their player may be back by now.
        """
        for player_id in _racers(before) - _racers(race):
            self._store.command("ZADD", Keys.of(player_id).seated(player_id), "XX", LONG_AGO, member(race.id))

    def seated(self, player_id: str) -> tuple[Seen, ...]:
        """The races that are not over in which the player has a seat. Those that are none are struck off."""
        key = Keys.of(player_id).seated(player_id)
        words = self._store.command("ZRANGE", key, 0, -1, "WITHSCORES")
        noted = {name: float(at) for name, at in zip(words[::2], words[1::2], strict=True)}
        known = [name for name in noted if len(name) == MEMBER_BYTES]
        looks = dict(zip(known, self._records.looks([id_of(name) for name in known]), strict=True))
        gone = [name for name in noted if name not in looks or _is_gone(looks[name], player_id, noted[name])]
        if gone:
            self._store.command("ZREM", key, *gone)
        seen = [Seen(look.race, look.now) for look in looks.values() if look.race and _sits(look, player_id)]
        return tuple(sorted(seen, key=lambda one: one.race.key))

    def _claim(self, player_id: str, race: Race) -> bool:
        own = Keys.of(player_id)
        places = own.races(player_id), own.seated(player_id)
        return bool(self._store.run(script("claim"), places, (member(race.id), race.updated_at, MOST_RACES, KEPT_MS)))

    def forget(self, player_id: str, change: Change) -> None:
        """Take the player out of all races that are there."""
        key = Keys.of(player_id).races(player_id)
        for name in self._store.command("ZRANGE", key, 0, -1):
            if len(name) == MEMBER_BYTES:
                self._leave(player_id, id_of(name), change)
        self._store.command("DEL", key, Keys.of(player_id).seated(player_id))

    def _leave(self, player_id: str, race_id: str, change: Change) -> None:
        try:
            change(None, race_id, lambda race, now: forgotten(race, player_id, now))
        except (RaceNotFound, RaceDiscarded):
            return


def _racers(race: Race | None) -> set[str]:
    return {seat.player_id for seat in race.seats} - {NOBODY} if race else set()


def _sits(look: Look, player_id: str) -> bool:
    """Whether the player has a seat there once what is due is done, and the race goes on."""
    race = look.race and advance(look.race, look.now).race
    return race is not None and not race.is_over and race.seats_player(player_id)


def _is_gone(look: Look, player_id: str, noted_at: float) -> bool:
    """Whether a race should be counted no longer: one without the player may be about to seat them."""
    if look.race and look.race.is_over:
        return True
    return not _sits(look, player_id) and look.now - noted_at > UNTAKEN_MS
