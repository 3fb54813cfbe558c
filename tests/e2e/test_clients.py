"""The clients that `make clients` generates: checked as strictly as can be, and played with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.running import running
from tests.left_out import leave_out

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "clients"
NODE = Path(sys.executable).with_name("node")
SHOWN = (ROOT / "docs/integrate.md").read_text().split("\n## Generated clients\n")[1].split("\n## ")[0]
FILES = ["clock_solitaire_client", "player.py", "misspelt_player.py", "shown_player.py"]
TYPES_OF_PYTHON = [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", *FILES]
TYPES_OF_TYPESCRIPT = [NODE, "node_modules/typescript/bin/tsc"]
SEED = "00000000000000000000000000000000000000000000000000000000000000db"
OUTCOME = re.compile(r"(won|lost) \d+\n")
UNREACHED = "npm's registry was not reached, from which the TypeScript client has its packages"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The running service's."""
    with running(tmp_path_factory.mktemp("up") / "data") as up:
        yield f"http://127.0.0.1:{up.environment['PORT']}"


def run(command: list[Any], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"npm_config_fetch_retries": "0", "npm_config_loglevel": "silent"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def generate(language: str, folder: Path, program: str, address: str) -> Path:
    """The folder of the new client, with a program that uses it, the same with a name misspelt, and the docs' own."""
    done = run(["sh", f"requirements/clients/{language}.sh", folder], ROOT)
    if "npm's registry" in done.stderr:
        leave_out(UNREACHED)
    assert done.returncode == 0, done.stdout + done.stderr
    client, text = folder / language, (PROGRAMS / program).read_text()
    (client / program).write_text(text)
    (client / f"misspelt_{program}").write_text(text.replace("game.flips", "game.flops"))
    (client / f"shown_{program}").write_text(shown(program.rpartition(".")[2], address))
    return client


def shown(suffix: str, address: str) -> str:
    """The program of docs/integrate.md, for this service, from inside the client's folder."""
    program: str
    (program,) = re.findall(rf"^```{suffix}\w*\n(.*?)^```$", SHOWN, re.MULTILINE | re.DOTALL)
    return program.replace("http://127.0.0.1:8000", address).replace("./clients/typescript/", "./")


def test_the_python_client_is_strictly_typed_and_plays(tmp_path: Path, address: str) -> None:
    client = generate("python", tmp_path, "player.py", address)
    checked = run(TYPES_OF_PYTHON, client)
    assert "misspelt_player.py" in checked.stdout
    assert "Found 1 error in 1 file" in checked.stdout
    played(run([sys.executable, "player.py", address, SEED], client))
    assert OUTCOME.fullmatch(run([sys.executable, "shown_player.py"], client).stdout)


def test_the_typescript_client_is_strictly_typed_and_plays(tmp_path: Path, address: str) -> None:
    client = generate("typescript", tmp_path, "player.ts", address)
    checked = run(TYPES_OF_TYPESCRIPT, client)
    (complaint,) = checked.stdout.splitlines()
    assert complaint.startswith("misspelt_player.ts(")
    played(run([NODE, "player.ts", address, SEED], client))
    assert OUTCOME.fullmatch(run([NODE, "shown_player.ts"], client).stdout)


def played(done: subprocess.CompletedProcess[str]) -> None:
    """A whole game, a step sent twice, a decision, a problem, a list by pages, and a race's log."""
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["status"] in {"won", "lost"}
    assert told["listed"] == told["flips"] + 1, "the card that ended it is set in a move of its own"
    assert told["repeated"] == [True, True]
    assert told["decision"] == ["awaiting_reprieve", "reprieve"]
    assert told["problem"] == ["/problems/game-over", 409]
    assert told["log"] == ["joined", "joined", "countdown"]
