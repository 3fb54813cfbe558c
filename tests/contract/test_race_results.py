"""Races that were run, in the results database: stored once, listed, and counted on their boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from service.game.game import Ending
from service.game.race import Fate
from service.play.boards import BOARDS
from service.play.days import day_at
from service.play.errors import NotRanked
from service.play.identity import NOBODY, new_id
from service.play.lobby import left
from service.play.periods import EPOCH, PERIODS, Span, span_at
from service.play.race import Progress
from service.play.race_results import NO_RACES, RaceResult, RaceTally
from service.play.results import result_of
from tests.raced import Run, announced, run, timed_out
from tests.ranked import NOON, Rankers, fake_rankers, postgres_rankers, ranked_game

if TYPE_CHECKING:
    from service.play.boards import Board
    from service.play.pages import Key

WINS, PACE = BOARDS["sprint_wins"], BOARDS["sprint_pace"]
ALL = Span("all", EPOCH)
DAY_MS = 24 * 3_600_000


@pytest.fixture(params=["fake", "postgres"])
def rankers(request: pytest.FixtureRequest) -> Rankers:
    if request.param == "fake":
        return fake_rankers()
    return postgres_rankers(request.getfixturevalue("database"))


def deliver(rankers: Rankers, *runs: Run) -> None:
    """As the worker does: the games, then the races."""
    rankers.results.record([game for one in runs for game in one.games])
    rankers.results.record_races([one.race for one in runs])


def wins(rankers: Rankers, span: Span = ALL, variant: str = "standard") -> dict[str, tuple[float, str]]:
    """The board of races won: the value of each player, and the game that set it."""
    return shown(rankers, WINS, span, variant)


def shown(
    rankers: Rankers, board: Board, span: Span = ALL, variant: str = "standard"
) -> dict[str, tuple[float, str]]:
    rows = rankers.boards.page(board, variant, span, None, 100).rows
    return {row.player.id: (row.value, row.game_id) for row in rows}


def paced(one: Run) -> dict[str, tuple[float, str]]:
    """The milliseconds a card of those whose games were played out."""
    found = {}
    for game in one.games:
        result = result_of(game)
        assert result is not None
        if result.outcome is not Ending.ABANDONED:
            assert result.ms_per_placement is not None
            found[game.draft.player_id] = result.ms_per_placement, game.id
    return found


def won_by(rankers: Rankers, winner: str, other: str, number: int, at: int = NOON) -> Run:
    """A race that the one wins, since the other gives up."""
    one = run(winner, other, number=number, at=at, forfeits=[other])
    assert one.winners == {winner}
    deliver(rankers, one)
    return one


def level(one: Run) -> Run:
    """The same race, as if all had locked their dials at the same instant, equally far."""
    locked = Progress(Fate.LOCKED, revealed=20, errors=0, time_ms=9_000)
    seats = tuple(replace(seat, progress=locked) for seat in one.race.seats)
    return Run(replace(one.race, seats=seats), one.games)


def test_a_race_is_listed_for_each_of_its_racers_as_it_ended(rankers: Rankers) -> None:
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    one = run(ann, bob, eve, forfeits=[eve], errs=[bob], variant="big_clock", errors="penalty", capacity=5)
    deliver(rankers, one)
    for player_id in (ann, bob, eve):
        assert rankers.results.races(player_id, None, 10).items == (one.result(player_id),)
    mine = rankers.results.races(bob, None, 10).items[0]
    assert (mine.racers, mine.terms.capacity, mine.terms.penalty_ms) == (3, 5, 5_000)
    assert (mine.finish.seat, mine.game_id) == (2, one.games[1].id)
    assert mine.finish.errors == one.games[1].errors > 0
    assert one.result(eve).finish.fate is Fate.FORFEITED


def test_a_race_that_was_cancelled_leaves_nothing(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    race, _ = announced([ann, bob], 0, NOON)
    lobby = replace(race, status="open", starts_at=None)
    for player_id in (ann, bob):
        lobby = left(lobby, player_id, NOON).race
    assert lobby.status == "cancelled"
    rankers.results.record_races([lobby])
    assert rankers.results.races(ann, None, 10).items == ()
    assert rankers.statistics.of(ann).races == NO_RACES


def test_a_walk_meets_every_race_once_newest_first(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    runs = [run(ann, bob, number=number // 2, at=NOON + 1_000 * (number // 4), forfeits=[bob]) for number in range(7)]
    assert len({one.race.ended_at for one in runs}) == 4
    for one in runs:
        rankers.results.record_races([one.race])
    walk: list[RaceResult] = []
    after: Key | None = None
    while len(walk) <= len(runs):
        page = rankers.results.races(ann, after, 3)
        walk += page.items
        after = page.next
        if after is None:
            break
    assert walk == sorted((one.result(ann) for one in runs), key=lambda result: result.key, reverse=True)
    assert rankers.results.races(ann, None, 7).next is None
    assert rankers.results.races("nonsense", None, 7).items == ()


def test_whatever_is_delivered_in_whatever_order_and_however_often_counts_once(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    for number, order in enumerate(permutations(range(3))):
        one = run(ann, bob, number=number, variant="big_clock")
        winners = {player_id: rankers.statistics.of(player_id).races for player_id in (ann, bob)}
        for part in (*order, *order):
            if part == 2:
                rankers.results.record_races([one.race, one.race])
            else:
                rankers.results.record([one.games[part]])
        for player_id, before in winners.items():
            won = before.won + (player_id in one.winners)
            assert rankers.statistics.of(player_id).races == RaceTally(number + 1, won)
            assert wins(rankers, variant="big_clock").get(player_id, (0, ""))[0] == won
    deals = rankers.statistics.fairness()["big_clock"]
    assert sum(deals.values()) == 12


def test_the_last_win_of_a_span_is_what_set_the_number_there(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    first = won_by(rankers, ann, bob, 0)
    third = won_by(rankers, ann, bob, 1, NOON + 20_000_000)
    late = won_by(rankers, ann, bob, 2, NOON - DAY_MS)
    assert wins(rankers) == {ann: (3, third.games[0].id)}
    assert wins(rankers, span_at("day", day_at(NOON))) == {ann: (2, third.games[0].id)}
    assert wins(rankers, span_at("day", day_at(NOON) - (day_at(NOON) - day_at(NOON - DAY_MS)))) == {
        ann: (1, late.games[0].id)
    }
    assert wins(rankers, variant="big_clock") == {}
    assert first.winners == {ann}
    found = rankers.boards.place(WINS, "standard", ALL, ann)
    assert (found.place, found.players, found.value) == (1, 1, 3)


def test_equals_win_alike_and_whoever_gave_up_or_waited_for_the_end_wins_nothing(rankers: Rankers) -> None:
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    even = level(run(ann, bob))
    assert even.winners == {ann, bob}
    idle = timed_out(ann, eve, at=NOON + 2)
    assert idle.winners == set()
    surrendered = run(eve, bob, forfeits=[eve, bob], at=NOON + 1)
    assert surrendered.winners == set()
    deliver(rankers, even, idle, surrendered)
    assert {player_id: number for player_id, (number, _) in wins(rankers).items()} == {ann: 1, bob: 1}
    assert rankers.statistics.of(eve).races == RaceTally(2, 0)
    assert rankers.statistics.of(ann).races == RaceTally(2, 1)
    assert rankers.statistics.of(bob).races == RaceTally(2, 1)


def test_races_are_told_apart_by_whose_they_are(rankers: Rankers) -> None:
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    won_by(rankers, ann, bob, 0)
    won_by(rankers, bob, eve, 1)
    assert {player_id: number for player_id, (number, _) in wins(rankers).items()} == {ann: 1, bob: 1}
    assert len(rankers.results.races(bob, None, 10).items) == 2
    assert rankers.statistics.of(new_id()).races == NO_RACES


def test_the_pace_of_a_race_counts_where_it_was_played_out_and_a_game_alone_does_not(rankers: Rankers) -> None:
    ann, bob, eve = (rankers.join(name) for name in ("Ann", "Bob", "Eve"))
    slow, fast = run(ann, bob, pace_ms=900), run(ann, eve, number=1, pace_ms=300, at=NOON + 1, forfeits=[eve])
    deliver(rankers, slow, fast)
    rankers.results.record([ranked_game(bob, cleared=True, took_ms=52), ranked_game(eve, cleared=True, took_ms=52)])
    assert shown(rankers, PACE) == {ann: paced(fast)[ann], bob: paced(slow)[bob]}
    for period in PERIODS:
        assert shown(rankers, PACE, span_at(period, day_at(NOON))) == shown(rankers, PACE)


def test_racers_games_are_on_no_other_board_and_in_no_other_statistics(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    deliver(rankers, *(run(ann, bob, number=number, at=NOON + number) for number in range(25)))
    for board in BOARDS.values():
        if board not in (WINS, PACE):
            assert shown(rankers, board, span_at(board.periods[0], day_at(NOON))) == {}
    career = rankers.statistics.of(ann)
    assert career.digests == {}
    assert {entry.board for entry in career.bests} == {"sprint_pace", "sprint_wins"}
    assert career.races.run == 25


def test_a_banned_racer_is_on_no_board_until_the_ban_ends(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    won_by(rankers, ann, bob, 0)
    rankers.players.ban(ann)
    assert wins(rankers) == shown(rankers, PACE) == {}
    meanwhile = won_by(rankers, ann, bob, 1, NOON + 1)
    assert wins(rankers) == shown(rankers, PACE) == {}
    with pytest.raises(NotRanked):
        rankers.boards.place(WINS, "standard", ALL, ann)
    assert rankers.statistics.of(ann).races == RaceTally(2, 2)
    assert rankers.statistics.of(ann).bests == ()
    rankers.players.unban(ann)
    assert wins(rankers) == {ann: (2, meanwhile.games[0].id)}
    assert shown(rankers, PACE).keys() == {ann}
    assert rankers.boards.place(WINS, "standard", ALL, ann).players == 1


def test_an_erased_racers_races_stay_without_them(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    before = won_by(rankers, ann, bob, 0)
    rankers.players.erase(ann)
    late = run(ann, bob, number=1, at=NOON + 1, forfeits=[bob])
    deliver(rankers, late)
    assert wins(rankers) == shown(rankers, PACE) == {}
    assert rankers.results.races(ann, None, 10).items == ()
    assert rankers.results.races(bob, None, 10).items == (late.result(bob), before.result(bob))
    assert rankers.statistics.of(ann).races == NO_RACES
    assert rankers.results.find(before.games[0].id).draft.player_id == NOBODY
