"""The choices that some rules leave to the player; `str` and `parse_decision` are inverse."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from service.game.errors import InvalidDecision

if TYPE_CHECKING:
    from collections.abc import Iterable

Question = Literal["reprieve", "fork"]
"""What the player may be asked: which card to exchange for the locking one, or which way to go on."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put the locking card face down in the place of another, which is taken in hand."""

    pile: int
    depth: int
    """1 is the top of the pile's face-down cards."""

    def __str__(self) -> str:
        return f"r{self.pile}.{self.depth}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Let the game be lost."""

    def __str__(self) -> str:
        return "d"


@dataclass(frozen=True, slots=True)
class Fork:
    """Take the next card from this pile."""

    pile: int

    def __str__(self) -> str:
        return f"f{self.pile}"


Decision = Exchange | Decline | Fork


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide; `depth` is None at a fork, where only the pile is chosen."""

    pile: int
    depth: int | None


_NUMBER = "([1-9][0-9]?)"
_EXCHANGE, _FORK = re.compile(rf"r{_NUMBER}\.{_NUMBER}"), re.compile(f"f{_NUMBER}")


def parse_decision(code: str) -> Decision:
    """The decision with this code; `InvalidDecision` if there is none."""
    if code == str(Decline()):
        return Decline()
    if found := _EXCHANGE.fullmatch(code):
        return Exchange(int(found[1]), int(found[2]))
    if found := _FORK.fullmatch(code):
        return Fork(int(found[1]))
    raise InvalidDecision(f"{code[:20]!r} is no decision")


def print_decisions(decisions: Iterable[Decision]) -> str:
    """The decisions in one short text, in the order in which they were made; empty if there are none."""
    return ",".join(map(str, decisions))


def parse_decisions(code: str) -> tuple[Decision, ...]:
    """The decisions with this code; the inverse of `print_decisions`, and `InvalidDecision` if there are none."""
    return tuple(map(parse_decision, code.split(","))) if code else ()
