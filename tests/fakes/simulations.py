"""Simulations that nobody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.simulate.report import Tally, report

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.simulate.order import Order
    from service.simulate.report import Report


class FakeSimulations:
    """Every deal is won; or everything is refused with `refusal`."""

    def __init__(self) -> None:
        self.refusal: Exception | None = None
        self.orders: list[Order] = []

    def run(self, order: Order, watch: Callable[[int], None]) -> Report:
        if self.refusal is not None:
            raise self.refusal
        self.orders.append(order)
        watch(order.deals)
        won = {order.rules.cards: order.deals}
        return report(order, Tally(won, won, {0: order.deals}))
