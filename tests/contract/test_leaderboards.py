from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from service.play.boards import BOARDS
from service.play.errors import NotRanked, PlayerNotFound
from service.play.identity import new_id
from service.play.periods import EPOCH, Span
from tests.ranked import NOON, Rankers, clear, ranked_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.standings import RankKey, Standing

SCORE, FASTEST, STREAK = (BOARDS[name] for name in ("score", "fastest_clear", "win_streak"))
ALL = Span("all", EPOCH)
SECOND = 1_000
HOUR = 3_600_000


def fastest(rankers: Rankers, after: RankKey | None = None, limit: int = 100) -> Sequence[Standing]:
    return rankers.boards.page(FASTEST, "standard", ALL, after, limit).rows


def times(rankers: Rankers) -> list[tuple[int, str, float]]:
    """The whole board: place, player and value."""
    return [(row.place, row.player.id, row.value) for row in fastest(rankers)]


def test_a_board_without_games_is_empty(rankers: Rankers) -> None:
    ann = rankers.join()
    for board in BOARDS.values():
        for variant in board.variants:
            assert rankers.boards.page(board, variant, ALL, None, 10) == rankers.boards.page(
                SCORE, "standard", ALL, None, 10
            )
            with pytest.raises(NotRanked):
                rankers.boards.place(board, variant, ALL, ann)
    assert fastest(rankers) == ()


def test_a_row_tells_of_the_game_that_set_it(rankers: Rankers) -> None:
    ann = rankers.players.get(rankers.join("Ann"))
    game_id = clear(rankers, ann.id, 90_500)
    [row] = fastest(rankers)
    assert (row.place, row.player, row.value) == (1, ann, 90_500)
    assert (row.order, row.achieved_at, row.game_id) == (90_500, NOON, game_id)


def test_places_are_exact_on_both_sides_of_where_counts_are_taken_together(rankers: Rankers) -> None:
    stretches = 32, 32 * 256, 32 * 256 * 256, 2 * 32 * 256 * 256
    took = sorted(stretch + ms for stretch in stretches for ms in (-1, 0, 0, 1))
    crowd = [rankers.join() for _ in took]
    for player, ms in zip(crowd, took, strict=True):
        clear(rankers, player, ms)
    places = [rankers.boards.place(FASTEST, "standard", ALL, player) for player in crowd]
    assert [one.place for one in places] == [1 + took.index(ms) for ms in took]
    assert [one.tied for one in places] == [took.count(ms) - 1 for ms in took]


@pytest.mark.parametrize("asked", ["page", "around", "place"])
@pytest.mark.parametrize("stranger", ["", "nonsense", "\0", "unknown"])
def test_a_stranger_has_no_place(rankers: Rankers, asked: str, stranger: str) -> None:
    clear(rankers, rankers.join(), 60_000)
    player_id = new_id() if stranger == "unknown" else stranger
    if asked == "page":
        assert player_id not in [row.player.id for row in fastest(rankers)]
        return
    ask = getattr(rankers.boards, asked)
    with pytest.raises(NotRanked) as caught:
        ask(FASTEST, "standard", ALL, player_id, *([3] if asked == "around" else []))
    assert caught.value.player_id == player_id


def a_crowd(rankers: Rankers, took_s: Sequence[int]) -> list[str]:
    """A player for each of these times, who played at hours that do not follow them."""
    crowd = []
    for at, seconds in enumerate(took_s):
        crowd.append(rankers.join(f"player {at}"))
        clear(rankers, crowd[-1], seconds * SECOND + 400, at=NOON - (at * 7 % 5) * HOUR)
    return crowd


TIMES_S = [50, 70, 70, 70, 71, 71, 90, 4_000, 4_000, 100_000]
PLACES = [1, 2, 2, 2, 5, 5, 7, 8, 8, 10]


