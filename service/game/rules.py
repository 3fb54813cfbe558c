"""Rules as data: the options of a game, and the named variants, which are presets of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from service.game.cards import RANKS
from service.game.deal import Dealing  # noqa: TC001 -- OPTIONS reads the field types at run time
from service.game.errors import InvalidRules

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values of two options that make no game together; `service.content.rulebook` has the reason in words."""

    option: str
    value: object
    other: str
    clash: object

    @property
    def refusal(self) -> str:
        """What the value does not go with."""
        return f"{self.value} does not go with {self.other} {self.clash}"


CONFLICTS = (
    Conflict("reprieves", 1, "finales", "face_up"),
    Conflict("reprieves", 1, "on_lock", "restart"),
    Conflict("fork", "opposite", "opening_pile", 12),
    Conflict("fork", "opposite", "decks", 2),
    Conflict("fork", "opposite", "finales", "face_up"),
    Conflict("fork", "opposite", "reprieves", 1),
    Conflict("fork", "opposite", "on_lock", "restart"),
)
"""Everything that does not combine; everything else does."""


def conflicts(options: Mapping[str, object]) -> list[Conflict]:
    """Every pair of values among these options that makes no game; those left out clash with nothing."""
    return [
        conflict
        for conflict in CONFLICTS
        if (options.get(conflict.option), options.get(conflict.other)) == (conflict.value, conflict.clash)
    ]


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
        clashes = conflicts(self.options)
        if clashes:
            raise InvalidRules(clashes[0].option, clashes[0].refusal, clashes[0])

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option, by its name."""
        return {option: getattr(self, option) for option in OPTIONS}

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

_NAMES = {rules: name for name, rules in VARIANTS.items()}

MOST_CARDS = 52 * max(get_args(get_type_hints(Rules)["decks"]))
"""The most cards that a game can have, and so the most flips that a chain can be long."""

CUSTOM = "custom"


def variant_of(rules: Rules) -> str:
    """The name of the variant with these rules, else ``custom``."""
    return _NAMES.get(rules, CUSTOM)
