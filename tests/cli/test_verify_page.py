"""The page on verifying a deal: its proof is a true one, and its programs tell true proofs from false ones."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.game.shuffle import Seeds, shuffle
from service.terminal.proof import Proof

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
NODE = Path(sys.executable).with_name("node")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


@pytest.fixture(params=["python", "js"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The command that runs the page's program in one language."""
    name, interpreter = {"python": ("verify.py", sys.executable), "js": ("verify.mjs", str(NODE))}[request.param]
    (tmp_path / name).write_text(block(request.param), encoding="utf-8")
    return [interpreter, str(tmp_path / name), str(tmp_path / "proof.json")]


def run(program: list[str], proof: dict[str, Any]) -> tuple[int, str]:
    Path(program[-1]).write_text(json.dumps(proof), encoding="utf-8")
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, (done.stdout + done.stderr).strip()


EXAMPLE: dict[str, Any] = json.loads(block("json"))


def test_the_example_is_a_true_proof() -> None:
    assert Proof.of(EXAMPLE).fault() is None


def test_the_seeds_of_racers_are_joined_as_the_page_says() -> None:
    joined, digest = re.findall(r"^printf '([^']*)' \| sha256sum\n(\w{64})  -$", PAGE, re.MULTILINE)[0]
    assert hashlib.sha256(joined.replace("\\0", "\0").encode()).hexdigest() == digest


def test_the_figures_to_compare_with_are_right() -> None:
    stream = re.search(r"block 0 begins `(\w+)`, which is (\d+);.*?mod 52 = (\d+)", PAGE, re.DOTALL)
    assert stream
    begins, number, drawn = stream.groups()
    assert int(begins, 16) == int(number)
    assert int(number) % 52 == int(drawn)
    assert EXAMPLE["deck"][51] == "AC"


@pytest.mark.parametrize("decks", [1, 2])
def test_the_programs_verify_true_proofs(program: list[str], decks: int) -> None:
    assert run(program, EXAMPLE) == (0, "verified")
    seeds = Seeds(b"\xfe" * 32, "Zoë ♣")
    other = {"server_seed": seeds.server.hex(), "client_seed": seeds.client, "commitment": seeds.commitment}
    assert run(program, other | {"deck": shuffle(seeds, decks).codes()}) == (0, "verified")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"client_seed": "other words"}, "these seeds shuffle to another deck"),
        ({"commitment": "00" * 32}, "the commitment is not the hash of the server seed"),
    ],
)
def test_the_programs_refuse_false_proofs(program: list[str], change: dict[str, str], reason: str) -> None:
    assert run(program, EXAMPLE | change) == (1, reason)
