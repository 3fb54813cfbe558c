"""The coach: what was wrong with the pile that a player named for the card in hand."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from service.game.cards import CENTRE

if TYPE_CHECKING:
    from service.game.chain import Flip


class Mistake(StrEnum):
    """What a wrong pile tells of the player's idea of the game."""

    COURT_CARD_TO_CENTRE = "court_card_to_centre"
    KING_TO_HOUR = "king_to_hour"
    OWN_PILE_REFUSED = "own_pile_refused"
    NUMBER_CARD_TO_CENTRE = "number_card_to_centre"
    NEXT_HOUR = "next_hour"
    WRONG_HOUR = "wrong_hour"


_COURT = ("J", "Q")


def mistake(in_hand: Flip, claimed: int) -> Mistake:
    """Why somebody may have named this pile, 1 to 13, which is not the home of the card in hand.

    Of several explanations the first in the order of `Mistake` is taken. A court card at the centre and a king at an
    hour are ranks misread, and would be from any pile. A number card is not easily taken for a king: if it came from
    its home, that it should go back there is what was not believed.
    """
    card = in_hand.card
    if card.rank in _COURT and claimed == CENTRE:
        return Mistake.COURT_CARD_TO_CENTRE
    if card.home == CENTRE:
        return Mistake.KING_TO_HOUR
    if in_hand.is_shuttle:
        return Mistake.OWN_PILE_REFUSED
    if claimed == CENTRE:
        return Mistake.NUMBER_CARD_TO_CENTRE
    if claimed in (_next_hour(card.home), _next_hour(in_hand.pile)):
        return Mistake.NEXT_HOUR
    return Mistake.WRONG_HOUR


def _next_hour(pile: int) -> int | None:
    """The hour after this one, clockwise; None after the centre, which is no hour."""
    return None if pile == CENTRE else pile % 12 + 1
