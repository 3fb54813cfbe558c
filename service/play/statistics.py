"""The statistics of a player, beside what was to be expected."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from service.game.distributions import distribution
from service.game.rules import VARIANTS
from service.play.luck import luck_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.digests import Digest


@dataclass(frozen=True, slots=True)
class VariantStatistics:
    """What a player's ended ranked games of one variant come to."""

    variant: str
    digest: Digest

    @property
    def win_rate(self) -> Fraction | None:
        """The part of all games, those given up included, that were cleared; None without games."""
        return Fraction(self.digest.cleared, self.digest.games) if self.digest.games else None

    @property
    def expected_win_rate(self) -> Fraction:
        """The chance of a cleared dial, the player deciding as well as can be."""
        return distribution(VARIANTS[self.variant]).win

    @property
    def luck(self) -> float | None:
        """The percentile of the deals, by their fate; None without games."""
        return luck_of(self.digest.games, self.digest.fated) if self.digest.games else None

    @property
    def mean_flips(self) -> Fraction | None:
        """Of the games that were played out; None without them."""
        return Fraction(self.digest.flips, self.digest.finished) if self.digest.finished else None

    @property
    def expected_flips(self) -> Fraction:
        """The mean flips of all deals to the end, which is the last card where the chain restarts."""
        rules = VARIANTS[self.variant]
        return Fraction(rules.cards) if rules.on_lock == "restart" else distribution(rules).flips.mean


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player's ended ranked games of all variants come to."""

    games: int
    finished: int
    won: int
    lost: int
    completed: int
    abandoned: int
    cleared: int
    win_rate: Fraction | None
    """The part of all games that were cleared; None without games."""
    expected_win_rate: Fraction | None
    """The chance of a cleared dial, on average over the games; None without games."""
    luck: float | None
    """The percentile of the deals, each of which wins with chance 1/13 by its fate; None without games."""


def totals(digests: Mapping[str, Digest]) -> Totals:
    """The statistics of all variants together. Streaks are of one variant, since chances differ."""
    sums = {name: sum(getattr(digest, name) for digest in digests.values()) for name in _SUMS}
    games, fated = sums["games"], sum(digest.fated for digest in digests.values())
    expected = (digest.games * VariantStatistics(name, digest).expected_win_rate for name, digest in digests.items())
    return Totals(
        **sums,
        win_rate=Fraction(sums["cleared"], games) if games else None,
        expected_win_rate=sum(expected, Fraction(0)) / games if games else None,
        luck=luck_of(games, fated) if games else None,
    )


_SUMS = ("games", "finished", "won", "lost", "completed", "abandoned", "cleared")
