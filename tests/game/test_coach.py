"""The coach, over every card, pile that it may come from, and wrong pile."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from service.game.cards import PACK, Card
from service.game.chain import Flip
from service.game.coach import Mistake, mistake
from service.game.deal import PILES

if TYPE_CHECKING:
    from collections.abc import Iterable

EVERYTHING = [
    (Flip(pile, card), claimed) for card in PACK for pile in PILES for claimed in PILES if claimed != card.home
]
HOURS = range(1, 13)


def flip(card: str, source: int) -> Flip:
    return Flip(source, Card.parse(card))


def mistakes(flips: Iterable[tuple[Flip, int]]) -> set[Mistake]:
    return {mistake(in_hand, claimed) for in_hand, claimed in flips}


@pytest.mark.parametrize("card", ["JS", "QH"])
def test_a_jack_or_queen_at_the_centre_was_taken_for_a_king_wherever_it_came_from(card: str) -> None:
    assert mistakes((flip(card, source), 13) for source in PILES) == {Mistake.COURT_CARD_TO_CENTRE}


def test_a_king_at_an_hour_is_a_king_at_an_hour_even_if_it_came_from_the_centre() -> None:
    assert mistakes((flip("KD", source), hour) for source in PILES for hour in HOURS) == {Mistake.KING_TO_HOUR}


def test_a_card_that_came_from_its_home_was_refused_there_whatever_hour_was_named() -> None:
    others = [(flip("7C", 7), pile) for pile in PILES if pile != 7]
    assert mistakes(others) == {Mistake.OWN_PILE_REFUSED}


def test_a_jack_that_came_from_its_home_was_refused_there_unless_the_centre_was_named() -> None:
    assert mistakes((flip("JC", 11), hour) for hour in HOURS if hour != 11) == {Mistake.OWN_PILE_REFUSED}


@pytest.mark.parametrize("card", ["AS", "5D", "TC"])
def test_a_number_card_at_the_centre_from_elsewhere_belongs_to_its_number(card: str) -> None:
    elsewhere = [(flip(card, source), 13) for source in PILES if source != Card.parse(card).home]
    assert mistakes(elsewhere) == {Mistake.NUMBER_CARD_TO_CENTRE}


@pytest.mark.parametrize(("card", "source", "claimed"), [("4S", 9, 5), ("4S", 9, 10), ("QS", 3, 1), ("4S", 12, 1)])
def test_the_hour_after_the_home_or_after_the_source_is_the_next_hour_round_the_dial(
    card: str, source: int, claimed: int
) -> None:
    assert mistake(flip(card, source), claimed) is Mistake.NEXT_HOUR


def test_no_hour_comes_after_the_centre() -> None:
    assert mistake(flip("4S", 13), 1) is Mistake.WRONG_HOUR


def test_the_hour_before_is_any_other_wrong_hour() -> None:
    assert mistake(flip("4S", 9), 3) is Mistake.WRONG_HOUR
    assert mistake(flip("4S", 9), 8) is Mistake.WRONG_HOUR


def test_every_wrong_pile_has_its_code_and_every_code_is_given() -> None:
    found = Counter(mistake(in_hand, claimed) for in_hand, claimed in EVERYTHING)
    hour_cards, sources = 48, 12  # an hour card that came from another pile
    to_the_centre = {Mistake.COURT_CARD_TO_CENTRE: 8 * 13, Mistake.NUMBER_CARD_TO_CENTRE: 40 * sources}
    # The hour after home, and the one after the source: the centre has none, and that of the hour before is home.
    after = hour_cards * (sources + sources - 2)
    elsewhere = hour_cards * sources * 11
    assert found == to_the_centre | {
        Mistake.KING_TO_HOUR: 4 * 13 * 12,
        Mistake.OWN_PILE_REFUSED: 40 * 12 + 8 * 11,
        Mistake.NEXT_HOUR: after,
        Mistake.WRONG_HOUR: elsewhere - after,
    }


def test_the_suit_says_nothing() -> None:
    for in_hand, claimed in EVERYTHING:
        spade = Flip(in_hand.pile, Card(in_hand.card.rank, "S"))
        assert mistake(in_hand, claimed) is mistake(spade, claimed)


def test_a_code_is_what_it_is_called() -> None:
    assert [str(code) for code in Mistake] == [code.name.lower() for code in Mistake]
