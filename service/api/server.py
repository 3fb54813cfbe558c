"""gunicorn's worker with the API's manners: its own refusals are problems too, and no answer names the server.

The master imports this before it forks, so nothing here may bring in more of the API than constants.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Any

from gevent import Timeout
from gunicorn import util  # type: ignore[import-untyped]  # it has no types
from gunicorn.http import errors, wsgi  # type: ignore[import-untyped]  # nor have these
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

from service.api.headers import ALWAYS, PROBLEM_TYPE, UNLESS_SAID
from service.api.kinds import KINDS

if TYPE_CHECKING:
    from socket import socket

_MALFORMED = "bad-request", "It is not HTTP/1.1 as RFC 9112 has it."
_CAUSES: dict[type[BaseException], tuple[str, str]] = {
    errors.LimitRequestLine: ("uri-too-long", "The request line is longer than 4,094 bytes."),
    errors.LimitRequestHeaders: ("header-too-large", "A header is longer than 8,190 bytes, or there are over 100."),
    errors.InvalidResponseHeader: ("internal-error", "It has been logged under the request_id."),
    errors.InvalidResponseHeaderName: ("internal-error", "It has been logged under the request_id."),
    errors.ParseException: _MALFORMED,
    BaseException: ("internal-error", "It has been logged under the request_id."),
}


class Response(wsgi.Response):  # type: ignore[misc]  # untyped base
    """An answer that does not say which server gives it."""

    def should_close(self) -> bool:
        """Whether the connection ends here; it does after a body that could not be read to its end."""
        return bool(super().should_close() or self.req.body.failed)

    def default_headers(self) -> list[str]:
        """The status line, and the headers that are gunicorn's own."""
        return [line for line in super().default_headers() if not line.startswith("Server:")]

    def _emit_body(self, data: bytes) -> None:
        """Send a part of the body; one of a stream at once, without what `sendall` looks up for large ones."""
        if not self.chunked:
            super()._emit_body(data)
            return
        chunk = b"%X\r\n%b\r\n" % (len(data), data)
        sent = self.sock.send(chunk)
        if sent < len(chunk):
            self.sock.sendall(chunk[sent:])


class Punctual:
    """A body that must have arrived so many seconds after it was first asked for; `TimeoutError`."""

    def __init__(self, reader: Any, seconds: float) -> None:
        self._reader, self._seconds = reader, seconds
        self._until: float | None = None

    def read(self, size: int) -> bytes:
        """The next bytes."""
        now = monotonic()
        self._until = self._until or now + self._seconds
        with Timeout(max(0.0, self._until - now), TimeoutError()):
            data: bytes = self._reader.read(size)
        return data


class Worker(GeventWorker):  # type: ignore[misc]  # likewise
    """A worker of the API."""

    patience_s = 30.0
    """How long the next bytes of a body, or room for those of an answer, are waited for."""
    body_s = 10.0
    """How long a body may take from its first byte to its last, however it trickles."""

    def init_process(self) -> None:
        """Begin to work."""
        wsgi.Response = Response  # there is no setting for it
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the application, and tell it how many connections there may be."""
        super().load_wsgi()
        self._tell("bound_streams", self.worker_connections)

    def notify(self) -> None:
        """Say that the worker lives, once a second; streams, which would go on, end when it is to stop."""
        super().notify()
        if not self.alive:
            self._tell("end_streams")

    def _tell(self, what: str, *more: int) -> None:
        """Say this to the application, if it is one that listens."""
        listens = getattr(self.wsgi, what, None)
        if listens is not None:
            listens(*more)

    def handle_request(self, listener: Any, request: Any, client: socket, address: Any) -> None:
        """Answer a request whose head has arrived."""
        client.settimeout(self.patience_s)
        reader = request.body.reader
        request.body.reader = Punctual(reader, self.body_s)
        try:
            super().handle_request(listener, request, client, address)
        finally:
            request.body.reader = reader
        if not self.alive:  # otherwise the connection would be kept for another request, and the process for it
            raise StopIteration

    def handle_error(self, request: Any, client: socket, address: Any, error: BaseException) -> None:  # noqa: ARG002  gunicorn's signature
        """Answer what did not reach the application, or failed around it, and end the connection."""
        from structlog.contextvars import clear_contextvars  # noqa: PLC0415  the master must not bring it in

        clear_contextvars()
        slug, detail = next(cause for kind, cause in _CAUSES.items() if isinstance(error, kind))
        request_id = secrets.token_hex(16)
        log = self.log.warning if slug != "internal-error" else self.log.exception
        log("request refused: %s", type(error).__name__, extra={"request_id": request_id, "problem": slug})
        with suppress(OSError):
            client.sendall(_problem(slug, detail, request_id))
            util.close_graceful(client)


def _problem(slug: str, detail: str, request_id: str) -> bytes:
    """A whole HTTP answer, its body the problem."""
    kind = KINDS[slug]
    document = {
        "type": kind.uri,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "instance": "",
        "request_id": request_id,
    }
    body = json.dumps(document, separators=(",", ":")).encode()
    own = [("Connection", "close"), ("Date", util.http_date()), ("X-Request-Id", request_id)]
    content = [("Content-Type", PROBLEM_TYPE), ("Content-Length", str(len(body)))]
    lines = [f"{name}: {value}" for name, value in (*own, *content, *ALWAYS, *UNLESS_SAID)]
    status = f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}"
    return "\r\n".join([status, *lines, "", ""]).encode("latin-1") + body
