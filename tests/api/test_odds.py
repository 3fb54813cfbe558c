"""Exact distributions over HTTP."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from service.game.rules import VARIANTS

if TYPE_CHECKING:
    from tests.api.client import Client


def odds(client: Client, variant: str) -> dict[str, Any]:
    answer = client.get(f"/v1/odds?variant={variant}")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.get_json()
    return document


def rational(printed: dict[str, Any]) -> Fraction:
    """The fraction, which must be in lowest terms and beside its nearest double."""
    exact = Fraction(printed["numerator"], printed["denominator"])
    assert printed == {"numerator": exact.numerator, "denominator": exact.denominator, "value": float(exact)}
    return exact


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_whole_distributions(stranger: Client, variant: str) -> None:
    told = odds(stranger, variant)
    assert told["variant"] == variant
    assert [row["hidden"] for row in told["hidden"]] == list(range(told["cards"] * 12 // 13 + 1))
    assert sum(rational(row["probability"]) for row in told["hidden"]) == 1
    assert sum(rational(row["probability"]) for row in told["first_lock"]) == 1
    assert told["hidden"][0]["probability"] == told["win"]
    mean = sum((told["cards"] - row["hidden"]) * rational(row["probability"]) for row in told["hidden"])
    assert rational(told["mean_flips"]) == mean
    assert told["sd_flips"] == pytest.approx(float(rational(told["variance_flips"])) ** 0.5)


def test_the_standard_game_has_the_published_figures_and_is_meant_unless_another_is_named(stranger: Client) -> None:
    told = odds(stranger, "standard")
    assert stranger.get("/v1/odds").get_json() == told
    assert told["win"] == {"numerator": 1, "denominator": 13, "value": 1 / 13}
    assert told["mean_flips"] == {"numerator": 212, "denominator": 5, "value": 42.4}
    assert told["median_flips"] == 44
    assert told["sd_flips"] == pytest.approx(8.24, abs=0.005)
    assert rational(told["hidden"][48]["probability"]) == Fraction(1, 270_725)
    assert told["first_lock"][-1] == {"flips": 52, "probability": told["win"], "luck": 100 * 25 / 26}
    assert told["restarts"] is told["mean_restarts"] is told["random_card"] is None


def test_a_perpetual_game_has_restarts(stranger: Client) -> None:
    told = odds(stranger, "perpetual")
    assert [row["restarts"] for row in told["restarts"]] == list(range(13))
    assert sum(rational(row["probability"]) for row in told["restarts"]) == 1
    assert rational(told["mean_restarts"]) == Fraction(785_633, 360_360)
    assert told["sd_restarts"] == pytest.approx(1.2686, abs=5e-5)
    assert told["median_restarts"] == 2


def test_odds_too_long_for_machine_integers_are_printed_whole(stranger: Client) -> None:
    told = odds(stranger, "watch")
    assert told["win"]["numerator"] > 2**64
    assert rational(told["win"]) == Fraction(418340488974691403951, 1119099404311054366200)
    assert rational(told["random_card"]["win"]) < rational(told["win"])


def test_odds_may_be_kept_for_a_day_and_are_not_sent_twice(stranger: Client) -> None:
    first = stranger.get("/v1/odds?variant=watch")
    assert first.headers["Cache-Control"] == "public, max-age=86400"
    again = stranger.get("/v1/odds?variant=watch", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    assert stranger.get("/v1/odds").headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize("query", ["variant=watches", "variant=", "variant=custom", "rules=1"])
def test_odds_of_nothing_known_are_refused(stranger: Client, query: str) -> None:
    answer = stranger.get(f"/v1/odds?{query}")
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == [f"/{query.partition('=')[0]}"]
