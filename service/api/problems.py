"""The one table from exceptions to problems (RFC 9457), and the one error body of every path."""

from __future__ import annotations

from dataclasses import asdict
from math import ceil
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import orjson
import structlog
from flask import Response, request
from werkzeug import exceptions as http
from werkzeug.exceptions import HTTPException

from service.api.auth import NoToken
from service.api.faults import deck_faults, sentence
from service.api.headers import PROBLEM_TYPE
from service.api.kinds import KINDS
from service.api.notes import PROBLEM, REQUEST_ID
from service.api.payload import MOST_ERRORS, InvalidRequest, MalformedJson, pointer
from service.api.printing.values import print_instant
from service.api.problem import Problem, invalid, retry_later
from service.api.quotas import quota_headers
from service.api.race_problems import RACE_PROBLEMS
from service.content import errors as content
from service.game import errors as game
from service.play import errors as play
from service.play.identity import is_raced
from service.simulate import errors as simulate

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from flask import Flask

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="clock"'}
MOST_VIOLATIONS = 500
"""So many things wrong with a save are listed: all, unless it was made to have more."""

_PATH_LETTERS = "/:@!$&'()*+,;="
_log = structlog.get_logger(component="api")


class NotReady(Exception):
    """Something that the service needs is not in order; `faults` says what."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(faults)
        self.faults = faults


def _unknown_answers(error: content.UnknownAnswers) -> Problem:
    faults = error.faults[:MOST_ERRORS]
    return invalid(
        (pointer("answers", question), "No such question." if option is None else "No such option.")
        for question, option in faults
    )


def _invalid_decision(error: game.InvalidDecision) -> Problem:
    return invalid([(f"/{error.part}", sentence(error.reason))])


def _invalid_save(error: game.InvalidSave) -> Problem:
    listed = [asdict(violation) for violation in error.violations[:MOST_VIOLATIONS]]
    return Problem("invalid-save", "This is no save of a game in play; errors says why.", {"errors": listed})


def _decision_pending(error: game.DecisionPending) -> Problem:
    detail = f"The game waits for a decision first: POST to its /{error.question}."
    return Problem("decision-pending", detail, {"question": error.question})


def _wrong_mode(error: play.WrongMode) -> Problem:
    """For a step of the other mode's kind."""
    if error.mode == "reveal":
        return invalid([("/pile", "In this game, one in reveal mode, the service sets the cards.")])
    return invalid([("/pile", "This game is in placement mode: name the pile of the card in hand.")])


def _game_not_over(error: play.GameNotOver) -> Problem:
    if error.opens_at is None:
        over = "its race" if is_raced(error.game_id) else "the game"
        return Problem("game-not-over", f"This is shown when {over} is over.")
    return Problem(
        "game-not-over", f"Others may still play this daily deal. It opens at {print_instant(error.opens_at)}."
    )


def _daily_played(error: play.DailyAlreadyPlayed) -> Problem:
    return Problem("daily-already-played", "One attempt a player and variant.", {"game_id": error.game_id})


def _quota_exceeded(error: play.QuotaExceeded) -> Problem:
    wait = max(1, ceil(error.quota.retry_ms / 1000))
    headers = quota_headers(error.quota) | {"Retry-After": str(wait)}
    return Problem("quota-exceeded", f"Wait {wait} s before the next request.", headers=headers)


def _stale(error: play.StaleGame) -> Problem:
    detail = f"The game is at version {error.version} by now."
    return Problem("stale-game", detail, {"version": error.version}, {"ETag": f'"{error.tag}"'})


