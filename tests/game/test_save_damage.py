"""Whatever is wrong with a save document is found, all of it at once, and pointed at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.dial import dial
from service.game.rules import OPTIONS, Rules
from service.game.save_documents import check, parse_save, print_save
from service.game.saves import Save, game_of, save_of
from tests.game.deals import PLAIN_RULES, locked, seeded
from tests.game.saves import (
    JSON,
    SOURCES,
    at,
    before_its_end,
    changed,
    documents,
    found,
    in_play,
    opened,
    places,
    pointer,
    some_document,
    spots,
    steps,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tests.game.saves import Document, Path

ONE_DECK = tuple(rules for rules in PLAIN_RULES if rules.decks == 1)
INDEX = st.integers(0, 12)
STANDARD = {option: getattr(Rules(), option) for option in OPTIONS}


def is_a_save(document: Document) -> bool:
    """Whether the document is just what is printed for the game that is made of it."""
    return print_save(save_of(game_of(parse_save(document)))) == document


def hidden(document: Document) -> list[Path]:
    """The ways to the face-down cards, of which there must be some."""
    down = [way for way in spots(document) if "face_down" in way]
    assume(down)
    return down


@given(documents(), st.data())
def test_a_card_left_out_is_missing_and_its_pile_miscounted(document: Document, data: st.DataObject) -> None:
    way = data.draw(st.sampled_from(hidden(document)))
    faults = found(without(document, way))
    assert faults["/piles"] == f"Missing: {at(document, way)}."
    assert faults.keys() == {"/piles", pointer(way[:-1])}


@given(documents(), st.data())
def test_a_card_put_in_place_of_another_is_there_too_often_and_the_other_missing(
    document: Document, data: st.DataObject
) -> None:
    one, other = (data.draw(st.sampled_from(spots(document))) for _ in range(2))
    card, lost = at(document, other), at(document, one)
    assume(card != lost)
    faults = check(changed(document, one, card))
    assert f"Missing: {lost}." in [fault.detail for fault in faults if fault.pointer == "/piles"]
    doubled = [fault.pointer for fault in faults if fault.detail.startswith(f"{card} is there too often")]
    assert len(doubled) == 1
    assert at(changed(document, one, card), steps(doubled[0])) == card


@given(
    documents(),
    st.data(),
    st.sampled_from(["", "7", "7HH", "1H", "7X", "H7", "\N{LATIN SMALL LETTER LONG S}s", "7\N{BLACK HEART SUIT}"]),
)
def test_a_text_that_is_no_card_is_pointed_at(document: Document, data: st.DataObject, text: str) -> None:
    way = data.draw(st.sampled_from([*spots(document), ("hand", "card")]))
    faults = found(changed(document, way, text))
    assert faults.keys() == {pointer(way), "/piles"}
    assert "is not a card code" in faults[pointer(way)]
    assert faults["/piles"] == f"Missing: {at(document, way)}."


@given(documents(ONE_DECK), st.data())
def test_two_face_up_cards_that_change_places_lie_under_wrong_piles(document: Document, data: st.DataObject) -> None:
    up = [way for way in spots(document) if "face_up" in way]
    assume(len({way[1] for way in up}) > 1)
    one = data.draw(st.sampled_from(up))
    other = data.draw(st.sampled_from([way for way in up if way[1] != one[1]]))
    swapped = changed(changed(document, one, at(document, other)), other, at(document, one))
    assert found(swapped).keys() == {pointer(one), pointer(other)}


@given(documents(), st.data())
def test_a_face_up_card_laid_under_another_pile_is_told_and_nothing_else(
    document: Document, data: st.DataObject
) -> None:
    up = [way for way in spots(document) if "face_up" in way]
    assume(up)
    way = data.draw(st.sampled_from(up))
    target = data.draw(INDEX.filter(lambda index: index != way[1]))
    moved = without(document, way)
    moved["piles"][target]["face_up"].append(at(document, way))
    assert found(moved) == {
        f"/piles/{target}/face_up/{len(document['piles'][target]['face_up'])}": (
            f"{at(document, way)} belongs under pile {int(way[1]) + 1}, not {target + 1}."
        )
    }


@given(documents(), st.data())
def test_two_face_down_cards_that_change_places_make_another_save(document: Document, data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(hidden(document))) for _ in range(2))
    swapped = changed(changed(document, one, at(document, other)), other, at(document, one))
    assert is_a_save(swapped)


@given(documents(), st.data())
def test_a_card_moved_from_one_pile_to_another_is_miscounted_in_both(document: Document, data: st.DataObject) -> None:
    way = data.draw(st.sampled_from(hidden(document)))
    target = data.draw(INDEX.filter(lambda index: index != way[1]))
    moved = without(document, way)
    moved["piles"][target]["face_down"].append(at(document, way))
    assert found(moved).keys() == {pointer(way[:-1]), f"/piles/{target}/face_down"}


@given(documents(), st.data())
def test_the_card_in_hand_comes_from_a_pile_with_a_set_card(document: Document, data: st.DataObject) -> None:
    bare = [pile["pile"] for pile in document["piles"] if not pile["face_up"]]
    opening, told = document["rules"]["opening_pile"], "Must be a pile under which a card is set."
    if len(bare) == 13:
        bare.remove(opening)
        told = f"Nothing is set yet, so the card in hand is from the opening pile, {opening}."
    assume(bare)
    assert found(changed(document, ("hand", "from"), data.draw(st.sampled_from(bare)))) == {"/hand/from": told}


@pytest.mark.parametrize("rules", ONE_DECK, ids=lambda rules: rules.code)
def test_the_opening_pile_itself_gives_the_card_in_hand_only_once_a_card_is_set_under_it(rules: Rules) -> None:
    opening = rules.opening_pile
    games = (in_play(seeded(f"opening {number}"), rules) for number in range(100))
    bare = next(
        document
        for document in map(print_save, map(save_of, games))
        if not document["piles"][opening - 1]["face_up"] and any(pile["face_up"] for pile in document["piles"])
    )
    assert found(changed(bare, ("hand", "from"), opening)).keys() == {"/hand/from"}


@given(documents(), INDEX)
def test_a_pile_left_out_is_named(document: Document, index: int) -> None:
    faults = check(without(document, ("piles", index)))
    assert f"Missing: pile {index + 1}." in [fault.detail for fault in faults if fault.pointer == "/piles"]
    assert {fault.pointer for fault in faults} == {"/piles"}


@given(documents(), INDEX, INDEX)
def test_piles_in_another_order_are_told_and_nothing_else(document: Document, one: int, other: int) -> None:
    assume(one != other)
    piles = document["piles"]
    swapped = changed(changed(document, ("piles", one), piles[other]), ("piles", other), piles[one])
    assert found(swapped).keys() == {f"/piles/{one}/pile", f"/piles/{other}/pile"}


@given(documents(), INDEX, st.integers(1, 14))
def test_a_pile_with_anothers_number_is_told_and_nothing_else(document: Document, index: int, number: int) -> None:
    assume(number != index + 1)
    assert found(changed(document, ("piles", index, "pile"), number)).keys() == {f"/piles/{index}/pile"}


def test_the_other_number_of_decks_does_not_fit_the_cards() -> None:
    faults = found(changed(some_document(), ("rules", "decks"), 2))
    assert {f"/piles/{index}/face_down" for index in range(13)} | {"/piles"} == faults.keys()


def finished(rules: Rules) -> Document:
    """The dial of a lost game, its last card set, as if it could be saved."""
    ends = (locked(opened(seeded(f"finished {number}"), rules)) for number in range(10))
    lost = next(game for game in ends if game.hidden)
    return print_save(Save(rules, "reveal", dial(lost).piles, lost.seen[-1])) | {"hand": None}


@pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
def test_a_finished_game_is_refused_for_its_empty_hand(rules: Rules) -> None:
    assert found(finished(rules)).keys() == {"/hand"}


@pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
def test_a_finished_game_does_not_go_on_with_a_card_taken_up(rules: Rules) -> None:
    document = finished(rules)
    held = next(index for index, pile in enumerate(document["piles"]) if pile["face_down"])
    document["hand"] = {"card": document["piles"][held]["face_down"].pop(), "from": rules.opening_pile}
    assert found(document).keys() == {"/hand", f"/piles/{held}/face_down"}


@pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
def test_the_last_card_of_the_locking_rank_is_in_hand_only_where_the_player_is_to_place_it(rules: Rules) -> None:
    game = replace(opened(seeded("the last"), rules), mode="placement")
    document = print_save(save_of(before_its_end(game)))
    assert found(document) == {}
    assert found(changed(document, ("mode",), "reveal")).keys() == {"/hand/card"}


@given(documents(), SOURCES, JSON)
def test_a_damaged_document_is_never_accepted_unless_it_is_a_save_itself(
    document: Document, source: Random, value: object
) -> None:
    for _ in range(source.randrange(1, 4)):
        document = damaged(document, source, value)
    faults = check(document)
    assert faults or is_a_save(document | {"rules": STANDARD | document["rules"]})
    for fault in faults:
        way = steps(fault.pointer)
        assert resolves(document, way) or resolves(document, way[:-1])


def damaged(document: Document, source: Random, value: object) -> Document:
    """The document with something done to it that may or may not leave it a save."""
    ways = [way for way in places(document) if way]
    one, other = source.choice(ways), source.choice(ways)
    if source.random() < 0.3:
        return without(document, one)
    if source.random() < 0.5:
        return changed(document, one, value)
    if at(document, one) is at(document, other) or one[: len(other)] == other or other[: len(one)] == one:
        return document
    return changed(changed(document, one, at(document, other)), other, at(document, one))


def resolves(document: Document, way: Sequence[str | int]) -> bool:
    """Whether there is something."""
    try:
        at(document, way)
    except (KeyError, IndexError, TypeError):
        return False
    return True
