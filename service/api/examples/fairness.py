"""An example of the audit, printed by the very function that prints the real one."""

from __future__ import annotations

from service.api.printing.fairness import print_fairness
from service.game.odds import flips_probability

_DEALS = 1000


def _locks() -> dict[int, int]:
    """Deals as they should be, but for rounding."""
    expected = {flips: round(_DEALS * flips_probability(flips)) for flips in range(4, 53)}
    return {flips: deals for flips, deals in expected.items() if deals}


_WHOLE = print_fairness({"standard": _locks()})
FAIRNESS = _WHOLE | {"variants": _WHOLE["variants"][:1]}
