"""A save document of another shape, format or rules is refused, and every place where it differs pointed at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.errors import InvalidSave
from service.game.save_documents import check, parse_save
from tests.game.saves import JSON, at, changed, documents, found, places, pointer, some_document, without

if TYPE_CHECKING:
    from tests.game.saves import Document


@pytest.mark.parametrize("source", [0, 14, -1, 7.0, "7", True, None, [7]])
def test_the_pile_that_the_hand_came_from_is_a_whole_number(source: object) -> None:
    assert found(changed(some_document(), ("hand", "from"), source)) == {
        "/hand/from": "Must be a whole number from 1 to 13."
    }


def test_a_hand_that_is_no_object_is_told_and_its_card_not_missed() -> None:
    assert found(changed(some_document(), ("hand",), "7H")) == {"/hand": "Not an object."}


@given(documents())
def test_rules_that_are_no_object_are_told_and_nothing_that_hangs_on_them(document: Document) -> None:
    assert found(changed(document, ("rules",), "standard")) == {"/rules": "Not an object."}


def test_a_list_that_is_none_is_told_and_nothing_that_hangs_on_it() -> None:
    document = some_document()
    way = ("piles", document["hand"]["from"] - 1, "face_up")
    assert found(changed(document, way, "5H")) == {pointer(way): "Not a list."}


def test_a_fourteenth_pile_is_told() -> None:
    document = some_document()
    document["piles"].append({"pile": 14, "face_down": [], "face_up": []})
    assert found(document) == {"/piles/13": "There are 13 piles, not 14."}


@given(documents(), st.data(), JSON)
def test_a_value_of_a_wrong_type_is_pointed_at(document: Document, data: st.DataObject, value: Any) -> None:
    way = data.draw(st.sampled_from([way for way in places(document) if way]))
    assume(type(value) is not type(at(document, way)))
    faults = found(changed(document, way, value))
    assert any(fault == pointer(way) or fault.startswith(f"{pointer(way)}/") for fault in faults)


@given(documents(), st.data())
def test_a_field_left_out_is_missing(document: Document, data: st.DataObject) -> None:
    fields = [way for way in places(document) if way and isinstance(way[-1], str) and way[0] != "rules"]
    way = data.draw(st.sampled_from(fields))
    assert found(without(document, way))[pointer(way)] == "Missing data for required field."


@given(documents(), st.data())
def test_a_field_that_does_not_belong_there_is_told(document: Document, data: st.DataObject) -> None:
    objects = [way for way in places(document) if isinstance(at(document, way), dict)]
    way = data.draw(st.sampled_from(objects))
    assert found(changed(document, (*way, "a/b~c"), 1)) == {f"{pointer(way)}/a~1b~0c": "Unknown field."}


def test_rule_options_that_are_left_out_are_the_standard_games() -> None:
    document = some_document()
    assert parse_save(changed(document, ("rules",), {})) == parse_save(document)
    assert parse_save(changed(document, ("rules",), {"decks": 1})) == parse_save(document)


def test_card_codes_may_be_in_lower_case() -> None:
    document = some_document()
    text = json.dumps(document["piles"]).replace("KH", "kh").replace("7S", "7s").replace("TD", "tD")
    lower = changed(document, ("piles",), json.loads(text))
    assert lower != document
    assert parse_save(lower) == parse_save(document)


@pytest.mark.parametrize(("option", "value"), [("reprieves", 1), ("on_lock", "restart"), ("fork", "opposite")])
def test_rules_whose_games_cannot_be_saved_are_told_with_the_reason(option: str, value: object) -> None:
    faults = found(changed(some_document(), ("rules", option), value))
    assert faults.keys() == {f"/rules/{option}"}
    assert f"Games with {option} {value} cannot be saved: the dial does not show" in faults[f"/rules/{option}"]


@pytest.mark.parametrize(
    ("option", "value"), [("decks", 3), ("decks", True), ("opening_pile", 7), ("dealing", None), ("finales", "up")]
)
def test_a_rule_option_that_does_not_exist_is_told(option: str, value: object) -> None:
    faults = found(changed(some_document(), ("rules", option), value))
    assert faults[f"/rules/{option}"].startswith("Must be one of: ")
    assert faults.keys() == {f"/rules/{option}"}


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("clock-save/0", "There never was a version 0: saves begin with clock-save/1."),
        ("clock-save/2", "Version 2 is newer than what is read here, which is clock-save/1."),
        ("clock-save/01", "Must be clock-save/1."),
        ("clock-save/1 ", "Must be clock-save/1."),
        ("CLOCK-SAVE/1", "Must be clock-save/1."),
        ("", "Must be clock-save/1."),
        (1, "Must be clock-save/1."),
        (None, "Must be clock-save/1."),
    ],
)
def test_a_format_that_is_not_read_is_told_with_the_reason(version: object, reason: str) -> None:
    assert found(changed(some_document(), ("format",), version)) == {"/format": reason}


def test_all_that_is_wrong_is_told_at_once() -> None:
    document = some_document()
    down = next(index for index, pile in enumerate(document["piles"]) if len(pile["face_down"]) > 1)
    document["piles"][down]["face_down"][:2] = ["XX", "9"]
    document |= {"format": "clock-save/7", "mode": "racing", "extra": 1}
    document["rules"] |= {"fork": "opposite", "dealing": "thrown"}
    document["hand"] = {"card": "7H", "from": 0, "home": 7}
    told = found(document).keys()
    assert told >= {
        "/format", "/mode", "/extra", "/rules/fork", "/rules/dealing", "/hand/from", "/hand/home", "/piles",
        f"/piles/{down}/face_down/0", f"/piles/{down}/face_down/1",
    }  # fmt: skip
    with pytest.raises(InvalidSave) as refused:
        parse_save(document)
    assert {fault.pointer for fault in refused.value.violations} == told


def test_a_list_longer_than_any_game_is_not_gone_through() -> None:
    document = changed(some_document(), ("piles", 3, "face_down"), ["7H"] * 105)
    assert found(document) == {"/piles/3/face_down": "No game has more than 104 cards."}


@given(JSON)
def test_whatever_json_there_is_it_is_told_what_is_wrong_with_it(value: object) -> None:
    assert check(value)
