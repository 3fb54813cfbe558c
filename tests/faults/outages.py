"""Postgres away, or frozen, while people play and look at leaderboards."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from itertools import cycle
from statistics import median
from typing import TYPE_CHECKING
from urllib.error import URLError

from tests.faults.experiment import endured, slowest_percent
from tests.faults.history import Timed
from tests.faults.service import service, stores
from tests.outages import away, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from tests.faults.experiment import Outcome, Scene
    from tests.faults.service import Stores

LOOKERS = 3
LOOK_EVERY_S = 0.3
DEADLINE_S = 5.0
"""Within which a look must be answered: `DATABASE_TIMEOUT_MS` is 3 seconds, and the machine is busy."""
ALLOWED = frozenset({200, 404, 503})


def postgres_stopped(seconds: float) -> Outcome:
    """Killed, and started again after that time."""
    return _outage(f"Postgres killed and away for {seconds:.0f} s", lambda on: away(on.postgres), seconds)


def postgres_frozen(seconds: float) -> Outcome:
    """All its processes stopped by SIGSTOP: connections stay open, and nothing answers."""
    title = f"Postgres frozen (SIGSTOP) for {seconds:.0f} s"
    return _outage(title, lambda on: frozen(on.postgres, on.database), seconds)


def _outage(title: str, outage: Callable[[Stores], AbstractContextManager[None]], seconds: float) -> Outcome:
    def breaking(scene: Scene) -> None:
        over = len(scene.load.history.ended)
        with _looking(scene) as looks:
            with outage(scene.stores):
                began = time.monotonic()
                scene.load.wait_until(lambda: time.monotonic() > began + seconds)
                ended = time.monotonic()
            scene.load.wait_until(lambda: any(look.status == 200 and look.began > ended for look in looks))
        inside = [look for look in looks if began <= look.began and look.began + look.seconds <= ended]
        slowest = max(look.seconds for look in looks)
        assert {look.status for look in inside} == {503}, inside
        assert slowest < DEADLINE_S, slowest
        back = min(look.began + look.seconds for look in looks if look.status == 200 and look.began > ended)
        played = [one for one in scene.load.history.answers if began <= one.began <= ended]
        scene.notes.append(
            f"{len(inside)} looks at boards, profiles and the audit during the outage: all 503 `store-unavailable`, "
            f"median {median(look.seconds for look in inside):.2f} s, slowest {slowest:.2f} s; the first good one "
            f"{back - ended:.1f} s after its end"
        )
        scene.notes.append(
            f"meanwhile {len(played):,} requests of play, 99 % of them in less than {slowest_percent(played):.2f} s, "
            f"{sum(one.status == 503 for one in played)} were refused; "
            f"{len(scene.load.history.ended) - over} games ended, and as many results waited"
        )

    with stores() as on, service(on) as running:
        return endured(title, running, breaking, seconds)


@contextmanager
def _looking(scene: Scene) -> Iterator[list[Timed]]:
    """People who look at what Postgres has to say; afterwards every look has been answered as it may be."""
    looks, faults, stopping = list[Timed](), list[BaseException](), threading.Event()
    player_id = scene.load.clients[0].guests[0].player_id
    paths = (
        "/v1/leaderboards/score?variant=standard&period=all",
        f"/v1/leaderboards/score/places/{player_id}?variant=standard",
        f"/v1/leaderboards/closest_call/around/{player_id}?variant=standard",
        "/v1/fairness",
        f"/v1/players/{player_id}",
        f"/v1/players/{player_id}/results",
    )

    def look(first: int) -> None:
        try:
            for path in cycle((*paths[first:], *paths[:first])):
                if stopping.wait(LOOK_EVERY_S):
                    return
                looks.append(_look(scene, path))
        except BaseException as fault:  # noqa: BLE001  whoever joins these threads looks at it
            faults.append(fault)

    threads = [threading.Thread(target=look, args=(number,)) for number in range(LOOKERS)]
    for thread in threads:
        thread.start()
    try:
        yield looks
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    assert faults == []


def _look(scene: Scene, path: str) -> Timed:
    began = time.monotonic()
    try:
        answer = scene.service.api.call("GET", path)
    except (URLError, TimeoutError) as error:
        raise AssertionError(f"{path} was not answered within {time.monotonic() - began:.1f} s") from error
    assert answer.status in ALLOWED, (path, answer.body)
    assert answer.status != 503 or answer.json["type"] == "/problems/store-unavailable"
    return Timed(path, began, time.monotonic() - began, answer.status)
