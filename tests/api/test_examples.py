"""The description's examples, sent to the service as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.api import examples
from service.api.openapi import document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.api.client import Client


def requests() -> Iterator[Any]:
    """Every request example: the path and what is sent."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
                for name, example in content.get("examples", {}).items():
                    yield pytest.param(
                        method.upper(), path, example["value"], id=f"{operation['operationId']}-{name}"
                    )


def made_real(client: Client, path: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The example with ids and secrets that exist, for those that it makes up."""
    real: dict[str, Callable[[], str]] = {
        examples.COMMITMENT_ID: lambda: client.post("/v1/commitments").get_json()["id"],
        examples.LINK_CODE["code"]: lambda: client.post("/v1/link-codes").get_json()["code"],
        examples.PLAYER_ID: lambda: client.player_id,
        examples.SECRET: lambda: client.secret,
    }

    def replaced(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: replaced(inner) for name, inner in value.items()}
        return real[value]() if isinstance(value, str) and value in real else value

    if "{game_id}" in path:
        path = path.replace("{game_id}", client.deal()["id"])
    return path, replaced(body)


@pytest.mark.parametrize(("method", "path", "body"), list(requests()))
def test_every_request_example_is_accepted(ada: Client, method: str, path: str, body: dict[str, Any]) -> None:
    path, body = made_real(ada, path, body)
    assert ada.send(method, path, json=body).status_code in (200, 201)


def test_the_example_deal_and_its_proof_belong_together(ada: Client) -> None:
    seed = examples.PROOF["server_seed"]
    game = ada.deal(deal={"kind": "seed", "server_seed": seed, "client_seed": examples.PROOF["client_seed"]})
    assert ada.finish(game["id"])["piles"] == examples.FATE["game"]["piles"]
    assert ada.get(f"/v1/games/{game['id']}/proof").get_json() == examples.PROOF
