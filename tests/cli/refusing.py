"""A way to a server on which everything in a race is refused once before it goes through."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Lock, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.cli.stand_in import PROBLEM, problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse

REFUSED = re.compile(r"GET /races/ID/events|GET /(?:races|games)/ID|POST /(?:races|games)/ID/(?:ready|start|step)")
"""Of the race itself nothing is refused to whoever does not follow it yet: that is how one comes in."""


class Refusals:
    """What was refused to whom so far."""

    def __init__(self) -> None:
        self.kinds: set[tuple[str | None, str]] = set()
        self._following: set[str | None] = set()
        self._lock = Lock()
        self._numbers = count()

    def next(self, token: str | None, request: str) -> int | None:
        """The status to refuse this with, 503 or 429 by turns; None to let it through."""
        kind = re.sub(r"\?.*", "", re.sub(r"/v1/(\w+)/[^/?]{8,}", r"/\1/ID", request))
        with self._lock:
            if kind.endswith(("/events", "/ready")):
                self._following.add(token)
            if not REFUSED.fullmatch(kind) or token not in self._following or (token, kind) in self.kinds:
                return None
            self.kinds.add((token, kind))
            return (503, 429)[next(self._numbers) % 2]


@contextmanager
def refusing(behind: str) -> Iterator[tuple[str, Refusals]]:
    """The address of the way to the server at this one, and what is refused there."""
    host, refusals = urlsplit(behind).netloc, Refusals()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status = refusals.next(self.headers["Authorization"], f"{self.command} {self.path}")
            with suppress(OSError):  # whoever asked has gone
                self._forward(body) if status is None else self._refuse(status)

        def _refuse(self, status: int) -> None:
            self._begin(status, {"Content-Type": PROBLEM, "Retry-After": "1"})
            self.wfile.write(json.dumps(problem(status, "so").body).encode())

        def _forward(self, body: bytes) -> None:
            connection = HTTPConnection(host, timeout=60)
            connection.request(self.command, self.path, body or None, dict(self.headers))
            with connection.getresponse() as response:
                self._begin(response.status, _own(response))
                while piece := response.read1(65536):
                    self.wfile.write(piece)
            connection.close()

        def _begin(self, status: int, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST = do_PATCH = answer  # noqa: N815  the names that http.server calls

        def log_message(self, *_: object) -> None:
            """Nothing: the tests' output is not its log."""

    class Way(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

    with Way(("127.0.0.1", 0), Handler) as listening:
        Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}", refusals
        listening.shutdown()


def _own(response: HTTPResponse) -> dict[str, str]:
    """The headers without those that are about the connection to the server."""
    mine = {"transfer-encoding", "connection", "content-length"}
    return {name: value for name, value in response.getheaders() if name.lower() not in mine}
