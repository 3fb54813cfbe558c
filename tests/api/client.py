"""A player's way to the API; every answer is held against its description."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.api.contract import Contract

Json = dict[str, Any]


def some_address() -> str:
    """An address that nobody else has."""
    return f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}"


@dataclass(frozen=True)
class Client:
    """Sends requests, with a token if it has one."""

    app: Flask
    contract: Contract
    token: str = ""
    player_id: str = ""
    secret: str = ""
    address: str = field(default_factory=some_address)

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        environ: Json | None = None,
        **more: Any,
    ) -> TestResponse:
        """One request and its answer, which is checked."""
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.app.test_client().open(
            path,
            method=method,
            headers=given | (headers or {}),
            environ_overrides={"REMOTE_ADDR": self.address} | (environ or {}),
            buffered=True,
            **more,
        )
        self.contract.check(method, urlsplit(path).path, answer)
        return answer

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.send("GET", path, **more)

    def post(self, path: str, json: object = None, **more: Any) -> TestResponse:
        sent: Json = {} if json is None else {"json": json}
        return self.send("POST", path, **sent, **more)

    def delete(self, path: str, **more: Any) -> TestResponse:
        return self.send("DELETE", path, **more)

    def patch(self, path: str, json: object, **more: Any) -> TestResponse:
        return self.send("PATCH", path, json=json, **more)

    def registered(self, name: str = "Ada") -> Client:
        """A new player's client."""
        welcome = self.post("/v1/players", {"display_name": name})
        assert welcome.status_code == 201, welcome.get_data(as_text=True)
        body = welcome.get_json()
        return replace(self, token=body["session"]["token"], player_id=body["player"]["id"], secret=body["secret"])

    def with_token(self, token: str) -> Client:
        return replace(self, token=token)

    def deal(self, **wanted: Any) -> Json:
        """A new game."""
        answer = self.post("/v1/games", wanted)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        game: Json = answer.get_json()
        return game

    def finish(self, game_id: str) -> Json:
        """The game, played to its end."""
        answer = self.post(f"/v1/games/{game_id}/autoplay")
        assert answer.status_code == 200
        game: Json = answer.get_json()["game"]
        return game


def faults(answer: TestResponse) -> dict[str, str]:
    """The pointers and details of a 422 `invalid-request`."""
    assert (answer.status_code, slug(answer)) == (422, "invalid-request"), answer.get_data(as_text=True)
    return {error["pointer"]: error["detail"] for error in answer.get_json()["errors"]}


def slug(answer: TestResponse) -> str:
    """What kind of problem an answer reports."""
    kind: str = answer.get_json()["type"]
    return kind.removeprefix("/problems/")
