"""Steps back, and games played to their end by the service, in practice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.api.client import slug
from tests.api.exercises import (
    IN_PLAY,
    KEY,
    MODES,
    a_wrong_pile,
    back,
    board,
    decides,
    decides_twice,
    forward,
    is_restarted,
    is_won,
    practice,
    settle,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.config import Config
    from service.game.game import Game
    from service.storage.postgres import Database
    from tests.api.client import Client, Json


def refusals(client: Client, game: Json) -> list[str]:
    path = f"/v1/games/{game['id']}"
    answers = [client.get(f"{path}/hint"), client.post(f"{path}/undo")]
    assert [answer.status_code for answer in answers] == [409, 409]
    return [slug(answer) for answer in answers]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("variant", "wanted", "decline"),
    [
        ("standard", is_won, False),
        ("watch", decides, False),
        ("watch", decides, True),
        ("big_clock_watch", decides, False),
        ("watch_fork", decides_twice, False),
        ("perpetual", is_restarted, False),
    ],
)
def test_every_step_and_decision_can_be_taken_back_to_the_very_start(
    ada: Client, variant: str, mode: str, wanted: Callable[[Game], bool], decline: bool
) -> None:
    game = practice(ada, variant, mode, wanted)
    way = [game]
    while way[-1]["status"] in IN_PLAY:
        way.append(forward(ada, way[-1], decline=decline))
    returned = [way[-1]]
    while len(returned) < len(way):
        returned.append(back(ada, returned[-1]))
    assert [board(game) for game in returned] == [board(game) for game in reversed(way)]
    versions = [game["version"] for game in way + returned[1:]]
    assert versions == sorted(set(versions))
    assert slug(ada.post(f"/v1/games/{game['id']}/undo")) == "nothing-to-undo"
    assert ada.get(f"/v1/games/{game['id']}").get_json() == returned[-1]
    assert [move["kind"] for move in ada.get(f"/v1/games/{game['id']}/moves").get_json()["items"]] == ["open"]


def test_a_won_game_has_52_flips_to_go_back_over(ada: Client) -> None:
    game = practice(ada, "standard", "reveal", is_won)
    won = ada.finish(game["id"])
    assert (won["flips"], won["status"]) == (52, "won")
    for flips in range(51, 0, -1):
        won = back(ada, won)
        assert won["flips"] == flips
    assert board(won) == board(game)


def test_a_finished_game_that_is_taken_back_is_in_play_again(ada: Client) -> None:
    won = ada.finish(practice(ada, "standard", "reveal", is_won)["id"])
    reopened = back(ada, won)
    assert (reopened["status"], reopened["result"], reopened["finished_at"]) == ("in_progress", None, None)
    assert reopened["hand"] is not None
    listed = ada.get("/v1/games?status=in_progress").get_json()["items"]
    assert [game["id"] for game in listed] == [won["id"]]
    again = forward(ada, reopened)
    assert (again["status"], again["result"]["flips"]) == ("won", 52)


def test_another_decision_after_an_undo_leads_elsewhere(ada: Client) -> None:
    game = turn(ada, practice(ada, "watch", "reveal", decides), "autoplay", {"until": "decision"})["game"]
    one, other = game["choices"][0], game["choices"][-1]
    taken = turn(ada, game, "reprieve", one)["game"]
    asked = back(ada, taken)
    assert (asked["status"], asked["hand"]) == ("awaiting_reprieve", game["hand"])
    instead = turn(ada, asked, "reprieve", other)["game"]
    assert (taken["hand"]["from"], instead["hand"]["from"]) == (one["pile"], other["pile"])
    assert taken["hand"]["card"] != instead["hand"]["card"]
    declined = turn(ada, back(ada, instead), "reprieve", {"decline": True})["game"]
    assert declined["status"] == "lost"
    assert back(ada, declined)["choices"] == game["choices"]


def test_the_other_way_of_a_fork_can_be_tried_after_an_undo(ada: Client) -> None:
    game = turn(ada, practice(ada, "watch_fork", "placement", decides), "autoplay", {"until": "decision"})["game"]
    sources = []
    for way in game["choices"]:
        game = turn(ada, game, "fork", {"pile": way["pile"]})["game"]
        sources.append(game["hand"]["from"])
        game = back(ada, game)
    assert sources == [way["pile"] for way in game["choices"]]


def test_errors_stay_counted_when_steps_are_taken_back(ada: Client) -> None:
    game = ada.deal(mode="placement", practice=True)
    for errors in (1, 2):
        done = turn(ada, game, "step", {"pile": a_wrong_pile(game)})
        assert (done["accepted"], done["moves"], done["game"]["placement_errors"]) == (False, [], errors)
    placed = forward(ada, game)
    returned = back(ada, placed)
    assert (returned["placement_errors"], returned["flips"], returned["hand"]) == (2, 1, game["hand"])
    assert game["version"] < done["game"]["version"] < placed["version"] < returned["version"]
    assert ada.finish(game["id"])["result"]["placement_errors"] == 2


def test_a_wrong_pile_is_no_step_that_could_be_taken_back(ada: Client) -> None:
    game = ada.deal(mode="placement", practice=True)
    turn(ada, game, "step", {"pile": a_wrong_pile(game)})
    assert slug(ada.post(f"/v1/games/{game['id']}/undo")) == "nothing-to-undo"


@pytest.mark.parametrize("mode", MODES)
def test_an_imported_game_goes_back_to_where_it_was_imported_and_no_further(ada: Client, mode: str) -> None:
    game = practice(ada, "standard", mode, is_won)
    for _ in range(3):
        game = forward(ada, game)
    imported = ada.post("/v1/games/import", ada.get(f"/v1/games/{game['id']}/save").get_json()).get_json()
    path = f"/v1/games/{imported['id']}/undo"
    assert slug(ada.post(path)) == "nothing-to-undo"
    returned = back(ada, back(ada, forward(ada, forward(ada, imported))))
    assert (board(returned), returned["flips"]) == (board(imported), 4)
    assert slug(ada.post(path)) == "nothing-to-undo"


def test_an_undo_applies_to_the_state_that_if_match_names(ada: Client) -> None:
    game = turn(ada, ada.deal(practice=True), "step", {"count": 2})["game"]
    path = f"/v1/games/{game['id']}"
    stale = ada.post(f"{path}/undo", headers={"If-Match": '"1"'})
    assert (stale.status_code, slug(stale), stale.get_json()["version"]) == (412, "stale-game", game["version"])
    assert ada.get(path).get_json() == game
    done = ada.post(f"{path}/undo", headers={"If-Match": f'"{game["version"]}"'})
    assert (done.status_code, done.get_json()["game"]["flips"]) == (200, 2)
    assert done.headers["ETag"] == ada.get(path).headers["ETag"] != f'"{game["version"]}"'


def test_an_undo_under_a_key_happens_once_and_answers_the_same_bytes(ada: Client) -> None:
    game = turn(ada, ada.deal(practice=True), "step", {"count": 3})["game"]
    path = f"/v1/games/{game['id']}"
    first = ada.post(f"{path}/undo", headers=KEY)
    forward(ada, game)
    again = ada.post(f"{path}/undo", headers=KEY)
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, first.headers["ETag"])
    assert again.headers["Idempotency-Replayed"] == "true"
    assert ada.get(path).get_json()["flips"] == 4


@pytest.mark.parametrize("mode", MODES)
def test_an_undone_decision_answers_the_same_bytes_when_its_key_comes_again(ada: Client, mode: str) -> None:
    game = turn(ada, practice(ada, "watch", mode, decides), "autoplay", {"until": "decision"})["game"]
    path = f"/v1/games/{game['id']}/reprieve"
    first = ada.post(path, game["choices"][0], headers=KEY)
    undone = ada.post(f"/v1/games/{game['id']}/undo", headers=KEY)
    turn(ada, game, "reprieve", {"decline": True})
    again = ada.post(path, game["choices"][0], headers=KEY)
    assert (first.status_code, again.data) == (200, first.data)
    assert ada.post(f"/v1/games/{game['id']}/undo", headers=KEY).data == undone.data


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"mode": "placement"},
        {"deal": {"kind": "seed", "server_seed": "05" * 32}},
        {"rules": {"dealing": "packets"}},
    ],
)
def test_games_that_are_not_for_practice_have_no_hint_and_no_undo(ada: Client, wanted: dict[str, Any]) -> None:
    game = ada.deal(**wanted)
    game = forward(ada, game)
    assert refusals(ada, game) == ["practice-only"] * 2
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game
    ada.delete(f"/v1/games/{game['id']}")
    assert refusals(ada, game) == ["practice-only"] * 2


def test_a_game_given_up_has_no_hint_and_cannot_be_taken_back(ada: Client) -> None:
    game = forward(ada, ada.deal(practice=True))
    ada.delete(f"/v1/games/{game['id']}")
    assert refusals(ada, game) == ["game-over"] * 2


def test_nothing_of_a_practice_game_reaches_the_results(ada: Client, config: Config, database: Database) -> None:
    game = ada.finish(ada.deal(practice=True)["id"])
    back(ada, game)
    ended = ada.finish(game["id"])
    settle(config, database)
    assert ada.get(f"/v1/games/{game['id']}").get_json() == ended
    assert ended["result"]["recorded"] is False
    assert ada.get(f"/v1/players/{ada.player_id}/results").get_json()["items"] == []


def test_the_service_finishes_a_placement_game_for_its_player_in_practice_only(ada: Client) -> None:
    game = practice(ada, "standard", "placement", is_won)
    turn(ada, game, "step", {"pile": a_wrong_pile(game)})
    done = turn(ada, game, "autoplay")
    assert (done["game"]["status"], done["game"]["hand"], len(done["moves"])) == ("won", None, 52)
    assert done["game"]["result"]["ledger"]["speed"] == 0
    assert done["game"]["placement_errors"] == 1
    ranked = ada.deal(mode="placement")
    answer = ada.post(f"/v1/games/{ranked['id']}/autoplay")
    assert (answer.status_code, slug(answer)) == (409, "autoplay-not-allowed")


def test_another_players_game_has_no_hint_undo_or_reading_at_all(ada: Client, bob: Client) -> None:
    game = ada.finish(ada.deal(practice=True)["id"])
    path, nowhere = f"/v1/games/{game['id']}", f"/v1/games/{bob.deal()['id'][:-4]}0000"
    for call in (bob.get, bob.post):
        for action in ("undo",) if call == bob.post else ("hint", "reading"):
            his, none = call(f"{path}/{action}"), call(f"{nowhere}/{action}")
            assert (his.status_code, slug(his), none.status_code, slug(none)) == (404, "not-found", 404, "not-found")
            assert his.get_json()["detail"] == none.get_json()["detail"]
    assert ada.get(path).get_json() == game
