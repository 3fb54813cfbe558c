"""A deal is a whole pack, or two; everything else is refused with every fault named."""

from itertools import chain as joined

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.cards import PACK, Card
from service.game.deal import Deal
from service.game.errors import Fault, InvalidDeal
from tests.game.deals import deals

CODES = list(map(str, PACK))


def faults(codes: list[str]) -> tuple[Fault, ...]:
    with pytest.raises(InvalidDeal) as refused:
        Deal.parse(codes)
    return refused.value.faults


@given(st.sampled_from((1, 2)).flatmap(deals))
def test_parsing_is_the_inverse_of_printing(deal: Deal) -> None:
    assert Deal.parse(deal.codes()) == deal
    assert Deal.parse(code.lower() for code in deal.codes()) == deal
    assert deal.decks == len(deal.cards) // 52


@pytest.mark.parametrize("decks", [1, 2])
def test_one_at_a_time_goes_round_the_dial_and_the_last_round_lies_on_top(decks: int) -> None:
    deal = Deal(PACK * decks)
    piles = deal.piles("one_at_a_time")
    assert [len(pile) for pile in piles] == [4 * decks] * 13
    assert [pile[0] for pile in piles] == list(deal.cards[:13])
    assert [pile[-1] for pile in piles] == list(deal.cards[-13:])


@pytest.mark.parametrize("decks", [1, 2])
def test_packets_fill_one_pile_after_another(decks: int) -> None:
    deal = Deal(PACK * decks)
    piles = deal.piles("packets")
    assert [len(pile) for pile in piles] == [4 * decks] * 13
    assert list(joined.from_iterable(piles)) == list(deal.cards)


@pytest.mark.parametrize("size", [0, 1, 13, 51, 53, 103, 105, 156])
def test_a_deal_has_52_or_104_cards(size: int) -> None:
    (fault,) = faults((CODES * 3)[:size])
    assert fault == Fault(None, f"a deal has 52 or 104 cards, not {size}")


def test_a_card_too_many_is_named_with_its_place_and_so_is_what_is_missing() -> None:
    assert faults(["KC", *CODES[1:]]) == (
        Fault(51, "KC is there too often: one deck has it once"),
        Fault(None, "missing: AS"),
    )


def test_a_card_three_times_in_two_decks_is_one_too_many() -> None:
    twice = CODES * 2
    twice[1] = twice[2] = "AS"
    assert faults(twice) == (
        Fault(2, "AS is there too often: two decks have it twice"),
        Fault(52, "AS is there too often: two decks have it twice"),
        Fault(None, "missing: 2S 3S"),
    )


def test_every_text_that_is_no_card_is_named_and_none_is_repeated_at_length() -> None:
    found = faults(["XX", *CODES[1:-1], "J" * 10_000])
    assert [fault.index for fault in found] == [0, 51]
    assert all(len(fault.detail) < 80 for fault in found)


def test_cards_that_are_there_too_often_are_named_beside_texts_that_are_no_card() -> None:
    found = faults([CODES[0], "XX", CODES[0], *CODES[3:]])
    assert {fault.index for fault in found} == {1, 2}


@given(st.lists(st.sampled_from(CODES), min_size=52, max_size=52))
def test_52_cards_are_a_deal_only_if_no_two_are_equal(codes: list[str]) -> None:
    if len(set(codes)) == 52:
        assert Deal.parse(codes).codes() == codes
    else:
        assert sum(fault.index is not None for fault in faults(codes)) == 52 - len(set(codes))


def test_a_deal_cannot_be_made_of_cards_that_are_no_pack() -> None:
    with pytest.raises(InvalidDeal):
        Deal((Card("K", "S"),) * 52)
