"""A database in which nothing has been made yet is as good as away."""

from datetime import timedelta

import pytest

from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.errors import StoreUnavailable
from service.play.periods import Span
from service.storage.postgres import (
    Database,
    PostgresLeaderboards,
    PostgresPlayers,
    PostgresStatistics,
    PostgresUpkeep,
)
from tests.ranked import NOON
from tests.servers import new_database


def test_a_database_without_tables_is_unavailable(postgres_url: str) -> None:
    with new_database(postgres_url) as url:
        empty = Database(url, timeout_ms=3000)
        board, player_id = BOARDS["score"], "0190c0de-0000-7000-8000-00000000000a"
        boards, day = PostgresLeaderboards(empty), Span("day", day_at(NOON) - timedelta(days=1))
        for ask in (
            lambda: boards.page(board, "standard", day, None, 10),
            lambda: boards.around(board, "standard", day, player_id, 10),
            lambda: boards.place(board, "standard", day, player_id),
            lambda: PostgresStatistics(empty).of(player_id),
            lambda: PostgresStatistics(empty).fairness(),
            lambda: PostgresPlayers(empty).ban(player_id),
            lambda: PostgresUpkeep(empty).rebuild(),
            lambda: list(PostgresUpkeep(empty).check()),
        ):
            with pytest.raises(StoreUnavailable):
                ask()
        empty.close()
