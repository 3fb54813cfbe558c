"""Shapes of the pages for people and tools."""

from __future__ import annotations

from marshmallow import fields

from service.api.fields import Whole
from service.api.schemas.base import Answered


class LandingSchema(Answered):
    """Where things are."""

    name = fields.String(required=True, metadata={"description": "What this is."})
    docs = fields.String(required=True, metadata={"description": "Documentation to read and to try."})
    openapi = fields.String(required=True, metadata={"description": "The API's description."})
    problems = fields.String(required=True, metadata={"description": "What problems mean."})
    health = fields.String(required=True, metadata={"description": "Whether the service is alive."})


class DescriptionSchema(Answered):
    """An OpenAPI document."""

    openapi = fields.String(required=True, metadata={"description": "The version of OpenAPI."})
    info = fields.Dict(required=True, metadata={"description": "What is described."})
    paths = fields.Dict(required=True, metadata={"description": "The operations."})


class KindSchema(Answered):
    """A kind of problem."""

    type = fields.String(required=True, metadata={"description": "What `type` is in such a problem."})
    title = fields.String(required=True, metadata={"description": "The kind in a few words."})
    status = Whole(required=True, metadata={"description": "The HTTP status."})
    meaning = fields.String(required=True, metadata={"description": "What it means and what to do about it."})


class KindListSchema(Answered):
    """All kinds of problems."""

    items = fields.List(fields.Nested(KindSchema), required=True)
