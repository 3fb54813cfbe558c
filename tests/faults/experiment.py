"""An experiment: people play, something is broken, and when it is whole again everything is checked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING

from tests.e2e.running import until
from tests.faults.clients import PATIENCE_S, playing
from tests.faults.gathering import gathered
from tests.faults.verdict import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.faults.clients import Load
    from tests.faults.history import History, Timed
    from tests.faults.service import Service, Stores
    from tests.faults.verdict import Verdict

CLIENTS = 5
WARM = 200
"""Requests answered before anything is broken."""


@dataclass(slots=True)
class Scene:
    """A service at work, for whoever breaks it; what is worth telling goes into `notes`."""

    service: Service
    load: Load
    seconds: float
    """How long to be at it."""
    notes: list[str] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0
    """By the monotonic clock."""

    @property
    def stores(self) -> Stores:
        return self.service.stores


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of the table."""

    fault: str
    load: str
    history: History
    verdict: Verdict
    recovery: str
    notes: Sequence[str]

    @property
    def row(self) -> str:
        """As Markdown."""
        counts = self.history.counts
        requests = f"{counts['answered']:,}"
        repeated = f"{counts['lost']} / {counts['refused']} / {counts['replayed']}"
        games = f"{len(self.history.ended):,}"
        found = [len(self.verdict.lost), len(self.verdict.doubled), len(self.verdict.wrong)]
        cells = [self.fault, self.load, requests, repeated, games, *map(str, found), self.recovery]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| fault | load | requests acknowledged | unanswered / 503 / found done | games over | lost | doubled | wrong "
    "| back to normal |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def endured(
    title: str,
    service: Service,
    breaking: Callable[[Scene], None],
    seconds: float,
    *,
    lifetime: int = 0,
    banned: Callable[[], set[str]] = set,
) -> Outcome:
    """What became of everything when this was done to the service while people played."""
    with playing(service.api, CLIENTS, lifetime=lifetime) as load:
        load.wait_for_more(WARM)
        scene = Scene(service, load, seconds, began=time.monotonic())
        breaking(scene)
        recovery = _recovered(scene)
    until(lambda: service.stores.waiting() == 0, PATIENCE_S)
    history = load.history
    history.banned |= banned()
    tokens = {guest.player_id: guest.token for client in load.clients for guest in client.guests}
    verdict = judge(history, gathered(service, history, tokens))
    return Outcome(title, _described(scene, history), history, verdict, recovery, scene.notes)


def _recovered(scene: Scene) -> str:
    """Once requests are answered again, and every game that was over by now has its result."""
    healed, instant = time.monotonic(), scene.stores.now()
    scene.ended = healed
    scene.load.wait_for_more(1)
    answered = time.monotonic() - healed
    stores = scene.stores
    until(lambda: (oldest := stores.oldest()) is None or oldest > instant, PATIENCE_S)
    drained = time.monotonic() - healed
    return f"answers {answered:.1f} s, outbox {drained:.1f} s"


def _described(scene: Scene, history: History) -> str:
    inside = [one for one in history.answers if scene.began <= one.began <= scene.ended]
    seconds = scene.ended - scene.began
    return f"{CLIENTS} clients, {len(inside) / max(seconds, 0.001):.0f} requests/s for {seconds:.0f} s"


def slowest_percent(answers: Sequence[Timed]) -> float:
    """The 99th percentile of their seconds."""
    return quantiles([one.seconds for one in answers], n=100)[98] if len(answers) > 1 else 0.0
