"""Deals taken apart over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.game.cards import PACK
from service.game.rules import VARIANTS
from tests.game.deals import KINGS, dealt_to_flip, random_deal, seeded

if TYPE_CHECKING:
    from tests.api.client import Client

SAMPLE = """
    TS QC 8S 8D QH 2D 3H KH 9H 2H TH KS KC
    9D JH 7H JD 2S QS TD 2C 4H 5H AD 4D 5D
    6D 4S 9S 5S 7S JS 8H 3D 8C 3S 4C 6S 9C
    AS 7C AH 6H KD JC 7D AC 5C TC QD 6C 3C
"""
"""The sample of the contest problem "Clock Patience": a deck from its bottom to its top, which is dealt first."""
DECK = SAMPLE.split()[::-1]


def analysed(client: Client, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/v1/analyses", wanted)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    document: dict[str, Any] = answer.get_json()
    return document


def faults(client: Client, body: object) -> dict[str, str]:
    answer = client.post("/v1/analyses", body)
    assert answer.status_code == 422, answer.get_data(as_text=True)
    return {fault["pointer"]: fault["detail"] for fault in answer.get_json()["errors"]}


def test_the_contest_sample_has_the_published_answer(stranger: Client) -> None:
    found = analysed(stranger, deck=DECK)
    assert (found["flips"], found["chain"][-1]["card"]) == (44, "KD")
    assert (found["outcome"], found["hidden"], found["first_lock"]) == ("lost", 8, 44)
    assert found["variant"] == "standard"
    assert not found["all_reach_opening"]
    assert [finale["pile"] for finale in found["finales"]] == list(range(1, 14))
    assert [finale["finale"] for finale in found["finales"]] == DECK[:13]


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_analysis_agrees_with_a_game_played_out(ada: Client, variant: str) -> None:
    deck = random_deal(seeded(f"analysed {variant}"), VARIANTS[variant].decks).codes()
    found = analysed(ada, deck=deck, variant=variant)
    game = ada.finish(ada.deal(variant=variant, deal={"kind": "custom", "deck": deck})["id"])
    result = game["result"]
    for name in ("outcome", "flips", "hidden", "restarts", "shuttles", "luck", "ledger"):
        assert found[name] == result[name], name
    assert found["rules"] == game["rules"]
    assert found["chain"][-1]["win"] == game["odds"]["win"]


def test_lower_case_and_rules_of_ones_own_are_welcome(stranger: Client) -> None:
    found = analysed(stranger, deck=[code.lower() for code in DECK], rules={"opening_pile": 12, "dealing": "packets"})
    assert found["variant"] == "custom"
    assert found["chain"][0] == {
        "from": 12,
        "card": DECK[47],
        "kind": "open",
        "depth": 1,
        "win": {"numerator": 1, "denominator": 17, "value": 1 / 17},
    }


def test_two_packs_are_a_big_clock_unless_other_rules_are_sent(stranger: Client) -> None:
    deck = random_deal(seeded("two packs"), 2).codes()
    assert analysed(stranger, deck=deck)["variant"] == "big_clock"
    assert faults(stranger, {"deck": deck, "variant": "watch"}) == {
        "/deck": "These rules deal 52 cards, not 104: send rules with decks 2.",
    }


def test_a_reprieve_is_spent_on_the_best_card(stranger: Client) -> None:
    found = analysed(stranger, deck=dealt_to_flip(KINGS).codes(), variant="watch")
    assert found["decisions"] == [{"kind": "reprieve", "after": 4, "pile": 1, "depth": 4}]
    assert [flip["kind"] for flip in found["chain"][:6]] == ["open", "move", "move", "move", "reprieve", "move"]
    assert found["chain"][3]["win"] == {"numerator": 1, "denominator": 12, "value": 1 / 12}
    assert found["chain"][4]["depth"] == 4


def test_a_fork_is_told_by_its_pile_alone(stranger: Client) -> None:
    source = seeded("a fork")
    found = next(
        found
        for _ in range(100)
        if (found := analysed(stranger, deck=random_deal(source).codes(), variant="watch_fork"))["decisions"]
    )
    fork = found["decisions"][0]
    assert fork == {"kind": "fork", "after": fork["after"], "pile": found["chain"][fork["after"]]["from"]}


def test_every_fault_of_a_deck_is_pointed_out(stranger: Client) -> None:
    deck = [card.code for card in PACK]
    found = faults(stranger, {"deck": ["ZZ", *deck[1:-1], "2S"]})
    assert found["/deck/0"] == "'ZZ' is not a card code such as 7H or KC."
    assert found["/deck/51"].startswith("2S is there too often")
    assert faults(stranger, {"deck": [*deck[:-1], "2S"]})["/deck"] == "Missing: KC."
    assert faults(stranger, {"deck": deck[:-1]}) == {"/deck": "A deal has 52 or 104 cards, not 51."}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/deck"),
        ({"deck": []}, "/deck"),
        ({"deck": "KC"}, "/deck"),
        ({"deck": [1]}, "/deck/0"),
        ({"deck": ["KC"] * 105}, "/deck"),
        ({"deck": DECK, "variant": "watches"}, "/variant"),
        ({"deck": DECK, "variant": "watch", "rules": {}}, "/rules"),
        ({"deck": DECK, "rules": {"decks": 3}}, "/rules/decks"),
        ({"deck": DECK, "rules": {"reprieves": 1, "finales": "face_up"}}, "/rules/reprieves"),
        ({"deck": DECK, "rules": {"decks": 2}}, "/deck"),
        ({"deck": DECK, "speed": 1}, "/speed"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_where_it_does_not(
    stranger: Client, body: object, pointer: str
) -> None:
    assert set(faults(stranger, body)) == {pointer}
