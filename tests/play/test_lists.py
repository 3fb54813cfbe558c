"""A player's own games: every one once, whatever is asked for, at the price of one request."""

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from service.play.caller import Caller
from service.play.errors import QuotaExceeded, Unauthenticated
from service.play.export import Export, export
from service.play.games import SCAN, Order, abandon, deal_game, own_games
from service.play.identity import Token, new_id
from service.play.quota import Policy
from service.play.record import GameRecord
from tests.play.world import World
from tests.ranked import ranked_game

if TYPE_CHECKING:
    from service.play.pages import Key

SLOW = Policy("player", burst=1_000, interval_ms=60_000)


def deal(world: World, caller: Caller) -> GameRecord:
    return deal_game(world.games, world.commitments, world.dailies, world.now, caller, Order(Rules())).after


def many_games(world: World, caller: Caller, count: int) -> list[str]:
    """The ids of so many games, newest first; every third is over, and they come in pairs of one instant."""
    world.memory.open_limit = count
    made = []
    for number in range(count):
        world.memory.now += number % 2
        record = deal(world, caller)
        made.append(record.key)
        if number % 3 == 0:
            abandon(world.games, caller, record.id)
    return [game_id for _, game_id in sorted(made, reverse=True)]


def spent(caller: Caller) -> int:
    """How many requests the caller's quota is short of."""
    assert caller.quota
    return SLOW.burst - caller.quota.remaining


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
def test_own_games_come_newest_first_each_once_whatever_the_page_size(world: World, limit: int) -> None:
    caller = world.caller()
    made = many_games(world, caller, 12)
    deal(world, world.caller())
    seen, after, more = [], None, True
    while more:
        page = own_games(world.games, caller, None, after, limit)
        assert 0 < len(page.items) <= limit
        seen += [record.id for record in page.items]
        after, more = page.next, page.next is not None
    assert seen == made


def test_a_discarded_game_is_left_out_of_the_list(world: World) -> None:
    caller = world.caller()
    made = many_games(world, caller, 5)
    world.games.discard(made[1])
    page = own_games(world.games, caller, None, None, 3)
    assert [record.id for record in page.items] == [made[0], made[2]]
    assert page.next


def test_a_page_full_of_discarded_games_is_not_the_end_of_the_list(world: World) -> None:
    caller = world.caller()
    made = many_games(world, caller, 5)
    for game_id in made[:4]:
        world.games.discard(game_id)
    page = own_games(world.games, caller, None, None, 2)
    assert page.items == ()
    page = own_games(world.games, caller, None, page.next, 10)
    assert ([record.id for record in page.items], page.next) == (made[4:], None)


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_a_status_filters_the_list_and_one_request_looks_no_further_than_it_may(world: World, limit: int) -> None:
    caller = world.caller()
    world.memory.policy, world.memory.open_limit = SLOW, 2 * SCAN
    over = [deal(world, caller).id]
    abandon(world.games, caller, over[0])
    for _ in range(SCAN + 5):
        world.memory.now += 1
        deal(world, caller)
    world.memory.now += 1
    over.insert(0, deal(world, caller).id)
    abandon(world.games, caller, over[0])
    found: list[str] = []
    after: Key | None = None
    for page_number in (1, 2):
        before = spent(caller)
        page = own_games(world.games, caller, "abandoned", after, limit)
        assert spent(caller) == before + 1
        found += [record.id for record in page.items]
        assert len(found) == page_number
        after = page.next
    assert (found, after) == (over, None)


def test_a_status_that_many_games_have_fills_every_page(world: World) -> None:
    caller = world.caller()
    for _ in range(7):
        abandon(world.games, caller, deal(world, caller).id)
    walk, after = [], None
    for rows in (3, 3, 1):
        page = own_games(world.games, caller, "abandoned", after, 3)
        assert len(page.items) == rows
        walk += [record.id for record in page.items]
        after = page.next
    assert (len(set(walk)), after) == (7, None)


def test_an_export_holds_everything_and_counts_as_one_request(world: World) -> None:
    world.memory.policy, world.memory.open_limit = SLOW, 250
    caller = world.caller()
    world.players.add(caller.token.player_id, "Ada", b"1" * 32)
    games = [deal(world, caller).id for _ in range(205)]
    before = spent(caller)
    exported = exported_of(world, caller)
    assert spent(caller) == before + 1
    assert {record.id for record in exported.games} == set(games)
    assert exported.player.display_name == "Ada"


def test_an_export_is_for_whoever_is_signed_in(world: World) -> None:
    player_id = new_id()
    world.players.add(player_id, "Ada", b"1" * 32)
    with pytest.raises(Unauthenticated):
        exported_of(world, Caller(Token.new(player_id)))


def exported_of(world: World, caller: Caller) -> Export:
    stores = world.players, world.games, world.results, world.statistics, world.limits, world.keeping
    return export(*stores, world.now, caller)


def test_the_results_of_an_export_count_against_a_quota_of_exports(world: World) -> None:
    world.memory.policy = Policy("player", burst=5, interval_ms=60_000)
    caller = world.caller()
    ann = caller.token.player_id
    world.players.add(ann, "Ann", b"1" * 32)
    world.results.record([ranked_game(ann, number=number) for number in range(250)])
    assert len(exported_of(world, caller).results) == 250
    with pytest.raises(QuotaExceeded) as refused:
        exported_of(world, caller)
    assert (refused.value.quota.policy.name, refused.value.quota.remaining) == ("export", 2)
    assert caller.quota is not None
    assert (caller.quota.policy.name, caller.quota.remaining) == ("player", 3)
    world.memory.now += 60_000
    assert len(exported_of(world, caller).results) == 250


def test_whoever_has_more_results_than_the_quota_can_pay_for_is_given_them_all_the_same(world: World) -> None:
    world.memory.policy = Policy("player", burst=1, interval_ms=60_000)
    caller = world.caller()
    world.players.add(caller.token.player_id, "Ann", b"1" * 32)
    world.results.record([ranked_game(caller.token.player_id, number=number) for number in range(150)])
    assert len(exported_of(world, caller).results) == 150
