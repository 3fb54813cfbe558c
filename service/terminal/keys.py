"""What a line typed at the prompt means for the game at hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.game.decisions import Choice, Exchange
from service.game.policy import best_decision

if TYPE_CHECKING:
    from service.terminal.face import Game

_PILE = re.compile(r"0?([1-9]|1[0-3])|c(?:entre)?", re.IGNORECASE)
_EXCHANGE = re.compile(r"(1[0-3]|[1-9])(?:[. ]([1-8]))?")
CENTRE = 13


@dataclass(frozen=True, slots=True)
class Turn:
    """One request about a game: the last part of its path, and its body."""

    path: str
    body: dict[str, Any] = field(default_factory=dict)


HINT = Turn("hint")


class Misread(Exception):
    """A line that means nothing here; the text says what would."""


def menu(game: Game) -> str:
    """The keys that mean something now."""
    return "  ".join((*_own_keys(game), *_common_keys(game), "[q] leave"))


def read(game: Game, line: str) -> Turn | None:
    """What the line asks for; None to leave, and `Misread`."""
    word = line.strip().lower()
    if word == "q":
        return None
    for key, turn, offered in _letters(game):
        if word == key and offered:
            return turn
    move = _move(game, word)
    if move is None:
        raise Misread(f"press one of {menu(game)}")
    return move


def unattended(game: Game) -> Turn:
    """The next request of a game that plays itself; the service does so only where nobody could gain by it."""
    if _may_autoplay(game):
        return Turn("autoplay")
    if game["choices"] is None:
        return Turn("step", {"pile": game["hand"]["home"]})
    decision = best_decision([Choice(way["pile"], way.get("depth")) for way in game["choices"]])
    if isinstance(decision, Exchange):
        return Turn("reprieve", {"pile": decision.pile, "depth": decision.depth})
    return Turn("fork", {"pile": game["choices"][0]["pile"]})


def _own_keys(game: Game) -> list[str]:
    if game["finished_at"] is not None:
        return []
    if game["status"] == "awaiting_reprieve":
        return ["[5.2] take the second card from the top at five", "[5] the deepest there", "[d] decline"]
    if game["status"] == "awaiting_fork":
        return [f"[{way['pile']}] go on at {game['piles'][way['pile'] - 1]['label']}" for way in game["choices"]]
    return ["[1-12, c] pile for the card in hand"] if game["mode"] == "placement" else ["[Enter] step"]


def _common_keys(game: Game) -> list[str]:
    names = {"a": "autoplay", "h": "hint", "u": "undo"}
    return [f"[{key}] {names[key]}" for key, _, offered in _letters(game) if offered and key in names]


def _letters(game: Game) -> list[tuple[str, Turn, bool]]:
    """The keys that are letters: what each asks for, and whether the game offers it now."""
    going_on = game["finished_at"] is None
    return [
        ("a", Turn("autoplay"), going_on and _may_autoplay(game)),
        ("h", HINT, going_on and game["practice"]),
        ("u", Turn("undo"), game["practice"] and game["status"] != "abandoned"),
        ("d", Turn("reprieve", {"decline": True}), game["status"] == "awaiting_reprieve"),
    ]


def _may_autoplay(game: Game) -> bool:
    return bool(game["mode"] == "reveal" or game["practice"])


def _move(game: Game, word: str) -> Turn | None:
    if game["finished_at"] is not None:
        return None
    if game["status"] == "awaiting_reprieve":
        return _exchange(game, word)
    if game["mode"] == "reveal" and game["status"] == "in_progress":
        return Turn("step") if not word else None
    pile = pile_named(word)
    if pile is None:
        return None
    return Turn("fork" if game["status"] == "awaiting_fork" else "step", {"pile": pile})


def _exchange(game: Game, word: str) -> Turn | None:
    found = _EXCHANGE.fullmatch(word)
    if found is None:
        return None
    pile = int(found[1])
    depth = int(found[2]) if found[2] else max(1, game["piles"][pile - 1]["face_down"])
    return Turn("reprieve", {"pile": pile, "depth": depth})


def pile_named(word: str) -> int | None:
    """The pile that is named so; None if none is."""
    found = _PILE.fullmatch(word)
    return None if found is None else int(found[1]) if found[1] else CENTRE
