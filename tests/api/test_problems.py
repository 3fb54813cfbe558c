"""One error body on every path, and a page for every kind of problem."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from werkzeug import exceptions as http

from service.api import problems
from service.api.headers import PROBLEM_TYPE
from service.api.kinds import KINDS
from service.api.notes import REQUEST_ID
from service.api.problems import TABLE
from service.game import errors as game
from service.play import errors as play
from tests.api.client import Client, faults, slug

if TYPE_CHECKING:
    from flask import Flask

    from tests.api.conftest import Staged
    from tests.api.contract import Contract


def leaves(root: type[Exception]) -> set[type[Exception]]:
    """The errors under a root that are raised themselves."""
    below = root.__subclasses__()
    return {leaf for kind in below for leaf in leaves(kind)} if below else {root}


def test_every_error_of_the_domain_is_in_the_table() -> None:
    never_shown = {game.InvalidCard, game.BrokenSave, play.MonthsDetached}
    assert (leaves(play.PlayError) | leaves(game.GameError)) - never_shown <= TABLE.keys()


NOWHERE = """\
/nowhere /v1 /v1/ /v1/games/ //v1/games /v1/games/1 /v1/games/me /v1/games/%00 /docs/../x /V1/games
/static/x /v1/games/01A22D00-0B8C-7E28-BD04-21D6B84A325C /v1/games/01a22d00-0b8c-7e28-bd04-21d6b84a325c/
/metrics /v1/players/me/ /%ff /problems/x /problems/.. /docs/nothing.js /docs/%00""".split()  # noqa: SIM905  a list of them would be a page long


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_what_is_not_there_is_a_problem(ada: Client, path: str, method: str) -> None:
    answer = ada.send(method, path)
    assert (answer.status_code, slug(answer)) in ((404, "not-found"), (405, "method-not-allowed"))


def test_a_wrong_method_is_told_the_right_ones_on_every_path(app: Flask, ada: Client) -> None:
    some_id = ada.deal()["id"]
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<id:game_id>", some_id).replace("<id:player_id>", some_id)
        path = path.replace("<id:race_id>", some_id)
        path = path.replace("<slug:slug>", "not-found").replace("<slug:name>", "index.css")
        path = path.replace("<slug:day>", "2026-01-01").replace("<slug:variant>", "standard")
        path = path.replace("<slug:variant>", "watch").replace("<board:board>", "score")
        base = "http://localhost:9000" if path == "/metrics" else None
        for method in ("PUT", "TRACE", "BREW"):
            answer = ada.send(method, path, base_url=base)
            assert (answer.status_code, slug(answer)) == (405, "method-not-allowed")
            assert rule.methods is not None
            assert rule.methods <= set(answer.headers["Allow"].split(", "))


def test_a_body_beyond_64_kib_is_too_large(ada: Client) -> None:
    largest = b'{"count":1' + b" " * (64 * 1024 - 11) + b"}"
    path = f"/v1/games/{ada.deal()['id']}/step"
    json = {"Content-Type": "application/json"}
    assert ada.post(path, data=largest, headers=json).status_code == 200
    answer = ada.post(path, data=largest + b" ", headers=json)
    assert (answer.status_code, slug(answer)) == (413, "content-too-large")


def test_a_body_of_unknown_length_is_bounded_too(ada: Client) -> None:
    stream = io.BytesIO(b'{"count":1' + b" " * 70_000 + b"}")
    answer = ada.post(
        f"/v1/games/{ada.deal()['id']}/step",
        headers={"Content-Type": "application/json", "Transfer-Encoding": "chunked"},
        input_stream=stream,
        environ_base={"wsgi.input_terminated": True},
    )
    assert (answer.status_code, slug(answer)) == (413, "content-too-large")


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/problem+json",
        "text/json",
        "application/jsonx",
    ],
)
def test_a_body_that_is_not_called_json_is_refused(ada: Client, content_type: str) -> None:
    answer = ada.post("/v1/games", data=b"{}", headers={"Content-Type": content_type})
    assert (answer.status_code, slug(answer)) == (415, "unsupported-media-type")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_called_so_in_other_words(ada: Client, content_type: str) -> None:
    assert ada.post("/v1/games", data=b"{}", headers={"Content-Type": content_type}).status_code == 201


def test_a_compressed_body_is_refused(ada: Client) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert slug(ada.post("/v1/games", data=b"{}", headers=headers)) == "unsupported-media-type"


def test_an_empty_body_needs_no_content_type(ada: Client) -> None:
    assert ada.post("/v1/games", data=b"", headers={"Content-Type": "text/plain"}).status_code == 201


def test_a_fault_of_the_service_tells_nothing(
    staged: Staged, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the card under the table is KC")

    client = Client(staged.app, contract).registered()
    monkeypatch.setattr(type(staged.service.games), "load", fail)
    answer = staged.app.test_client().get(
        "/v1/games/01a22d00-0b8c-7e28-bd04-21d6b84a325c", headers={"Authorization": f"Bearer {client.token}"}
    )
    assert (answer.status_code, slug(answer), answer.mimetype) == (500, "internal-error", PROBLEM_TYPE)
    assert "KC" not in answer.get_data(as_text=True)


def test_a_store_that_does_not_answer_is_told_with_a_time_to_wait(
    staged: Staged, staged_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise play.StoreUnavailable("redis")

    monkeypatch.setattr(type(staged.service.games), "load", fail)
    answer = staged_ada.get("/v1/games/01a22d00-0b8c-7e28-bd04-21d6b84a325c")
    assert (answer.status_code, slug(answer), answer.headers["Retry-After"]) == (503, "store-unavailable", "2")


def test_a_discarded_game_is_gone(staged: Staged, staged_ada: Client) -> None:
    game = staged_ada.deal()
    staged.memory.discarded.add(game["id"])
    for answer in (
        staged_ada.get(f"/v1/games/{game['id']}"),
        staged_ada.post(f"/v1/games/{game['id']}/step"),
        staged_ada.get(f"/v1/games/{game['id']}/moves"),
        staged_ada.get(f"/v1/games/{game['id']}/proof"),
    ):
        assert (answer.status_code, slug(answer)) == (410, "saved-game-discarded")


def test_open_games_are_bounded(staged: Staged, staged_ada: Client) -> None:
    staged.memory.open_limit = 2
    answers = [staged_ada.post("/v1/games") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert slug(answers[2]) == "too-many-open-games"


def test_a_commitment_opens_one_game_of_its_player(ada: Client, bob: Client) -> None:
    promise = ada.post("/v1/commitments").get_json()
    wanted = {"kind": "random", "client_seed": "tea", "commitment_id": promise["id"]}
    assert faults(bob.post("/v1/games", {"deal": wanted})) == {"/deal/commitment_id": "No such commitment."}
    assert ada.deal(deal=wanted)["commitment"] == promise["commitment"]
    again = ada.post("/v1/games", {"deal": wanted})
    assert (again.status_code, slug(again)) == (409, "commitment-used")


def test_whoever_is_not_let_in_is_told_what_to_send(ada: Client, stranger: Client) -> None:
    wrong = {"player_id": ada.player_id, "secret": "x" * 43}
    code = ada.post("/v1/link-codes").get_json()["code"]
    reader = stranger.post("/v1/sessions", {"link_code": code, "scopes": ["read"]}).get_json()["token"]
    told = [
        (stranger.get("/v1/games"), "Authorization: Bearer <token>"),
        (stranger.get("/v1/games", headers={"Authorization": "Basic eA=="}), "Authorization: Bearer <token>"),
        (stranger.with_token("x").get("/v1/games"), "expired or signed out"),
        (stranger.post("/v1/sessions", wrong), "do not belong together"),
        (stranger.with_token(reader).post("/v1/games"), "Sign in again with the scope play."),
    ]
    for answer, words in told:
        assert words in answer.get_json()["detail"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_problem_has_a_page_for_people_and_for_programs(stranger: Client, kind: str) -> None:
    page = stranger.get(f"/problems/{kind}", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.mimetype == "text/html"
    text = page.get_data(as_text=True)
    assert f"<h1>{KINDS[kind].title}</h1>" in text
    assert "`" not in text
    assert text.count("<code>") == 1 + KINDS[kind].meaning.count("`") // 2
    assert stranger.get(f"/problems/{kind}").get_json()["status"] == KINDS[kind].status


@pytest.mark.parametrize("status", sorted(set(http.default_exceptions)))
def test_whatever_the_framework_refuses_becomes_a_problem(status: int) -> None:
    answer = problems.answer(http.default_exceptions[status](), {"PATH_INFO": "/", REQUEST_ID: "x"})
    assert answer.mimetype == PROBLEM_TYPE
    assert answer.status_code // 100 == status // 100
