"""A guest who makes races and watches them over a real connection."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.running import Up

PATIENCE_S = 20


@dataclass(frozen=True)
class Guest:
    up: Up
    token: str

    @classmethod
    def signed_in(cls, up: Up) -> Guest:
        return cls(up, up.call("POST", "/v1/players", {"display_name": "Ada"}).json["session"]["token"])

    def by(self, up: Up) -> Guest:
        """The same guest, who goes to another server."""
        return replace(self, up=up)

    def call(self, method: str, path: str, body: object = None) -> Any:
        answer = self.up.call(method, path, body, token=self.token)
        assert answer.status in (HTTPStatus.OK, HTTPStatus.CREATED), answer.body
        return answer.json

    def race(self) -> str:
        return str(self.call("POST", "/v1/races", {"capacity": 4})["id"])

    @contextmanager
    def stream(self, race: str, query: str = "", **headers: str) -> Iterator[HTTPResponse]:
        connection = HTTPConnection("127.0.0.1", int(self.up.environment["PORT"]), timeout=PATIENCE_S)
        try:
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            own = {"Authorization": f"Bearer {self.token}"}
            connection.request("GET", f"/v1/races/{race}/events{query}", headers=own | given)
            with connection.getresponse() as response:
                yield response
        finally:
            connection.close()


def event(stream: HTTPResponse) -> tuple[int, str, Any]:
    """The next event: its id, its kind and its data."""
    fields: dict[str, str] = {}
    while "data" not in fields:
        line = stream.readline()
        assert line, "the stream has ended"
        name, _, value = line.decode().rstrip("\n").partition(": ")
        fields[name] = value
    return int(fields["id"]), fields["event"], json.loads(fields["data"])
