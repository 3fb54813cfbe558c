"""Tickets: for whoever cannot send a token, once, and not for long."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from service.play.identity import new_race_id
from service.play.tickets import TICKET_MS
from tests.api.client import slug
from tests.api.racing import asked, race_of
from tests.api.watching import unopened, watching

if TYPE_CHECKING:
    from tests.api.client import Client
    from tests.api.conftest import Staged


def ticket_of(client: Client) -> str:
    issued = client.post("/v1/tickets")
    assert issued.status_code == 201
    return str(issued.get_json()["ticket"])


def test_a_ticket_opens_one_stream(ada: Client, stranger: Client) -> None:
    race, ticket = race_of(ada), ticket_of(ada)
    with watching(stranger, race.id, f"?ticket={ticket}") as stream:
        assert stream.until("snapshot")
    again = stranger.get(f"{race.path}/events?ticket={ticket}")
    assert (again.status_code, slug(again)) == (401, "unauthenticated")
    assert again.headers["WWW-Authenticate"]


def test_a_ticket_goes_on_after_a_drop_like_any_stream(ada: Client, stranger: Client) -> None:
    race = race_of(ada)
    with watching(stranger, race.id, f"?ticket={ticket_of(ada)}&after=0") as stream:
        assert [event["id"] for event in stream.until("joined")] == [1]


def test_a_ticket_shows_what_its_player_may_see(ada: Client, bob: Client, stranger: Client) -> None:
    race = race_of(ada, visibility="private")
    assert slug(stranger.get(f"{race.path}/events?ticket={ticket_of(bob)}")) == "not-found"
    with watching(stranger, race.id, f"?ticket={ticket_of(ada)}") as stream:
        assert stream.until("snapshot")


@pytest.mark.parametrize("path", ["/v1/sessions/current", "/v1/sessions", "/v1/players/me"])
def test_a_ticket_ends_with_the_login_that_took_it(ada: Client, bob: Client, stranger: Client, path: str) -> None:
    race, ticket = race_of(bob), ticket_of(ada)
    assert ada.delete(path).status_code == 204
    refused = unopened(stranger, f"{race.path}/events?ticket={ticket}")
    assert (refused.status_code, slug(refused)) == (401, "unauthenticated")


def test_a_ticket_lives_on_when_another_login_of_its_player_ends(ada: Client, stranger: Client) -> None:
    race, ticket = race_of(ada), ticket_of(ada)
    signed_in = asked(stranger.post("/v1/sessions", {"player_id": ada.player_id, "secret": ada.secret}))
    assert ada.with_token(signed_in["token"]).delete("/v1/sessions/current").status_code == 204
    with watching(stranger, race.id, f"?ticket={ticket}") as stream:
        assert stream.until("snapshot")


def test_only_a_stream_uses_a_ticket_up(ada: Client, stranger: Client) -> None:
    race, over, ticket = race_of(ada), race_of(ada), ticket_of(ada)
    over.act(ada, "leave")
    wrong = new_race_id(ada.player_id)
    for path, status in (("?after=x", 422), ("?x=1", 422), ("", 200), ("?after=0", 200)):
        answer = stranger.send("HEAD", f"{race.path}/events{path or '?'}&ticket={ticket}")
        assert answer.status_code == status
    for path, status in (
        (f"{race.path}/events?after=x", 422),
        (f"/v1/races/{wrong}/events?", 404),
        (f"{over.path}/events?after={over.seen()['seq']}", 204),
    ):
        assert stranger.get(f"{path}&ticket={ticket}").status_code == status
    with watching(stranger, race.id, f"?ticket={ticket}") as stream:
        assert stream.until("snapshot")
    assert slug(stranger.get(f"{race.path}/events?ticket={ticket}")) == "unauthenticated"


def test_of_many_who_show_a_ticket_at_once_one_is_let_in(ada: Client, stranger: Client) -> None:
    race, ticket = race_of(ada), ticket_of(ada)

    def show(_: int) -> int:
        answer = stranger.app.test_client().get(
            f"{race.path}/events?ticket={ticket}", environ_overrides={"REMOTE_ADDR": stranger.address}, buffered=False
        )
        answer.close()
        return answer.status_code

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(show, range(8))) == [200, *[401] * 7]


def test_a_ticket_is_good_for_a_minute(staged: Staged, staged_ada: Client) -> None:
    path = f"/v1/races/{new_race_id(staged_ada.player_id)}/events?ticket="
    eve = staged_ada.with_token("")
    for waits, told in ((TICKET_MS - 1, "not-found"), (TICKET_MS, "unauthenticated")):
        ticket = ticket_of(staged_ada)
        staged.memory.now += waits
        assert slug(eve.get(path + ticket)) == told


def test_no_other_call_takes_a_ticket(ada: Client, stranger: Client) -> None:
    race, ticket = race_of(ada), ticket_of(ada)
    for path in (race.path, f"{race.path}/log", "/v1/games", "/v1/players/me"):
        assert slug(stranger.get(f"{path}?ticket={ticket}")) == "unauthenticated"
        assert slug(stranger.with_token(ticket).get(path)) == "unauthenticated"
    with watching(stranger, race.id, f"?ticket={ticket}") as stream:
        assert stream.until("snapshot")


def test_what_is_no_ticket_opens_nothing_and_costs_its_address(ada: Client, stranger: Client) -> None:
    race = race_of(ada)
    for text in ("", "x", "0" * 45, ada.token, "%00", "é" * 45):
        refused = stranger.get(f"{race.path}/events", query_string={"ticket": text})
        assert (refused.status_code, slug(refused)) == (401, "unauthenticated")
        assert refused.headers["RateLimit"].startswith('"visitor"')


def test_every_ticket_is_another_one_and_none_is_kept_for_a_repeat(ada: Client) -> None:
    issued = [ada.post("/v1/tickets", headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert len({asked(answer)["ticket"] for answer in issued}) == 2
    assert not any("Idempotency-Replayed" in answer.headers for answer in issued)


def test_a_ticket_is_in_no_line_of_the_log(ada: Client, stranger: Client) -> None:
    race, ticket = race_of(ada), ticket_of(ada)
    with capture_logs() as logs:
        with watching(stranger, race.id, f"?ticket={ticket}") as stream:
            stream.until("snapshot")
        stranger.get(f"{race.path}/events?ticket={ticket}")
    assert len(logs) == 2
    assert not re.search(ticket, repr(logs))
