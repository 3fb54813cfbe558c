"""The sample of docs/races.md that watches a race from a browser, run against servers that misbehave."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/races.md"
NODE = Path(sys.executable).with_name("node")


@pytest.fixture(scope="module")
def runs() -> dict[str, dict[str, Any]]:
    """What the sample did in each of the cases that are told in `watch_page.mjs`."""
    (sample,) = re.findall(r"^```js\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    command = [str(NODE), str(HERE / "watch_page.mjs")]
    done = subprocess.run(command, input=sample, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def test_a_race_is_watched_to_its_end(runs: dict[str, dict[str, Any]]) -> None:
    assert runs["to_the_end"]["shown"] == [["snapshot", 2], ["progress", 3], ["over", 9], ["snapshot", 9]]
    assert runs["to_the_end"]["told"] == "finished"


def test_a_race_that_is_over_takes_no_ticket(runs: dict[str, dict[str, Any]]) -> None:
    assert runs["over_before"]["asked"] == ["GET /v1/races/R?"]
    assert runs["over_before"]["shown"] == [["snapshot", 9]]


def test_after_a_drop_it_goes_on_after_the_last_event_with_a_new_ticket(runs: dict[str, dict[str, Any]]) -> None:
    asked = runs["dropped"]["asked"]
    assert asked.count("POST /v1/tickets") == 2
    assert asked[-2] == "EVENTS /v1/races/R/events?ticket=tick&after=3"
    assert runs["dropped"]["told"] == "finished"


@pytest.mark.parametrize(
    ("case", "status", "requests"),
    [("gone", 410, 1), ("unknown", 404, 1), ("signed_out", 401, 4), ("signed_out_between", 401, 2)],
)
def test_it_stops_where_there_is_no_use_in_asking_again(
    runs: dict[str, dict[str, Any]], case: str, status: int, requests: int
) -> None:
    assert (runs[case]["told"], len(runs[case]["asked"])) == (status, requests)


def test_while_nobody_answers_it_asks_less_and_less_often(runs: dict[str, dict[str, Any]]) -> None:
    assert runs["away"]["told"] == "finished"
    for tries, wait in enumerate(runs["away"]["waits"]):
        longest = min(30, 2**tries) * 1000
        assert longest / 2 <= wait <= longest


def test_whoever_is_told_to_slow_down_asks_again(runs: dict[str, dict[str, Any]]) -> None:
    assert (runs["busy"]["told"], len(runs["busy"]["asked"])) == ("finished", 5)


@pytest.mark.parametrize(("case", "wait"), [("busy", 40_000), ("no_ticket_yet", 50_000)])
def test_it_waits_as_long_as_the_service_says(runs: dict[str, dict[str, Any]], case: str, wait: int) -> None:
    assert runs[case]["told"] == "finished"
    assert runs[case]["waits"][0] == wait


def test_a_conflict_passes(runs: dict[str, dict[str, Any]]) -> None:
    assert (runs["conflict"]["told"], len(runs["conflict"]["asked"])) == ("finished", 5)


def test_the_code_of_a_private_race_is_sent_along(runs: dict[str, dict[str, Any]]) -> None:
    asked = [path.partition("?")[2] for path in runs["by_code"]["asked"] if "?" in path]
    assert len(asked) == 3
    assert all(query.startswith("code=A%26B") for query in asked)
