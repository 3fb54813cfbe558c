"""Documents that are no saves are refused with all that is wrong, by import and check alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.api.problems import MOST_VIOLATIONS
from service.game.rules import MOST_CARDS, VARIANTS, Rules
from service.game.save_documents import print_save
from service.game.saves import save_of
from tests.api.client import slug
from tests.api.saves import a_document, imported, violations
from tests.game.deals import PLAIN_RULES, seeded
from tests.game.saves import changed, in_play, without

if TYPE_CHECKING:
    from tests.api.client import Client
    from tests.api.conftest import Staged

ROOT = Path(__file__).parents[2]
EVERY_RULES = pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
UNSAVABLE = pytest.mark.parametrize("variant", ["watch", "watch_fork", "big_clock_watch", "perpetual"])


def both(client: Client, document: object) -> dict[str, str]:
    """What is wrong with a document, as import and check agree."""
    refused = [client.post(path, document) for path in ("/v1/games/import", "/v1/saves/check")]
    assert refused[0].get_json()["errors"] == refused[1].get_json()["errors"]
    return violations(refused[0])


@UNSAVABLE
def test_a_document_whose_rules_allow_no_save_is_refused_with_the_reason(ada: Client, variant: str) -> None:
    rules = {
        "reprieves": VARIANTS[variant].reprieves,
        "on_lock": VARIANTS[variant].on_lock,
        "fork": VARIANTS[variant].fork,
    }
    told = both(ada, a_document() | {"rules": rules})
    assert len(told) == 1
    assert "the dial does not show" in next(iter(told.values()))


@EVERY_RULES
def test_a_save_is_checked_without_a_token_and_what_it_holds_is_told(stranger: Client, rules: Rules) -> None:
    game = in_play(seeded("checked"), rules)
    answer = stranger.post("/v1/saves/check", print_save(save_of(game)))
    told = answer.get_json()
    assert answer.status_code == 200
    assert (told["valid"], told["flips"], told["hidden"]) == (True, game.flips, game.hidden)
    assert told["locking_seen"] == game.locking_seen
    if rules.finales == "face_down":
        left = rules.locking_cards - game.locking_seen
        assert told["odds"]["win"]["value"] == left / game.hidden


def test_a_check_stores_nothing(staged: Staged, staged_ada: Client) -> None:
    before = repr(staged.memory.games), repr(staged.memory.done), repr(staged.memory.outbox)
    for document in (a_document(), {}):
        staged_ada.post("/v1/saves/check", document, headers={"Idempotency-Key": "ignored"})
    assert before == (repr(staged.memory.games), repr(staged.memory.done), repr(staged.memory.outbox))
    assert staged_ada.get("/v1/games").get_json()["items"] == []


def test_everything_wrong_is_told_in_one_answer_by_import_and_check_alike(ada: Client) -> None:
    document = a_document()
    document["piles"][2]["face_down"].insert(0, "ZZ")
    document["piles"][4]["face_up"] = "5H"
    document["hand"] |= {"from": 14}
    document |= {"format": "clock-save/0", "score": 9000, "rules": {"reprieves": 1}}
    told = both(ada, without(document, ("mode",)))
    assert told.keys() >= {
        "/format", "/score", "/mode", "/rules/reprieves", "/piles/2/face_down", "/piles/2/face_down/0",
        "/piles/4/face_up", "/hand/from",
    }  # fmt: skip
    assert ada.get("/v1/games").get_json()["items"] == []


def test_an_empty_body_misses_every_field(ada: Client) -> None:
    assert ada.post("/v1/games/import").status_code == 422
    told = both(ada, {})
    assert told.keys() == {"/format", "/rules", "/mode", "/piles", "/hand"}


@pytest.mark.parametrize("field", ["id", "player_id", "flips", "score", "practice", "version", "deal", "decisions"])
def test_nothing_but_the_document_is_taken(ada: Client, field: str) -> None:
    assert both(ada, a_document() | {field: 1}) == {f"/{field}": "Unknown field."}


def test_codes_in_lower_case_come_back_in_upper_case(ada: Client) -> None:
    document = a_document()
    lower = document | {"piles": json.loads(json.dumps(document["piles"]).replace("KH", "kh").replace("7S", "7s"))}
    game = imported(ada, lower)
    assert ada.get(f"/v1/games/{game['id']}/save").get_json() == document


def test_a_body_over_64_kib_is_not_read(ada: Client) -> None:
    for path in ("/v1/games/import", "/v1/saves/check"):
        fits = a_document() | {"x": "y" * 60_000}
        assert violations(ada.post(path, fits)) == {"/x": "Unknown field."}
        answer = ada.post(path, a_document() | {"x": "y" * 65_536})
        assert (answer.status_code, slug(answer)) == (413, "content-too-large")


def test_of_a_document_that_is_all_wrong_the_beginning_is_told(stranger: Client) -> None:
    piles = [{"pile": 0, "face_down": [0] * MOST_CARDS, "face_up": []} for _ in range(13)]
    answer = stranger.post("/v1/saves/check", a_document() | {"piles": piles})
    assert (answer.status_code, slug(answer)) == (422, "invalid-save")
    assert len(answer.get_json()["errors"]) == MOST_VIOLATIONS


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b"{", b'{"hand": NaN}', b"[" * 100_000, b'{"a":1,"a":2}'])
def test_what_is_no_object_is_no_document(ada: Client, body: bytes) -> None:
    for path in ("/v1/games/import", "/v1/saves/check"):
        answer = ada.post(path, data=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 413)


def test_deep_nesting_is_refused_before_a_save_is_looked_for(ada: Client) -> None:
    body = b'{"piles": ' + b"[" * 20 + b"]" * 20 + b"}"
    for path in ("/v1/games/import", "/v1/saves/check"):
        answer = ada.post(path, data=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, slug(answer)) == (400, "malformed-json")


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, "", "piles", [], {}, [[]], [None], {"a": []}])
@pytest.mark.parametrize("field", ["format", "rules", "mode", "piles", "hand"])
def test_a_value_of_any_other_type_is_told_and_never_a_failure(ada: Client, field: str, value: object) -> None:
    if (field, value) != ("rules", {}):
        told = both(ada, a_document() | {field: value})
        assert any(pointer.startswith(f"/{field}") for pointer in told)


def test_a_changed_card_in_hand_is_told(ada: Client) -> None:
    document = a_document()
    other = next(pile["face_down"][0] for pile in document["piles"] if pile["face_down"])
    told = both(ada, changed(document, ("hand", "card"), other))
    assert told["/piles"] == f"Missing: {document['hand']['card']}."


def test_the_page_about_saves_shows_the_format_as_it_is(stranger: Client) -> None:
    page = (ROOT / "docs/saves.md").read_text(encoding="utf-8")
    shown = json.loads(page.split("```json\n")[1].split("```")[0])
    document = a_document()
    assert shown.keys() == document.keys()
    assert shown["rules"] == document["rules"]
    assert shown["piles"][0].keys() == document["piles"][0].keys()
    assert shown["hand"].keys() == document["hand"].keys()
    told = violations(stranger.post("/v1/saves/check", shown))
    assert all(pointer.startswith("/piles") for pointer in told)
    assert str(MOST_VIOLATIONS) in page
