"""A race as a client follows it from event to event is the race that the service shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest

from service.api.examples import races as examples
from service.api.printing.races import print_event, print_race
from service.play import lobby
from service.play.lobby import Newcomer
from service.play.race_terms import RaceTerms
from service.terminal.course import after, is_over, may_start
from service.terminal.naming import named
from service.terminal.standings import table, told
from service.terminal.stream import Event
from tests.builders import id_at
from tests.raced import run

if TYPE_CHECKING:
    from service.play.race_events import Step

RACE_ID = examples.RACE_ID
ANN, BOB, EVE, ZOE = (id_at(number) for number in range(1, 5))
TIMES = ("server_now", "server_time", "ended_at", "event")
"""What no event changes, or only a whole race tells."""


def a_lobby() -> list[Step]:
    """Someone joins, is ready, is sent away; a bot comes; the host leaves; the rest leave."""
    steps = [lobby.opened(RACE_ID, RaceTerms(3), bytes(32), None, Newcomer(ANN, "Ann"), 0)]

    def then(step: Step) -> None:
        steps.append(step)

    then(lobby.joined(steps[-1].race, Newcomer(BOB, "Bob"), None, 1))
    then(lobby.joined(steps[-1].race, Newcomer(EVE, "Eve", bot=True), None, 2))
    then(lobby.readied(steps[-1].race, BOB, 3))
    then(lobby.kicked(steps[-1].race, ANN, 2, 4))
    then(lobby.joined(steps[-1].race, Newcomer(ZOE, "Zoe"), None, 5))
    then(lobby.left(steps[-1].race, ANN, 6))
    then(lobby.left(steps[-1].race, ZOE, 7))
    then(lobby.left(steps[-1].race, EVE, 8))
    return steps


def as_told(race: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in race.items() if name not in TIMES}


def followed(race: dict[str, Any], step: Step) -> dict[str, Any]:
    for event in step.events:
        heard = Event(event.kind, event.seq, print_event(event))
        race = after(race, named(print_race(step.race, 0) if event.kind == "joined" else race, heard))
    return race


def test_a_lobby_is_followed_from_step_to_step() -> None:
    first, *steps = a_lobby()
    race = print_race(first.race, 0)
    for step in steps:
        race = followed(race, step)
        assert as_told(race) == as_told(print_race(step.race, 0))
    assert is_over(race)


def test_a_race_is_followed_to_its_end() -> None:
    race, over = examples.NEW_RACE, print_race(examples.OVER, 0)
    for event in examples.EVENTS[1:]:
        assert not is_over(race)
        heard = Event(event.kind, event.seq, print_event(event))
        race = after(race, named(print_race(examples.OVER, 0) if event.kind == "joined" else race, heard))
        assert race["seq"] == event.seq
    shown = [entry | {"game_id": None, "client_seed": None} for entry in over["entries"]]
    assert as_told(race) == as_told(over) | {"entries": shown}


def test_a_snapshot_takes_the_place_of_all_but_what_ones_own_seat_shows() -> None:
    own = print_race(examples.STARTED, 0, examples.STARTED.seats[0].player_id)
    fresh = after(own | {"join_code": "K7QH2MXW"}, Event("reset", 99, print_race(examples.STARTED, 0)))
    assert fresh["entries"] == own["entries"]
    assert fresh["entries"][0]["game_id"] is not None
    assert fresh["join_code"] == "K7QH2MXW"


def test_an_event_of_another_kind_changes_nothing_but_the_number() -> None:
    assert after(examples.RUNNING, Event("applause", 99, {})) == examples.RUNNING | {"seq": 99}
    assert told(examples.RUNNING, Event("applause", 99, {})) == ""


def test_a_race_can_be_started_once_all_others_are_ready() -> None:
    assert not may_start(examples.NEW_RACE)
    assert not may_start(examples.RACE)
    assert may_start(examples.READY_RACE)
    assert not may_start(examples.RUNNING)


def test_the_table_is_in_the_order_of_places_and_never_without_ones_own_line() -> None:
    ended = run(ANN, BOB, EVE, forfeits=[ANN])
    race = print_race(ended.race, 0)
    lines = table(race, ANN)
    assert [click.unstyle(line)[:4].lstrip("▸ ") for line in lines] == ["1.", "2.", "3."]
    assert "gave up" in lines[-1]
    assert table(race, ANN, 1) == [lines[-1]]
    assert len(table(race, ANN, 2)) == 2
    assert table(race, ANN, 2)[-1] == lines[-1]


@pytest.mark.parametrize("name", ["\x1b[2J", "a\tb", ""])
def test_no_name_steers_the_terminal(name: str) -> None:
    race = examples.RUNNING
    entry = race["entries"][0]
    spoilt = entry | {"player": entry["player"] | {"display_name": name}}
    lines = table(race | {"entries": [spoilt]})
    assert all(line.isprintable() for line in lines)
