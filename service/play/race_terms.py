"""On which terms a race is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from service.play.identity import MOST_SEATS
from service.play.race_errors import InvalidTerms

if TYPE_CHECKING:
    from collections.abc import Mapping

Variant = Literal["standard", "big_clock", "twelve_start", "perpetual"]
"""Those in which nobody decides anything."""
Decks = Literal["own", "shared"]
Errors = Literal["count", "penalty", "disqualify"]
Visibility = Literal["public", "private"]
Start = Literal["host", "full"]

CAPACITIES = range(2, MOST_SEATS + 1)
TIME_LIMITS_S = range(10, 901)
PENALTIES_MS = range(60_001)
USUAL_PENALTY_MS = 5_000


@dataclass(frozen=True, slots=True)
class RaceTerms:
    """What is agreed when a race is made; `InvalidTerms` for what is not offered."""

    capacity: int
    variant: Variant = "standard"
    decks: Decks = "own"
    errors: Errors = "count"
    penalty_ms: int = 0
    """What each error adds to the finishing time; 0 unless `errors` is ``penalty``."""
    time_limit_s: int = 300
    visibility: Visibility = "public"
    start: Start = "host"

    def __post_init__(self) -> None:
        for option, values in CHOICES.items():
            if getattr(self, option) not in values:
                raise InvalidTerms(option, f"must be one of {', '.join(values)}")
        for option, numbers in NUMBERS.items():
            if type(value := getattr(self, option)) is not int or value not in numbers:
                raise InvalidTerms(option, f"must be a whole number from {numbers[0]} to {numbers[-1]}")
        if self.penalty_ms and self.errors != "penalty":
            raise InvalidTerms("penalty_ms", f"goes only with errors penalty, not {self.errors}")


CHOICES: dict[str, tuple[str, ...]] = {
    option: get_args(kind) for option, kind in get_type_hints(RaceTerms).items() if kind is not int
}
"""The terms that are words, each with those on offer."""

NUMBERS = {"capacity": CAPACITIES, "penalty_ms": PENALTIES_MS, "time_limit_s": TIME_LIMITS_S}
"""The terms that are numbers, each with its range."""


def terms_of(asked: Mapping[str, Any]) -> RaceTerms:
    """The terms with these options, the others as usual; `InvalidTerms`."""
    usual = {"penalty_ms": USUAL_PENALTY_MS} if asked.get("errors") == "penalty" else {}
    return RaceTerms(**(usual | dict(asked)))
