"""`clock race` and `clock bots` without a terminal: whole races on the real service."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from service.cli import clock
from service.terminal.server import Server
from tests.cli.cutting import line_to
from tests.cli.processes import Command, commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACE = ("--auto", "60")
LINES = re.MULTILINE | re.DOTALL


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Command]]:
    with commands(tmp_path) as beginning:
        yield beginning


def race_of(host: Command) -> str:
    found = re.search(r"^Race: (\S+)$", host.wait_for("seats taken"), re.MULTILINE)
    assert found
    return found[1]


def final(said: str) -> list[str]:
    """The lines of the last table, without the mark at one's own."""
    return [line.lstrip("▸ ") for line in said.splitlines() if re.match(r"[▸ ] +\d\. ", line)]


def counted(said: str, name: str) -> list[int]:
    """How many cards this racer was told to have turned, in that order."""
    return [int(number) for number in re.findall(rf"^{name} (\d+)/52$", said, re.MULTILINE)]


def test_two_race_and_a_third_watches_over_a_connection_that_is_cut(
    served: str, begin: Callable[..., Command]
) -> None:
    with line_to(served) as line:
        ada = begin("ada", "race", "--server", served, "--as", "Ada", "--new", *PACE)
        race_id = race_of(ada)
        eve = begin("eve", "race", "--server", line.url, "--as", "Eve", "--watch", race_id)
        eve.wait_for("seats taken")
        bob = begin("bob", "race", "--server", line.url, "--as", "Bob", race_id, *PACE)
        for one in (bob, eve):
            one.wait_for("Go!")
        assert line.cut() >= 2
        told = [one.end() for one in (ada, bob, eve)]
    assert len({tuple(final(said)) for said in told}) == 1
    assert {line.split()[1] for line in final(told[0])} == {"Ada", "Bob"}
    for said in told[1:]:
        assert re.search(
            r"^The connection is lost;.*^The connection is back, and goes on after event \d+", said, LINES
        )
    for name in ("Ada", "Bob"):
        assert counted(told[2], name) == list(range(2, max(counted(told[2], name)) + 1)), "each event once"
        assert counted(told[0], name) == counted(told[2], name)
    for said in told[:2]:
        assert "Verified on this machine: commitment, client seed and all cards you saw agree." in said
        assert "This seat plays by itself, at 60 ms a card." in said
        assert "\x1b" not in said
    assert "Verified" not in told[2]


