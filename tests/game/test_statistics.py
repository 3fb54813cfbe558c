"""Whole games, played out by the ten thousand, against the closed forms.

Each test has a fixed seed; a sound game fails it with probability 1e-6, which is what `ERROR` says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Exchange, Fork
from service.game.distributions import distribution
from service.game.game import Game
from service.game.odds import choice_odds, win_probability
from service.game.policy import autoplay, first_lock
from service.game.rules import VARIANTS, Rules
from tests.game.chi_square import chi_square, critical, deviation
from tests.game.deals import decided, locked, random_deal, seeded
from tests.game.unseen import reshuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from random import Random

    from service.game.decisions import Choice

ERROR = 1e-6
DEALS = 6_000
SHUFFLES = 1_000
PLAYED = VARIANTS | {"packets": Rules(dealing="packets"), "watch at twelve": Rules(opening_pile=12, reprieves=1)}


@dataclass(frozen=True)
class Played:
    """Rules, and how often the games had how many flips (to the first lock if they restart) and how many restarts."""

    rules: Rules
    flips: Counter[int]
    restarts: Counter[int]


@pytest.fixture(scope="module", params=PLAYED)
def played(request: pytest.FixtureRequest) -> Played:
    rules = PLAYED[request.param]
    source = seeded(f"played {request.param}")
    ended = [autoplay(Game(random_deal(source, rules.decks), rules)) for _ in range(DEALS // rules.decks)]
    restarting = rules.on_lock == "restart"
    flips = Counter(first_lock(game.chain, rules) if restarting else game.flips for game in ended)
    return Played(rules, flips, Counter(game.restarts for game in ended))


def agree(observed: Sequence[int], chances: Sequence[Fraction]) -> bool:
    """Whether the counts of 0, 1, 2, ... look like draws from these chances."""
    total = sum(observed)
    statistic, freedom = chi_square(observed, [float(total * chance) for chance in chances])
    assert freedom > 3
    return statistic < critical(freedom, ERROR)


def is_share(wins: int, games: int, chance: Fraction | float) -> bool:
    """Whether so many wins are what this chance gives."""
    odds = float(chance)
    return abs(wins - games * odds) <= deviation(ERROR) * sqrt(games * odds * (1 - odds)) + 0.5


def test_games_are_won_as_often_as_the_odds_say(played: Played) -> None:
    wins = played.flips[played.rules.cards]
    assert is_share(wins, played.flips.total(), distribution(played.rules).win)


def test_flips_are_distributed_as_the_closed_form_says(played: Played) -> None:
    chances = distribution(played.rules).flips.chances
    assert agree([played.flips[flips] for flips in range(len(chances))], chances)


def test_the_mean_of_flips_is_exact(played: Played) -> None:
    flips = distribution(played.rules).flips
    found = sum(count * times for count, times in played.flips.items()) / played.flips.total()
    assert abs(found - flips.mean) < deviation(ERROR) * flips.deviation / sqrt(played.flips.total())


def test_restarts_are_distributed_as_the_closed_form_says(played: Played) -> None:
    restarts = distribution(played.rules).restarts
    if restarts is None:
        assert set(played.restarts) == {0}
    else:
        assert agree([played.restarts[count] for count in range(13)], restarts.chances)


def test_a_random_card_for_the_reprieve_wins_as_often_as_the_odds_say() -> None:
    source, rules = seeded("any card"), VARIANTS["watch"]
    wins = 0
    for _ in range(DEALS):
        game = locked(Game(random_deal(source), rules))
        if game.choices is not None:
            game = locked(game.decide(decided(source.choice(game.choices))))
        wins += game.status == "won"
    expected = distribution(rules).random_card
    assert expected is not None
    assert is_share(wins, DEALS, expected)


@pytest.mark.parametrize("rules", PLAYED.values(), ids=PLAYED)
@pytest.mark.parametrize("late", [False, True])
def test_live_odds_are_the_share_of_wins_among_all_ways_to_lie_hidden(rules: Rules, late: bool) -> None:
    source = seeded(f"live odds {rules.code} {late}")
    now = late_in_a_game(source, rules) if late else early_in_a_game(source, rules)
    wins = sum(win_probability(autoplay(reshuffled(now, source))) == 1 for _ in range(SHUFFLES))
    assert is_share(wins, SHUFFLES, win_probability(now))


@pytest.mark.parametrize("index", range(4))
def test_the_odds_of_a_choice_are_the_share_of_wins_that_it_brings(index: int) -> None:
    source, rules = seeded(f"a choice {index}"), VARIANTS["watch"]
    while (now := locked(Game(random_deal(source), rules))).hidden < 10:
        continue
    choice, odds = choice_odds(now)[index]
    games = (reshuffled(now, source).decide(Exchange(choice.pile, choice.depth or 0)) for _ in range(SHUFFLES))
    assert is_share(sum(locked(game).status == "won" for game in games), SHUFFLES, odds)


def early_in_a_game(source: Random, rules: Rules) -> Game:
    """A game that goes on, a third of its cards up."""
    while (game := locked(Game(random_deal(source, rules.decks), rules))).flips < rules.cards // 2:
        continue
    return Game(game.deal, rules).step(rules.cards // 3)


def late_in_a_game(source: Random, rules: Rules) -> Game:
    """A game with a locking card and four more cards face down, after a reprieve if there is one."""
    while True:
        game = Game(random_deal(source, rules.decks), rules)
        ended = autoplay(game)
        if ended.hidden == 0 and ended.restarts == 0 and (not rules.reprieves or ended.decisions):
            break
    while ended.hidden < 5:
        ended = ended.undo()
    return ended


def own(_: Game, choices: Sequence[Choice], __: Random) -> Choice:
    return choices[0]


def opposite(_: Game, choices: Sequence[Choice], __: Random) -> Choice:
    return choices[1]


def either(_: Game, choices: Sequence[Choice], source: Random) -> Choice:
    return source.choice(choices)


def fuller(game: Game, choices: Sequence[Choice], _: Random) -> Choice:
    """The pile from which fewer cards came."""
    return min(choices, key=lambda choice: [flip.pile for flip in game.revealed].count(choice.pile))


@pytest.mark.parametrize("policy", [own, opposite, either, fuller], ids=lambda policy: policy.__name__)
def test_no_policy_gains_anything_at_forks(policy: Callable[[Game, Sequence[Choice], Random], Choice]) -> None:
    source, rules = seeded(f"forks {policy.__name__}"), VARIANTS["watch_fork"]
    hidden: Counter[int] = Counter()
    forks = 0
    for _ in range(DEALS):
        game = locked(Game(random_deal(source), rules))
        while game.choices is not None:
            forks += 1
            game = game.decide(Fork(policy(game, game.choices, source).pile))
            game = game if game.outcome or game.choices else locked(game)
        hidden[game.hidden] += 1
    assert forks > DEALS
    assert agree([hidden[count] for count in range(49)], distribution(rules).hidden.chances)
