"""Pages for people and tools: where to begin, what problems mean, the API's description and its documentation."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import flask_swagger_ui  # type: ignore[import-untyped]  # it ships no types
from flask import Blueprint as PlainBlueprint
from flask import Response, current_app, render_template, send_from_directory
from werkzeug.exceptions import NotFound

from service.api import answers, front, metrics
from service.api.blueprint import Blueprint
from service.api.kinds import KINDS
from service.api.schemas.pages import DescriptionSchema, KindListSchema, KindSchema, LandingSchema

if TYPE_CHECKING:
    from service.api.kind import Kind

DESCRIPTION = "openapi"
"""Where the application keeps the API's description."""
METRICS_FOLDER = "metrics_folder"

_PLACES = {
    "name": "Clock Solitaire",
    "docs": "/docs",
    "openapi": "/v1/openapi.json",
    "problems": "/problems",
    "health": "/healthz",
}
_ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
_PLAIN_PAGE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def _explained(kind: Kind) -> dict[str, object]:
    return {"type": kind.uri, "title": kind.title, "status": kind.status, "meaning": kind.meaning}


blueprint = Blueprint("pages", "Where to begin, and what problems mean.")
undescribed = PlainBlueprint("browser", __name__)
"""For browsers and for Prometheus: not part of the API."""


@blueprint.operation("GET", "/")
@front.page_for_people
@blueprint.public(free=True)
@blueprint.answers(
    200,
    LandingSchema(),
    ("The places", _PLACES),
    description="Where things are. Browsers get the web page, unless it is switched off.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.answers(
    200,
    {"type": "string"},
    ("The page", "<!DOCTYPE html>..."),
    description="Where things are. Browsers get the web page, unless it is switched off.",
    content_type="text/html",
)
@blueprint.tagged
def show_landing() -> Response:
    """Find out where things are."""
    return answers.shared(_PLACES)


@blueprint.operation("GET", "/v1/openapi.json")
@blueprint.public(free=True)
@blueprint.answers(
    200,
    DescriptionSchema(),
    ("Its beginning", {"openapi": "3.1.0", "info": {"title": "Clock Solitaire", "version": "1.0.0"}, "paths": {}}),
    description="An OpenAPI document.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def describe_api() -> Response:
    """Fetch this description."""
    return answers.shared(current_app.extensions[DESCRIPTION])


@blueprint.operation("GET", "/problems")
@blueprint.public(free=True)
@blueprint.answers(
    200,
    KindListSchema(),
    ("One of them", {"items": [_explained(KINDS["not-found"])]}),
    description="All kinds of problems.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def list_problems() -> Response:
    """List the kinds of problems that answers report."""
    return answers.shared({"items": [_explained(kind) for kind in KINDS.values()]})


@blueprint.operation("GET", "/problems/<slug:slug>")
@blueprint.public(free=True)
@blueprint.answers(
    200,
    KindSchema(),
    ("Not found", _explained(KINDS["not-found"])),
    description="What it means. Browsers get it as a page.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.answers(
    200,
    {"type": "string"},
    ("A page", "<!DOCTYPE html>..."),
    description="What it means. Browsers get it as a page.",
    content_type="text/html",
)
@blueprint.tagged
@blueprint.refuses("not-found")
def explain_problem(slug: str) -> Response:
    """Read what a kind of problem means, and what to do about it."""
    if slug not in KINDS:
        raise NotFound
    kind = KINDS[slug]
    response = _page("problem.html", kind) if front.prefers_pages() else answers.shared(_explained(kind))
    response.vary.add("Accept")
    return response


@undescribed.get("/docs")
@blueprint.public(free=True)
def show_docs() -> Response:
    """The API's documentation, to read and to try."""
    nonce = secrets.token_urlsafe(16)
    response = Response(render_template("docs.html", nonce=nonce))
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
    )
    return response


@undescribed.get("/docs/<slug:name>")
@blueprint.public(free=True)
def show_asset(name: str) -> Response:
    """A file of the documentation's viewer."""
    file = send_from_directory(_ASSETS, name, conditional=False, etag=False)
    file.direct_passthrough = False
    return answers.kept(file, answers.DAY)


@undescribed.get(metrics.PATH)
@blueprint.public(free=True)
def show_metrics() -> Response:
    """Metrics of all workers."""
    return Response(metrics.page(current_app.extensions[METRICS_FOLDER]), content_type=metrics.CONTENT_TYPE)


def _page(template: str, kind: Kind) -> Response:
    page = Response(render_template(template, kind=kind))
    page.headers["Content-Security-Policy"] = _PLAIN_PAGE
    return answers.kept(page)
