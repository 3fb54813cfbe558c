"""What happens in a race, as it happens or as a list."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from flask import Response, request

from service.api import answers, auth, lists
from service.api.blueprint import Blueprint
from service.api.connection import closed_from_afar
from service.api.context import hall, service
from service.api.examples import races as examples
from service.api.payload import InvalidRequest
from service.api.printing.races import print_event
from service.api.refusals import OF_A_RACE
from service.api.schemas.race_requests import LogQuerySchema, StreamQuerySchema
from service.api.schemas.races import RaceLogSchema
from service.api.streaming.body import Body
from service.api.streaming.frames import MEDIA_TYPE, race_frame
from service.api.streaming.places import Watcher
from service.api.streaming.replay import replay
from service.play import races, watching
from service.play.pages import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.api.streaming.frames import Frame
    from service.api.streaming.listener import Listener
    from service.play.caller import Caller
    from service.play.identity import Login
    from service.play.race_ports import Seen

blueprint = Blueprint("race events", "Watch a race: the same events for everyone.", "/v1/races")

_NO_EVENT = 10**15
"""Stands for what is no number of an event, or one that no race comes to."""
_NUMBER = re.compile("[0-9]{1,20}")
_HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}


@blueprint.operation("GET", "/<id:race_id>/log")
@blueprint.signed_in("read")
@blueprint.takes_query(LogQuerySchema())
@blueprint.answers(200, RaceLogSchema(), ("A log", examples.LOG), description="Some events, oldest first.")
@blueprint.refuses(*OF_A_RACE)
def list_race_events(caller: Caller, query: dict[str, Any], race_id: str) -> Response:
    """List what has happened in a race, oldest first.

    The same events as the stream has, with the same data. To follow a race without a stream, ask again with `after`
    the last `seq` that you have. An `after` that no event has, or that is too long ago, is refused: fetch the race,
    and go on from its `seq`.
    """
    walk, limit = ("race-log", race_id), query["limit"]
    after, _ = lists.start(walk, query.get("cursor")) or (query.get("after"), "")
    events = races.log(hall(), caller, race_id, query.get("code"), after, limit)
    if events.trimmed:
        pointer = "/cursor" if "cursor" in query else "/after"
        raise InvalidRequest((pointer, "No event has this number, or those after it are no longer kept."))
    more = (events.items[-1].seq, "") if len(events.items) == limit and not events.items[-1].is_last else None
    return answers.answer(lists.page(walk, Page(events.items, more), print_event))


@blueprint.operation("GET", "/<id:race_id>/events")
@blueprint.watching()
@blueprint.takes_query(StreamQuerySchema())
@blueprint.answers(
    200,
    {"type": "string"},
    ("The beginning of a stream", examples.STREAM),
    description="Server-Sent Events: each with the number of the event as `id`, its kind as `event`, and as `data` "
    "what the log has for it in one line of JSON. Those of `snapshot` and `reset` are the race as everyone may see "
    "it, with `event` and `server_time` besides, and their `id` is that of the last event it includes.",
    headers=("Cache-Control", "X-Accel-Buffering"),
    content_type=MEDIA_TYPE,
)
@blueprint.answers(204, None, description="The race is over, and there is nothing that you have missed.")
@blueprint.refuses(*OF_A_RACE, "too-many-streams")
def stream_race(login: Login, query: dict[str, Any], race_id: str) -> Response:
    """Watch a race as it happens.

    For those who may see the race, with a token or a ticket. The stream begins with a `snapshot`, or with what was
    missed after `Last-Event-ID` or `after`, in the very bytes in which it was sent live; with a `reset`, which is
    another snapshot, where that cannot be told. It ends after `over` or `cancelled`, and after the snapshot of a race
    that is over: asked again after that, the answer is 204. A comment comes when nothing has happened for a while. A
    stream that is read too slowly ends. Within ten seconds a stream also ends when the login that opened it, or took
    its ticket, has ended, and when its player may see the race no more. A ticket is used up by the stream that it
    opens; a refusal, a 204 and a HEAD leave it good.
    """
    here = service()
    watcher = Watcher(login.player_id, auth.address(), closed_from_afar(request.environ))
    listener = here.streams.listen(race_id, watcher)
    try:
        seen = races.watched(here.races, login.player_id, race_id, query.get("code"))
        after = _after(query)
        if seen.race.is_over and after == seen.race.seq:
            here.streams.leave(listener)
            return answers.nothing()
        auth.use_ticket()
        may_stay = partial(watching.may_stay, here.races, here.sessions, login, seen.race, query.get("code"))
        return _stream(listener, seen, after, may_stay)
    except BaseException:  # whatever it is: nobody will read the stream
        here.streams.leave(listener)
        raise


def _stream(listener: Listener, seen: Seen, after: int | None, may_stay: Callable[[], bool]) -> Response:
    here = service()
    here.streams.begin(listener, seen)
    first = _first(seen, after)
    body = Body(here.races, here.streams, listener, first, after=after, may_stay=may_stay)
    return Response(body, headers=_HEADERS, content_type=MEDIA_TYPE, direct_passthrough=True)


def _first(seen: Seen, after: int | None) -> Iterable[list[Frame]]:
    """What a stream begins with. The log is looked into now, so that a store that is away is a problem."""
    if after is None or after > seen.race.seq:
        return [[race_frame("snapshot" if after is None else "reset", seen.race, seen.now)]]
    missed = replay(service().races, seen.race.id, after)
    return chain([next(missed, [])], missed)


def _after(query: dict[str, Any]) -> int | None:
    """After which event to go on; what an EventSource sends by itself is newer than its address."""
    text = request.headers.get("Last-Event-ID") or query.get("after")
    if not text:
        return None
    return min(int(text), _NO_EVENT) if _NUMBER.fullmatch(text) else _NO_EVENT
