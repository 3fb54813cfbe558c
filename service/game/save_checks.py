"""What a save document must hold to be of a game that can have come so far, and goes on.

A chain that has set n cards at an hour has flipped n of that pile, and one more of the opening pile. So the counts
of face-down cards follow from the face-up ones, and the card in hand came from the home of the card set last. Nothing
else is needed: the piles' cards may have been set in any order that ends there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from service.game.cards import PACK, RANKS
from service.game.deal import ENOUGH, PILES
from service.game.errors import Violation
from service.game.saves import UNSAVABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.game.save_sketch import Sketch, SketchedPile, Spot


def violations(found: Sketch) -> list[Violation]:
    """All that is wrong with the document, in no order; what depends on something unreadable is passed over."""
    return [*found.violations, *_unsavable(found), *_in_the_piles(found), *_around_the_hand(found)]


def _unsavable(found: Sketch) -> Iterator[Violation]:
    for option, (value, reason) in UNSAVABLE.items():
        if found.options.get(option) == value:
            yield Violation(f"/rules/{option}", f"Games with {option} {value} cannot be saved: {reason}.")


def _in_the_piles(found: Sketch) -> Iterator[Violation]:
    if found.piles is None:
        return
    numbers = _numbers(found.piles)
    yield from _misplaced_piles(found.piles, numbers)
    yield from _misplaced_cards(found.piles, numbers)
    yield from _miscounted_piles(found, numbers)
    yield from _miscounted_cards(found)


def _numbers(piles: Sequence[SketchedPile]) -> list[int]:
    """Which piles they are: as they say, unless that cannot be, then as they stand."""
    said = [pile.number for pile in piles if pile.number is not None]
    return said if len(set(said)) == len(piles) else list(PILES)[: len(piles)]


def _misplaced_piles(piles: Sequence[SketchedPile], numbers: list[int]) -> Iterator[Violation]:
    missing = [str(number) for number in PILES if number not in numbers]
    if missing:
        yield Violation("/piles", f"Missing: pile {', '.join(missing)}.")
    for pile, expected in zip(piles, sorted(numbers), strict=True):
        if pile.number not in (None, expected):
            yield Violation(f"{pile.pointer}/pile", f"Piles come in order, and here it is the turn of {expected}.")


def _misplaced_cards(piles: Sequence[SketchedPile], numbers: list[int]) -> Iterator[Violation]:
    for pile, number in zip(piles, numbers, strict=True):
        for spot in pile.face_up or ():
            if spot.card is not None and spot.card.home != number:
                yield Violation(spot.pointer, f"{spot.card} belongs under pile {spot.card.home}, not {number}.")


def _miscounted_piles(found: Sketch, numbers: list[int]) -> Iterator[Violation]:
    """Cards under a wrong pile are counted at their home, so that one fault is told once."""
    decks, opening = found.options.get("decks"), found.options.get("opening_pile")
    if not isinstance(decks, int) or opening is None:
        return
    up = _set_by_home(found, numbers)
    for pile, number in zip(found.piles or (), numbers, strict=True):
        if pile.face_down is None or pile.face_up is None:
            continue
        expected = max(0, 4 * decks - up[number] - (number == opening))
        if len(pile.face_down) != expected:
            spent = f"{4 * decks} less {up[number]} set" + " and the one that opened" * (number == opening)
            yield Violation(f"{pile.pointer}/face_down", f"Must hold {expected} cards: {spent}.")


def _set_by_home(found: Sketch, numbers: list[int]) -> Counter[int]:
    """How many cards are set under each pile; one that cannot be read is counted where it lies."""
    return Counter(
        number if spot.card is None else spot.card.home
        for pile, number in zip(found.piles or (), numbers, strict=True)
        for spot in pile.face_up or ()
    )


def _miscounted_cards(found: Sketch) -> Iterator[Violation]:
    decks = found.options.get("decks")
    if not isinstance(decks, int):
        return
    counts: Counter[str] = Counter()
    for spot in _spots(found):
        if spot.card is not None:
            counts[spot.card.code] += 1
            if counts[spot.card.code] > decks:
                yield Violation(spot.pointer, f"{spot.card} is there too often: {ENOUGH[decks]}.")
    missing = [card.code for card in PACK for _ in range(decks - counts[card.code])]
    if missing and _is_read_throughout(found):
        yield Violation("/piles", f"Missing: {' '.join(missing)}.")


def _spots(found: Sketch) -> Iterator[Spot]:
    for pile in found.piles or ():
        yield from pile.face_down or ()
        yield from pile.face_up or ()
    if found.hand is not None:
        yield found.hand.card


def _is_read_throughout(found: Sketch) -> bool:
    """Whether all was read that can hold cards, so that a card that was not found is not there."""
    return found.hand is not None and all(
        pile.face_down is not None and pile.face_up is not None for pile in found.piles or ()
    )


def _around_the_hand(found: Sketch) -> Iterator[Violation]:
    opening = found.options.get("opening_pile")
    if found.hand is None or found.piles is None or not isinstance(opening, int):
        return
    up = _set_by_home(found, _numbers(found.piles))
    if len(found.piles) == len(PILES) and all(pile.face_up is not None for pile in found.piles):
        yield from _impossible_source(found.hand.source, up, opening)
    yield from _ended(found, up, opening)


def _impossible_source(source: int | None, up: Counter[int], opening: int) -> Iterator[Violation]:
    """A card comes into hand from the pile under which another was just set; the first from the opening pile."""
    if source is None:
        return
    if not up.total() and source != opening:
        yield Violation("/hand/from", f"Nothing is set yet, so the card in hand is from the opening pile, {opening}.")
    if up.total() and not up[source]:
        yield Violation("/hand/from", "Must be a pile under which a card is set.")


def _ended(found: Sketch, up: Counter[int], opening: int) -> Iterator[Violation]:
    """The last card of the locking rank is set as soon as it is flipped, unless the player is to place it."""
    decks, rank = found.options.get("decks"), RANKS[opening - 1]
    if not isinstance(decks, int) or found.hand is None:
        return
    card = found.hand.card.card
    if card is not None and up[opening] >= 4 * decks:
        yield Violation("/hand", f"The last {rank} is set, so the game has ended.")
    elif found.mode == "reveal" and card is not None and card.home == opening and up[opening] == 4 * decks - 1:
        yield Violation("/hand/card", f"The last {rank} is set when it is flipped in this mode: the game has ended.")
