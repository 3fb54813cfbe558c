"""A list that is walked through page by page while things go on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from service.play.boards import BOARDS
from service.play.errors import NotRanked
from service.play.periods import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.boards import Board
    from service.play.result_ports import Leaderboards
    from service.play.standings import RankKey, Standing
    from tests.ranking import Question, Row


class Walk:
    """From the top of a list to its end. Every page is part of the list as it is then, `present`, by a plain sort."""

    def __init__(self, boards: Leaderboards, asked: Question, limit: int) -> None:
        self._boards, self._asked, self._limit = boards, asked, limit
        self._after: RankKey | None = None
        self._steady: set[Row] | None = None
        self._seen = Counter[str]()
        self.asked = asked
        self.over = False

    def turn(self, present: Sequence[Row]) -> None:
        """Read the next page, and at the end see that who never moved was shown once, places aside."""
        page = self._boards.page(*list_of(self._asked), self._after, self._limit)
        rows = list(map(shown, page.rows))
        begin = present.index(rows[0]) if rows else len(present)
        assert rows == list(present[begin : begin + self._limit])
        assert (page.next is None) == (begin + self._limit >= len(present))
        self._seen.update(row[1] for row in rows)
        here = {(0, *row[1:]) for row in present}
        self._steady = here if self._steady is None else self._steady & here
        self._after, self.over = page.next, page.next is None
        if self.over:
            assert {self._seen[row[1]] for row in self._steady} <= {1}


def list_of(asked: Question) -> tuple[Board, str, Span]:
    return BOARDS[asked.board], asked.variant, Span(asked.period, asked.start)


def shown(row: Standing) -> Row:
    return row.place, row.player.id, row.value, row.achieved_at, row.game_id


def paged(boards: Leaderboards, asked: Question, limit: int) -> list[Row]:
    """The whole list, page by page."""
    page = boards.page(*list_of(asked), None, limit)
    rows = list(page.rows)
    while page.next is not None:
        page = boards.page(*list_of(asked), page.next, limit)
        rows += page.rows
    return list(map(shown, rows))


def assert_unranked(boards: Leaderboards, asked: Question, player: str) -> None:
    with pytest.raises(NotRanked):
        boards.place(*list_of(asked), player)
    with pytest.raises(NotRanked):
        boards.around(*list_of(asked), player, 1)
