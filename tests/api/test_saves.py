"""Save documents over HTTP: taken from games, and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.game.rules import Rules
from service.game.save_documents import print_save
from service.game.saves import save_of
from tests.api.client import slug
from tests.api.saves import a_document, imported, violations
from tests.builders import a_deal, a_game
from tests.game.deals import PLAIN_RULES, seeded
from tests.game.saves import Document, before_its_end, opened, without

if TYPE_CHECKING:
    from tests.api.client import Client, Json
    from tests.api.conftest import Staged

EVERY_RULES = pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
UNSAVABLE = pytest.mark.parametrize("variant", ["watch", "watch_fork", "big_clock_watch", "perpetual"])


def shown(document: Document) -> list[dict[str, Any]]:
    """The piles as a game shows them."""
    return [pile | {"face_down": len(pile["face_down"])} for pile in document["piles"]]


def stands(game: Json) -> list[dict[str, Any]]:
    return [{name: pile[name] for name in ("pile", "face_down", "face_up")} for pile in game["piles"]]


@EVERY_RULES
def test_a_game_comes_back_as_it_was_saved(ada: Client, rules: Rules) -> None:
    document = a_document(1, rules)
    game = imported(ada, document)
    assert stands(game) == shown(document)
    assert {name: game["hand"][name] for name in ("card", "from")} == document["hand"]
    assert (game["rules"], game["mode"], game["status"]) == (document["rules"], document["mode"], "in_progress")
    assert (game["version"], game["practice"], game["ranked"], game["deal_kind"]) == (1, True, False, "import")
    assert (game["commitment"], game["placement_errors"]) == (None, 0)
    assert ada.get(f"/v1/games/{game['id']}/save").get_json() == document


def test_an_import_is_answered_like_a_deal(ada: Client) -> None:
    answer = ada.post("/v1/games/import", a_document())
    game = answer.get_json()
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert ada.get(answer.headers["Location"]).get_json() == game


def test_a_saved_game_and_its_import_meet_the_same_fate(ada: Client) -> None:
    game = ada.deal(variant="big_clock", practice=True)
    ada.post(f"/v1/games/{game['id']}/step", {"count": 7})
    again = imported(ada, ada.get(f"/v1/games/{game['id']}/save").get_json())
    ends = [ada.post(f"/v1/games/{one['id']}/autoplay").get_json() for one in (game, again)]
    assert ends[0]["moves"] == ends[1]["moves"]
    assert ends[0]["game"]["piles"] == ends[1]["game"]["piles"]
    assert ends[0]["game"]["status"] == ends[1]["game"]["status"]
    assert ends[0]["game"]["result"]["luck"] == ends[1]["game"]["result"]["luck"]


@pytest.mark.parametrize("rules", [Rules(), Rules(decks=2, opening_pile=12, dealing="packets", finales="face_up")])
def test_an_imported_game_is_placed_to_its_end(ada: Client, rules: Rules) -> None:
    started = a_game(3, rules)
    document = print_save(save_of(started.step(9))) | {"mode": "placement"}
    game = imported(ada, document)
    path = f"/v1/games/{game['id']}/step"
    assert ada.post(path, {"pile": game["hand"]["home"] % 13 + 1}).get_json()["accepted"] is False
    while game["status"] == "in_progress":
        game = ada.post(path, {"pile": game["hand"]["home"]}).get_json()["game"]
    assert game["placement_errors"] == 1
    assert game["result"]["outcome"] == ("lost" if game["hidden"] else "won")
    assert game["flips"] == len(started.chain.flips)


def test_the_last_king_that_was_saved_in_hand_is_still_to_be_placed(ada: Client) -> None:
    document = print_save(save_of(before_its_end(opened(seeded("king"), Rules()).step(0)))) | {"mode": "placement"}
    game = imported(ada, document)
    while game["status"] == "in_progress":
        king_is_last = game["locking_seen"] == 4
        game = ada.post(f"/v1/games/{game['id']}/step", {"pile": game["hand"]["home"]}).get_json()["game"]
    assert king_is_last
    assert game["hand"] is None


def test_the_log_of_an_imported_game_begins_with_the_import_and_so_does_what_can_be_undone(ada: Client) -> None:
    game = imported(ada, print_save(save_of(a_game(2).step(5))))
    path = f"/v1/games/{game['id']}"
    assert ada.get(f"{path}/moves").get_json()["items"] == []
    assert slug(ada.post(f"{path}/undo")) == "nothing-to-undo"
    made = ada.post(f"{path}/step", {"count": 2}).get_json()["moves"]
    assert ada.get(f"{path}/moves").get_json()["items"] == made
    for _ in made:
        assert ada.post(f"{path}/undo").status_code == 200
    assert slug(ada.post(f"{path}/undo")) == "nothing-to-undo"
    assert ada.get(path).get_json()["piles"] == game["piles"]


def test_the_log_of_a_game_imported_at_its_opening_tells_the_opening_flip(ada: Client) -> None:
    game = imported(ada, print_save(save_of(a_game(2))))
    (move,) = ada.get(f"/v1/games/{game['id']}/moves").get_json()["items"]
    assert (move["kind"], move["flipped"], move["from"]) == ("open", game["hand"]["card"], 13)


def test_a_finished_imported_game_shows_a_deal_without_seeds_that_leads_to_its_end(ada: Client) -> None:
    game = imported(ada, a_document(4))
    end = ada.finish(game["id"])
    proof = ada.get(f"/v1/games/{game['id']}/proof").get_json()
    assert (proof["server_seed"], proof["commitment"]) == (None, None)
    rules = {"rules": proof["rules"], "deck": proof["deck"]}
    assert ada.post("/v1/analyses", rules).get_json()["hidden"] == end["hidden"]


def test_the_same_key_imports_once(ada: Client) -> None:
    key, document = {"Idempotency-Key": "import"}, a_document()
    first, again = (ada.post("/v1/games/import", document, headers=key) for _ in range(2))
    assert again.get_data() == first.get_data()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert len(ada.get("/v1/games").get_json()["items"]) == 1
    other = ada.post("/v1/games/import", a_document(1), headers=key)
    assert (other.status_code, slug(other)) == (422, "idempotency-key-reused")


def test_a_refused_import_does_not_use_up_its_key(ada: Client) -> None:
    key, document = {"Idempotency-Key": "mended"}, a_document()
    assert violations(ada.post("/v1/games/import", without(document, ("mode",)), headers=key))
    assert ada.post("/v1/games/import", document, headers=key).status_code == 201


def test_imports_count_among_the_open_games(staged: Staged, staged_ada: Client) -> None:
    staged.memory.open_limit = 1
    imported(staged_ada, a_document())
    assert slug(staged_ada.post("/v1/games/import", a_document())) == "too-many-open-games"


def test_only_games_for_practice_are_saved(ada: Client) -> None:
    for game in (ada.deal(), ada.deal(deal={"kind": "custom", "deck": a_deal().codes()})):
        for _ in ("in play", "over"):
            answer = ada.get(f"/v1/games/{game['id']}/save")
            assert (answer.status_code, slug(answer)) == (409, "practice-only")
            ada.post(f"/v1/games/{game['id']}/autoplay")


def test_a_game_that_has_ended_is_not_saved(ada: Client) -> None:
    over, left = ada.deal(practice=True)["id"], ada.deal(practice=True)["id"]
    ada.finish(over)
    ada.delete(f"/v1/games/{left}")
    for game_id in (over, left):
        answer = ada.get(f"/v1/games/{game_id}/save")
        assert (answer.status_code, slug(answer)) == (409, "game-over")


@UNSAVABLE
def test_a_game_whose_rules_allow_no_save_says_why(ada: Client, variant: str) -> None:
    answer = ada.get(f"/v1/games/{ada.deal(variant=variant, practice=True)['id']}/save")
    assert (answer.status_code, slug(answer)) == (422, "not-savable")
    assert "the dial does not show" in answer.get_json()["detail"]


def test_a_strangers_game_is_not_saved(ada: Client, bob: Client) -> None:
    answer = bob.get(f"/v1/games/{ada.deal(practice=True)['id']}/save")
    assert (answer.status_code, slug(answer)) == (404, "not-found")


def test_whoever_may_only_read_saves_but_does_not_import(ada: Client) -> None:
    body = {"player_id": ada.player_id, "secret": ada.secret, "scopes": ["read"]}
    reader = ada.with_token(ada.post("/v1/sessions", body).get_json()["token"])
    document = ada.get(f"/v1/games/{ada.deal(practice=True)['id']}/save").get_json()
    assert reader.get(f"/v1/games/{ada.deal(practice=True)['id']}/save").status_code == 200
    assert slug(reader.post("/v1/games/import", document)) == "insufficient-scope"
