"""The worker as a process of its own, where an erasure was broken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, text

from service.play.errors import GameNotFound, Unauthenticated
from service.play.identity import new_secret, secret_digest
from service.storage.postgres import Database, PostgresPlayers
from service.storage.postgres.tables import players
from tests.builders import a_draft
from tests.e2e.running import until
from tests.e2e.workers import Worker
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.worlds import ValkeyWorld


def test_a_worker_finishes_an_erasure_that_was_broken_off(
    valkey: ValkeyWorld, migrated_url: str, valkey_url: str, database: Database, tmp_path: Path
) -> None:
    caller = valkey.caller()
    player_id = caller.token.player_id
    accounts = PostgresPlayers(database)
    accounts.add(player_id, "Ann", secret_digest(new_secret()))
    game = valkey.games.open(caller, a_draft(player_id), None).after
    accounts.hide(player_id)
    long_ago = text("UPDATE players SET erased_at = erased_at - interval '2 minutes' WHERE id = CAST(:id AS uuid)")
    with database.transaction() as connection:
        connection.execute(long_ago, {"id": player_id})

    def left() -> list[str]:
        with database.transaction() as connection:
            return list(connection.scalars(select(players.c.id).where(players.c.id == player_id)))

    assert left() == [player_id]
    settings = {"DATABASE_URL": migrated_url, "REDIS_URL": valkey_url, "SECRET_KEY": SECRETS[0].decode()}
    worker = Worker.started(tmp_path / "log", settings)
    try:
        until(lambda: not left())
        assert worker.number('clock_job_failures_total{job="erase"}') == 0
    finally:
        worker.kill()
    with pytest.raises(Unauthenticated):
        valkey.sessions.check(caller, "read")
    with pytest.raises(GameNotFound):
        valkey.games.peek(game.id)
