"""What hostile input costs grows no faster than the input."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from tests.api.client import Client, faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.api.conftest import Staged

JSON = {"Content-Type": "application/json"}
MOST_HEADER, MOST_BODY = 8_000, 32_000
"""About as much as the service takes of either."""
TIMES = 8
"""How much larger the larger input is. What grows with the square would cost 64 times as much."""

BODIES: dict[str, Callable[[int], bytes]] = {
    "a text without end, full of escaped quotes": lambda size: b"[" * 17 + b'"' + b'\\"' * (size // 2),
    "a text without end that ends in a backslash": lambda size: b"[" * 17 + b'"' + b'\\"' * (size // 2) + b"\\",
    "texts": lambda size: b"[" * 17 + b'"",' * (size // 3),
    "brackets": lambda size: b"[]" * (size // 2),
    "digits": lambda size: b'{"count":0.' + b"9" * size + b"}",
    "unknown fields": lambda size: json.dumps({f"x{number}": 1 for number in range(size // 12)}).encode(),
    "unknown fields, inside": lambda size: json.dumps(
        {"deal": {"kind": "random"} | {f"x{number}": 1 for number in range(size // 12)}}
    ).encode(),
    "marks that have another order in normal form": lambda size: json.dumps(
        {"display_name": "a\u0301" + "\u0301\u0316" * (size // 4)}, ensure_ascii=False
    ).encode(),
    "escaped surrogate pairs": lambda size: b'{"display_name":"' + b"\\ud83c\\udccf" * (size // 12) + b'"}',
    "a link code": lambda size: b'{"link_code":"' + b"- " * (size // 2) + b'"}',
}
HEADERS: dict[str, Callable[[int], tuple[str, str]]] = {
    "entity tags": lambda size: ("If-Match", '"a" , ' * (size // 6) + "x"),
    "white space after an entity tag": lambda size: ("If-Match", '"a"' + " " * size + "x"),
    "entity tags that the caller has": lambda size: ("If-None-Match", '"a" , ' * (size // 6) + "x"),
    "quotes": lambda size: ("If-None-Match", '"' * size),
    "white space between quotes": lambda size: ("If-None-Match", '" ' * (size // 2) + "x"),
    "media types": lambda size: ("Accept", "a/b;q=0.1," * (size // 10)),
    "parameters of a media type": lambda size: ("Accept", "a/b" + ";a=b" * (size // 4)),
    "a quoted parameter": lambda size: ("Content-Type", 'application/json;a="' + '\\"' * (size // 2)),
    "parameters of a content type": lambda size: ("Content-Type", "application/json" + ";a*0=b" * (size // 6)),
    "a token": lambda size: ("Authorization", "Bearer " + "0" * size),
    "a host": lambda size: ("Host", "a." * (size // 2)),
    "ranges": lambda size: ("Range", "bytes=" + "0-1," * (size // 4)),
}
QUERIES: dict[str, Callable[[int], str]] = {
    "parameters": lambda size: "&".join(f"x{number}" for number in range(size // 6)),
    "the same parameter": lambda size: "x&" * (size // 2),
    "escapes": lambda size: "limit=" + "%ff" * (size // 3),
    "a cursor": lambda size: "cursor=" + "W10" * (size // 3),
    "a compressed cursor": lambda size: "cursor=." + "A" * size + ".AAAA",
}


def growth(send: Callable[[int], object], most: int) -> float:
    """How many times the work of a small input a large one takes; the best of some tries each."""
    send(most // TIMES)
    return cost(send, most) / cost(send, most // TIMES)


def cost(send: Callable[[int], object], size: int) -> float:
    found = []
    for _ in range(3):
        started = time.process_time()
        send(size)
        found.append(time.process_time() - started)
    return min(found)


@pytest.mark.parametrize("path", ["/v1/players", "/v1/games", "/v1/sessions"])
@pytest.mark.parametrize("name", BODIES)
def test_a_body_costs_no_more_than_its_length(staged_ada: Client, staged: Staged, path: str, name: str) -> None:
    def send(size: int) -> None:
        staged.memory.due.clear()
        assert 400 <= staged_ada.post(path, data=BODIES[name](size), headers=JSON).status_code < 500

    assert growth(send, MOST_BODY) < 3 * TIMES


@pytest.mark.parametrize("path", ["/v1/games", "/problems/not-found", "/docs/index.css"])
@pytest.mark.parametrize("name", HEADERS)
def test_a_header_costs_no_more_than_its_length(staged_ada: Client, staged: Staged, path: str, name: str) -> None:
    method = "POST" if path == "/v1/games" else "GET"

    def send(size: int) -> None:
        staged.memory.due.clear()
        staged_ada.send(method, path, headers=dict([HEADERS[name](size)]), data=b"{}" if method == "POST" else None)

    assert growth(send, MOST_HEADER) < 3 * TIMES


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_costs_no_more_than_its_length(staged_ada: Client, staged: Staged, name: str) -> None:
    def send(size: int) -> None:
        staged.memory.due.clear()
        assert staged_ada.get(f"/v1/games?{QUERIES[name](size)}").status_code == 422

    assert growth(send, MOST_HEADER) < 3 * TIMES


def test_of_a_list_that_is_too_long_no_item_is_looked_at(ada: Client, stranger: Client) -> None:
    deal = {"kind": "custom", "deck": [1] * 10_000}
    assert faults(ada.post("/v1/games", {"deal": deal})) == {"/deal/deck": "Longer than maximum length 104."}
    scopes = faults(stranger.post("/v1/sessions", {"link_code": "x", "scopes": ["x"] * 10_000}))
    assert scopes == {"/scopes": "Length must be between 1 and 2."}
