"""The fast printing of races says what the schemas describe, and nothing of what is not to be seen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.examples import races as examples
from service.api.examples.deals import PLAYER_ID
from service.api.printing.games import print_game
from service.api.printing.races import print_event, print_race, print_ticket
from service.api.schemas.games import GameSchema
from service.api.schemas.races import RaceEventSchema, RaceSchema, TicketSchema
from service.api.streaming.frames import event_frame, race_frame
from service.game.rules import VARIANTS
from service.play.race_events import FACTS, RaceEvent
from service.play.race_terms import CHOICES
from service.play.record import DealKind
from service.play.tickets import Ticket
from tests.builders import OPENED_AT, a_draft, a_record

if TYPE_CHECKING:
    from marshmallow import Schema

SHOWN = [examples.NEW_RACE, examples.PRIVATE_RACE, examples.RACE, examples.READY_RACE, examples.LEFT_RACE]
SHOWN += [examples.COUNTDOWN, examples.RUNNING, examples.FINISHED_RACE]
FACT: dict[str, Any] = {
    "seat": 3,
    "reason": "left",
    "host": None,
    "starts_at": OPENED_AT,
    "ends_at": OPENED_AT + 300_000,
    "revealed": 52,
    "errors": 0,
    "time_ms": 61_234,
    "places": [{"seat": 2, "place": 1}, {"seat": 1, "place": 1}],
}


def allowed(schema: Schema, printed: dict[str, Any]) -> None:
    """Assert that the schema knows every field that was printed, misses none, and would print the same."""
    assert schema.dump(printed) == printed
    assert schema.validate(printed) == {}


@pytest.mark.parametrize("printed", SHOWN, ids=lambda race: str(race["status"]))
def test_a_printed_race_is_its_schemas_dump(printed: dict[str, Any]) -> None:
    allowed(RaceSchema(), printed)


def an_event(kind: str) -> RaceEvent:
    facts = {name: FACT[name] for name in FACTS[kind]}  # type: ignore[index]  # the kinds are its keys
    return RaceEvent(17, OPENED_AT, kind, facts)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("kind", FACTS)
def test_a_printed_event_is_its_schemas_dump_and_tells_every_fact(kind: str) -> None:
    printed = print_event(an_event(kind))
    allowed(RaceEventSchema(), printed)
    assert printed.keys() == {"seq", "event", "server_time", *FACTS[kind]}  # type: ignore[index]  # as above


@pytest.mark.parametrize("kind", FACTS)
def test_an_event_is_one_line_of_data_under_its_number(kind: str) -> None:
    frame = event_frame(an_event(kind))
    assert re.fullmatch(rb"id: 17\nevent: %b\ndata: \{[^\n]*\}\n\n" % kind.encode(), frame.data)
    assert (frame.seq, frame.last, frame.anew) == (17, kind in ("over", "cancelled"), False)


def test_a_printed_ticket_is_its_schemas_dump() -> None:
    allowed(TicketSchema(), print_ticket(Ticket("47x", OPENED_AT)))


@given(st.integers(0, 50), st.sampled_from(CHOICES["variant"]))
def test_a_game_before_its_start_is_its_schemas_dump_and_the_same_for_every_deal(number: int, variant: str) -> None:
    def waiting(number: int) -> dict[str, Any]:
        draft = a_draft(number=number, kind=DealKind.RACE, rules=VARIANTS[variant], mode="placement")
        record = replace(a_record(replace(draft, time_limit_s=300)), waiting=True, racing=True)
        allowed(GameSchema(), print_game(record))
        return print_game(record) | {"id": "", "race_id": "", "commitment": ""}

    assert waiting(number) == waiting(number + 1)
    assert waiting(number)["odds"]["win"]["value"] == 1 / 13


def test_the_code_of_a_private_race_and_the_games_in_it_are_shown_to_those_whose_they_are() -> None:
    assert examples.PRIVATE_RACE["join_code"] == examples.JOIN_CODE
    assert examples.COUNTDOWN["entries"][0]["game_id"] == examples.WAITING_GAME_ID
    assert examples.COUNTDOWN["entries"][1]["game_id"] is None
    assert [entry["game_id"] is None for entry in examples.FINISHED_RACE["entries"]] == [False, False]


@pytest.mark.parametrize("viewer", [None, "", PLAYER_ID[:-4] + "9999"])
def test_everyone_else_sees_what_the_stream_shows(viewer: str | None) -> None:
    for race in (examples.STARTED, examples.OVER):
        printed = print_race(race, OPENED_AT, viewer)
        assert printed == print_race(race, OPENED_AT)
        assert b'join_code":null' in race_frame("snapshot", race, OPENED_AT).data
