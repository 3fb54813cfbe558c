from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from service.game.rules import VARIANTS
from service.play.days import DAY_MS, day_at
from service.play.digests import digest_of
from service.play.ended import ended_of
from service.play.identity import new_id
from service.play.periods import Span
from service.play.record import DealKind
from service.play.results import locks_at
from service.play.standings import Career
from tests.played import played_game
from tests.ranked import NOON, Rankers, ranked_game

if TYPE_CHECKING:
    from service.play.record import GameRecord

NOTHING = Career({}, ())


@pytest.mark.parametrize("stranger", ["", "nonsense", "\0", "unknown", "idle"])
def test_whoever_has_not_played_has_no_statistics(rankers: Rankers, stranger: str) -> None:
    rankers.results.record([ranked_game(rankers.join())])
    ids = {"unknown": new_id(), "idle": rankers.join()}
    assert rankers.statistics.of(ids.get(stranger, stranger)) == NOTHING


def test_statistics_tell_what_all_games_come_to_in_whatever_order_results_come(rankers: Rankers) -> None:
    random = Random("statistics")  # noqa: S311  nothing in a test is secret
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    played = [
        played_game(random, variant, random.choice(["reveal", "placement"]), player_id=player_id)
        for variant in ("standard", "watch", "perpetual")
        for player_id in (ann, ann, ann, bob)
        for _ in range(8)
    ]
    random.shuffle(played)
    for at in range(0, len(played), 10):
        rankers.results.record(played[at : at + 10])
    for player_id in (ann, bob):
        mine = [ended_of(record) for record in played if record.draft.player_id == player_id]
        told = rankers.statistics.of(player_id).digests
        assert told == {
            variant: digest_of(game for game in mine if game.variant == variant)
            for variant in ("standard", "watch", "perpetual")
        }
    assert rankers.statistics.of(ann).digests["standard"].games == 24


def test_bests_are_what_stands_on_the_boards_of_all_time_and_the_best_of_all_days(rankers: Rankers) -> None:
    ann = rankers.join()
    lost, won = ranked_game(ann), ranked_game(ann, cleared=True, at=NOON + 1, variant="watch")
    daily = ranked_game(ann, at=NOON + 2, day=day_at(NOON))
    rankers.results.record([lost, won, daily])
    bests = {(entry.board, entry.variant): entry for entry in rankers.statistics.of(ann).bests}
    assert list(bests) == [
        ("closest_call", "standard"),
        ("daily", "standard"),
        ("fastest_clear", "watch"),
        ("score", "standard"),
        ("score", "watch"),
        ("win_streak", "watch"),
    ]
    assert bests["closest_call", "standard"].game_id == lost.id
    assert bests["fastest_clear", "watch"].value == 60_000
    assert {entry.player_id for entry in bests.values()} == {ann}
    assert bests["daily", "standard"].game_id == daily.id
    assert bests.pop(("daily", "standard")).span == Span("day", day_at(NOON))
    assert {entry.span.period for entry in bests.values()} == {"all"}


