"""For operators: is the process alive, is it ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.problems import NotReady
from service.api.schemas.operations import AliveSchema, ReadySchema
from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

blueprint = Blueprint("operations", "Health of the service.")


@blueprint.operation("GET", "/healthz")
@blueprint.public(free=True)
@blueprint.answers(
    200,
    AliveSchema(),
    ("Alive", {"status": "ok"}),
    description="The process answers.",
    headers=("Cache-Control",),
)
def check_health() -> Response:
    """Ask whether the process is alive.

    Touches no store, so a failing store never gets a process restarted.
    """
    return answers.answer({"status": "ok"})


@blueprint.operation("GET", "/readyz")
@blueprint.public(free=True)
@blueprint.answers(
    200,
    ReadySchema(),
    ("Ready", {"status": "ready", "checked": ["redis", "postgres"]}),
    description="Requests are welcome.",
    headers=("Cache-Control",),
)
@blueprint.refuses("not-ready")
def check_readiness() -> Response:
    """Ask whether requests are welcome.

    Both stores must answer, and the database must have the newest schema. Names what is missing.
    """
    found = {name: _what_is_wrong(check) for name, check in service().checks.items()}
    if any(found.values()):
        raise NotReady([wrong for wrong in found.values() if wrong])
    return answers.answer({"status": "ready", "checked": list(found)})


def _what_is_wrong(check: Callable[[], str | None]) -> str | None:
    try:
        return check()
    except StoreUnavailable as error:
        return f"{error.store} does not answer"
