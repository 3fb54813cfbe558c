"""Digests against the same figures counted game by game."""

import json
from collections import Counter
from itertools import groupby, takewhile
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Ending
from service.play.digests import Digest, digest_of, merged
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