def test_the_best_daily_is_the_best_of_all_days_cleared_dials_first_of_each_variant(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    days = [day_at(NOON) - timedelta(days=back) for back in range(3)]

    def attempt(back: int, took_ms: int, variant: str = "standard", *, cleared: bool = False) -> GameRecord:
        at = NOON - back * DAY_MS
        return ranked_game(ann, day=days[back], at=at, took_ms=took_ms, variant=variant, cleared=cleared)

    slow, quick = attempt(1, 50_000, cleared=True), attempt(0, 20_000)
    given_up = ranked_game(ann, day=days[2], at=NOON - 2 * DAY_MS, took_ms=1_000, cleared=True, abandoned=True)
    watched = [attempt(2, 30_000, "watch"), attempt(0, 29_000, "watch")]
    other = ranked_game(bob, day=days[1], at=NOON - DAY_MS, took_ms=10_000, cleared=True)
    rankers.results.record([quick, slow, given_up, *watched, other])
    best = {entry.variant: entry for entry in rankers.statistics.of(ann).bests if entry.board == "daily"}
    told = {variant: (entry.game_id, entry.span.start, entry.value) for variant, entry in best.items()}
    assert told == {"standard": (slow.id, days[1], 50_000), "watch": (watched[1].id, days[0], 29_000)}
    rankers.players.ban(ann)
    assert rankers.statistics.of(ann).bests == ()
    rankers.players.unban(ann)
    assert {entry.variant for entry in rankers.statistics.of(ann).bests if entry.board == "daily"} == set(best)
    rankers.players.erase(ann)
    assert rankers.statistics.of(ann).bests == ()


def test_a_banned_player_has_the_same_statistics_and_no_bests_until_the_ban_ends(rankers: Rankers) -> None:
    ann = rankers.join()
    rankers.results.record([ranked_game(ann, cleared=True, at=NOON + number) for number in range(20)])
    before = rankers.statistics.of(ann)
    assert {entry.board for entry in before.bests} == {"fastest_clear", "luck", "score", "win_streak"}
    rankers.players.ban(ann)
    assert rankers.statistics.of(ann) == Career(before.digests, ())
    more = ranked_game(ann, cleared=True, at=NOON + 20, took_ms=1_000)
    rankers.results.record([more])
    assert rankers.statistics.of(ann).digests["standard"].winning.best.length == 21
    assert rankers.statistics.of(ann).bests == ()
    rankers.players.unban(ann)
    after = {entry.board: entry for entry in rankers.statistics.of(ann).bests}
    assert after.keys() == {"fastest_clear", "luck", "score", "win_streak"}
    assert after["fastest_clear"].game_id == after["win_streak"].game_id == more.id


def test_an_erased_player_has_no_statistics_any_more(rankers: Rankers) -> None:
    ann = rankers.join()
    rankers.results.record([ranked_game(ann)])
    rankers.players.erase(ann)
    rankers.results.record([ranked_game(ann, at=NOON + 1)])
    assert rankers.statistics.of(ann) == NOTHING


def test_a_result_that_comes_late_takes_its_place_among_those_of_its_day_and_of_others(rankers: Rankers) -> None:
    ann = rankers.join()
    day_ms = 24 * 3_600_000
    instants = [NOON - day * day_ms + step for day in (0, 1, 8, 40) for step in (0, 10, 20)]
    games = [ranked_game(ann, cleared=number % 4 < 3, at=at) for number, at in enumerate(sorted(instants))]
    for number in (11, 0, 6, 5, 3, 10, 1, 8, 2, 9, 4, 7):
        rankers.results.record([games[number]])
    assert rankers.statistics.of(ann).digests == {"standard": digest_of(map(ended_of, games))}


def test_no_deal_is_no_fairness(rankers: Rankers) -> None:
    assert rankers.statistics.fairness() == {}


def test_every_deal_counts_by_its_fate_however_far_it_was_played_and_whoever_was_erased(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    won, given_up, lost = (
        ranked_game(ann, cleared=True),
        ranked_game(bob, cleared=True, abandoned=True),
        ranked_game(bob, variant="big_clock"),
    )
    rankers.players.erase(ann)
    rankers.results.record([won, given_up, lost])
    rankers.results.record([won, given_up])
    rankers.players.ban(bob)
    assert rankers.statistics.fairness() == {
        "standard": {VARIANTS["standard"].cards: 2},
        "big_clock": {locks_at(lost.game): 1},
    }


def test_a_daily_deal_counts_once_however_many_have_played_it(rankers: Rankers) -> None:
    day = day_at(NOON)
    same = [ranked_game(rankers.join(), day=day, at=NOON + number) for number in range(3)]
    another = ranked_game(rankers.join(), day=day - timedelta(days=1), number=1)
    alone = ranked_game(rankers.join(), number=0)
    assert {game.draft.kind for game in same} == {DealKind.DAILY}
    for record in (*same, another, alone):
        rankers.results.record([record])
    found = rankers.statistics.fairness()["standard"]
    assert sum(found.values()) == 3
    assert found[locks_at(same[0].game)] == 2 + (locks_at(same[0].game) == locks_at(another.game))
