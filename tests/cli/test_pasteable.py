"""A command to paste calls the program in the way that it was called."""

import sys

import pytest

from service.terminal import pasteable


@pytest.mark.parametrize("called", [".venv/bin/clock", "/opt/clock/bin/clock", "clock"])
def test_the_program_is_named_as_it_was_called(called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [called, "play"])
    assert pasteable.command("play", "--game", "a b") == f"{called} play --game 'a b'"


def test_a_program_called_by_no_name_is_called_as_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/srv/service/cli.py", "play"])
    assert pasteable.command("play") == f"{sys.executable} -m service.cli play"