TABLE: dict[type[Exception], Callable[[Any], Problem]] = {
    MalformedJson: lambda error: Problem("malformed-json", f"The body is not read: {error.reason}."),
    InvalidRequest: lambda error: invalid(error.errors),
    NotReady: lambda error: retry_later("not-ready", sentence("; ".join(error.faults))),
    game.InvalidDeal: lambda error: invalid(deck_faults(error, "/deal/deck")),
    game.InvalidRules: lambda error: invalid([(f"/rules/{error.option}", f"{error.option} {error.reason}.")]),
    game.InvalidSeed: lambda error: invalid([(f"/deal/{error.seed}", sentence(error.reason))]),
    game.GameOver: lambda error: Problem("game-over", f"The game has ended: {error.outcome.ending.value}."),
    game.InvalidDecision: _invalid_decision,
    game.DecisionPending: _decision_pending,
    game.NothingToDecide: lambda _: Problem("no-decision-pending", "The game does not wait for this decision."),
    NoToken: lambda _: Problem(
        "unauthenticated", "Send the header Authorization: Bearer <token>.", headers=CHALLENGE
    ),
    play.Unauthenticated: lambda _: Problem(
        "unauthenticated",
        "No login belongs to this token: it is mistyped, expired or signed out.",
        headers=CHALLENGE,
    ),
    play.BadCredentials: lambda _: Problem(
        "bad-credentials",
        "The player id and secret do not belong together, or the link code is mistyped, used or too old.",
        headers=CHALLENGE,
    ),
    play.InsufficientScope: lambda error: Problem(
        "insufficient-scope", f"This login may not do that. Sign in again with the scope {error.needed}."
    ),
    play.GameNotFound: lambda _: Problem("not-found", "There is no such game."),
    play.ResultDetached: lambda error: Problem(
        "no-longer-kept", f"The results of games opened in {error.month:%Y-%m} have been put away by the operators."
    ),
    play.PlayerNotFound: lambda _: Problem("not-found", "There is no such player."),
    play.DayNotFound: lambda _: Problem(
        "not-found", "No daily deals are known of this day; days are spelled YYYY-MM-DD, in UTC, up to tomorrow."
    ),
    play.BoardNotFound: lambda _: Problem("not-found", "There is no such leaderboard; /v1/leaderboards lists all."),
    play.NotRanked: lambda _: Problem("not-ranked", "This player has no place there."),
    play.NoSuchStanding: lambda error: invalid([(f"/{error.option}", sentence(error.reason))]),
    play.NoLongerKept: lambda error: Problem(
        "no-longer-kept", f"Leaderboards of days and weeks are kept from {error.since.isoformat()} on."
    ),
    play.CommitmentNotFound: lambda _: invalid([("/deal/commitment_id", "No such commitment.")]),
    play.DailyAlreadyPlayed: _daily_played,
    play.NotDaily: lambda error: invalid([(f"/{error.option}", sentence(error.reason))]),
    play.WrongMode: _wrong_mode,
    play.AutoplayNotAllowed: lambda _: Problem("autoplay-not-allowed", "The cards of this game are yours to place."),
    play.CommitmentUsed: lambda _: Problem("commitment-used", "The commitment has opened a game already."),
    play.GameNotOver: _game_not_over,
    play.PracticeOnly: lambda _: Problem("practice-only", "The game was not dealt for practice."),
    game.NotSavable: lambda error: Problem("not-savable", f"Its {error.option} option rules it out: {error.reason}."),
    game.InvalidSave: _invalid_save,
    game.NothingToUndo: lambda _: Problem("nothing-to-undo", "The game stands where it began."),
    play.SaveDiscarded: lambda _: Problem("saved-game-discarded", "The stored game failed its check."),
    play.StaleGame: _stale,
    play.IdempotencyKeyReused: lambda _: Problem("idempotency-key-reused", "The key came with another payload."),
    play.TooManyOpenGames: lambda error: Problem("too-many-open-games", f"At most {error.limit} may be open."),
    play.QuotaExceeded: _quota_exceeded,
    play.NameLocked: lambda _: Problem("name-locked", "The operators have given this account its name."),
    play.InvalidName: lambda error: invalid([("/display_name", sentence(error.reason))]),
    simulate.SimulatorBusy: lambda _: retry_later(
        "simulator-busy", "As many simulations as may be are being played."
    ),
    simulate.SimulatorUnavailable: lambda _: retry_later(
        "simulator-unavailable", "The process that plays did not finish; operators are told why."
    ),
    content.UnknownLanguage: lambda error: invalid([("/lang", f"Must be one of {', '.join(error.known)}.")]),
    content.UnknownVariant: lambda _: Problem("not-found", "There is no such variant."),
    content.UnknownAnswers: _unknown_answers,
    play.StoreUnavailable: lambda _: retry_later("store-unavailable", "A store did not answer in time."),
    http.BadRequest: lambda error: Problem("bad-request", error.description or ""),
    http.NotFound: lambda _: Problem("not-found", "There is nothing at this address."),
    http.MethodNotAllowed: lambda error: Problem(
        "method-not-allowed",
        "The Allow header lists the methods that are answered here.",
        headers={"Allow": ", ".join(sorted(error.valid_methods or ()))},
    ),
    http.RequestTimeout: lambda _: Problem("request-timeout", "The rest of the body was not waited for any longer."),
    http.RequestEntityTooLarge: lambda _: Problem("content-too-large", "A body has at most 65,536 bytes."),
    http.UnsupportedMediaType: lambda _: Problem("unsupported-media-type", "Send application/json."),
    **RACE_PROBLEMS,
}
"""Each exception with the problem that it makes; whatever is not here is a fault of the service."""


def problem_of(error: Exception) -> Problem:
    """The problem that an exception makes, by the nearest class of it in the table."""
    for kind in type(error).__mro__:
        if kind in TABLE:
            return TABLE[kind](error)
    if isinstance(error, HTTPException) and error.code is not None and error.code < http.InternalServerError.code:
        return Problem("bad-request", error.description or error.name)
    _log.error("unforeseen", exc_info=error)
    return Problem("internal-error", "It has been logged under the request_id.")


def answer(error: Exception, environ: WSGIEnvironment) -> Response:
    """The problem document for an exception that this request met."""
    problem = problem_of(error)
    kind = KINDS[problem.slug]
    environ[PROBLEM] = kind.slug
    document = {
        "type": kind.uri,
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "instance": quote(environ["PATH_INFO"], safe=_PATH_LETTERS, encoding="latin-1"),
        "request_id": environ[REQUEST_ID],
    }
    response = Response(orjson.dumps(document | problem.extensions), kind.status, mimetype=PROBLEM_TYPE)
    response.headers.update(problem.headers)
    return response


def register(app: Flask) -> None:
    """Let every error of the application be answered from the table."""

    def handle(error: Exception) -> Response:
        return answer(error, request.environ)

    app.register_error_handler(HTTPException, handle)
    app.register_error_handler(Exception, handle)
