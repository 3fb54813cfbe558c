"""The generator is the published one, and its shuffles favour nothing."""

import numpy as np
import pytest

from service.simulate.generator import below, following, seeded, shuffle
from tests.game.chi_square import critical

ERROR = 1e-6
SHUFFLES = 60_000
XOSHIRO = [
    11520,
    0,
    1509978240,
    1215971899390074240,
    1216172134540287360,
    607988272756665600,
    16172922978634559625,
    8476171486693032832,
]
"""What xoshiro256** gives from the state 1, 2, 3, 4, as published with other implementations."""
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
"""What splitmix64 gives from 1234567, likewise."""


def test_the_generator_is_xoshiro() -> None:
    state = np.array([1, 2, 3, 4], np.uint64)
    assert [int(following(state)) for _ in XOSHIRO] == XOSHIRO


def test_seeds_are_spread_by_splitmix() -> None:
    assert seeded(1234567).tolist() == SPLITMIX


def test_every_card_is_equally_likely_at_every_place() -> None:
    """A sound shuffle fails with probability `ERROR`: the counts have 51^2 degrees of freedom."""
    deck, state = np.arange(52, dtype=np.uint8), seeded(52)
    counts, places = np.zeros((52, 52)), np.arange(52)
    for _ in range(SHUFFLES):
        shuffle(deck, state)
        counts[places, deck] += 1
    mean = SHUFFLES / 52
    assert ((counts - mean) ** 2 / mean).sum() * 51 / 52 < critical(51**2, ERROR)


def test_no_shuffle_tells_the_next() -> None:
    """The place of each card against its place before; a sound shuffle fails with probability `ERROR`."""
    deck, state = np.arange(52, dtype=np.uint8), seeded(53)
    counts = np.zeros((52, 52))
    for _ in range(SHUFFLES):
        before = np.argsort(deck)
        shuffle(deck, state)
        counts[before, np.argsort(deck)] += 1
    mean = SHUFFLES / 52
    assert ((counts - mean) ** 2 / mean).sum() * 51 / 52 < critical(51**2, ERROR)


@pytest.mark.parametrize("bound", [2, 13, 52, 104])
def test_of_32_bits_every_number_gets_the_same_share_and_the_rest_is_drawn_again(bound: int) -> None:
    again = 0
    for number in range(bound):
        first = -(-number * 2**32 // bound)
        for bits in (first, first + 1):
            state = seeded(1)
            drawn = int(below(np.uint64(bound), np.uint64(bits), state))
            refused = bits * bound % 2**32 < 2**32 % bound
            assert (state.tolist() != seeded(1).tolist()) == refused
            assert refused or drawn == number
            again += refused
    assert (again > 0) == (2**32 % bound > 0)
