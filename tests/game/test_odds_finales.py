"""The finales tell everything, and no single place in the dial does."""

import pytest
from hypothesis import given

from service.game.cards import Card
from service.game.finales import all_reach_opening, finales, reaching
from service.game.game import Game
from service.game.odds import win_probability
from service.game.policy import autoplay
from service.game.rules import Rules
from tests.game.deals import FORCED_RULES, HOUR_CARDS, KINGS, dealt_to_flip, games, histories

FACE_UP = [rules for rules in FORCED_RULES if rules.finales == "face_up"]


@given(games(FORCED_RULES))
def test_a_deal_is_won_exactly_when_all_finales_lead_to_the_opening_pile(game: Game) -> None:
    ended = autoplay(game)
    assert all_reach_opening(game.deal, game.rules) == (ended.hidden == ended.restarts == 0)


@given(histories(FACE_UP))
def test_with_the_finales_in_sight_the_end_is_known_from_the_start(history: list[Game]) -> None:
    known = {win_probability(game) for game in history}
    assert known == {history[-1].hidden == history[-1].restarts == 0}


@pytest.mark.parametrize("rules", FACE_UP, ids=lambda rules: rules.code)
def test_a_deal_that_goes_round_the_dial_rank_by_rank_is_won(rules: Rules) -> None:
    pack = (*HOUR_CARDS, *KINGS) * rules.decks
    opening = [card for card in pack if card.home == rules.opening_pile]
    others = [card for card in pack if card.home != rules.opening_pile]
    others.sort(key=lambda card: (card.home - rules.opening_pile) % 13)
    game = Game(dealt_to_flip([*opening[1:], *others, opening[0]], rules), rules)
    assert win_probability(game) == 1
    assert autoplay(game).hidden == autoplay(game).restarts == 0


def test_a_win_does_not_need_the_fourth_king_at_the_bottom_of_the_centre() -> None:
    game = autoplay(Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules()))
    assert game.status == "won"
    assert str(game.revealed[-1]) == "12:KC"
    assert finales(game.deal, game.rules)[13] == Card("A", "S")


def test_a_king_at_the_bottom_of_the_centre_does_not_win_by_being_there() -> None:
    game = autoplay(Game(dealt_to_flip(KINGS), Rules()))
    assert finales(game.deal, game.rules)[13] == Card("K", "C")
    assert (game.status, game.hidden) == ("lost", 48)


def test_finales_that_go_round_in_a_circle_reach_nothing() -> None:
    dealt = {1: Card("2", "S"), 2: Card("A", "S"), 3: Card("K", "S"), 4: Card("3", "S"), 13: Card("A", "H")}
    assert reaching(dealt, 13) == {3, 4, 13}
