"""What happens in a race, as everyone may follow it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from service.game.errors import BrokenSave

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.race import Race
    from service.play.record import Draft

EventKind = Literal[
    "joined",
    "left",
    "ready",
    "countdown",
    "started",
    "progress",
    "mistake",
    "finished",
    "locked",
    "disqualified",
    "forfeited",
    "timed_out",
    "cancelled",
    "over",
]

_WHO = ("seat",)
_SO_FAR = ("seat", "revealed", "errors")
_FATE = (*_SO_FAR, "time_ms")

FACTS: Mapping[EventKind, tuple[str, ...]] = {
    "joined": _WHO,
    "left": (*_WHO, "reason", "host"),
    "ready": _WHO,
    "countdown": ("starts_at", "ends_at"),
    "started": (),
    "progress": _SO_FAR,
    "mistake": _SO_FAR,
    "finished": _FATE,
    "locked": _FATE,
    "disqualified": _FATE,
    "forfeited": _FATE,
    "timed_out": _FATE,
    "cancelled": ("reason",),
    "over": ("places",),
}
"""The facts of each kind of event, in the order in which they are written.

No fact says who a player is, so that events stay as they are when a player is erased. `reason` of one who left is
``left`` or ``kicked``, and of what was cancelled ``expired`` or ``deserted``; `host` is the host's seat from then on,
None if nobody is left; `places` a list of ``{"seat": 1, "place": 1}``, the best first.
"""

_TEXTS = frozenset(("reason",))

MOST_MISTAKES = 200
"""How many mistakes of one racer are told each by an event of its own; what they do next tells of all."""

LAST: frozenset[EventKind] = frozenset(("cancelled", "over"))
"""The kinds after which nothing happens any more."""


@dataclass(frozen=True, slots=True)
class RaceEvent:
    """Something that happened; `seq` counts from 1 without gaps, `at` in milliseconds since 1970."""

    seq: int
    at: int
    kind: EventKind
    facts: Mapping[str, Any]

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.kind in LAST

    def body(self) -> bytes:
        """The facts as the store keeps them: compact ASCII JSON; the inverse of `parse`."""
        return json.dumps(self.facts, separators=(",", ":")).encode()

    @staticmethod
    def parse(seq: int, at: int, kind: str, body: bytes) -> RaceEvent:
        """The event with these facts; `BrokenSave` for anything that `body` does not write."""
        if kind not in FACTS:
            raise BrokenSave(f"no event is called {kind[:20]!r}")
        known = cast("EventKind", kind)
        try:
            facts = json.loads(body)
        except (ValueError, RecursionError) as fault:
            raise BrokenSave("the facts of an event are no JSON") from fault
        event = RaceEvent(seq, at, known, facts)
        if not isinstance(facts, dict) or tuple(facts) != FACTS[known] or event.body() != body:
            raise BrokenSave(f"not the facts of an event {kind}")
        if not all(_is_sound(name, fact) for name, fact in facts.items()):
            raise BrokenSave(f"a fact of another kind in an event {kind}")
        return event


@dataclass(frozen=True, slots=True)
class Step:
    """What comes of a race in one go."""

    race: Race
    """As it is afterwards; its version is for the store to raise."""
    events: tuple[RaceEvent, ...] = ()
    """What happened, in order; the numbers follow on the last event before."""
    opened: tuple[Draft, ...] = ()
    """The games that are dealt, all of them opened at `race.starts_at`."""
    abandoned: Mapping[int, int] = field(default_factory=dict)
    """The seats whose games end as abandoned without a move of their racers, and when."""
    made: bool = False
    """Whether this answers a request that has made the race."""

    def then(self, after: Step) -> Step:
        """Both this step and one from where it leads to, as one."""
        return Step(
            after.race,
            self.events + after.events,
            self.opened + after.opened,
            {**self.abandoned, **after.abandoned},
            self.made or after.made,
        )


def _is_sound(name: str, fact: object) -> bool:
    """Whether a fact of this name can be such a thing: a text, places, or else a number."""
    if name in _TEXTS:
        return isinstance(fact, str)
    if name == "places":
        return isinstance(fact, list) and all(_is_place(one) for one in fact)
    return type(fact) is int or (name == "host" and fact is None)


def _is_place(one: object) -> bool:
    return (
        isinstance(one, dict) and [*one] == ["seat", "place"] and all(type(number) is int for number in one.values())
    )


def happening(race: Race, at: int, kind: EventKind, facts: Mapping[str, Any], **changes: Any) -> Step:
    """The step in which just this happens and changes these fields of the race; not before its last event."""
    at = max(at, race.updated_at)
    event = RaceEvent(race.seq + 1, at, kind, facts)
    return Step(replace(race, seq=event.seq, updated_at=at, **changes), (event,))
