"""`clock leaderboards check` answers by its exit code, as `diff` does: the same, different, or trouble."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.embedded.server import free_port
from service.storage.postgres import PostgresUpkeep
from tests.operation.operators import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.result_ports import Progress

pytestmark = pytest.mark.usefixtures("settings", "database")


def test_a_check_that_finds_nothing_has_the_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert clock("leaderboards", "check") in (0, None)
    assert capsys.readouterr().out == "Everything is as the results say.\n"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("postgresql://nobody@127.0.0.1:{free}/nothing", "postgres cannot be reached, or does not answer"),
        ("mysql://127.0.0.1/clock", "DATABASE_URL"),
    ],
)
def test_a_check_that_comes_to_no_answer_has_an_exit_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], setting: str, said: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", setting.format(free=free_port()))
    assert clock("leaderboards", "check") == 2
    told = capsys.readouterr()
    assert told.err.startswith("clock: ")
    assert said in told.err
    assert told.out == ""


@pytest.mark.parametrize(("trouble", "said"), [(KeyboardInterrupt(), "interrupted"), (KeyError("x"), "Traceback")])
def test_a_check_that_breaks_off_is_no_difference_whatever_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trouble: BaseException, said: str
) -> None:
    def check(_: PostgresUpkeep, _progress: Progress) -> Iterator[str]:
        yield "a difference"
        raise trouble

    monkeypatch.setattr(PostgresUpkeep, "check", check)
    assert clock("leaderboards", "check") == 2
    assert said in capsys.readouterr().err
