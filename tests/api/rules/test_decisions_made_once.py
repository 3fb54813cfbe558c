"""Decisions under conditions: made once however often they are sent, and not when the game has moved on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.cards import Card
from service.game.rules import Rules
from tests.api.client import slug
from tests.api.rules.table import Table, deal
from tests.game.deals import KINGS, dealt_to_flip

if TYPE_CHECKING:
    from tests.api.client import Client, Json

WATCH, FORKS = Rules(reprieves=1), Rules(fork="opposite")
DECISIONS: list[tuple[str, Rules, Json]] = [
    ("reprieve", WATCH, {"pile": 3, "depth": 4}),
    ("reprieve", WATCH, {"decline": True}),
    ("fork", FORKS, {"pile": 1}),
]
decisions = pytest.mark.parametrize(("action", "rules", "body"), DECISIONS)


def waiting(client: Client, rules: Rules) -> Table:
    """A table that waits for this decision."""
    flipped = KINGS if rules is WATCH else [Card("7", "S"), Card("7", "H"), KINGS[0]]
    table = deal(client, dealt_to_flip(flipped, rules), rules)
    table.autoplay("decision")
    assert table.game["choices"]
    return table


@decisions
def test_a_decision_that_is_repeated_under_its_key_is_made_once(
    ada: Client, action: str, rules: Rules, body: Json
) -> None:
    table = waiting(ada, rules)
    path, key = f"/v1/games/{table.game['id']}/{action}", {"Idempotency-Key": "once"}
    first = ada.post(path, body, headers=key)
    ada.post(f"/v1/games/{table.game['id']}/step")
    again = ada.post(path, body, headers=key)
    assert (first.get_data(), first.headers["ETag"]) == (again.get_data(), again.headers["ETag"])
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    other = ada.post(path, {"pile": 2} | ({"depth": 1} if action == "reprieve" else {}), headers=key)
    assert slug(other) == "idempotency-key-reused"


@decisions
def test_a_decision_about_a_game_that_has_moved_on_is_not_made(
    ada: Client, action: str, rules: Rules, body: Json
) -> None:
    table = waiting(ada, rules)
    version = table.game["version"]
    answer = ada.post(f"/v1/games/{table.game['id']}/{action}", body, headers={"If-Match": f'"{version - 1}"'})
    assert (answer.status_code, slug(answer), answer.get_json()["version"]) == (412, "stale-game", version)
    assert ada.get(f"/v1/games/{table.game['id']}").get_json() == table.game
    made = ada.post(f"/v1/games/{table.game['id']}/{action}", body, headers={"If-Match": f'"{version}"'})
    assert made.get_json()["game"]["version"] == version + 1


@decisions
def test_a_decision_stands_in_the_log_where_it_was_made(ada: Client, action: str, rules: Rules, body: Json) -> None:
    table = waiting(ada, rules)
    before = ada.get(f"/v1/games/{table.game['id']}/moves?limit=100").get_json()["items"]
    table.log.clear()
    table.turn(action, body)
    log = ada.get(f"/v1/games/{table.game['id']}/moves?limit=100").get_json()["items"]
    assert log == [*before, *table.log]
