"""Examples of races that have been run."""

from __future__ import annotations

from typing import Any

from service.api.examples.deals import PLAYER_ID
from service.api.examples.races import OVER
from service.api.printing.race_results import print_race_result
from service.play.race_results import results_of_race

RUN_RACE_PAGE: dict[str, Any] = {
    "items": [print_race_result(result) for racer, result in results_of_race(OVER) if racer == PLAYER_ID],
    "next": None,
}
