"""Walking through lists: limits, cursors, filters."""

from __future__ import annotations

from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

import pytest

from service.api.cursors import Cursors
from service.play.recording import record_results
from tests.api.client import faults, slug
from tests.fakes import FakeOutbox

if TYPE_CHECKING:
    from tests.api.client import Client
    from tests.api.conftest import Staged


def walk(client: Client, path: str, limit: int) -> list[dict[str, Any]]:
    """All items of a list, page by page."""
    items: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = client.get(f"{path}{'&' if '?' in path else '?'}limit={limit}{cursor}").get_json()
        assert len(page["items"]) <= limit
        items += page["items"]
        if page["next"] is None:
            return items
        assert page["items"]
        cursor = f"&cursor={page['next']}"


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_a_walk_shows_every_game_once_newest_first(ada: Client, limit: int) -> None:
    ids = [ada.deal()["id"] for _ in range(7)]
    assert [game["id"] for game in walk(ada, "/v1/games", limit)] == ids[::-1]


def test_a_walk_shows_games_dealt_in_the_same_instant_once(staged_ada: Client) -> None:
    ids = {staged_ada.deal()["id"] for _ in range(6)}
    found = [game["id"] for game in walk(staged_ada, "/v1/games", 2)]
    assert (len(found), set(found)) == (6, ids)


def test_games_dealt_during_a_walk_do_not_disturb_it(ada: Client) -> None:
    ids = [ada.deal()["id"] for _ in range(4)]
    first = ada.get("/v1/games?limit=2").get_json()
    ada.deal()
    rest = ada.get(f"/v1/games?limit=2&cursor={first['next']}").get_json()
    assert [game["id"] for game in first["items"] + rest["items"]] == ids[::-1]


def test_games_are_filtered_by_status(ada: Client) -> None:
    playing, abandoned, *ended = (ada.deal()["id"] for _ in range(5))
    ada.delete(f"/v1/games/{abandoned}")
    outcomes = {game: ada.finish(game)["status"] for game in ended}
    outcomes |= {playing: "in_progress", abandoned: "abandoned"}
    for status in ("in_progress", "won", "lost", "abandoned"):
        found = {game["id"] for game in walk(ada, f"/v1/games?status={status}", 1)}
        assert found == {game for game, outcome in outcomes.items() if outcome == status}


def test_another_players_games_are_not_listed(ada: Client, bob: Client) -> None:
    ada.deal()
    assert bob.get("/v1/games").get_json() == {"items": [], "next": None}


@pytest.mark.parametrize("limit", [1, 5, 52, 100])
def test_the_log_is_listed_oldest_first(ada: Client, limit: int) -> None:
    game = ada.deal()
    made = ada.post(f"/v1/games/{game['id']}/autoplay").get_json()["moves"]
    opening = {
        "kind": "open",
        "set": None,
        "under": None,
        "flipped": game["hand"]["card"],
        "from": 13,
        "depth": None,
        "shuttle": False,
    }
    assert walk(ada, f"/v1/games/{game['id']}/moves", limit) == [opening, *made]


