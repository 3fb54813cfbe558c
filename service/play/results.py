"""The result of an ended game, and how results come into the database that lasts."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.game import Game
from service.game.ledger import Ledger, ledger, shuttles, title, unbroken_runs
from service.game.odds import luck
from service.game.policy import fate, first_lock
from service.play.errors import GameNotFound, SaveDiscarded, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from service.game.game import Ending, Mode
    from service.play.ports import Outbox, Results
    from service.play.record import DealKind, GameRecord


MOST_ATTEMPTS = 5
"""Deliveries that may come to nothing before an entry is suspected of ending its workers."""

MOST_TRIALS = 3
"""How often a suspect is tried alone before it is taken for guilty, no trial having come to any end."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game. Durations in milliseconds; `luck` is a percentile from 0 to 100."""

    outcome: Ending
    flips: int
    hidden: int
    locking_seen: int
    elapsed_ms: int
    ms_per_placement: float | None
    """None where the player placed nothing."""
    placement_errors: int
    shuttles: int
    restarts: int
    longest_run: int
    title: str | None
    """The honour that a cleared dial earns."""
    locks_at: int
    """How many flips the first lock of the deal takes, however far it was played."""
    luck: float
    ledger: Ledger | None


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """A result as the database has it; instants in milliseconds since 1970."""

    game_id: str
    variant: str
    mode: Mode
    deal_kind: DealKind
    day: date | None
    """Of a daily deal; None of any other."""
    opened_at: int
    finished_at: int
    result: Result

    @staticmethod
    def of(record: GameRecord, result: Result) -> RecordedResult:
        """The result of this game."""
        draft = record.draft
        about = draft.variant, record.game.mode, draft.kind, draft.day
        return RecordedResult(record.id, *about, record.opened_at, record.updated_at, result)


@dataclass(frozen=True, slots=True)
class Delivery:
    """An ended game from the outbox; without a record when its bytes failed their check, and `fault` says why.

    `attempts` counts deliveries, this one included, that came to nothing for whatever reason; `trials` how often it
    was about to be tried alone.
    """

    partition: str
    entry_id: str
    attempts: int
    record: GameRecord | None
    fault: str = ""
    trials: int = 0

    @property
    def suspect(self) -> bool:
        """Whether it may be what keeps ending its workers; lost replies and restarts look the same."""
        return self.trials > 0 or self.attempts > MOST_ATTEMPTS


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A delivery that was set aside, and why."""

    partition: str
    letter_id: str
    game_id: str | None
    """None when its bytes do not tell."""
    reason: str

    @property
    def name(self) -> str:
        """What operators call it by."""
        return f"{self.partition}/{self.letter_id}"


class UnrecordableResult(Exception):
    """The database refuses a result for what it holds; trying again would not help."""


def result_of(record: GameRecord) -> Result | None:
    """The result of an ended game; None while it goes on."""
    game = record.game
    if game.outcome is None:
        return None
    runs, elapsed_ms, lock = unbroken_runs(game), record.updated_at - record.opened_at, locks_at(game)
    raced = game.mode == "placement" and not record.draft.practice
    return Result(
        outcome=game.outcome.ending,
        flips=game.flips,
        hidden=game.hidden,
        locking_seen=game.locking_seen,
        elapsed_ms=elapsed_ms,
        ms_per_placement=pace(game.mode, len(game.set_flips), elapsed_ms),
        placement_errors=record.errors,
        shuttles=shuttles(game),
        restarts=game.restarts,
        longest_run=max(runs, default=0),
        title=title(game.outcome.ending, game.restarts),
        locks_at=lock,
        luck=float(luck(lock, game.rules.decks)),
        ledger=ledger(game, runs, elapsed_ms if raced else None),
    )


def locks_at(game: Game) -> int:
    """How many flips the first lock of a game's deal takes under the best decisions.

    What the player decided plays no part: all who are dealt the same cards have the same.
    """
    dealt = Game(game.deal, game.rules, game.mode) if game.decisions else game
    return first_lock(fate(dealt).chain, game.rules)


def pace(mode: Mode, placed: int, elapsed_ms: int) -> float | None:
    """The milliseconds that a player took for each card; None where the player placed none."""
    return elapsed_ms / placed if mode == "placement" and placed else None


def record_results(outbox: Outbox, results: Results, limit: int) -> int:
    """Move a batch from the outbox to the results; how many deliveries were dealt with.

    Acknowledged only after the commit, so a result may be delivered twice, and is stored once. Whatever ends the
    work (`StoreUnavailable`, say), what was read goes back and counts as never delivered. A result is buried only
    when it cannot be stored even alone.
    """
    deliveries = outbox.read(limit)
    try:
        _deal_with(outbox, results, deliveries)
    except Exception:  # whatever it is, nothing that was read may stay behind
        with suppress(StoreUnavailable):
            outbox.release(deliveries)
        raise
    return len(deliveries)


def _deal_with(outbox: Outbox, results: Results, deliveries: Sequence[Delivery]) -> None:
    """The harmless first and burials last, so that neither a suspect nor poison can keep others from being stored."""
    refused = [(delivery, delivery.fault) for delivery in deliveries if delivery.record is None]
    sound = [(delivery, delivery.record) for delivery in deliveries if delivery.record is not None]
    refused += _record(outbox, results, [pair for pair in sound if not pair[0].suspect])
    for delivery, record in sound:
        if delivery.suspect:
            refused += _tried_alone(outbox, results, delivery, record)
    _bury(outbox, refused)


def _record(
    outbox: Outbox, results: Results, batch: Sequence[tuple[Delivery, GameRecord]]
) -> list[tuple[Delivery, str]]:
    """Store and confirm a batch; those that cannot be stored even alone come back, with the reason."""
    if not batch:
        return []
    try:
        results.record([record for _, record in batch])
    except StoreUnavailable:
        raise
    except Exception as error:  # noqa: BLE001  whatever one record brings about, its neighbours are not to blame
        if len(batch) == 1:
            return [(batch[0][0], str(error) if isinstance(error, UnrecordableResult) else f"unforeseen {error!r}")]
    else:
        outbox.confirm([delivery for delivery, _ in batch])
        return []
    middle = len(batch) // 2
    return _record(outbox, results, batch[:middle]) + _record(outbox, results, batch[middle:])


def _tried_alone(
    outbox: Outbox, results: Results, delivery: Delivery, record: GameRecord
) -> list[tuple[Delivery, str]]:
    """As `_record`, for a suspect. That the trial begins is noted first, since nothing can be noted after a crash."""
    if delivery.trials >= MOST_TRIALS and not _is_stored(results, record):
        return [(delivery, f"tried alone {delivery.trials} times, and its worker ended each time")]
    outbox.note_trial(delivery)
    return _record(outbox, results, [(delivery, record)])


def _is_stored(results: Results, record: GameRecord) -> bool:
    """Whether a trial has come to its end after all, and only the word of it was lost."""
    try:
        results.find(record.id)
    except GameNotFound:
        return False
    except SaveDiscarded:
        return True
    return True


def _bury(outbox: Outbox, refused: Iterable[tuple[Delivery, str]]) -> None:
    """Set them aside, each whatever becomes of the others; the last failure is raised."""
    with ExitStack() as burials:
        for delivery, reason in refused:
            burials.callback(outbox.bury, delivery, reason)
