"""Live odds are right if they are right at the end, and at every moment the mean of what they may be next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.game.odds import choice_odds, win_probability
from service.game.rules import VARIANTS, Rules
from tests.game.deals import EVERY_RULES, decided, histories, states
from tests.game.unseen import known, unseen, with_next

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.game.game import Game

FEW = settings(max_examples=25)


def next_place(game: Game, after: Game) -> tuple[int, int] | None:
    """Where the card lay that came into hand last; None if that was no surprise, or no card came."""
    revealed = after.revealed
    if len(revealed) == len(game.revealed):
        return None
    before = known(game).keys()
    return next((place for place in known(after) if place not in before), None)


def expected(game: Game, way: Callable[[Game], Game]) -> Fraction:
    """The mean of the odds after `way`, over everything that may turn up."""
    place = next_place(game, way(game))
    if place is None:
        return win_probability(way(game))
    ranks = Counter(card.home for card in unseen(game).values())
    example = {card.home: card for card in unseen(game).values()}
    ways = (count * win_probability(way(with_next(game, place, example[home]))) for home, count in ranks.items())
    return sum(ways, Fraction(0)) / ranks.total()


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
@FEW
@given(st.data())
def test_the_odds_are_the_mean_of_the_odds_one_card_on(rules: Rules, data: st.DataObject) -> None:
    for game in some_states(data, rules):
        if game.choices is None and game.outcome is None:
            assert expected(game, lambda now: now.step()) == win_probability(game)


@settings(max_examples=100)
@given(states())
def test_under_any_rules_and_after_any_decision_the_odds_are_the_mean_of_the_odds_one_card_on(game: Game) -> None:
    if game.choices is None and game.outcome is None:
        assert expected(game, lambda now: now.step()) == win_probability(game)


@pytest.mark.parametrize("variant", ["watch", "watch_fork", "big_clock_watch"])
@FEW
@given(st.data())
def test_the_odds_of_a_choice_are_the_mean_of_the_odds_it_may_lead_to(variant: str, data: st.DataObject) -> None:
    asking = [*waiting(data.draw(histories([VARIANTS[variant]])))]
    assume(asking)
    game = data.draw(st.sampled_from(asking))
    choice, odds = data.draw(st.sampled_from(choice_odds(game)))
    assert expected(game, lambda now: now.decide(decided(choice))) == odds


@FEW
@given(histories([rules for rules in EVERY_RULES if rules.asks]))
def test_before_a_decision_the_odds_are_those_of_the_best_choice(history: list[Game]) -> None:
    for game in waiting(history):
        odds = [win for _, win in choice_odds(game)]
        assert odds == sorted(odds, reverse=True)
        assert win_probability(game) == odds[0]


def some_states(data: st.DataObject, rules: Rules) -> list[Game]:
    history = data.draw(histories([rules]))
    return data.draw(st.lists(st.sampled_from(history), min_size=1, max_size=5))


def waiting(history: list[Game]) -> Iterator[Game]:
    """The states that wait for a decision."""
    return (game for game in history if game.choices is not None)