def test_a_walk_through_the_log_goes_on_with_moves_made_meanwhile(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    ada.post(f"{path}/step", {"count": 2})
    first = ada.get(f"{path}/moves?limit=2").get_json()
    made = ada.post(f"{path}/step").get_json()["moves"]
    rest = ada.get(f"{path}/moves?limit=2&cursor={first['next']}").get_json()
    assert rest["items"][1:] == made


@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.0", "1e1", "", " 5", "05", "+5", "five", "\u0665", "9" * 40])
def test_a_limit_is_plain_digits_from_1_to_100(ada: Client, limit: str) -> None:
    assert "/limit" in faults(ada.get("/v1/games", query_string={"limit": limit}))


def test_the_limit_is_20_unless_said_otherwise(staged_ada: Client) -> None:
    for _ in range(21):
        staged_ada.deal()
    assert len(staged_ada.get("/v1/games").get_json()["items"]) == 20


@pytest.mark.parametrize(
    "query", ["status=open", "status=", "narrate=en", "limit=1&limit=1", "x", "limit=1&=1", "%00=1"]
)
def test_what_a_list_does_not_know_is_refused(ada: Client, query: str) -> None:
    assert faults(ada.get(f"/v1/games?{query}"))


def test_games_that_wait_for_a_decision_are_in_play_and_listed_by_what_they_wait_for(ada: Client) -> None:
    found = {}
    for variant, status in (("watch", "awaiting_reprieve"), ("watch_fork", "awaiting_fork")):
        found[status] = game_that_waits(ada, variant)
    found["in_progress"] = ada.deal()["id"]
    for status, game_id in found.items():
        assert [game["id"] for game in walk(ada, f"/v1/games?status={status}", 1)] == [game_id]
        assert ada.get(f"/v1/games/{game_id}").get_json()["status"] == status


def game_that_waits(client: Client, variant: str) -> str:
    """The id of a game at its first decision, which nearly every deal comes to."""
    while True:
        game_id = str(client.deal(variant=variant)["id"])
        turn = client.post(f"/v1/games/{game_id}/autoplay", {"until": "decision"}).get_json()
        if turn["game"]["choices"]:
            return game_id


@pytest.mark.parametrize("lang", ["", "xx", "EN", "english"])
def test_a_log_is_told_in_a_language_that_there_is(ada: Client, lang: str) -> None:
    assert "/narrate" in faults(ada.get(f"/v1/games/{ada.deal()['id']}/moves", query_string={"narrate": lang}))


@pytest.mark.parametrize("limit", [3, 100])
def test_a_narrated_log_is_the_log_with_a_sentence_for_each_move(ada: Client, limit: int) -> None:
    path = f"/v1/games/{ada.deal(variant='perpetual')['id']}"
    ada.post(f"{path}/autoplay")
    plain, told = walk(ada, f"{path}/moves", limit), walk(ada, f"{path}/moves?narrate=en", limit)
    assert [move | {"sentence": None} for move in plain] == [move | {"sentence": None} for move in told]
    assert all(move["sentence"].endswith(".") for move in told)


def test_a_cursor_of_the_plain_log_does_not_go_on_with_the_narrated_one(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}/moves"
    ada.post(path.replace("moves", "autoplay"))
    cursor = ada.get(f"{path}?limit=1").get_json()["next"]
    assert "/cursor" in faults(ada.get(f"{path}?limit=1&narrate=en&cursor={cursor}"))


@pytest.mark.parametrize(
    "path",
    [
        "/v1/players/me",
        "/healthz",
        "/",
        "/problems",
        "/v1/openapi.json",
        "/v1/games",
        "/v1/odds",
        "/v1/rules",
        "/v1/quiz",
    ],
)
def test_a_parameter_where_none_is_taken_is_refused(ada: Client, path: str) -> None:
    assert faults(ada.get(f"{path}?x=1")) == {"/x": "Unknown query parameter."}


@pytest.mark.parametrize("query", ["", "&", "&&"])
@pytest.mark.parametrize("path", ["/v1/players/me", "/healthz", "/v1/games"])
def test_an_empty_query_is_none(ada: Client, path: str, query: str) -> None:
    assert ada.get(f"{path}?{query}").status_code == 200


@pytest.mark.parametrize("cursor", ["", "x", "x.y", "W10.x", "\x00", "é", "." * 3000])
def test_a_cursor_that_was_never_given_out_is_refused(ada: Client, cursor: str) -> None:
    assert list(faults(ada.get("/v1/games", query_string={"cursor": cursor}))) == ["/cursor"]


def test_a_cursor_with_a_letter_changed_is_refused(ada: Client) -> None:
    for _ in range(2):
        ada.deal()
    cursor = ada.get("/v1/games?limit=1").get_json()["next"]
    changed = [
        cursor[:at] + ("A" if cursor[at] != "A" else "B") + cursor[at + 1 :] for at in range(0, len(cursor), 7)
    ]
    changed += [cursor[:-1] + letter for letter in ascii_letters + digits + "-_" if letter != cursor[-1]]
    for text in changed:
        assert list(faults(ada.get(f"/v1/games?cursor={text}"))) == ["/cursor"]


def test_a_cursor_of_another_list_filter_or_player_is_refused(ada: Client, bob: Client) -> None:
    games = [ada.deal()["id"] for _ in range(2)]
    ada.post(f"/v1/games/{games[0]}/step")
    mine = ada.get("/v1/games?limit=1").get_json()["next"]
    log = ada.get(f"/v1/games/{games[0]}/moves?limit=1").get_json()["next"]
    for answer in (
        bob.get(f"/v1/games?cursor={mine}"),
        ada.get(f"/v1/games?status=won&cursor={mine}"),
        ada.get(f"/v1/games/{games[0]}/moves?cursor={mine}"),
        ada.get(f"/v1/games/{games[1]}/moves?cursor={log}"),
        ada.get(f"/v1/games?cursor={log}"),
        ada.get(f"/v1/players/{ada.player_id}/results?cursor={mine}"),
    ):
        assert list(faults(answer)) == ["/cursor"]


def test_a_cursor_outlives_a_change_of_keys() -> None:
    old, new, newest = b"old", b"new", b"newest"
    cursor = Cursors(old).write(("games",), (7, "x"))
    assert Cursors(new, old).read(("games",), cursor) == (7, "x")
    assert Cursors(new, old).write(("games",), (7, "x")) == Cursors(new).write(("games",), (7, "x"))
    with pytest.raises(Exception, match="Not a cursor"):
        Cursors(newest, new).read(("games",), cursor)


def test_results_that_tie_in_time_are_listed_once(staged: Staged, staged_ada: Client) -> None:
    ids = set()
    for _ in range(5):
        game = staged_ada.deal()
        staged_ada.delete(f"/v1/games/{game['id']}")
        ids.add(game["id"])
    record_results(FakeOutbox(staged.memory), staged.results, 100)
    found = [item["game_id"] for item in walk(staged_ada, f"/v1/players/{staged_ada.player_id}/results", 2)]
    assert (len(found), set(found)) == (5, ids)


def test_a_log_of_no_game_is_not_found(ada: Client, bob: Client) -> None:
    game = ada.deal()
    assert slug(bob.get(f"/v1/games/{game['id']}/moves")) == "not-found"
