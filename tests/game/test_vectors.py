"""The published vectors and the contest's sample, all computed by independent programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from service.game.deal import Deal
from service.game.dial import dial
from service.game.game import Game
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from tests.game.deals import locked

VECTORS = Path(__file__).parent / "vectors"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", rows("chains.jsonl"))
def test_every_deal_leads_to_the_published_chain(row: dict[str, Any]) -> None:
    rules = Rules(row["decks"], row["opening_pile"], row["dealing"])
    game = locked(Game(Deal.parse(row["deck"].split()), rules))
    assert " ".join(map(str, game.chain.flips)) == row["chain"]
    assert (game.status, game.flips, game.hidden) == (row["outcome"], row["flips"], row["hidden"])
    assert str(game.chain.flips[-1].card) == row["last_card"]
    assert [len(pile.face_down) for pile in dial(game).piles] == row["face_down"]


@pytest.mark.parametrize("row", rows("shuffles.jsonl"))
def test_every_pair_of_seeds_leads_to_the_published_deck(row: dict[str, Any]) -> None:
    seeds = Seeds(bytes.fromhex(row["server_seed"]), row["client_seed"])
    assert seeds.commitment == row["commitment"]
    assert " ".join(shuffle(seeds, row["decks"]).codes()) == row["deck"]


def test_the_vectors_cover_every_way_to_play() -> None:
    seen = {(row["decks"], row["opening_pile"], row["dealing"]) for row in rows("chains.jsonl")}
    assert seen == {(1, 13, "one_at_a_time"), (1, 13, "packets"), (1, 12, "one_at_a_time"), (2, 13, "one_at_a_time")}
    assert {row["outcome"] for row in rows("chains.jsonl")} == {"won", "lost"}
    assert {row["decks"] for row in rows("shuffles.jsonl")} == {1, 2}


CONTEST_SAMPLE = """
    TS QC 8S 8D QH 2D 3H KH 9H 2H TH KS KC
    9D JH 7H JD 2S QS TD 2C 4H 5H AD 4D 5D
    6D 4S 9S 5S 7S JS 8H 3D 8C 3S 4C 6S 9C
    AS 7C AH 6H KD JC 7D AC 5C TC QD 6C 3C
"""
"""Listed from the bottom of the deck to its top, which is dealt first."""


def test_the_contest_problem_gets_its_published_answer() -> None:
    game = locked(Game(Deal.parse(reversed(CONTEST_SAMPLE.split())), Rules()))
    assert f"{game.flips},{game.chain.flips[-1].card}" == "44,KD"
