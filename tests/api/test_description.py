"""The API's description: whole, valid, up to date, and good to build clients from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from openapi_spec_validator import validate

from service.api.kinds import KINDS
from service.api.openapi import document, document_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from tests.api.contract import Contract

TYPES = {"string", "array", "object", "number", "integer", "boolean", "null"}
ROOT = Path(__file__).parents[2]
UNDESCRIBED = {"/docs", "/docs/<slug:name>", "/metrics", "/web/<path:name>"}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of every operation."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield path, method, operation


def nodes(value: object) -> Iterator[dict[str, Any]]:
    """Every object within."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


def test_the_file_is_what_the_code_declares() -> None:
    assert (ROOT / "openapi.yaml").read_text() == document_yaml(), "run make openapi"


def test_the_file_reads_back_as_the_description(described: dict[str, Any]) -> None:
    assert yaml.safe_load(document_yaml()) == described


def test_the_description_is_valid_openapi_3_1(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1")
    validate(described)


def test_every_route_is_described_and_nothing_else(app: Flask, described: dict[str, Any]) -> None:
    routed = {
        (re.sub(r"<\w+:(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule not in UNDESCRIBED
    }
    assert routed == {(path, method) for path, method, _ in operations(described)}


def test_every_operation_says_what_it_does_and_shows_it(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(described)]
    assert len(names) == len(set(names))
    for path, method, operation in operations(described):
        assert re.fullmatch(r"[A-Z].*\.", operation["summary"]), path
        assert len(operation["tags"]) == 1
        assert "security" in operation
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (content for body in bodies for content in body.get("content", {}).values()):
            assert content["examples"], f"{method} {path}"


def test_every_field_and_parameter_is_described(described: dict[str, Any]) -> None:
    for name, schema in described["components"]["schemas"].items():
        for field, shape in schema.get("properties", {}).items():
            refers = {"$ref", "anyOf", "items"} & shape.keys()
            assert shape.get("description") or refers, f"{name}.{field}"
    for node in nodes(described["paths"]):
        if node.get("in") == "query":
            assert node["description"]


KEYWORDS = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "array": {"minItems", "maxItems", "uniqueItems", "items"},
    "object": {"minProperties", "maxProperties", "properties", "required", "additionalProperties"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
}
"""The keywords that say something of one type alone."""


def test_no_schema_has_a_keyword_that_does_not_apply_to_its_type(described: dict[str, Any]) -> None:
    looked_at = 0
    for shape in nodes(described):
        types = types_of(shape)
        if types and types <= TYPES:
            looked_at += 1
            apply = {word for kind in types for word in KEYWORDS.get(kind.replace("integer", "number"), ())}
            assert not (set().union(*KEYWORDS.values()) - apply) & shape.keys(), shape
    assert looked_at > 300


def types_of(node: dict[str, Any]) -> set[str]:
    """The types of a schema; problems in examples have addresses there instead."""
    said = node.get("type", [])
    return {said} if isinstance(said, str) else set(said) if isinstance(said, list) else set()


def test_every_shape_is_described(described: dict[str, Any]) -> None:
    assert not [name for name, schema in described["components"]["schemas"].items() if "description" not in schema]


def test_what_comes_in_is_closed_and_what_goes_out_is_open(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    taken = {
        content["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in operations(described)
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }
    taken |= {"RandomDeal", "TodaysDeal", "SeedDeal", "CustomDeal", "RulesRequest", "SavedPile", "SavedHand"}
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert closed == taken


def test_every_example_fits_its_schema(contract: Contract, described: dict[str, Any]) -> None:
    shown = 0
    for node in nodes(described):
        if "schema" in node and "examples" in node:
            for name, example in node["examples"].items():
                resolved = described["components"]["examples"][name] if "$ref" in example else example
                assert contract.errors(node["schema"], resolved["value"]) == []
                shown += 1
    assert shown > 60


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    references = {node["$ref"] for node in nodes(described) if "$ref" in node}
    assert len(references) > 60
    assert [reference for reference in references if not leads_somewhere(described, reference)] == []


def leads_somewhere(described: dict[str, Any], reference: str) -> bool:
    at: Any = described
    for step in reference.removeprefix("#/").split("/"):
        if step not in at:
            return False
        at = at[step]
    return True


def test_every_kind_of_problem_is_listed_with_an_example(described: dict[str, Any]) -> None:
    assert set(described["components"]["examples"]) == set(KINDS)
    used = {name for response in described["components"]["responses"] for name in response.split(".")}
    assert used == set(KINDS) - {"method-not-allowed"}


def test_every_problem_comes_as_one(described: dict[str, Any]) -> None:
    for response in described["components"]["responses"].values():
        assert list(response["content"]) == ["application/problem+json"]


def test_streams_alone_take_a_ticket_for_a_token(described: dict[str, Any]) -> None:
    taking = {path for path, _, operation in operations(described) if {"ticket": []} in operation["security"]}
    assert taking == {"/v1/races/{race_id}/events"}
    assert described["components"]["securitySchemes"]["ticket"]["in"] == "query"


SECRETIVE = {"/v1/players", "/v1/sessions", "/v1/link-codes", "/v1/players/me/secret", "/v1/tickets"}


def test_operations_that_change_a_game_take_conditions(described: dict[str, Any]) -> None:
    for path, method, operation in operations(described):
        taken = {parameter["$ref"].rpartition("/")[2] for parameter in operation["parameters"] if "$ref" in parameter}
        gives_secrets = path in SECRETIVE
        is_private = operation["security"] == [{"bearer": []}]
        assert ("Idempotency-Key" in taken) == (method == "post" and is_private and not gives_secrets), path
        changes_a_game = "{game_id}" in path and method in ("post", "delete")
        assert ("If-Match" in taken) == changes_a_game, path


def test_what_everyone_may_fetch_says_how_long_it_may_be_kept(described: dict[str, Any]) -> None:
    for path, method, operation in operations(described):
        if method == "get" and operation["security"] in ([], [{"bearer": []}, {}]):
            told = {"Cache-Control"} if path in ("/healthz", "/readyz") else {"Cache-Control", "ETag"}
            assert operation["responses"]["200"]["headers"].keys() >= told, path
            assert ("304" in operation["responses"]) == ("ETag" in told)
