"""Whole games, played out by the hundred thousand, against the closed forms.

Each test has a fixed seed; a sound game fails it with probability 1e-6, which is what `ERROR` says.
"""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from service.game.chain import chain
from service.game.dial import dial
from service.game.game import Game
from service.game.odds import flips_probability, mean_flips, win_probability
from service.game.rules import VARIANTS, Rules
from tests.game.chi_square import chi_square, critical, deviation
from tests.game.deals import laid, random_deal, seeded

ERROR = 1e-6
DEALS = 40_000


@pytest.fixture(scope="module", params=[*VARIANTS, "packets"])
def played(request: pytest.FixtureRequest) -> tuple[Rules, Counter[int]]:
    """Rules, and how often their chains had which number of flips."""
    rules = VARIANTS.get(request.param, Rules(dealing="packets"))
    source = seeded(f"played {request.param}")
    deals = DEALS // rules.decks
    return rules, Counter(len(chain(random_deal(source, rules.decks), rules)) for _ in range(deals))


def test_one_deal_in_thirteen_is_won(played: tuple[Rules, Counter[int]]) -> None:
    rules, flips = played
    deals = flips.total()
    assert abs(flips[rules.cards] - deals / 13) < deviation(ERROR) * sqrt(deals * 12) / 13


def test_flips_are_distributed_as_the_closed_form_says(played: tuple[Rules, Counter[int]]) -> None:
    rules, flips = played
    every = range(1, rules.cards + 1)
    expected = [float(flips.total() * flips_probability(count, rules.decks)) for count in every]
    statistic, freedom = chi_square([flips[count] for count in every], expected)
    assert freedom > 30
    assert statistic < critical(freedom, ERROR)


def test_the_mean_of_flips_is_exact(played: tuple[Rules, Counter[int]]) -> None:
    rules, flips = played
    every = range(1, rules.cards + 1)
    mean = float(mean_flips(rules.decks))
    variance = sum((count - mean) ** 2 * flips_probability(count, rules.decks) for count in every)
    found = sum(count * times for count, times in flips.items()) / flips.total()
    assert abs(found - mean) < deviation(ERROR) * sqrt(variance / flips.total())


STATES = 8


@pytest.mark.parametrize("index", range(STATES))
def test_live_odds_are_the_share_of_wins_among_all_ways_to_lie_hidden(index: int) -> None:
    source = seeded(f"live odds {index}")
    now = late_in_a_game(source) if index % 2 else middle_of_a_game(source)
    odds, again = float(win_probability(now)), 6_000
    wins = sum(with_hidden_cards_reshuffled(now, source).autoplay().status == "won" for _ in range(again))
    assert abs(wins - again * odds) <= deviation(ERROR / STATES) * sqrt(again * odds * (1 - odds)) + 0.5


def random_game(source: Random) -> Game:
    """A new game of random rules."""
    rules = Rules(source.choice((1, 2)), source.choice((12, 13)), source.choice(("one_at_a_time", "packets")))
    return Game(random_deal(source, rules.decks), rules)


def middle_of_a_game(source: Random) -> Game:
    """A game somewhere before its end."""
    game = random_game(source)
    return game.step(source.randrange(len(game.chain) - 1))


def late_in_a_game(source: Random) -> Game:
    """A game with five cards face down, and still with a chance."""
    while len((game := random_game(source)).chain) <= game.rules.cards - 5:
        continue
    return game.step(game.hidden - 5)


def with_hidden_cards_reshuffled(now: Game, source: Random) -> Game:
    """The game with another fate that looks the same so far: its face-down cards change places among themselves."""
    hidden = [card for pile in dial(now).piles for card in pile.face_down]
    source.shuffle(hidden)
    places = []
    for pile in dial(now).piles:
        revealed = [flip.card for flip in now.revealed if flip.pile == pile.number]
        places.append(revealed + [hidden.pop() for _ in pile.face_down])
    other = Game(laid(places, now.rules), now.rules, now.flips)
    assert other.revealed == now.revealed
    return other
