"""What operators do from the command line, on real stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.commands.leaderboards import MOST_SHOWN
from service.play.boards import BOARDS
from service.play.errors import NameLocked, NotRanked
from service.play.identity import new_id
from service.play.periods import EPOCH, span_at
from service.storage.postgres import (
    Database,
    PostgresLeaderboards,
    PostgresPlayers,
    PostgresResults,
    PostgresStatistics,
    PostgresUpkeep,
)
from tests.builders import ended_game
from tests.operation.operators import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.result_ports import Progress

pytestmark = pytest.mark.usefixtures("settings")


ALWAYS = span_at("all", EPOCH)


@pytest.fixture
def ada(database: Database) -> str:
    """A player with a place."""
    return a_ranked_player(database, "Ada")


def a_ranked_player(database: Database, name: str) -> str:
    player_id = new_id()
    PostgresPlayers(database).add(player_id, name, bytes(32))
    PostgresResults(database).record([ended_game(player_id)])
    return player_id


def is_ranked(database: Database, player_id: str) -> bool:
    try:
        PostgresLeaderboards(database).place(BOARDS["score"], "standard", ALWAYS, player_id)
    except NotRanked:
        return False
    return True


def test_a_ban_takes_a_player_off_the_boards_and_its_end_puts_them_back(
    database: Database, ada: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bob = a_ranked_player(database, "Bob")
    for command, ranked in (("ban", False), ("ban", False), ("unban", True), ("unban", True)):
        assert not clock(command, ada)
        assert ada in capsys.readouterr().out
        assert (is_ranked(database, ada), is_ranked(database, bob)) == (ranked, True)
    assert PostgresStatistics(database).of(ada).digests["standard"].games == 1


@pytest.mark.parametrize("command", [["ban"], ["unban"], ["players", "rename"]])
@pytest.mark.parametrize("player_id", ["01a22d00-0b8c-7e28-bd04-21d6b84a325c", "ada", ""])
@pytest.mark.usefixtures("database")
def test_a_player_who_is_none_is_told_in_a_sentence(command: list[str], player_id: str) -> None:
    name = ["Eve"] if "rename" in command else []
    assert clock(*command, player_id, *name) == f"clock: there is no player {player_id}"


def test_a_player_is_renamed(database: Database, ada: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not clock("players", "rename", ada, "Lovelace e\u0301")
    assert PostgresPlayers(database).get(ada).display_name == "Lovelace é"
    assert "is called Lovelace é now, until that is freed" in capsys.readouterr().out


def test_a_renamed_player_keeps_the_name_until_it_is_freed(
    database: Database, ada: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = PostgresPlayers(database)
    assert not clock("players", "rename", ada, "Player 7")
    with pytest.raises(NameLocked):
        players.rename(ada, "Ada")
    assert not clock("players", "rename", ada, "Player 7", "--free")
    assert capsys.readouterr().out.endswith("is called Player 7 now.\n")
    assert players.rename(ada, "Ada").display_name == "Ada"


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\u202eb"])
def test_operators_give_no_name_that_players_could_not_take(database: Database, ada: str, name: str) -> None:
    assert str(clock("players", "rename", ada, name)).startswith("clock: a name must")
    assert PostgresPlayers(database).get(ada).display_name == "Ada"


TAMPERED = [
    "UPDATE standings SET value = value + 1 WHERE period = 'week'",
    "DELETE FROM standings WHERE period = 'month'",
    "UPDATE standing_counts SET players = players + 1",
    "DELETE FROM standing_counts",
    """UPDATE digests SET body = jsonb_set(body, '{0}', '7')""",
    "DELETE FROM digests",
    "UPDATE fairness SET deals = deals + 1",
    "DELETE FROM fairness",
]


@pytest.mark.parametrize("damage", TAMPERED)
def test_a_check_finds_what_a_rebuild_mends(
    database: Database, ada: str, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    a_ranked_player(database, "Bob")
    assert not clock("leaderboards", "check")
    assert "Everything is as the results say." in capsys.readouterr().out
    before = PostgresStatistics(database).of(ada), dump(database)
    with database.transaction() as connection:
        connection.execute(text(damage))
    damaged = dump(database)
    assert damaged != before[1]
    assert str(clock("leaderboards", "check")).startswith("clock: Not as the results say, in ")
    assert capsys.readouterr().out
    assert dump(database) == damaged
    assert not clock("leaderboards", "rebuild")
    assert capsys.readouterr().out == "Computed anew, for 2 players.\n"
    assert not clock("leaderboards", "check")
    assert (PostgresStatistics(database).of(ada), dump(database)) == before


@pytest.mark.parametrize("command", ["check", "rebuild"])
def test_a_database_that_refuses_is_not_said_to_be_out_of_reach(
    database: Database, ada: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with database.transaction() as connection:
        connection.execute(text("ALTER TABLE digests RENAME TO elsewhere"))
    said = 'clock: postgres refuses: relation "digests" does not exist'
    code = clock("leaderboards", command)
    assert said in (str(code), capsys.readouterr().err.strip())
    assert clock("unban", ada) == said


def dump(database: Database) -> list[list[str]]:
    """Every row of what is computed from results."""
    tables = ("standings", "standing_counts", "digests", "fairness", "daily_fates")
    with database.transaction() as connection:
        return [sorted(connection.scalars(text(f"SELECT t::text FROM {table} t"))) for table in tables]  # noqa: S608  our own names


@pytest.mark.usefixtures("database")
def test_a_check_tells_of_a_hundred_differences_and_that_there_are_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differences(_: PostgresUpkeep, _progress: Progress) -> Iterator[str]:
        yield from (f"difference {number}" for number in range(MOST_SHOWN))
        yield "the last one that is looked at"
        raise AssertionError("asked for more than is told")

    monkeypatch.setattr(PostgresUpkeep, "check", differences)
    assert "more than 100 places" in str(clock("leaderboards", "check"))
    assert len(capsys.readouterr().out.splitlines()) == MOST_SHOWN
