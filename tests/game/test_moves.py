"""The log: one move a flip, and one more that sets the ending card."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Game
from service.game.moves import Move, moves
from service.game.rules import Rules
from tests.game.deals import KINGS, dealt_to_flip, games

SHORT = Game(dealt_to_flip(KINGS), Rules())


@given(games())
def test_a_log_opens_with_a_flip_and_ends_by_setting_the_card_that_was_flipped_last(game: Game) -> None:
    log = moves(game.autoplay())
    assert log[0] == Move("open", None, game.chain[0], shuttle=False)
    assert [move.flip for move in log] == [*game.chain, None]
    assert [move.placed for move in log] == [None, *(flip.card for flip in game.chain)]
    assert {move.kind for move in log[1:]} == {"move"}


@given(games())
def test_a_card_is_set_under_its_home_and_the_next_one_flipped_there(game: Game) -> None:
    for move in moves(game.autoplay())[1:]:
        assert move.placed
        assert move.under == move.placed.home
        assert move.flip is None or move.flip.pile == move.under


@given(games())
def test_a_shuttle_is_a_card_set_under_the_pile_that_it_came_from(game: Game) -> None:
    log = moves(game.autoplay())
    for before, move in pairwise(log):
        assert before.flip
        assert move.shuttle == (before.flip.pile == move.under)


@given(games(), st.data())
def test_a_log_continued_is_the_whole_log(game: Game, data: st.DataObject) -> None:
    flips = data.draw(st.integers(1, len(game.chain) - 1))
    middle = Game(game.deal, game.rules, flips)
    ended = game.autoplay()
    assert moves(middle) + moves(ended, since=flips) == moves(ended)
    assert len(moves(middle)) == flips


def test_the_step_that_flips_the_ending_card_makes_two_moves() -> None:
    last = moves(SHORT.autoplay(), since=3)
    assert [(move.placed, move.flip) for move in last] == [(KINGS[2], SHORT.chain[3]), (KINGS[3], None)]


def test_nothing_new_has_happened_since_the_last_flip() -> None:
    assert moves(SHORT.step(), since=2) == []
    assert moves(SHORT.autoplay(), since=4) == []


def test_an_abandoned_game_sets_nothing_more() -> None:
    assert moves(SHORT.step().abandon()) == moves(SHORT.step())


def test_the_opening_flip_sets_nothing() -> None:
    (opening,) = moves(SHORT)
    assert opening.under is None
