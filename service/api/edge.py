"""What every request passes on its way in and out, whatever it asks for.

It sits around the application as WSGI, where a header costs an append to a list.
"""

from __future__ import annotations

import re
import secrets
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars
from werkzeug.exceptions import BadRequest, NotFound

from service.api import metrics, problems
from service.api.headers import ALWAYS, UNLESS_SAID
from service.api.notes import CHARGED, OPERATION, PROBLEM, REQUEST_ID
from service.api.quotas import quota_headers
from service.play.caller import Caller

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from werkzeug.exceptions import HTTPException

    from service.api.auth import NotedLimits

_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::[0-9]*)?", re.ASCII)
"""A host as in a URI (RFC 3986, section 3.2.2), and perhaps a port."""
_SANE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id",
    ),
    ("Access-Control-Max-Age", "86400"),
]
_PROBES = ("/healthz", "/readyz")
_HTTPS = [("Strict-Transport-Security", "max-age=31536000")]


class Edge:
    """The application with an id, common headers, a log line and metrics for every request.

    Requests without a Host, or with one that is none, are refused. The metrics are on their port alone, and nothing
    else is there.
    """

    def __init__(self, app: WSGIApplication, metrics_port: int) -> None:
        self._app = app
        self._metrics_port = str(metrics_port)
        # An unbound logger would put itself together for every line.
        self._log = structlog.get_logger(component="api").bind()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        started = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        environ[REQUEST_ID] = given if _SANE_ID.fullmatch(given) else secrets.token_hex(16)
        clear_contextvars()
        bind_contextvars(request_id=environ[REQUEST_ID])

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            headers += _more_headers(environ, {name for name, _ in headers})
            self._report(environ, int(status[:3]), time.perf_counter() - started)
            return start_response(status, headers, *rest)

        refusal = _refusal(environ, self._metrics_port)
        app = self._app if refusal is None else problems.answer(refusal, environ)
        return app(environ, start)

    def _report(self, environ: WSGIEnvironment, status: int, seconds: float) -> None:
        operation, problem = environ.get(OPERATION, "none"), environ.get(PROBLEM)
        metrics.observe(operation, status, seconds, problem)
        probed = environ["PATH_INFO"] in _PROBES and status == HTTPStatus.OK
        (self._log.debug if probed else self._log.info)(
            "request",
            method=environ["REQUEST_METHOD"],
            path=environ["PATH_INFO"],
            operation=operation,
            status=status,
            ms=round(seconds * 1000, 2),
            **({"problem": problem} if problem else {}),
        )


def _refusal(environ: WSGIEnvironment, metrics_port: str) -> HTTPException | None:
    if not _HOST.fullmatch(environ.get("HTTP_HOST", "")):
        return BadRequest("The request needs a Host header with a host, and perhaps its port.")
    if (environ["SERVER_PORT"] == metrics_port) != (environ["PATH_INFO"] == metrics.PATH):
        return NotFound()
    return None


def _more_headers(environ: WSGIEnvironment, said: set[str]) -> list[tuple[str, str]]:
    more = [*ALWAYS, ("X-Request-Id", environ[REQUEST_ID])]
    more += [header for header in UNLESS_SAID if header[0] not in said]
    charged: Caller | NotedLimits | None = environ.get(CHARGED)
    if charged is not None:
        if charged.quota is not None and "RateLimit" not in said:
            more += quota_headers(charged.quota).items()
        if isinstance(charged, Caller) and charged.replayed:
            more.append(("Idempotency-Replayed", "true"))
    if environ["REQUEST_METHOD"] == "OPTIONS":
        more += _PREFLIGHT
    if environ["wsgi.url_scheme"] == "https":
        more += _HTTPS
    return more
