"""The outbox in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from service.play.identity import partition_of
from service.play.results import DeadLetter, Delivery
from tests.fakes.memory import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.fakes.memory import Memory


class FakeOutbox:
    """The port `Outbox`, whose workers count as gone as soon as they have read."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def read(self, limit: int) -> Sequence[Delivery]:
        deliveries, counts = [], Counter[str]()
        for entry_id, entry in self._memory.outbox.items():
            partition = partition_of(entry_id)
            counts[partition] += 1
            if counts[partition] <= limit:
                entry.attempts += 1
                delivery = Delivery(
                    partition, entry_id, entry.attempts, entry.record, trials=entry.trials, race=entry.race
                )
                deliveries.append(delivery)
        return deliveries

    def confirm(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            entry = self._memory.outbox.pop(delivery.entry_id, None)
            for games in (self._memory.games, self._memory.raced):
                if entry is not None and entry.ended.id in games:
                    games[entry.ended.id] = replace(games[entry.ended.id], recorded=True)

    def release(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            self._recount(delivery, delivery.attempts - 1, delivery.trials)

    def note_trial(self, delivery: Delivery) -> None:
        self._recount(delivery, 0, delivery.trials + 1)

    def bury(self, delivery: Delivery, reason: str) -> None:
        entry = self._memory.outbox.pop(delivery.entry_id, None)
        if entry is not None:
            self._memory.dead.append((entry.ended.id, reason))
            self._memory.letters[delivery.entry_id] = entry.ended, reason

    def _recount(self, delivery: Delivery, attempts: int, trials: int) -> None:
        if delivery.entry_id in self._memory.outbox:
            entry = self._memory.outbox[delivery.entry_id]
            entry.attempts, entry.trials = attempts, trials


class FakeDeadLetters:
    """The port `DeadLetters`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def dead(self, at_a_time: int = 100) -> Iterator[DeadLetter]:  # noqa: ARG002  memory has no pages
        for letter_id, (record, reason) in list(self._memory.letters.items()):
            yield DeadLetter(partition_of(letter_id), letter_id, record.id, reason)

    def replay(self, letters: Sequence[DeadLetter]) -> int:
        found = [letter for letter in letters if letter.letter_id in self._memory.letters]
        for letter in found:
            record, reason = self._memory.letters.pop(letter.letter_id)
            self._memory.dead.remove((record.id, reason))
            self._memory.outbox[letter.letter_id] = Entry(record)
        return len(found)

    def count(self) -> int:
        return len(self._memory.letters)
