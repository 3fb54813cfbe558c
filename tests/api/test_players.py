"""Accounts, profiles, secrets, erasure and export."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from service.play.identity import new_id
from service.play.recording import record_results
from tests.api.client import faults, slug
from tests.fakes import FakeOutbox

if TYPE_CHECKING:
    from tests.api.client import Client
    from tests.api.conftest import Staged


def test_a_guest_account_asks_for_nothing_but_a_name(stranger: Client) -> None:
    answer = stranger.post("/v1/players", {"display_name": "Ada"})
    welcome = answer.get_json()
    assert answer.status_code == 201
    assert welcome["player"]["display_name"] == "Ada"
    assert welcome["session"]["scopes"] == ["play", "read"]
    assert len(welcome["secret"]) == 43


@pytest.mark.parametrize("name", ["A", "x" * 32, "  Ada  ", "Ада", "👩\u200d🚀", "e\u0301" * 32, "<b>&'\""])
def test_a_name_is_kept_in_normal_form_c(stranger: Client, name: str) -> None:
    player = stranger.post("/v1/players", {"display_name": name}).get_json()["player"]
    assert player["display_name"] == name.replace("e\u0301", "é")
    shown = stranger.get(f"/v1/players/{player['id']}").get_json()
    assert {field: shown[field] for field in player} == player


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200d",
        "x" * 33,
        "a\nb",
        "a\u202eb",
        "a\u200eb",
        "a\u061cb",
        "a\u2066b",
        "\x7f",
        "x" * 60_000,
        None,
        7,
        [],
    ],
)
def test_a_name_that_could_not_be_shown_safely_is_refused(stranger: Client, ada: Client, name: object) -> None:
    assert list(faults(stranger.post("/v1/players", {"display_name": name}))) == ["/display_name"]
    assert list(faults(ada.patch("/v1/players/me", {"display_name": name}))) == ["/display_name"]


def test_a_player_can_be_renamed(ada: Client) -> None:
    renamed = ada.patch("/v1/players/me", {"display_name": "Ada L."}).get_json()
    assert renamed["display_name"] == "Ada L."
    assert ada.get("/v1/players/me").get_json() == renamed


def test_a_name_that_the_operators_gave_stays_until_they_free_it(staged: Staged, staged_ada: Client) -> None:
    players = staged.service.players
    players.give_name(staged_ada.player_id, "Player 7", locked=True)
    refused = staged_ada.patch("/v1/players/me", {"display_name": "Ada"})
    assert (refused.status_code, slug(refused)) == (409, "name-locked")
    assert staged_ada.get("/v1/players/me").get_json()["display_name"] == "Player 7"
    assert list(faults(staged_ada.patch("/v1/players/me", {"display_name": ""}))) == ["/display_name"]
    assert staged_ada.get("/v1/players/me/export").get_json()["player"]["name_locked"] is True
    players.give_name(staged_ada.player_id, "Player 7", locked=False)
    assert staged_ada.get("/v1/players/me/export").get_json()["player"]["name_locked"] is False
    assert staged_ada.patch("/v1/players/me", {"display_name": "Ada"}).get_json()["display_name"] == "Ada"


def test_an_account_without_a_name_is_refused_where_it_is_missing(stranger: Client) -> None:
    assert list(faults(stranger.post("/v1/players"))) == ["/display_name"]


def test_a_new_secret_ends_the_old_one(ada: Client, stranger: Client) -> None:
    fresh = ada.post("/v1/players/me/secret").get_json()["secret"]
    old, new = (
        stranger.post("/v1/sessions", {"player_id": ada.player_id, "secret": secret})
        for secret in (ada.secret, fresh)
    )
    assert (old.status_code, slug(old)) == (401, "bad-credentials")
    assert new.status_code == 201


def test_erasure_leaves_nothing(ada: Client, stranger: Client) -> None:
    game = ada.deal()
    assert ada.delete("/v1/players/me").status_code == 204
    assert slug(ada.get(f"/v1/games/{game['id']}")) == "unauthenticated"
    assert slug(stranger.get(f"/v1/players/{ada.player_id}")) == "not-found"
    assert slug(stranger.get(f"/v1/players/{ada.player_id}/results")) == "not-found"
    credentials = {"player_id": ada.player_id, "secret": ada.secret}
    assert slug(stranger.post("/v1/sessions", credentials)) == "bad-credentials"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/players/me", None),
        ("GET", "/v1/players/me/export", None),
        ("PATCH", "/v1/players/me", {"display_name": "Eve"}),
        ("POST", "/v1/players/me/secret", {}),
    ],
)
def test_a_login_that_outlives_its_account_for_a_moment_is_none(
    staged: Staged, staged_ada: Client, method: str, path: str, body: dict[str, str] | None
) -> None:
    staged.service.players.erase(staged_ada.player_id)
    answer = staged_ada.send(method, path, **({} if body is None else {"json": body}))
    assert (answer.status_code, slug(answer)) == (401, "unauthenticated")


def test_an_unknown_player_is_not_found(stranger: Client) -> None:
    assert slug(stranger.get(f"/v1/players/{new_id()}")) == "not-found"
    assert slug(stranger.get(f"/v1/players/{new_id()}/results")) == "not-found"


def test_results_are_listed_newest_first_once_they_are_recorded(staged: Staged, staged_ada: Client) -> None:
    ids = []
    for _ in range(5):
        staged.memory.now += 1000
        ids.append(staged_ada.deal()["id"])
        staged_ada.finish(ids[-1])
    assert staged_ada.get(f"/v1/players/{staged_ada.player_id}/results").get_json() == {"items": [], "next": None}
    record_results(FakeOutbox(staged.memory), staged.results, 100)
    first = staged_ada.get(f"/v1/players/{staged_ada.player_id}/results?limit=3").get_json()
    rest = staged_ada.get(f"/v1/players/{staged_ada.player_id}/results?limit=3&cursor={first['next']}").get_json()
    assert [item["game_id"] for item in first["items"] + rest["items"]] == ids[::-1]
    assert rest["next"] is None
    assert all(item["result"]["recorded"] for item in first["items"])


def test_a_result_says_the_same_as_its_game(staged: Staged, staged_ada: Client) -> None:
    game = staged_ada.finish(staged_ada.deal()["id"])
    record_results(FakeOutbox(staged.memory), staged.results, 100)
    (item,) = staged_ada.get(f"/v1/players/{staged_ada.player_id}/results").get_json()["items"]
    assert item["result"] == game["result"] | {"recorded": True}
    for told in ("variant", "mode", "deal_kind", "created_at", "finished_at"):
        assert item[told] == game[told]
    assert item["day"] is None


def test_an_export_holds_the_profile_the_games_and_the_results(staged: Staged, staged_ada: Client) -> None:
    ended, playing = staged_ada.deal(), staged_ada.deal()
    staged_ada.finish(ended["id"])
    record_results(FakeOutbox(staged.memory), staged.results, 100)
    export = staged_ada.get("/v1/players/me/export").get_json()
    assert export["player"]["id"] == staged_ada.player_id
    assert {game["id"] for game in export["games"]} == {ended["id"], playing["id"]}
    assert [result["game_id"] for result in export["results"]] == [ended["id"]]
    assert staged_ada.secret not in str(export)
    assert staged_ada.token not in str(export)


def test_a_recorded_result_changes_the_entity_tag(staged: Staged, staged_ada: Client) -> None:
    game = staged_ada.finish(staged_ada.deal()["id"])
    record_results(FakeOutbox(staged.memory), staged.results, 100)
    answer = staged_ada.get(f"/v1/games/{game['id']}")
    assert answer.headers["ETag"] == f'"{game["version"]}r"'
    assert answer.get_json() == game | {"result": game["result"] | {"recorded": True}}


@pytest.mark.parametrize("path", ["", "/results"])
def test_what_shows_a_players_name_or_results_may_be_kept_for_a_second(
    ada: Client, stranger: Client, path: str
) -> None:
    answer = stranger.get(f"/v1/players/{ada.player_id}{path}")
    assert answer.headers["Cache-Control"] == "public, max-age=1"


def test_profiles_are_public_and_told_apart_by_their_tags(ada: Client, stranger: Client) -> None:
    answer = stranger.get(f"/v1/players/{ada.player_id}")
    again = stranger.get(f"/v1/players/{ada.player_id}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    assert set(answer.get_json()) == {"id", "display_name", "bot", "created_at", "statistics"}
    assert answer.get_json()["created_at"] <= time.strftime("%Y-%m-%dT%H:%M:%S.999Z", time.gmtime())
