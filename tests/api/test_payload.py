"""Strict JSON: what is not exactly an object as RFC 8259 has it is refused, and nothing makes the service fail."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.payload import MalformedJson, parse_object
from tests.api.client import Client, slug

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

JSON = {"Content-Type": "application/json"}
MALFORMED = {
    "an array": b"[]",
    "a number": b"1",
    "a text": b'"x"',
    "null": b"null",
    "white space only": b" ",
    "no end": b'{"count": 1',
    "a comma too many": b'{"count": 1,}',
    "something after it": b"{} x",
    "two objects": b"{}{}",
    "single quotes": b"{'count': 1}",
    "a name twice": b'{"count": 1, "count": 1}',
    "a name twice, inside": b'{"deal": {"kind": "random", "kind": "seed"}}',
    "a name twice, in other letters": b'{"count": 1, "\\u0063ount": 1}',
    "NaN": b'{"count": NaN}',
    "infinity": b'{"count": -Infinity}',
    "a number beyond a double": b'{"count": 1e400}',
    "101 names in one object": b"{" + b",".join(b'"name %d": 0' % number for number in range(101)) + b"}",
    "5,000 digits": b'{"count": ' + b"9" * 5000 + b"}",
    "5,000 digits of a fraction's exponent": b'{"count": 1e' + b"9" * 5000 + b"}",
    "deep arrays": b'{"count": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep arrays without end": b"[" * 60_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "NUL": b'{"count": "\\u0000"}',
    "NUL in a name": b'{"\\u0000": 1}',
    "a raw NUL": b'{"count": "\x00"}',
    "a lone surrogate": b'{"count": "\\ud800"}',
    "a surrogate in a name": b'{"\\udc00": 1}',
    "a raw surrogate": b'{"count": "\xed\xa0\x80"}',
    "no UTF-8": b'{"count": "\xff"}',
    "UTF-16": '{"count": 1}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"count": 1}',
    "a line break in a text": b'{"count": "\n"}',
    "a hex number": b'{"count": 0x1}',
    "a leading zero": b'{"count": 01}',
    "a plus": b'{"count": +1}',
    "a comment": b'{"count": 1} // one',
}


def step(client: Client, body: bytes) -> TestResponse:
    return client.post(f"/v1/games/{client.deal()['id']}/step", data=body, headers=JSON)


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_object_of_strict_json_is_malformed(ada: Client, body: bytes) -> None:
    answer = step(ada, body)
    assert (answer.status_code, slug(answer)) == (400, "malformed-json")


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_json_under_an_idempotency_key_is_malformed_too(ada: Client, body: bytes) -> None:
    answer = ada.post("/v1/games", data=body, headers=JSON | {"Idempotency-Key": "k"})
    assert (answer.status_code, slug(answer)) == (400, "malformed-json")


@pytest.mark.parametrize("body", [b"", b"{}", b' {\r\n"count" :\t1 } ', b'{"count":1}'])
def test_an_object_in_any_layout_is_taken(ada: Client, body: bytes) -> None:
    assert step(ada, body).status_code == 200


@pytest.mark.parametrize(
    "seed", ["\\u2028", "\\ud83c\\udccf", "[[[[[[[[[[[[[[[[[[[[", "\\\\u0000", '\\"{{{{{{{{{{{{{{{{{{']
)
def test_a_text_may_look_dangerous_and_be_harmless(ada: Client, seed: str) -> None:
    body = f'{{"deal": {{"kind": "random", "client_seed": "{seed}"}}}}'
    game = ada.post("/v1/games", data=body.encode(), headers=JSON).get_json()
    ada.finish(game["id"])
    proof = ada.get(f"/v1/games/{game['id']}/proof").get_json()
    assert proof["client_seed"] == json.loads(f'"{seed}"')


def test_half_a_body_is_not_taken_for_an_empty_one(ada: Client) -> None:
    game = ada.deal()
    answer = ada.post(f"/v1/games/{game['id']}/step", headers=JSON, environ={"CONTENT_LENGTH": "12"})
    assert (answer.status_code, slug(answer)) == (400, "bad-request")
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


def test_faults_are_listed_with_escaped_pointers_and_not_without_end(ada: Client) -> None:
    unknown = {f"x{number}": 1 for number in range(90)}
    answer = ada.post("/v1/games", {"a/b~c": 1, "rules": unknown} | unknown)
    errors = answer.get_json()["errors"]
    assert errors[0]["pointer"] == "/a~1b~0c"
    assert len(errors) == 100


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
FIELDS = ["variant", "rules", "mode", "practice", "deal", "count", "until", "display_name", "player_id", "secret",
          "link_code", "scopes", "kind", "client_seed", "deck", "commitment_id", "decks"]  # fmt: skip
OBJECTS = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), VALUES, max_size=4)
PATHS = st.sampled_from(["/v1/games", "/v1/players", "/v1/sessions", "/v1/commitments", "/v1/link-codes"])


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PATHS, body=OBJECTS)
def test_no_object_makes_the_service_fail(staged_ada: Client, path: str, body: dict[str, Any]) -> None:
    answer = staged_ada.post(path, data=json.dumps(body).encode(), headers=JSON)
    assert answer.status_code in (201, 400, 401, 409, 422, 429)


@settings(max_examples=150)
@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(str.encode)
    | OBJECTS.map(lambda made: json.dumps(made).encode())
)
def test_what_is_read_is_what_a_lenient_reader_finds_and_can_be_written_again(body: bytes) -> None:
    try:
        found = parse_object(body)
    except MalformedJson:
        return
    assert found == json.loads(body)
    assert json.loads(json.dumps(found, allow_nan=False, ensure_ascii=False).encode()) == found
