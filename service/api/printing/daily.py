"""Printing daily deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.printing.values import print_instant

if TYPE_CHECKING:
    from service.play.daily import DailyDay


def print_day(shown: DailyDay) -> dict[str, Any]:
    """A day's deals; a server seed only where the day tells it."""
    return {
        "day": shown.day.isoformat(),
        "opens_at": print_instant(shown.opens_at),
        "closes_at": print_instant(shown.closes_at),
        "variants": [
            {
                "variant": deal.variant,
                "commitment": deal.commitment,
                "client_seed": deal.client_seed,
                "server_seed": deal.server_seed.hex() if deal.server_seed else None,
                "attempts": deal.tally.attempts,
                "cleared": deal.tally.cleared,
            }
            for deal in shown.deals
        ],
    }
