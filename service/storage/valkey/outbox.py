"""Ended ranked games, and races, on their way to the results database: a stream and a group in each partition."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from service.game.errors import BrokenSave
from service.game.shuffle import shuffle
from service.play.identity import PARTITIONS
from service.play.results import Delivery
from service.storage.valkey.faults import sound
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.play.race import Race
    from service.play.record import GameRecord
    from service.storage.valkey.client import Store
    from service.storage.valkey.codec import Codec
    from service.storage.valkey.faults import OnFaults
    from service.storage.valkey.race_codec import RaceCodec

GROUP = "results"
CONSUMER = "worker"
"""All workers are one consumer: new entries go to one of them anyway, and what one has left is told by its age."""

TRIAL = 1_000_000
"""What a trial adds to the server's count of deliveries, which is the one thing that it keeps beside an entry."""


class ValkeyOutbox:
    """The port `Outbox`. What a worker has not dealt with after `claim_after_ms` goes to whichever asks next."""

    def __init__(
        self, store: Store, codec: Codec, races: RaceCodec, on_faults: OnFaults, *, claim_after_ms: int = 60_000
    ) -> None:
        self._store = store
        self._codec = codec
        self._races = races
        self._on_faults = on_faults
        self._claim_after_ms = claim_after_ms

    def read(self, limit: int) -> Sequence[Delivery]:
        """See the port."""
        words = GROUP, CONSUMER, self._claim_after_ms, limit
        found = self._store.try_run_all(script("collect"), [((Keys(tag).outbox,), words) for tag in PARTITIONS])
        return [
            self._delivery(tag, entry_id.decode(), count, dict(zip(fields[::2], fields[1::2], strict=True)))
            for tag, entries in sound("outbox", PARTITIONS, found, self._on_faults)
            for entry_id, count, fields in entries
        ]

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        calls = []
        for tag, group in _by_partition(deliveries).items():
            # A race is marked by nothing: there is no game of its id.
            pairs = [(delivery.entry_id, ended.id) for delivery in group if (ended := delivery.ended)]
            games = [Keys(tag).game(game_id) for _, game_id in pairs]
            calls.append(((Keys(tag).outbox, *games), (GROUP, *(word for pair in pairs for word in pair))))
        self._store.run_all(script("confirm"), calls)

    def release(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        terms = GROUP, CONSUMER, self._claim_after_ms
        calls = []
        for tag, group in _by_partition(deliveries).items():
            counts = [word for delivery in group for word in (delivery.entry_id, _count(delivery) - 1)]
            calls.append(((Keys(tag).outbox,), (*terms, *counts)))
        self._store.run_all(script("recount"), calls)

    def note_trial(self, delivery: Delivery) -> None:
        """See the port."""
        count = (delivery.trials + 1) * TRIAL
        words = GROUP, CONSUMER, 0, delivery.entry_id, count
        self._store.run(script("recount"), (Keys(delivery.partition).outbox,), words)

    def bury(self, delivery: Delivery, reason: str) -> None:
        """See the port."""
        keys = Keys(delivery.partition)
        self._store.run(script("bury"), (keys.outbox, keys.dead), (GROUP, delivery.entry_id, reason))

    def depth(self) -> int:
        """How many results are on their way, in all partitions that can say so."""
        answers = self._store.try_all([("XLEN", Keys(tag).outbox) for tag in PARTITIONS])
        return sum(length for _, length in sound("depth", PARTITIONS, answers, self._on_faults))

    def oldest(self) -> int | None:
        """The instant from which the oldest of them waits, in milliseconds since 1970; None if nothing does."""
        answers = self._store.try_all([("XRANGE", Keys(tag).outbox, "-", "+", "COUNT", 1) for tag in PARTITIONS])
        found = sound("oldest", PARTITIONS, answers, self._on_faults)
        return min((int(entries[0][0].partition(b"-")[0]) for _, entries in found if entries), default=None)

    def _delivery(self, tag: str, entry_id: str, count: int, entry: Mapping[bytes, bytes]) -> Delivery:
        trials, attempts = divmod(count, TRIAL)
        try:
            if b"race" in entry:
                return Delivery(tag, entry_id, attempts, None, trials=trials, race=self._checked_race(entry))
            return Delivery(tag, entry_id, attempts, self._checked(entry), trials=trials)
        except BrokenSave as fault:
            return Delivery(tag, entry_id, attempts, None, fault.reason, trials)
        except Exception as error:  # noqa: BLE001  whatever one entry brings about, the others must be read
            return Delivery(tag, entry_id, attempts, None, f"unforeseen {error!r}", trials)

    def _checked(self, entry: Mapping[bytes, bytes]) -> GameRecord:
        game_id = entry.get(b"id", b"").decode(errors="replace")
        record = self._codec.record(game_id, [entry.get(name) for name in NAMES])
        seeds, deal = record.draft.seeds, record.draft.game.deal
        if not record.game.outcome or not record.draft.ranked:
            raise BrokenSave("no ended ranked game")
        if seeds is None or shuffle(seeds, deal.decks) != deal:
            raise BrokenSave("the seeds do not shuffle to the deal")
        return record

    def _checked_race(self, entry: Mapping[bytes, bytes]) -> Race:
        fields = {name.decode(errors="replace"): value for name, value in entry.items()}
        race = self._races.race(fields.pop("race").decode(errors="replace"), fields)
        if race.status != "finished":
            raise BrokenSave("no race that was run")
        return race


def _count(delivery: Delivery) -> int:
    return delivery.trials * TRIAL + delivery.attempts


def _by_partition(deliveries: Sequence[Delivery]) -> Mapping[str, list[Delivery]]:
    groups = defaultdict[str, list[Delivery]](list)
    for delivery in deliveries:
        groups[delivery.partition].append(delivery)
    return groups
