"""Cards are parsed and printed as two characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.cards import PACK, Card
from service.game.errors import InvalidCard

CODES = tuple(map(str, PACK))


@pytest.mark.parametrize("card", PACK, ids=str)
def test_parsing_is_the_inverse_of_printing(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(str(card).lower()) == card
    assert eval(repr(card)) == card  # noqa: S307  the repr is the card's own


def test_a_pack_has_each_of_52_cards_once_in_the_order_of_the_shuffle() -> None:
    assert CODES[:3] == ("AS", "2S", "3S")
    assert CODES[12:14] == ("KS", "AH")
    assert CODES[-1] == "KC"
    assert len(set(CODES)) == 52


@pytest.mark.parametrize(("code", "home"), [("AS", 1), ("2H", 2), ("TD", 10), ("JC", 11), ("QS", 12), ("KH", 13)])
def test_a_rank_is_at_home_at_its_hour_and_the_king_in_the_centre(code: str, home: int) -> None:
    assert Card.parse(code).home == home


@given(st.text(max_size=4).filter(lambda text: text.upper() not in CODES))
def test_no_other_text_is_a_card(text: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        Card.parse(text)
    assert refused.value.text == text


@pytest.mark.parametrize(
    "text",
    ["", "K", "10H", "1H", "0H", "HK", " KH", "KH ", "KH\n", "K\u017f", "k\u017f", "\uff2bS", "K\u2660", "K\0"],
)
def test_look_alikes_are_no_cards(text: str) -> None:
    with pytest.raises(InvalidCard):
        Card.parse(text)


@pytest.mark.parametrize(("rank", "suit"), [("", "S"), ("K", ""), ("KA", "S"), ("A2", "S"), ("k", "S"), ("K", "SH")])
def test_a_card_has_one_rank_and_one_suit(rank: str, suit: str) -> None:
    with pytest.raises(InvalidCard):
        Card(rank, suit)
