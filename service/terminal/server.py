"""The public API, asked over HTTP by the standard library alone."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.client import HTTPException
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from service.terminal.errors import Refused, Unreachable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse

OWN_URL = "http://127.0.0.1:8000"
"""Where `make run` serves."""

TIMEOUT_S = 10
LARGEST = 1 << 20
"""No answer of the service comes near a mebibyte."""


class _NoRedirects(HTTPRedirectHandler):
    """A redirect is an answer like any other: a bearer token must not follow one to a stranger."""

    def redirect_request(self, *_: Any) -> None:
        """None stands for: do not follow."""


_opener = build_opener(_NoRedirects)


def fetch(url: str, method: str = "GET", data: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
    """The body of a 2xx answer; `Unreachable`, or `Refused` with what the server said."""
    try:
        request = Request(url, data, headers or {}, method=method)  # noqa: S310  the next line looks at the scheme
        known = request.type in ("http", "https")
    except ValueError:
        known = False
    if not known:
        raise Unreachable(f"{url} is not an http or https address")
    with _opened(request, TIMEOUT_S) as response:
        return response.read(LARGEST)


@contextmanager
def _opened(request: Request, patience_s: float) -> Iterator[HTTPResponse]:
    """A 2xx answer, to be read inside; `Unreachable`, also for what goes wrong in there, and `Refused`."""
    try:
        with _opener.open(request, timeout=patience_s) as response:
            yield response
    except HTTPError as error:
        with error:
            raise _refusal(request, error) from None
    except URLError as error:
        hint = "; start it with make run" if request.full_url.startswith(f"{OWN_URL}/") else ""
        raise Unreachable(f"no answer from {request.host}: {_why(error.reason)}{hint}") from None
    except (OSError, HTTPException, ValueError, TypeError) as error:
        raise Unreachable(f"no sensible answer from {request.host}: {_why(error)}") from None


class Server:
    """One server, and the token with which it is asked, once there is one; `Unreachable` if its address is none."""

    def __init__(self, url: str) -> None:
        if not _is_address(url):
            raise Unreachable(f"{url} is not an http or https address")
        self.url = url.rstrip("/")
        self.token: str | None = None

    def get(self, path: str) -> dict[str, Any]:
        """The JSON object at this path."""
        return self._call("GET", path, None)

    def post(self, path: str, body: dict[str, Any] | None = None, *, once: str | None = None) -> dict[str, Any]:
        """The JSON object that answers this request; asked again with the same `once`, nothing happens anew."""
        return self._call("POST", path, body or {}, {"Idempotency-Key": once} if once else {})

    def patch(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON object that answers this change."""
        return self._call("PATCH", path, body)

    @contextmanager
    def stream(self, path: str, after: int | None, patience_s: float) -> Iterator[HTTPResponse]:
        """A stream of events that goes on after the event with this number, read line by line inside.

        `Unreachable` where it breaks, or says nothing for as long as that; `Refused`.
        """
        headers = {"Accept": "text/event-stream", **self._bearer()}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        request = Request(self.url + path, headers=headers)  # noqa: S310  the constructor has looked at the scheme
        with _opened(request, patience_s) as response:
            yield response

    def _call(
        self, method: str, path: str, body: dict[str, Any] | None, more: dict[str, str] | None = None
    ) -> dict[str, Any]:
        headers = {"Accept": "application/json", "Content-Type": "application/json", **self._bearer(), **(more or {})}
        data = None if body is None else json.dumps(body).encode()
        answer = _object(fetch(self.url + path, method, data, headers))
        if answer is None:
            raise Unreachable(f"{self.url} is not a Clock Solitaire service: its answer is no JSON object")
        return answer

    def _bearer(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises when it is none
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _refusal(request: Request, error: HTTPError) -> Refused | Unreachable:
    problem = _object(_read(error)) if error.headers.get_content_type() == "application/problem+json" else None
    if problem is None:
        return Unreachable(f"{request.host} is not a Clock Solitaire service: it answered {error.code}")
    slug = str(problem.get("type", "")).rpartition("/")[2]
    reason = " ".join(_details(problem)).removesuffix(".")
    return Refused(error.code, slug, f"{request.host} says: {reason} ({error.code} {slug})", _retry_after_s(error))


def _retry_after_s(error: HTTPError) -> float | None:
    """The seconds of `Retry-After`; None without one, or where it is a date, which this service never sends."""
    said = str(error.headers.get("Retry-After") or "").strip()
    return float(said) if said.isascii() and said.isdecimal() else None


def _details(problem: dict[str, Any]) -> Iterator[str]:
    """What is wrong, fault by fault where the problem lists several."""
    faults = problem.get("errors")
    if not isinstance(faults, list):
        yield str(problem.get("detail"))
        return
    for fault in faults:
        yield f"{fault.get('pointer')}: {fault.get('detail')}" if isinstance(fault, dict) else str(fault)


def _read(error: IO[bytes]) -> bytes:
    try:
        return error.read(LARGEST)
    except (OSError, HTTPException):
        return b""


def _why(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"nothing came within {TIMEOUT_S} seconds"
    return str(getattr(reason, "strerror", None) or reason or type(reason).__name__)
