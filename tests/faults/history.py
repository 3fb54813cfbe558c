"""What clients were told: every acknowledgement, in the order in which it came."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Json = dict[str, Any]

IN_PLAY = frozenset({"in_progress", "awaiting_reprieve", "awaiting_fork"})


@dataclass(slots=True)
class Played:
    """A ranked game, as answers have acknowledged it."""

    player_id: str
    game: Json
    """The last that was heard of it."""
    versions: list[int] = field(default_factory=list)
    """Those of all answers, the deal's first."""
    moves: list[Json] = field(default_factory=list)
    """What was acknowledged step by step, the opening excepted."""
    asked: list[int] = field(default_factory=list)
    """How many moves each turn asked for, at most."""
    given_up: bool = False

    @property
    def ended(self) -> bool:
        return self.given_up or self.game["status"] not in IN_PLAY


@dataclass(frozen=True, slots=True)
class Timed:
    """A request that was answered: when it began, how long it took, and with what status."""

    path: str
    began: float
    seconds: float
    status: int


@dataclass(slots=True)
class History:
    """All that one client, or all of them, were told."""

    games: dict[str, Played] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """The display name of every player, as last acknowledged."""
    erased: set[str] = field(default_factory=set)
    banned: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    """Requests `answered`, `lost` (no answer came), `refused` (503), `replayed` (the answer said so)."""
    strange: list[str] = field(default_factory=list)
    """Answers that no client should ever get."""
    answers: list[Timed] = field(default_factory=list)

    @property
    def ended(self) -> dict[str, Played]:
        """The games of which an answer has said that they are over."""
        return {game_id: played for game_id, played in self.games.items() if played.ended}


def together(histories: Iterable[History]) -> History:
    """The histories of clients that played at once, none of them another's games."""
    whole = History()
    for one in histories:
        whole.games |= one.games
        whole.names |= one.names
        whole.erased |= one.erased
        whole.banned |= one.banned
        whole.counts += one.counts
        whole.strange += one.strange
        whole.answers += one.answers
    return whole
