"""Strict marshmallow fields: nothing is converted on the way in.

`true`, `1.0` and `"1"` are no integers, `"yes"` is no boolean.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from marshmallow import ValidationError, fields, validate

from service.play.identity import ID_PATTERN, is_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema

FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)
_INTEGER = re.compile("0|-?[1-9][0-9]*")
_ENOUGH = 18
"""Of so many letters of an integer, beyond whatever is asked for, the rest need not be read."""
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Whole(fields.Integer):
    """An integer written without fraction or exponent."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:  # noqa: ARG002  marshmallow's signature
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Digits(fields.Integer):
    """An integer in a query string: plain digits, and a minus where it is negative."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:  # noqa: ARG002  marshmallow's signature
        if not _INTEGER.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return int(value[:_ENOUGH])


class Flag(fields.Boolean):
    """`true` or `false`."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:  # noqa: ARG002  marshmallow's signature
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Several(fields.List[Any]):
    """A list of `least` to `most` items; of one that is longer no item is looked at."""

    def __init__(self, inner: fields.Field[Any], *, most: int, least: int | None = None, **kwargs: Any) -> None:
        self._size = validate.Length(least, most)
        super().__init__(inner, validate=self._size, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            self._size(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Table(fields.Dict):
    """An object of at most `most` values under names of the caller's; what is wrong with one is told at its name."""

    def __init__(
        self, values: fields.Field[Any], *, most: int, metadata: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        self._size = validate.Length(max=most)
        described = {"maxProperties": most} | dict(metadata or {})
        super().__init__(fields.String(), values, metadata=described, **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        if isinstance(value, dict):
            self._size(value)
        try:
            return dict(super()._deserialize(value, attr, data, **kwargs))  # type: ignore[no-untyped-call]  # untyped there
        except ValidationError as error:
            if isinstance(error.messages, dict):
                error.messages = {name: wrong["value"] for name, wrong in error.messages.items()}
            raise


class Id(fields.String):
    """An id of ours."""

    default_error_messages = {"pattern": "Not an id."}  # noqa: RUF012  marshmallow's convention

    def __init__(self, *, metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        described = {"format": "uuid", "pattern": f"^{ID_PATTERN}$"} | dict(metadata or {})
        super().__init__(metadata=described, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        if not is_id(text):
            raise self.make_error("pattern")
        return text


class Day(fields.Field[date]):
    """A UTC date in a query string, spelled YYYY-MM-DD; between years of which every week and month has an end."""

    default_error_messages = {  # noqa: RUF012  marshmallow's convention
        "invalid": "Not a date, spelled YYYY-MM-DD.",
        "range": f"Must be from {FIRST_DAY} to {LAST_DAY}.",
    }

    def __init__(self, *, metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(metadata={"type": "string", "format": "date"} | dict(metadata or {}), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> date:  # noqa: ARG002  marshmallow's signature
        if not _DAY.fullmatch(value):
            raise self.make_error("invalid")
        try:
            day = date.fromisoformat(value)
        except ValueError:
            raise self.make_error("invalid") from None
        if not FIRST_DAY <= day <= LAST_DAY:
            raise self.make_error("range")
        return day


class Instant(fields.String):
    """A moment in RFC 3339, UTC, with milliseconds. Printed elsewhere; described here."""

    def __init__(self, *, metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(metadata={"format": "date-time"} | dict(metadata or {}), **kwargs)


class Tagged(fields.Field[Any]):
    """An object of one of several shapes, told apart by its `kind`."""

    default_error_messages = {  # noqa: RUF012  marshmallow's convention
        "invalid": "Not an object.",
        "kind": "Must be one of {kinds}.",
    }

    def __init__(self, shapes: Mapping[str, Schema], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shapes = shapes

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:  # noqa: ARG002  marshmallow's signature
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in self.shapes:
            error = self.make_error("kind", kinds=", ".join(self.shapes))
            error.messages = {"kind": error.messages}
            raise error
        return self.shapes[kind].load(value)
