"""Ended games as boards and digests see them, made up without playing them out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from service.game.game import Ending
from service.game.rules import VARIANTS
from service.play.ended import Ended
from tests.builders import OPENED_AT

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

ANN = "0190c0de-0000-7000-8000-00000000000a"


def an_ended(number: int = 1, **facts: Any) -> Ended:
    """A game of Ann's: one of the standard game, lost with 10 cards left, unless the facts say otherwise."""
    usual: dict[str, Any] = {
        "game_id": f"0190c0de-0000-7000-9000-{number:012x}",
        "player_id": ANN,
        "variant": "standard",
        "mode": "reveal",
        "deal_kind": "random",
        "day": None,
        "outcome": Ending.LOST,
        "flips": 42,
        "hidden": 10,
        "locks_at": 42,
        "restarts": 0,
        "elapsed_ms": 60_000,
        "total": 4_100,
        "finished_at": OPENED_AT,
    }
    return Ended(**usual | facts)


def ended_games(variant: str = "standard") -> SearchStrategy[list[Ended]]:
    """Games of one player and variant, many of them at the same instants, in no order."""
    cards = VARIANTS[variant].cards
    endings = (Ending.WON, Ending.LOST, Ending.COMPLETED, Ending.ABANDONED)
    facts = st.tuples(
        st.sampled_from(endings),
        st.integers(4, cards),
        st.sampled_from([4, 42, cards]),
        st.integers(0, 2),
        st.sampled_from([OPENED_AT + step for step in range(0, 40 * 86_400_000, 43_200_000)]),
    )
    return st.lists(facts, max_size=25).map(
        lambda games: [
            an_ended(
                number,
                variant=variant,
                outcome=outcome,
                flips=flips,
                hidden=cards - flips,
                locks_at=locks_at,
                restarts=restarts,
                finished_at=at,
            )
            for number, (outcome, flips, locks_at, restarts, at) in enumerate(games)
        ]
    )


THE_DAY = date(2026, 1, 1)
"""On which the games of `an_ended` ended."""
