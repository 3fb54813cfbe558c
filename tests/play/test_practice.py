"""Hints and steps back in games for practice, and what a finished game is read from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Decline, Fork
from service.game.errors import GameOver, NothingToUndo
from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS, Rules
from service.play.errors import GameNotFound, GameNotOver, PracticeOnly, StaleGame, TooManyOpenGames
from service.play.identity import new_id
from service.play.practice import hint, undo
from service.play.readings import finished
from service.play.record import LIFETIME_MS, DealKind, Draft
from tests.builders import a_deal, a_once, some_seeds
from tests.game.deals import EVERY_RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.decisions import Question
    from service.game.game import Mode
    from service.play.caller import Caller
    from service.play.ports import Games
    from tests.play.world import World

    Favour = Callable[[Games, Caller, str], object]

MODES: tuple[Mode, ...] = ("reveal", "placement")


@pytest.fixture
def ada(world: World) -> Caller:
    """A player."""
    return world.caller()


def opened(
    world: World, caller: Caller, game: Game, *, kind: DealKind = DealKind.CUSTOM, practice: bool = True
) -> str:
    """A new game of the caller's, which begins as it stands."""
    player_id = caller.token.player_id
    seeds = some_seeds() if kind is DealKind.RANDOM else None
    draft = Draft(new_id(player_id), player_id, kind, practice, seeds, game)
    return world.games.open(caller, draft, None).after.id


def asking(variant: str, mode: Mode = "reveal") -> Game:
    """A new game that will come to a question; most do."""
    rules = VARIANTS[variant]
    games = (Game(a_deal(number, rules.decks), rules, mode) for number in range(100))
    return next(game for game in games if autoplay(game, "decision").choices)


def asked(world: World, caller: Caller, variant: str, mode: Mode = "reveal") -> str:
    """A game of the caller's at its first question."""
    game_id = opened(world, caller, asking(variant, mode))
    world.games.autoplay(caller, game_id, "decision")
    return game_id


def now(world: World, caller: Caller, game_id: str) -> Game:
    return world.games.load(caller, game_id).game


def test_a_hint_is_the_card_in_hand_and_changes_nothing(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()).step(5))
    before = world.games.load(ada, game_id)
    given = hint(world.games, ada, game_id)
    assert before.game.in_hand
    assert (given.card, given.choices) == (before.game.in_hand.card, ())
    assert world.games.load(ada, game_id) == before


@pytest.mark.parametrize("mode", MODES)
def test_a_hint_at_a_reprieve_weighs_every_choice_best_first(world: World, ada: Caller, mode: Mode) -> None:
    game_id = asked(world, ada, "watch", mode)
    game = now(world, ada, game_id)
    given = hint(world.games, ada, game_id)
    chances = [chance for _, chance in given.choices]
    assert {choice for choice, _ in given.choices} == set(game.choices or ())
    assert len(given.choices) == game.hidden
    assert chances == sorted(chances, reverse=True)
    assert (given.card.home, sum(chances)) == (13, 1)  # a finale has its pile's share of the hidden cards


def test_a_hint_at_a_fork_holds_both_ways_to_be_equal(world: World, ada: Caller) -> None:
    game_id = asked(world, ada, "watch_fork")
    (own, chance), (across, same) = hint(world.games, ada, game_id).choices
    assert (own.depth, across.depth) == (None, None)
    assert 0 < chance == same < Fraction(1, 2)


@pytest.mark.parametrize(("kind", "practice"), [(DealKind.RANDOM, False), (DealKind.CUSTOM, False)])
def test_only_practice_games_grant_a_hint_or_a_step_back(
    world: World, ada: Caller, kind: DealKind, practice: bool
) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()), kind=kind, practice=practice)
    world.games.advance(ada, game_id, 3)
    before = world.games.load(ada, game_id)
    for favour in (hint, undo):
        with pytest.raises(PracticeOnly):
            favour(world.games, ada, game_id)
    assert world.games.load(ada, game_id) == before


@pytest.mark.parametrize("favour", [hint, undo])
def test_another_players_game_is_not_found(world: World, ada: Caller, favour: Favour) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()))
    with pytest.raises(GameNotFound):
        favour(world.games, world.caller(), game_id)


def test_a_finished_game_has_no_hint(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()))
    world.games.autoplay(ada, game_id, "end")
    with pytest.raises(GameOver):
        hint(world.games, ada, game_id)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
def test_whatever_was_played_can_be_taken_back_step_by_step_to_the_start(
    world: World, ada: Caller, rules: Rules, mode: Mode
) -> None:
    start = Game(a_deal(7, rules.decks), rules, mode)
    game_id = opened(world, ada, start)
    ended = world.games.autoplay(ada, game_id, "end").after
    for position in range(ended.game.cursor - 1, 0, -1):
        change = undo(world.games, ada, game_id)
        assert (change.after.game.cursor, change.after.version) == (position, change.before.version + 1)
        assert change.accepted
    assert now(world, ada, game_id) == start
    with pytest.raises(NothingToUndo):
        undo(world.games, ada, game_id)


