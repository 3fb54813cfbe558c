"""The dial as text, twelve hours in a circle round the centre: pure, from the API's game document."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

Game = dict[str, Any]
"""A game as the API answers it."""

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CENTRE = 13
CELL = 11
LONGEST_FRACTION = 11
REACH = (30, 7)
"""How many columns and rows the hours stand from the centre."""


_LEGEND = "▒ face down   · none face down   ♠♥♦♣ face up"
_ARROW = "   ▸ where the card in hand goes"
_FINALE = "\n(7♥) the deepest card of a pile, which is dealt face up"


def face(game: Game, width: int = 80) -> str:
    """The dial, styled with ANSI codes: of each pile its label, its face-down cards as a count, and its cards up.

    The pile where the card in hand belongs is marked with an arrow as well as by colour. Where the circle is wider
    than the terminal, each pile is a line instead.
    """
    if width < 2 * REACH[0] + CELL:
        return "\n".join(_line(game, pile) for pile in game["piles"])
    rows = [[" "] * (2 * REACH[0] + CELL) for _ in range(2 * REACH[1] + 2)]
    for pile in game["piles"]:
        x, y = _place(pile["pile"])
        for row, line in zip(rows[y : y + 2], (_head(game, pile), _cards_up(pile)), strict=True):
            _write(row, x, line)
    return "\n".join("".join(row).rstrip() for row in rows)


def status(game: Game) -> str:
    """Below the dial: the card in hand and where it goes, the flips, the odds, and what the signs mean."""
    seen = f"{game['locking_seen']} of {game['cards'] // 13} {_name(game['locking_rank'])} seen"
    flips = f"Flips {game['flips']} of {game['cards']}, {game['hidden']} face down, {seen}"
    legend = _LEGEND + (_ARROW if _tells_home(game) else "") + (_FINALE if _shows_finales(game) else "")
    return "\n".join((in_hand(game), flips + _counts(game), _odds(game), legend))


def _counts(game: Game) -> str:
    """What is counted beside the flips, where there is any of it."""
    counted = {"restarts": game["restarts"], "wrong piles": game["placement_errors"]}
    return "".join(f", {name} {number}" for name, number in counted.items() if number)


def _odds(game: Game) -> str:
    win = game["odds"]["win"]
    what = "get through without a restart" if game["rules"]["on_lock"] == "restart" else "win"
    return f"Chance to {what} {chance(win)}"


def chance(odds: Mapping[str, Any]) -> str:
    """A probability in per cent, behind the fraction itself unless that is long."""
    percent = f"{100 * odds['value']:.1f} %"
    exact = f"{odds['numerator']}/{odds['denominator']}"
    return f"{exact} ({percent})" if len(exact) <= LONGEST_FRACTION else percent


def _tells_home(game: Game) -> bool:
    """Whether the board may tell where the card in hand goes: to place it is what the other mode is about."""
    return bool(game["mode"] == "reveal" and game["status"] != "awaiting_reprieve")


def _shows_finales(game: Game) -> bool:
    return any(pile["finale"] for pile in game["piles"])


def card(code: str) -> str:
    """A card as rank and suit sign, red ones in red."""
    return click.style(f"{_rank(code[0])}{SUITS[code[1]]}", fg="red" if code[1] in "HD" else None)


def in_hand(game: Game) -> str:
    """The card in hand, and where it goes if that may be told."""
    hand = game["hand"]
    if hand is None:
        return "In hand: nothing"
    came = f"In hand: {card(hand['card'])} from {_label(game, hand['from'])}"
    if game["status"] == "awaiting_reprieve":
        return f"{came}, which locks the game. Exchange it for a card that lies face down?"
    if game["status"] == "awaiting_fork":
        return f"{came}, its own pile. From which of the two is the next card turned?"
    if not _tells_home(game):
        return f"{came}. Where does it go?"
    verb = "goes back under" if hand["from"] == hand["home"] else "goes to"
    return f"{came}, {verb} {_label(game, hand['home'])}"


def _label(game: Game, number: int) -> str:
    label = game["piles"][number - 1]["label"]
    return f"the {label}" if number == CENTRE else str(label)


def _name(rank: str) -> str:
    return "queens" if rank == "Q" else "kings"


def _place(number: int) -> tuple[int, int]:
    """Column and row of a pile's cell; hour h stands h twelfths of the way round."""
    across, down = (0, 0) if number == CENTRE else REACH
    angle = number * pi / 6
    # Twice: what falls between two rows must do so exactly, on the left as on the right.
    return round(round(REACH[0] + across * sin(angle), 6)), round(round(REACH[1] - down * cos(angle), 6))


def _line(game: Game, pile: Mapping[str, Any]) -> str:
    head = _head(game, pile)
    return f"{head}{' ' * (CELL - len(click.unstyle(head)))}{_cards_up(pile)}".rstrip()


def _head(game: Game, pile: Mapping[str, Any]) -> str:
    target = game["hand"] is not None and _tells_home(game) and pile["pile"] == game["hand"]["home"]
    name = "centre" if pile["pile"] == CENTRE else str(pile["pile"])
    text = f"{'▸' if target else ' '}{name} {'▒' if pile['face_down'] else '·'}{pile['face_down'] or ''}"
    finale = f"({card(pile['finale'])})" if pile["finale"] else ""
    return (click.style(text, fg="yellow", bold=True) if target else text) + finale


def _cards_up(pile: Mapping[str, Any]) -> str:
    """The rank once, then the suits of the cards that are up."""
    if not pile["face_up"]:
        return ""
    return f"{_rank(pile['rank'])} {''.join(_suit(code[1]) for code in pile['face_up'])}"


def _rank(letter: str) -> str:
    return "10" if letter == "T" else letter


def _suit(letter: str) -> str:
    return click.style(SUITS[letter], fg="red") if letter in "HD" else SUITS[letter]


def _write(row: list[str], x: int, text: str) -> None:
    """Put a styled text into the middle of a cell: the whole of it in one place, nothing in those it covers."""
    width = len(click.unstyle(text))
    start = x + (CELL - width) // 2
    row[start : start + width] = [text] + [""] * (width - 1) if width else []
