"""The Flask application: resources, errors and the edge, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from service.api import (
    analysis,
    commitments,
    content,
    daily,
    decisions,
    description,
    edge,
    fairness,
    front,
    games,
    leaderboards,
    odds,
    operations,
    pages,
    players,
    practice,
    problems,
    race_events,
    races,
    saves,
    sessions,
    simulations,
    tickets,
)
from service.api.context import EXTENSION
from service.play.identity import ID_PATTERN

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Response

    from service.api.context import Service
    from service.api.streaming.hub import Hub


class IdConverter(BaseConverter):
    """An id in a path; anything else there is no address of ours."""

    regex = ID_PATTERN


class SlugConverter(BaseConverter):
    """A plain word in a path."""

    regex = "[a-z0-9][a-z0-9._-]{0,60}"


class BoardConverter(SlugConverter):
    """The name of a leaderboard. Others match as well, so that there is an answer of their own for them."""


class Application(Flask):
    """Flask, whose answer to OPTIONS says that it has no body, and whose streams end when its server asks for it."""

    def bound_streams(self, connections: int) -> None:
        """Leave a fifth of so many connections to requests that end soon; a server says this before it begins."""
        self._streams().bound(connections - connections // 5)

    def end_streams(self) -> None:
        """End the streams of events; a server says this when it stops."""
        self._streams().end_all()

    def _streams(self) -> Hub:
        here: Service = self.extensions[EXTENSION]
        return here.streams

    def make_default_options_response(self) -> Response:
        """204 with the methods allowed."""
        response = super().make_default_options_response()
        response.status_code = 204
        return response


RESOURCES = (
    games,
    decisions,
    practice,
    saves,
    commitments,
    daily,
    races,
    race_events,
    tickets,
    leaderboards,
    fairness,
    players,
    sessions,
    odds,
    analysis,
    simulations,
    content,
    operations,
    pages,
)


def web_app(
    service: Service | None, *, metrics_port: int, metrics_folder: Path | None, proxies: int = 0, page: bool = True
) -> Flask:
    """The application on this service, with the web page unless told; without a service it only describes itself."""
    app = Application("service.api", static_folder=None)
    app.url_map.converters |= {"id": IdConverter, "slug": SlugConverter, "board": BoardConverter}
    app.url_map.merge_slashes = False
    app.extensions |= {EXTENSION: service, pages.METRICS_FOLDER: metrics_folder, front.SHOWN: page}
    described = description.describe(app, [resource.blueprint for resource in RESOURCES])
    app.extensions[pages.DESCRIPTION] = described
    app.register_blueprint(pages.undescribed)
    if page:
        app.register_blueprint(front.files)
    problems.register(app)
    app.wsgi_app = edge.Edge(app.wsgi_app, metrics_port)  # type: ignore[method-assign]  # Flask's own way to wrap it
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]  # likewise
    return app
