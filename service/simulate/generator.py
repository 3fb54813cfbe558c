"""Randomness of the kernel: xoshiro256** (Blackman and Vigna), seeded by splitmix64, drawn from without bias.

The same seed shuffles the same decks on every machine: all of it is arithmetic modulo 2^64.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.simulate.compiled import compiled

Words: TypeAlias = NDArray[np.uint64]
Deck: TypeAlias = NDArray[np.uint8]

_MASK = 2**64 - 1
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_1 = np.uint64(1)


def seeded(seed: int) -> Words:
    """The generator's four words of state for a seed of 0 to 2^64 - 1."""
    words = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        words.append(mixed ^ (mixed >> 31))
    return np.array(words, dtype=np.uint64)


@compiled
def turned(word: np.uint64, by: int) -> np.uint64:
    """The word with its bits turned left."""
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@compiled
def following(state: Words) -> np.uint64:
    """The next 64 bits; the state moves on."""
    word = turned(state[1] * np.uint64(5), 7) * np.uint64(9)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = turned(state[3], 45)
    return word


@compiled
def below(bound: np.uint64, bits: np.uint64, state: Words) -> np.uint64:
    """A number under `bound`, each equally likely (Lemire's method), from 32 random bits and rarely more."""
    product = bits * bound
    if product & _LOW < bound:
        refused = (_LOW - bound + _1) % bound
        while product & _LOW < refused:
            product = (following(state) >> _32) * bound
    return product >> _32


@compiled
def shuffle(deck: Deck, state: Words) -> None:
    """Put the deck into a uniformly random order, whatever its order was (Fisher and Yates)."""
    bound = np.uint64(deck.size)
    while bound > _1:
        bits = following(state)
        _swap(deck, bound, bits >> _32, state)
        bound -= _1
        if bound > _1:
            _swap(deck, bound, bits & _LOW, state)
            bound -= _1


@compiled
def _swap(deck: Deck, bound: np.uint64, bits: np.uint64, state: Words) -> None:
    last = bound - _1
    chosen = below(bound, bits, state)
    deck[last], deck[chosen] = deck[chosen], deck[last]
