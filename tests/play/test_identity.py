"""Ids and tokens carry their partition, sort by time, and keep their secrets."""

import re
from uuid import RFC_4122, UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play.commitments import Commitment, new_server_seed
from service.play.errors import Unauthenticated
from service.play.identity import (
    ID_PATTERN,
    MOST_SEATS,
    PARTITIONS,
    Token,
    is_id,
    is_raced,
    new_id,
    new_race_id,
    new_secret,
    partition_of,
    race_game_id,
    race_of,
    seat_of,
    secret_digest,
)
from tests.builders import now


def test_an_id_is_a_uuid_of_version_7_made_just_now() -> None:
    before = now()
    made = new_id()
    uuid = UUID(made)
    assert (str(uuid), uuid.version, uuid.variant) == (made, 7, "specified in RFC 4122")
    assert before <= uuid.int >> 80 <= now()
    assert re.fullmatch(ID_PATTERN, made)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0191e3a0-7c00-7abc-8def-0123456789AB",
        "0191e3a07c007abc8def0123456789ab",
        "{0191e3a0-7c00-7abc-8def-0123456789ab}",
        "0191e3a0-7c00-4abc-8def-0123456789ab",
        "0191e3a0-7c00-7abc-8def-0123456789ab\n",
        " 0191e3a0-7c00-7abc-8def-0123456789ab",
    ],
)
def test_other_spellings_of_a_uuid_are_no_ids(text: str) -> None:
    assert is_id(new_id())
    assert not is_id(text)


def test_no_two_ids_are_the_same_even_beside_each_other() -> None:
    home = new_id()
    assert len({new_id() for _ in range(2_000)} | {new_id(home) for _ in range(2_000)}) == 4_000


def test_what_belongs_together_lies_in_one_partition() -> None:
    player = new_id()
    assert partition_of(new_id(player)) == partition_of(player)
    assert partition_of(Token.new(player).player_id) == partition_of(player)


def test_players_are_spread_over_all_256_partitions() -> None:
    """Some partition stays empty among 6,000 players with probability 256 (255/256)^6000 = 2e-8."""
    assert {partition_of(new_id()) for _ in range(6_000)} == set(PARTITIONS)
    assert len(PARTITIONS) == 256


@given(st.integers(1, MOST_SEATS))
def test_a_race_and_its_games_tell_each_other_and_lie_beside_the_creator(seat: int) -> None:
    player = new_id()
    race = new_race_id(player)
    game = race_game_id(race, seat)
    assert (race_of(game), seat_of(game), race_of(race), seat_of(race)) == (race, seat, race, 0)
    assert {partition_of(one) for one in (player, race, game)} == {partition_of(player)}
    assert [is_raced(one) for one in (player, race, game)] == [False, True, True]
    assert is_id(race)
    assert is_id(game)
    assert (UUID(game).version, UUID(game).variant) == (8, RFC_4122)


def test_no_two_races_or_games_of_theirs_have_the_same_id() -> None:
    home = new_id()
    made = {new_race_id(home) for _ in range(2_000)}
    assert len(made) == 2_000
    assert len({race_game_id(race, seat) for race in made for seat in (1, 64)}) == 4_000


def test_a_race_is_dated_like_any_other_id() -> None:
    earlier, race, later = new_id(), new_race_id(new_id()), new_id()
    assert earlier[:13] <= race[:13] <= later[:13]


def test_a_token_is_its_player_and_256_random_bits() -> None:
    player = new_id()
    token = Token.new(player)
    assert re.fullmatch(rf"{player}\.[A-Za-z0-9_-]{{43}}", token.text)
    assert Token.parse(token.text) == token
    assert Token.new(player) != token
    assert token.digest != Token.new(player).digest


def test_a_token_does_not_print_its_secret_and_the_digest_does_not_hold_it() -> None:
    token = Token.new(new_id())
    secret = token.text.partition(".")[2]
    assert secret not in repr(token)
    assert secret not in f"{token}"
    assert re.fullmatch("[0-9a-f]{32}", token.digest)


GOOD = f"0191e3a0-7c00-7abc-8def-0123456789ab.{'Zz9_-' * 8}abc"


@given(st.text())
def test_no_other_text_is_a_token(text: str) -> None:
    with pytest.raises(Unauthenticated):
        Token.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        GOOD[:-1],
        GOOD + "A",
        GOOD + "\n",
        " " + GOOD,
        GOOD.upper(),
        GOOD.replace("-7abc-", "-4abc-"),
        GOOD.replace("-7abc-", "-8abc-"),
        GOOD.replace("-8def-", "-cdef-"),
        GOOD.replace(".", ""),
        GOOD[:-1] + "=",
        GOOD[:-1] + "é",
        GOOD.replace("0191", "\u0660191", 1),
        "a.b",
    ],
)
def test_a_spoilt_token_is_none(text: str) -> None:
    with pytest.raises(Unauthenticated):
        Token.parse(text)


def test_secrets_are_long_and_never_the_same() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) == 43
    assert secret_digest("one") != secret_digest("other")
    assert len({new_server_seed() for _ in range(100)}) == 100
    assert len(new_server_seed()) == 32


def test_a_commitment_does_not_print_its_seed() -> None:
    promise = Commitment("id", b"\xab" * 32, 0)
    assert "server_seed" not in repr(promise)
    assert promise.commitment == "9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885"
