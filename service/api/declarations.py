"""What follows for the API's description from how an operation is declared."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from service.api.headers import PROBLEM_TYPE
from service.api.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    View = Callable[..., Any]

_DOCS = "_apidoc"
"""Where flask-smorest keeps what its decorators were told about a view."""
_OURS = "edge"
_NO_NAME = re.compile("[^a-z0-9]+")
_OWN_HEADERS = {
    "unauthenticated": ("WWW-Authenticate",),
    "bad-credentials": ("WWW-Authenticate",),
    "stale-game": ("ETag",),
    "quota-exceeded": ("Retry-After",),
    "store-unavailable": ("Retry-After",),
    "simulator-busy": ("Retry-After",),
    "simulator-unavailable": ("Retry-After",),
    "too-many-streams": ("Retry-After",),
    "not-ready": ("Retry-After",),
}
"""What comes with a kind of problem besides the usual."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What the decorators of a view said."""

    name: str = ""
    access: Literal["signed_in", "optional", "public", "free"] | None = None
    """None as long as nothing was said, which no operation may leave at that."""
    scope: str | None = None
    ticket: bool = False
    """Whether a ticket does as well as a token."""
    once: bool = False
    if_match: bool = False
    if_none_match: bool = False
    body: bool = False
    query: bool = False
    slugs: tuple[str, ...] = ()


def noted(view: View) -> Declared:
    """What was said of the view so far."""
    declared: Declared = view.__dict__.get(_DOCS, {}).get(_OURS, Declared())
    return declared


def note(view: View, **said: Any) -> View:
    """The view, with more said about it."""
    docs = view.__dict__.get(_DOCS, {})
    view.__dict__[_DOCS] = docs | {_OURS: replace(noted(view), **said)}
    return view


def documented(view: View, document: Callable[[View], View]) -> View:
    """The view itself, with the documentation (only) that a decorator of flask-smorest gives it."""
    view.__dict__[_DOCS] = document(view).__dict__[_DOCS]
    return view


def header(name: str) -> dict[str, str]:
    """A reference to the description of a response header."""
    return {"$ref": f"#/components/headers/{name}"}


def examples(named: Iterable[tuple[str, Any]]) -> dict[str, Any] | None:
    """Examples as OpenAPI has them, from what they show and their values."""
    found = {_NO_NAME.sub("-", summary.lower()): {"summary": summary, "value": value} for summary, value in named}
    return found or None


def complete(doc: dict[str, Any], doc_info: dict[str, Any], *, spec: Any, **_: Any) -> dict[str, Any]:
    """An operation's description, completed; flask-smorest calls it last."""
    said: Declared = doc_info[_OURS]
    words = said.name.split("_")
    doc["operationId"] = words[0] + "".join(map(str.capitalize, words[1:]))
    doc["security"] = _security(said)
    # The only references among the answers are flask-smorest's own guess at validation errors.
    answers = {status: answer for status, answer in doc["responses"].items() if isinstance(answer, dict)}
    if said.if_none_match:
        answers["304"] = {"description": "The caller has the current answer already.", "headers": _headers("ETag")}
    for answer in answers.values():
        answer["headers"] = answer.get("headers", {}) | _common_headers(said)
    doc.setdefault("parameters", []).extend(_parameters(said))
    doc["responses"] = answers | _problem_answers(spec.components, _slugs(said))
    return doc


def _security(said: Declared) -> list[dict[str, list[str]]]:
    if said.ticket:
        return [{"bearer": []}, {"ticket": []}]
    known: dict[str | None, list[dict[str, list[str]]]] = {
        "signed_in": [{"bearer": []}],
        "optional": [{"bearer": []}, {}],
    }
    return known.get(said.access, [])


def _common_headers(said: Declared) -> dict[str, Any]:
    names = ["X-Request-Id"]
    names += ["RateLimit", "RateLimit-Policy"] if said.access != "free" else []
    names += ["Idempotency-Replayed"] if said.once else []
    return _headers(*names)


def _headers(*names: str) -> dict[str, Any]:
    return {name: header(name) for name in names}


def _parameters(said: Declared) -> Iterator[str]:
    yield "X-Request-Id"
    for wanted, name in (
        (said.once, "Idempotency-Key"),
        (said.if_match, "If-Match"),
        (said.if_none_match, "If-None-Match"),
        (said.ticket, "Last-Event-ID"),
    ):
        if wanted:
            yield name


def _slugs(said: Declared) -> list[str]:
    causes = {
        ("bad-request", "invalid-request", "uri-too-long", "header-too-large", "internal-error"): True,
        ("unauthenticated",): said.access in ("signed_in", "optional"),
        ("insufficient-scope",): said.scope == "play",
        ("quota-exceeded", "store-unavailable"): said.access != "free",
        ("malformed-json", "request-timeout", "content-too-large", "unsupported-media-type"): said.body,
        ("idempotency-key-reused",): said.once,
        ("stale-game",): said.if_match,
        said.slugs: True,
    }
    found = {slug for slugs, applies in causes.items() if applies for slug in slugs}
    return [slug for slug in KINDS if slug in found]


def _problem_answers(components: Any, slugs: list[str]) -> dict[str, str]:
    """The name of a component for every status; those that do not exist yet are made."""
    by_status: dict[int, list[str]] = {}
    for slug in slugs:
        by_status.setdefault(KINDS[slug].status, []).append(slug)
    names = {str(status): ".".join(same) for status, same in by_status.items()}
    for name in names.values():
        if name not in components.responses:
            components.response(name, _problem_answer(name.split(".")))
    return names


def _problem_answer(slugs: list[str]) -> dict[str, Any]:
    names = [name for slug in slugs for name in _OWN_HEADERS.get(slug, ())]
    return {
        "description": " ".join(f"`{slug}`: {KINDS[slug].title}." for slug in slugs),
        "headers": _headers("X-Request-Id", "RateLimit", "RateLimit-Policy", *names),
        "content": {
            PROBLEM_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {slug: {"$ref": f"#/components/examples/{slug}"} for slug in slugs},
            }
        },
    }
