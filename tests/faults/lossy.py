"""Replies that never arrive: what was done, was done, and nobody was told."""

from __future__ import annotations

import time

from tests.faults.experiment import Outcome, Scene, endured
from tests.faults.service import service, stores
from tests.faults.weather import Weather

STRIKE_EVERY_S = 1.5


def replies_lost(seconds: float) -> Outcome:
    """On every connection between the API, the workers, Valkey and Postgres."""

    def breaking(scene: Scene) -> None:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            weather.strike()
            nearby = min(ends, time.monotonic() + STRIKE_EVERY_S)
            scene.load.wait_until(lambda: time.monotonic() > nearby)  # noqa: B023  called at once
        weather.calm()
        assert weather.struck["lost commit"], "no commit has lost its answer: nothing was shown"
        scene.notes.append(f"{weather.struck.total()} strikes: {dict(sorted(weather.struck.items()))}")

    with stores() as on, Weather() as weather:
        api, workers = (
            {name: weather.through(on.settings()[name]) for name in ("REDIS_URL", "DATABASE_URL")} for _ in range(2)
        )
        with service(on, api_urls=api, urls=workers) as running:
            return endured(f"replies of the stores lost or late, for {seconds:.0f} s", running, breaking, seconds)
