"""Logs are events that programs can read, and hold no secret."""

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import structlog

from service import logs
from service.config import Config

CONFIG = Config.from_environment(
    {"DATABASE_URL": "postgresql://db/clock", "REDIS_URL": "redis://cache", "LOG_FORMAT": "json"}
)


@pytest.fixture(autouse=True)
def configured() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    structlog.contextvars.clear_contextvars()
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def written(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_an_event_is_a_line_of_json_with_what_belongs_to_its_request(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(CONFIG)
    structlog.contextvars.bind_contextvars(request_id="r1")
    structlog.get_logger(component="game").info("dealt", variant="standard")
    (line,) = written(capsys)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "dealt", "variant": "standard", "request_id": "r1", "level": "info", "component": "game"}


def test_libraries_logs_look_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(CONFIG)
    logging.getLogger("some.library").warning("it is %s", "late", extra={"seconds": 3})
    (line,) = written(capsys)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "it is late", "seconds": 3, "level": "warning", "logger": "some.library"}


def test_what_gunicorns_master_says_has_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logs.JsonLine())
    handler.emit(
        logging.makeLogRecord(
            {"name": "gunicorn.error", "msg": '%s "quoted"', "args": ("Booting",), "levelname": "INFO"}
        )
    )
    (line,) = written(capsys)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": 'Booting "quoted"', "level": "info", "logger": "gunicorn.error"}


@pytest.mark.parametrize("name", ["token", "Authorization", "secret", "server_seed", "code", "database_url"])
def test_no_secret_is_written_wherever_it_comes_from(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(CONFIG)
    structlog.get_logger().info("login", **{name: "canary"})
    logging.getLogger("library").warning("login", extra={name: "canary"})
    structlog.contextvars.bind_contextvars(**{name: "canary"})
    structlog.get_logger().info("later")
    written_lines = capsys.readouterr().err
    assert len(written_lines.splitlines()) == 3
    assert "canary" not in written_lines


def test_an_exception_is_part_of_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(CONFIG)
    try:
        _ = 1 // 0
    except ZeroDivisionError:
        structlog.get_logger().exception("failed")
    (line,) = written(capsys)
    assert "ZeroDivisionError" in line["exception"]


def test_people_at_a_terminal_get_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(replace(CONFIG, log_format="text"))
    structlog.get_logger().info("dealt", variant="standard")
    assert "variant=standard" in capsys.readouterr().err


def test_the_line_of_a_request_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(replace(CONFIG, log_format="text"))
    some_id = "0199f3a2-7c3e-7d10-9a44-3f5b6c7d8e9f"
    structlog.contextvars.bind_contextvars(request_id="r" * 32, player_id=some_id, game_id=some_id)
    path = f"/v1/games/{some_id}/autoplay"
    request = {"method": "POST", "path": path, "operation": "autoplay_game", "status": 200, "ms": 123.45}
    structlog.get_logger(component="api").info("request", **request)
    structlog.get_logger(component="api").error("unforeseen")
    line, other = capsys.readouterr().err.splitlines()
    assert len(line) < 120
    assert all(said in line for said in (path, "POST", "200", "123.45"))
    assert "request_id=rrrr" in other


def test_auto_is_json_in_production_and_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    auto = replace(CONFIG, log_format="auto")
    assert logs.as_json(auto)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert not logs.as_json(auto)
    assert logs.as_json(replace(auto, environment="production"))
