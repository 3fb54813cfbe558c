"""Checks every answer against the API's description."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jsonschema_rs

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

PROBLEM_TYPE = "application/problem+json"
EVENT_STREAM = "text/event-stream"
_EVERYWHERE = {404, 405}
"""What any request can meet that asks for something that is not described."""
_COMMON = {
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Allow",
    "Cache-Control",
    "Content-Length",
    "Content-Security-Policy",
    "Content-Type",
    "Date",
    "Referrer-Policy",
    "Vary",
    "X-Content-Type-Options",
}
_PROBLEM_FIELDS = {"type", "title", "status", "detail", "instance", "request_id"}


class Contract:
    """The API's description as a judge of answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        self._paths = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path) for path in self._by_plainness()
        ]

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        """Assert that the answer is one that the description allows."""
        assert answer.status_code < 500 or answer.status_code == 503, answer.get_data(as_text=True)
        assert answer.headers["X-Request-Id"]
        if answer.mimetype == PROBLEM_TYPE or answer.status_code >= 400:
            self._check_problem(answer)
        operation = self.operation(method, path)
        if method == "OPTIONS":
            assert (answer.status_code, answer.get_data()) == (204, b"")
            return
        if path == "/metrics" or path.startswith(("/docs", "/web/")):
            return
        if operation is None:
            assert answer.status_code in _EVERYWHERE | {400}, f"undescribed: {method} {path} {answer.status}"
            return
        described = operation["responses"].get(str(answer.status_code))
        assert described is not None, f"{method} {path} answers {answer.status_code}, which is not described"
        self._check_answer(self._resolved(described), answer, with_body=method != "HEAD")

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The description of what a request asks for."""
        name = next((name for pattern, name in self._paths if pattern.fullmatch(path)), None)
        found: dict[str, Any] | None = self.document["paths"].get(name, {}).get(method.lower().replace("head", "get"))
        return found

    def errors(self, schema: dict[str, Any], value: object) -> list[str]:
        """What is wrong with a value under a schema of the description."""
        key = repr(schema)
        if key not in self._validators:
            whole = schema | {"components": self.document["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return [f"{error.instance_path}: {error.message}" for error in self._validators[key].iter_errors(value)]

    def _check_answer(self, described: dict[str, Any], answer: TestResponse, *, with_body: bool) -> None:
        undescribed = set(answer.headers.keys()) - _COMMON - described.get("headers", {}).keys()
        assert not undescribed, f"headers that are not described: {undescribed}"
        if "content" not in described:
            assert answer.get_data() == b""
        elif with_body:
            shape = described["content"][answer.mimetype]
            if answer.mimetype == EVENT_STREAM:
                self._check_events(answer.get_data(as_text=True))
            elif answer.mimetype != "text/html":
                assert self.errors(shape["schema"], answer.get_json()) == []

    def _check_events(self, text: str) -> None:
        """Each event is as the log has it, or the race as a whole."""
        for block in text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if "data" in fields:
                name = "Race" if fields["event"] in ("snapshot", "reset") else "RaceEvent"
                told = json.loads(fields["data"])
                assert self.errors({"$ref": f"#/components/schemas/{name}"}, told) == []
                assert (told["seq"], told["event"]) == (int(fields["id"]), fields["event"])

    def _check_problem(self, answer: TestResponse) -> None:
        assert answer.mimetype == PROBLEM_TYPE
        if not answer.get_data():
            return
        problem = answer.get_json()
        assert problem.keys() - {"errors", "version", "question", "game_id"} == _PROBLEM_FIELDS
        assert problem["type"].removeprefix("/problems/") in self.document["components"]["examples"]
        assert (problem["status"], problem["instance"]) == (
            answer.status_code,
            quote(answer.request.path, "/:@!$&'()*+,;="),
        )
        assert problem["request_id"] == answer.headers["X-Request-Id"]

    def _by_plainness(self) -> list[str]:
        return sorted(self.document["paths"], key=lambda path: path.count("{"))

    def _resolved(self, described: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in described:
            at: Any = self.document
            for step in described["$ref"].removeprefix("#/").split("/"):
                at = at[step]
            described = at
        return described
