"""Entity tags, preconditions and idempotency keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.api.client import slug

if TYPE_CHECKING:
    from tests.api.client import Client

KEY = {"Idempotency-Key": "first!"}


@pytest.mark.parametrize("tags", ['"1"', '"9", "1"', ' "1" ,W/"1"', "*", " *", '"x","1"'])
def test_a_step_applies_to_the_state_that_if_match_names(ada: Client, tags: str) -> None:
    game = ada.deal()
    answer = ada.post(f"/v1/games/{game['id']}/step", headers={"If-Match": tags})
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')


@pytest.mark.parametrize("tags", ['"2"', 'W/"1"', '"1r"', '"01"', '""', '"2", "3"'])
def test_a_stale_if_match_changes_nothing(ada: Client, tags: str) -> None:
    game = ada.deal()
    for answer in (
        ada.post(f"/v1/games/{game['id']}/step", headers={"If-Match": tags}),
        ada.post(f"/v1/games/{game['id']}/autoplay", headers={"If-Match": tags}),
        ada.delete(f"/v1/games/{game['id']}", headers={"If-Match": tags}),
    ):
        assert (answer.status_code, slug(answer), answer.get_json()["version"]) == (412, "stale-game", 1)
        assert answer.headers["ETag"] == '"1"'
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


@pytest.mark.parametrize("tags", ["", "1", '"1', "W/1", '"1" "2"', ',"1"', '"1",', '*, "1"', "W/*", '"1 "'])
def test_an_if_match_that_is_no_list_of_tags_is_refused(ada: Client, tags: str) -> None:
    game = ada.deal()
    answer = ada.post(f"/v1/games/{game['id']}/step", headers={"If-Match": tags})
    assert (answer.status_code, slug(answer)) == (400, "bad-request")
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


@pytest.mark.parametrize(
    ("tags", "status"), [('"1"', 304), ('W/"1"', 304), ('"7", "1"', 304), ("*", 304), ('"2"', 200), ("rubbish", 200)]
)
def test_a_fetch_spares_the_body_of_what_the_caller_has(ada: Client, tags: str, status: int) -> None:
    game = ada.deal()
    answer = ada.get(f"/v1/games/{game['id']}", headers={"If-None-Match": tags})
    assert (answer.status_code, answer.headers["ETag"]) == (status, '"1"')


def test_an_entity_tag_changes_with_every_step_and_only_then(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    first, second = ada.get(path).headers["ETag"], ada.get(path).headers["ETag"]
    stepped = ada.post(f"{path}/step").headers["ETag"]
    assert first == second != stepped == ada.get(path).headers["ETag"]


def test_the_same_key_answers_the_same_bytes_and_changes_nothing(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    first = ada.post(f"{path}/step", {"count": 2}, headers=KEY)
    ada.post(f"{path}/step")
    again = ada.post(f"{path}/step", {"count": 2}, headers=KEY)
    assert again.get_data() == first.get_data()
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert ada.get(path).get_json()["flips"] == 4


def test_a_repeated_deal_is_the_same_game(ada: Client) -> None:
    first, again = ada.post("/v1/games", headers=KEY), ada.post("/v1/games", headers=KEY)
    assert again.get_data() == first.get_data()
    assert (again.status_code, again.headers["Location"]) == (201, first.headers["Location"])
    assert len(ada.get("/v1/games").get_json()["items"]) == 1


def test_a_repeated_deal_answers_as_it_did_even_when_the_game_has_moved_on(ada: Client) -> None:
    first = ada.post("/v1/games", headers=KEY)
    ada.finish(first.get_json()["id"])
    assert ada.post("/v1/games", headers=KEY).get_data() == first.get_data()


def test_a_repeated_autoplay_and_commitment_answer_the_same_bytes(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}/autoplay"
    assert ada.post(path, headers=KEY).get_data() == ada.post(path, headers=KEY).get_data()
    commitments = [ada.post("/v1/commitments", headers=KEY) for _ in range(2)]
    assert commitments[0].get_data() == commitments[1].get_data()
    assert commitments[1].headers["Idempotency-Replayed"] == "true"


def test_the_same_payload_in_other_words_is_the_same_payload(ada: Client) -> None:
    first = ada.post("/v1/games", {"practice": True, "variant": "standard"}, headers=KEY)
    headers = KEY | {"Content-Type": "application/json"}
    again = ada.post("/v1/games", headers=headers, data='{ "variant":"standard" , "practice":true}')
    assert again.get_data() == first.get_data()


def test_a_key_with_another_payload_is_refused_and_changes_nothing(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    ada.post(f"{path}/step", headers=KEY)
    answer = ada.post(f"{path}/step", {"count": 2}, headers=KEY)
    assert (answer.status_code, slug(answer)) == (422, "idempotency-key-reused")
    assert ada.get(path).get_json()["flips"] == 2


def test_a_key_belongs_to_its_player_method_and_path(ada: Client, bob: Client) -> None:
    one, other = ada.deal()["id"], ada.deal()["id"]
    answers = [ada.post(f"/v1/games/{game}/step", headers=KEY) for game in (one, other)]
    answers += [client.post("/v1/games", headers=KEY) for client in (ada, bob)]
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers] == [None] * 4
    assert len({answer.get_data() for answer in answers}) == 4


def test_the_key_is_looked_at_before_the_version(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}/step"
    headers = KEY | {"If-Match": '"1"'}
    first, again = ada.post(path, headers=headers), ada.post(path, headers=headers)
    assert (again.status_code, again.get_data()) == (200, first.get_data())


def test_only_what_succeeded_is_remembered(ada: Client) -> None:
    path = f"/v1/games/{ada.deal()['id']}/step"
    assert ada.post(path, headers=KEY | {"If-Match": '"7"'}).status_code == 412
    assert ada.post(path, {"count": 0}, headers=KEY).status_code == 422
    answer = ada.post(path, headers=KEY)
    assert (answer.status_code, answer.headers.get("Idempotency-Replayed")) == (200, None)


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "é", "a\tb"])
def test_a_key_that_is_none_is_refused(ada: Client, key: str) -> None:
    answer = ada.post("/v1/games", headers={"Idempotency-Key": key})
    assert (answer.status_code, slug(answer)) == (400, "bad-request")


def test_a_key_of_255_visible_characters_is_taken(ada: Client) -> None:
    assert ada.post("/v1/games", headers={"Idempotency-Key": "~" * 255}).status_code == 201


def test_calls_that_hand_out_secrets_do_not_honour_keys(ada: Client, stranger: Client) -> None:
    for client, path, body in (
        (stranger, "/v1/players", {"display_name": "Eve"}),
        (stranger, "/v1/sessions", {"player_id": ada.player_id, "secret": ada.secret}),
        (ada, "/v1/link-codes", {}),
        (ada, "/v1/players/me/secret", {}),
    ):
        first, again = (client.post(path, body, headers=KEY) for _ in range(2))
        assert first.status_code == again.status_code == 201
        assert first.get_data() != again.get_data()
        assert "Idempotency-Replayed" not in again.headers
