"""The text at the head of the description: enough to play every form of the game by."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from service.api.guide import GUIDE
from service.api.openapi import document
from service.api.schemas.deals import DEALS, STATUSES
from service.game.coach import Mistake
from service.game.rules import OPTIONS, VARIANTS, Rules
from tests.api.rules.table import FINISHED, Table

if TYPE_CHECKING:
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
