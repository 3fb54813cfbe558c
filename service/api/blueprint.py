"""How an operation is declared: who may call it, what it takes, what it answers; and so also how it is described.

flask-smorest turns the declarations into OpenAPI. Its own decorators would wrap every view once more and parse and
dump by marshmallow; ours keep its documentation, parse strictly, and leave the answer to the view.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Literal

import flask_smorest  # type: ignore[import-untyped]  # it ships no types
from flask import Response, request
from structlog.contextvars import bind_contextvars

from service.api import auth, conditions, declarations
from service.api.context import service
from service.api.notes import CHARGED, OPERATION
from service.api.payload import json_body, load, query, refuse_query
from service.play.caller import Caller

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from marshmallow import Schema

    from service.play.identity import Token
    from service.play.sessions import Scope

    View = Callable[..., Response]
    Decorator = Callable[[View], View]

Example = tuple[str, Any]
"""What it shows, in words, and the value."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # untyped base
    """A resource's operations."""

    def __init__(self, name: str, description: str, url_prefix: str = "") -> None:
        super().__init__(name, __name__, url_prefix=url_prefix, description=description)
        self._prepare_doc_cbks.append(declarations.complete)

    def operation(self, method: Literal["GET", "POST", "PATCH", "DELETE"], rule: str) -> Decorator:
        """The view answers this method at this place. Goes on top of the other decorators."""

        def declare(view: View) -> View:
            declarations.note(view, name=view.__name__)
            self.add_url_rule(rule, view_func=view, methods=[method])
            return view

        return declare

    def takes(self, schema: Schema, *examples: Example) -> Decorator:
        """The view takes a JSON body of this shape, as its next argument."""
        document = self.arguments(schema, required=False, examples=declarations.examples(examples))
        # Most steps come without a body; what that means is worked out once.
        nothing = load(schema, {}) if not schema.validate({}) else None

        def declare(view: View) -> View:
            @wraps(view)
            def wrapper(*args: Any, **path: Any) -> Response:
                body = json_body(request.environ)
                return view(*args, load(schema, body) if body or nothing is None else nothing, **path)

            return declarations.note(declarations.documented(wrapper, document), body=True)

        return declare

    def takes_as_sent(self, schema: Schema, *examples: Example) -> Decorator:
        """The view takes a JSON body that should be of this shape, unchecked, as its next argument."""
        document = self.arguments(schema, examples=declarations.examples(examples))

        def declare(view: View) -> View:
            @wraps(view)
            def wrapper(*args: Any, **path: Any) -> Response:
                return view(*args, json_body(request.environ), **path)

            return declarations.note(declarations.documented(wrapper, document), body=True)

        return declare

    def takes_query(self, schema: Schema) -> Decorator:
        """The view takes query parameters of this shape, as its next argument."""
        document = self.arguments(schema, location="query")
        # Most steps come without one as well.
        nothing = load(schema, {}) if not schema.validate({}) else None

        def declare(view: View) -> View:
            @wraps(view)
            def wrapper(*args: Any, **path: Any) -> Response:
                asked = query()
                return view(*args, load(schema, asked) if asked or nothing is None else nothing, **path)

            return declarations.note(declarations.documented(wrapper, document), query=True)

        return declare

    def answers(
        self,
        status: int,
        schema: Schema | dict[str, str] | None,
        *examples: Example,
        description: str,
        headers: tuple[str, ...] = (),
        content_type: str | None = None,
    ) -> Decorator:
        """The view answers with this status and shape."""
        document = self.response(
            status,
            schema,
            description=description,
            examples=declarations.examples(examples),
            headers={name: declarations.header(name) for name in headers},
            content_type=content_type,
        )
        return lambda view: declarations.documented(view, document)

    def refuses(self, *slugs: str) -> Decorator:
        """The problems that are this operation's own, beside those that follow from its declarations."""
        return lambda view: declarations.note(view, slugs=slugs)

    @staticmethod
    def tagged(view: View) -> View:
        """The view answers 304 to whoever has the answer already."""
        return declarations.note(view, if_none_match=True)

    def signed_in(self, scope: Scope, *, once: bool = False, if_match: bool = False) -> Decorator:
        """The view is for logins with this scope, and gets the `Caller` as its first argument."""

        def declare(view: View) -> View:
            any_query = declarations.noted(view).query

            @wraps(view)
            def wrapper(**path: Any) -> Response:
                environ, caller = _begin(view), None
                try:
                    caller = _caller(environ, auth.required_token(environ), path)
                    if not any_query:
                        refuse_query(environ)
                    if once:
                        caller.once = conditions.once(environ)
                    if if_match:
                        caller.if_match = conditions.if_match(environ)
                    return view(caller, **path)
                except Exception as refusal:  # whatever it is, the caller is charged for it before it goes on
                    auth.settle(refusal, caller, scope)
                    raise

            return declarations.note(wrapper, access="signed_in", scope=scope, once=once, if_match=if_match)

        return declare

    def watching(self) -> Decorator:
        """The view is for logins and for those with a ticket, and gets the `Login` as its first argument.

        A ticket is used up by the view (`auth.use_ticket`), once nothing else can be refused.
        """

        def declare(view: View) -> View:
            @wraps(view)
            def wrapper(**path: Any) -> Response:
                environ = _begin(view)
                if not auth.has_ticket():
                    return self._watching(view, environ, path)
                auth.charge_visitor()
                return view(auth.ticket_holder(), **path)

            return declarations.note(wrapper, access="signed_in", scope="read", ticket=True)

        return declare

    @staticmethod
    def _watching(view: View, environ: WSGIEnvironment, path: dict[str, str]) -> Response:
        caller = None
        try:
            caller = _caller(environ, auth.required_token(environ), path)
            service().sessions.check(caller, "read")
            return view(caller.token.login, **path)
        except Exception as refusal:  # whatever it is, the caller is charged for it before it goes on
            auth.settle(refusal, caller, "read")
            raise

    def optional(self, scope: Scope) -> Decorator:
        """The view is for everyone; its first argument is the `Caller` of whoever is signed in, else None."""

        def declare(view: View) -> View:
            @wraps(view)
            def wrapper(**path: Any) -> Response:
                environ, caller = _begin(view), None
                if "HTTP_AUTHORIZATION" not in environ:
                    auth.charge_visitor()
                    refuse_query(environ)
                    return view(None, **path)
                try:
                    caller = _caller(environ, auth.required_token(environ), path)
                    refuse_query(environ)
                    return view(caller, **path)
                except Exception as refusal:  # whatever it is, the caller is charged for it before it goes on
                    auth.settle(refusal, caller, scope)
                    raise

            return declarations.note(wrapper, access="optional", scope=scope)

        return declare

    @staticmethod
    def public(*, free: bool = False, cost: int = 1) -> Decorator:
        """The view is for everyone; unless it is free, it counts, as so many, against the caller's address."""

        def declare(view: View) -> View:
            any_query = declarations.noted(view).query

            @wraps(view)
            def wrapper(**path: Any) -> Response:
                environ = _begin(view)
                if not free:
                    auth.charge_visitor(cost)
                if not any_query:
                    refuse_query(environ)
                return view(**path)

            return declarations.note(wrapper, access="free" if free else "public")

        return declare


def _begin(view: View) -> WSGIEnvironment:
    environ = request.environ
    environ[OPERATION] = view.__name__
    return environ


def _caller(environ: WSGIEnvironment, token: Token, path: dict[str, str]) -> Caller:
    caller = environ[CHARGED] = Caller(token)
    bind_contextvars(player_id=token.player_id, **path)
    return caller
