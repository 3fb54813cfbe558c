"""The sessions of the README and of the pages on practising and on races, pasted into a shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.running import Up

ROOT = Path(__file__).parents[2]
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with running(tmp_path_factory.mktemp("up") / "data") as service:
        yield service


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like the checkout, with a curl of ours on the path if the machine has none."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    tools = tmp_path / "tools"
    tools.mkdir()
    if shutil.which("curl") is None:
        curl = tools / "curl"
        curl.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(__file__).with_name("curl.py")} "$@"\n')
        curl.chmod(0o755)
    return tmp_path


def session(page: str = "README.md") -> str:
    return "\n".join(SHELL_BLOCK.findall((ROOT / page).read_text()))


def shell(script: str, folder: Path, up: Up) -> subprocess.CompletedProcess[str]:
    api = f"http://127.0.0.1:{up.environment['PORT']}/v1"
    path = f"{folder / 'tools'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=os.environ | {"API": api, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_readmes_session_plays_two_games_verifies_both_and_finds_their_results(up: Up, folder: Path) -> None:
    done = shell(session(), folder, up)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Verified") == 2
    assert "'recorded': True" in done.stdout
    assert "{'code': 'next_hour', 'pile': 12" in done.stdout


def test_the_session_would_stop_at_a_proof_of_another_deal(up: Up, folder: Path) -> None:
    swap = 'sed \'s/"deck":\\["\\(..\\)","\\(..\\)"/"deck":["\\2","\\1"/\' proof.json > swapped.json'
    swapped = session().replace(".venv/bin/clock verify proof.json", f"{swap}\n.venv/bin/clock verify swapped.json")
    done = shell(swapped, folder, up)
    assert done.returncode == 1
    assert "not verified" in done.stderr


def test_the_practice_pages_session_goes_as_the_page_tells(up: Up, folder: Path) -> None:
    done = shell(session("docs/practice.md"), folder, up)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert "'code': 'court_card_to_centre', 'pile': 12" in said[0]
    assert (said[2], said[3]) == ("True", "awaiting_reprieve")
    assert said[4].startswith("{'pile': 11, 'depth': 2, 'decline': False")
    assert "'numerator': 2, 'denominator': 5" in said[4]
    assert (said[5], said[6], said[8]) == ("lost", "awaiting_reprieve", "won")
    assert "the queen of spades" in said[1].lower()
    assert len(said) == 11


def test_the_race_pages_session_runs_a_race_before_a_spectator(up: Up, folder: Path) -> None:
    page = (ROOT / "docs/races.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (folder / "racer.py").write_text(program)
    done = shell(session("docs/races.md"), folder, up)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert said[1:4] == ["waiting", "ready", "countdown"]
    assert said[4] == said[5], "the same deal ends in the same way"
    ended = said[4].split()
    assert int(said[6]) == 2 * (int(ended[1]) - 1), "every card that was turned after the first is an event"
    assert said[7] == "event: over"
    assert '"places":[{"seat":' in said[8]
    assert said[-1] == "1" or said[-1] == "2"


def test_operators_see_to_a_running_service_as_the_page_tells(
    up: Up, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (block,) = (one for one in SHELL_BLOCK.findall((ROOT / "docs/operations.md").read_text()) if "clock ban" in one)
    player_id = up.call("POST", "/v1/players", {"display_name": "Ada"}).json["player"]["id"]
    monkeypatch.setenv("PLAYER", player_id)
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    (folder / "var").symlink_to(up.data)
    done = shell(block, folder, up)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [
        f"Player {player_id} is called Player 7 now, until that is freed.",
        f"Player {player_id} is on no leaderboard any more.",
        "Everything is as the results say.",
        f"Player {player_id} is on the leaderboards again.",
        f"Player {player_id} is called Ada now.",
    ]


def test_the_curl_of_ours_reads_an_answer_and_fails_on_an_error(up: Up) -> None:
    curl = [sys.executable, str(Path(__file__).with_name("curl.py")), "-s", "-f"]
    api = f"http://127.0.0.1:{up.environment['PORT']}"
    assert subprocess.run([*curl, f"{api}/healthz"], capture_output=True, check=True).stdout
    assert subprocess.run([*curl, f"{api}/nowhere"], capture_output=True, check=False).returncode == 22
