from __future__ import annotations

from urllib.request import urlopen

import pytest
from structlog.testing import capture_logs

from service.embedded.server import free_port
from service.play.results import Delivery
from service.processes.errors import CannotRun
from service.watch import Metrics, WatchedOutbox
from tests.builders import ended_game
from tests.fakes import FakeOutbox, Memory


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def watched(metrics: Metrics) -> WatchedOutbox:
    return WatchedOutbox(FakeOutbox(Memory()), metrics)


def value(metrics: Metrics, sample: str) -> float | None:
    return metrics.registry.get_sample_value(sample)


def test_stored_results_are_counted_with_their_delay(metrics: Metrics, watched: WatchedOutbox) -> None:
    watched.confirm([Delivery("00", "1-0", 1, ended_game()), Delivery("00", "2-0", 1, ended_game())])
    assert value(metrics, "clock_results_recorded_total") == 2
    assert value(metrics, "clock_result_delay_seconds_count") == 2


def test_a_result_set_aside_is_counted_and_told_of(metrics: Metrics, watched: WatchedOutbox) -> None:
    record = ended_game()
    with capture_logs() as logs:
        watched.bury(Delivery("00", "1-0", 1, record), "CheckViolation")
        watched.bury(Delivery("00", "2-0", 1, None, "seal"), "seal")
    assert value(metrics, "clock_results_buried_total") == 2
    assert [(log["event"], log["log_level"]) for log in logs] == [("result set aside", "error")] * 2
    assert (logs[0]["game_id"], logs[0]["reason"], logs[0]["entry"]) == (record.id, "CheckViolation", "1-0")


def test_what_cannot_be_used_is_shown_as_long_as_it_lasts_and_told_of_once(metrics: Metrics) -> None:
    one = {"3f": "WRONGTYPE"}
    with capture_logs() as logs:
        for faults in (one, one, one | {"a0": "OOM"}, {}, one):
            metrics.report_faults("outbox", faults)
            assert metrics.registry.get_sample_value("clock_faults", {"work": "outbox"}) == len(faults)
    assert [(log["work"], log["where"], log["reason"]) for log in logs] == [
        ("outbox", "3f", "WRONGTYPE"),
        ("outbox", "a0", "OOM"),
        ("outbox", "3f", "WRONGTYPE"),
    ]


def test_the_numbers_are_served_until_the_worker_ends(metrics: Metrics) -> None:
    port = free_port()
    with metrics.served("127.0.0.1", port):
        page = urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5).read().decode()
    assert "clock_results_recorded_total 0.0" in page
    with metrics.served("127.0.0.1", port), pytest.raises(CannotRun, match="set WORKER_METRICS_PORT"):
        metrics.served("127.0.0.1", port).__enter__()
