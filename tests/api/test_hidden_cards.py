"""No answer tells anything of a card that is still face down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from service.game.cards import PACK
from service.game.chain import chain
from service.game.deal import Deal
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from tests.api.client import Client
from tests.builders import a_deal

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.api.conftest import Staged
    from tests.api.contract import Contract

METRICS = "http://localhost:9000"
STEPS = 9
_CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][SHDC])(?![A-Za-z0-9])")
_PER_REQUEST = ("X-Request-Id", "Date", "RateLimit")


def twins() -> tuple[Deal, Deal]:
    """Two deals whose chains agree for a while, and whose hidden cards all lie elsewhere."""
    first = a_deal(5)
    revealed = {flip.card for flip in chain(first, Rules())[: STEPS + 1]}
    hidden = [card for card in first.cards if card not in revealed]
    shifted = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    return first, Deal(tuple(shifted.get(card, card) for card in first.cards))


def every_answer(client: Client, game_id: str) -> list[TestResponse]:
    """What every operation answers about a game in play, errors and replays included."""
    path = f"/v1/games/{game_id}"
    key = {"Idempotency-Key": "scan"}
    return [
        client.get(path),
        client.send("HEAD", path),
        client.send("OPTIONS", path),
        client.get(path, headers={"If-None-Match": '"1"'}),
        *(client.post(f"{path}/step", headers=key) for _ in range(2)),
        client.post(f"{path}/step", {"count": 2}, headers=key),
        client.post(f"{path}/step", {"count": STEPS - 1}),
        client.post(f"{path}/step", {"count": 0}),
        client.post(f"{path}/step", headers={"If-Match": '"1"'}),
        client.post(f"{path}/autoplay", headers={"If-Match": '"1"'}),
        client.post(f"{path}/autoplay", {"until": "x"}),
        client.delete(path, headers={"If-Match": '"1"'}),
        client.get(f"{path}/moves?limit=100"),
        client.get(f"{path}/moves?limit=1"),
        client.get(f"{path}/proof"),
        client.with_token("").get(f"{path}/proof"),
        client.get("/v1/games"),
        client.get("/v1/games?status=in_progress"),
        client.get("/v1/players/me"),
        client.get("/v1/players/me/export"),
        client.get(f"/v1/players/{client.player_id}/results"),
        client.get("/v1/players/me", headers={"Idempotency-Key": "ignored"}),
        client.get(f"{path}?x=1"),
        client.get(f"{path}/moves?cursor=x"),
        client.send("PUT", path),
        client.get(f"{path}/nothing"),
        client.post(f"{path}/step", data=b"{", headers={"Content-Type": "application/json"}),
        client.post(f"{path}/step", data=b"x", headers={"Content-Type": "text/plain"}),
        client.post(f"{path}/step", headers={"If-Match": "x"}),
        client.post(f"{path}/step", headers={"Idempotency-Key": "x y"}),
    ]


def bytes_of(answer: TestResponse) -> tuple[object, ...]:
    """All of an answer but what is drawn anew for every request."""
    headers = [(name, value) for name, value in answer.headers if name not in _PER_REQUEST]
    return answer.status, headers, answer.get_data(as_text=True).replace(answer.headers["X-Request-Id"], "")


def test_deals_that_agree_on_what_was_revealed_answer_the_same_bytes(
    contract: Contract, monkeypatch: pytest.MonkeyPatch, stage: Any
) -> None:
    found = []
    for deal in twins():
        staged: Staged = stage()
        names = iter(f"01a22d00-0b8c-7e28-bd04-{number:010x}5f" for number in range(100))
        monkeypatch.setattr("service.play.players.new_id", lambda names=names: next(names))
        monkeypatch.setattr("service.play.games.new_id", lambda _, names=names: next(names))
        monkeypatch.setattr("service.play.games.shuffle", lambda *_, deal=deal: deal)
        monkeypatch.setattr("service.play.games.new_server_seed", lambda: bytes(32))
        with capture_logs() as logs:
            client = Client(staged.app, contract, address="10.0.0.1").registered()
            answers = [bytes_of(answer) for answer in every_answer(client, client.deal()["id"])]
        lines = [{key: value for key, value in line.items() if key not in ("ms", "request_id")} for line in logs]
        found.append((answers, lines))
    assert found[0][0] == found[1][0]
    assert found[0][1] == found[1][1]


@pytest.mark.parametrize("kind", ["random", "seed", "custom"])
def test_no_answer_holds_a_card_that_is_face_down_or_the_seed(ada: Client, bob: Client, kind: str) -> None:
    seed = "5e" * 32
    deck = shuffle(Seeds(bytes.fromhex(seed))).codes()
    promise = ada.post("/v1/commitments").get_json()["id"]
    ways: dict[str, dict[str, object]] = {
        "random": {"client_seed": "x", "commitment_id": promise},
        "seed": {"server_seed": seed},
        "custom": {"deck": deck},
    }
    with capture_logs() as logs:
        game = ada.deal(deal={"kind": kind} | ways[kind])
        answers = every_answer(ada, game["id"])
        answers += [bob.get(f"/v1/games/{game['id']}"), bob.get(f"/v1/games/{game['id']}/moves")]
        answers.append(ada.get("/metrics", base_url=METRICS))
        log = ada.get(f"/v1/games/{game['id']}/moves?limit=100").get_json()["items"]
    revealed = {move["flipped"] for move in log}
    hidden = {card.code for card in PACK} - revealed
    assert len(revealed) == STEPS + 1
    for answer in answers:
        text = f"{answer.headers} {answer.get_data(as_text=True)}"
        assert not hidden & set(_CARD.findall(text)), answer.request.path
        assert seed not in text
        assert "server_seed" not in text
    assert not hidden & set(_CARD.findall(str(logs)))
    assert seed not in str(logs)


def test_the_scan_would_find_a_card() -> None:
    assert _CARD.findall('{"card":"7H","x":["KC"]} 9S') == ["7H", "KC", "9S"]
