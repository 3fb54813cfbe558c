"""A race in text: who is how far, and what has happened. Pure, from the API's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from service.game.rules import VARIANTS
from service.terminal.course import FATES, MOVES
from service.terminal.naming import SEATINGS
from service.terminal.stream import SNAPSHOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.terminal.course import Entry, Race
    from service.terminal.stream import Event

BAR = 26
"""How many columns a racer's whole way takes."""
NAME = 20

_FATES = {
    "finished": "cleared the dial",
    "locked": "locked",
    "disqualified": "disqualified",
    "forfeited": "gave up",
    "timed_out": "out of time",
}


def table(race: Race, me: str | None = None, most: int | None = None) -> list[str]:
    """A line for each racer: by place at the end, before it by seat; at most so many, one's own among them."""
    entries = sorted(race["entries"], key=lambda entry: (entry["place"] or 0, entry["seat"]))
    if most is not None and len(entries) > most:
        ahead = sorted(entries, key=lambda entry: (entry["player"]["id"] != me, -entry["revealed"]))
        entries = [entry for entry in entries if entry in ahead[:most]]
    return [_line(race, entry, me) for entry in entries]


def told(race: Race, event: Event) -> str:
    """What has happened, as a line; `race` is as it stands now."""
    if event.kind in SNAPSHOTS:
        return "\n".join((terms(race), *table(race)))
    if event.kind in SEATINGS:
        return f"{_name(event.data)} {_did(event)}."
    if event.kind in (*MOVES, *FATES):
        return _progress(race, event)
    return _SAID.get(event.kind, "").format_map(event.data)


_SAID = {
    "lost": "The connection is lost; trying again.",
    "resumed": "The connection is back, and goes on after event {after}: nothing is missed.",
    "countdown": "It starts at {starts_at}.",
    "started": "Go!",
    "cancelled": "The race is cancelled ({reason}).",
    "over": "The race is over.",
}


def terms(race: Race) -> str:
    """What was agreed, in a line."""
    errors = _ERRORS[race["errors"]].format(race["penalty_ms"] / 1000)
    seats = f"{len(race['entries'])} of {race['capacity']} seats taken"
    return f"{race['variant']}, {race['decks']} decks, {errors}, {race['time_limit_s']} s at most; {seats}"


_ERRORS = {
    "penalty": "{:g} s for a wrong pile",
    "count": "wrong piles are counted",
    "disqualify": "the first wrong pile is the end",
}


def _progress(race: Race, event: Event) -> str:
    entry = next(entry for entry in race["entries"] if entry["seat"] == event.data["seat"])
    return " ".join((_name(entry), *_how(race, entry)))


def _did(event: Event) -> str:
    if event.kind == "ready":
        return "is ready"
    if event.kind == "joined":
        return "has joined"
    return "was sent away" if event.data["reason"] == "kicked" else "has left"


def _line(race: Race, entry: Entry, me: str | None) -> str:
    cards = VARIANTS[race["variant"]].cards
    done = BAR * entry["revealed"] // cards
    mark = "▸" if entry["player"]["id"] == me else " "
    head = f"{entry['place']}." if entry["place"] else f"{entry['seat']}"
    line = f"{mark}{head:>3} {_name(entry):{NAME}} {'█' * done}{'·' * (BAR - done)} {' '.join(_how(race, entry))}"
    return click.style(line, bold=True) if entry["player"]["id"] == me else line


def _how(race: Race, entry: Entry) -> Iterator[str]:
    """How far someone is: cards, wrong piles, and what became of them."""
    if race["status"] in ("open", "countdown", "cancelled"):
        yield "host" if entry["seat"] == race["host"] else entry["state"]
        return
    yield f"{entry['revealed']}/{VARIANTS[race['variant']].cards}"
    if entry["errors"]:
        yield f"{entry['errors']} wrong"
    if entry["state"] in _FATES:
        yield _FATES[entry["state"]]
    if entry["time_ms"] is not None:
        yield f"{entry['time_ms'] / 1000:.1f} s"


def _name(seated: Entry) -> str:
    """The player's name without what steers a terminal; bots are marked."""
    player = seated["player"]
    name = "".join(letter if letter.isprintable() else " " for letter in player["display_name"]) or "(erased)"
    return f"{name} (bot)" if player["bot"] else name
