"""Players that are bots: told as such, kept like everyone else, and on no board."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.game.race import Fate
from service.play.boards import BOARDS
from service.play.errors import NotRanked
from service.play.identity import new_id
from service.play.periods import EPOCH, Span
from service.play.race import Progress
from service.play.race_results import RaceTally
from tests.raced import Run, run
from tests.ranked import Rankers, clear, fake_rankers, postgres_rankers

if TYPE_CHECKING:
    from service.play.boards import Board

ALL = Span("all", EPOCH)
NOTHING_PLACED = Progress(Fate.FORFEITED, revealed=1, errors=0, time_ms=1)
WINS, PACE, FASTEST = BOARDS["sprint_wins"], BOARDS["sprint_pace"], BOARDS["fastest_clear"]


@pytest.fixture(params=["fake", "postgres"])
def rankers(request: pytest.FixtureRequest) -> Rankers:
    if request.param == "fake":
        return fake_rankers()
    return postgres_rankers(request.getfixturevalue("database"))


def a_bot(rankers: Rankers) -> str:
    return rankers.players.add(new_id(), "Bot 1", secrets.token_bytes(32), bot=True).id


def on(rankers: Rankers, board: Board) -> set[str]:
    return {row.player.id for row in rankers.boards.page(board, "standard", ALL, None, 100).rows}


def raced(rankers: Rankers, *racers: str, bots: tuple[str, ...], idle: tuple[str, ...] = ()) -> Run:
    """A race in which the first of them has place 1, since all others give up, some of them without any card."""
    one = run(*racers, forfeits=racers[1:])
    came_to = {seat.player_id: NOTHING_PLACED if seat.player_id in idle else seat.progress for seat in one.race.seats}
    seats = tuple(
        replace(seat, bot=seat.player_id in bots, progress=came_to[seat.player_id]) for seat in one.race.seats
    )
    marked = Run(replace(one.race, seats=seats), one.games)
    rankers.results.record(marked.games)
    rankers.results.record_races([marked.race])
    return marked


def test_an_account_stays_what_it_was_opened_as(rankers: Rankers) -> None:
    bot, ann = a_bot(rankers), rankers.join("Ann")
    assert rankers.players.get(bot).bot
    assert not rankers.players.get(ann).bot
    assert rankers.players.rename(bot, "Ann").bot
    assert rankers.players.give_name(bot, "Player 8", locked=True).bot


def test_a_bot_is_on_no_board_and_in_no_count_and_keeps_its_statistics(rankers: Rankers) -> None:
    bot, ann = a_bot(rankers), rankers.join("Ann")
    clear(rankers, bot, 1_000)
    clear(rankers, ann, 60_000)
    assert on(rankers, FASTEST) == {ann}
    place = rankers.boards.place(FASTEST, "standard", ALL, ann)
    assert (place.place, place.players) == (1, 1)
    with pytest.raises(NotRanked):
        rankers.boards.place(FASTEST, "standard", ALL, bot)
    career = rankers.statistics.of(bot)
    assert (career.digests["standard"].games, career.bests) == (1, ())
    assert [result.variant for result in rankers.results.page(bot, None, 10).items] == ["standard"]
    assert sum(rankers.statistics.fairness()["standard"].values()) == 2


def test_a_bot_stays_off_the_boards_when_a_ban_ends(rankers: Rankers) -> None:
    bot = a_bot(rankers)
    clear(rankers, bot, 1_000)
    rankers.players.ban(bot)
    rankers.players.unban(bot)
    assert on(rankers, FASTEST) == set()
    assert rankers.statistics.of(bot).bests == ()


def test_a_race_against_none_but_bots_is_no_win(rankers: Rankers) -> None:
    bot, other, ann = a_bot(rankers), a_bot(rankers), rankers.join("Ann")
    one = raced(rankers, ann, bot, other, bots=(bot, other))
    assert one.result(ann).place == 1
    assert one.winners == set()
    assert on(rankers, WINS) == set()
    assert on(rankers, PACE) == {ann}
    assert rankers.statistics.of(ann).races == RaceTally(1, 0)
    assert not rankers.results.races(ann, None, 10).items[0].won


def test_a_race_in_which_the_only_other_human_placed_nothing_is_no_win(rankers: Rankers) -> None:
    bot, ann, bob = a_bot(rankers), rankers.join("Ann"), rankers.join("Bob")
    one = raced(rankers, ann, bot, bob, bots=(bot,), idle=(bob,))
    assert (one.result(ann).place, one.result(bob).finish.revealed) == (1, 1)
    assert one.result(bot).finish.revealed > 1
    assert one.winners == set()
    assert on(rankers, WINS) == set()
    assert rankers.statistics.of(ann).races == RaceTally(1, 0)


def test_a_race_with_another_human_is_a_win_whoever_else_is_there(rankers: Rankers) -> None:
    bot, ann, bob = a_bot(rankers), rankers.join("Ann"), rankers.join("Bob")
    raced(rankers, ann, bob, bot, bots=(bot,))
    assert on(rankers, WINS) == {ann}
    assert rankers.statistics.of(ann).races == RaceTally(1, 1)


def test_a_bot_that_wins_is_on_no_board_of_races(rankers: Rankers) -> None:
    bot, ann, bob = a_bot(rankers), rankers.join("Ann"), rankers.join("Bob")
    one = raced(rankers, bot, ann, bob, bots=(bot,))
    assert one.result(bot).place == 1
    assert on(rankers, WINS) == on(rankers, PACE) == set()
    assert rankers.statistics.of(bot).races == RaceTally(1, 1)
