"""What the leaderboards and statistics need to know of an ended ranked game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.days import day_at
from service.play.record import DealKind
from service.play.results import result_of

if TYPE_CHECKING:
    from datetime import date

    from service.game.game import Mode
    from service.play.record import GameRecord

SOLO_KINDS = frozenset({DealKind.RANDOM.value, DealKind.DAILY.value})
"""Deals that one plays alone; the games of races count on the boards of races and nowhere else."""


@dataclass(frozen=True, slots=True)
class Ended:
    """An ended ranked game, named as results are stored. Times in milliseconds, instants since 1970."""

    game_id: str
    player_id: str | None
    """None once the player is erased."""
    variant: str
    mode: Mode
    deal_kind: str
    day: date | None
    """The day of a daily deal."""
    outcome: Ending
    flips: int
    hidden: int
    locks_at: int
    """How many flips the first lock of the deal takes, however far it was played."""
    restarts: int
    elapsed_ms: int
    total: int | None
    """The sum of the ledger, which an abandoned game has not."""
    finished_at: int

    @property
    def key(self) -> tuple[int, str]:
        """Where the game stands in the order in which games ended."""
        return self.finished_at, self.game_id

    @property
    def finished_on(self) -> date:
        """The UTC date on which it ended."""
        return day_at(self.finished_at)

    @property
    def solo(self) -> bool:
        """Whether it was played alone."""
        return self.deal_kind in SOLO_KINDS

    @property
    def raced(self) -> bool:
        """Whether it was a racer's game."""
        return self.deal_kind == DealKind.RACE.value

    @property
    def cleared(self) -> bool:
        """Whether every card was turned up before the chain had to end or to be started again."""
        return self.outcome is Ending.WON or (self.outcome is Ending.COMPLETED and not self.restarts)

    @property
    def fated(self) -> bool:
        """Whether the deal itself was a winning one: its first lock is its last card, whatever became of the game."""
        return self.locks_at == VARIANTS[self.variant].cards


def ended_of(record: GameRecord) -> Ended:
    """What counts of a record; `ValueError` while its game goes on."""
    draft, game, result = record.draft, record.game, result_of(record)
    if result is None:
        raise ValueError("the game goes on")
    return Ended(
        game_id=record.id,
        player_id=draft.player_id,
        variant=draft.variant,
        mode=game.mode,
        deal_kind=draft.kind.value,
        day=draft.day,
        outcome=result.outcome,
        flips=result.flips,
        hidden=result.hidden,
        locks_at=result.locks_at,
        restarts=result.restarts,
        elapsed_ms=result.elapsed_ms,
        total=result.ledger.total if result.ledger else None,
        finished_at=record.updated_at,
    )
