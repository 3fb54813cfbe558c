"""Reading a save document as far as it can be read, and noting whatever cannot."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, get_args

from service.game.cards import Card
from service.game.deal import PILES
from service.game.errors import InvalidCard, Violation
from service.game.game import Mode
from service.game.rules import MOST_CARDS, OPTIONS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORMAT = "clock-save/1"
"""The format that is written, and the only one that is read."""

MODES = get_args(Mode)
FIELDS = ("format", "rules", "mode", "piles", "hand")
PILE_FIELDS = ("pile", "face_down", "face_up")
HAND_FIELDS = ("card", "from")
_STANDARD: dict[str, object] = Rules().options
_MISSING, _UNKNOWN = "Missing data for required field.", "Unknown field."
_VERSION = re.compile("clock-save/(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a card in the document, and the card if there is one."""

    pointer: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class SketchedPile:
    """A pile as far as it could be read; a list that could not be is None."""

    pointer: str
    number: int | None
    """Which it is said to be."""
    face_down: tuple[Spot, ...] | None
    face_up: tuple[Spot, ...] | None


@dataclass(frozen=True, slots=True)
class SketchedHand:
    """The card in hand as far as it could be read."""

    card: Spot
    """Without a card where the game has ended."""
    source: int | None
    """The pile that it came from."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A save document as far as it could be read."""

    options: Mapping[str, object]
    """The rule options with a value that exists, those left out being the standard game's."""
    mode: object
    """The mode, or None."""
    piles: tuple[SketchedPile, ...] | None
    hand: SketchedHand | None
    violations: tuple[Violation, ...]
    """What could not be read."""


def sketch(document: object) -> Sketch:
    """What can be read of a value that came as JSON."""
    reader = _Reader()
    got = reader.fields(document, "", FIELDS)
    if "format" in got:
        reader.format(got["format"])
    options = reader.options(got["rules"]) if "rules" in got else {}
    mode = reader.one_of(got["mode"], "/mode", MODES) if "mode" in got else None
    piles = reader.piles(got["piles"]) if "piles" in got else None
    hand = reader.hand(got["hand"]) if "hand" in got else None
    return Sketch(options, mode, piles, hand, tuple(reader.violations))


def pointer(at: str, step: str | int) -> str:
    """The JSON pointer (RFC 6901) one step further."""
    return f"{at}/{str(step).replace('~', '~0').replace('/', '~1')}"


@dataclass(slots=True)
class _Reader:
    """Goes over the document once."""

    violations: list[Violation] = field(default_factory=list)

    def refuse(self, at: str, detail: str) -> None:
        """Note it."""
        self.violations.append(Violation(at, detail))

    def fields(
        self, value: object, at: str, required: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, object]:
        """The fields that belong there, and are."""
        if not isinstance(value, dict):
            self.refuse(at, "Not an object.")
            return {}
        for name in required:
            if name not in value:
                self.refuse(pointer(at, name), _MISSING)
        for name in value:
            if name not in (*required, *optional):
                self.refuse(pointer(at, name), _UNKNOWN)
        return {name: value[name] for name in (*required, *optional) if name in value}

    def format(self, value: object) -> None:
        if value == FORMAT:
            return
        version = _VERSION.fullmatch(value) if isinstance(value, str) else None
        if version is None:
            self.refuse("/format", f"Must be {FORMAT}.")
        elif version[1] == "0":
            self.refuse("/format", f"There never was a version 0: saves begin with {FORMAT}.")
        else:
            self.refuse("/format", f"Version {version[1]} is newer than what is read here, which is {FORMAT}.")

    def options(self, value: object) -> dict[str, object]:
        got = self.fields(value, "/rules", (), tuple(OPTIONS))
        if not isinstance(value, dict):
            return {}
        chosen = {name: self.one_of(one, pointer("/rules", name), OPTIONS[name]) for name, one in got.items()}
        return _STANDARD | chosen

    def piles(self, value: object) -> tuple[SketchedPile, ...] | None:
        if not isinstance(value, list):
            self.refuse("/piles", "Not a list.")
            return None
        if len(value) > len(PILES):
            self.refuse(pointer("/piles", len(PILES)), f"There are {len(PILES)} piles, not {len(value)}.")
        return tuple(self._pile(pile, pointer("/piles", index)) for index, pile in enumerate(value[: len(PILES)]))

    def hand(self, value: object) -> SketchedHand | None:
        if value is None:
            self.refuse("/hand", "Without a card in hand the game has ended, and ended games are not saved.")
            return SketchedHand(Spot("/hand", None), None)
        if not isinstance(value, dict):
            self.refuse("/hand", "Not an object.")
            return None
        got = self.fields(value, "/hand", HAND_FIELDS)
        card = self._card(got["card"], "/hand/card") if "card" in got else None
        source = self._pile_number(got["from"], "/hand/from") if "from" in got else None
        return SketchedHand(Spot("/hand/card", card), source)

    def one_of(self, value: object, at: str, offered: Sequence[object]) -> object:
        for one in offered:
            if value == one and type(value) is type(one):
                return one
        self.refuse(at, f"Must be one of: {', '.join(map(str, offered))}.")
        return None

    def _pile(self, value: object, at: str) -> SketchedPile:
        got = self.fields(value, at, PILE_FIELDS)
        number = self._pile_number(got["pile"], pointer(at, "pile")) if "pile" in got else None
        face_down, face_up = (
            self._cards(got[name], pointer(at, name)) if name in got else None for name in ("face_down", "face_up")
        )
        return SketchedPile(at, number, face_down, face_up)

    def _cards(self, value: object, at: str) -> tuple[Spot, ...] | None:
        if not isinstance(value, list):
            self.refuse(at, "Not a list.")
            return None
        if len(value) > MOST_CARDS:
            self.refuse(at, f"No game has more than {MOST_CARDS} cards.")
            return None
        spots = ((card, f"{at}/{index}") for index, card in enumerate(value))
        return tuple(Spot(spot, self._card(card, spot)) for card, spot in spots)

    def _card(self, value: object, at: str) -> Card | None:
        if not isinstance(value, str):
            self.refuse(at, "Not a text.")
            return None
        try:
            return Card.parse(value)
        except InvalidCard:
            self.refuse(at, f"{value[:20]!r} is not a card code such as 7H or KC.")
            return None

    def _pile_number(self, value: object, at: str) -> int | None:
        if type(value) is not int or value not in PILES:
            self.refuse(at, "Must be a whole number from 1 to 13.")
            return None
        return value
