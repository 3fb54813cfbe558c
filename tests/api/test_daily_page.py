"""The page on daily deals: its program tells days that keep their promise from days that do not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.api.printing.daily import print_day
from service.play.daily import show_day
from service.play.days import closes_at, day_at
from tests.builders import OPENED_AT
from tests.fakes import FakeDailies, FakeResults

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.api.client import Json

PAGE = (Path(__file__).parents[2] / "docs" / "daily.md").read_text(encoding="utf-8")


@pytest.fixture
def check(tmp_path: Path) -> Callable[[Json, Json], tuple[int, str]]:
    """Run the page's program on what was saved before and after."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (tmp_path / "daily.py").write_text(program, encoding="utf-8")

    def run(before: Json, after: Json) -> tuple[int, str]:
        for name, saved in (("before.json", before), ("after.json", after)):
            (tmp_path / name).write_text(json.dumps(saved), encoding="utf-8")
        command = [sys.executable, "daily.py", "before.json", "after.json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, (done.stdout + done.stderr).strip()

    return run


def day_before_and_after() -> tuple[Json, Json]:
    dailies, day = FakeDailies(FakeResults()), day_at(OPENED_AT)
    return print_day(show_day(dailies, day, OPENED_AT)), print_day(show_day(dailies, day, closes_at(day)))


def test_a_day_that_keeps_its_promise_is_verified(check: Callable[[Json, Json], tuple[int, str]]) -> None:
    assert check(*day_before_and_after()) == (0, "verified")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"server_seed": None}, "the day has not closed yet"),
        ({"commitment": "0" * 64}, "big_clock was promised another commitment"),
        ({"server_seed": "0" * 64}, "the commitment of big_clock is not the hash of its seed"),
        ({"client_seed": "mine"}, "big_clock has a client seed of someone's choice"),
    ],
)
def test_a_day_that_does_not_is_refused(
    check: Callable[[Json, Json], tuple[int, str]], change: dict[str, Any], reason: str
) -> None:
    before, after = day_before_and_after()
    (deal,) = (deal for deal in after["variants"] if deal["variant"] == "big_clock")
    deal |= change
    assert check(before, after) == (1, reason)


def test_two_days_are_not_compared(check: Callable[[Json, Json], tuple[int, str]]) -> None:
    before, after = day_before_and_after()
    assert check(before | {"day": "2025-12-31"}, after) == (1, "these are two days")
