"""Results that were set aside: a stream in each partition."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from service.play.identity import PARTITIONS, is_id
from service.play.results import DeadLetter
from service.storage.valkey.faults import sound
from service.storage.valkey.fields import FIELDS
from service.storage.valkey.keys import Keys, member
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.storage.valkey.client import Store
    from service.storage.valkey.faults import OnFaults


LETTERS_AT_A_TIME = 500


class ValkeyDeadLetters:
    """The port `DeadLetters`."""

    def __init__(self, store: Store, on_faults: OnFaults) -> None:
        self._store = store
        self._on_faults = on_faults

    def dead(self, at_a_time: int = 100) -> Iterator[DeadLetter]:
        """See the port."""
        starts = dict.fromkeys(PARTITIONS, "-")
        while starts:
            letters = self._some(starts, at_a_time)
            yield from letters
            counts = Counter(letter.partition for letter in letters)
            last = {letter.partition: f"({letter.letter_id}" for letter in letters}
            starts = {tag: start for tag, start in last.items() if counts[tag] == at_a_time}

    def _some(self, starts: Mapping[str, str], limit: int) -> list[DeadLetter]:
        """Up to so many of each of these partitions, from where it says."""
        calls = [("XRANGE", Keys(tag).dead, start, "+", "COUNT", limit) for tag, start in starts.items()]
        return [
            _letter(tag, entry_id, fields)
            for tag, entries in sound("dead letters", list(starts), self._store.try_all(calls), self._on_faults)
            for entry_id, fields in entries
        ]

    def replay(self, letters: Sequence[DeadLetter]) -> int:
        """See the port."""
        by_partition = defaultdict[str, list[str]](list)
        for letter in letters:
            by_partition[letter.partition].append(letter.letter_id)
        calls = [((Keys(tag).dead, Keys(tag).outbox), ids) for tag, ids in by_partition.items()]
        return sum(self._store.run_all(script("replay"), calls))

    def count(self) -> int:
        """See the port."""
        answers = self._store.try_all([("XLEN", Keys(tag).dead) for tag in PARTITIONS])
        return sum(length for _, length in sound("dead letters", PARTITIONS, answers, self._on_faults))


def forget(store: Store, player_id: str) -> None:
    """Remove those of games in the player's partition. Those of races lie elsewhere, with an id for a name."""
    dead, start = Keys.of(player_id).dead, "-"
    owner = FIELDS["owner"].encode()
    while entries := store.command("XRANGE", dead, start, "+", "COUNT", LETTERS_AT_A_TIME):
        mine = [entry_id for entry_id, fields in entries if fields.get(owner) == member(player_id)]
        if mine:
            store.command("XDEL", dead, *mine)
        start = f"({entries[-1][0].decode()}"


def _letter(tag: str, entry_id: bytes, fields: dict[bytes, bytes]) -> DeadLetter:
    game_id = (fields.get(b"id") or fields.get(b"race", b"")).decode(errors="replace")
    reason = fields.get(b"reason", b"").decode(errors="replace")
    return DeadLetter(tag, entry_id.decode(), game_id if is_id(game_id) else None, reason)
