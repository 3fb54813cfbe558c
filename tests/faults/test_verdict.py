"""The checker of the fault experiments finds whatever is tampered with; sound histories it lets pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from service.game.game import Ending
from tests.ended import ANN, THE_DAY, an_ended
from tests.faults.history import History, Played
from tests.faults.verdict import Left, Verdict, judge
from tests.ranking import Question, fates, ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.history import Json

BEN = "0190c0de-0000-7000-8000-00000000000b"
ENDED_AT = "2026-01-01T00:00:00.000Z"
ASKED = Question("score", "standard", "day", THE_DAY)
MOVES = [{"set": "7H"}, {"set": "8H"}]
ENDED = [
    an_ended(1, total=4_100),
    an_ended(2, player_id=BEN, total=4_100),
    an_ended(3, player_id=BEN, outcome=Ending.ABANDONED, total=None),
]
LOST, ALSO, GIVEN_UP = (one.game_id for one in ENDED)


def a_game(version: int, *, over: bool = True) -> Json:
    result = {
        "outcome": "lost",
        "flips": 42,
        "hidden": 10,
        "elapsed_ms": 60_000,
        "ledger": {"total": 4_100},
        "recorded": True,
    }
    facts = {"variant": "standard", "mode": "reveal", "flips": 42, "hidden": 10, "version": version}
    return facts | {
        "status": "lost" if over else "in_progress",
        "finished_at": ENDED_AT if over else None,
        "result": result if over else None,
    }


def a_history() -> History:
    """Two games to their end, one step by step, and one that was given up."""
    return History(
        games={
            LOST: Played(ANN, a_game(3), [1, 2, 3], list(MOVES), [1, 1]),
            ALSO: Played(BEN, a_game(42), [1, 42], [], [200]),
            GIVEN_UP: Played(BEN, a_game(4, over=False), [1, 4], [], [3], given_up=True),
        },
        names={ANN: "Ann", BEN: "Ben"},
    )


def what_is_left(**facts: Any) -> Left:
    gone = a_game(5) | {"status": "abandoned", "result": {"outcome": "abandoned", "recorded": True}}
    usual: dict[str, Any] = {
        "results": ENDED,
        "games": {LOST: a_game(3), ALSO: a_game(42), GIVEN_UP: gone},
        "logs": {LOST: [{"kind": "open"}, *MOVES]},
        "boards": {ASKED: ranking(ENDED, (), ASKED)},
        "places": {(ASKED, ANN): (1, 1, 2)},
        "fairness": fates(ENDED),
        "dealt": {ANN: {"standard": 1}, BEN: {"standard": 2}},
        "names": {ANN: "Ann", BEN: "Ben"},
        "waiting": 0,
        "dead": 0,
        "check": "",
    }
    return Left(**usual | facts)


def counted(verdict: Verdict) -> tuple[int, int, int]:
    return len(verdict.lost), len(verdict.doubled), len(verdict.wrong)


def test_a_history_that_is_all_there_is_let_pass() -> None:
    assert judge(a_history(), what_is_left()).faults == []


def test_what_is_left_of_erased_players_has_no_link_to_them() -> None:
    history = a_history()
    history.erased.add(ANN)
    games = {game_id: game for game_id, game in what_is_left().games.items() if game_id != LOST}
    unlinked = [replace(ENDED[0], player_id=None), *ENDED[1:]]
    rest = {
        "games": games,
        "boards": {ASKED: ranking(unlinked, (), ASKED)},
        "places": {(ASKED, BEN): (1, 0, 1)},
        "dealt": {BEN: {"standard": 2}},
        "names": {BEN: "Ben"},
    }
    assert judge(history, what_is_left(results=unlinked, **rest)).faults == []
    assert counted(judge(history, what_is_left(results=ENDED, **rest)))[2] > 0


TAMPERED: dict[str, tuple[tuple[int, int, int], dict[str, Any]]] = {
    "a move that is gone": ((1, 0, 0), {"games": {**what_is_left().games, LOST: a_game(2)}}),
    "a game that is gone": ((1, 0, 0), {"games": {**what_is_left().games, ALSO: None}}),
    "giving up forgotten": ((1, 0, 0), {"games": {**what_is_left().games, GIVEN_UP: a_game(4)}}),
    "a result not said to be recorded": (
        (1, 0, 0),
        {"games": {**what_is_left().games, ALSO: a_game(42) | {"result": {"recorded": False}}}},
    ),
    "a log that lacks a move": ((1, 0, 0), {"logs": {LOST: [{"kind": "open"}, MOVES[0]]}}),
    "a log with a move twice": ((1, 0, 0), {"logs": {LOST: [{"kind": "open"}, *MOVES, MOVES[1]]}}),
    "a move nobody asked for": ((0, 1, 0), {"games": {**what_is_left().games, LOST: a_game(4)}}),
    "another value": ((0, 0, 1), {"boards": {ASKED: [(1, ANN, 4_200, *ranking(ENDED, (), ASKED)[0][3:])]}}),
    "another place": ((0, 0, 1), {"places": {(ASKED, ANN): (2, 0, 2)}}),
    "a board that lacks a row": ((0, 0, 1), {"boards": {ASKED: ranking(ENDED[:1], (), ASKED)}}),
    "an audit that counts a deal twice": ((0, 0, 1), {"fairness": {"standard": {42: 4}}}),
    "statistics that count a game twice": ((0, 0, 1), {"dealt": {ANN: {"standard": 2}}}),
    "statistics that miss a game": ((0, 0, 1), {"dealt": {BEN: {"standard": 1}}}),
    "an earlier name": ((0, 0, 1), {"names": {ANN: "Anna"}}),
    "a result that still waits": ((0, 0, 1), {"waiting": 1}),
    "a dead letter": ((0, 0, 1), {"dead": 1}),
    "a difference that the operators' check finds": ((0, 0, 1), {"check": "digest of ...: not as the results say"}),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_whatever_is_tampered_with_is_found(what: str) -> None:
    found, facts = TAMPERED[what]
    assert counted(judge(a_history(), what_is_left(**facts))) == found


@pytest.mark.parametrize(
    ("results", "complaint"),
    [
        (ENDED[1:], "no result of"),
        ([*ENDED, ENDED[0]], "2 results of"),
        ([*ENDED, an_ended(9)], "which nobody was dealt"),
        ([replace(ENDED[0], player_id=BEN), *ENDED[1:]], f"is {BEN}'s"),
        ([replace(ENDED[0], player_id=None), *ENDED[1:]], "is None's"),
        ([replace(ENDED[0], flips=41), *ENDED[1:]], "acknowledged was"),
        ([replace(ENDED[0], total=4_000), *ENDED[1:]], "acknowledged was"),
        ([replace(ENDED[0], elapsed_ms=1), *ENDED[1:]], "acknowledged was"),
        ([replace(ENDED[0], finished_at=ENDED[0].finished_at + 1), *ENDED[1:]], "acknowledged was"),
        ([*ENDED[:2], replace(ENDED[2], outcome=Ending.LOST)], "acknowledged was"),
    ],
    ids=["lost", "twice", "invented", "another's", "nobody's", "flips", "total", "time", "instant", "outcome"],
)
def test_a_result_that_is_not_as_acknowledged_is_found(results: list[Any], complaint: str) -> None:
    assert any(complaint in fault for fault in judge(a_history(), what_is_left(results=results)).faults)


def two_moves_by_one_request(history: History) -> None:
    history.games[LOST].versions[:] = [1, 2, 4]
    history.games[LOST].game["version"] = 4


def a_version_that_stood_still(history: History) -> None:
    history.games[LOST].versions[:] = [1, 3, 3]


def an_answer_that_should_not_be(history: History) -> None:
    history.strange.append("POST /v1/games: 500")


def a_ban(history: History) -> None:
    history.banned.add(ANN)


@pytest.mark.parametrize(
    "tamper", [two_moves_by_one_request, a_version_that_stood_still, an_answer_that_should_not_be, a_ban]
)
def test_a_history_that_contradicts_itself_or_what_is_left_is_found(tamper: Callable[[History], None]) -> None:
    history = a_history()
    tamper(history)
    assert judge(history, what_is_left()).faults


def test_a_day_without_results_has_no_rows() -> None:
    asked = replace(ASKED, start=date(2026, 1, 2))
    assert judge(a_history(), what_is_left(boards={asked: []})).faults == []
    assert counted(judge(a_history(), what_is_left(boards={asked: ranking(ENDED, (), ASKED)}))) == (0, 0, 1)
