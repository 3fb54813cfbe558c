"""Open public races. The list is kept beside the races, and mended by whoever finds it wrong."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from service.play.identity import is_id, is_raced
from service.play.pages import Page
from service.play.race import LOBBY_MS
from service.play.race_ports import Seen
from service.storage.valkey.keys import LOBBY, meet, member
from service.storage.valkey.pages import listed
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_terms import RaceTerms
    from service.storage.valkey.client import Store
    from service.storage.valkey.race_records import Look, RaceRecords

UNMADE_MS = 60_000
"""How long a race may stand in the list before it is there itself."""


class Lobby:
    """A race is listed before it is there, and struck off after it has closed: so none that is open goes missing."""

    def __init__(self, store: Store, records: RaceRecords) -> None:
        self._store = store
        self._records = records

    def expect(self, before: Race | None, race: Race) -> None:
        """List a race that is about to be made. What a crash has left in the list goes when no race can be as old."""
        if before is None and _is_listed(race):
            self._store.run(script("enlist"), (LOBBY,), (member(race.id), race.created_at, LOBBY_MS + UNMADE_MS))

    def settle(self, before: Race | None, race: Race) -> None:
        """Strike a race off that has closed."""
        if before is not None and _is_listed(before) and not _is_listed(race):
            self._store.command("ZREM", LOBBY, member(race.id))

    def page(self, after: Key | None, limit: int) -> Page[Seen]:
        """The next open public races, newest first. Those that are none are struck off."""
        keys = listed(self._store, LOBBY, after, limit)
        looks = self._records.looks([race_id for _, race_id in keys[:limit]])
        gone = [member(key[1]) for key, look in zip(keys, looks, strict=False) if _is_gone(key, look)]
        if gone:
            self._store.command("ZREM", LOBBY, *gone)
        items = [
            Seen(look.race, look.now) for look in looks if look.race and _is_listed(look.race) and not look.is_due
        ]
        return Page(tuple(items), keys[limit - 1] if len(keys) > limit else None)

    def meet(self, terms: RaceTerms, race_id: str, instead_of: str | None) -> str:
        """See the port `Races`. What is no id of a race is replaced."""
        key = meet(json.dumps(asdict(terms)))
        kept = self._store.run(script("meet"), (key,), (race_id, instead_of or "", LOBBY_MS))
        text = str(kept, "ascii", "replace")
        if is_id(text) and is_raced(text):
            return text
        return str(self._store.run(script("meet"), (key,), (race_id, kept, LOBBY_MS)), "ascii", "replace")


def _is_listed(race: Race) -> bool:
    return race.status == "open" and race.terms.visibility == "public"


def _is_gone(key: Key, look: Look) -> bool:
    """Whether a race should stand in the list no longer."""
    return not _is_listed(look.race) if look.race else look.now - key[0] > UNMADE_MS
