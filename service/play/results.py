"""The result of an ended game, and its way to the database that lasts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service.game.game import Ending, Game
from service.game.ledger import Ledger, ledger, shuttles, title, unbroken_runs
from service.game.odds import luck
from service.game.policy import fate, first_lock
from service.play.days import closes_at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from service.game.game import Mode
    from service.play.ports import Now
    from service.play.race import Race
    from service.play.record import DealKind, GameRecord


MOST_ATTEMPTS = 5
"""Deliveries that may come to nothing before an entry is suspected of ending its workers."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game. Durations in milliseconds; `luck` is a percentile from 0 to 100, None while withheld."""

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
    luck: float | None
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

    def as_of(self, now: int) -> RecordedResult:
        """As it may be told at this instant: no luck of what was given up while others may still play the deal."""
        if self.day is None or now >= closes_at(self.day) or self.result.outcome is not Ending.ABANDONED:
            return self
        return replace(self, result=replace(self.result, luck=None))


def as_told(found: Iterable[RecordedResult], now: Now) -> tuple[RecordedResult, ...]:
    """Results as they may be told now; the time is asked for only where there are daily deals among them."""
    known = tuple(found)
    if all(one.day is None for one in known):
        return known
    instant = now()
    return tuple(one.as_of(instant) for one in known)


@dataclass(frozen=True, slots=True)
class Delivery:
    """An ended game or race from the outbox; neither when its bytes failed their check, and `fault` says why.

    `attempts` counts deliveries, this one included, that came to nothing for whatever reason; `trials` how often it
    was about to be tried alone.
    """

    partition: str
    entry_id: str
    attempts: int
    record: GameRecord | None
    fault: str = ""
    trials: int = 0
    race: Race | None = None

    @property
    def ended(self) -> GameRecord | Race | None:
        """What is delivered."""
        return self.record or self.race

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
    """The id of the game or race; None when its bytes do not tell."""
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
        luck=None if record.withheld else float(luck(lock, game.rules.decks)),
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
