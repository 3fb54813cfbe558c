"""The leaderboards: what each measures, and which places a single game can earn."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Literal, NamedTuple

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.luck import luck_of
from service.play.periods import PERIODS, Period, Span, span_at, spans_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.play.digests import Digest
    from service.play.ended import Ended

Slot = tuple[str, str, Span, str]
"""A board, a variant, a span and a player: there is one standing for each."""

DAILY = "daily"
SPRINT_WINS = "sprint_wins"
SPRINT_PACE = "sprint_pace"
WIN_STREAK = "win_streak"
LUCK = "luck"
DRAWN = WIN_STREAK, LUCK
"""The boards of what all games of a span come to together."""

FEWEST_DEALS = 20
"""So many ended ranked deals have a place on the board of luck."""

UNCLEARED = 10**12
"""Added to the milliseconds of a daily game that was not cleared: more than any game can take."""

_ALL = tuple(VARIANTS)
_LOCKING = tuple(name for name, rules in VARIANTS.items() if rules.on_lock == "end")
_RACED = ("standard", "big_clock", "twelve_start", "perpetual")


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard."""

    name: str
    measures: str
    better: Literal["more", "fewer"]
    unit: str
    variants: tuple[str, ...]
    periods: tuple[Period, ...] = PERIODS
    bucket: float | None = None
    """The width in which orders are counted together, where there are many different ones.

    A power of two, by which doubles divide without error: an order is never taken across a border.
    """

    def order(self, value: float) -> float:
        """The number that standings are sorted by: smaller is better."""
        return -value if self.better == "more" else value

    def cleared(self, order: float) -> bool | None:
        """Whether a row with this order stands for a cleared dial; None where the board does not tell them apart."""
        return order < UNCLEARED if self.name == DAILY else None

    def bucket_of(self, order: float) -> float | None:
        """The number of the bucket that an order falls into; None where there are none."""
        return None if self.bucket is None else float(floor(order / self.bucket))


BOARDS: dict[str, Board] = {
    board.name: board
    for board in (
        Board("score", "the highest ledger total of one game", "more", "points", _ALL),
        Board(
            "fastest_clear", "the shortest time of a won game in placement mode", "fewer", "ms", _LOCKING, bucket=32
        ),
        Board("closest_call", "the fewest cards left face down in a lost game", "fewer", "cards", _LOCKING),
        Board("fewest_restarts", "the fewest restarts of one game", "fewer", "restarts", ("perpetual",)),
        Board(WIN_STREAK, "the most dials cleared one after another", "more", "games", _ALL),
        Board(LUCK, "the luck of at least 20 ended ranked deals", "more", "percentile", _ALL, bucket=2**-5),
        Board(SPRINT_WINS, "the most races won", "more", "races", _RACED),
        Board(
            SPRINT_PACE,
            "the shortest time for each card placed in one race that was played out",
            "fewer",
            "ms",
            _RACED,
            bucket=1,
        ),
        Board(
            DAILY,
            "the shortest time of the day's deal in placement mode, cleared dials before all others",
            "fewer",
            "ms",
            _ALL,
            ("day",),
            bucket=32,
        ),
    )
}
"""All boards by name."""


class Entry(NamedTuple):
    """What a player has to show on a board: always one real game. Every result makes a dozen, so it is a tuple."""

    board: str
    variant: str
    span: Span
    player_id: str
    value: float
    order: float
    """What the board is sorted by, smaller first."""
    achieved_at: int
    """The instant at which the game ended, in milliseconds since 1970."""
    game_id: str
    """The game that set the value."""

    @property
    def slot(self) -> Slot:
        """What there is one standing for."""
        return self.board, self.variant, self.span, self.player_id

    @property
    def key(self) -> tuple[float, int, str]:
        """By which the better of a player's own games is told: the better value, then the earlier, then the id."""
        return self.order, self.achieved_at, self.game_id


@dataclass(frozen=True, slots=True)
class Place:
    """How a player stands on a board."""

    place: int
    """A competition place, 1, 2, 2, 4: one more than there are players who are better."""
    tied: int
    """How many others have the same place."""
    players: int
    """How many have a place at all."""
    value: float
    order: float

    @property
    def percentile(self) -> float:
        """How many of a hundred other players are no better; 100 for whoever is alone."""
        return 100 * (self.players - self.place) / (self.players - 1) if self.players > 1 else 100.0


def entries_of(ended: Ended) -> list[Entry]:
    """What a game by itself earns on the boards of best games, in all their spans; nothing if it is nobody's."""
    return [
        entry
        for name, measure in _BEST_GAMES.items()
        if ended.solo == (name != SPRINT_PACE)
        and ended.variant in BOARDS[name].variants
        and (value := measure(ended)) is not None
        for entry in _entries(name, value, ended)
    ]


def digest_entries(player_id: str, variant: str, span: Span, digest: Digest) -> list[Entry]:
    """What all solo games of a player, a variant and a span earn together, on the boards of streaks and of luck.

    The best streak is set by its last game, and of equal ones by the first; luck by the last game of all.
    """
    entries = []
    best = digest.winning.best
    if best.length:
        facts = float(best.length), -float(best.length), best.ended_at, best.game_id
        entries.append(Entry(WIN_STREAK, variant, span, player_id, *facts))
    if digest.last is not None and digest.games >= FEWEST_DEALS:
        luck = luck_of(digest.games, digest.fated)
        entries.append(Entry(LUCK, variant, span, player_id, luck, -luck, *digest.last))
    return entries


def best_entries(entries: Iterable[Entry]) -> dict[Slot, Entry]:
    """The best entry for each slot, in whatever order they come."""
    best: dict[Slot, Entry] = {}
    for entry in entries:
        held = best.get(entry.slot)
        if held is None or entry.key < held.key:
            best[entry.slot] = entry
    return best


def _entries(name: str, value: float, ended: Ended) -> list[Entry]:
    """One for each span. The day of a daily game is that of its deal, even if it ended after midnight."""
    player_id, order, spans = ended.player_id, BOARDS[name].order(value), spans_of(ended.finished_at)
    if player_id is None:
        return []
    if name == DAILY:
        order += 0 if ended.cleared else UNCLEARED
        spans = () if ended.day is None else (span_at("day", ended.day),)
    return [
        Entry(name, ended.variant, span, player_id, value, order, ended.finished_at, ended.game_id) for span in spans
    ]


def _score(ended: Ended) -> float | None:
    return ended.total


def _clearing_time(ended: Ended) -> float | None:
    return ended.elapsed_ms if ended.outcome is Ending.WON and ended.mode == "placement" else None


def _cards_left(ended: Ended) -> float | None:
    return ended.hidden if ended.outcome is Ending.LOST else None


def _restarts(ended: Ended) -> float | None:
    return ended.restarts if ended.outcome is Ending.COMPLETED else None


def _daily_time(ended: Ended) -> float | None:
    """Of a daily game that was played out; whoever gives up has no time."""
    is_timed = ended.day is not None and ended.mode == "placement" and ended.outcome is not Ending.ABANDONED
    return ended.elapsed_ms if is_timed else None


def _pace(ended: Ended) -> float | None:
    """Of a race that was played out, in which every flip was a card placed."""
    return None if ended.outcome is Ending.ABANDONED else ended.elapsed_ms / ended.flips


_BEST_GAMES: dict[str, Callable[[Ended], float | None]] = {
    "score": _score,
    "fastest_clear": _clearing_time,
    "closest_call": _cards_left,
    "fewest_restarts": _restarts,
    DAILY: _daily_time,
    SPRINT_PACE: _pace,
}
"""What a game shows on each board of best games; None where it has no place on it."""
