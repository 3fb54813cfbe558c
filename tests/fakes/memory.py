"""What the fakes of the live store share: the time, the logins, and everything kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.play.errors import IdempotencyKeyReused, InsufficientScope, QuotaExceeded, Unauthenticated
from service.play.quota import Policy, Quota
from service.play.record import GameRecord
from tests.builders import OPENED_AT

if TYPE_CHECKING:
    from datetime import date

    from service.play import identity
    from service.play.caller import Caller
    from service.play.commitments import Commitment
    from service.play.race import Race
    from service.play.race_events import RaceEvent
    from service.play.race_terms import RaceTerms
    from service.play.sessions import LinkCode, Scope
    from service.play.tickets import Ticket

GENEROUS = Policy("player", burst=1_000, interval_ms=10)


@dataclass
class Login:
    player_id: str
    scopes: frozenset[Scope]
    expires_at: int


@dataclass
class Promise:
    """A commitment, whose it is, and whether it was used."""

    player_id: str
    commitment: Commitment
    used: bool = False


@dataclass
class Entry:
    """An ended game or race on its way to the results."""

    ended: GameRecord | Race
    attempts: int = 0
    trials: int = 0

    @property
    def record(self) -> GameRecord | None:
        return self.ended if isinstance(self.ended, GameRecord) else None

    @property
    def race(self) -> Race | None:
        return None if isinstance(self.ended, GameRecord) else self.ended


@dataclass
class Memory:
    """One live store; set `now` to let time pass."""

    policy: Policy = GENEROUS
    now: int = OPENED_AT
    open_limit: int = 100
    logins: dict[str, Login] = field(default_factory=dict)
    links: dict[str, tuple[str, LinkCode]] = field(default_factory=dict)
    games: dict[str, GameRecord] = field(default_factory=dict)
    discarded: set[str] = field(default_factory=set)
    promises: dict[str, Promise] = field(default_factory=dict)
    outbox: dict[str, Entry] = field(default_factory=dict)
    dead: list[tuple[str, str]] = field(default_factory=list)
    """The dead letters: game id and reason."""
    letters: dict[str, tuple[GameRecord | Race, str]] = field(default_factory=dict)
    """The same, by their ids, with all that was delivered."""
    due: dict[tuple[str, str], float] = field(default_factory=dict)
    """When everything charged so far is earned back, by policy and whom."""
    attempts: dict[tuple[str, date, str], str] = field(default_factory=dict)
    """The game of each attempt at a daily deal, by player, day and variant."""
    races: dict[str, Race] = field(default_factory=dict)
    race_events: dict[str, list[RaceEvent]] = field(default_factory=dict)
    raced: dict[str, GameRecord] = field(default_factory=dict)
    """The games of racers."""
    aims: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Payload and race of what is about to be done under an idempotency key, by player and scope."""
    meetings: dict[RaceTerms, tuple[str, int]] = field(default_factory=dict)
    """The race to meet in, and until when, by terms."""
    tickets: dict[str, tuple[identity.Login, Ticket]] = field(default_factory=dict)
    """Tickets, and the logins they were taken with."""
    done: dict[tuple[str, str], tuple[str, Any]] = field(default_factory=dict)
    """Payload and answer of what was done under an idempotency key, by player and scope."""

    def admit(self, caller: Caller, needed: Scope) -> None:
        """What every call with a caller does first."""
        login = self.logins.get(caller.token.digest)
        if login is None or login.expires_at <= self.now:
            raise Unauthenticated
        if needed not in login.scopes and "play" not in login.scopes:
            raise InsufficientScope(needed)
        caller.quota = self.charge(self.policy, caller.token.player_id, 1)

    def lives(self, login: identity.Login) -> bool:
        """Whether the login is still good."""
        known = self.logins.get(login.digest)
        return known is not None and known.player_id == login.player_id and known.expires_at > self.now

    def charge(self, policy: Policy, whom: str, cost: int) -> Quota:
        full = self.now + policy.burst * policy.interval_ms
        due = self.due[policy.name, whom] = min(max(self.due.get((policy.name, whom), 0), self.now), full)
        debt = due - self.now + cost * policy.interval_ms
        if due - self.now + max(cost, 1) * policy.interval_ms > policy.burst * policy.interval_ms:
            raise QuotaExceeded(policy.quota(due - self.now))
        self.due[policy.name, whom] = self.now + debt
        return policy.quota(debt)

    def recall(self, caller: Caller) -> Any | None:
        """The answer that the caller's idempotency key has already had; `IdempotencyKeyReused`."""
        if caller.once is None or (caller.token.player_id, caller.once.scope) not in self.done:
            return None
        payload, answer = self.done[caller.token.player_id, caller.once.scope]
        if payload != caller.once.payload:
            raise IdempotencyKeyReused
        caller.replayed = True
        return answer

    def remember(self, caller: Caller, answer: Any) -> None:
        if caller.once is not None:
            self.done[caller.token.player_id, caller.once.scope] = caller.once.payload, answer
