"""Request headers that set conditions: `If-Match`, `If-None-Match` and `Idempotency-Key`."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import BadRequest

from service.api.payload import json_body
from service.play.caller import Once

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

_TAG = r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"'
_TAGS = re.compile(rf"[ \t]*{_TAG}[ \t]*(,[ \t]*{_TAG}[ \t]*)*")
WITHHELD = "s"
"""At the end of a game's tag: something is not told yet, which makes no difference to whoever changes the game."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def if_match(environ: WSGIEnvironment) -> tuple[str, ...] | None:
    """The entity tags that the caller accepts, None when it accepts any; `BadRequest`.

    `If-Match` compares strongly (RFC 9110, 13.1.1): a weak tag is none that could match.
    """
    header = environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not _TAGS.fullmatch(header):
        raise BadRequest("If-Match is no list of entity tags.")
    return tuple(tag.removesuffix(WITHHELD) for weak, tag in re.findall(_TAG, header) if not weak)


def none_match(tag: str) -> bool:
    """Whether the caller already has the answer with this entity tag."""
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return False
    return request.if_none_match.contains_weak(tag)


def once(environ: WSGIEnvironment) -> Once | None:
    """What the caller's `Idempotency-Key` covers: this method, path and payload, the query included; `BadRequest`.

    The store checks and records it in the very script that takes effect, so two requests under one key never run
    side by side, and there is no such thing as a key that is still in use.
    """
    key = environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise BadRequest("Idempotency-Key must be 1 to 255 visible ASCII characters.")
    scope = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {key}"
    payload = json.dumps(json_body(environ), sort_keys=True, separators=(",", ":"))
    if environ["QUERY_STRING"]:
        payload = f"{payload}?{environ['QUERY_STRING']}"
    return Once(sha256(scope.encode()).hexdigest(), sha256(payload.encode()).hexdigest())
