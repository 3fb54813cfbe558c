"""Streams end for those who may not watch any more, and for nobody else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from service.api.examples.races import EVENTS, STARTED
from service.api.streaming.body import Body
from service.api.streaming.frames import event_frame
from service.api.streaming.hub import Hub
from service.api.streaming.places import Most, Watcher
from service.play.errors import StoreUnavailable
from tests.api.client import slug
from tests.api.racing import asked, race_of
from tests.api.watching import unopened, watching
from tests.fakes import FakeRaces, FakeWakeups, Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.api.client import Client

HEARTBEAT_S = 0.05


@pytest.mark.parametrize("path", ["/v1/sessions/current", "/v1/sessions", "/v1/players/me"])
@pytest.mark.parametrize("way", ["token", "ticket"])
def test_a_stream_ends_after_the_login_that_opened_it(
    ada: Client, bob: Client, stranger: Client, path: str, way: str
) -> None:
    race = race_of(bob)
    query = f"?ticket={asked(ada.post('/v1/tickets'))['ticket']}" if way == "ticket" else ""
    with (
        watching(stranger if query else ada, race.id, query) as stream,
        watching(bob, race.id) as other,
    ):
        stream.until("snapshot")
        assert ada.delete(path).status_code == 204
        assert [event["event"] for event in stream.to_the_end()] == ["snapshot"]
        race.act(bob, "leave")
        assert [event["event"] for event in other.to_the_end()] == ["snapshot", "left", "cancelled"]


def test_a_stream_goes_on_when_another_login_of_its_player_ends(ada: Client) -> None:
    race = race_of(ada)
    signed_in = asked(ada.post("/v1/sessions", {"player_id": ada.player_id, "secret": ada.secret}))
    with watching(ada, race.id) as stream:
        stream.until("snapshot")
        assert ada.with_token(signed_in["token"]).delete("/v1/sessions/current").status_code == 204
        assert all(stream.read() for _ in range(4))


@pytest.mark.parametrize("with_code", [False, True])
def test_whoever_is_sent_away_from_a_private_race_is_told_no_more_of_it(
    ada: Client, bob: Client, *, with_code: bool
) -> None:
    race = race_of(ada, bob, visibility="private")
    query = f"?code={race.seen()['join_code']}" if with_code else ""
    with watching(bob, race.id, query) as stream, watching(ada, race.id) as host:
        stream.until("snapshot")
        race.act(ada, "kick", {"seat": 2})
        told = [event["event"] for event in stream.to_the_end()]
        assert told in (["snapshot"], ["snapshot", "left"]), "the last thing one may hear is that one had to go"
        assert all(host.read() for _ in range(4))
    assert slug(unopened(bob, f"{race.path}/events{query}")) == "not-found"


def test_whoever_is_sent_away_from_a_public_race_may_still_watch_it(ada: Client, bob: Client) -> None:
    race = race_of(ada, bob)
    with watching(bob, race.id) as stream:
        race.act(ada, "kick", {"seat": 2})
        stream.until("left")
        assert all(stream.read() for _ in range(4))


@pytest.fixture
def hub() -> Iterator[Hub]:
    memory = Memory(now=STARTED.updated_at)
    memory.races[STARTED.id], memory.race_events[STARTED.id] = STARTED, EVENTS
    hub = Hub(FakeRaces(memory), FakeWakeups(memory), Most(), heartbeat_s=HEARTBEAT_S)
    yield hub
    hub.close()


def chunks(hub: Hub, may_stay: Callable[[], bool]) -> Iterator[bytes]:
    """What is sent by a stream on which something happens all the time, for at most twenty heartbeats."""
    listener = hub.listen(STARTED.id, Watcher("eve", "somewhere"))
    body = Body(FakeRaces(Memory()), hub, listener, [], after=len(EVENTS), may_stay=may_stay)
    until = time.monotonic() + 20 * HEARTBEAT_S
    for chunk in body:
        yield chunk
        listener.put(event_frame(EVENTS[0]))
        if time.monotonic() > until:
            break
    body.close()


def test_a_stream_on_which_much_happens_ends_no_later(hub: Hub) -> None:
    began, asked_at = time.monotonic(), []

    def may_stay() -> bool:
        asked_at.append(time.monotonic() - began)
        return len(asked_at) < 3

    assert len(list(chunks(hub, may_stay))) > 3
    assert len(asked_at) == 3
    assert all(at / beat > 0.9 * HEARTBEAT_S for beat, at in enumerate(asked_at, 1))


def test_while_the_store_is_away_no_stream_is_ended_for_it(hub: Hub) -> None:
    answers: list[bool | None] = [True, None, None, False]

    def may_stay() -> bool:
        answer = answers.pop(0)
        if answer is None:
            raise StoreUnavailable("redis")
        return answer

    assert list(chunks(hub, may_stay))
    assert answers == []
