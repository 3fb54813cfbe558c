"""A stand-in for a server: it says what it is told to say, and remembers what it was asked."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

JSON = "application/json"
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Answer:
    """What to say: a status, a body (an object is sent as JSON), and headers beside the content type."""

    status: int
    body: Any
    content_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def bytes(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def problem(status: int, slug: str, detail: str = "So it is.", **extensions: Any) -> Answer:
    return Answer(status, {"type": f"/problems/{slug}", "detail": detail} | extensions, PROBLEM)


class StandIn:
    """A server at `url`; `answers` maps ``METHOD /path`` to an answer, ``*`` to that of all other requests."""

    def __init__(self, url: str, answers: dict[str, Answer]) -> None:
        self.url = url
        self.answers = answers
        self.asked: list[tuple[str, str | None]] = []
        """Each request so far, with its Authorization header."""
        self.last_event_ids: list[str | None] = []
        """After which event each of them wanted to go on."""
        self.once: list[str | None] = []
        """Under which idempotency key each was asked."""
        self.mute = False
        """Whether to close connections without a word."""
        self.silent = Event()
        self.silent.set()
        """Cleared: hold every answer back until it is set again."""
        self.called = Event()
        """Set with the first request."""

    def wait_until_asked(self) -> None:
        assert self.called.wait(60), "nobody asked for a minute"


@contextmanager
def stand_in(answers: dict[str, Answer] | None = None) -> Iterator[StandIn]:
    """A stand-in on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            request = f"{self.command} {self.path}"
            server.asked.append((request, self.headers["Authorization"]))
            server.once.append(self.headers["Idempotency-Key"])
            server.last_event_ids.append(self.headers["Last-Event-ID"])
            server.called.set()
            server.silent.wait()
            answer = server.answers.get(request) or server.answers.get("*")
            if server.mute or answer is None:
                return
            self.send_response(answer.status)
            for name, value in {"Content-Type": answer.content_type, **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.bytes)))
            self.end_headers()
            with suppress(ConnectionError):  # whoever asked has given up
                self.wfile.write(answer.bytes)

        do_GET = do_POST = do_PATCH = answer  # noqa: N815  the names that http.server calls

        def log_message(self, *_: Any) -> None:
            """Nothing: the tests' output is not its log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        server = StandIn(f"http://127.0.0.1:{listening.server_port}", dict(answers or {}))
        thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.silent.set()
            listening.shutdown()
            thread.join()
