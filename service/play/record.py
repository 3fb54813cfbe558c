"""A game as it is kept: the pure game, whose it is, where its deal came from, and when things happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from service.game.game import Game
from service.game.moves import moves
from service.game.rules import CUSTOM, variant_of
from service.play.days import closes_at
from service.play.identity import race_of

if TYPE_CHECKING:
    from datetime import date

    from service.game.decisions import Decision
    from service.game.game import Status
    from service.game.moves import Move
    from service.game.shuffle import Seeds

LIFETIME_MS = 7 * 24 * 60 * 60 * 1000
"""How long a game may stay open."""


class DealKind(StrEnum):
    """Where a deal came from."""

    RANDOM = "random"
    DAILY = "daily"
    SEED = "seed"
    CUSTOM = "custom"
    IMPORT = "import"
    RACE = "race"


RANKED_KINDS = {DealKind.RANDOM, DealKind.DAILY, DealKind.RACE}
"""Deals that nobody can know beforehand."""


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
    """As it opens; an imported one stands where it was left."""
    day: date | None = None
    """The day of a daily deal."""
    time_limit_s: int | None = None
    """How long a racer may take; None for a game that belongs to no race."""

    @property
    def variant(self) -> str:
        """The name of the variant, or ``custom``."""
        return variant_of(self.game.rules)

    @property
    def ranked(self) -> bool:
        """Whether the result counts: a deal that nobody could know, of a named variant, not for practice."""
        return self.kind in RANKED_KINDS and not self.practice and self.variant != CUSTOM

    def expires_at(self, opened_at: int) -> int:
        """When the game is ended as abandoned, if it was opened at this instant and is still open then."""
        if self.time_limit_s is not None:
            return opened_at + 1000 * self.time_limit_s
        latest = opened_at + LIFETIME_MS
        return latest if self.day is None else max(opened_at, min(latest, closes_at(self.day)))


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything of a game that requests can change; `updated_at` in milliseconds since 1970."""

    cursor: int
    version: int
    errors: int
    updated_at: int
    abandoned: bool
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in the store. Instants are the store's, in milliseconds since 1970."""

    draft: Draft
    game: Game
    version: int
    opened_at: int
    updated_at: int
    """The instant of the last accepted change, and so the end of a game that is over."""
    errors: int = 0
    """How often a card was taken to a wrong pile."""
    recorded: bool = False
    """Whether the result has reached the results database."""
    waiting: bool = False
    """Whether it belongs to a race that has not started: it was dealt, and nobody has seen a card."""
    racing: bool = False
    """Whether its race is not over, so that its deal stays secret though the game itself may have ended."""
    day_open: bool = False
    """Whether it was given up on a day that is not over, so that others may still play its deal."""

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
        return self.draft.expires_at(self.opened_at)

    @property
    def finished_at(self) -> int | None:
        """When the game ended; None while it goes on."""
        return self.updated_at if self.game.outcome else None

    @property
    def withheld(self) -> bool:
        """Whether nothing that follows from cards it never turned may be told, since others may still turn them."""
        return self.game.abandoned and (self.racing or self.day_open)

    @property
    def race_id(self) -> str | None:
        """The race that it belongs to, if any."""
        return race_of(self.id) if self.draft.kind is DealKind.RACE else None

    @property
    def status(self) -> Status | Literal["waiting"]:
        """Where the game stands, in one word."""
        return "waiting" if self.waiting else self.game.status

    @property
    def log(self) -> list[Move]:
        """What was done in the game, oldest first: from its opening flip on, or since it was imported.

        How an imported game came to where it was is not known, unless it stood at its opening flip. Nothing was done
        in a game whose race has not started.
        """
        opened_at = self.draft.game.cursor
        return [] if self.waiting else moves(self.game, since=opened_at if opened_at > 1 else 0)

    @property
    def tag(self) -> str:
        """What tells two answers about this game apart: the version, and a letter for what changes without it.

        ``w`` while it waits for the start of its race, ``r`` once the result is recorded.
        """
        return f"{self.version}{'w' if self.waiting else 'r' if self.recorded else ''}"

    def lapsed(self, now: int) -> GameRecord:
        """The record as of this instant: an open game whose time is up counts as abandoned at that moment."""
        if self.game.outcome or now < self.expires_at:
            return self
        return replace(self, game=self.game.abandon(), version=self.version + 1, updated_at=self.expires_at)

    def as_of(self, now: int) -> GameRecord:
        """The record as it may be told at this instant: lapsed, and withheld while others may play its deal."""
        record, day = self.lapsed(now), self.draft.day
        if day is None or not record.game.abandoned or now >= closes_at(day):
            return record
        return replace(record, day_open=True)

    def changed(self, game: Game, now: int, *, errors: int = 0) -> GameRecord:
        """The record once the game has become this, with so many more cards taken to wrong piles meanwhile.

        Every position on the way, back or forth, every such card and the giving up count as one version.
        """
        moved = abs(game.cursor - self.game.cursor) + (game.abandoned > self.game.abandoned)
        return replace(
            self,
            game=game,
            version=self.version + moved + errors,
            updated_at=max(now, self.updated_at),
            errors=self.errors + errors,
        )

    @property
    def moment(self) -> Moment:
        """What of it may change."""
        game = self.game
        return Moment(
            game.cursor,
            self.version,
            self.errors,
            self.updated_at,
            abandoned=game.abandoned,
            decisions=game.decisions,
        )

    def at(self, moment: Moment) -> GameRecord:
        """The record as it was at another moment, before its result was recorded; `BrokenSave`."""
        start = self.draft.game
        game = Game(start.deal, start.rules, start.mode, moment.decisions, moment.cursor, moment.abandoned)
        return GameRecord(self.draft, game, moment.version, self.opened_at, moment.updated_at, moment.errors)


@dataclass(frozen=True, slots=True)
class Change:
    """What a request did to a game; the opening of one has the same before and after."""

    before: GameRecord
    after: GameRecord

    @property
    def accepted(self) -> bool:
        """Whether something was done; a card taken to a wrong pile is only counted."""
        return self.after.errors == self.before.errors
