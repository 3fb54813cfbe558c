"""`clock play` at a terminal: colour, a board that is drawn anew, and a quiet end when one leaves."""

import re
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from tests.cli.stand_in import stand_in
from tests.cli.terminals import Terminal, at_terminal

RED = "\x1b[31m"
CLEAR = "\x1b[2J"
PROMPT = "[q] leave: "


def play(server: str, **variables: str) -> AbstractContextManager[Terminal]:
    return at_terminal("play", "--server", server, **variables)


def test_a_game_is_drawn_in_colour_and_anew_at_each_step(served: str) -> None:
    with play(served) as terminal:
        first = terminal.wait_for(PROMPT)
        assert CLEAR not in first
        assert "\x1b[33m" in first  # the pile that is next
        terminal.press("\n")
        assert CLEAR in terminal.wait_for(PROMPT)
        terminal.press("a\n")
        assert RED in terminal.wait_for("Verified on this machine")
        assert terminal.end()[0] == 0


def test_no_color_asks_for_none(served: str) -> None:
    with play(served, NO_COLOR="please") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press("a\n")
        assert RED not in terminal.wait_for("Verified on this machine")


def test_a_dumb_terminal_gets_plain_text(served: str) -> None:
    with play(served, TERM="dumb") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press("a\n")
        assert "\x1b" not in terminal.wait_for("Verified on this machine")


def test_the_end_of_a_game_fits_80_columns_and_24_lines(served: str) -> None:
    with play(served, TERM="dumb", COLUMNS="80") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press("a\n")
        terminal.wait_for("\n")
        code, said = terminal.end()
    *lines, command = said.removesuffix("\n").split("\n")
    rows = sum(max(1, -(-len(line.rstrip("\r")) // 80)) for line in lines)
    assert (code, "proof" in command) == (0, True)
    assert rows + 2 < 24, said  # how long the command is, is up to the checkout's path: two rows mostly


def test_a_narrow_terminal_gets_a_line_for_each_pile(served: str) -> None:
    with play(served, TERM="dumb", COLUMNS="50") as terminal:
        shown = terminal.wait_for(PROMPT)
    assert re.search(r"(?m)^.1 ▒4\s+(^.*\s+){10}^.12 ▒", shown)


def test_a_terminal_without_signs_for_the_suits_will_do(served: str) -> None:
    with play(served, PYTHONIOENCODING="latin-1") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press("a\n")
        terminal.wait_for("Verified on this machine")
        assert terminal.end()[0] == 0


@pytest.mark.parametrize(
    "leave",
    [lambda on: on.press("q\n"), lambda on: on.press("\x04"), Terminal.interrupt],
    ids=["q", "Ctrl-D", "Ctrl-C"],
)
def test_leaving_is_quiet_and_says_how_to_go_on(served: str, leave: Callable[[Terminal], None]) -> None:
    with play(served) as terminal:
        terminal.wait_for(PROMPT)
        leave(terminal)
        code, said = terminal.end()
    assert code == 0
    assert re.search(rf"The game stays. Go on with it:\s+\S.* play --server {served} --game \S+\s*$", said)
    assert "Traceback" not in said
    assert "Aborted" not in said


def test_ctrl_c_while_the_server_keeps_one_waiting_is_quiet_too() -> None:
    with stand_in() as server, play(server.url) as terminal:
        server.silent.clear()
        server.wait_until_asked()
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == (0, "")
