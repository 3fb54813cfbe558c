"""`clock verify` recomputes a proof, and says in one sentence and an exit code what it found."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import clock
from service.game.cards import PACK
from service.game.shuffle import ALGORITHM, Seeds, shuffle
from tests.cli.stand_in import problem, stand_in

SEEDS = Seeds(hashlib.sha256(b"proof").digest(), "Zoë ♣")
PROOF: dict[str, Any] = {
    "server_seed": SEEDS.server.hex(),
    "client_seed": SEEDS.client,
    "commitment": SEEDS.commitment,
    "deck": shuffle(SEEDS).codes(),
    "algorithm": ALGORITHM,
}


def verify(proof: object, *options: str) -> Result:
    text = proof if isinstance(proof, bytes) else json.dumps(proof).encode()
    return CliRunner().invoke(clock, ["verify", "-", *options], input=text)


def one_sentence(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    assert line.startswith("clock: ")
    return line


def test_a_true_proof_is_verified_and_its_chain_told() -> None:
    result = verify(PROOF)
    assert (result.exit_code, result.stderr) == (0, "")
    verdict, commitment, compare, chain, outcome = result.stdout.splitlines()
    assert commitment == f"Commitment: {SEEDS.commitment}"
    assert "shown before the deal" in compare
    assert chain.startswith(f"Chain: 13:{PROOF['deck'][51]} ")
    assert outcome.startswith("Outcome (standard rules): ")
    assert verdict.startswith("Verified: ")


def test_a_proof_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(PROOF), encoding="utf-8")
    assert CliRunner().invoke(clock, ["verify", str(file)]).exit_code == 0


def test_the_rules_come_from_the_option_or_the_proof_or_the_number_of_cards() -> None:
    two_decks = PROOF | {"deck": shuffle(SEEDS, 2).codes()}
    assert "twelve_start rules" in verify(PROOF, "--variant", "twelve_start").stdout
    assert "twelve_start rules" in verify(PROOF | {"rules": {"opening_pile": 12}}).stdout
    assert "custom rules" in verify(PROOF | {"rules": {"dealing": "packets"}}).stdout
    assert "big_clock rules" in verify(two_decks).stdout


SWAPPED = [*PROOF["deck"][1::-1], *PROOF["deck"][2:]]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"server_seed": "00" * 32}, "the commitment is not the hash of the server seed"),
        ({"commitment": "00" * 32}, "the commitment is not the hash of the server seed"),
        ({"commitment": SEEDS.commitment.upper()}, "the commitment is not the hash of the server seed"),
        ({"commitment": None}, "the commitment is not the hash of the server seed"),
        ({"client_seed": "Zoe ♣"}, "these seeds shuffle to another deck"),
        ({"deck": SWAPPED}, "these seeds shuffle to another deck"),
        ({"server_seed": None, "commitment": None}, "given card by card"),
    ],
)
def test_a_false_proof_is_not_verified_and_the_exit_code_is_1(change: dict[str, Any], reason: str) -> None:
    result = verify(PROOF | change)
    assert result.exit_code == 1
    assert reason in one_sentence(result)
    assert result.stdout == ""


def test_the_commitment_that_was_shown_is_compared() -> None:
    same = verify(PROOF, "--commitment", SEEDS.commitment.upper())
    assert (same.exit_code, "Commitment: " + SEEDS.commitment in same.stdout) == (0, True)
    assert "Compare" not in same.stdout
    other = verify(PROOF, "--commitment", "00" * 32)
    assert (other.exit_code, other.stdout) == (1, "")
    assert "another commitment than the one given" in one_sentence(other)


def test_a_proof_that_is_not_told_may_come_later() -> None:
    with stand_in({"*": problem(404, "not-found", "There is no such game.")}) as server:
        result = CliRunner().invoke(clock, ["verify", f"{server.url}/v1/games/g/proof"])
    assert result.exit_code == 2
    assert one_sentence(result).endswith("or it is not over yet, or not public")


@pytest.mark.parametrize(
    "proof",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"<html>",
        [],
        "text",
        {},
        {"deck": "7H"},
        {"deck": [7]},
        PROOF | {"deck": PROOF["deck"][:51]},
        PROOF | {"deck": ["XX", *PROOF["deck"][1:]]},
        PROOF | {"server_seed": "zz"},
        PROOF | {"server_seed": "00"},
        PROOF | {"server_seed": 7},
        PROOF | {"commitment": 7},
        PROOF | {"client_seed": "x" * 65},
        PROOF | {"client_seed": "\ud800"},
        PROOF | {"algorithm": "dice/1"},
        PROOF | {"algorithm": {}},
        PROOF | {"rules": {"decks": 3}},
        PROOF | {"rules": {"decks": 2}},
        PROOF | {"rules": {"jokers": 2}},
        PROOF | {"deck": list(map(str, PACK)) * 3},
    ],
    ids=repr,
)
def test_what_is_no_proof_is_unreadable_and_the_exit_code_is_2(proof: object) -> None:
    result = verify(proof)
    assert (result.exit_code, result.stdout) == (2, "")
    one_sentence(result)


def test_a_variant_that_deals_another_number_of_cards_is_refused() -> None:
    assert "104 cards" in one_sentence(verify(PROOF, "--variant", "big_clock"))


@pytest.mark.parametrize("source", ["nowhere.json", ".", "http://127.0.0.1:9/proof", "http://[", "a\0b", "https://"])
def test_a_source_that_cannot_be_read_is_one_sentence(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(clock, ["verify", source])
    assert result.exit_code == 2
    one_sentence(result)
