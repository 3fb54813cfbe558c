"""The fields of a stored race: one table for the codec and the scripts.

The facts, `terms` and `state`, are JSON that only Python reads; `seal` holds them together. What moves change lies
beside them in short lines that the scripts read, each with a sum of its own, so that a move touches two of them
however many race::

    h   running 17 40 1796043600123 1796043900000 1796043600000 2 penalty 5000 <sum>
    3   racing 12 1 - <sum>

the head (status, version, number of the last event and its instant, when something is due, the start, how many still
race, what errors cost and how many milliseconds), and from the start on a line for each seat: see `progress_body`. A
hyphen stands for what there is not.
"""

from __future__ import annotations

import re
from hashlib import sha1
from typing import TYPE_CHECKING, NamedTuple

from service.game.errors import BrokenSave
from service.play.race_events import MOST_MISTAKES
from service.storage.valkey.fields import SUM_LENGTH

if TYPE_CHECKING:
    from service.play.race import Race

TERMS, STATE, SEAL, HEAD = "t", "s", "e", "h"

MOST_EVENTS = 24_000
"""About how many events of a race are kept; who asks for older ones is told to begin anew.

There is room for 64 racers who turn 104 cards each and make the mistakes that are told, and for 4,500 of the lobby.
"""

_NONE = "-"
_NUMBER, _WORD = r"(\d{1,15})", "([a-z]{1,10})"
_MAYBE = rf"(\d{{1,15}}|{_NONE})"
_HEAD = re.compile(
    " ".join((_WORD, _NUMBER, _NUMBER, _NUMBER, _MAYBE, _MAYBE, r"(\d{1,2})", _WORD, _NUMBER)), re.ASCII
)


class Head(NamedTuple):
    """The numbers of a race. Instants in milliseconds since 1970."""

    status: str
    version: int
    seq: int
    at: int
    due: int | None
    starts_at: int | None
    racing: int
    errors: str
    penalty_ms: int

    @staticmethod
    def of(race: Race) -> Head:
        """The head that goes with a race."""
        return Head(
            race.status,
            race.version,
            race.seq,
            race.updated_at,
            race.due,
            race.starts_at,
            race.racing,
            race.terms.errors,
            race.terms.penalty_ms,
        )

    @property
    def body(self) -> bytes:
        """The head as text; the inverse of `parse`."""
        return " ".join(_NONE if word is None else f"{word}" for word in self).encode()

    @staticmethod
    def parse(body: bytes) -> Head:
        """The head with this text; `BrokenSave`."""
        found = _HEAD.fullmatch(body.decode("ascii", "replace"))
        if found is None:
            raise BrokenSave("the head of the race cannot be read")
        status, version, seq, at, due, starts_at, racing, errors, penalty_ms = found.groups()
        return Head(
            status,
            int(version),
            int(seq),
            int(at),
            _maybe(due),
            _maybe(starts_at),
            int(racing),
            errors,
            int(penalty_ms),
        )


def summed(race_id: str, name: str, body: bytes) -> bytes:
    """A line as it is stored, for a seat under its number, for the head under the seal of the facts."""
    return body + b" " + _sum(race_id, name, body)


def unsummed(race_id: str, name: str, line: bytes) -> bytes:
    """The inverse of `summed`; `BrokenSave` if the sum does not fit."""
    body, _, known = line.rpartition(b" ")
    if known != _sum(race_id, name, body):
        raise BrokenSave("the sum does not fit the line")
    return body


def lua_race() -> str:
    """What the scripts have to know of it."""
    words = f"'{SEAL}', '{HEAD}', {MOST_EVENTS}, {MOST_MISTAKES}"
    return f"local RACE_SEAL, RACE_HEAD, MOST_EVENTS, MOST_MISTAKES = {words}\n"


def _sum(race_id: str, name: str, body: bytes) -> bytes:
    digest = sha1(b"\0".join((race_id.encode(), name.encode(), body)), usedforsecurity=False)
    return digest.hexdigest()[:SUM_LENGTH].encode()


def _maybe(word: str) -> int | None:
    return None if word == _NONE else int(word)
