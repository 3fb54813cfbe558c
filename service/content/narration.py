"""What a move, a mistake and a hint are in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.content.languages import percentage, sentence, texts
from service.content.words import card_forms, pile_forms

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.cards import Card
    from service.game.moves import Move


def narrate(move: Move, lang: str) -> str:
    """A sentence or two for one entry of a game's log; `UnknownLanguage`.

    Tells no more than the entry does: a card goes under a pile, and the next one, if any, comes up.
    """
    values: dict[str, object] = {}
    if move.placed is not None:
        values |= {"placed": card_forms(move.placed, lang), "under": pile_forms(move.placed.home, lang)}
    if move.flip is not None:
        values |= {"card": card_forms(move.flip.card, lang), "source": pile_forms(move.flip.pile, lang)}
    return sentence(texts(lang, "narration")["moves"][_template(move)], **values)


def coach(code: str, card: Card, pile: int, lang: str) -> str:
    """Why a card in hand goes under `pile` and not where it was taken; `UnknownLanguage`.

    `code` is the coach's: ``court_card_to_centre``, ``king_to_hour``, ``own_pile_refused``, ``next_hour``,
    ``number_card_to_centre`` or ``wrong_hour``.
    """
    return _about(texts(lang, "narration")["coach"][code], card, pile, lang)


def hint(card: Card, lang: str) -> str:
    """Where a card in hand goes and why; `UnknownLanguage`."""
    hints = texts(lang, "narration")["hints"]
    return _about(hints.get(card.rank, hints["number"]), card, card.home, lang)


def reprieve_hint(pile: int, depth: int, chance: Fraction, lang: str) -> str:
    """What taking the card at this depth (1 = top) of a pile is worth, with its exact chance; `UnknownLanguage`."""
    template = texts(lang, "narration")["hints"]["certain" if chance == 1 else "reprieve"]
    percent = percentage(chance, lang)
    return sentence(template, pile=pile_forms(pile, lang), depth=depth, chance=chance, percent=percent)


def fork_hint(pile: int, lang: str) -> str:
    """Why either pile of a fork will do, and that this one is the hour's own; `UnknownLanguage`."""
    return sentence(texts(lang, "narration")["hints"]["fork"], pile=pile_forms(pile, lang))


def _about(template: str, card: Card, pile: int, lang: str) -> str:
    return sentence(template, card=card_forms(card, lang), pile=pile_forms(pile, lang))


def _template(move: Move) -> str:
    if move.kind != "move":
        return move.kind
    if move.flip is None:
        return "last"
    if move.flip.pile != move.under:
        return "elsewhere"
    return "shuttle" if move.shuttle else "move"
