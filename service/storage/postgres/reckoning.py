"""What all results and races of some players come to: the digests and standings that they should have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import func, select

from service.play.boards import best_entries, digest_entries, entries_of
from service.play.retention import is_kept
from service.storage.postgres.detached import require_all_months
from service.storage.postgres.digests import digest_all
from service.storage.postgres.living import results_of
from service.storage.postgres.race_wins import wins_of
from service.storage.postgres.rows import ENDED_COLUMNS, ended_game
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from sqlalchemy import Connection

    from service.play.boards import Entry, Slot
    from service.play.digests import Digest
    from service.play.ended import Ended
    from service.storage.postgres.digests import DigestKey

_Key = TypeVar("_Key", bound=tuple[Any, ...])
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What these players' results come to, as far as lists are kept."""

    results: Mapping[str, int]
    """How many each of them has, of those who have any."""
    digests: Mapping[DigestKey, Digest]
    wins: Mapping[Slot, Entry]
    """What their races come to, of all times."""
    _entries: Mapping[Slot, Entry]

    def shown(self, living: Mapping[str, bool]) -> dict[Slot, Entry]:
        """What should stand for those who are there, by whether each may be on boards."""
        return {slot: entry for slot, entry in self._entries.items() if living.get(entry.player_id, False)}

    def is_current(self, connection: Connection, player_ids: Sequence[str]) -> bool:
        """Whether no result and no win has come since, and nobody was erased: results are never changed."""
        each = results.c.player_id
        counted = select(each, func.count()).where(results_of(player_ids)).group_by(each)
        same_results = {row[0]: row[1] for row in connection.execute(counted)} == self.results
        return same_results and wins_of(connection, player_ids) == self.wins


def reckon(connection: Connection, player_ids: Sequence[str], since: date) -> Reckoning:
    """Compute it from the results alone; `MonthsDetached` unless all of them are there."""
    require_all_months(connection)
    rows = connection.execute(select(*ENDED_COLUMNS).where(results_of(player_ids)))
    games = [ended_game(row) for row in rows]
    digests = kept(digest_all(games), since)
    wins = wins_of(connection, player_ids)
    entries = kept(_best(games, digests) | wins, since)
    return Reckoning(Counter(str(game.player_id) for game in games), digests, wins, entries)


def kept(found: Mapping[_Key, _Value], since: date) -> dict[_Key, _Value]:
    """Without what has passed away before this day: the span is the third of each key."""
    return {key: one for key, one in found.items() if is_kept(key[2], since)}


def _best(games: Iterable[Ended], digests: Mapping[DigestKey, Digest]) -> dict[Slot, Entry]:
    """The best that these games and digests have to show, for each slot."""
    single = [entry for game in games for entry in entries_of(game)]
    drawn = [entry for key, digest in digests.items() for entry in digest_entries(*key, digest)]
    return best_entries([*single, *drawn])
