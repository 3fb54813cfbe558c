"""An example of a simulation: two packs' worth of deals."""

from __future__ import annotations

from service.simulate.order import Order
from service.simulate.report import Tally, report

ORDER = {"variant": "standard", "deals": 26, "seed": 7}
FLIPS = {18: 1, 28: 1, 35: 1, 36: 1, 39: 1, 40: 1, 42: 4, 43: 3, 45: 1, 46: 2, 47: 2, 48: 1, 49: 1, 51: 2, 52: 4}
"""What the simulator plays, copied: only its own process may compute with arrays. A test plays it again."""
REPORT = report(Order("standard", 26, 7), Tally(FLIPS, FLIPS, {0: 26}))
