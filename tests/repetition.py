"""Tests of what many do at one instant are run once, or as often as `--times` says (`make soak`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

MARK = "at_once: what many do at one instant, which another run may see in another order"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=int, default=1, help="how often to run each test of many at one instant")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    times = metafunc.config.getoption("times")
    if times > 1 and metafunc.definition.get_closest_marker("at_once"):
        metafunc.fixturenames.append("run")
        metafunc.parametrize("run", range(1, times + 1))
