"""The description's examples, sent to the service as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.api import examples, variant_examples
from service.api.openapi import document
from service.game.shuffle import Seeds

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
        path = path.replace("{game_id}", ready_game(client, path, body))
    return path, replaced(body)


def ready_game(client: Client, path: str, body: dict[str, Any]) -> str:
    """The id of a game that waits for this request: the very one that the example tells of, where it matters."""
    about = next(iter(body), "") if path.endswith("step") else path.rpartition("/")[2]
    shown = EXAMPLE_GAMES.get(about)
    if shown is None:
        game = client.deal(practice=True)
        client.post(f"/v1/games/{game['id']}/step")
    else:
        game = dealt_like(client, shown)
        if shown["choices"]:
            client.post(f"/v1/games/{game['id']}/autoplay", {"until": "decision"})
    return str(game["id"])


EXAMPLE_GAMES: dict[str, dict[str, Any]] = {
    "reprieve": variant_examples.AWAITING_REPRIEVE,
    "fork": variant_examples.AWAITING_FORK,
    "pile": variant_examples.WRONG_PILE["game"],
}
"""For a kind of request, the game that its example is about."""


def dealt_like(client: Client, shown: dict[str, Any]) -> dict[str, Any]:
    """A new game with the deal of one that the examples show."""
    seeds = (Seeds(number.to_bytes(32, "big"), "tea at five") for number in range(1, 10_000))
    server = next(seed.server.hex() for seed in seeds if seed.commitment == shown["commitment"])
    deal = {"kind": "seed", "server_seed": server, "client_seed": "tea at five"}
    return client.deal(variant=shown["variant"], mode=shown["mode"], deal=deal)


@pytest.mark.parametrize(("method", "path", "body"), list(requests()))
def test_every_request_example_is_accepted(ada: Client, method: str, path: str, body: dict[str, Any]) -> None:
    path, body = made_real(ada, path, body)
    assert ada.send(method, path, json=body).status_code in (200, 201)


@pytest.mark.parametrize(
    ("turn", "path", "body"),
    [
        (variant_examples.REPRIEVED, "reprieve", variant_examples.EXCHANGE),
        (variant_examples.CROSSED, "fork", variant_examples.CROSSING),
        (variant_examples.WRONG_PILE, "step", {"pile": 13}),
    ],
)
def test_the_turns_that_are_shown_are_what_the_service_answers(
    ada: Client, turn: dict[str, Any], path: str, body: dict[str, Any]
) -> None:
    game_id = ready_game(ada, path, body)
    made = ada.post(f"/v1/games/{game_id}/{path}", body).get_json()
    assert made["moves"] == turn["moves"]
    assert made["coach"] == turn["coach"]
    for told in ("version", "status", "flips", "hand", "piles", "odds", "choices", "placement_errors"):
        assert made["game"][told] == turn["game"][told]


def test_the_example_deal_and_its_proof_belong_together(ada: Client) -> None:
    seed = examples.PROOF["server_seed"]
    game = ada.deal(deal={"kind": "seed", "server_seed": seed, "client_seed": examples.PROOF["client_seed"]})
    assert ada.finish(game["id"])["piles"] == examples.FATE["game"]["piles"]
    assert ada.get(f"/v1/games/{game['id']}/proof").get_json() == examples.PROOF
