"""The public API asked from a terminal: whatever goes wrong is one error with one sentence."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.terminal import server as module
from service.terminal.errors import Failed, Refused, Unreachable
from service.terminal.server import Server, fetch
from tests.cli.stand_in import Answer, problem, stand_in

PAGE = Answer(200, b"<html>", "text/html")


def failure(url: str) -> Failed:
    with pytest.raises(Failed) as failed:
        Server(url).get("/v1/rules")
    assert "\n" not in failed.value.message
    return failed.value


@contextmanager
def closed_port() -> Iterator[int]:
    """A port of this machine that nobody listens at."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        yield reserved.getsockname()[1]


def test_whoever_asks_where_no_server_is_hears_that_nobody_answers() -> None:
    with closed_port() as port:
        error = failure(f"http://127.0.0.1:{port}")
    assert isinstance(error, Unreachable)
    assert error.message == f"no answer from 127.0.0.1:{port}: Connection refused"


def test_a_server_of_ones_own_that_is_not_there_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    with closed_port() as port:
        monkeypatch.setattr(module, "OWN_URL", f"http://127.0.0.1:{port}")
        error = failure(module.OWN_URL)
    assert error.message == f"no answer from 127.0.0.1:{port}: Connection refused; start it with make run"


@pytest.mark.parametrize("url", ["foo", "http://", "http://[", "ftp://here", "http://here:port"])
def test_an_address_that_is_none_is_named_as_it_was_typed(url: str) -> None:
    assert failure(url).message == f"{url} is not an http or https address"


def test_no_file_is_read_through_an_address(tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("{}")
    with pytest.raises(Unreachable):
        fetch((tmp_path / "answer").as_uri())


@pytest.mark.parametrize("url", ["", "localhost:8000", "file:///etc/passwd", "ftp://127.0.0.1", "/v1", "http:/x y"])
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    assert isinstance(failure(url), Unreachable)


@pytest.mark.parametrize(
    "url", ["http://", "http://[", "http://a b", "http://127.0.0.1:port", "http://a..b", "http://\n"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    assert isinstance(failure(url), Unreachable)


@pytest.mark.parametrize(
    "answer",
    [
        PAGE,
        Answer(404, b"<html>", "text/html"),
        Answer(500, b"", "text/plain"),
        Answer(200, []),
        Answer(200, b"\xff"),
        Answer(200, b"[" * 100_000),
        Answer(204, b""),
        Answer(400, b"nonsense", "application/problem+json"),
    ],
)
def test_another_kind_of_server_is_recognised(answer: Answer) -> None:
    with stand_in({"*": answer}) as other:
        assert "is not a Clock Solitaire service" in failure(other.url).message


def test_a_refusal_is_told_in_the_servers_words_with_its_slug() -> None:
    with stand_in({"*": problem(409, "game-over", "The game has ended: won.")}) as server:
        error = failure(server.url)
    assert isinstance(error, Refused)
    assert (error.status, error.slug) == (409, "game-over")
    assert error.message.endswith(" says: The game has ended: won (409 game-over)")


def test_a_server_cannot_steer_the_terminal() -> None:
    with stand_in({"*": problem(409, "game-over", "\x1b[2J\nclock: all is well")}) as server:
        assert "says:  [2J clock: all is well (" in failure(server.url).message


def test_faults_of_a_request_are_told_one_by_one() -> None:
    faults = [{"pointer": "/variant", "detail": "No such variant."}, {"pointer": "", "detail": "Too long."}, 7]
    with stand_in({"*": problem(422, "invalid-request", errors=faults)}) as server:
        assert "says: /variant: No such variant. : Too long. 7 (422 invalid-request)" in failure(server.url).message


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT_S", 0.05)
    with stand_in({"*": PAGE}) as server:
        server.silent.clear()
        assert "nothing came within 0.05 seconds" in failure(server.url).message


def test_a_server_that_hangs_up_is_one_sentence() -> None:
    with stand_in() as server:
        server.mute = True
        assert "no sensible answer from 127.0.0.1" in failure(server.url).message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_token_does_not_follow_a_redirect(status: int) -> None:
    with stand_in({"*": Answer(200, {})}) as thief:
        moved = Answer(status, b"", headers={"Location": f"{thief.url}/v1/players/me"})
        with stand_in({"*": moved}) as server:
            client = Server(server.url)
            client.token = "a token"
            with pytest.raises(Unreachable, match=f"it answered {status}"):
                client.get("/v1/players/me")
        assert thief.asked == []


def test_bodies_and_tokens_are_sent() -> None:
    with stand_in({"POST /v1/games": Answer(201, {"id": "g"})}) as server:
        client = Server(server.url)
        client.token = "a token"
        assert client.post("/v1/games", {"variant": "standard"}) == {"id": "g"}
        assert server.asked == [("POST /v1/games", "Bearer a token")]


def test_what_is_fetched_is_the_bytes_as_they_came() -> None:
    with stand_in({"GET /page": PAGE}) as server:
        assert fetch(f"{server.url}/page") == b"<html>"
