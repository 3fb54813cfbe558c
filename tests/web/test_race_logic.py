"""The page's model of a race, run by Node: a race as its events tell it, whatever becomes of the connection."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.left_out import leave_out

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What came of all the races in `race_logic.mjs`."""
    node = shutil.which("node")
    if node is None:
        leave_out("there is no Node to run the page's modules with: Debian has it as nodejs")
    command = [node, str(HERE / "race_logic.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture
def everything(found: dict[str, Any]) -> list[int]:
    """The numbers of all events that whoever has the first does not have yet."""
    return list(range(2, found["end"] + 1))


def test_a_race_is_told_to_its_end(found: dict[str, Any], everything: list[int]) -> None:
    assert found["whole"]["seqs"] == everything
    assert found["whole"]["states"] == ["connecting", "live", "over"]


@pytest.mark.parametrize("how", ["cut", "cut_twice", "cut_and_overlapping", "torn", "repeated"])
def test_a_stream_that_is_cut_at_any_event_tells_each_event_once(
    found: dict[str, Any], everything: list[int], how: str
) -> None:
    assert len(found[how]) == found["end"] - 1
    for run in found[how]:
        assert run["seqs"] == everything
        assert run["states"][-1] == "over"
        assert run["known"] == found["whole"]["known"]


def test_a_cut_is_said_and_so_is_that_it_goes_on(found: dict[str, Any]) -> None:
    for run in found["cut_twice"][:-1]:
        assert run["states"] == ["connecting", "live", "lost", "live", "lost", "live", "over"]


def test_a_new_stream_takes_a_new_ticket_and_goes_on_after_the_last_event(found: dict[str, Any]) -> None:
    for last, run in enumerate(found["cut_and_overlapping"], 1):
        assert run["asked"].count("POST tickets") == 2
        assert run["asked"][-1] == f"EVENTS {last}"


def test_where_no_stream_opens_the_log_is_followed_and_a_stream_is_tried_again(
    found: dict[str, Any], everything: list[int]
) -> None:
    run = found["shut"]
    assert run["seqs"] == everything
    assert run["states"] == ["connecting", "lost", "polling", "live", "over"]
    assert sum("log" in asked for asked in run["asked"]) > found["polls"]


def test_a_stream_that_has_gone_quiet_is_found_out_by_the_log(found: dict[str, Any], everything: list[int]) -> None:
    assert found["silent"]["seqs"] == everything
    assert "lost" not in found["silent"]["states"]


def test_while_the_service_is_away_it_is_asked_less_and_less_often(found: dict[str, Any]) -> None:
    waits = found["away"]["waits"]
    assert all(longer > wait for wait, longer in pairwise(waits))
    assert found["away"]["states"] == ["connecting", "lost", "live", "over"]


def test_nobody_asks_sooner_than_the_service_wishes(found: dict[str, Any]) -> None:
    assert found["busy"]["waits"] == [7000]


@pytest.mark.parametrize(("case", "requests"), [("gone", 3), ("signed_out", 1)])
def test_it_stops_where_there_is_no_use_in_asking_again(found: dict[str, Any], case: str, requests: int) -> None:
    assert found[case]["states"][-1] == "hopeless"
    assert len(found[case]["asked"]) == requests


def test_whoever_was_away_too_long_is_told_the_race_anew(found: dict[str, Any]) -> None:
    run = found["too_long_away"]
    assert run["kinds"][3] == "reset"
    assert run["seqs"][4:] == list(range(run["seqs"][3] + 1, found["end"] + 1))
    assert run["known"] == found["whole"]["known"]


def test_nothing_is_told_any_more_to_whoever_has_left(found: dict[str, Any]) -> None:
    assert found["left"]["seqs"] == [2, 3, 4, 5]


def test_each_event_changes_what_it_tells(found: dict[str, Any]) -> None:
    statuses = [race["status"] for race in found["steps"]]
    assert statuses == ["open"] * 5 + ["countdown"] + ["running"] * 6 + ["finished"]
    seats = [[entry["seat"] for entry in race["entries"]] for race in found["steps"]]
    assert seats == [[1], [1, 2], [1, 2, 3]] + [[1, 2]] * 10
    last = {entry["seat"]: entry for entry in found["steps"][-1]["entries"]}
    told = {
        seat: (entry["state"], entry["revealed"], entry["errors"], entry["place"]) for seat, entry in last.items()
    }
    assert told == {1: ("locked", 2, 1, 2), 2: ("finished", 52, 0, 1)}


def test_a_late_answer_takes_nothing_back(found: dict[str, Any]) -> None:
    assert found["late_answer"] == {"seq": 9, "seats": [1, 2]}


def test_an_answer_that_overtakes_events_is_not_undone_by_them(found: dict[str, Any]) -> None:
    assert found["overtaken"] == {"seq": 10, "revealed": 2}


def test_what_only_racers_are_told_outlives_a_snapshot_for_everyone(found: dict[str, Any]) -> None:
    kept = found["kept"]
    assert (kept["join_code"], kept["rematch_id"], kept["entries"][0]["game_id"]) == ("CODE", "M", "G1")


def test_a_reset_counts_even_where_it_goes_back(found: dict[str, Any]) -> None:
    assert found["reset_back"] == 3


def test_ones_own_moves_show_before_their_events_and_no_event_takes_them_back(found: dict[str, Any]) -> None:
    assert found["own_ahead"] == 9
    assert found["own_behind"] == 2


def test_live_standings_go_by_the_rule_and_equals_share_a_place(found: dict[str, Any]) -> None:
    assert found["live"] == [[1, 3], [2, 6], [3, 1], [4, 2], [4, 4], [6, 5]]


def test_the_final_order_is_the_services(found: dict[str, Any]) -> None:
    assert found["final"] == [[1, 4], [2, 2], [2, 3], [4, 1]]


def test_only_what_was_filled_in_is_asked_for(found: dict[str, Any]) -> None:
    assert found["made"] == {"capacity": 3, "errors": "penalty", "penalty_ms": 2500, "variant": "standard"}
    assert found["wished"] == {"errors": "count"}


@pytest.mark.parametrize("how", ["link", "hash", "words", "bare"])
def test_an_invitation_is_read_however_it_was_sent(found: dict[str, Any], how: str) -> None:
    code = None if how == "bare" else "AB12CD34"
    assert found["invited"][how] == {"id": "01a22f08-1bd2-849e-a3d3-de3219b200ac", "join_code": code}


def test_a_text_without_a_race_is_no_invitation(found: dict[str, Any]) -> None:
    assert found["invited"]["none"] is None


def test_the_servers_clock_is_believed_by_the_quickest_answer(found: dict[str, Any]) -> None:
    assert found["clock"] == [4950, 3850, 5000]


def test_a_step_without_an_answer_is_sent_again_under_its_key_and_no_other_before_it(found: dict[str, Any]) -> None:
    first, again, then = found["steps_sent"]
    assert (first["pile"], first["tag"]) == (again["pile"], again["tag"]) == (7, '"1"')
    assert first["key"] == again["key"] != then["key"]
    assert (then["pile"], then["tag"]) == (2, '"2"')


def test_a_step_that_was_refused_is_not_sent_again(found: dict[str, Any]) -> None:
    assert found["steps_refused"] == [7, 3]
