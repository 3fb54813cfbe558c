"""What the live store keeps about a player besides games and races, as the player may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.play.commitments import Commitment
    from service.play.identity import Login
    from service.play.sessions import Scope


@dataclass(frozen=True, slots=True)
class KeptLogin:
    """A login, without anything by which it could be used or found; `expires_at` in milliseconds since 1970."""

    scopes: frozenset[Scope]
    expires_at: int
    """When it is gone unless it is used; within a day of that, each use puts it off."""
    current: bool
    """Whether it is the one that asks."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The game that was a player's one attempt at a variant's deal of a day."""

    day: date
    variant: str
    game_id: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Logins, those that expire last first; commitments that no deal has used, by expiry; attempts, by day."""

    logins: Sequence[KeptLogin]
    commitments: Sequence[Commitment]
    attempts: Sequence[Attempt]


class Keeping(Protocol):
    """All that is kept about a player in the live store but for what opens something within minutes or a day.

    Every method may raise `StoreUnavailable`.
    """

    def of(self, login: Login) -> Kept:
        """What is kept about the player of this login. This charges nothing, and lets no login live on."""