def test_equals_share_a_place_and_the_earlier_stands_first(rankers: Rankers) -> None:
    a_crowd(rankers, TIMES_S)
    rows = fastest(rankers)
    assert [row.place for row in rows] == PLACES
    assert [row.value for row in rows] == [seconds * SECOND + 400 for seconds in TIMES_S]
    for _, group in groupby(rows, lambda row: row.place):
        equals = [(row.achieved_at, row.player.id) for row in group]
        assert equals == sorted(equals)


@pytest.mark.parametrize("limit", range(1, 12))
def test_a_walk_meets_everyone_once_with_their_place_wherever_pages_end(rankers: Rankers, limit: int) -> None:
    a_crowd(rankers, TIMES_S)
    walk: list[Standing] = []
    after = None
    for _ in range(len(TIMES_S)):
        page = rankers.boards.page(FASTEST, "standard", ALL, after, limit)
        assert len(page.rows) <= limit
        walk += page.rows
        after = page.next
        if after is None:
            break
    assert after is None
    assert tuple(walk) == tuple(fastest(rankers))


def test_a_result_that_comes_during_a_walk_disturbs_no_row_that_stays(rankers: Rankers) -> None:
    a_crowd(rankers, TIMES_S)
    before = fastest(rankers)
    page = rankers.boards.page(FASTEST, "standard", ALL, None, 4)
    clear(rankers, rankers.join(), 10 * SECOND)
    clear(rankers, rankers.join(), 95 * SECOND)
    rest = fastest(rankers, page.next)
    assert [row.key for row in rest if row.key in {old.key for old in before}] == [row.key for row in before[4:]]
    assert [row.place for row in rest] == [6, 6, 8, 9, 10, 10, 12]


@pytest.mark.parametrize("window", [0, 1, 2, 5, 20])
def test_around_a_player_are_the_rows_of_the_board_at_the_edges_too(rankers: Rankers, window: int) -> None:
    crowd = a_crowd(rankers, TIMES_S)
    rows = fastest(rankers)
    for player_id in crowd:
        at = next(at for at, row in enumerate(rows) if row.player.id == player_id)
        found = rankers.boards.around(FASTEST, "standard", ALL, player_id, window)
        assert found.rows == rows[max(0, at - window) : at + window + 1]
        if found.next is None:
            assert at + window + 1 >= len(rows)
        else:
            assert fastest(rankers, found.next) == rows[at + window + 1 :]


def test_a_place_tells_of_ties_and_how_many_there_are(rankers: Rankers) -> None:
    crowd = a_crowd(rankers, TIMES_S)
    for player_id, seconds, place in zip(crowd, TIMES_S, PLACES, strict=True):
        found = rankers.boards.place(FASTEST, "standard", ALL, player_id)
        assert (found.place, found.tied) == (place, TIMES_S.count(seconds) - 1)
        assert (found.players, found.value) == (len(TIMES_S), seconds * SECOND + 400)
        assert found.percentile == 100 * (len(TIMES_S) - place) / (len(TIMES_S) - 1)


def test_whoever_is_alone_is_first_of_one(rankers: Rankers) -> None:
    ann = rankers.join()
    clear(rankers, ann, 60_000)
    found = rankers.boards.place(FASTEST, "standard", ALL, ann)
    assert (found.place, found.tied, found.players, found.percentile) == (1, 0, 1, 100)
    assert len(rankers.boards.around(FASTEST, "standard", ALL, ann, 5).rows) == 1


def test_only_a_players_best_game_counts_and_of_equals_the_earlier(rankers: Rankers) -> None:
    ann = rankers.join()
    late = clear(rankers, ann, 60_000, at=NOON)
    assert fastest(rankers)[0].game_id == late
    early = clear(rankers, ann, 60_000, at=NOON - HOUR)
    clear(rankers, ann, 60_001, at=NOON - 2 * HOUR)
    assert [row.game_id for row in fastest(rankers)] == [early]
    best = clear(rankers, ann, 59_999, at=NOON + HOUR)
    assert [row.game_id for row in fastest(rankers)] == [best]
    assert rankers.boards.place(FASTEST, "standard", ALL, ann).players == 1


