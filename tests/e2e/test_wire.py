"""Byte by byte: what a real server answers to requests that no library would send."""

from __future__ import annotations

import json
import select
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from service.api.headers import ALWAYS, PROBLEM_TYPE, UNLESS_SAID
from tests.e2e.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.running import Up

PATIENCE_S = 20
POST = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
SMUGGLED = HEALTH + b"X-Request-Id: smuggled\r\n\r\n"
REFUSED = {
    "no HTTP at all": (b"hello\r\n\r\n", 400, "bad-request"),
    "bytes of another protocol": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "bad-request"),
    "a method that is none": (b"G=T / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad-request"),
    "a version that does not exist": (b"GET / HTTP/7.7\r\nHost: x\r\n\r\n", 400, "bad-request"),
    "an address of 5,000 bytes": (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri-too-long"),
    "a header of 9,000 bytes": (HEALTH + b"X: " + b"x" * 9_000 + b"\r\n\r\n", 431, "header-too-large"),
    "a header of a megabyte": (HEALTH + b"X: " + b"x" * 1_000_000, 431, "header-too-large"),
    "200 headers": (HEALTH + b"".join(b"X%d: x\r\n" % n for n in range(200)) + b"\r\n", 431, "header-too-large"),
    "a header that is none": (HEALTH + b"no colon\r\n\r\n", 400, "bad-request"),
    "a header's name with a blank": (HEALTH + b"X : x\r\n\r\n", 400, "bad-request"),
    "a folded header": (HEALTH + b"X: x\r\n y\r\n\r\n", 400, "bad-request"),
    "a NUL in a header": (HEALTH + b"X: \0\r\n\r\n", 400, "bad-request"),
    "two lengths": (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400, "bad-request"),
    "a length that is none": (POST + b"Content-Length: -1\r\n\r\n", 400, "bad-request"),
    "a length of 5,000 digits": (POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n", 400, "bad-request"),
    "a length and chunks": (
        POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
        400,
        "bad-request",
    ),
    "an encoding that is unknown": (POST + b"Transfer-Encoding: x\r\n\r\n", 400, "bad-request"),
    "a chunk whose size is none": (
        CHUNKED + b"\r\nxyz\r\n" + SMUGGLED,
        400,
        "bad-request",
    ),
    "a chunk without its end": (CHUNKED + b"\r\n2\r\n{}xx" + SMUGGLED, 400, "bad-request"),
    "no Host": (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad-request"),
    "no Host, in the old version": (b"GET /healthz HTTP/1.0\r\n\r\n", 400, "bad-request"),
}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    given = {"LOG_FORMAT": "json", "GUNICORN_CMD_ARGS": "--worker-class tests.e2e.impatient.Impatient"}
    with running(tmp_path_factory.mktemp("wire") / "var", given) as service:
        yield service


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def connection(up: Up) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(up.environment["PORT"])), PATIENCE_S)


def answers(talk: socket.socket) -> list[Answer]:
    """All that is answered until the server closes the connection."""
    found, data = [], b""
    with talk.makefile("rb") as stream:
        data = stream.read()
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        length = int(headers.get("Content-Length", 0))
        found.append(Answer(int(status.split()[1]), headers, rest[:length]))
        data = rest[length:]
    return found


def ask(up: Up, *sent: bytes) -> list[Answer]:
    with connection(up) as talk:
        for part in sent:
            talk.sendall(part)
        return answers(talk)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_request_is_a_problem_and_ends_the_connection(up: Up, name: str) -> None:
    sent, status, slug = REFUSED[name]
    (answer,) = ask(up, sent)
    problem = answer.json
    assert (answer.status, answer.headers["Content-Type"]) == (status, PROBLEM_TYPE)
    assert problem.keys() == {"type", "title", "status", "detail", "instance", "request_id"}
    assert (problem["type"], problem["status"]) == (f"/problems/{slug}", status)
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert answer.headers.items() >= dict([*ALWAYS, *UNLESS_SAID]).items()
    assert "Server" not in answer.headers
    assert answer.headers["Connection"] == "close"


def test_a_refusal_is_logged_under_its_request_id(up: Up) -> None:
    token = b"Authorization: Bearer 0191e3a0-7c00-7abc-8def-0123456789ab." + b"x" * 43
    _, answer = ask(up, b"GET /v1/players/me HTTP/1.1\r\nHost: x\r\n" + token + b"\r\n\r\nhello\r\n\r\n")
    lines = [json.loads(line) for line in up.said.splitlines() if answer.headers["X-Request-Id"] in line]
    assert [(line["level"], line["problem"]) for line in lines] == [("warning", "bad-request")]
    assert "player_id" not in lines[0], "what the request before it was about"


@pytest.mark.parametrize("path", ["/", "/healthz", "/nowhere", "/v1/games", "/docs", "/docs/index.css"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_no_answer_names_the_server(up: Up, method: str, path: str) -> None:
    (answer,) = ask(up, f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert "Server" not in answer.headers
    assert answer.headers["X-Request-Id"]
    assert answer.headers["Date"]


def test_requests_in_one_go_are_answered_in_order(up: Up) -> None:
    ids = [f"number-{number}" for number in range(5)]
    sent = b"".join(HEALTH + f"X-Request-Id: {one}\r\n\r\n".encode() for one in ids)
    found = ask(up, sent + HEALTH + b"Connection: close\r\n\r\n")
    assert [answer.headers["X-Request-Id"] for answer in found[:-1]] == ids
    assert {answer.status for answer in found} == {200}


def test_an_old_client_is_answered_and_let_go(up: Up) -> None:
    (answer,) = ask(up, b"GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n")
    assert (answer.status, answer.headers["Connection"], answer.json) == (200, "close", {"status": "ok"})


def test_a_body_in_chunks_is_read_whole_and_its_like_beyond_the_bound_is_not(up: Up) -> None:
    chunked = CHUNKED + b"Connection: close\r\n\r\n"
    body = b'{"display_name":"Ada"}'
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    (opened,) = ask(up, chunked, pieces)
    assert (opened.status, opened.json["player"]["display_name"]) == (201, "Ada")
    (refused,) = ask(up, chunked, b"10001\r\n" + b" " * 0x10001 + b"\r\n0\r\n\r\n")
    assert (refused.status, refused.json["type"]) == (413, "/problems/content-too-large")


def test_a_body_that_does_not_come_is_not_waited_for_without_end(up: Up) -> None:
    (answer,) = ask(up, POST + b"Content-Length: 22\r\n\r\n{")
    assert (answer.status, answer.json["type"]) == (408, "/problems/request-timeout")
    assert answer.headers["Connection"] == "close"


def test_a_body_that_trickles_is_not_waited_for_without_end(up: Up) -> None:
    with connection(up) as talk:
        talk.sendall(POST + b"Content-Length: 60000\r\n\r\n")
        for _ in range(50):
            talk.sendall(b" ")
            if select.select([talk], [], [], 0.2)[0]:
                break
        else:
            pytest.fail("no answer while the body trickled")
        (answer,) = answers(talk)
    assert (answer.status, answer.json["type"]) == (408, "/problems/request-timeout")
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("half", [b"GET /heal", HEALTH, POST + b"Content-Length: 22\r\n\r\n{"])
def test_half_a_request_keeps_nobody_waiting(up: Up, half: bytes) -> None:
    stuck = [connection(up) for _ in range(50)]
    try:
        for talk in stuck:
            talk.sendall(half)
        (answer,) = ask(up, HEALTH + b"Connection: close\r\n\r\n")
        assert answer.status == 200
    finally:
        for talk in stuck:
            talk.close()
