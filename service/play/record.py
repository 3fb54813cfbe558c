"""A game as it is kept: the pure game, whose it is, where its deal came from, and when things happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from service.game.game import Game
from service.game.rules import CUSTOM, variant_of

if TYPE_CHECKING:
    from service.game.shuffle import Seeds

LIFETIME_MS = 7 * 24 * 60 * 60 * 1000
"""How long a game may stay open."""


class DealKind(StrEnum):
    """Where a deal came from."""

    RANDOM = "random"
    SEED = "seed"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Draft:
    """A game about to be opened: all that is decided before the store says when."""

    id: str
    player_id: str
    kind: DealKind
    practice: bool
    seeds: Seeds | None
    """None for a deal that was not shuffled here."""
    game: Game

    @property
    def variant(self) -> str:
        """The name of the variant, or ``custom``."""
        return variant_of(self.game.rules)

    @property
    def ranked(self) -> bool:
        """Whether the result counts: a random deal of a named variant, not for practice."""
        return self.kind is DealKind.RANDOM and not self.practice and self.variant != CUSTOM


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in the store. Instants are the store's, in milliseconds since 1970."""

    draft: Draft
    game: Game
    version: int
    opened_at: int
    updated_at: int
    """The instant of the last accepted change, and so the end of a game that is over."""
    recorded: bool = False
    """Whether the result has reached the results database."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.draft.id

    @property
    def key(self) -> tuple[int, str]:
        """Where the game stands in its player's list."""
        return self.opened_at, self.id

    @property
    def expires_at(self) -> int:
        """When the game is ended as abandoned, if it is still open."""
        return self.opened_at + LIFETIME_MS

    @property
    def finished_at(self) -> int | None:
        """When the game ended; None while it goes on."""
        return self.updated_at if self.game.outcome else None

    @property
    def tag(self) -> str:
        """What tells two answers about this game apart: the version, and ``r`` once the result is recorded."""
        return f"{self.version}r" if self.recorded else f"{self.version}"

    def lapsed(self, now: int) -> GameRecord:
        """The record as of this instant: an open game whose time is up counts as abandoned at that moment."""
        if self.game.outcome or now < self.expires_at:
            return self
        return replace(self, game=self.game.abandon(), version=self.version + 1, updated_at=self.expires_at)

    def at(self, *, flips: int, version: int, updated_at: int) -> GameRecord:
        """The record as it was at an earlier moment, before its result was recorded."""
        game = Game(self.game.deal, self.game.rules, flips)
        return GameRecord(self.draft, game, version, self.opened_at, updated_at)


@dataclass(frozen=True, slots=True)
class Change:
    """What a request did to a game; the opening of one has the same before and after."""

    before: GameRecord
    after: GameRecord
