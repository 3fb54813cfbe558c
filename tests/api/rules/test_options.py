"""Which options go together, and that every game they make can be played to its end."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from service.game.rules import OPTIONS
from tests.api.client import faults
from tests.api.rules.table import Table, lies_right
from tests.builders import a_deal
from tests.game.deals import EVERY_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.rules import Rules
    from tests.api.client import Client


def go_together(rules: dict[str, Any]) -> bool:
    """What the rule book says, in its words and not in the engine's table."""
    forks, reprieves = rules["fork"] == "opposite", rules["reprieves"] == 1
    if forks and (rules["opening_pile"], rules["decks"]) != (13, 1):
        return False
    if forks and (rules["finales"], rules["reprieves"], rules["on_lock"]) != ("face_down", 0, "end"):
        return False
    return not reprieves or (rules["finales"], rules["on_lock"]) == ("face_down", "end")


def combinations() -> Iterator[dict[str, Any]]:
    for values in product(*OPTIONS.values()):
        yield dict(zip(OPTIONS, values, strict=True))


def test_what_goes_together_is_what_the_rule_book_says() -> None:
    allowed = [rules for rules in combinations() if go_together(rules)]
    assert len(allowed) == len(EVERY_RULES) == 42
    assert {tuple(rules.values()) for rules in allowed} == {
        tuple(getattr(rules, option) for option in OPTIONS) for rules in EVERY_RULES
    }


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.code)
@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_every_set_of_options_that_goes_together_is_played_to_an_end(ada: Client, rules: Rules, mode: str) -> None:
    options = {option: getattr(rules, option) for option in OPTIONS}
    game = ada.deal(rules=options, mode=mode, practice=True)
    lies_right(game)
    assert (game["rules"], game["mode"], game["cards"]) == (options, mode, 52 * rules.decks)
    ended = Table(ada, game).autoplay()
    assert ended["status"] in (("completed",) if rules.on_lock == "restart" else ("won", "lost"))
    assert ended["odds"]["win"]["value"] in (0.0, 1.0)


@pytest.mark.parametrize("rules", [rules for rules in combinations() if not go_together(rules)])
def test_options_that_do_not_go_together_are_refused_with_the_reason(ada: Client, rules: dict[str, Any]) -> None:
    answer = ada.post("/v1/games", {"rules": rules})
    assert set(faults(answer)) <= {"/rules/fork", "/rules/reprieves"}
    told = [error["detail"] for error in answer.get_json()["errors"]]
    assert sorted(told) == sorted(reasons(ada, rules))


def reasons(client: Client, rules: dict[str, Any]) -> Iterator[str]:
    """What the rule book says against these rules: of each pair that clashes, the value and why."""
    for clash in client.get("/v1/rules").get_json()["clashes"]:
        (option, value), (other, refused) = clash["options"].items()
        if (rules[option], rules[other]) == (value, refused):
            yield f"{option} {value} does not go with {other} {refused}: {clash['why']}"


@pytest.mark.parametrize("path", ["/v1/games", "/v1/analyses"])
def test_options_that_clash_are_told_beside_faults_of_shape(ada: Client, path: str) -> None:
    clashing = {"reprieves": 1, "fork": "opposite", "finales": "face_up", "decks": "two", "jokers": 2}
    told = faults(ada.post(path, {"rules": clashing, "misspelt": 1}))
    assert told.keys() >= {"/rules/reprieves", "/rules/fork", "/rules/decks", "/rules/jokers", "/misspelt"}
    assert told["/rules/reprieves"].startswith("reprieves 1 does not go with finales face_up: ")


def test_no_options_at_all_are_the_ranked_standard_game(ada: Client) -> None:
    game = ada.deal(rules={})
    assert (game["variant"], game["ranked"]) == ("standard", True)
    daily = ada.deal(rules={"decks": 2, "reprieves": 1}, deal={"kind": "daily"})
    assert (daily["variant"], daily["ranked"], daily["deal_kind"]) == ("big_clock_watch", True, "daily")


def test_two_packs_want_rules_that_have_them(ada: Client) -> None:
    deal = {"kind": "custom", "deck": a_deal(1, 2).codes()}
    told = faults(ada.post("/v1/games", {"deal": deal}))
    assert told == {
        "/deal/deck": "These rules deal 52 cards, not 104: send rules with decks 2, or a variant that has them "
        "(big_clock or big_clock_watch)."
    }
    assert ada.deal(rules={"decks": 2}, deal=deal)["cards"] == 104


def test_options_that_are_left_out_are_the_standard_games(ada: Client) -> None:
    game = ada.deal(rules={"dealing": "packets"})
    assert game["rules"] == next(combinations()) | {"dealing": "packets", "opening_pile": 13}
