"""Asking again what was refused for the moment."""

from __future__ import annotations

import time

import pytest

from service.terminal.errors import Refused, Unreachable
from service.terminal.insistence import AGAIN_S, PATIENCE_S, insisted
from service.terminal.server import Server
from tests.cli.stand_in import Answer, problem, stand_in

BUSY = Refused(503, "store-unavailable", "Later.")


class Failing:
    """Fails with each of these in turn, and answers then; `waits` are the pauses between."""

    def __init__(self, *failures: Exception) -> None:
        self.left = list(failures)
        self.waits: list[float] = []

    def __call__(self) -> str:
        if self.left:
            raise self.left.pop(0)
        return "answer"

    def pause(self, wait: float) -> None:
        self.waits.append(wait)


@pytest.mark.parametrize(
    ("failure", "wait"),
    [
        (Unreachable("nobody"), AGAIN_S),
        (BUSY, AGAIN_S),
        (Refused(500, "internal", "?"), AGAIN_S),
        (Refused(429, "too-many-requests", "Slower."), AGAIN_S),
        (Refused(429, "too-many-requests", "Slower.", 7), 7),
        (Refused(503, "store-unavailable", "Later.", 0), AGAIN_S),
    ],
    ids=repr,
)
def test_what_may_pass_is_waited_for_as_long_as_the_server_says(failure: Exception, wait: float) -> None:
    ask = Failing(failure, failure)
    assert insisted(ask, ask.pause) == "answer"
    assert ask.waits == [wait, wait]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422])
def test_what_would_only_be_said_again_is_raised_at_once(status: int) -> None:
    ask = Failing(Refused(status, "so", "So it is."))
    with pytest.raises(Refused):
        insisted(ask, ask.pause)
    assert ask.waits == []


def test_a_wait_longer_than_ones_patience_is_none() -> None:
    ask = Failing(Refused(429, "too-many-requests", "Much later.", PATIENCE_S + 1))
    with pytest.raises(Refused):
        insisted(ask, ask.pause)
    assert ask.waits == []


def test_it_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def pause(wait: float) -> None:
        nonlocal now
        now += wait

    monkeypatch.setattr(time, "monotonic", lambda: now)
    with pytest.raises(Refused):
        insisted(Failing(*[BUSY] * 1000), pause)
    assert now == PATIENCE_S


def test_whoever_is_stopped_meanwhile_does_not_ask_again() -> None:
    ask = Failing(BUSY, BUSY)
    with pytest.raises(Refused):
        insisted(ask, lambda _: True)
    assert ask.left == [BUSY]


@pytest.mark.parametrize(
    ("said", "wait"), [({}, 1), ({"Retry-After": "12"}, 12), ({"Retry-After": "Tue, 01 Dec 2026 00:00:00 GMT"}, 1)]
)
def test_how_long_to_wait_is_read_from_the_answer(said: dict[str, str], wait: float) -> None:
    busy = Answer(429, problem(429, "too-many-requests").body, "application/problem+json", said)
    with stand_in({"*": busy}) as server, pytest.raises(Refused) as refused:
        Server(server.url).get("/v1/races/1")
    assert refused.value.again_s(1) == wait
