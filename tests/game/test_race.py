"""The order of finish."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from service.game.race import Fate, Finish, order_of_finish

FATES = st.sampled_from(Fate)
FINISHES = st.lists(
    st.builds(Finish, st.just(0), FATES, st.integers(50, 52), st.integers(0, 2), st.integers(0, 3)), max_size=8
).map(
    lambda some: [
        Finish(seat, *(one.fate, one.revealed, one.errors, one.time_ms)) for seat, one in enumerate(some, 1)
    ]
)


def beats(one: Finish, other: Finish) -> bool:
    """The rule, word by word."""
    if one.fate is Fate.FINISHED and other.fate is Fate.FINISHED:
        if one.time_ms != other.time_ms:
            return one.time_ms < other.time_ms
        return one.errors < other.errors
    if one.fate is Fate.FINISHED or other.fate is Fate.FINISHED:
        return one.fate is Fate.FINISHED
    if one.revealed != other.revealed:
        return one.revealed > other.revealed
    if one.errors != other.errors:
        return one.errors < other.errors
    return one.time_ms < other.time_ms


@given(FINISHES)
def test_a_place_is_one_more_than_the_number_of_racers_who_did_better(finishes: list[Finish]) -> None:
    expected = {one.seat: 1 + sum(beats(other, one) for other in finishes) for one in finishes}
    assert order_of_finish(finishes) == expected


@given(FINISHES, st.randoms())
def test_the_order_of_asking_makes_no_difference_and_places_come_best_first(
    finishes: list[Finish], random: Random
) -> None:
    places = order_of_finish(finishes)
    random.shuffle(finishes)
    assert order_of_finish(finishes) == places
    assert list(places.values()) == sorted(places.values())


def test_equal_racers_share_a_place_and_the_next_is_skipped() -> None:
    racers = [
        Finish(1, Fate.LOCKED, 40, 1, 9_000),
        Finish(2, Fate.FINISHED, 52, 0, 60_000),
        Finish(3, Fate.TIMED_OUT, 40, 1, 9_000),
        Finish(4, Fate.FORFEITED, 12, 0, 1_000),
    ]
    assert order_of_finish(racers) == {2: 1, 1: 2, 3: 2, 4: 4}


def test_whoever_clears_the_dial_last_is_before_whoever_locks_first() -> None:
    assert order_of_finish([Finish(1, Fate.LOCKED, 51, 0, 10), Finish(2, Fate.FINISHED, 52, 9, 899_000)]) == {
        2: 1,
        1: 2,
    }


def test_errors_decide_only_between_equal_times_of_cleared_dials() -> None:
    quick, careful = Finish(1, Fate.FINISHED, 52, 5, 9), Finish(2, Fate.FINISHED, 52, 0, 10)
    assert order_of_finish([careful, quick]) == {1: 1, 2: 2}
    assert order_of_finish([Finish(1, Fate.FINISHED, 52, 5, 10), careful]) == {2: 1, 1: 2}
