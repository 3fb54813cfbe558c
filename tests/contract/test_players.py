from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pytest

from service.play.errors import NameLocked, PlayerNotFound
from service.play.identity import new_id
from service.storage.postgres import PostgresPlayers
from tests.fakes import FakePlayers

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.ports import Players

    Asking = Callable[[Players, str], object]

DIGEST = secrets.token_bytes(32)


@pytest.fixture(params=["fake", "postgres"])
def players(request: pytest.FixtureRequest) -> Players:
    if request.param == "fake":
        return FakePlayers()
    return PostgresPlayers(request.getfixturevalue("database"))


def test_a_new_player_is_found_again(players: Players) -> None:
    ann = players.add(new_id(), "Ann", DIGEST)
    assert players.get(ann.id) == ann
    assert players.secret_digest(ann.id) == DIGEST


NAMES = ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "é" * 32, "'; DROP TABLE players --", "אבג"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_kept_as_it_was_given(players: Players, name: str) -> None:
    assert players.get(players.add(new_id(), name, DIGEST).id).display_name == name


def test_renaming_changes_the_name_and_nothing_else(players: Players) -> None:
    ann = players.add(new_id(), "Ann", DIGEST)
    renamed = players.rename(ann.id, "Anna")
    assert (renamed.id, renamed.display_name, renamed.created_at) == (ann.id, "Anna", ann.created_at)
    assert players.get(ann.id) == renamed
    assert players.secret_digest(ann.id) == DIGEST


def test_a_name_that_was_given_stays_until_it_is_freed(players: Players) -> None:
    ann, bob = (players.add(new_id(), name, DIGEST) for name in ("Ann", "Bob"))
    given = players.give_name(ann.id, "Player 7", locked=True)
    assert (given.id, given.display_name, given.created_at) == (ann.id, "Player 7", ann.created_at)
    with pytest.raises(NameLocked) as refused:
        players.rename(ann.id, "Ann")
    assert refused.value.player_id == ann.id
    assert players.get(ann.id) == given
    assert [players.name_locked(one.id) for one in (ann, bob)] == [True, False]
    assert players.rename(bob.id, "Bobby").display_name == "Bobby"
    assert players.give_name(ann.id, "Player 8", locked=True).display_name == "Player 8"
    assert players.give_name(ann.id, "Player 9", locked=False).display_name == "Player 9"
    assert not players.name_locked(ann.id)
    assert players.rename(ann.id, "Ann") == ann
    assert players.secret_digest(ann.id) == DIGEST


def test_a_replaced_secret_takes_the_place_of_the_old_one(players: Players) -> None:
    ann, bob = (players.add(new_id(), name, DIGEST) for name in ("Ann", "Bob"))
    replaced = secrets.token_bytes(32)
    players.replace_secret(ann.id, replaced)
    assert players.secret_digest(ann.id) == replaced
    assert players.secret_digest(bob.id) == DIGEST


def test_a_ban_is_told_since_it_began_until_it_ends(players: Players) -> None:
    ann, bob = (players.add(new_id(), name, DIGEST) for name in ("Ann", "Bob"))
    assert players.banned_at(ann.id) is None
    players.ban(ann.id)
    since = players.banned_at(ann.id)
    assert since is not None
    assert since >= ann.created_at
    players.ban(ann.id)
    assert (players.banned_at(ann.id), players.banned_at(bob.id)) == (since, None)
    players.unban(ann.id)
    assert players.banned_at(ann.id) is None
    players.erase(ann.id)
    with pytest.raises(PlayerNotFound):
        players.banned_at(ann.id)


def test_an_erased_player_is_gone_and_the_others_stay(players: Players) -> None:
    ann, bob = (players.add(new_id(), name, DIGEST) for name in ("Ann", "Bob"))
    players.erase(ann.id)
    players.erase(ann.id)
    with pytest.raises(PlayerNotFound):
        players.get(ann.id)
    assert players.get(bob.id) == bob


def test_whoever_is_hidden_is_gone_for_everyone_until_the_erasure_ends(players: Players) -> None:
    ann, bob = (players.add(new_id(), name, DIGEST) for name in ("Ann", "Bob"))
    for _ in range(2):
        players.hide(ann.id)
        with pytest.raises(PlayerNotFound):
            players.get(ann.id)
    assert players.get(bob.id) == bob
    players.erase(ann.id)
    assert ann.id not in players.half_erased(100)
    for stranger in (new_id(), "", "nonsense"):
        players.hide(stranger)
        assert players.get(bob.id) == bob


ASKING: list[Asking] = [
    lambda players, player_id: players.get(player_id),
    lambda players, player_id: players.secret_digest(player_id),
    lambda players, player_id: players.name_locked(player_id),
    lambda players, player_id: players.rename(player_id, "Ann"),
    lambda players, player_id: players.give_name(player_id, "Ann", locked=True),
    lambda players, player_id: players.replace_secret(player_id, DIGEST),
]


@pytest.mark.parametrize("ask", ASKING)
def test_nobody_is_found_under_an_id_that_was_never_given(
    players: Players, ask: Callable[[Players, str], object]
) -> None:
    for stranger in (new_id(), "", "nonsense", "\0", f"{{{new_id()}}}"):
        with pytest.raises(PlayerNotFound) as caught:
            ask(players, stranger)
        assert caught.value.player_id == stranger
        players.erase(stranger)


def test_another_spelling_of_an_id_is_another_id(players: Players) -> None:
    ann = players.add(new_id(), "Ann", DIGEST)
    with pytest.raises(PlayerNotFound):
        players.get(ann.id.upper())
