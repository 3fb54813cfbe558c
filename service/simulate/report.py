"""What a simulation is answered with: counts, rates and a test, as a JSON document."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from service.game.distributions import distribution
from service.simulate.statistics import CONFIDENCE, chi_square, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.simulate.order import Order

Report = dict[str, Any]
"""A simulation as the API answers it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals ended with which figure; only figures that occurred."""

    flips: Mapping[int, int]
    """By the flips counter at the end of the game."""
    locked: Mapping[int, int]
    """By the flips counter at the first lock."""
    restarts: Mapping[int, int]
    """By the number of restarts."""


def report(order: Order, tally: Tally) -> Report:
    """The document on the deals of an order.

    A perpetual game always comes to its end, so it is judged by its first lock: `flips` and `hidden` are those
    there, a win is a game without restart, and the test is one of the restarts. Elsewhere it is one of `hidden`.
    """
    cards, exact = order.rules.cards, distribution(order.rules)
    flips = tally.locked if exact.restarts else tally.flips
    hidden = {cards - count: deals for count, deals in flips.items()}
    of, counts, due = (
        ("restarts", tally.restarts, exact.restarts) if exact.restarts else ("hidden", hidden, exact.hidden)
    )
    wins = hidden.get(0, 0)
    low, high = wilson(wins, order.deals)
    return {
        "variant": order.variant,
        "deals": order.deals,
        "seed": order.seed,
        "wins": wins,
        "rate": {"value": wins / order.deals, "low": low, "high": high, "confidence": CONFIDENCE},
        "mean_flips": sum(count * deals for count, deals in flips.items()) / order.deals,
        "flips": _histogram(flips),
        "hidden": _histogram(hidden),
        "restarts": _histogram(tally.restarts) if exact.restarts else None,
        "chi_square": {"of": of, **asdict(chi_square(counts, due.chances))},
        "exact": {"rate": float(exact.win), "mean_flips": float(exact.flips.mean)},
    }


def _histogram(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(figure): deals for figure, deals in sorted(counts.items())}
