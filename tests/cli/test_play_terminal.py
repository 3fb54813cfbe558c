"""`clock play` at a terminal: colour, a board that is drawn anew, and a quiet end when one leaves."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest

from tests.cli.stand_in import stand_in

PATIENCE_S = 60
RED = "\x1b[31m"
CLEAR = "\x1b[2J"
PROMPT = "[q] leave: "


class Terminal:
    """A process on a terminal of its own; what it prints is read until it says what one waits for."""

    def __init__(self, process: subprocess.Popen[bytes], side: int) -> None:
        self.process = process
        self._side = side
        self.seen = ""

    def press(self, keys: str) -> None:
        os.write(self._side, keys.encode())

    def wait_for(self, text: str) -> str:
        """Everything printed since the last wait, up to and with `text`."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.seen:
            ready, _, _ = select.select([self._side], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"waited a minute in vain; so far: {self.seen}"
            self.seen += self._read()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def interrupt(self) -> None:
        """Ctrl-C, and again if it came in the moment between the prompt and the wait for a key, where it is lost."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < deadline, "interrupted in vain for a minute: was SIGINT ignored from the start?"
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=5)

    def end(self) -> tuple[int, str]:
        """The exit code, and everything printed since the last wait."""
        code = self.process.wait(PATIENCE_S)
        while text := self._read():
            self.seen += text
        return code, self.seen

    def _read(self) -> str:
        try:
            return os.read(self._side, 65536).decode(errors="replace")
        except OSError:  # what Linux answers when the other side of a terminal is closed
            return ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._side)


@contextmanager
def play(server: str, **variables: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "play", "--server", server],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", **variables},
    )
    os.close(theirs)
    with closing(Terminal(process, ours)) as terminal:
        yield terminal


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
    assert re.search(r"(?m)^ 1 ▒4\s+(^.*\s+){10}^.12 ▒", shown)


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
