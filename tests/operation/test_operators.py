"""What operators do from the command line, on real stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service import cli
from service.commands.leaderboards import MOST_SHOWN
from service.play.boards import BOARDS
from service.play.errors import NotRanked
from service.play.identity import new_id
from service.play.periods import EPOCH, span_at
from service.storage.postgres import (
    Database,
    PostgresLeaderboards,
    PostgresPlayers,
    PostgresResults,
    PostgresStatistics,
    PostgresUpkeep,
    migrate,
)
from tests.builders import a_draft, ended_game
from tests.fakes import FakeResults
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld

ALWAYS = span_at("all", EPOCH)


@pytest.fixture
def database(own_database_url: str) -> Iterator[Database]:
    """One that is this test's alone."""
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=3000)
    yield database
    database.close()


@pytest.fixture(autouse=True)
def settings(own_database_url: str, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database_url)
    monkeypatch.setenv("REDIS_URL", valkey_url)
    monkeypatch.setenv("SECRET_KEY", SECRETS[0].decode())


@pytest.fixture
def ada(database: Database) -> str:
    """A player with a place."""
    return a_ranked_player(database, "Ada")


def a_ranked_player(database: Database, name: str) -> str:
    player_id = new_id()
    PostgresPlayers(database).add(player_id, name, bytes(32))
    PostgresResults(database).record([ended_game(player_id)])
    return player_id


def clock(*arguments: str) -> str | int | None:
    """How the command ends: None or 0 when all went well, else the sentence it says, or the code of its refusal."""
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    return end.value.code


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
    assert "Lovelace é" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\u202eb"])
def test_operators_give_no_name_that_players_could_not_take(database: Database, ada: str, name: str) -> None:
    assert str(clock("players", "rename", ada, name)).startswith("clock: a name must")
    assert PostgresPlayers(database).get(ada).display_name == "Ada"


TAMPERED = [
    "UPDATE standings SET value = value + 1 WHERE period = 'week'",
    "DELETE FROM standings WHERE period = 'month'",
    "UPDATE standing_counts SET players = players + 1",
    "DELETE FROM standing_counts",
    """UPDATE digests SET body = jsonb_set(body, '{games}', '7')""",
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


def dump(database: Database) -> list[list[str]]:
    """Every row of what is computed from results."""
    tables = ("standings", "standing_counts", "digests", "fairness", "daily_fates")
    with database.transaction() as connection:
        return [sorted(connection.scalars(text(f"SELECT t::text FROM {table} t"))) for table in tables]  # noqa: S608  our own names


@pytest.mark.usefixtures("database")
def test_a_check_tells_of_a_hundred_differences_and_that_there_are_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differences(_: PostgresUpkeep) -> Iterator[str]:
        yield from (f"difference {number}" for number in range(MOST_SHOWN))
        yield "the last one that is looked at"
        raise AssertionError("asked for more than is told")

    monkeypatch.setattr(PostgresUpkeep, "check", differences)
    assert "more than 100 places" in str(clock("leaderboards", "check"))
    assert len(capsys.readouterr().out.splitlines()) == MOST_SHOWN


def buried(valkey: ValkeyWorld, count: int) -> list[GameRecord]:
    """Ended games that were set aside."""
    games = []
    for number in range(count):
        caller = valkey.caller()
        opened = valkey.games.open(caller, a_draft(caller.token.player_id, number), None)
        games.append(valkey.games.advance(caller, opened.after.id, 104).after)
    for delivery in valkey.outbox.read(10):
        valkey.outbox.bury(delivery, f"reason of {delivery.record.id}" if delivery.record else "none")
    return games


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """The names of all dead letters, by game."""
    capsys.readouterr()
    assert not clock("dead", "list")
    lines = [line.split("  ", 2) for line in capsys.readouterr().out.splitlines()]
    assert all(reason == f"reason of {game_id}" for _, game_id, reason in lines)
    return {game_id: name for name, game_id, _ in lines}


def test_dead_letters_are_listed_and_replayed_by_name(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    games = buried(valkey, 3)
    letters = listed(capsys)
    assert letters.keys() == {game.id for game in games}
    assert not clock("dead", "replay", letters[games[0].id], letters[games[1].id])
    assert capsys.readouterr().out == "Back on their way: 2.\n"
    assert listed(capsys).keys() == {games[2].id}
    deliveries = valkey.outbox.read(10)
    assert {delivery.record for delivery in deliveries} == {games[0], games[1]}
    assert {(delivery.attempts, delivery.trials) for delivery in deliveries} == {(1, 0)}


def test_all_dead_letters_are_replayed_and_their_results_recorded(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    games = buried(valkey, 3)
    assert not clock("dead", "replay", "--all")
    assert listed(capsys) == {}
    results = FakeResults()
    deliveries = valkey.outbox.read(10)
    results.record([delivery.record for delivery in deliveries if delivery.record])
    valkey.outbox.confirm(deliveries)
    assert results.recorded.keys() == {game.id for game in games}
    assert all(valkey.games.peek(game.id).recorded for game in games)


def test_a_letter_whose_bytes_tell_no_game_is_listed_and_replayed_all_the_same(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    valkey.redis.xadd("{3f}:outbox", {"x": b"\xff", "id": b"\xff"})
    [delivery] = valkey.outbox.read(10)
    valkey.outbox.bury(delivery, "no game at all")
    assert not clock("dead", "list")
    name, *told = capsys.readouterr().out.split("  ")
    assert told == ["no game", "no game at all\n"]
    assert not clock("dead", "replay", name)
    [again] = valkey.outbox.read(10)
    assert (again.record, again.fault) == (None, delivery.fault)


def test_a_dead_letter_that_is_none_is_told_and_the_others_are_replayed(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    [game] = buried(valkey, 1)
    name = listed(capsys)[game.id]
    assert clock("dead", "replay", name, "3f/1-1", "nonsense") == "clock: There are no dead letters 3f/1-1, nonsense."
    assert listed(capsys) == {}


@pytest.mark.parametrize("words", [[], ["--all", "3f/1-1"]])
def test_a_replay_is_of_some_letters_or_of_all(
    valkey: ValkeyWorld, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    [game] = buried(valkey, 1)
    assert clock("dead", "replay", *words) == 2
    assert "--all" in capsys.readouterr().err
    assert listed(capsys).keys() == {game.id}
