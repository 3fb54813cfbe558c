"""The first field of a stored game: what kind of game it is, and what its player has decided so far.

Seven words in one text::

    2 random ranked reveal standard -
    2 daily/20261130 ranked placement watch -
    2 import/17 practice reveal 1:12:packets:0:face_down:end:none -
    2 random practice placement watch r5.4
    2 race/300 ranked placement standard -

the format; the `DealKind`, with the day of a daily deal, the position at which an import began or the seconds that a
race may take; ranked, casual or practice; the mode; the variant or `Rules.code`; and the decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal, cast, get_args

from service.game.decisions import parse_decisions, print_decisions
from service.game.errors import BrokenSave
from service.game.game import Mode
from service.game.rules import CUSTOM, VARIANTS, Rules
from service.play.record import DealKind, Draft
from service.storage.valkey.fields import FORMAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.decisions import Decision

NONE = "-"
"""How an empty list of decisions is written, so that the words can be told apart."""

_PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game; `start` is the position at which it was opened."""

    kind: DealKind
    day: date | None
    time_limit_s: int | None
    start: int
    practice: bool
    mode: Mode
    rules: Rules
    decisions: tuple[Decision, ...]


def print_terms(draft: Draft, decisions: Sequence[Decision]) -> bytes:
    """The terms of a game whose player has made these decisions."""
    standing = _PRACTICE if draft.practice else "ranked" if draft.ranked else "casual"
    rules = draft.game.rules.code if draft.variant == CUSTOM else draft.variant
    words = FORMAT, _origin(draft), standing, draft.game.mode, rules, decided(decisions)
    return " ".join(words).encode()


def parse_terms(text: bytes) -> Terms:
    """The terms with this text, in this or another spelling; `ValueError` or `GameError` if there are none."""
    number, *words = text.decode().split(" ")
    if number != FORMAT:
        raise BrokenSave(f"its format is {number[:9]!r}, and only {FORMAT} is read")
    origin, standing, mode, rules, decisions = words
    if mode not in get_args(Mode):
        raise ValueError(mode)
    kind, _, place = origin.partition("/")
    return Terms(
        kind=DealKind(kind),
        day=date.fromisoformat(place) if kind == DealKind.DAILY else None,
        time_limit_s=int(place) if kind == DealKind.RACE else None,
        start=int(place) if kind == DealKind.IMPORT else 1,
        practice=standing == _PRACTICE,
        mode=cast("Literal['reveal', 'placement']", mode),
        rules=VARIANTS.get(rules) or Rules.parse(rules),
        decisions=parse_decided(decisions),
    )


def decided(decisions: Sequence[Decision]) -> str:
    """The decisions as one word."""
    return print_decisions(decisions) or NONE


def parse_decided(word: str) -> tuple[Decision, ...]:
    """The decisions in this word; the inverse of `decided`. Raises `InvalidDecision`."""
    return () if word == NONE else parse_decisions(word)


def _origin(draft: Draft) -> str:
    if draft.kind is DealKind.IMPORT:
        return f"{draft.kind}/{draft.game.cursor}"
    if draft.time_limit_s is not None:
        return f"{draft.kind}/{draft.time_limit_s}"
    return f"{draft.kind}/{draft.day:%Y%m%d}" if draft.day else draft.kind
