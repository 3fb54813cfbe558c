"""What a line typed at a race means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.terminal.course import entry_of, may_start
from service.terminal.keys import Misread, pile_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.terminal.course import Race
    from service.terminal.face import Game

__all__ = ["Misread", "menu", "read"]

PILES = "[1-12, c] pile for the card in hand"


def menu(race: Race, me: str, game: Game | None) -> str:
    """The keys that mean something now."""
    piles = [PILES] if _is_racing(game) else []
    return "  ".join((*piles, *(f"[{key}] {words}" for key, _, words in _letters(race, me, game))))


def read(race: Race, me: str, game: Game | None, line: str) -> int | str | None:
    """A pile, or what to do: an action on the race, or `stop`; None for an empty line, and `Misread`."""
    word = line.strip().lower()
    if not word:
        return None
    for key, wish, _ in _letters(race, me, game):
        if word == key:
            return wish
    pile = pile_named(word) if _is_racing(game) else None
    if pile is None:
        raise Misread(f"press one of {menu(race, me, game)}")
    return pile


def _letters(race: Race, me: str, game: Game | None) -> Iterator[tuple[str, str, str]]:
    """The keys that are letters: what each asks for, and in words."""
    entry = entry_of(race, me)
    is_open = race["status"] == "open"
    if entry and is_open and entry["seat"] != race["host"] and not entry["ready"]:
        yield "r", "ready", "ready"
    if entry and entry["seat"] == race["host"] and may_start(race):
        yield "s", "start", "start"
    if entry and is_open:
        yield "q", "leave", "leave"
    elif _is_racing(game):
        yield "q", "forfeit", "give up"
    else:
        yield "q", "stop", "stop watching"


def _is_racing(game: Game | None) -> bool:
    return game is not None and game["result"] is None
