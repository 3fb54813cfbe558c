"""Processes killed again and again by `kill -9`, as soon as they are back at work."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import psutil

from service.play.identity import PARTITIONS
from service.storage.valkey.keys import Keys
from tests.e2e.running import until
from tests.faults.dice import new_dice
from tests.faults.experiment import endured
from tests.faults.service import service, stores

if TYPE_CHECKING:
    import random

    from tests.faults.experiment import Outcome, Scene
    from tests.faults.service import Stores

STOLEN = 5
"""How many entries a consumer takes that then goes away for good."""
CLAIMED_S = 90.0
"""Within which others take them over: that is tried after a minute."""
PATIENCE_S = 3.0


def workers_killed(seconds: float) -> Outcome:
    """One of the two, when they have something in hand."""

    def breaking(scene: Scene) -> None:
        dice, ends = new_dice(3), time.monotonic() + seconds
        kills = in_hand = 0
        while time.monotonic() < ends:
            in_hand += _kill_a_worker(scene, dice)
            kills += 1
        assert in_hand, "no worker had anything in hand: nothing was shown"
        scene.notes.append(f"{kills} kills, {in_hand} of them with entries in hand that were read and not confirmed")

    with stores() as on, service(on) as running:
        return endured(f"one of two workers killed, for {seconds:.0f} s", running, breaking, seconds)


def _kill_a_worker(scene: Scene, dice: random.Random) -> bool:
    """Whether something was in hand at the kill; another worker is started."""
    stores, waited = scene.stores, time.monotonic() + PATIENCE_S
    time.sleep(dice.uniform(0.0, 0.5))
    before = stores.in_hand()
    while stores.in_hand() <= before and time.monotonic() < waited:
        pass
    scene.service.kill_worker(dice.choice(scene.service.workers))
    left = stores.in_hand() > 0
    scene.service.start_worker()
    return left


def consumer_gone(seconds: float) -> Outcome:
    """One that read entries and was never heard of again."""

    def breaking(scene: Scene) -> None:
        taken: list[tuple[str, bytes]] = []
        scene.load.wait_until(lambda: _take(scene.stores, taken))
        began = time.monotonic()
        scene.load.wait_until(lambda: time.monotonic() > began + seconds)
        until(lambda: not any(scene.stores.redis.xrange(key, entry, entry) for key, entry in taken), CLAIMED_S)
        scene.notes.append(
            f"its {len(taken)} entries were taken over and recorded after {time.monotonic() - began:.0f} s"
        )

    with stores() as on, service(on) as running:
        return endured("a consumer that read entries and vanished", running, breaking, seconds)


def _take(stores: Stores, taken: list[tuple[str, bytes]]) -> bool:
    """Whether it has enough."""
    if not stores.waiting():
        return False
    for tag in PARTITIONS:
        key = Keys(tag).outbox
        if stores.redis.xlen(key) and stores.redis.xinfo_groups(key):
            found = stores.redis.xreadgroup("results", "a stranger", {key: ">"}, count=2) or []
            taken += [(key, entry) for _, entries in found for entry, _ in entries]
    return len(taken) >= STOLEN


def web_workers_killed(seconds: float) -> Outcome:
    """Processes of the API, with requests in flight."""

    def breaking(scene: Scene) -> None:
        dice, ends, kills = new_dice(6), time.monotonic() + seconds, 0
        while time.monotonic() < ends:
            scene.load.wait_for_more(dice.randrange(100, 400))
            for process in scene.service.web_workers()[: dice.choice((1, 1, 1, 2))]:
                kills += _killed(process)
        scene.notes.append(f"{kills} kills of web workers")

    with stores() as on, service(on) as running:
        return endured(f"API processes killed, for {seconds:.0f} s", running, breaking, seconds)


def _killed(process: psutil.Process) -> bool:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        return False
    return True


def valkey_killed(seconds: float) -> Outcome:
    """The live store itself, its file synced every second, and started again."""

    def breaking(scene: Scene) -> None:
        dice, ends, kills = new_dice(7), time.monotonic() + seconds, 0
        while time.monotonic() < ends:
            scene.load.wait_for_more(dice.randrange(30, 200))
            refused = scene.load.total("refused") + scene.load.total("lost")
            scene.stores.valkey.kill()
            kills += 1
            scene.load.wait_until(lambda: scene.load.total("refused") + scene.load.total("lost") > refused)  # noqa: B023  called at once
            scene.stores.valkey.start()
        scene.notes.append(f"{kills} kills of Valkey (appendfsync everysec)")

    with stores() as on, service(on) as running:
        return endured(f"Valkey killed, for {seconds:.0f} s", running, breaking, seconds)
