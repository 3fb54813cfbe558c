"""A test that needs what a machine may lack is left out in plain words, and the end of the run says so again."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

import pytest

_LEFT_OUT = "left out, because "


def leave_out(because: str) -> NoReturn:
    """Skip the test; `because` says what is missing and how to get it."""
    pytest.skip(_LEFT_OUT + because)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    reasons = Counter(told[2].partition(_LEFT_OUT)[2] for told in skipped if isinstance(told, tuple))
    for because, tests in sorted(reasons.items()):
        if because:
            terminalreporter.write_line(f"Left out: {tests} tests, because {because}", yellow=True)
