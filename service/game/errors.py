"""What can be wrong with a card, a deal, rules, seeds or a move.

::

    GameError
    ├── InvalidCard      a text that names no card
    ├── InvalidDeal      not a whole pack, with every fault of it
    ├── InvalidRules     options that are unknown or contradict each other
    ├── InvalidSeed      a seed of the wrong size
    ├── InvalidDecision  an answer that is not offered
    ├── GameOver         a move asked of a game that has ended
    ├── DecisionPending  a move asked of a game that waits for a decision
    ├── NothingToDecide  a decision that nobody asked for
    ├── NothingToUndo    a step back from the very start
    ├── NotSavable       a save asked of a game whose rules allow none
    ├── InvalidSave      a document that is no save of a game in play, with every violation
    └── BrokenSave       stored facts that describe no possible game

Errors carry data but are not frozen: Python itself writes the traceback of an error that passes a context manager.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from service.game.decisions import Question
    from service.game.game import Outcome
    from service.game.rules import Conflict


class GameError(Exception):
    """The root of everything that the rules refuse."""


@dataclass(eq=False)
class InvalidCard(GameError):
    """A text that is not the code of a card."""

    text: str


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a list of cards; `index` is None when it concerns the whole list."""

    index: int | None
    detail: str


@dataclass(eq=False)
class InvalidDeal(GameError):
    """A list of cards that is not one or two whole packs."""

    faults: tuple[Fault, ...]


@dataclass(eq=False)
class InvalidRules(GameError):
    """A rule option that does not exist, or not together with the others: then `conflict` says with which."""

    option: str
    reason: str
    conflict: Conflict | None = None


@dataclass(eq=False)
class InvalidSeed(GameError):
    """A seed of the wrong size; `seed` is ``server_seed`` or ``client_seed``."""

    seed: str
    reason: str


@dataclass(eq=False)
class GameOver(GameError):
    """A move was asked of a game that has already ended."""

    outcome: Outcome


@dataclass(eq=False)
class InvalidDecision(GameError):
    """A decision that the rules do not offer; `part` says what of it is wrong."""

    reason: str
    part: Literal["pile", "depth"] = "pile"


@dataclass(eq=False)
class DecisionPending(GameError):
    """A move was asked of a game that cannot go on before the player has decided."""

    question: Question


class NothingToDecide(GameError):
    """A decision was sent to a game that waits for none of its kind."""


class NothingToUndo(GameError):
    """A step back was asked of a game that stands where it began."""


@dataclass(eq=False)
class NotSavable(GameError):
    """The value of a rule option keeps the game from being saved."""

    option: str
    reason: str


@dataclass(frozen=True)
class Violation:
    """One thing wrong with a save document, with the JSON pointer (RFC 6901) to it."""

    pointer: str
    detail: str


@dataclass(eq=False)
class InvalidSave(GameError):
    """A document that is no save of a game in play."""

    violations: tuple[Violation, ...]


@dataclass(eq=False)
class BrokenSave(GameError):
    """Stored facts that no game played by the rules can have."""

    reason: str
