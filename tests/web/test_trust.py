"""What the page recomputes of a deal, held against the engine and the published vectors, true ones and false ones."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service.api.printing.games import print_game
from service.api.printing.proofs import print_proof
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import ALGORITHM, Seeds, shuffle
from tests.game.test_vectors import rows
from tests.played import played_game
from tests.web.trusting import failed, states, trusted

if TYPE_CHECKING:
    from service.play.record import GameRecord

SEEDS = Seeds(bytes(range(32)), "Zoë ♣")
PROOF: dict[str, Any] = {
    "server_seed": SEEDS.server.hex(),
    "client_seed": SEEDS.client,
    "commitment": SEEDS.commitment,
    "deck": shuffle(SEEDS).codes(),
    "decisions": [],
    "rules": Rules().options,
    "algorithm": ALGORITHM,
}
SWAPPED = [*PROOF["deck"][1::-1], *PROOF["deck"][2:]]


def test_every_published_pair_of_seeds_is_verified() -> None:
    proofs = [_proof_of(row) for row in rows("shuffles.jsonl")]
    verified = trusted(*(["verify", proof] for proof in proofs))
    assert len(verified) == len(proofs) > 0
    for found in verified:
        assert found["verdict"] == "verified", found["checks"]


def test_every_published_pair_of_seeds_is_refused_with_another_deck_seed_or_commitment() -> None:
    proofs = [_proof_of(row) for row in rows("shuffles.jsonl")]
    changed = [
        (proof | {"deck": [*proof["deck"][1::-1], *proof["deck"][2:]]}, ["deck"])
        for proof in proofs
        if proof["deck"][0] != proof["deck"][1]
    ]
    changed += [(proof | {"client_seed": f"{proof['client_seed'][:10]}."}, ["deck"]) for proof in proofs]
    changed += [(proof | {"commitment": "00" * 32}, ["commitment"]) for proof in proofs]
    changed += [(proof | {"server_seed": "fe" * 32}, ["commitment", "deck"]) for proof in proofs]
    verified = trusted(*(["verify", proof] for proof, _ in changed))
    assert [failed(found) for found in verified] == [expected for _, expected in changed]


def test_every_published_deal_leads_to_its_chain() -> None:
    vectors = rows("chains.jsonl")
    asked = [
        ["follow", row["deck"].split(), Rules(row["decks"], row["opening_pile"], row["dealing"]).options, []]
        for row in vectors
    ]
    for row, chain in zip(vectors, trusted(*asked), strict=True):
        assert " ".join(f"{flip['pile']}:{flip['card']}" for flip in chain["flips"]) == row["chain"]
        assert (chain["outcome"], chain["hidden"], chain["asks"]) == (row["outcome"], row["hidden"], None)


def test_games_of_all_variants_and_modes_are_verified_with_the_board_that_was_shown() -> None:
    games = _games()
    asked = [
        ["verify", print_proof(game), {"game": print_game(game), "promised": print_proof(game)["commitment"]}]
        for game in games
    ]
    for game, found in zip(games, trusted(*asked), strict=True):
        assert found["verdict"] == "verified", (game, found["checks"])
        assert set(states(found).values()) == {"passed"}
    assert {game.status for game in games} == {"won", "lost", "completed", "abandoned"}
    assert any(game.game.decisions for game in games)


def test_a_game_that_was_shown_with_another_card_or_end_is_found_out() -> None:
    changed = []
    for game in _games():
        shown = print_game(game)
        hand = {"card": "KS", "from": 1, "home": 13} if shown["hand"] is None else None
        changed.append((game, shown | {"hand": hand}))
        changed.append((game, shown | {"piles": [shown["piles"][0] | {"face_down": 9}, *shown["piles"][1:]]}))
        if game.status != "abandoned":
            other = "lost" if game.status != "lost" else "won"
            changed.append((game, shown | {"status": other}))
    for found in trusted(*(["verify", print_proof(game), {"game": shown}] for game, shown in changed)):
        assert failed(found) == ["game"]


@pytest.mark.parametrize(
    "change",
    [
        {"server_seed": "00" * 31},
        {"server_seed": None},
        {"client_seed": None},
        {"client_seed": "x" * 65},
        {"client_seed": "\ud800"},
        {"commitment": PROOF["commitment"].upper()},
        {"commitment": None},
        {"deck": PROOF["deck"][1:]},
        {"deck": [*PROOF["deck"][:-1], PROOF["deck"][0]]},
        {"deck": [*PROOF["deck"][:-1], "1X"]},
        {"deck": [*PROOF["deck"][:-1], None]},
        {"deck": "KS"},
        {"decisions": ["r14.1"]},
        {"decisions": "d"},
        {"rules": None},
        {"rules": PROOF["rules"] | {"decks": 2}},
        {"rules": PROOF["rules"] | {"dealing": "sideways"}},
        {"rules": PROOF["rules"] | {"decks": 2, "fork": "opposite"}},
        {"rules": PROOF["rules"] | {"reprieves": 1, "on_lock": "restart"}},
        {"algorithm": "none"},
    ],
)
def test_a_proof_of_a_wrong_form_is_refused_before_anything_is_computed(change: dict[str, Any]) -> None:
    (found,) = trusted(["verify", PROOF | change])
    assert states(found) == {"form": "failed"}
    assert found["verdict"] == "failed"


@pytest.mark.parametrize("field", [field for field in PROOF if field != "decisions"])
def test_no_field_of_a_proof_may_be_missing(field: str) -> None:
    (found,) = trusted(["verify", {name: value for name, value in PROOF.items() if name != field}])
    assert states(found) == {"form": "failed"}
    assert field in found["checks"][0]["detail"]


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        ({"decisions": ["d"]}, ["chain"]),
        ({"decisions": ["f11"]}, ["chain"]),
        ({"decisions": ["r13.1"], "rules": VARIANTS["watch"].options}, ["chain"]),
        ({"decisions": ["r1.8"], "rules": VARIANTS["watch"].options}, ["chain"]),
    ],
)
def test_decisions_that_nobody_can_have_made_are_found_out(change: dict[str, Any], checks: list[str]) -> None:
    (found,) = trusted(["verify", PROOF | change])
    assert failed(found) == checks


def test_other_rules_than_those_of_the_game_that_was_shown_are_found_out() -> None:
    games = [game for game in _games() if game.game.rules == Rules()]
    other = [Rules(opening_pile=12), Rules(dealing="packets"), Rules(finales="face_up"), Rules(on_lock="restart")]
    asked = [
        ["verify", print_proof(game) | {"rules": rules.options}, {"game": print_game(game)}]
        for game in games
        for rules in other
    ]
    verified = trusted(*asked)
    assert len(verified) >= len(other)
    assert all(failed(found) == ["game"] for found in verified)


def test_a_commitment_that_was_not_the_one_shown_before_the_deal_is_found_out() -> None:
    same, other = trusted(
        ["verify", PROOF, {"promised": f" {PROOF['commitment'].upper()}\n"}],
        ["verify", PROOF, {"promised": "00" * 32}],
    )
    assert states(same)["promise"] == "passed"
    assert failed(other) == ["promise"]


def test_a_deal_that_was_given_card_by_card_is_not_called_verified() -> None:
    (found,) = trusted(["verify", PROOF | {"server_seed": None, "commitment": None, "client_seed": None}])
    assert found["verdict"] == "failed"
    assert "given card by card" in found["checks"][0]["detail"]


def test_without_cryptography_the_cards_are_played_and_nothing_is_called_verified() -> None:
    (found,) = trusted(["withoutCryptography", PROOF])
    assert found["verdict"] == "incomplete"
    assert states(found) == {
        "form": "passed", "commitment": "skipped", "promise": "skipped", "deck": "skipped", "chain": "passed",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', '{"proof": null}', '{"proof": {}, "game": 3}'])
def test_a_text_that_is_no_proof_is_refused_in_words(text: str) -> None:
    (found,) = trusted(["readProof", text])
    assert found["refused"].startswith("Unreadable: ")


def test_a_proof_may_come_alone_or_beside_its_game_and_race() -> None:
    alone, beside = trusted(
        ["readProof", '{"deck": []}'], ["readProof", '{"proof": {"deck": []}, "race": {"id": "r"}}']
    )
    assert alone == {"proof": {"deck": []}, "game": None, "race": None}
    assert beside == {"proof": {"deck": []}, "game": None, "race": {"id": "r"}}


def _proof_of(row: dict[str, Any]) -> dict[str, Any]:
    seeds = {name: row[name] for name in ("server_seed", "client_seed", "commitment")}
    return PROOF | seeds | {"deck": row["deck"].split(), "rules": Rules(decks=row["decks"]).options}


def _games() -> list[GameRecord]:
    random = Random(13)  # noqa: S311  nothing in a test is secret
    return [
        played_game(random, variant, mode)
        for variant in VARIANTS
        for mode in ("reveal", "placement")
        for _ in range(12)
    ]
