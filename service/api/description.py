"""The API's description in OpenAPI 3.1, made from the declarations of its operations."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import flask_smorest  # type: ignore[import-untyped]  # it ships no types

from service.api.components import BEARER, HEADERS, PARAMETERS, PROBLEM_EXAMPLES, TICKET
from service.api.fields import Tagged
from service.api.guide import GUIDE
from service.api.schemas.base import ProblemSchema
from service.play.boards import BOARDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask
    from marshmallow.fields import Field
    from werkzeug.routing import BaseConverter

    from service.api.blueprint import Blueprint

VERSION = "1.0.0"


class Description(flask_smorest.Api):  # type: ignore[misc]  # untyped base
    """flask-smorest's description without its error answers, which are not ours."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema


def describe(app: Flask, blueprints: Iterable[Blueprint]) -> dict[str, Any]:
    """Register the blueprints with the application, and describe their operations."""
    app.config |= {"API_TITLE": "Clock Solitaire", "API_VERSION": VERSION, "OPENAPI_VERSION": "3.1.0"}
    api = Description(app, spec_kwargs={"info": {"description": GUIDE}, "servers": [{"url": "/"}]})
    _add_components(api)
    for name in ("id", "slug"):
        converter = app.url_map.converters[name]
        api.register_converter(converter, _described_by_pattern)
    api.register_converter(app.url_map.converters["board"], lambda _: {"type": "string", "enum": list(BOARDS)})
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    document: dict[str, Any] = api.spec.to_dict()
    schemas = document["components"]["schemas"]
    del schemas["PaginationMetadata"]  # flask-smorest's own, which nothing here refers to
    for key, name in api.ma_plugin.converter.refs.items():
        if name in schemas:
            schemas[name]["description"] = cleandoc(key[0].__doc__)
    return document


def _add_components(api: Any) -> None:
    components = api.spec.components
    components.security_scheme("bearer", BEARER)
    components.security_scheme("ticket", TICKET)
    for name, header in HEADERS.items():
        components.header(name, header)
    for name, parameter in PARAMETERS.items():
        components.parameter(name, "header", parameter)
    for slug, example in PROBLEM_EXAMPLES.items():
        components.example(slug, example)
    api.ma_plugin.converter.add_attribute_function(tagged_to_properties)


def _described_by_pattern(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{converter.regex}$"}


def tagged_to_properties(converter: Any, field: Field[Any], **_: Any) -> dict[str, Any]:
    """How a `Tagged` field is described; apispec asks this of every field."""
    if not isinstance(field, Tagged):
        return {}
    shapes = {kind: converter.resolve_nested_schema(schema) for kind, schema in field.shapes.items()}
    mapping = {kind: shape["$ref"] for kind, shape in shapes.items()}
    return {"oneOf": list(shapes.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}
