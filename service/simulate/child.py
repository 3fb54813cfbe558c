"""The process that plays: orders come in on the socket that is its standard input, a line each.

Every order is answered with a line after each lot of deals, which says how many are done, and at last one with the
report. The process yields to everything else on the machine, and ends when its parent has gone, or no order comes for
as many seconds as its first argument says. The second is the folder of the machine code.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from service.simulate.generator import seeded
from service.simulate.kernel import play_out
from service.simulate.order import Order
from service.simulate.report import Tally, report
from service.simulate.terms import terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOT = 50_000
_NICE = 10
"""A tenth of the share of whoever competes: 19 would be starved for as long as the machine is busy."""


def main() -> None:
    """Answer orders until there are no more."""
    os.nice(_NICE)
    idle_s, code = sys.argv[1:]
    _warm_up(code)
    with socket.socket(fileno=0) as connection, suppress(TimeoutError, ConnectionError):
        connection.settimeout(float(idle_s))
        for line in connection.makefile("rb"):
            for answer in answers(Order.parse(line)):
                connection.sendall(json.dumps(answer).encode() + b"\n")


def _warm_up(code: str) -> None:
    """Have machine code at hand, from its folder if there is some; what a crash left unfinished is made again."""
    try:
        _play_one()
    except Exception:  # noqa: BLE001  reading broken code can raise anything, and what is no fault of it comes again
        shutil.rmtree(code, ignore_errors=True)
        _play_one()


def _play_one() -> None:
    for _ in answers(Order("standard", 1, 0)):
        pass


def answers(order: Order) -> Iterator[dict[str, Any]]:
    """How far an order has come, again and again, and its report."""
    terms, state = terms_of(order.rules), seeded(order.seed)
    deck = np.array([place % 13 for place in range(order.rules.cards)], np.uint8)
    counts = np.zeros((3, order.rules.cards + 1), np.int64)
    for start in range(0, order.deals, _LOT):
        lot = min(_LOT, order.deals - start)
        play_out(deck, state, terms, lot, counts[0], counts[1], counts[2])
        yield {"done": start + lot}
    yield {"report": report(order, Tally(*({i: int(n) for i, n in enumerate(row) if n} for row in counts)))}


if __name__ == "__main__":
    main()
