"""Printing what a player's games come to, in the shape of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.leaderboards import print_number
from service.api.printing.players import print_player
from service.api.printing.values import print_fraction, print_instant
from service.game.rules import VARIANTS
from service.play.boards import BOARDS
from service.play.digests import Digest
from service.play.statistics import VariantStatistics, totals

if TYPE_CHECKING:
    from fractions import Fraction

    from service.play.boards import Entry
    from service.play.profiles import Profile
    from service.play.standings import Career
    from service.play.streaks import Streak

Document = dict[str, Any]


def print_profile(shown: Profile) -> Document:
    """A player with statistics."""
    return print_player(shown.player) | {"statistics": print_statistics(shown.career)}


def print_statistics(career: Career) -> Document:
    """All that a player's ended ranked games come to."""
    whole = totals(career.digests)
    return {
        "dealt": whole.games,
        "finished": whole.finished,
        "won": whole.won,
        "lost": whole.lost,
        "completed": whole.completed,
        "abandoned": whole.abandoned,
        "cleared": whole.cleared,
        "win_rate": _beside(whole.win_rate, whole.expected_win_rate),
        "luck": whole.luck,
        "races": career.races._asdict(),
        "variants": [_variant(name, career) for name in VARIANTS if _is_played(name, career)],
    }


def _is_played(name: str, career: Career) -> bool:
    """Whether there is something to tell of a variant, if only of races."""
    return name in career.digests or any(entry.variant == name for entry in career.bests)


def _variant(name: str, career: Career) -> Document:
    digest = career.digests.get(name, Digest())
    found = VariantStatistics(name, digest)
    return {
        "variant": name,
        "dealt": digest.games,
        "finished": digest.finished,
        "won": digest.won,
        "lost": digest.lost,
        "completed": digest.completed,
        "abandoned": digest.abandoned,
        "cleared": digest.cleared,
        "win_rate": _beside(found.win_rate, found.expected_win_rate),
        "luck": found.luck,
        "mean_flips": _beside(found.mean_flips, found.expected_flips),
        "hidden": {str(cards): games for cards, games in digest.hidden},
        "winning_streak": _streak(digest.winning),
        "losing_streak": _streak(digest.losing),
        "bests": [_best(entry) for entry in career.bests if entry.variant == name],
    }


def _beside(figure: Fraction | None, exact: Fraction | None) -> Document | None:
    """A figure and what it tends to; None where there is nothing to take it of."""
    return None if figure is None or exact is None else print_fraction(figure) | {"exact": print_fraction(exact)}


def _streak(found: Streak) -> dict[str, int]:
    return {"current": found.current, "longest": found.best.length}


def _best(entry: Entry) -> Document:
    return {
        "board": entry.board,
        "day": entry.span.start.isoformat() if entry.span.period == "day" else None,
        "value": print_number(entry.value),
        "cleared": BOARDS[entry.board].cleared(entry.order),
        "achieved_at": print_instant(entry.achieved_at),
        "game_id": entry.game_id,
    }
