from __future__ import annotations

import secrets
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, get_args

import pytest

from service.game.game import Mode
from service.game.rules import VARIANTS
from service.play.errors import GameNotFound
from service.play.identity import NOBODY, new_id
from service.play.record import DealKind
from service.play.results import RecordedResult, result_of
from service.storage.postgres import PostgresPlayers, PostgresResults
from tests.builders import ended_game, now
from tests.fakes import FakePlayers, FakeResults
from tests.played import played_game

if TYPE_CHECKING:
    from service.play.pages import Key
    from service.play.ports import Players, Results
    from service.play.record import GameRecord


MODES = get_args(Mode)


@pytest.fixture(params=["fake", "postgres"])
def ports(request: pytest.FixtureRequest) -> tuple[Players, Results]:
    if request.param == "fake":
        results = FakeResults()
        return FakePlayers(results), results
    database = request.getfixturevalue("database")
    return PostgresPlayers(database), PostgresResults(database)


@pytest.fixture
def players(ports: tuple[Players, Results]) -> Players:
    return ports[0]


@pytest.fixture
def results(ports: tuple[Players, Results]) -> Results:
    return ports[1]


@pytest.fixture
def ann(players: Players) -> str:
    return players.add(new_id(), "Ann", secrets.token_bytes(32)).id


def shown(record: GameRecord) -> RecordedResult:
    result = result_of(record)
    assert result is not None
    return RecordedResult.of(record, result)


GAMES = 60
"""Of each kind, enough that nearly all of them come to a decline, a surrender in between, a win."""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_and_its_result_come_back_as_they_were(results: Results, ann: str, variant: str, mode: Mode) -> None:
    random = Random(f"{variant} {mode}")  # noqa: S311  nothing in a test is secret
    kinds = [random.choice([DealKind.RANDOM, DealKind.DAILY]) for _ in range(GAMES)]
    records = {
        record.id: record
        for record in (played_game(random, variant, mode, player_id=ann, kind=kind) for kind in kinds)
    }
    results.record(list(records.values()))
    page = results.page(ann, None, GAMES)
    assert {item.game_id: item for item in page.items} == {record.id: shown(record) for record in records.values()}
    for record in records.values():
        assert results.find(record.id) == replace(record, recorded=True)


def test_a_result_delivered_again_is_stored_once_and_stays_as_it_was(results: Results, ann: str) -> None:
    first = ended_game(ann)
    other = ended_game(ann, game_id=first.id)
    results.record([first, first])
    results.record([other])
    assert results.page(ann, None, 10).items == (shown(first),)


def test_a_walk_meets_every_result_once_newest_first_whatever_the_ties(results: Results, ann: str) -> None:
    noon = now() - 1_000_000
    records = [ended_game(ann, opened_at=noon + 1_000 * (number // 3)) for number in range(10)]
    results.record(records)
    walk: list[RecordedResult] = []
    after: Key | None = None
    while len(walk) <= len(records):
        page = results.page(ann, after, 3)
        walk += page.items
        after = page.next
        if after is None:
            break
    assert walk == sorted(map(shown, records), key=lambda result: (result.finished_at, result.game_id), reverse=True)


def test_a_full_last_page_is_known_to_be_the_last(results: Results, ann: str) -> None:
    results.record([ended_game(ann), ended_game(ann)])
    assert results.page(ann, None, 2).next is None


def test_a_result_that_arrives_during_a_walk_does_not_disturb_it(results: Results, ann: str) -> None:
    old, older = (ended_game(ann, opened_at=now() - hours * 3_600_000) for hours in (2, 3))
    results.record([old, older])
    page = results.page(ann, None, 1)
    results.record([ended_game(ann)])
    assert results.page(ann, page.next, 1).items == (shown(older),)


def test_results_of_others_are_not_shown(results: Results, players: Players, ann: str) -> None:
    bob = players.add(new_id(), "Bob", secrets.token_bytes(32)).id
    results.record([ended_game(bob)])
    assert results.page(ann, None, 10).items == ()
    assert results.page("nonsense", None, 10).items == ()


def test_an_erased_player_has_no_results_any_more(results: Results, players: Players, ann: str) -> None:
    results.record([ended_game(ann)])
    players.erase(ann)
    assert results.page(ann, None, 10).items == ()


def test_a_late_result_of_an_erased_player_holds_nobody_up(results: Results, players: Players, ann: str) -> None:
    bob = players.add(new_id(), "Bob", secrets.token_bytes(32)).id
    players.erase(ann)
    late, other = ended_game(ann), ended_game(bob)
    results.record([late, other])
    assert results.page(ann, None, 10).items == ()
    assert results.page(bob, None, 10).items == (shown(other),)


def test_nothing_to_record_is_nothing_to_do(results: Results, ann: str) -> None:
    results.record([])
    assert results.page(ann, None, 10).items == ()


def test_an_erased_players_game_is_found_without_the_player(results: Results, players: Players, ann: str) -> None:
    before, late = ended_game(ann), ended_game(ann)
    results.record([before])
    players.erase(ann)
    results.record([late])
    for record in (before, late):
        assert results.find(record.id) == replace(
            record, recorded=True, draft=replace(record.draft, player_id=NOBODY)
        )


def test_a_game_that_has_no_result_is_not_found(results: Results) -> None:
    for game_id in (new_id(), "nonsense", NOBODY, ""):
        with pytest.raises(GameNotFound):
            results.find(game_id)
