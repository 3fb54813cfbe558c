"""Rows of results that no game of ours can have, and those of the release before."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, update

from service.game.decisions import Exchange
from service.game.rules import Rules
from service.play.errors import SaveDiscarded
from service.storage.postgres import PostgresResults
from service.storage.postgres.partitions import Month
from service.storage.postgres.rows import row_of
from service.storage.postgres.tables import results as table
from tests.builders import a_deal, ended_game
from tests.played import played_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.record import GameRecord
    from service.storage.postgres import Database


@pytest.fixture
def results(database: Database) -> PostgresResults:
    return PostgresResults(database)


def an_exchange() -> GameRecord:
    """A game that ended after its reprieve."""
    random = Random(1)  # noqa: S311  nothing in a test is secret
    return next(record for record in (played_game(random, "watch") for _ in range(100)) if exchanged(record))


def exchanged(record: GameRecord) -> bool:
    return any(isinstance(decision, Exchange) for decision in record.game.decisions)


LEDGER = ("clearance", "partial", "speed", "chains", "cap")
IMPOSSIBLE: dict[str, tuple[Callable[[], GameRecord], dict[str, Any]]] = {
    "unknown rules": (ended_game, {"rules": "junk"}),
    "other rules": (ended_game, {"rules": Rules(decks=2).code}),
    "too many flips": (ended_game, {"flips": 99}),
    "one flip less": (ended_game, {"flips": table.c.flips - 1}),
    "no flips": (ended_game, {"flips": 0}),
    "an incomplete deck": (ended_game, {"deck": "KS" * 52}),
    "another deck": (ended_game, {"deck": "".join(a_deal(7).codes())}),
    "another seed": (ended_game, {"server_seed": bytes(32)}),
    "another client seed": (ended_game, {"client_seed": "x"}),
    "a client seed of too many bytes": (ended_game, {"client_seed": "x" * 64}),
    "another ending": (ended_game, {"outcome": "completed"}),
    "given up after its end": (ended_game, {"outcome": "abandoned"} | dict.fromkeys(LEDGER)),
    "a race that the id does not tell of": (ended_game, {"deal_kind": "race", "time_limit_s": 300}),
    "placed by hand, one position short": (ended_game, {"mode": "placement", "flips": table.c.flips - 1}),
    "mistakes of someone who placed nothing": (ended_game, {"placement_errors": 1}),
    "fewer mistakes than none": (ended_game, {"placement_errors": -1}),
    "decisions that nobody asked for": (ended_game, {"decisions": "d"}),
    "no decisions": (ended_game, {"decisions": "hm"}),
    "an exchange forgotten": (an_exchange, {"decisions": ""}),
    "an exchange of no card": (an_exchange, {"decisions": "r13.99"}),
    "a second exchange": (an_exchange, {"decisions": table.c.decisions + ",r1.1"}),
}


NEWER = {"decisions", "day", "time_limit_s"}
"""What the first release did not write."""


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_row_of_which_no_game_can_be_made_is_not_shown_as_one(
    database: Database, results: PostgresResults, what: str
) -> None:
    make, change = IMPOSSIBLE[what]
    record = make()
    results.record([record])
    assert results.find(record.id).game == record.game
    with database.transaction() as connection:
        connection.execute(update(table).where(table.c.game_id == record.id).values(change))
    with pytest.raises(SaveDiscarded):
        results.find(record.id)


def test_a_result_from_the_release_before_is_taken_and_read(database: Database, results: PostgresResults) -> None:
    record = ended_game()
    results.prepare({Month.of(record.id)})
    row = row_of(record) | {"player_id": None}
    with database.transaction() as connection:
        connection.execute(insert(table), {name: row[name] for name in row.keys() - NEWER})
    assert results.find(record.id).game == record.game