def test_a_result_delivered_again_changes_nothing(rankers: Rankers) -> None:
    ann = rankers.join()
    record = ranked_game(ann, cleared=True)
    rankers.results.record([record, record])
    rankers.results.record([record])
    assert times(rankers) == [(1, ann, 60_000)]
    assert rankers.boards.page(STREAK, "standard", ALL, None, 10).rows[0].value == 1
    assert rankers.statistics.of(ann).digests["standard"].games == 1


def test_a_new_name_shows_at_once(rankers: Rankers) -> None:
    ann = rankers.join("Ann")
    clear(rankers, ann, 60_000)
    rankers.players.rename(ann, "Anna")
    assert [row.player.display_name for row in fastest(rankers)] == ["Anna"]


def test_the_ranks_close_where_a_player_was_erased(rankers: Rankers) -> None:
    crowd = a_crowd(rankers, TIMES_S)
    for gone in (crowd[1], crowd[0], crowd[9]):
        rankers.players.erase(gone)
    assert [place for place, _, _ in times(rankers)] == [1, 1, 3, 3, 5, 6, 6]
    assert rankers.boards.place(FASTEST, "standard", ALL, crowd[7]).players == 7
    with pytest.raises(NotRanked):
        rankers.boards.place(FASTEST, "standard", ALL, crowd[1])
    assert rankers.boards.page(STREAK, "standard", ALL, None, 100).rows[-1].place == 1


def test_a_late_result_of_an_erased_player_is_on_no_board(rankers: Rankers) -> None:
    ann, bob = rankers.join("Ann"), rankers.join("Bob")
    rankers.players.erase(ann)
    rankers.results.record([ranked_game(player, cleared=True) for player in (ann, bob)])
    assert times(rankers) == [(1, bob, 60_000)]


def test_the_ranks_close_where_a_player_is_banned_and_open_again(rankers: Rankers) -> None:
    crowd = a_crowd(rankers, TIMES_S)
    before = [rankers.boards.page(board, "standard", ALL, None, 100) for board in (SCORE, FASTEST, STREAK)]
    rankers.players.ban(crowd[2])
    rankers.players.ban(crowd[2])
    assert [place for place, _, _ in times(rankers)] == [1, 2, 2, 4, 4, 6, 7, 7, 9]
    with pytest.raises(NotRanked):
        rankers.boards.around(FASTEST, "standard", ALL, crowd[2], 1)
    rankers.players.unban(crowd[2])
    rankers.players.unban(crowd[2])
    after = [rankers.boards.page(board, "standard", ALL, None, 100) for board in (SCORE, FASTEST, STREAK)]
    assert after == before


def test_what_a_banned_player_does_meanwhile_counts_after_the_ban(rankers: Rankers) -> None:
    ann = rankers.join()
    clear(rankers, ann, 60_000)
    rankers.players.ban(ann)
    clear(rankers, ann, 50_000, at=NOON + HOUR)
    assert times(rankers) == []
    assert rankers.boards.page(STREAK, "standard", ALL, None, 10).rows == ()
    rankers.players.unban(ann)
    assert times(rankers) == [(1, ann, 50_000)]
    assert rankers.boards.place(STREAK, "standard", ALL, ann).value == 2


@pytest.mark.parametrize("order", ["ban", "unban"])
@pytest.mark.parametrize("stranger", ["", "nonsense", "unknown"])
def test_nobody_is_banned_who_is_not_there(rankers: Rankers, order: str, stranger: str) -> None:
    with pytest.raises(PlayerNotFound):
        getattr(rankers.players, order)(new_id() if stranger == "unknown" else stranger)


def test_an_erased_player_who_was_banned_leaves_nothing(rankers: Rankers) -> None:
    ann = rankers.join()
    clear(rankers, ann, 60_000)
    rankers.players.ban(ann)
    rankers.players.erase(ann)
    assert times(rankers) == []
