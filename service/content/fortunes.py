"""Fortune telling: a finished game read as a sign, as people have long done with patiences.

What is read depends on the game alone, so that the same game always says the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.content.languages import sentence, texts

_NEAR = 10
"""Close: at most one card in ten was left."""
_EARLY = 2, 5
"""Early: at least two cards in five were left, which is one lost deal in eight or so."""

_OMENS = {
    "won": "good",
    "unbroken": "good",
    "restarted": "good",
    "last_card": "mixed",
    "near": "mixed",
    "middle": "mixed",
    "early": "ill",
    "abandoned": "none",
}


@dataclass(frozen=True, slots=True)
class Finished:
    """The facts of a finished game that its reading is made from."""

    outcome: str
    """``won``, ``lost``, ``completed`` or ``abandoned``."""
    flips: int
    hidden: int
    restarts: int
    shuttles: int
    longest_run: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What a finished game is taken to say."""

    omen: str
    """``good``, ``mixed``, ``ill`` or, for an abandoned game, ``none``."""
    text: str


def reading(finished: Finished, lang: str) -> Reading:
    """The reading of a finished game, always the same for the same facts; `UnknownLanguage`."""
    group = _group(finished)
    choice = texts(lang, "fortunes")[group]
    told = choice[_number(finished) % len(choice)]
    return Reading(_OMENS[group], sentence(told, flips=finished.flips, hidden=finished.hidden))


def _group(finished: Finished) -> str:
    cards = finished.flips + finished.hidden
    if finished.outcome == "completed":
        return "restarted" if finished.restarts else "unbroken"
    if finished.outcome != "lost":
        return finished.outcome
    if finished.hidden == 1:
        return "last_card"
    if finished.hidden * _NEAR <= cards:
        return "near"
    return "early" if finished.hidden * _EARLY[1] >= cards * _EARLY[0] else "middle"


def _number(finished: Finished) -> int:
    """A number that games with different courses rarely share."""
    return finished.flips + finished.restarts + 2 * finished.shuttles + 3 * finished.longest_run
