"""Accounts: made without questions, renamed, erased."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.play.errors import InvalidName
from service.play.identity import Token, new_id, new_secret, secret_digest
from service.play.sessions import ALL_SCOPES

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.pages import Key, Page
    from service.play.ports import Limits, Players, Results, Sessions
    from service.play.quota import Policy
    from service.play.results import RecordedResult
    from service.play.sessions import Session

NAME_LENGTH = 32
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = ("Zs", "Zl", "Zp", "Cf")  # not Cn: an emoji newer than Python's tables can be seen


@dataclass(frozen=True, slots=True)
class Player:
    """A player as everyone may see them; `created_at` in milliseconds since 1970."""

    id: str
    display_name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a new player is given. The secret is shown here and never again."""

    player: Player
    secret: str
    session: Session


def display_name(text: str) -> str:
    """The name in normal form C; `InvalidName` when it is blank, too long, or could garble a page."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise InvalidName(f"must have 1 to {NAME_LENGTH} characters, not {len(name)}")
    if any(unicodedata.category(letter) in ("Cc", "Cs") or letter in _BIDI_CONTROLS for letter in name):
        raise InvalidName("must not contain control characters, surrogates or text direction controls")
    if all(unicodedata.category(letter) in _UNSEEN for letter in name):
        raise InvalidName("must not be blank")
    return name


def register(
    players: Players, sessions: Sessions, limits: Limits, policy: Policy, address: str, name: str
) -> Welcome:
    """A new guest account with its first login; `InvalidName`, or `QuotaExceeded` for the address."""
    name = display_name(name)
    limits.charge(policy, address)
    secret = new_secret()
    player = players.add(new_id(), name, secret_digest(secret))
    return Welcome(player, secret, sessions.open(Token.new(player.id), ALL_SCOPES))


def own_profile(players: Players, sessions: Sessions, caller: Caller) -> Player:
    """The caller's own account."""
    sessions.check(caller, "read")
    return players.get(caller.token.player_id)


def rename(players: Players, sessions: Sessions, caller: Caller, name: str) -> Player:
    """The caller's account under another name; `InvalidName`."""
    sessions.check(caller, "play")
    return players.rename(caller.token.player_id, display_name(name))


def rotate_secret(players: Players, sessions: Sessions, caller: Caller) -> str:
    """A new secret for the caller's account; the old one opens nothing from now on."""
    sessions.check(caller, "play")
    secret = new_secret()
    players.replace_secret(caller.token.player_id, secret_digest(secret))
    return secret


def erase(players: Players, sessions: Sessions, caller: Caller) -> None:
    """Forget the caller. The account goes first: should the rest fail, the login still lives to ask again."""
    sessions.check(caller, "play")
    players.erase(caller.token.player_id)
    sessions.erase(caller.token.player_id)


def results_of(
    players: Players, results: Results, player_id: str, after: Key | None, limit: int
) -> Page[RecordedResult]:
    """A player's ended ranked games, newest first; `PlayerNotFound`."""
    players.get(player_id)
    return results.page(player_id, after, limit)
