"""What every store must do with daily deals: one attempt each, which ends with its day."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver
from service.game.rules import VARIANTS
from service.play.days import closes_at
from service.play.errors import DailyAlreadyPlayed, TooManyOpenGames
from service.play.record import DealKind
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from datetime import date

    from service.play.identity import Token
    from service.play.record import Draft, GameRecord
    from tests.worlds import NewWorld, World

DAY_MS = 24 * 60 * 60 * 1000
DAY = timedelta(days=1)


def daily(world: World, token: Token, variant: str = "standard", day: date | None = None) -> Draft:
    return a_draft(token.player_id, kind=DealKind.DAILY, rules=VARIANTS[variant], day=day or world.today)


def attempt(world: World, token: Token, variant: str = "standard", day: date | None = None) -> GameRecord:
    return world.games.open(world.caller(token), daily(world, token, variant, day), None).after


def test_a_daily_deal_is_played_once(world: World) -> None:
    token = world.sign_in()
    first = attempt(world, token)
    world.games.advance(world.caller(token), first.id, 104)
    with pytest.raises(DailyAlreadyPlayed) as refusal:
        attempt(world, token)
    assert refusal.value.game_id == first.id
    assert [game.id for game in world.games.page(world.caller(token), None, 5).items] == [first.id]


def test_every_player_variant_and_day_has_an_attempt_of_its_own(world: World) -> None:
    token, other = world.sign_in(), world.sign_in()
    games = [attempt(world, token, variant) for variant in VARIANTS]
    games += [attempt(world, other), attempt(world, token, day=world.today + DAY)]
    games += [world.games.open(world.caller(token), a_draft(token.player_id), None).after]
    assert len({game.id for game in games}) == len(VARIANTS) + 3
    for variant, game in zip(VARIANTS, games, strict=False):
        with pytest.raises(DailyAlreadyPlayed) as refusal:
            attempt(world, token, variant)
        assert refusal.value.game_id == game.id


def test_a_repeated_attempt_answers_the_first(world: World) -> None:
    token = world.sign_in()
    first = world.games.open(world.caller(token, once=a_once()), daily(world, token), None)
    repeat = world.caller(token, once=a_once())
    assert world.games.open(repeat, daily(world, token), None) == first
    assert repeat.replayed


def test_an_attempt_that_could_not_be_opened_is_not_used_up(new_world: NewWorld) -> None:
    world = new_world(open_limit=1)
    token = world.sign_in()
    game = world.games.open(world.caller(token), a_draft(token.player_id), None).after
    with pytest.raises(TooManyOpenGames):
        attempt(world, token)
    world.games.abandon(world.caller(token), game.id)
    attempt(world, token)


def test_an_attempt_ends_when_its_day_closes(world: World) -> None:
    token = world.sign_in()
    game = attempt(world, token)
    assert world.games.load(world.caller(token), game.id) == game
    assert game.expires_at == closes_at(world.today) < game.opened_at + 2 * DAY_MS
    assert world.games.expire(10) == 0
    world.pass_time(2 * DAY_MS)
    for look in (world.games.load(world.caller(token), game.id), world.games.peek(game.id)):
        assert (look.game.status, look.finished_at) == ("abandoned", look.expires_at)
    with pytest.raises(GameOver):
        world.games.advance(world.caller(token), game.id, 1)
    [delivery] = world.outbox.read(10)
    assert delivery.record == world.games.load(world.caller(token), game.id)


def test_attempts_whose_day_has_closed_are_ended_and_no_longer_in_play(new_world: NewWorld) -> None:
    world = new_world(open_limit=1)
    token = world.sign_in()
    game = attempt(world, token)
    world.pass_time(2 * DAY_MS)
    assert not world.games.page(world.caller(token), None, 5, in_play=True).items
    assert world.games.expire(10) == 1
    assert [delivery.record and delivery.record.id for delivery in world.outbox.read(10)] == [game.id]
    world.games.open(world.caller(token), a_draft(token.player_id), None)


def test_attempts_stand_in_the_lists_by_the_instant_of_their_opening(world: World) -> None:
    token = world.sign_in()
    games = []
    for variant in VARIANTS:
        games.append(attempt(world, token, variant).id)
        games.append(world.games.open(world.caller(token), a_draft(token.player_id), None).after.id)
    for in_play in (False, True):
        found, after = [], None
        for _ in range(len(games)):
            page = world.games.page(world.caller(token), after, 1, in_play=in_play)
            found += [game.key for game in page.items]
            after = page.next
        assert (found, after) == (sorted(found, reverse=True), None)
        assert {game_id for _, game_id in found} == set(games)


def test_what_was_attempted_is_forgotten_with_the_player(world: World) -> None:
    token = world.sign_in()
    attempt(world, token)
    world.sessions.erase(token.player_id)
    again = attempt(world, world.sign_in(token.player_id))
    assert again.game.status == "in_progress"
