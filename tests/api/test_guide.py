"""The text at the head of the description: enough to play every form of the game by."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from service.api.guide import GUIDE
from service.api.openapi import document
from service.api.schemas.deals import DEALS, STATUSES
from service.api.shuffling import SHUFFLE
from service.game.coach import Mistake
from service.game.rules import OPTIONS, VARIANTS, Rules
from service.game.shuffle import ALGORITHM
from tests.api.rules.table import FINISHED, Table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.api.client import Client, Json

NAMED = set(re.findall(r"`([^`]+)`", GUIDE))
WAYS = dict(re.findall(r"^\| `(\w+)` \| `POST \.\.\./(\w+)`", GUIDE, re.MULTILINE))
"""What the table of statuses says to send, by status."""


def test_the_description_begins_with_the_guide() -> None:
    assert document()["info"]["description"] == GUIDE


def test_every_variant_status_mistake_and_kind_of_deal_is_named() -> None:
    assert {*VARIANTS, *STATUSES, *map(str, Mistake), *DEALS} <= NAMED


def test_every_option_that_a_variant_sets_is_shown_as_it_is_sent() -> None:
    for rules in (*VARIANTS.values(), Rules(dealing="packets")):
        for option in OPTIONS:
            if (value := getattr(rules, option)) != getattr(Rules(), option):
                assert f'"{option}": {json.dumps(value)}' in NAMED


def test_every_problem_and_field_that_is_named_exists() -> None:
    described = document()
    slugs = set(described["components"]["examples"])
    assert set(re.findall(r"409 `([a-z-]+)`", GUIDE)) <= slugs
    paths = {path.rpartition("}")[2] for path in described["paths"]}
    assert {"/" + action for action in re.findall(r"\.\.\./(\w+)", GUIDE)} <= paths


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_whoever_answers_each_status_as_the_table_says_comes_to_the_end(ada: Client, variant: str, mode: str) -> None:
    table = Table(ada, ada.deal(variant=variant, mode=mode))
    for _ in range(200):
        if table.game["status"] not in WAYS:
            break
        table.turn(WAYS[table.game["status"]], sent(table.game))
    assert table.game["status"] in FINISHED
    assert table.game["result"]["ledger"] is not None


def sent(game: Json) -> Json:
    """The body that goes with a status."""
    if game["status"] == "in_progress":
        return {} if game["mode"] == "reveal" else {"pile": game["hand"]["home"]}
    return dict(game["choices"][-1])


def test_the_table_of_statuses_covers_them_all() -> None:
    ended = {status for status in STATUSES if status in FINISHED}
    assert set(STATUSES) == WAYS.keys() | ended


def test_the_shuffle_is_told_in_full_where_a_proof_is_described() -> None:
    described = document()["components"]["schemas"]["Proof"]["properties"]["algorithm"]["description"]
    assert SHUFFLE in described
    assert SHUFFLE in GUIDE
    assert ALGORITHM in SHUFFLE


def verified(folder: Path, proof: Json) -> tuple[int, str]:
    """What the program of the description says of a proof."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", document()["info"]["description"], re.DOTALL | re.MULTILINE)
    (folder / "verify.py").write_text(program, encoding="utf-8")
    (folder / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    run = [sys.executable, "-I", "verify.py", "proof.json"]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, (done.stdout + done.stderr).strip()


@pytest.mark.parametrize("variant", ["standard", "big_clock"])
def test_a_proof_is_recomputed_by_the_program_of_the_description(ada: Client, variant: str, tmp_path: Path) -> None:
    game = ada.deal(variant=variant, deal={"kind": "random", "client_seed": "Zoë ♣"})
    ada.finish(game["id"])
    proof = ada.get(f"/v1/games/{game['id']}/proof").get_json()
    assert verified(tmp_path, proof) == (0, "verified")
    assert verified(tmp_path, proof | {"client_seed": "Zoe"}) == (1, "these seeds shuffle to another deck")
    wrong = (1, "the commitment is not the hash of the server seed")
    assert verified(tmp_path, proof | {"commitment": "00" * 32}) == wrong


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("dealing", ["one_at_a_time", "packets"])
def test_the_piles_are_those_that_the_description_deals_a_deck_to(ada: Client, dealing: str, decks: int) -> None:
    game = ada.deal(rules={"decks": decks, "dealing": dealing, "finales": "face_up"})
    finales = [pile["finale"] for pile in game["piles"]]
    ada.finish(game["id"])
    deck = ada.get(f"/v1/games/{game['id']}/proof").get_json()["deck"]
    piles: dict[int, list[str]] = {}
    for i, card in enumerate(deck):
        pile = i % 13 + 1 if dealing == "one_at_a_time" else i // (4 * decks) + 1
        piles.setdefault(pile, []).append(card)
    assert piles[13][-1] == game["hand"]["card"]
    assert [piles[pile][0] for pile in range(1, 14)] == finales