def test_the_command_that_a_private_race_names_lets_others_in(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--new", "--private", "--decks", "shared", "--auto", "0")
    said = ada.wait_for("seats taken")
    found = re.search(r"^Others join it with:\n.* race --server \S+ (\S+) --code (\S+)$", said, re.MULTILINE)
    assert found
    bob = begin("bob", "race", "--server", served, "--as", "Bob", found[1], "--code", found[2], "--auto", "0")
    for said in (ada.end(), bob.end()):
        assert "Verified on this machine: commitment and all cards you saw agree." in said


def test_the_commands_of_the_readme_make_a_race_join_it_and_watch_it(
    served: str, begin: Callable[..., Command]
) -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text()
    section = page.partition("\n## Race a friend, or bots\n")[2].partition("\n## ")[0]
    new, join, watch, bots, quick = (
        line.split() for line in re.findall(r"^\.venv/bin/clock ([^#\n]+)", section, re.MULTILINE)
    )
    here = ["--server", served]
    ada = begin("ada", *new, *here, "--auto", "0")
    race_id = race_of(ada)
    named = [[race_id if word == "RACE" else word for word in command] for command in (join, watch, bots)]
    eve = begin("eve", *named[1], *here)
    eve.wait_for("seats taken")
    bob = begin("bob", *named[0], *here, "--auto", "0")
    assert final(ada.end()) == final(bob.end()) == final(eve.end())
    alone = begin("alone", *quick, *here, "--capacity", "2", "--auto", "0")
    filled = [race_of(alone) if word == race_id else word for word in named[2]]
    assert final(begin("bots", *filled, *here, "--pace", "0").end()) == final(alone.end())


def test_keys_start_a_race_place_cards_and_give_up(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--as", "Ada", "--new")
    bob = begin("bob", "race", "--server", served, "--as", "Bob", race_of(ada))
    bob.wait_for("[r] ready")
    bob.type("r")
    ada.wait_for("[s] start")
    ada.type("1")
    ada.wait_for("press one of [s] start  [q] leave")
    ada.type("s")
    hand = ada.wait_for("Where does it go?")
    rank = re.search(r"^In hand: (10|[2-9AJQK])", hand, re.MULTILINE)
    assert rank
    home = {"A": 1, "J": 11, "Q": 12, "K": 13}.get(rank[1]) or int(rank[1])
    ada.type(str(home % 12 + 1))
    ada.wait_for("That is the wrong pile.")
    ada.type("c" if home == 13 else str(home))
    ada.wait_for("Ada 2/52 1 wrong")
    ada.type("q")
    bob.wait_for("gave up")
    bob.type("q")
    said = ada.end()
    assert re.match(r"1\. Ada .* 2/52 1 wrong gave up", final(said)[0])
    assert "Verified on this machine" in said
    bob.end()


def test_whoever_leaves_an_open_race_alone_has_ended_it(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--new")
    race_id = race_of(ada)
    ada.type("q")
    assert "Come back" not in ada.end()
    watched = CliRunner().invoke(clock, ["race", "--server", served, "--watch", race_id])
    assert (watched.exit_code, watched.stderr) == (0, "")
    assert "cancelled" in watched.stdout


def test_one_comes_back_to_a_race_and_sees_how_it_ended(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--new", "--auto", "0", "--start", "full")
    race_id = race_of(ada)
    begin("bob", "race", "--server", served, "--as", "Bob", race_id, "--auto", "0").end()
    first, again = ada.end(), CliRunner().invoke(clock, ["race", "--server", served, race_id])
    assert (again.exit_code, again.stderr) == (0, "")
    assert final(again.stdout) == final(first)
    assert "Are both those you were told before the deal?" in again.stdout


def test_bots_fill_a_race_and_are_marked_wherever_they_are(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--as", "Ada", "--new", "--capacity", "4", "--auto", "20")
    bots = begin("bots", "bots", "--server", served, "--race", race_of(ada), "--pace", "20", "--errors", "30")
    assert "Bots: 3, at about 20 ms a card, 30 % of them wrong" in bots.wait_for("Bots:")
    said = ada.end()
    assert {" ".join(line.split()[1:4]) for line in final(said)} > {f"Bot {number} (bot)" for number in (1, 2, 3)}
    assert re.search(r"^\d\. Bot \d \(bot\) .* \d+ wrong", "\n".join(final(said)), re.MULTILINE)
    assert final(bots.end()) == final(said)


def test_bots_hold_a_race_of_their_own_if_there_is_none(served: str, begin: Callable[..., Command]) -> None:
    said = begin("bots", "bots", "--server", served, "--quick", "--count", "2", "--pace", "0").end()
    assert len(final(said)) == 2


def test_no_bots_come_where_no_seat_is_free(served: str, begin: Callable[..., Command]) -> None:
    ada = begin("ada", "race", "--server", served, "--new", "--auto", "0")
    race_id = race_of(ada)
    begin("bots", "bots", "--server", served, "--race", race_id, "--pace", "0").end()
    late = CliRunner().invoke(clock, ["bots", "--server", served, "--race", race_id])
    assert (late.exit_code, late.stderr) == (1, "clock: there is no seat free in this race\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["race"],
        ["race", "--new", "--quick"],
        ["race", "--watch", "0", "--decks", "own"],
        ["race", "--quick", "--private"],
        ["race", "--new", "--capacity", "1"],
        ["bots"],
        ["bots", "--quick", "--race", "0"],
        ["bots", "--quick", "--errors", "101"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_not_tried(arguments: list[str]) -> None:
    result = CliRunner().invoke(clock, arguments)
    assert result.exit_code == 2
    assert "Usage: clock" in result.stderr


@pytest.mark.parametrize("command", [["race"], ["race", "--watch"], ["bots", "--race"]], ids=" ".join)
def test_what_is_no_race_is_said_to_be_none(served: str, command: list[str]) -> None:
    result = CliRunner().invoke(clock, [*command, "no-race", "--server", served])
    assert (result.exit_code, result.stderr) == (1, "clock: no-race is not the id of a race\n")


def test_a_private_race_is_not_there_without_its_code(served: str) -> None:
    host = Server(served)
    host.token = host.post("/v1/players", {"display_name": "Ada"})["session"]["token"]
    race = host.post("/v1/races", {"capacity": 2, "visibility": "private"})
    result = CliRunner().invoke(clock, ["race", "--server", served, race["id"], "--code", "WRONG"])
    assert result.exit_code == 1
    assert "(404 race-not-found)" in result.stderr or "(404 not-found)" in result.stderr
