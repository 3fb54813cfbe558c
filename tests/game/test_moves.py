"""The log: one move a flip, and one more that sets the ending card."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Game
from service.game.moves import Move, moves
from service.game.rules import Rules
from tests.game.deals import KINGS, PLAIN_RULES, dealt_to_flip, games, histories, locked, states

SHORT = Game(dealt_to_flip(KINGS), Rules())


@given(games(PLAIN_RULES))
def test_a_log_opens_with_a_flip_and_ends_by_setting_the_card_that_was_flipped_last(game: Game) -> None:
    log, flips = moves(locked(game)), game.chain.flips
    assert log[0] == Move("open", None, flips[0], shuttle=False)
    assert [move.flip for move in log] == [*flips, None]
    assert [move.placed for move in log] == [None, *(flip.card for flip in flips)]
    assert {move.kind for move in log[1:]} == {"move"}


@given(games(PLAIN_RULES))
def test_a_card_is_set_under_its_home_and_the_next_one_flipped_there(game: Game) -> None:
    for move in moves(locked(game))[1:]:
        assert move.placed
        assert move.under == move.placed.home
        assert move.flip is None or move.flip.pile == move.under


@given(states())
def test_a_log_sets_every_card_that_is_set_and_flips_every_card_that_was_flipped(game: Game) -> None:
    log = moves(game)
    assert [move.placed for move in log if move.placed] == [flip.card for flip in game.set_flips]
    assert [move.flip for move in log if move.flip] == list(game.revealed)
    assert [move.kind for move in log if move.flip] == [flip.kind for flip in game.revealed]


@given(states())
def test_a_shuttle_is_a_card_set_under_the_pile_that_it_came_from(game: Game) -> None:
    for before, move in pairwise(moves(game)):
        assert before.flip
        assert move.shuttle == (move.placed is not None and before.flip.pile == move.under)


@given(histories(), st.data())
def test_a_log_continued_is_the_whole_log(games: list[Game], data: st.DataObject) -> None:
    middle, later = sorted(
        data.draw(st.tuples(st.sampled_from(games), st.sampled_from(games))), key=lambda it: it.cursor
    )
    assert moves(middle) + moves(later, since=middle.cursor) == moves(later)


@given(histories())
def test_an_exchange_sets_nothing_and_takes_the_card_that_was_named(games: list[Game]) -> None:
    for move in (move for move in moves(games[-1]) if move.kind == "reprieve"):
        assert (move.placed, move.under, move.shuttle) == (None, None, False)
        assert move.flip
        assert f"r{move.flip.pile}.{move.flip.depth}" == str(games[-1].decisions[0])


def test_the_step_that_flips_the_ending_card_makes_two_moves() -> None:
    last = moves(locked(SHORT), since=3)
    assert [(move.placed, move.flip) for move in last] == [(KINGS[2], SHORT.chain.flips[3]), (KINGS[3], None)]


def test_nothing_new_has_happened_since_the_last_flip() -> None:
    assert moves(SHORT.step(), since=2) == []
    assert moves(locked(SHORT), since=4) == []


def test_an_abandoned_game_sets_nothing_more() -> None:
    assert moves(SHORT.step().abandon()) == moves(SHORT.step())


def test_in_placement_mode_the_ending_card_is_set_by_a_step_of_its_own() -> None:
    flipped = Game(SHORT.deal, SHORT.rules, "placement").step(3)
    assert [(move.placed, move.flip) for move in moves(flipped, since=3)] == [(KINGS[2], SHORT.chain.flips[3])]
    assert [(move.placed, move.flip) for move in moves(flipped.step(), since=4)] == [(KINGS[3], None)]


def test_the_opening_flip_sets_nothing() -> None:
    (opening,) = moves(SHORT)
    assert opening.under is None
