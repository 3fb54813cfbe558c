"""Dead letters, listed and replayed from the command line, on real stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.commands import dead
from tests.builders import a_draft
from tests.fakes import FakeResults
from tests.operation.operators import clock

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.worlds import ValkeyWorld

pytestmark = pytest.mark.usefixtures("settings")


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


def test_all_dead_letters_of_a_partition_are_listed_and_replayed_however_many(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dead, "REPLAYED_AT_A_TIME", 40)
    names = [f"3f/{number}-0" for number in range(1, 251)]
    for number in range(1, 251):
        valkey.redis.xadd("{3f}:dead", {"x": "garbage", "reason": "a reason"}, id=f"{number}-0")
    assert not clock("dead", "list")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == names
    assert not clock("dead", "replay", names[-1])
    assert not clock("dead", "replay", "--all")
    assert capsys.readouterr().out == "Back on their way: 1.\nBack on their way: 249.\n"
    assert not clock("dead", "list")
    assert capsys.readouterr().out == ""


def test_where_there_are_no_dead_letters_that_is_said_beside_the_list(
    valkey: ValkeyWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not clock("dead", "list")
    assert capsys.readouterr() == ("", "There are no dead letters.\n")
    buried(valkey, 1)
    assert not clock("dead", "list")
    assert capsys.readouterr().err == ""


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
