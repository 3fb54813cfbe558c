"""What every store of games must do: dealing, showing, moving, giving up."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from service.game.errors import GameOver
from service.game.game import Ending
from service.game.rules import VARIANTS, Rules
from service.play.errors import GameNotFound, InsufficientScope, StaleGame, TooManyOpenGames, Unauthenticated
from service.play.identity import new_id
from service.play.race_terms import Variant as RaceVariant
from service.play.record import DealKind
from tests.builders import a_caller, a_draft
from tests.party import Party

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Mode
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.worlds import NewWorld, World

CHANGES: list[Callable[[World, Caller, str], object]] = [
    lambda world, caller, game_id: world.games.advance(caller, game_id, 1),
    lambda world, caller, game_id: world.games.place(caller, game_id, 1),
    lambda world, caller, game_id: world.games.autoplay(caller, game_id, "end"),
    lambda world, caller, game_id: world.games.change(caller, game_id, lambda record: record.game.step(1)),
    lambda world, caller, game_id: world.games.abandon(caller, game_id),
]
ALONE = [kind for kind in DealKind if kind is not DealKind.RACE]
"""The kinds that are dealt one at a time; those of a race are dealt with it, in a test of their own below."""
UNKNOWN = ["no id", "\ud800", "", "01A22D03-FEA3-7B57-83D5-73AC50F306DA"]


def deal(world: World, caller: Caller, number: int = 0) -> GameRecord:
    return world.games.open(caller, a_draft(caller.token.player_id, number), None).after


@pytest.mark.parametrize("kind", ALONE)
@pytest.mark.parametrize(("practice", "mode"), [(False, "reveal"), (True, "placement")])
@pytest.mark.parametrize("rules", [*VARIANTS.values(), Rules(decks=2, opening_pile=12, dealing="packets")])
def test_a_game_comes_back_as_it_was_dealt(
    world: World, kind: DealKind, practice: bool, mode: Mode, rules: Rules
) -> None:
    caller = world.caller()
    draft = a_draft(caller.token.player_id, kind=kind, practice=practice, rules=rules, mode=mode, day=world.today)
    change = world.games.open(caller, draft, None)
    record = world.games.load(caller, draft.id)
    assert change.before == change.after == record == world.games.peek(draft.id)
    assert record.draft == draft
    assert (record.version, record.game, record.recorded) == (1, draft.game, False)
    assert record.opened_at == record.updated_at


@pytest.mark.parametrize("decks", ["own", "shared"])
@pytest.mark.parametrize("variant", get_args(RaceVariant))
def test_a_racers_game_comes_back_as_it_was_dealt(world: World, variant: str, decks: str) -> None:
    party = Party(world, 2, variant=variant, decks=decks).announced()
    race = party.race
    for seat in (1, 2):
        record = world.games.load(party.caller(seat), party.game_id(seat))
        draft = record.draft
        assert record == world.games.peek(party.game_id(seat))
        assert (draft.kind, draft.player_id) == (DealKind.RACE, party.tokens[seat - 1].player_id)
        assert (draft.seeds, draft.practice) == (race.seeds(seat), False)
        assert (record.game, record.game.rules, record.game.mode) == (draft.game, VARIANTS[variant], "placement")
        assert (record.version, record.recorded, record.opened_at) == (1, False, race.starts_at)


def test_a_strangers_game_is_as_good_as_none(world: World) -> None:
    game, stranger = deal(world, world.caller()), world.caller()
    beside = world.caller(world.sign_in(new_id(beside=game.id)))
    for caller in (stranger, beside):
        for game_id in (game.id, new_id(), new_id(beside=caller.token.player_id)):
            with pytest.raises(GameNotFound) as refusal:
                world.games.load(caller, game_id)
            assert refusal.value.game_id == game_id
            for change in CHANGES:
                with pytest.raises(GameNotFound):
                    change(world, caller, game_id)
    assert world.games.peek(game.id) == game


@pytest.mark.parametrize("game_id", UNKNOWN)
def test_a_text_that_is_no_id_names_no_game(world: World, game_id: str) -> None:
    caller = world.caller()
    with pytest.raises(GameNotFound):
        world.games.load(caller, game_id)
    for change in CHANGES:
        with pytest.raises(GameNotFound):
            change(world, caller, game_id)
    with pytest.raises(GameNotFound):
        world.games.peek(game_id)


def test_without_a_login_nothing_is_told_of_any_game(world: World) -> None:
    game = deal(world, world.caller())
    for game_id in (game.id, new_id(), "no id"):
        with pytest.raises(Unauthenticated):
            world.games.load(a_caller(), game_id)
        for change in CHANGES:
            with pytest.raises(Unauthenticated):
                change(world, a_caller(), game_id)


def test_a_login_that_may_only_read_sees_games_and_changes_none(world: World) -> None:
    player = world.caller()
    game = deal(world, player)
    reader = world.caller(world.sign_in(player.token.player_id, frozenset(["read"])))
    assert world.games.load(reader, game.id) == game
    assert world.games.page(reader, None, 5).items == (game,)
    with pytest.raises(InsufficientScope):
        deal(world, reader)
    for change in CHANGES:
        with pytest.raises(InsufficientScope):
            change(world, reader, game.id)
    assert world.games.load(player, game.id) == game


@pytest.mark.parametrize("count", [1, 2, 7, 104])
def test_a_step_follows_the_chain_and_stops_at_its_end(world: World, count: int) -> None:
    caller = world.caller()
    record = deal(world, caller)
    while record.game.outcome is None:
        change = world.games.advance(caller, record.id, count)
        assert change.before == record
        assert change.after.game == record.game.step(count)
        assert change.after.version == change.after.game.flips
        assert change.after.updated_at >= record.updated_at
        record = world.games.load(caller, record.id)
        assert record == change.after
    with pytest.raises(GameOver) as refusal:
        world.games.advance(caller, record.id, count)
    assert refusal.value.outcome == record.game.outcome


def test_a_game_that_is_given_up_is_over(world: World) -> None:
    caller = world.caller()
    game = world.games.advance(caller, deal(world, caller).id, 3).after
    world.games.abandon(caller, game.id)
    record = world.games.load(caller, game.id)
    assert record.game == game.game.abandon()
    assert record.version == game.version + 1
    for change in (lambda: world.games.advance(caller, game.id, 1), lambda: world.games.abandon(caller, game.id)):
        with pytest.raises(GameOver) as refusal:
            change()
        assert refusal.value.outcome.ending is Ending.ABANDONED


def test_a_step_from_the_version_that_the_caller_knows_is_taken(world: World) -> None:
    token = world.sign_in()
    game = deal(world, world.caller(token))
    after = world.games.advance(world.caller(token, if_match=("9", "1")), game.id, 2).after
    assert after.game.cursor == game.game.cursor + 2
    world.games.abandon(world.caller(token, if_match=(after.tag,)), game.id)
    ended = world.games.load(world.caller(token), game.id)
    assert (ended.game.status, ended.version) == ("abandoned", after.version + 1)


@pytest.mark.parametrize("tags", [("2",), ("11", "", "1 ", 'x"1', "1r", "\u00ff"), ()])
def test_a_stale_if_match_changes_nothing(world: World, tags: tuple[str, ...]) -> None:
    token = world.sign_in()
    game = deal(world, world.caller(token))
    with pytest.raises(StaleGame) as refusal:
        world.games.advance(world.caller(token, if_match=tags), game.id, 1)
    assert (refusal.value.game_id, refusal.value.version) == (game.id, 1)
    with pytest.raises(StaleGame):
        world.games.abandon(world.caller(token, if_match=tags), game.id)
    assert world.games.load(world.caller(token), game.id) == game


def test_a_stale_if_match_on_a_game_that_is_over_is_told_first(world: World) -> None:
    token = world.sign_in()
    game = world.games.advance(world.caller(token), deal(world, world.caller(token)).id, 104).after
    with pytest.raises(StaleGame) as refusal:
        world.games.advance(world.caller(token, if_match=("1",)), game.id, 1)
    assert refusal.value.version == game.version


def test_nobody_plays_more_games_at_once_than_allowed(new_world: NewWorld) -> None:
    world = new_world(open_limit=3)
    caller = world.caller()
    games = [deal(world, caller, number) for number in range(3)]
    with pytest.raises(TooManyOpenGames) as refusal:
        deal(world, caller)
    assert refusal.value.limit == 3
    deal(world, world.caller())
    world.games.advance(caller, games[0].id, 104)
    deal(world, caller)
    world.games.abandon(caller, games[1].id)
    deal(world, caller)
    with pytest.raises(TooManyOpenGames):
        deal(world, caller)
