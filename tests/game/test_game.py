"""A game is its facts; everything else is replayed, and an ended game stays ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.errors import BrokenSave, GameOver
from service.game.game import Ending, Game, Outcome
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, games

MOVES: list[Callable[[Game], Game]] = [Game.step, Game.autoplay, Game.abandon]
WON = Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules())
SHORT = Game(dealt_to_flip(KINGS), Rules())


@given(games(), st.lists(st.integers(1, 20), max_size=105))
def test_autoplay_comes_out_where_steps_of_any_size_do(game: Game, sizes: list[int]) -> None:
    stepped = game
    for size in sizes:
        if stepped.outcome is None:
            stepped = stepped.step(size)
            assert stepped.flips <= len(game.chain)
    while stepped.outcome is None:
        stepped = stepped.step()
    assert stepped == game.autoplay()


@given(games())
def test_the_flips_counter_is_what_is_no_longer_hidden(game: Game) -> None:
    for flips in range(1, len(game.chain) + 1):
        now = Game(game.deal, game.rules, flips)
        assert now.flips == game.rules.cards - now.hidden == len(now.revealed)
        assert now.locking_seen == sum(flip.card.rank == game.rules.locking_rank for flip in now.revealed)


def test_a_new_game_has_one_flip_and_that_card_in_hand() -> None:
    assert (WON.flips, WON.hidden, WON.status, WON.outcome) == (1, 51, "in_progress", None)
    assert WON.in_hand == WON.chain[0]
    assert WON.set_flips == ()


def test_a_won_game_is_a_deal_and_51_steps_and_ends_with_an_empty_hand() -> None:
    game = WON
    for _ in range(51):
        assert game.in_hand is not None
        game = game.step()
    assert game.outcome == Outcome(Ending.WON, 0)
    assert game.in_hand is None
    assert len(game.set_flips) == 52


def test_a_game_with_all_48_hour_cards_up_is_not_yet_won() -> None:
    game = WON.step(50)
    assert {flip.card for flip in game.revealed} >= set(HOUR_CARDS)
    assert (game.status, game.hidden) == ("in_progress", 1)


@pytest.mark.parametrize("ended", [WON.autoplay(), SHORT.autoplay(), WON.abandon(), WON.step(9).abandon()])
@pytest.mark.parametrize("move", MOVES)
def test_nothing_moves_after_the_end(ended: Game, move: Callable[[Game], Game]) -> None:
    with pytest.raises(GameOver) as refused:
        move(ended)
    assert refused.value.outcome == ended.outcome


def test_an_abandoned_game_stays_where_it_stood() -> None:
    game = WON.step(9).abandon()
    assert game.outcome == Outcome(Ending.ABANDONED, 42)
    assert (game.status, game.in_hand, len(game.set_flips)) == ("abandoned", WON.chain[9], 9)


def test_moving_on_leaves_the_game_before_as_it_was() -> None:
    assert WON.step(3).flips == 4
    assert WON.flips == 1


@pytest.mark.parametrize("flips", [-1, 0, 5, 52, 53])
def test_there_is_no_game_off_its_chain(flips: int) -> None:
    with pytest.raises(BrokenSave):
        Game(SHORT.deal, Rules(), flips)


def test_there_is_no_game_abandoned_after_its_end() -> None:
    assert Game(SHORT.deal, Rules(), 3, abandoned=True).status == "abandoned"
    with pytest.raises(BrokenSave):
        Game(SHORT.deal, Rules(), 4, abandoned=True)


@pytest.mark.parametrize(("decks", "dealt"), [(1, 2), (2, 1)])
def test_there_is_no_game_with_another_number_of_decks_than_its_rules(decks: int, dealt: int) -> None:
    with pytest.raises(BrokenSave):
        Game(Deal(PACK * dealt), Rules(decks=2 if decks == 2 else 1))


def test_an_error_passes_a_context_manager_unharmed() -> None:
    @contextmanager
    def passage() -> Iterator[None]:
        yield

    with pytest.raises(GameOver), passage():
        SHORT.autoplay().step()
