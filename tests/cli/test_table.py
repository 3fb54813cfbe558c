"""A deal is asked for with a promise, and what came of a game is told in words."""

import pytest

from service.game.rules import VARIANTS
from service.game.shuffle import Seeds
from service.terminal import table
from service.terminal.errors import Failed
from service.terminal.server import Server
from service.terminal.table import Wish
from service.terminal.witness import Promise
from tests.cli.stand_in import Answer, stand_in

SEEDS = Seeds(b"\x11" * 32, "mine")
OTHER = Seeds(b"\x22" * 32, "mine")
LEDGER = {"clearance": 5_000, "partial": 0, "speed": 0, "chains": 500, "cap": 0, "total": 5_500}
RESULT = {
    "outcome": "won",
    "flips": 52,
    "hidden": 0,
    "elapsed_ms": 61_234,
    "ms_per_placement": None,
    "placement_errors": 0,
    "restarts": 0,
    "title": "Master",
    "luck": 96.15,
    "ledger": LEDGER,
}


def test_a_deal_from_another_seed_than_the_promised_one_is_not_played() -> None:
    committed = Answer(201, {"id": "c", "commitment": SEEDS.commitment})
    dealt = Answer(201, {"commitment": OTHER.commitment})
    with stand_in({"POST /v1/commitments": committed, "POST /v1/games": dealt}) as service:
        with pytest.raises(Failed, match="another seed than the one it had committed to"):
            table.deal(Server(service.url), Wish("standard"), None, None)
        service.answers["POST /v1/games"] = Answer(201, {"commitment": SEEDS.commitment})
        game, promise = table.deal(Server(service.url), Wish("big_clock"), None, "mine")
    assert game == {"commitment": SEEDS.commitment}
    assert promise == Promise(SEEDS.commitment, "mine", VARIANTS["big_clock"])


def test_a_deal_of_known_seeds_promises_them() -> None:
    with stand_in({"POST /v1/games": Answer(201, {})}) as service:
        _, promise = table.deal(Server(service.url), Wish("standard"), SEEDS.server.hex(), "mine")
    assert promise == Promise(SEEDS.commitment, "mine", VARIANTS["standard"])


def test_a_result_is_told_line_by_line_without_the_lines_that_are_nothing() -> None:
    assert table.result({"result": RESULT}).splitlines() == [
        "Won: 52 flips, 0 cards left face down, luckier than 96.2 % of all deals.",
        "Points: clearance 5,000, chains 500, total 5,500. You are Master.",
    ]


def test_an_abandoned_game_has_neither_title_nor_ledger() -> None:
    abandoned = RESULT | {"outcome": "abandoned", "flips": 3, "hidden": 49, "title": None, "ledger": None}
    assert table.result({"result": abandoned}).splitlines() == [
        "Abandoned: 3 flips, 49 cards left face down, luckier than 96.2 % of all deals.",
    ]


def test_a_daily_deal_is_promised_by_nobody() -> None:
    with stand_in({"POST /v1/games": Answer(201, {"id": "daily"})}) as service:
        assert table.deal(Server(service.url), Wish("standard", daily=True), None, None) == ({"id": "daily"}, None)


def test_luck_that_is_withheld_is_left_out() -> None:
    abandoned = RESULT | {"outcome": "abandoned", "flips": 3, "hidden": 49, "luck": None, "ledger": None}
    assert table.result({"result": abandoned}) == "Abandoned: 3 flips, 49 cards left face down."


@pytest.mark.parametrize(("errors", "words"), [(1, "1 wrong pile."), (2, "2 wrong piles."), (0, "0 wrong piles.")])
def test_a_game_placed_by_hand_tells_its_time_and_mistakes(errors: int, words: str) -> None:
    placed = RESULT | {"ms_per_placement": 1_177.6, "placement_errors": errors}
    told = {practice: table.result({"practice": practice, "result": placed}) for practice in (False, True)}
    assert told[False].splitlines()[1] == f"Placed by hand in 61.2 s, with {words}"
    assert told[True].splitlines()[1] == f"Played in 61.2 s, with {words}"


@pytest.mark.parametrize(("restarts", "words"), [(0, "0 restarts"), (1, "1 restart"), (2, "2 restarts")])
def test_a_perpetual_game_tells_its_restarts_instead_of_hidden_cards(restarts: int, words: str) -> None:
    completed = RESULT | {"outcome": "completed", "restarts": restarts, "title": None}
    assert table.result({"result": completed}).startswith(f"Completed: 52 flips, {words}, luckier than")


def test_one_flip_and_one_card_are_told_of_as_one() -> None:
    left = RESULT | {"outcome": "abandoned", "flips": 1, "hidden": 51}
    assert table.result({"result": left}).startswith("Abandoned: 1 flip, 51 cards left face down")
    assert "51 flips, 1 card left" in table.result({"result": left | {"flips": 51, "hidden": 1}})
