"""`clock race` at a terminal: one's own dial below everyone's progress, which changes while one types."""

import re
from pathlib import Path

from tests.cli.processes import commands
from tests.cli.terminals import at_terminal

CLEAR, SAVE, RESTORE = "\x1b[2J", "\x1b7", "\x1b8"
PILES = "[1-12, c] pile for the card in hand  [q] give up: "


def test_what_others_do_is_written_above_without_disturbing_what_is_typed(served: str, tmp_path: Path) -> None:
    with (
        commands(tmp_path) as begin,
        at_terminal("race", "--server", served, "--as", "Ada", "--new", LINES="40", COLUMNS="100") as ada,
    ):
        found = re.search(r"Race: (\S+)", ada.wait_for("[q] leave: "))
        assert found
        bob = begin("bob", "race", "--server", served, "--as", "Bob", found[1], "--auto", "300")
        ada.wait_for("[s] start  [q] leave: ")
        ada.press("s\n")
        board = ada.wait_for(PILES)
        assert CLEAR in board
        assert "▸  1 Ada" in board
        assert "centre ▒" in board
        ada.press("1")
        told = ada.wait_for("2/52")
        assert SAVE in told
        assert CLEAR not in told
        assert "In hand" not in ada.wait_for(RESTORE)
        ada.press("\x7fq\n")
        ended = ada.wait_for("Verified on this machine")
        assert ada.end()[0] == 0
        assert "gave up" in ended
        assert "1. Bob" in ended
        bob.end()


def test_ctrl_c_says_how_to_come_back(served: str) -> None:
    with at_terminal("race", "--server", served, "--as", "Ada", "--new", "--private") as ada:
        ada.wait_for("[q] leave: ")
        ada.interrupt()
        code, said = ada.end()
    assert code == 0
    assert re.search(
        r"The race goes on\. Come back to it:\s+\S.* race --server \S+ \S+ --code \S+ --as Ada\s*$", said
    )
    assert "Traceback" not in said
