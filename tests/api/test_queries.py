"""Queries, wherever any are taken: what is unknown, what is out of range, and how lists are walked through."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from service.api.openapi import document
from service.play.identity import new_id
from tests.api.client import faults
from tests.api.test_lists import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.api.client import Client

WORDS = {"{board}": "score", "{day}": "2026-01-01", "{variant}": "standard", "{slug}": "not-found"}


def gets() -> Iterator[Any]:
    """Every fetch: where it is and what it takes."""
    for path, methods in document()["paths"].items():
        if "get" in methods:
            taken = {one["name"]: one["schema"] for one in methods["get"]["parameters"] if one.get("in") == "query"}
            yield pytest.param(path, taken, id=path)


def some(path: str) -> str:
    """An address of this kind; nothing need be there."""
    return re.sub(r"\{\w+\}", lambda found: WORDS.get(found[0]) or new_id(), path)


@pytest.mark.parametrize(("path", "taken"), list(gets()))
def test_an_unknown_parameter_is_told_as_one_wherever_it_is_sent(
    ada: Client, path: str, taken: dict[str, Any]
) -> None:
    assert "nonsense" not in taken
    assert faults(ada.get(f"{some(path)}?nonsense=1")) == {"/nonsense": "Unknown query parameter."}


def counts() -> list[tuple[str, str, int, int]]:
    """Every integer in a query that has a range, with it."""
    return [
        (path, name, shape["minimum"], shape["maximum"])
        for path, taken in (one.values for one in gets())
        for name, shape in taken.items()
        if shape["type"] == "integer" and "minimum" in shape
    ]


def test_there_are_integers_in_queries() -> None:
    assert {name for _, name, *_ in counts()} == {"limit", "window"}


@pytest.mark.parametrize(("path", "name", "least", "most"), counts())
def test_an_integer_out_of_range_is_told_the_range_and_anything_else_that_it_is_none(
    ada: Client, path: str, name: str, least: int, most: int
) -> None:
    told = f"Must be greater than or equal to {least} and less than or equal to {most}."
    bounds = map(str, (least - 1, -1, most + 1, 2**31, 2**63, -(2**63), 10**40))
    for beyond in (*bounds, "9" * 5000):
        assert faults(ada.get(some(path), query_string={name: beyond})) == {f"/{name}": told}, beyond[:50]
    for none in ("1.0", "1e1", "", "-0", "--1", "05", "-05", "+5", "five", "\u0665"):
        assert faults(ada.get(some(path), query_string={name: none})) == {f"/{name}": "Not a valid integer."}, none


def test_every_list_can_be_walked_through_in_pages() -> None:
    described, found = document(), {}
    for path, taken in (one.values for one in gets()):
        content = described["paths"][path]["get"]["responses"]["200"].get("content", {}).get("application/json", {})
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if {"items", "next"} <= described["components"]["schemas"].get(name, {}).get("properties", {}).keys():
            found[path] = {"limit", "cursor", "window"} & taken.keys()
    # The rows around a player go on in the list that they are rows of.
    assert found.pop("/v1/leaderboards/{board}/around/{player_id}") == {"window"}
    assert len(found) >= 5
    assert set(map(frozenset, found.values())) == {frozenset({"limit", "cursor"})}


@pytest.mark.parametrize("limit", [1, 2, 4, 8, 9, 100])
def test_a_walk_shows_every_board_once_in_order(stranger: Client, limit: int) -> None:
    whole = stranger.get("/v1/leaderboards").get_json()
    assert whole["next"] is None
    assert walk(stranger, "/v1/leaderboards", limit) == whole["items"]


def test_a_cursor_of_another_list_does_not_go_on_with_the_boards(stranger: Client, ada: Client) -> None:
    for _ in range(2):
        ada.deal()
    of_boards = stranger.get("/v1/leaderboards?limit=1").get_json()["next"]
    of_games = ada.get("/v1/games?limit=1").get_json()["next"]
    assert faults(stranger.get(f"/v1/leaderboards?cursor={of_games}")).keys() == {"/cursor"}
    assert faults(stranger.get(f"/v1/leaderboards/score?cursor={of_boards}")).keys() == {"/cursor"}
