"""Hosts whose clocks are wrong by an hour, and jump: races keep their own time."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from tests.e2e.guests import Guest
from tests.e2e.pools import served
from tests.e2e.running import until
from tests.e2e.sprint import full_race, log_of, play_out, until_started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.running import Up

SLACK = timedelta(seconds=3)


class Clock:
    """What a host takes for the time."""

    def __init__(self, file: Path, hours: int) -> None:
        self.file = file
        self.wrong_by(hours)

    def wrong_by(self, hours: int) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(str(3600 * hours))
        new.replace(self.file)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "WRONG_BY": str(self.file),
            "GUNICORN_CMD_ARGS": "--worker-class tests.e2e.wrong_clock.WrongClock",
        }


def error(up: Up) -> timedelta:
    """How far the host's clock is from the true time, by the date of its answers."""
    with urlopen(f"http://127.0.0.1:{up.environment['PORT']}/healthz", timeout=10) as answer:
        return parsedate_to_datetime(answer.headers["Date"]) - datetime.now(UTC)


def is_wrong_by(up: Up, hours: int) -> bool:
    return abs(error(up) - timedelta(hours=hours)) < SLACK


@pytest.fixture(scope="module")
def hosts(
    tmp_path_factory: pytest.TempPathFactory, migrated_url: str, valkey_url: str
) -> Iterator[list[tuple[Up, Clock]]]:
    folder = tmp_path_factory.mktemp("clocks")
    stores = {"DATABASE_URL": migrated_url, "REDIS_URL": valkey_url}
    clocks = [Clock(folder / "fast", 1), Clock(folder / "slow", -1)]
    with ExitStack() as both:
        yield [(both.enter_context(served(folder, stores | clock.settings)), clock) for clock in clocks]


@pytest.mark.parametrize("first", [0, 1], ids=["the fast host's racer first", "the slow host's racer first"])
def test_order_and_times_are_those_of_the_store(hosts: list[tuple[Up, Clock]], first: int) -> None:
    for (up, clock), hours in zip(hosts, (1, -1), strict=True):
        clock.wrong_by(hours)
        until(partial(is_wrong_by, up, hours))
    (up, clock), (other, _) = hosts[first], hosts[1 - first]
    winner, loser = Guest.signed_in(up), Guest.signed_in(other)
    began = datetime.now(UTC)
    race = full_race(winner, loser, decks="shared")
    until_started(winner, race)
    play_out(winner, race)
    clock.wrong_by(-1 if first == 0 else 1)
    until(lambda: abs(error(up) - error(other)) < SLACK)
    play_out(loser, race)
    ended = datetime.now(UTC)

    shown = winner.call("GET", f"/v1/races/{race}")
    assert [entry["place"] for entry in shown["entries"]] == [1, 2]
    times = [datetime.fromisoformat(event["server_time"]) for event in log_of(loser, race)]
    assert times == sorted(times)
    assert began - SLACK < times[0] < times[-1] < ended + SLACK
    starts_at = datetime.fromisoformat(shown["starts_at"])
    assert timedelta(seconds=5) <= starts_at - times[0] < timedelta(seconds=5) + SLACK
    for entry in shown["entries"]:
        assert 0 < entry["time_ms"] <= (ended + SLACK - starts_at).total_seconds() * 1000
    assert shown["entries"][0]["time_ms"] < shown["entries"][1]["time_ms"]
