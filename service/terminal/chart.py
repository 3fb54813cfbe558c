"""A simulation drawn in a terminal: bars for what was counted, dots for what is exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotext  # type: ignore[import-untyped]  # it has no types

from service.game.distributions import distribution

if TYPE_CHECKING:
    from service.simulate.order import Order
    from service.simulate.report import Report

_ROWS = 18


def chart(order: Order, report: Report, columns: int) -> str:
    """The histogram that was tested, in so many columns: cards turned up, or restarts."""
    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(columns, _ROWS)
    places, counts, due, label = _bars(order, report)
    figure.draw(figure.bar(places, counts, marker="█"))
    figure.draw(figure.signal(places, due, marker="•"))
    figure.title(f"Deals by {label}; dots are exact")
    figure.label(label)
    return str(figure.build()).rstrip("\n")


def _bars(order: Order, report: Report) -> tuple[list[int], list[int], list[float], str]:
    """Where bars stand and how high, how high the exact distribution has them, and what the figures are.

    What never happened and was not likely to has none.
    """
    exact = distribution(order.rules)
    label, due = ("restarts", exact.restarts) if exact.restarts else ("flips", exact.flips)
    expected = [float(order.deals * chance) for chance in due.chances]
    counts = [report[label].get(str(figure), 0) for figure in range(len(expected))]
    places = [figure for figure, mean in enumerate(expected) if mean >= 1 or counts[figure]]
    return places, [counts[place] for place in places], [expected[place] for place in places], label
