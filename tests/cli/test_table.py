"""Whoever plays trusts nothing: the deal must be the promised one, and the game the one that was played."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.game.game import Game
from service.game.rules import OPTIONS, Rules
from service.game.shuffle import ALGORITHM, Seeds, shuffle
from service.terminal import table
from service.terminal.errors import Failed
from service.terminal.server import Server
from tests.cli.stand_in import Answer, StandIn, stand_in

SEEDS = Seeds(b"\x11" * 32, "mine")
OTHER = Seeds(b"\x22" * 32, "mine")
FATE = Game(shuffle(SEEDS), Rules()).autoplay()
GAME: dict[str, Any] = {
    "id": "g",
    "rules": {option: getattr(Rules(), option) for option in OPTIONS},
    "commitment": SEEDS.commitment,
    "status": FATE.status,
    "flips": FATE.flips,
    "hidden": FATE.hidden,
}
LEDGER = {"clearance": 5_000, "partial": 0, "speed": 0, "chains": 500, "cap": 0, "total": 5_500}
RESULT = {"outcome": "won", "flips": 52, "hidden": 0, "title": "Master", "luck": 96.15, "ledger": LEDGER}


def proof_of(seeds: Seeds) -> Answer:
    proof = {"server_seed": seeds.server.hex(), "client_seed": seeds.client, "commitment": seeds.commitment}
    return Answer(200, proof | {"deck": shuffle(seeds).codes(), "algorithm": ALGORITHM})


@pytest.fixture
def service() -> Iterator[StandIn]:
    with stand_in({"GET /v1/games/g/proof": proof_of(SEEDS)}) as server:
        yield server


def test_an_honest_game_has_no_fault(service: StandIn) -> None:
    assert table.fault(Server(service.url), GAME) is None


def test_a_deal_from_another_seed_than_the_promised_one_is_not_played(service: StandIn) -> None:
    service.answers["POST /v1/commitments"] = Answer(201, {"id": "c", "commitment": SEEDS.commitment})
    service.answers["POST /v1/games"] = Answer(201, {"commitment": OTHER.commitment})
    with pytest.raises(Failed, match="another seed than the one it had committed to"):
        table.deal(Server(service.url), "standard", None, None)
    service.answers["POST /v1/games"] = Answer(201, {"commitment": SEEDS.commitment})
    assert table.deal(Server(service.url), "standard", None, None) == {"commitment": SEEDS.commitment}


def test_a_proof_of_another_deal_is_a_fault(service: StandIn) -> None:
    service.answers["GET /v1/games/g/proof"] = proof_of(OTHER)
    assert table.fault(Server(service.url), GAME) == "the proof is of another commitment than the game's"


def test_a_deck_that_leads_elsewhere_than_the_game_went_is_a_fault(service: StandIn) -> None:
    other_end = GAME | {"flips": FATE.flips - 1, "hidden": FATE.hidden + 1}
    assert table.fault(Server(service.url), other_end) == "the deck leads to another end than the game's"
    assert table.fault(Server(service.url), other_end | {"status": "abandoned"}) is None


def test_seeds_that_shuffle_to_another_deck_are_a_fault(service: StandIn) -> None:
    deck = shuffle(OTHER)
    fate = Game(deck, Rules()).autoplay()
    service.answers["GET /v1/games/g/proof"] = Answer(200, proof_of(SEEDS).body | {"deck": deck.codes()})
    game = GAME | {"flips": fate.flips, "hidden": fate.hidden}
    assert table.fault(Server(service.url), game) == "these seeds shuffle to another deck"


def test_a_result_is_told_line_by_line_without_the_lines_that_are_nothing() -> None:
    assert table.result({"result": RESULT}).splitlines() == [
        "Won: 52 flips, 0 cards left face down.",
        "You are Master.",
        "Luck of the deal: better than 96.2 % of all deals.",
        "  clearance   5,000",
        "  chains        500",
        "  total       5,500",
    ]


def test_an_abandoned_game_has_neither_title_nor_ledger() -> None:
    abandoned = RESULT | {"outcome": "abandoned", "flips": 3, "hidden": 49, "title": None, "ledger": None}
    assert table.result({"result": abandoned}).splitlines() == [
        "Abandoned: 3 flips, 49 cards left face down.",
        "Luck of the deal: better than 96.2 % of all deals.",
    ]
