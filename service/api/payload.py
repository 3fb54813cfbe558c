"""What comes in: strict JSON bodies and strict query strings."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, NoReturn

from flask import request
from marshmallow import ValidationError
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType
from werkzeug.wsgi import get_content_length

from service.api.notes import BODY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from wsgiref.types import WSGIEnvironment

    from marshmallow import Schema

MOST_BYTES = 64 * 1024
_MOST_DRAINED = 16 * MOST_BYTES
MOST_DEPTH = 16
MOST_DIGITS = 18
MOST_ERRORS = 100
MOST_NAMES = 100
"""No object here needs as many, and each unknown one costs an error to be made."""

UNKNOWN_PARAMETER = "Unknown query parameter."

JSON_TYPE = "application/json"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""A text, or the rest if it has no end: whatever a quote begins is passed over once."""


class MalformedJson(Exception):
    """The body is no JSON object that this service reads; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class InvalidRequest(Exception):
    """Fields or parameters that are wrong: JSON pointers, each with what is wrong there."""

    def __init__(self, *errors: tuple[str, str]) -> None:
        super().__init__(errors)
        self.errors = errors


def json_body(environ: WSGIEnvironment) -> dict[str, Any]:
    """The request's JSON object, `{}` when nothing was sent.

    Raises `MalformedJson`, `UnsupportedMediaType`, `RequestEntityTooLarge`, `BadRequest` for half a body,
    and `RequestTimeout` for one that the server no longer waits for.
    """
    if BODY not in environ:
        environ[BODY] = _json(environ)
    body: dict[str, Any] = environ[BODY]
    return body


def _json(environ: WSGIEnvironment) -> dict[str, Any]:
    data = _read(environ)
    if not data:
        return {}
    if environ.get("CONTENT_TYPE") != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise UnsupportedMediaType
    if "HTTP_CONTENT_ENCODING" in environ:
        raise UnsupportedMediaType
    return parse_object(data)


def parse_object(data: bytes) -> dict[str, Any]:
    """The JSON object in UTF-8 that `data` is, as RFC 8259 has it and no looser; `MalformedJson`.

    Refused as well: duplicate names, nesting deeper than `MOST_DEPTH`, numbers of more than `MOST_DIGITS` digits
    or beyond a double, NUL characters and lone surrogates.
    """
    try:
        text = data.decode()
        _check_depth(text)
        value = _DECODER.decode(text)
    except UnicodeDecodeError:
        raise MalformedJson("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedJson(f"{error.msg} at character {error.pos}") from None
    if not isinstance(value, dict):
        raise MalformedJson("it is not an object")
    if "\\u" in text and any(_is_unsafe(string) for string in _strings(value)):
        raise MalformedJson("a text in it holds a NUL character or half of a surrogate pair")
    return value


def load(schema: Schema, data: dict[str, Any]) -> dict[str, Any]:
    """The data as the schema takes it; `InvalidRequest` names all that it refuses."""
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        messages = error.normalized_messages()  # type: ignore[no-untyped-call]  # untyped there
        raise InvalidRequest(*sorted(_pointers(messages, ""))[:MOST_ERRORS]) from None
    return loaded


def pointer(*names: str) -> str:
    """The JSON pointer (RFC 6901) down these names."""
    return "".join(f"/{_escaped(name)}" for name in names)


def query() -> dict[str, str]:
    """The query's parameters; `InvalidRequest` for one that is there more than once."""
    if not request.query_string:
        return {}
    lists = dict(request.args.lists())
    repeated = [(f"/{_escaped(name)}", "Given more than once.") for name, values in lists.items() if len(values) > 1]
    if repeated:
        raise InvalidRequest(*repeated[:MOST_ERRORS])
    return {name: values[0] for name, values in lists.items()}


def refuse_query(environ: WSGIEnvironment) -> None:
    """`InvalidRequest` names every parameter of a query where none is taken."""
    names = list(request.args)[:MOST_ERRORS] if environ["QUERY_STRING"] else []
    if names:
        raise InvalidRequest(*((f"/{_escaped(name)}", UNKNOWN_PARAMETER) for name in names))


def _read(environ: WSGIEnvironment) -> bytes:
    """The whole body. Werkzeug would cut one of unknown length off at the limit, and pass the rest for all of it."""
    stream, length = environ["wsgi.input"], get_content_length(environ)
    is_chunked = "HTTP_TRANSFER_ENCODING" in environ and environ.get("wsgi.input_terminated")
    if not length and not is_chunked:
        return b""
    try:
        data: bytes = stream.read(MOST_BYTES + 1 if length is None else min(length, MOST_BYTES + 1))
    except TimeoutError as fault:
        raise RequestTimeout from fault
    except Exception as fault:  # every server has errors of its own for a body that breaks off or is misframed
        raise BadRequest("The body did not arrive as announced.") from fault
    if len(data) > MOST_BYTES:
        _drain(stream, _MOST_DRAINED if length is None else length - len(data))
        raise RequestEntityTooLarge
    if length is not None and len(data) < length:
        raise BadRequest("The body ended before its length.")
    return data


def _drain(stream: IO[bytes], rest: int) -> None:
    """Read on for a while: whoever is still sending when the connection closes does not see the answer."""
    with suppress(Exception):  # the body is refused already, however it breaks off
        for _ in range(0, min(rest, _MOST_DRAINED), MOST_BYTES):
            stream.read(MOST_BYTES)


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return
    depth = 0
    for letter in _STRING.sub("", text):
        depth += (letter in "[{") - (letter in "]}")
        if depth > MOST_DEPTH:
            raise MalformedJson(f"it is nested deeper than {MOST_DEPTH} levels")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_NAMES:
        raise MalformedJson(f"an object in it has more than {MOST_NAMES} names")
    made = dict(pairs)
    if len(made) != len(pairs):
        raise MalformedJson("an object in it has the same name twice")
    return made


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise MalformedJson(f"a number in it has more than {MOST_DIGITS} digits")
    return int(digits)


def _double(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise MalformedJson("a number in it is too large")
    return value


def _constant(name: str) -> NoReturn:
    raise MalformedJson(f"{name} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_double, parse_constant=_constant
)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _is_unsafe(text: str) -> bool:
    return "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text)


def _pointers(messages: object, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _pointers(inner, at if name == "_schema" else f"{at}/{_escaped(str(name))}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _pointers(inner, at)
    else:
        yield at, str(messages)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
