"""Digests against the same figures counted game by game."""

import json
from collections import Counter
from itertools import groupby, takewhile
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Ending
from service.play.digests import BrokenDigest, Digest, digest_of, merged
from service.play.ended import Ended
from tests.ended import an_ended, ended_games


def longest(games: list[Ended], *, cleared: bool) -> tuple[int, tuple[int, str] | None]:
    """The length of the longest run, and the key of the last game of the first one that long."""
    runs = [list(run) for kind, run in groupby(games, key=lambda game: game.cleared) if kind == cleared]
    best = max(runs, key=len, default=[])
    return len(best), (best[-1].key if best else None)


def current(games: list[Ended], *, cleared: bool) -> int:
    return len(list(takewhile(lambda game: game.cleared == cleared, reversed(games))))


@st.composite
def cut_games(draw: st.DrawFn) -> tuple[list[Ended], list[list[Ended]]]:
    """Games in order, and the same in consecutive pieces, some of them empty."""
    games = sorted(draw(ended_games("perpetual")), key=lambda game: game.key)
    cuts = sorted(draw(st.lists(st.integers(0, len(games)), max_size=6)))
    return games, [games[start:end] for start, end in zip([0, *cuts], [*cuts, len(games)], strict=True)]


@given(ended_games())
def test_a_digest_counts_what_one_counts_by_hand(games: list[Ended]) -> None:
    digest, finished = digest_of(games), [game for game in games if game.outcome is not Ending.ABANDONED]
    outcomes = Counter(game.outcome for game in games)
    assert (digest.games, digest.finished) == (len(games), len(finished))
    assert [digest.won, digest.lost, digest.completed, digest.abandoned] == [outcomes[ending] for ending in Ending]
    assert digest.cleared == sum(game.cleared for game in games)
    assert digest.fated == sum(game.locks_at == 52 for game in games)
    assert digest.flips == sum(game.flips for game in finished)
    assert dict(digest.hidden) == Counter(game.hidden for game in finished)


@given(ended_games())
def test_streaks_are_those_of_the_games_in_the_order_of_their_ends(games: list[Ended]) -> None:
    digest, games = digest_of(games), sorted(games, key=lambda game: game.key)
    for streak, cleared in ((digest.winning, True), (digest.losing, False)):
        length, key = longest(games, cleared=cleared)
        assert streak.best.length == length
        assert key is None or (streak.best.ended_at, streak.best.game_id) == key
        assert streak.current == current(games, cleared=cleared)
    assert digest.last == (games[-1].key if games else None)


@given(cut_games())
def test_pieces_merge_into_the_digest_of_the_whole(cut: tuple[list[Ended], list[list[Ended]]]) -> None:
    games, pieces = cut
    assert merged(map(digest_of, pieces)) == digest_of(games)


@given(cut_games())
def test_merging_is_associative_and_no_games_change_nothing(cut: tuple[list[Ended], list[list[Ended]]]) -> None:
    digests = [digest_of(piece) for piece in cut[1]]
    from_the_right = Digest()
    for digest in reversed(digests):
        from_the_right = digest.merge(from_the_right)
    assert from_the_right == merged(digests)
    assert all(digest.merge(Digest()) == Digest().merge(digest) == digest for digest in digests)


@given(ended_games(), st.randoms(use_true_random=False))
def test_a_digest_does_not_depend_on_the_order_of_delivery(games: list[Ended], random: Random) -> None:
    assert digest_of(random.sample(games, len(games))) == digest_of(games)


@given(ended_games())
def test_a_digest_comes_back_from_its_body(games: list[Ended]) -> None:
    digest = digest_of(games)
    stored = json.loads(json.dumps(digest.body))
    assert stored == digest.body
    assert Digest.parse(stored) == digest


WHOLE = digest_of([an_ended(1, outcome=Ending.WON, finished_at=1), an_ended(2, finished_at=2)]).body
BROKEN: dict[str, tuple[tuple[int, ...], object]] = {
    "a fraction of games": ((0,), 2.0),
    "games that nobody had": ((0,), 3),
    "fewer games than none": ((7,), -1),
    "a truth for a number": ((4,), True),
    "more winning deals than deals": ((6,), 3),
    "more dials cleared than could be": ((5,), 2),
    "cards that are none": ((8, 0, 0), "10"),
    "a pair of one": ((8, 0), [10]),
    "a pair of three": ((8, 0), [10, 1, 1]),
    "games left out of the count of cards": ((8,), []),
    "a streak that is a list of nothing": ((9,), []),
    "a streak that is a word": ((10,), "long"),
    "a streak of other games": ((9, 0), 3),
    "a run longer than all games": ((9, 3, 0), 3),
    "a run shorter than the one at the end": ((10, 3), [0, 0, ""]),
    "a run that ended on no day": ((9, 3, 1), 10**18),
    "a run of no game": ((9, 3, 2), "nonsense"),
    "a run that is half a run": ((10, 2), [1]),
    "no last game": ((11,), None),
    "a last game that is a number": ((11,), 7),
    "a last game of three parts": ((11,), [1, "x", "y"]),
    "a last game with another id": ((11, 1), 5),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_no_digest_can_be_is_told_and_not_taken_for_one(what: str) -> None:
    path, value = BROKEN[what]
    body = json.loads(json.dumps(WHOLE))
    assert Digest.parse(body).body == WHOLE
    part = body
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(BrokenDigest):
        Digest.parse(body)


@pytest.mark.parametrize("body", [None, 7, "text", {}, [], [0] * 12, [0] * 8 + [[], [], [], None], WHOLE[:-1]])
def test_what_has_not_the_form_of_a_digest_is_told(body: object) -> None:
    with pytest.raises(BrokenDigest):
        Digest.parse(body)


WHATEVER = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists)


@given(WHATEVER, st.integers(0, 11))
def test_whatever_is_in_the_place_of_a_part_is_told_or_is_a_digest_that_prints_again(part: object, at: int) -> None:
    body = [*WHOLE[:at], part, *WHOLE[at + 1 :]]
    try:
        assert Digest.parse(body).body == body
    except BrokenDigest:
        assert json.dumps(body) != json.dumps(WHOLE)


@pytest.mark.parametrize("outcome", [Ending.LOST, Ending.ABANDONED])
def test_a_game_given_up_ends_a_winning_streak_and_goes_on_with_a_losing_one(outcome: Ending) -> None:
    won = [an_ended(number, outcome=Ending.WON, finished_at=number) for number in (1, 2)]
    lost = [an_ended(3, outcome=outcome, finished_at=3), an_ended(4, outcome=Ending.LOST, finished_at=4)]
    digest = digest_of([*won, *lost])
    assert (digest.winning.current, digest.winning.best.length) == (0, 2)
    assert (digest.losing.current, digest.losing.best.length) == (2, 2)


def test_a_winning_deal_counts_for_luck_although_it_was_given_up() -> None:
    digest = digest_of([an_ended(outcome=Ending.ABANDONED, flips=3, locks_at=52)])
    assert (digest.games, digest.fated, digest.cleared, digest.finished) == (1, 1, 0, 0)
