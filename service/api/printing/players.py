"""Printing players, their logins, and all that is stored of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.games import print_game
from service.api.printing.proofs import print_commitment
from service.api.printing.race_results import print_race_result
from service.api.printing.results import print_recorded_result
from service.api.printing.values import print_instant

if TYPE_CHECKING:
    from service.play.export import Export
    from service.play.keeping import Attempt, KeptLogin
    from service.play.players import Player
    from service.play.sessions import LinkCode, Session


def print_player(known: Player) -> dict[str, Any]:
    """A player as everyone may see them."""
    return {
        "id": known.id,
        "display_name": known.display_name,
        "bot": known.bot,
        "created_at": print_instant(known.created_at),
    }


def print_session(login: Session) -> dict[str, Any]:
    """A login for its owner: the only place where a token is printed."""
    return {
        "token": login.token.text,
        "scopes": sorted(login.scopes),
        "expires_at": print_instant(login.expires_at),
    }


def print_link_code(link: LinkCode) -> dict[str, Any]:
    """A link code for its owner."""
    return {"code": link.code, "expires_at": print_instant(link.expires_at)}


def print_export(everything: Export) -> dict[str, Any]:
    """Everything that is stored about a player."""
    since = everything.banned_at
    account = {
        "banned_at": None if since is None else print_instant(since),
        "name_locked": everything.name_locked,
    }
    return {
        "player": print_player(everything.player) | account,
        "games": [print_game(record) for record in everything.games],
        "results": [print_recorded_result(result) for result in everything.results],
        "races": [print_race_result(run) for run in everything.races],
        "logins": [print_kept_login(login) for login in everything.kept.logins],
        "commitments": [print_commitment(made) for made in everything.kept.commitments],
        "daily_attempts": [print_attempt(attempt) for attempt in everything.kept.attempts],
    }


def print_kept_login(login: KeptLogin) -> dict[str, Any]:
    """A login as it is kept, without its token."""
    return {
        "scopes": sorted(login.scopes),
        "expires_at": print_instant(login.expires_at),
        "current": login.current,
    }


def print_attempt(attempt: Attempt) -> dict[str, Any]:
    """A player's one game of a daily deal."""
    return {"day": attempt.day.isoformat(), "variant": attempt.variant, "game_id": attempt.game_id}