def test_an_imported_game_is_taken_back_to_where_it_was_imported(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()).step(9), kind=DealKind.IMPORT)
    world.games.advance(ada, game_id, 1)
    assert undo(world.games, ada, game_id).after.game.cursor == 10
    with pytest.raises(NothingToUndo):
        undo(world.games, ada, game_id)


@pytest.mark.parametrize("mode", MODES)
def test_a_step_back_opens_a_finished_game_again_with_its_last_card_in_hand(
    world: World, ada: Caller, mode: Mode
) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules(), mode))
    ended = world.games.autoplay(ada, game_id, "end").after
    reopened = undo(world.games, ada, game_id).after
    assert (ended.game.status, reopened.game.status, reopened.finished_at) == ("lost", "in_progress", None)
    assert reopened.game.in_hand == (ended.game.revealed[-1] if mode == "placement" else ended.game.revealed[-2])
    assert world.memory.outbox == {}


@pytest.mark.parametrize(("variant", "question"), [("watch", "reprieve"), ("watch_fork", "fork")])
def test_a_decision_taken_back_is_asked_for_again_and_may_be_another(
    world: World, ada: Caller, variant: str, question: Question
) -> None:
    game_id = asked(world, ada, variant)
    before = now(world, ada, game_id)
    world.games.autoplay(ada, game_id, "end")
    while now(world, ada, game_id).decisions:
        undo(world.games, ada, game_id)
    again = now(world, ada, game_id)
    assert (again, again.chain.question) == (before, question)
    other = Decline() if question == "reprieve" else Fork((again.choices or ())[-1].pile)
    change = world.games.change(ada, game_id, lambda record: record.game.decide(other))
    assert change.after.game.decisions == (other,)


def test_errors_stay_counted_and_the_version_rises(world: World, ada: Caller) -> None:
    game = Game(a_deal(), Rules(), "placement")
    game_id = opened(world, ada, game)
    home = game.revealed[0].card.home
    for pile in (home % 13 + 1, home % 13 + 1, home):
        world.games.place(ada, game_id, pile)
    change = undo(world.games, ada, game_id)
    assert (change.before.version, change.before.errors) == (4, 2)
    assert (change.after.version, change.after.errors, change.after.game) == (5, 2, game)


def test_a_game_given_up_or_out_of_time_stays_so(world: World, ada: Caller) -> None:
    given_up, out_of_time = (opened(world, ada, Game(a_deal(), Rules())) for _ in range(2))
    for game_id in (given_up, out_of_time):
        world.games.advance(ada, game_id, 3)
    world.games.abandon(ada, given_up)
    world.memory.now += LIFETIME_MS
    ada = world.caller(ada.token.player_id)
    for game_id in (given_up, out_of_time):
        with pytest.raises(GameOver):
            undo(world.games, ada, game_id)
        assert now(world, ada, game_id).status == "abandoned"


def test_a_step_back_has_the_conditions_of_any_other_change(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()))
    world.games.advance(ada, game_id, 3)
    ada.if_match = ("1",)
    with pytest.raises(StaleGame):
        undo(world.games, ada, game_id)
    ada.if_match, ada.once = ("4",), a_once()
    first = undo(world.games, ada, game_id)
    assert undo(world.games, ada, game_id) == first
    assert ada.replayed


def test_a_game_is_not_opened_again_beyond_the_number_of_open_games(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()))
    world.games.autoplay(ada, game_id, "end")
    world.memory.open_limit = 1
    opened(world, ada, Game(a_deal(), Rules()))
    with pytest.raises(TooManyOpenGames):
        undo(world.games, ada, game_id)
    assert now(world, ada, game_id).outcome


def test_a_game_is_read_from_its_result_and_only_when_there_is_one(world: World, ada: Caller) -> None:
    game_id = opened(world, ada, Game(a_deal(), Rules()), kind=DealKind.RANDOM, practice=False)
    with pytest.raises(GameNotOver):
        finished(world.games, world.results, world.now, ada, game_id)
    ended = world.games.autoplay(ada, game_id, "end").after
    result = finished(world.games, world.results, world.now, ada, game_id)
    assert (result.flips, result.hidden) == (ended.game.flips, ended.game.hidden)
    world.results.record([ended])
    del world.memory.games[game_id]
    assert finished(world.games, world.results, world.now, ada, game_id) == result
    with pytest.raises(GameNotFound):
        finished(world.games, world.results, world.now, world.caller(), game_id)
