"""A game is its facts; everything else is replayed, and an ended game stays ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.decisions import Decline, Fork
from service.game.errors import BrokenSave, DecisionPending, GameOver, NothingToDecide, NothingToUndo
from service.game.game import Ending, Game, Outcome
from service.game.policy import autoplay
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, MODES, dealt_to_flip, games, histories, locked, states

MOVES: list[Callable[[Game], Game]] = [Game.step, autoplay, Game.abandon]
WON = Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules())
SHORT = Game(dealt_to_flip(KINGS), Rules())
PLACED = Game(SHORT.deal, Rules(), "placement")


@given(games(), st.lists(st.integers(1, 20), max_size=105))
def test_autoplay_comes_out_where_steps_of_any_size_do(game: Game, sizes: list[int]) -> None:
    end = autoplay(game)
    decided = iter(end.decisions)
    while game.outcome is None:
        size = sizes.pop() if sizes else 1
        game = game.step(size) if game.choices is None else game.decide(next(decided))
    assert game == end


@given(histories())
def test_the_flips_counter_is_what_is_no_longer_hidden(games: list[Game]) -> None:
    for game in games:
        assert game.flips == game.rules.cards - game.hidden == len(game.seen)
        assert len(game.set_flips) == game.flips - (game.in_hand is not None)
        assert game.locking_seen == sum(flip.card.rank == game.rules.locking_rank for flip in game.seen)


@given(histories())
def test_undo_leads_back_through_every_state_to_the_very_start(games: list[Game]) -> None:
    game = games.pop()
    while games:
        game = game.undo()
        assert game == games.pop()
    with pytest.raises(NothingToUndo):
        game.undo()


@given(states())
def test_a_game_that_waits_for_a_decision_takes_no_step_and_any_other_no_decision(game: Game) -> None:
    if game.choices is None:
        assert not game.status.startswith("awaiting")
    else:
        assert game.status in ("awaiting_reprieve", "awaiting_fork")
        with pytest.raises(DecisionPending):
            game.step()
        with pytest.raises(DecisionPending):
            game.accepts(1)


@given(histories())
def test_the_card_in_hand_is_accepted_by_its_home_alone(games: list[Game]) -> None:
    for game in games:
        if game.outcome is None and game.choices is None:
            assert game.in_hand
            assert [pile for pile in range(1, 14) if game.accepts(pile)] == [game.in_hand.card.home]


def test_a_new_game_has_one_flip_and_that_card_in_hand() -> None:
    assert (WON.flips, WON.hidden, WON.status, WON.outcome) == (1, 51, "in_progress", None)
    assert WON.in_hand == WON.chain.flips[0]
    assert WON.set_flips == ()


def test_a_won_game_is_a_deal_and_51_steps_and_ends_with_an_empty_hand() -> None:
    game = WON
    for _ in range(51):
        assert game.in_hand is not None
        game = game.step()
    assert game.outcome == Outcome(Ending.WON, 0)
    assert game.in_hand is None
    assert len(game.set_flips) == 52


def test_in_placement_mode_the_fourth_king_too_must_be_placed() -> None:
    game = PLACED.step(3)
    assert (game.status, game.flips, game.in_hand) == ("in_progress", 4, SHORT.chain.flips[3])
    assert game.accepts(13)
    assert (game.step().status, game.step().flips, game.step().in_hand) == ("lost", 4, None)


def test_a_game_with_all_48_hour_cards_up_is_not_yet_won() -> None:
    game = WON.step(50)
    assert {flip.card for flip in game.revealed} >= set(HOUR_CARDS)
    assert (game.status, game.hidden) == ("in_progress", 1)


@pytest.mark.parametrize("ended", [locked(WON), locked(SHORT), locked(PLACED), WON.abandon(), WON.step(9).abandon()])
@pytest.mark.parametrize("move", MOVES)
def test_nothing_moves_after_the_end(ended: Game, move: Callable[[Game], Game]) -> None:
    with pytest.raises(GameOver) as refused:
        move(ended)
    assert refused.value.outcome == ended.outcome


def test_what_was_given_up_cannot_be_taken_back() -> None:
    with pytest.raises(GameOver):
        WON.step(9).abandon().undo()


def test_undo_does_not_lead_behind_the_start() -> None:
    assert WON.step(9).undo(start=9).cursor == 9
    with pytest.raises(NothingToUndo):
        WON.step(9).undo(start=10)


def test_an_abandoned_game_stays_where_it_stood() -> None:
    game = WON.step(9).abandon()
    assert game.outcome == Outcome(Ending.ABANDONED, 42)
    assert (game.status, game.in_hand, len(game.set_flips)) == ("abandoned", WON.chain.flips[9], 9)


def test_moving_on_leaves_the_game_before_as_it_was() -> None:
    assert WON.step(3).flips == 4
    assert WON.flips == 1


@pytest.mark.parametrize("cursor", [-1, 0, 5, 52, 53])
def test_there_is_no_game_off_its_chain(cursor: int) -> None:
    with pytest.raises(BrokenSave):
        Game(SHORT.deal, Rules(), cursor=cursor)


@pytest.mark.parametrize("mode", MODES)
def test_there_is_no_game_abandoned_after_its_end(mode: str) -> None:
    game = PLACED if mode == "placement" else SHORT
    assert Game(game.deal, game.rules, game.mode, cursor=game.last - 1, abandoned=True).status == "abandoned"
    with pytest.raises(BrokenSave):
        Game(game.deal, game.rules, game.mode, cursor=game.last, abandoned=True)


@pytest.mark.parametrize(("decks", "dealt"), [(1, 2), (2, 1)])
def test_there_is_no_game_with_another_number_of_decks_than_its_rules(decks: int, dealt: int) -> None:
    with pytest.raises(BrokenSave):
        Game(Deal(PACK * dealt), Rules(decks=2 if decks == 2 else 1))


def test_an_error_passes_a_context_manager_unharmed() -> None:
    @contextmanager
    def passage() -> Iterator[None]:
        yield

    with pytest.raises(GameOver), passage():
        locked(SHORT).step()


def test_forced_games_have_nothing_to_decide() -> None:
    with pytest.raises(NothingToDecide):
        WON.decide(Fork(5))
    with pytest.raises(GameOver):
        locked(WON).decide(Decline())
