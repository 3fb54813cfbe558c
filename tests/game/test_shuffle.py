"""The shuffle: committed, reproducible, uniform."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game import shuffle as module
from service.game.cards import PACK
from service.game.errors import InvalidSeed
from service.game.shuffle import Seeds, shuffle
from tests.game.chi_square import critical

ZERO = bytes(32)
SERVER = st.binary(min_size=32, max_size=32)


@given(SERVER, st.text(max_size=16), st.sampled_from((1, 2)))
def test_seeds_always_lead_to_the_same_whole_deal(server: bytes, client: str, decks: int) -> None:
    deal = shuffle(Seeds(server, client), decks)
    assert deal == shuffle(Seeds(server, client), decks)
    assert Counter(deal.cards) == Counter(PACK * decks)


@given(SERVER)
def test_the_commitment_is_the_hash_of_the_server_seed_alone(server: bytes) -> None:
    assert Seeds(server, "mine").commitment == sha256(server).hexdigest()


def test_either_seed_changes_the_deal() -> None:
    deals = {shuffle(Seeds(ZERO)), shuffle(Seeds(ZERO, "a")), shuffle(Seeds(b"\1" * 32)), shuffle(Seeds(ZERO, "\0"))}
    assert len(deals) == 4


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_server_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(InvalidSeed) as refused:
        Seeds(bytes(size))
    assert refused.value.seed == "server_seed"


@pytest.mark.parametrize("client", ["a" * 64, "é" * 32, "\N{CLOCK FACE TWELVE OCLOCK}" * 16, "\0", "\U0010ffff"])
def test_a_client_seed_may_have_64_bytes_of_any_text(client: str) -> None:
    assert Seeds(ZERO, client).client == client


@pytest.mark.parametrize("client", ["a" * 65, "é" * 33, "a" * 100_000, "\ud800", "ok \udfff"])
def test_a_client_seed_that_is_too_long_or_no_text_is_refused(client: str) -> None:
    with pytest.raises(InvalidSeed) as refused:
        Seeds(ZERO, client)
    assert refused.value.seed == "client_seed"


def test_seeds_do_not_print_the_server_seed() -> None:
    assert repr(Seeds(b"\xab" * 32, "mine")) == "Seeds(client='mine')"


def stream_by_hand(key: bytes, client: bytes, blocks: int) -> bytes:
    """The byte stream, with HMAC written out after RFC 2104."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    messages = (client + b"\0" + bytes((0, 0, 0, counter)) for counter in range(blocks))
    return b"".join(sha256(outer + sha256(inner + message).digest()).digest() for message in messages)


def test_words_are_four_bytes_big_endian_from_one_block_after_another() -> None:
    stream = stream_by_hand(b"\7" * 32, "Zoë".encode(), blocks=3)
    words = module._words(Seeds(b"\7" * 32, "Zoë"))
    assert b"".join(next(words).to_bytes(4, "big") for _ in range(24)) == stream


@pytest.mark.parametrize(
    ("stream", "n", "drawn"),
    [
        ([0xFFFFFFFF, 7], 3, 1),  # 2^32 = 1 (mod 3): the largest word is unfair
        ([0xFFFFFFFE], 3, 2),
        ([0xFFFFFFFF, 0xFFFFFFFF, 9], 5, 4),
        ([0xFFFFFFD0, 51], 52, 51),  # 2^32 = 48 (mod 52)
        ([0xFFFFFFCF], 52, 51),
        ([0xFFFFFFFF], 2, 1),  # 2^32 = 0 (mod 2): every word is fair
        ([0xFFFFFFFF], 1, 0),
    ],
)
def test_a_word_that_would_favour_small_numbers_is_passed_over(stream: list[int], n: int, drawn: int) -> None:
    assert module._draw(iter(stream), n) == drawn


def test_with_three_bit_words_every_number_below_n_comes_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WORDS", 8)
    for n in range(1, 9):
        drawn = Counter(module._draw(iter([word, 0]), n) for word in range(8 - 8 % n))
        assert drawn == dict.fromkeys(range(n), 8 // n)
        assert all(module._draw(iter([word, n - 1]), n) == n - 1 for word in range(8 - 8 % n, 8))


@pytest.mark.parametrize(("decks", "shuffles"), [(1, 8_000), (2, 3_000)])
def test_every_card_comes_to_every_place_equally_often(decks: int, shuffles: int) -> None:
    """Fails for a sound shuffle with probability 1e-6; of n x n counts of permutations, (n - 1)^2 are free."""
    size = 52 * decks
    counts: Counter[tuple[str, int]] = Counter()
    for index in range(shuffles):
        deal = shuffle(Seeds(sha256(f"uniform {decks} {index}".encode()).digest()), decks)
        counts.update((card.code, place) for place, card in enumerate(deal.cards))
    mean = shuffles * decks / size
    statistic = sum((counts[card.code, place] - mean) ** 2 / mean for card in PACK for place in range(size))
    assert statistic * (size - 1) / size < critical((52 - 1) * (size - 1), 1e-6)
