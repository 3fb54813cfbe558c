"""Ended ranked games on their way to the results database: a stream and a consumer group in each partition."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from service.game.errors import BrokenSave
from service.game.shuffle import shuffle
from service.play.identity import PARTITIONS
from service.play.results import Delivery
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.play.record import GameRecord
    from service.storage.valkey.client import Store
    from service.storage.valkey.codec import Codec

GROUP = "results"


class ValkeyOutbox:
    """The port `Outbox`. What a consumer has not dealt with after `claim_after_ms` goes to whoever asks next."""

    def __init__(self, store: Store, codec: Codec, *, consumer: str, claim_after_ms: int = 60_000) -> None:
        self._store = store
        self._codec = codec
        self._consumer = consumer
        self._claim_after_ms = claim_after_ms

    def read(self, limit: int) -> Sequence[Delivery]:
        """See the port."""
        words = GROUP, self._consumer, self._claim_after_ms, limit
        found = self._store.run_all(script("collect"), [((Keys(tag).outbox,), words) for tag in PARTITIONS])
        return [
            self._delivery(tag, entry_id.decode(), attempts, dict(zip(fields[::2], fields[1::2], strict=True)))
            for tag, entries in zip(PARTITIONS, found, strict=True)
            for entry_id, attempts, fields in entries
        ]

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        calls = []
        for tag, group in _by_partition(deliveries).items():
            pairs = [(delivery.entry_id, delivery.record.id) for delivery in group if delivery.record]
            games = [Keys(tag).game(game_id) for _, game_id in pairs]
            calls.append(((Keys(tag).outbox, *games), (GROUP, *(word for pair in pairs for word in pair))))
        self._store.run_all(script("confirm"), calls)

    def release(self, deliveries: Sequence[Delivery]) -> None:
        """See the port."""
        terms = GROUP, self._consumer, self._claim_after_ms
        calls = []
        for tag, group in _by_partition(deliveries).items():
            counts = [word for delivery in group for word in (delivery.entry_id, delivery.attempts - 1)]
            calls.append(((Keys(tag).outbox,), (*terms, *counts)))
        self._store.run_all(script("release"), calls)

    def bury(self, delivery: Delivery, reason: str) -> None:
        """See the port."""
        keys = Keys(delivery.partition)
        self._store.run(script("bury"), (keys.outbox, keys.dead), (GROUP, delivery.entry_id, reason))

    def depth(self) -> int:
        """How many results are on their way, in all partitions."""
        return sum(self._store.commands([("XLEN", Keys(tag).outbox) for tag in PARTITIONS]))

    def _delivery(self, tag: str, entry_id: str, attempts: int, entry: Mapping[bytes, bytes]) -> Delivery:
        try:
            return Delivery(tag, entry_id, attempts, self._checked(entry))
        except BrokenSave as fault:
            return Delivery(tag, entry_id, attempts, None, fault.reason)

    def _checked(self, entry: Mapping[bytes, bytes]) -> GameRecord:
        game_id = entry.get(b"id", b"").decode(errors="replace")
        record = self._codec.record(game_id, [entry.get(name) for name in NAMES])
        seeds, deal = record.draft.seeds, record.draft.game.deal
        if not record.game.outcome or not record.draft.ranked:
            raise BrokenSave("no ended ranked game")
        if seeds is None or shuffle(seeds, deal.decks) != deal:
            raise BrokenSave("the seeds do not shuffle to the deal")
        return record


def _by_partition(deliveries: Sequence[Delivery]) -> Mapping[str, list[Delivery]]:
    groups = defaultdict[str, list[Delivery]](list)
    for delivery in deliveries:
        groups[delivery.partition].append(delivery)
    return groups
