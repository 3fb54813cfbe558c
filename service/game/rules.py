"""Rules as data: the options of a game, and the named variants, which are presets of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args, get_type_hints

from service.game.cards import RANKS
from service.game.deal import Dealing  # noqa: TC001 -- OPTIONS reads the field types at run time
from service.game.errors import InvalidRules


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values of two options that make no game together, and why."""

    option: str
    value: object
    other: str
    clash: object
    reason: str

    @property
    def sentence(self) -> str:
        """What is refused, and the reason."""
        return f"{self.value} does not go with {self.other} {self.clash}: {self.reason}"


CONFLICTS = (
    Conflict("reprieves", 1, "finales", "face_up", "the exchange must not be chosen with its outcome in sight"),
    Conflict("reprieves", 1, "on_lock", "restart", "a lock is either put off or restarted from"),
    Conflict("fork", "opposite", "opening_pile", 12, "an opening hour could be passed over, and would not lock"),
    Conflict("fork", "opposite", "decks", 2, "forks are played with one deck"),
    Conflict("fork", "opposite", "finales", "face_up", "visible finales would let the player steer to a win"),
    Conflict("fork", "opposite", "reprieves", 1, "one game asks for one kind of decision"),
    Conflict("fork", "opposite", "on_lock", "restart", "forks are played to the lock"),
)
"""Everything that does not combine; everything else does."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options under which a game is played; `code` and `parse` are inverse."""

    decks: Literal[1, 2] = 1
    opening_pile: Literal[12, 13] = 13
    dealing: Dealing = "one_at_a_time"
    reprieves: Literal[0, 1] = 0
    finales: Literal["face_down", "face_up"] = "face_down"
    on_lock: Literal["end", "restart"] = "end"
    fork: Literal["none", "opposite"] = "none"

    def __post_init__(self) -> None:
        for option, values in OPTIONS.items():
            value = getattr(self, option)
            if not any(value == offered and type(value) is type(offered) for offered in values):
                raise InvalidRules(option, f"must be one of {', '.join(map(str, values))}")
        for conflict in CONFLICTS:
            if (getattr(self, conflict.option), getattr(self, conflict.other)) == (conflict.value, conflict.clash):
                raise InvalidRules(conflict.option, conflict.sentence)

    @property
    def cards(self) -> int:
        """How many cards are dealt: 52 or 104."""
        return 52 * self.decks

    @property
    def locking_cards(self) -> int:
        """How many cards of the locking rank there are: 4 a deck."""
        return 4 * self.decks

    @property
    def asks(self) -> bool:
        """Whether a game may come to a decision of the player's."""
        return self.reprieves > 0 or self.fork != "none"

    @property
    def locking_rank(self) -> str:
        """The rank whose last card ends the game: the opening pile's own."""
        return RANKS[self.opening_pile - 1]

    @property
    def code(self) -> str:
        """All options in one short text, in the order of the fields."""
        return ":".join(str(getattr(self, option)) for option in OPTIONS)

    @staticmethod
    def parse(code: str) -> Rules:
        """The rules with this code; `InvalidRules` if there are none."""
        texts = code.split(":")
        if len(texts) != len(OPTIONS):
            raise InvalidRules("code", f"has {len(texts)} options instead of {len(OPTIONS)}")
        options: dict[str, Any] = {
            option: next((value for value in values if str(value) == text), text)
            for (option, values), text in zip(OPTIONS.items(), texts, strict=True)
        }
        return Rules(**options)


OPTIONS: dict[str, tuple[object, ...]] = {option: get_args(kind) for option, kind in get_type_hints(Rules).items()}
"""Every option with the values that it may have, in the order of the fields."""

VARIANTS: dict[str, Rules] = {
    "standard": Rules(),
    "watch": Rules(reprieves=1),
    "watch_fork": Rules(fork="opposite"),
    "big_clock": Rules(decks=2),
    "big_clock_watch": Rules(decks=2, reprieves=1),
    "face_up_finales": Rules(finales="face_up"),
    "perpetual": Rules(on_lock="restart"),
    "twelve_start": Rules(opening_pile=12),
}
"""The named variants."""

MOST_CARDS = 52 * max(get_args(get_type_hints(Rules)["decks"]))
"""The most cards that a game can have, and so the most flips that a chain can be long."""

CUSTOM = "custom"


def variant_of(rules: Rules) -> str:
    """The name of the variant with these rules, else ``custom``."""
    return next((name for name, preset in VARIANTS.items() if preset == rules), CUSTOM)
