"""The web page: browsers get it at `/`, and its files under a path of their own.

It is a client like any other, so nothing here knows the game: these are files, and headers that keep them honest.
"""

from __future__ import annotations

from functools import wraps
from pathlib import PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from flask import Blueprint as PlainBlueprint
from flask import Response, current_app, request, send_from_directory
from werkzeug.exceptions import NotFound

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.notes import OPERATION
from service.web import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN = "front"
"""Where the application keeps whether there is a page."""

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What may be fetched beside the page, and as what: how a machine's own table names scripts differs."""
_HEADERS = {
    # Scripts load each other by name, and a new release must be seen whole: so each is asked for again. 304 is cheap.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}

files = PlainBlueprint("front", __name__)
"""The page's files: not part of the API."""


def page_for_people(view: Callable[..., Response]) -> Callable[..., Response]:
    """Browsers get the page instead, whatever a link to it has gathered behind a question mark."""

    @wraps(view)
    def wrapper(**path: Any) -> Response:
        if not current_app.extensions[SHOWN]:
            return view(**path)
        response = _page() if prefers_pages() else view(**path)
        response.vary.add("Accept")
        return response

    return wrapper


def prefers_pages() -> bool:
    """Whether the caller would rather read a page than JSON."""
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


@files.get("/web/<path:name>")
@Blueprint.public(free=True)
def show_file(name: str) -> Response:
    """A script, a style or a drawing of the page."""
    kind = _TYPES.get(PurePosixPath(name).suffix)
    if kind is None or name != normpath(name):
        raise NotFound
    return _file(name, kind)


def _page() -> Response:
    request.environ[OPERATION] = "show_page"
    return _file("index.html", "text/html; charset=utf-8")


def _file(name: str, kind: str) -> Response:
    file = send_from_directory(FOLDER, name, conditional=False, etag=False)
    file.direct_passthrough = False
    for needless in ("Content-Disposition", "Last-Modified"):
        file.headers.pop(needless, None)
    file.headers |= _HEADERS | {"Content-Type": kind}
    return answers.kept(file, _HEADERS["Cache-Control"])
