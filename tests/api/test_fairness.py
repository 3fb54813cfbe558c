"""The running audit over HTTP."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

import pytest

from service.api.printing.fairness import print_fairness
from service.game.rules import VARIANTS
from service.play.results import locks_at
from tests.api.client import Client, faults
from tests.api.recorded import MINUTE, a_game_of, a_quiet_day, at, record

if TYPE_CHECKING:
    from datetime import date

    from tests.api.client import Json

UNFAIR = 1e-6
"""How often fair shuffles would be called unfair."""


@pytest.fixture
def day() -> date:
    return a_quiet_day()


def audit(anyone: Client) -> Json:
    answer = anyone.get("/v1/fairness")
    assert answer.status_code == 200
    found: Json = answer.get_json()
    return found


def part(found: Json, variant: str) -> Json:
    wanted: Json = next(one for one in found["variants"] if one["variant"] == variant)
    return wanted


def locks(found: Json, variant: str) -> Counter[int]:
    return Counter({row["flips"]: row["deals"] for row in part(found, variant)["flips"]})


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_ended_ranked_deal_is_counted_by_its_first_lock(
    stranger: Client, ada: Client, day: date, variant: str
) -> None:
    before = audit(stranger)
    games = [a_game_of(ada, at(day, number * MINUTE), number, variant=variant) for number in range(15)]
    record(ada, *games)
    after = audit(stranger)
    added = Counter(locks_at(game.game) for game in games)
    assert locks(after, variant) - locks(before, variant) == added
    won = added[VARIANTS[variant].cards]
    for whole_before, whole_after in ((before, after), (part(before, variant), part(after, variant))):
        assert whole_after["deals"] == whole_before["deals"] + 15
        assert whole_after["won"] == whole_before["won"] + won
        assert whole_after["rate"]["value"] == whole_after["won"] / whole_after["deals"]
        assert whole_after["rate"]["low"] <= whole_after["rate"]["value"] <= whole_after["rate"]["high"]


def test_a_game_that_is_given_up_counts_by_the_fate_of_its_deal(stranger: Client, ada: Client, day: date) -> None:
    game = a_game_of(ada, at(day), 7)
    given_up = a_game_of(ada, at(day), 7, abandoned=True)
    before = audit(stranger)
    record(ada, given_up)
    assert locks(audit(stranger), "standard") - locks(before, "standard") == Counter([locks_at(game.game)])


def test_a_result_that_comes_twice_counts_once(stranger: Client, ada: Client, day: date) -> None:
    game = a_game_of(ada, at(day), 3)
    before = audit(stranger)["deals"]
    for _ in range(3):
        record(ada, game)
    assert audit(stranger)["deals"] == before + 1


def test_a_daily_deal_counts_once_however_many_play_it(stranger: Client, ada: Client, bob: Client, day: date) -> None:
    before = audit(stranger)
    record(ada, *(a_game_of(player, at(day), 5, day=day) for player in (ada, bob)))
    record(ada, a_game_of(stranger.registered(), at(day), 5, day=day))
    after = audit(stranger)
    assert (after["deals"], part(after, "standard")["deals"]) == (
        before["deals"] + 1,
        part(before, "standard")["deals"] + 1,
    )


def test_practice_counts_for_nothing(stranger: Client, ada: Client) -> None:
    before = audit(stranger)
    ada.finish(ada.deal(practice=True)["id"])
    assert audit(stranger) == before


def test_an_erased_players_deals_stay_in_the_audit(stranger: Client, ada: Client, day: date) -> None:
    record(ada, *(a_game_of(ada, at(day, number * MINUTE), number) for number in range(5)))
    before = audit(stranger)
    ada.delete("/v1/players/me")
    assert audit(stranger) == before


def test_the_exact_distribution_stands_beside_the_deals(stranger: Client) -> None:
    found = audit(stranger)
    assert [one["variant"] for one in found["variants"]] == list(VARIANTS)
    for name, rules in VARIANTS.items():
        rows = part(found, name)["flips"]
        ways = comb(rules.cards, rules.locking_cards)
        assert [row["flips"] for row in rows] == list(range(rules.locking_cards, rules.cards + 1))
        for row in rows:
            chance = comb(row["flips"] - 1, rules.locking_cards - 1) / ways
            assert row["probability"]["value"] == pytest.approx(chance, rel=1e-12)
        for one in (part(found, name), found):
            assert one["exact"] == {"numerator": 1, "denominator": 13, "value": 1 / 13}


def test_fair_shuffles_pass_and_unfair_ones_do_not(ada: Client, day: date) -> None:
    fair = Counter(locks_at(a_game_of(ada, at(day), number).game) for number in range(2000))
    passed = part(print_fairness({"standard": fair}), "standard")
    assert passed["chi_square"]["p_value"] > UNFAIR
    kinder = fair + Counter({52: 200})
    assert part(print_fairness({"standard": kinder}), "standard")["chi_square"]["p_value"] < UNFAIR


def test_without_deals_nothing_is_said_of_them() -> None:
    found = print_fairness({})
    assert (found["deals"], found["won"], found["rate"]) == (0, 0, None)
    for one in found["variants"]:
        assert (one["deals"], one["rate"], one["chi_square"]) == (0, None, None)
        assert {row["deals"] for row in one["flips"]} == {0}


def test_the_audit_takes_no_parameters_and_may_be_kept_for_a_while(stranger: Client) -> None:
    assert faults(stranger.get("/v1/fairness?variant=standard")).keys() == {"/variant"}
    first = stranger.get("/v1/fairness")
    assert first.headers["Cache-Control"] == "public, max-age=60"
    again = stranger.get("/v1/fairness", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
