"""Accounts: made without questions, renamed, erased."""

from __future__ import annotations

import unicodedata
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.play.errors import InvalidName, PlayerNotFound, Unauthenticated
from service.play.identity import Token, new_id, new_secret, secret_digest
from service.play.pages import Page
from service.play.results import as_told
from service.play.sessions import ALL_SCOPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.ports import Limits, Now, Players, Results, Sessions
    from service.play.quota import Policy
    from service.play.race_ports import Races
    from service.play.race_results import RaceResult
    from service.play.results import RecordedResult
    from service.play.sessions import Session

NAME_LENGTH = 32
_MOST_DECOMPOSED = 4 * NAME_LENGTH
"""No character in normal form C stands for more than four. Normalizing a long text of marks takes very long."""
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSAFE = ("Cc", "Cs", "Zl", "Zp")
_UNSEEN = ("Zs", "Cf")  # not Cn: an emoji newer than Python's tables can be seen
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""A joiner of graphemes, fillers of Korean, vowels of Khmer without form, and the Braille pattern without dots."""
_SELECTORS_AND_NONCHARACTERS = (
    range(0x180B, 0x1810),  # for Mongolian
    range(0xFDD0, 0xFDF0),
    range(0xFE00, 0xFE10),
    range(0xE0000, 0xE1000),
)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as everyone may see them; `created_at` in milliseconds since 1970."""

    id: str
    display_name: str
    created_at: int
    bot: bool = False
    """Whether it is a program, as its account said when it was opened; that stays so."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a new player is given. The secret is shown here and never again."""

    player: Player
    secret: str
    session: Session


def display_name(text: str) -> str:
    """The name in normal form C; `InvalidName` when it is blank, too long, or could garble a page."""
    name = unicodedata.normalize("NFC", text) if len(text) <= _MOST_DECOMPOSED else text
    if not 1 <= len(name) <= NAME_LENGTH:
        raise InvalidName(f"must have 1 to {NAME_LENGTH} characters, not {len(name)}")
    if any(unicodedata.category(letter) in _UNSAFE or letter in _BIDI_CONTROLS for letter in name):
        raise InvalidName(
            "must not contain control characters, line separators, surrogates or text direction controls"
        )
    if all(_is_unseen(letter) for letter in name):
        raise InvalidName("must not be blank")
    return name


def _is_unseen(letter: str) -> bool:
    code = ord(letter)
    return (
        unicodedata.category(letter) in _UNSEEN
        or letter in _BLANK_LETTERS
        or code & 0xFFFE == 0xFFFE  # the last two of every plane are noncharacters
        or any(code in codes for codes in _SELECTORS_AND_NONCHARACTERS)
    )


def register(
    players: Players,
    sessions: Sessions,
    limits: Limits,
    policy: Policy,
    address: str,
    name: str,
    *,
    bot: bool = False,
) -> Welcome:
    """A new guest account with its first login; `InvalidName`, or `QuotaExceeded` for the address."""
    name = display_name(name)
    limits.charge(policy, address)
    secret = new_secret()
    player = players.add(new_id(), name, secret_digest(secret), bot=bot)
    return Welcome(player, secret, sessions.open(Token.new(player.id), ALL_SCOPES))


@contextmanager
def own_account() -> Iterator[None]:
    """`Unauthenticated` where an account turns out to be erased: its logins end with it, if a moment later."""
    try:
        yield
    except PlayerNotFound:
        raise Unauthenticated from None


def own_profile(players: Players, sessions: Sessions, caller: Caller) -> Player:
    """The caller's own account."""
    sessions.check(caller, "read")
    with own_account():
        return players.get(caller.token.player_id)


def rename(players: Players, sessions: Sessions, caller: Caller, name: str) -> Player:
    """The caller's account under another name; `InvalidName`, `NameLocked`."""
    sessions.check(caller, "play")
    with own_account():
        return players.rename(caller.token.player_id, display_name(name))


def rotate_secret(players: Players, sessions: Sessions, caller: Caller) -> str:
    """A new secret for the caller's account; the old one opens nothing from now on."""
    sessions.check(caller, "play")
    secret = new_secret()
    with own_account():
        players.replace_secret(caller.token.player_id, secret_digest(secret))
    return secret


ERASED_AT_A_TIME = 5
"""Most have few games; and where one cannot be erased, others can."""


def erase(players: Players, sessions: Sessions, races: Races, caller: Caller) -> None:
    """Forget the caller. Should it be broken off, it is finished by whoever calls `finish_erasures`."""
    sessions.check(caller, "play")
    _forget(players, sessions, races, caller.token.player_id)


def finish_erasures(players: Players, sessions: Sessions, races: Races) -> int:
    """Forget those whose erasure was broken off, some at a time; how many there were.

    Each whatever becomes of the others; the last failure is raised.
    """
    found = players.half_erased(ERASED_AT_A_TIME)
    with ExitStack() as erasures:
        for player_id in found:
            erasures.callback(_forget, players, sessions, races, player_id)
    return len(found)


def _forget(players: Players, sessions: Sessions, races: Races, player_id: str) -> None:
    """The account is hidden first, so that it is gone for everyone, and goes last, for by it the rest is known."""
    players.hide(player_id)
    races.forget(player_id)
    sessions.erase(player_id)
    players.erase(player_id)


def results_of(
    players: Players, results: Results, now: Now, player_id: str, after: Key | None, limit: int
) -> Page[RecordedResult]:
    """A player's ended ranked games, newest first; `PlayerNotFound`."""
    players.get(player_id)
    page = results.page(player_id, after, limit)
    return Page(as_told(page.items, now), page.next)


def races_of(players: Players, results: Results, player_id: str, after: Key | None, limit: int) -> Page[RaceResult]:
    """How a player's races ended, newest first; `PlayerNotFound`."""
    players.get(player_id)
    return results.races(player_id, after, limit)
