"""The result of an ended game, and how results come into the database that lasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.game import Ending
from service.game.ledger import TITLE, Ledger, ledger, shuttles, unbroken_runs
from service.game.odds import luck
from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from service.play.ports import Outbox, Results
    from service.play.record import GameRecord


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game. Durations in milliseconds; `luck` is a percentile from 0 to 100."""

    outcome: Ending
    flips: int
    hidden: int
    locking_seen: int
    elapsed_ms: int
    shuttles: int
    longest_run: int
    luck: float
    ledger: Ledger | None

    @property
    def title(self) -> str | None:
        """The honour that a cleared dial earns."""
        return TITLE if self.outcome is Ending.WON else None


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """A result as the database has it; `finished_at` in milliseconds since 1970."""

    game_id: str
    variant: str
    finished_at: int
    result: Result


@dataclass(frozen=True, slots=True)
class Delivery:
    """An ended game from the outbox; without a record when its bytes failed their check, and `fault` says why."""

    partition: str
    entry_id: str
    attempts: int
    record: GameRecord | None
    fault: str = ""


class UnrecordableResult(Exception):
    """The database refuses a result for what it holds; trying again would not help."""


def result_of(record: GameRecord) -> Result | None:
    """The result of an ended game; None while it goes on."""
    game = record.game
    if game.outcome is None:
        return None
    return Result(
        outcome=game.outcome.ending,
        flips=game.flips,
        hidden=game.hidden,
        locking_seen=game.locking_seen,
        elapsed_ms=record.updated_at - record.opened_at,
        shuttles=shuttles(game),
        longest_run=max(unbroken_runs(game), default=0),
        luck=float(luck(len(game.chain), game.rules.decks)),
        ledger=ledger(game),
    )


MOST_ATTEMPTS = 5
"""Deliveries after which an entry is taken for the cause of its worker's death."""


def record_results(outbox: Outbox, results: Results, limit: int) -> int:
    """Move a batch from the outbox to the results; how many deliveries were dealt with.

    Acknowledged only after the commit, so a result may be delivered twice, and is stored once. While the database
    is away (`StoreUnavailable`) the deliveries go back, so that no result is buried for its absence.
    """
    deliveries = outbox.read(limit)
    sound = []
    for delivery in deliveries:
        if delivery.record is None:
            outbox.bury(delivery, delivery.fault)
        elif delivery.attempts > MOST_ATTEMPTS:
            outbox.bury(delivery, f"delivered {delivery.attempts} times without success")
        else:
            sound.append((delivery, delivery.record))
    try:
        _record(outbox, results, sound)
    except StoreUnavailable:
        outbox.release([delivery for delivery, _ in sound])
        raise
    return len(deliveries)


def _record(outbox: Outbox, results: Results, batch: list[tuple[Delivery, GameRecord]]) -> None:
    if not batch:
        return
    try:
        results.record([record for _, record in batch])
    except UnrecordableResult as refusal:
        if len(batch) == 1:
            outbox.bury(batch[0][0], str(refusal))
            return
        middle = len(batch) // 2
        _record(outbox, results, batch[:middle])
        _record(outbox, results, batch[middle:])
        return
    outbox.confirm([delivery for delivery, _ in batch])
