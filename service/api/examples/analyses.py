"""Examples of analyses of one deal."""

from __future__ import annotations

from service.api.examples.games import PROOF
from service.api.printing.analyses import print_analysis
from service.game.analysis import analyse
from service.game.deal import Deal
from service.game.rules import VARIANTS

_DECK = PROOF["deck"]
REQUESTS = (
    ("By the standard rules", {"deck": _DECK}),
    ("With a reprieve", {"deck": _DECK, "variant": "watch"}),
    ("By rules of your own", {"deck": _DECK, "rules": {"opening_pile": 12, "dealing": "packets"}}),
)
ANALYSIS = print_analysis(analyse(Deal.parse(_DECK), VARIANTS["watch"]))
