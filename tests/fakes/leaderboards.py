"""Leaderboards and statistics in memory: everything is counted anew at every question."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from service.game.rules import VARIANTS
from service.play.boards import BOARDS, FEWEST_DEALS, Entry, Place, entries_of
from service.play.digests import digest_of
from service.play.errors import NotRanked
from service.play.luck import luck_of
from service.play.periods import EPOCH, Span, bounds
from service.play.race_results import RaceTally
from service.play.standings import Career, Ranking, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.play.boards import Board
    from service.play.ended import Ended
    from service.play.race_results import RaceResult
    from service.play.standings import RankKey
    from tests.fakes.accounts import FakePlayers, FakeResults


class FakeLeaderboards:
    """The port `Leaderboards`, over these players and results."""

    def __init__(self, players: FakePlayers, results: FakeResults) -> None:
        self._players, self._results = players, results

    def page(self, board: Board, variant: str, span: Span, after: RankKey | None, limit: int) -> Ranking:
        rows = [row for row in self._rows(board, variant, span) if after is None or row.key > after]
        return Ranking(tuple(rows[:limit]), rows[limit - 1].key if len(rows) > limit else None)

    def around(self, board: Board, variant: str, span: Span, player_id: str, window: int) -> Ranking:
        rows = self._rows(board, variant, span)
        at = self._at(rows, player_id)
        end = at + window + 1
        return Ranking(tuple(rows[max(0, at - window) : end]), rows[end - 1].key if len(rows) > end else None)

    def place(self, board: Board, variant: str, span: Span, player_id: str) -> Place:
        rows = self._rows(board, variant, span)
        mine = rows[self._at(rows, player_id)]
        tied = sum(row.order == mine.order for row in rows) - 1
        return Place(mine.place, tied, len(rows), mine.value, mine.order)

    def _at(self, rows: Sequence[Standing], player_id: str) -> int:
        for at, row in enumerate(rows):
            if row.player.id == player_id:
                return at
        raise NotRanked(player_id)

    def _rows(self, board: Board, variant: str, span: Span) -> list[Standing]:
        """The whole board."""
        games: dict[str | None, list[Ended]] = {}
        for game in self._results.ended():
            if game.variant == variant:
                games.setdefault(game.player_id, []).append(game)
        shown = [
            (player, self._entry(player.id, board, variant, span, games.get(player.id, [])))
            for player in self._players.shown
        ]
        ranked = [(player, entry) for player, entry in shown if entry]
        ranked.sort(key=lambda pair: (pair[1].order, pair[1].achieved_at, pair[0].id))
        return [
            Standing(
                1 + sum(other.order < entry.order for _, other in ranked),
                player,
                entry.value,
                entry.order,
                entry.achieved_at,
                entry.game_id,
            )
            for player, entry in ranked
        ]

    def _entry(self, player_id: str, board: Board, variant: str, span: Span, games: Iterable[Ended]) -> Entry | None:
        if board.name == "sprint_wins":
            return wins_on(variant, span, player_id, self._results.races_of(player_id))
        return entry_on(board, variant, span, games)


class FakeStatistics:
    """The port `Statistics`, over these players and results."""

    def __init__(self, players: FakePlayers, results: FakeResults) -> None:
        self._players, self._results = players, results

    def of(self, player_id: str) -> Career:
        variants: dict[str, list[Ended]] = {}
        for game in sorted(self._results.ended(), key=attrgetter("variant", "key")):
            if game.player_id == player_id:
                variants.setdefault(game.variant, []).append(game)
        run, always = self._results.races_of(player_id), Span("all", EPOCH)
        bests = (
            wins_on(variant, always, player_id, run)
            if name == "sprint_wins"
            else entry_on(BOARDS[name], variant, always, variants.get(variant, []))
            if name != "daily"
            else best_daily(variants.get(variant, []))
            for name in sorted(BOARDS)
            for variant in sorted(VARIANTS)
            if player_id in {player.id for player in self._players.shown}
        )
        solo = {variant: [game for game in games if game.solo] for variant, games in variants.items()}
        digests = {variant: digest_of(games) for variant, games in solo.items() if games}
        races = RaceTally(len(run), sum(result.won for result in run))
        return Career(digests, tuple(entry for entry in bests if entry), races)

    def fairness(self) -> Mapping[str, Mapping[int, int]]:
        deals = {(game.variant, self._results.deal_of(game)): game.locks_at for game in self._results.ended()}
        found = dict[str, Counter[int]]()
        for (variant, _), locks_at in sorted(deals.items(), key=lambda item: (item[0][0], item[1])):
            found.setdefault(variant, Counter())[locks_at] += 1
        return found


def entry_on(board: Board, variant: str, span: Span, games: Iterable[Ended]) -> Entry | None:
    """The best that a player's games of a variant have to show on a board."""
    start, end = bounds(span)
    inside = sorted((game for game in games if start <= game.finished_at < end), key=attrgetter("key"))
    alone = [game for game in inside if game.solo]
    if board.name == "win_streak":
        return _streak(variant, span, alone)
    if board.name == "luck":
        return _luck(variant, span, alone)
    entries = [entry for game in games for entry in entries_of(game)]
    mine = [entry for entry in entries if (entry.board, entry.variant, entry.span) == (board.name, variant, span)]
    return min(mine, key=attrgetter("key"), default=None)


def best_daily(games: Iterable[Ended]) -> Entry | None:
    """The best of all days."""
    entries = [entry for game in games for entry in entries_of(game) if entry.board == "daily"]
    return min(entries, key=attrgetter("key"), default=None)


def wins_on(variant: str, span: Span, player_id: str, run: Iterable[RaceResult]) -> Entry | None:
    """What a player has won of these races."""
    start, end = bounds(span)
    races = [result for result in run if result.terms.variant == variant and start <= result.ended_at < end]
    won = sorted((result for result in races if result.won), key=attrgetter("key"))
    if not won:
        return None
    number, last = len(won), won[-1]
    return Entry("sprint_wins", variant, span, player_id, number, -number, last.ended_at, last.game_id)


def _streak(variant: str, span: Span, games: Sequence[Ended]) -> Entry | None:
    runs = [list(run) for cleared, run in groupby(games, attrgetter("cleared")) if cleared]
    if not runs:
        return None
    best = max(runs, key=len)
    length = len(best)
    last, player_id = best[-1], best[-1].player_id
    assert player_id is not None
    return Entry("win_streak", variant, span, player_id, length, -length, last.finished_at, last.game_id)


def _luck(variant: str, span: Span, games: Sequence[Ended]) -> Entry | None:
    if len(games) < FEWEST_DEALS:
        return None
    luck = luck_of(len(games), sum(game.fated for game in games))
    last, player_id = games[-1], games[-1].player_id
    assert player_id is not None
    return Entry("luck", variant, span, player_id, luck, -luck, last.finished_at, last.game_id)
