"""Everything that is computed anew leaves bots off the boards as well."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from service.play.boards import BOARDS
from service.play.identity import new_id
from service.play.periods import EPOCH, Span
from service.storage.postgres import PostgresUpkeep
from tests.ranked import clear, postgres_rankers

if TYPE_CHECKING:
    from service.storage.postgres import Database


def test_neither_a_check_nor_a_rebuild_would_put_a_bot_on_a_board(database: Database) -> None:
    rankers, upkeep = postgres_rankers(database), PostgresUpkeep(database)
    bot = rankers.players.add(new_id(), "Bot 1", secrets.token_bytes(32), bot=True).id
    ann = rankers.join("Ann")
    clear(rankers, bot, 1_000)
    clear(rankers, ann, 60_000)
    assert list(upkeep.check()) == []
    assert upkeep.rebuild() == 2
    rows = rankers.boards.page(BOARDS["fastest_clear"], "standard", Span("all", EPOCH), None, 10).rows
    assert [row.player.id for row in rows] == [ann]
