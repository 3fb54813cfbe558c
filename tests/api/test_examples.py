"""The description's examples, sent to the service as they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.api.examples import accounts as accounts_examples
from service.api.examples import deals, variants
from service.api.examples import games as examples
from service.api.examples import saves as saves_examples
from service.api.openapi import document
from service.game.shuffle import Seeds
from service.play.race import COUNTDOWN_MS
from tests.api.racing import race_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.api.client import Client, Json
    from tests.api.conftest import Staged


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
        accounts_examples.LINK_CODE["code"]: lambda: client.post("/v1/link-codes").get_json()["code"],
        deals.PLAYER_ID: lambda: client.player_id,
        accounts_examples.SECRET: lambda: client.secret,
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
    "reprieve": variants.AWAITING_REPRIEVE,
    "fork": variants.AWAITING_FORK,
    "pile": variants.WRONG_PILE["game"],
}
"""For a kind of request, the game that its example is about."""


def dealt_like(client: Client, shown: dict[str, Any]) -> dict[str, Any]:
    """A new game with the deal of one that the examples show."""
    seeds = (Seeds(number.to_bytes(32, "big"), "tea at five") for number in range(1, 10_000))
    server = next(seed.server.hex() for seed in seeds if seed.commitment == shown["commitment"])
    deal = {"kind": "seed", "server_seed": server, "client_seed": "tea at five"}
    return client.deal(variant=shown["variant"], mode=shown["mode"], deal=deal)


@pytest.mark.parametrize(("method", "path", "body"), list(requests()))
def test_every_request_example_is_accepted(
    staged: Staged, ada: Client, staged_ada: Client, method: str, path: str, body: dict[str, Any]
) -> None:
    if "{race_id}" in path:
        ada = staged_ada
        path, body = ready_race(staged, ada, path, body)
    else:
        path, body = made_real(ada, path, body)
    assert ada.send(method, path, json=body).status_code in (200, 201)


def ready_race(staged: Staged, client: Client, path: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The example with a race that waits for this request, where time passes as it is told to."""
    bob = replace(client, token="", address="10.0.0.2").registered("Bob")

    def pause(_: Json) -> None:
        staged.memory.now += COUNTDOWN_MS

    visibility = "private" if "code" in body else "public"
    action = path.rpartition("/")[2]
    racers = (bob,) if action == "join" else (client, bob)
    race = race_of(*racers, pause=pause, visibility=visibility)
    if action == "start":
        race.act(bob, "ready")
    if action == "forfeit":
        race.running()
    if action == "rematch":
        race.finished()
    code = {"code": race.seen()["join_code"]} if "code" in body else {}
    return path.replace("{race_id}", race.id), body | code


@pytest.mark.parametrize(
    ("turn", "path", "body"),
    [
        (variants.REPRIEVED, "reprieve", variants.EXCHANGE),
        (variants.CROSSED, "fork", variants.CROSSING),
        (variants.WRONG_PILE, "step", {"pile": 13}),
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


def deterministic() -> Iterator[Any]:
    """The examples of public calls whose answer depends on what is sent alone, each with the answer that is shown."""
    for (path, asked), shown in {
        ("/v1/simulations", "two-packs-of-deals"): "what-came-of-them",
        ("/v1/analyses", "with-a-reprieve"): "with-a-reprieve",
        ("/v1/saves/check", "a-standard-game"): "a-save",
    }.items():
        operation = document()["paths"][path]["post"]
        sent = operation["requestBody"]["content"]["application/json"]["examples"][asked]["value"]
        told = operation["responses"]["200"]["content"]["application/json"]["examples"][shown]["value"]
        yield pytest.param(path, sent, told, id=path)


@pytest.mark.parametrize(("path", "sent", "told"), list(deterministic()))
def test_the_answer_that_is_shown_is_the_services_own(
    stranger: Client, path: str, sent: dict[str, Any], told: dict[str, Any]
) -> None:
    assert stranger.post(path, sent).get_json() == told


def test_the_odds_that_are_shown_are_the_services_own(stranger: Client) -> None:
    answer = document()["paths"]["/v1/odds"]["get"]["responses"]["200"]["content"]["application/json"]
    for example in answer["examples"].values():
        told = example["value"]
        assert stranger.get(f"/v1/odds?variant={told['variant']}").get_json() == told


def test_the_import_that_is_shown_is_that_of_the_save_that_is_shown(ada: Client) -> None:
    imported = ada.post("/v1/games/import", saves_examples.SAVE).get_json()
    for name, value in saves_examples.IMPORTED.items():
        assert name == "id" or name.endswith("_at") or imported[name] == value


def test_the_example_deal_and_its_proof_belong_together(ada: Client) -> None:
    seed = examples.PROOF["server_seed"]
    game = ada.deal(deal={"kind": "seed", "server_seed": seed, "client_seed": examples.PROOF["client_seed"]})
    assert ada.finish(game["id"])["piles"] == examples.FATE["game"]["piles"]
    assert ada.get(f"/v1/games/{game['id']}/proof").get_json() == examples.PROOF
