"""Rules are data: only what the options offer can be said."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import InvalidRules
from service.game.rules import CONFLICTS, OPTIONS, VARIANTS, Conflict, Rules, conflicts, variant_of
from tests.game.deals import EVERY_RULES


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
def test_parsing_is_the_inverse_of_printing(rules: Rules) -> None:
    assert Rules.parse(rules.code) == rules
    assert eval(repr(rules)) == rules  # noqa: S307  the repr is the rules' own


def test_the_standard_game_is_what_one_gets_without_asking() -> None:
    assert Rules() == VARIANTS["standard"]
    assert Rules().code == "1:13:one_at_a_time:0:face_down:end:none"
    assert (Rules().cards, Rules().locking_rank) == (52, "K")


def test_every_variant_has_its_own_name() -> None:
    assert {name: variant_of(rules) for name, rules in VARIANTS.items()} == {name: name for name in VARIANTS}
    assert variant_of(Rules(dealing="packets")) == "custom"


def test_the_opening_piles_rank_locks_the_game() -> None:
    assert VARIANTS["twelve_start"].locking_rank == "Q"
    assert VARIANTS["big_clock"].cards == 104


@pytest.mark.parametrize("option", OPTIONS)
@given(value=st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers()))
def test_no_option_takes_a_value_that_it_does_not_offer(option: str, value: Any) -> None:
    if any(value == offered and type(value) is type(offered) for offered in OPTIONS[option]):
        return
    with pytest.raises(InvalidRules) as refused:
        Rules(**{option: value})
    assert refused.value.option == option


def test_options_combine_freely_but_for_what_would_let_the_player_see_or_ask_too_much() -> None:
    assert len(EVERY_RULES) == 2 * (2 * 2 * (2 * 2 + 1) + 1)
    assert all(rules.finales == "face_down" and rules.on_lock == "end" for rules in EVERY_RULES if rules.asks)
    forks = [rules for rules in EVERY_RULES if rules.fork == "opposite"]
    assert {(rules.decks, rules.opening_pile, rules.reprieves) for rules in forks} == {(1, 13, 0)}


@pytest.mark.parametrize("conflict", CONFLICTS, ids=lambda it: f"{it.option}-{it.other}")
def test_options_that_make_no_game_together_are_refused_with_the_reason(conflict: Conflict) -> None:
    options: dict[str, Any] = {conflict.option: conflict.value, conflict.other: conflict.clash}
    with pytest.raises(InvalidRules) as refused:
        Rules(**options)
    assert refused.value.option == conflict.option
    assert (refused.value.reason, refused.value.conflict) == (conflict.refusal, conflict)


def test_every_conflict_among_options_is_found_and_no_other() -> None:
    everything = {"reprieves": 1, "fork": "opposite", "finales": "face_up", "on_lock": "restart", "decks": 2}
    assert conflicts(everything | {"opening_pile": 12}) == list(CONFLICTS)
    assert [one.other for one in conflicts({"fork": "opposite", "decks": 2})] == ["decks"]
    assert conflicts({"fork": "opposite"}) == []
    assert not any(conflicts({option: getattr(rules, option) for option in OPTIONS}) for rules in EVERY_RULES)


@pytest.mark.parametrize("value", [True, 1.0, "1", 3, -1])
def test_a_number_of_decks_is_an_integer_and_nothing_like_it(value: Any) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules(decks=value)
    assert refused.value.reason == "must be one of 1, 2"


@given(st.text() | st.lists(st.text(), min_size=7, max_size=7).map(":".join))
def test_any_other_text_is_no_rules(code: str) -> None:
    with pytest.raises(InvalidRules):
        Rules.parse(code)


@pytest.mark.parametrize("code", ["01:13", "1.0:13", "1:13.0", "1 :13", "\u0661:13", "True:13"])
def test_numbers_are_written_in_one_way_only(code: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules.parse(f"{code}:one_at_a_time:0:face_down:end:none")
    assert refused.value.option in ("decks", "opening_pile")
