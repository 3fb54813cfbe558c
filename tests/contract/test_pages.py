"""What every store must do for lists of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import QuotaExceeded, Unauthenticated
from service.play.games import own_games
from service.play.quota import Policy
from service.play.record import LIFETIME_MS
from tests.builders import a_caller, a_draft

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.record import GameRecord
    from tests.worlds import NewWorld, World


def deal(world: World, caller: Caller, count: int) -> list[GameRecord]:
    """Newest first."""
    player_id = caller.token.player_id
    records = [world.games.open(caller, a_draft(player_id, number), None).after for number in range(count)]
    return sorted(records, key=lambda record: record.key, reverse=True)


def walk(world: World, caller: Caller, limit: int, after: Key | None = None) -> list[GameRecord]:
    found: list[GameRecord] = []
    for _ in range(20):
        page = world.games.page(caller, after, limit)
        assert len(page.items) <= limit
        found += page.items
        after = page.next
        if after is None:
            return found
    raise AssertionError("a walk without an end")


def test_a_player_without_games_has_an_empty_list(world: World) -> None:
    page = world.games.page(world.caller(), None, 10)
    assert (page.items, page.next) == ((), None)


def test_a_walk_meets_every_game_once_newest_first_however_many_were_dealt_at_one_instant(world: World) -> None:
    caller = world.caller()
    games = deal(world, caller, 7)
    deal(world, world.caller(), 1)
    for limit in (1, 2, 3, 7, 8):
        assert walk(world, caller, limit) == games


def test_a_full_last_page_is_known_to_be_the_last(world: World) -> None:
    caller = world.caller()
    deal(world, caller, 4)
    first = world.games.page(caller, None, 2)
    assert first.next == first.items[-1].key
    assert world.games.page(caller, first.next, 2).next is None


def test_a_game_dealt_during_a_walk_does_not_disturb_it(world: World) -> None:
    caller = world.caller()
    games = deal(world, caller, 4)
    first = world.games.page(caller, None, 2)
    [new] = deal(world, caller, 1)
    seen = [*first.items, *walk(world, caller, 2, first.next)]
    assert [game for game in seen if game != new] == games


def test_a_list_can_be_narrowed_to_a_status(world: World) -> None:
    caller = world.caller()
    games = deal(world, caller, 6)
    for game in games[::2]:
        world.games.abandon(caller, game.id)
    page = own_games(world.games, caller, "in_progress", None, 2)
    assert list(page.items) == games[1:5:2]
    last = own_games(world.games, caller, "in_progress", page.next, 2)
    assert list(last.items) == games[5:]
    assert last.next is None


def test_the_games_in_play_are_found_among_any_number_of_others(world: World) -> None:
    caller = world.caller()
    games = deal(world, caller, 9)
    for game in games[1::2]:
        world.games.advance(caller, game.id, 104)
    deal(world, world.caller(), 1)
    for limit in (1, 2, 5, 100):
        found: list[GameRecord] = []
        after: Key | None = None
        while len(found) < 5:
            page = world.games.page(caller, after, limit, in_play=True)
            assert 0 < len(page.items) <= limit
            found += page.items
            after = page.next
        assert (found, after) == (games[::2], None)


def test_a_game_whose_time_is_up_is_not_in_play_whether_or_not_it_was_ended(world: World) -> None:
    caller = world.caller()
    deal(world, caller, 2)
    world.pass_time(LIFETIME_MS // 2)
    young = deal(world, caller, 1)
    world.pass_time(LIFETIME_MS // 2)
    page = world.games.page(caller, None, 1, in_play=True)
    assert ([game.id for game in page.items], page.next) == ([young[0].id], None)


def test_a_whole_walk_counts_as_one_request(new_world: NewWorld) -> None:
    world = new_world(Policy("player", burst=300, interval_ms=3_600_000), 300)
    caller = world.caller()
    games = deal(world, caller, 250)
    for _ in range(48):
        world.sessions.check(caller, "read")
    assert list(world.games.walk(caller)) == games
    assert caller.quota
    assert caller.quota.remaining == 1
    world.sessions.check(caller, "read")
    with pytest.raises(QuotaExceeded):
        world.games.walk(caller)


def test_a_walk_is_for_whoever_is_signed_in(world: World) -> None:
    with pytest.raises(Unauthenticated):
        world.games.walk(a_caller())
