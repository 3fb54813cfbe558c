"""Which options go together, and that every game they make can be played to its end."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from service.game.rules import OPTIONS
from tests.api.client import faults
from tests.api.rules.table import Table, lies_right
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
    (told,) = faults(ada.post("/v1/games", {"rules": rules})).items()
    pointer, reason = told
    assert pointer in ("/rules/fork", "/rules/reprieves")
    assert "does not go with" in reason
    assert len(reason) > 40


def test_options_that_are_left_out_are_the_standard_games(ada: Client) -> None:
    game = ada.deal(rules={"dealing": "packets"})
    assert game["rules"] == next(combinations()) | {"dealing": "packets", "opening_pile": 13}
