"""Making responses: JSON, entity tags, caching."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response

from service.api import conditions
from service.api.payload import JSON_TYPE
from service.api.printing.games import print_game, print_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.record import Change, GameRecord

A_SECOND = "public, max-age=1"
"""For what shows names or results: it may be as old as these are in coming."""
PUBLIC = "public, max-age=60"
DAY = "public, max-age=86400"
FOREVER = "public, max-age=31536000, immutable"
PRIVATE = "no-store"


def answer(document: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The document as JSON."""
    return Response(_json(document), status, headers, content_type=JSON_TYPE)


def _json(document: object) -> bytes:
    try:
        return orjson.dumps(document)
    except TypeError:  # integers of more than 64 bits, which exact odds may have
        return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def told(document: object, lang: str) -> Response:
    """A document in words of this language."""
    return answer(document, headers={"Content-Language": lang})


def nothing() -> Response:
    """204."""
    return Response(status=204)


def game(record: GameRecord) -> Response:
    """The game with its entity tag, or 304 for whoever has it already."""
    tag = {"ETag": f'"{_tag(record)}"'}
    if conditions.none_match(_tag(record)):
        return Response(status=304, headers=tag)
    return answer(print_game(record), headers=tag)


def dealt(record: GameRecord) -> Response:
    """A new game and where it is."""
    headers = {"ETag": f'"{record.tag}"', "Location": f"/v1/games/{record.id}"}
    return answer(print_game(record), 201, headers)


def turn(change: Change, coach: dict[str, Any] | None = None, lang: str | None = None) -> Response:
    """What a request did to a game, with the entity tag of the game after it, and the language of the coach."""
    headers = {"ETag": f'"{_tag(change.after)}"'}
    if lang is not None:
        headers["Content-Language"] = lang
    return answer(print_turn(change, coach), headers=headers)


def _tag(record: GameRecord) -> str:
    """The game's tag, with a letter of its own while something is withheld that will be told later."""
    return record.tag + conditions.WITHHELD if record.withheld else record.tag


def shared(document: Mapping[str, Any], caching: str = PUBLIC) -> Response:
    """A document that is the same for everyone, as JSON."""
    return kept(answer(document), caching)


def kept(response: Response, caching: str = PUBLIC) -> Response:
    """An answer that is the same for everyone: with a tag of its bytes, and 304 for whoever has it already."""
    tag = sha256(response.get_data()).hexdigest()[:32]
    if conditions.none_match(tag):
        response.status_code = 304
        response.set_data(b"")
    response.headers["Cache-Control"] = caching
    response.set_etag(tag)
    return response
