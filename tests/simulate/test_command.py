"""`clock simulate` plays out deals and shows what came of them."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service import cli
from service.simulate.child import answers
from service.simulate.order import Order

CLOCK = (sys.executable, "-m", "service.cli", "simulate")


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(cli.clock, ["simulate", *arguments])


@pytest.mark.parametrize("variant", ["standard", "perpetual", "big_clock_watch"])
def test_every_variant_is_played_told_and_drawn(variant: str) -> None:
    done = simulate("--deals", "20000", "--seed", "7", "--variant", variant)
    *_, last = answers(Order(variant, 20_000, 7))
    lines = done.stdout.splitlines()
    assert done.exit_code == 0, done.output
    assert lines[0] == f"20,000 deals of {variant} from seed 7"
    assert lines[1].startswith(f"Won: {last['report']['wins']:,}, that is {last['report']['rate']['value']:.4%} (95%")
    assert "degrees of freedom, p = " in lines[3]
    assert "dots are exact" in lines[4]
    assert done.stdout.count("█") > 40
    assert max(map(len, lines)) <= 100
    assert not done.stderr


def test_json_is_what_the_api_answers() -> None:
    *_, last = answers(Order("watch", 1000, 3))
    assert (
        json.loads(simulate("--json", "--deals", "1000", "--seed", "3", "--variant", "watch").stdout)
        == last["report"]
    )


def test_without_a_seed_one_is_drawn_and_told() -> None:
    told = [json.loads(simulate("--json", "--deals", "50").stdout)["seed"] for _ in range(2)]
    assert told[0] != told[1]


@pytest.mark.parametrize(
    "option", [("--deals", "0"), ("--seed", "-1"), ("--variant", "custom"), ("--seed", str(2**53))]
)
def test_what_cannot_be_played_is_refused(option: tuple[str, str]) -> None:
    done = simulate(*option)
    assert done.exit_code == 2
    assert f"Invalid value for '{option[0]}'" in done.stderr


def test_progress_is_shown_in_a_terminal() -> None:
    ours, theirs = pty.openpty()
    arguments = (*CLOCK, "--deals", "200000", "--seed", "1")
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        assert process.wait() == 0
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "Playing" in shown
    assert "100%" in shown


def test_a_machine_where_it_cannot_run_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / f"clock-simulate-{os.geteuid()}").write_text("in the way")
    done = subprocess.run(
        CLOCK, env=os.environ | {"TMPDIR": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("clock: The simulation was not played: there is no folder to work in")
    assert done.stderr.count("\n") == 1
