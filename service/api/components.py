"""The parts of the API's description that operations refer to: headers, parameters, examples of problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.kinds import KINDS

if TYPE_CHECKING:
    from service.api.kind import Kind


def _text(description: str, example: str, pattern: str | None = None) -> dict[str, Any]:
    schema = {"type": "string"} | ({"pattern": pattern} if pattern else {})
    return {"description": description, "schema": schema, "example": example}


def _seconds(description: str, example: int) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "integer", "minimum": 1}, "example": example}


_REQUEST_ID = "4f2a9c61e84745d3a06b4b2a9c61e847"

HEADERS: dict[str, dict[str, Any]] = {
    "X-Request-Id": _text("The request's id: the caller's own if it is sane, else a new one.", _REQUEST_ID),
    "ETag": _text("Tells two states of the answer apart; a game's begins with its version.", '"3"', r'^(W/)?".*"$'),
    "Location": _text("Where the new game or race is.", "/v1/games/0197c5a2-1f40-7c05-9be2-71c8a90d5f47"),
    "X-Accel-Buffering": _text("Tells a proxy to pass on what comes as it comes.", "no"),
    "Cache-Control": _text("How long the answer may be kept.", "public, max-age=60"),
    "Content-Language": _text("The language of the texts in it.", "en"),
    "Idempotency-Replayed": {
        "description": "Present when the request had been done before under the same key, and nothing was changed.",
        "schema": {"type": "string", "const": "true"},
        "example": "true",
    },
    "RateLimit": _text("What is left of the quota, and in how many seconds it is whole again.", '"player";r=998;t=1'),
    "RateLimit-Policy": _text("The quota: so many requests in so many seconds.", '"player";q=1000;w=10'),
    "Retry-After": _seconds("Seconds to wait.", 2),
    "WWW-Authenticate": _text("How to sign in.", 'Bearer realm="clock"'),
}
"""Response headers by name."""


def _parameter(name: str, description: str, example: str, **schema: Any) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": {"type": "string"} | schema,
        "example": example,
    }


PARAMETERS: dict[str, dict[str, Any]] = {
    "X-Request-Id": _parameter(
        "X-Request-Id", "An id of your own for this request: letters, digits, `.`, `_`, `-`, at most 64.", _REQUEST_ID
    ),
    "Idempotency-Key": _parameter(
        "Idempotency-Key",
        "Any text of your own, fresh for every new request. A key belongs to the player, the method and the full "
        "path: the same key elsewhere is another one. The same key and payload (body and query) again give the same "
        "answer byte for byte, with `Idempotency-Replayed: true`, and change nothing, for at least 24 hours; another "
        "payload is refused with `idempotency-key-reused`. Only 2xx answers are recorded: what was refused may be "
        "sent again under its key. The key is looked up before `If-Match` is.",
        "6f0d2c7e",
        minLength=1,
        maxLength=255,
        pattern="^[!-~]{1,255}$",
    ),
    "If-Match": _parameter(
        "If-Match",
        "The states to apply to: entity tags, or `*`. Weak tags never match.",
        '"3"',
        pattern=r'^\s*(\*|(W/)?"[!#-~]*"(\s*,\s*(W/)?"[!#-~]*")*)\s*$',
    ),
    "Last-Event-ID": _parameter(
        "Last-Event-ID",
        "The `id` of the last event that you have, as an EventSource sends it by itself; goes before `after`.",
        "17",
        pattern="^[ -~]*$",
    ),
    "If-None-Match": _parameter(
        "If-None-Match", "Entity tags of answers that you have: 304 if one is current.", '"2"'
    ),
}
"""Request headers by name."""

BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a login, from POST /v1/players or POST /v1/sessions.",
}

TICKET = {
    "type": "apiKey",
    "in": "query",
    "name": "ticket",
    "description": "A ticket from POST /v1/tickets, good once and for a minute.",
}

_EXTENSIONS: dict[str, dict[str, Any]] = {
    "invalid-request": {"errors": [{"pointer": "/count", "detail": "Not a valid integer."}]},
    "invalid-save": {
        "errors": [{"pointer": "/piles/6/face_down", "detail": "Must hold 3 cards: 4 less 1 set."}],
    },
    "stale-game": {"version": 4},
    "decision-pending": {"question": "reprieve"},
    "daily-already-played": {"game_id": "0197c5a2-1f40-7c05-9be2-71c8a90d5f47"},
}


def example_of(kind: Kind) -> dict[str, Any]:
    """A problem of this kind, as an example component."""
    document = {
        "type": kind.uri,
        "title": kind.title,
        "status": kind.status,
        "detail": f"{kind.title}.",
        "instance": "/v1/games",
        "request_id": _REQUEST_ID,
    }
    return {"summary": kind.title, "value": document | _EXTENSIONS.get(kind.slug, {})}


PROBLEM_EXAMPLES = {slug: example_of(kind) for slug, kind in KINDS.items()}
