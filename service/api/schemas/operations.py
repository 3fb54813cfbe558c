"""Shapes for operators."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.base import Answered


class AliveSchema(Answered):
    """A sign of life."""

    status = fields.String(required=True, validate=validate.Equal("ok"), metadata={"description": "Always `ok`."})


class ReadySchema(Answered):
    """What was found in order."""

    status = fields.String(
        required=True, validate=validate.Equal("ready"), metadata={"description": "Always `ready`."}
    )
    checked = fields.List(
        fields.String(), required=True, metadata={"description": "What was looked at, and is in order."}
    )
