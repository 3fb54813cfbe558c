"""Everything at once: results late, twice and in any order, players erased, banned and renamed, boards rebuilt."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from service.play.errors import PlayerNotFound, StoreUnavailable
from service.play.identity import PARTITIONS
from service.storage.postgres import PostgresPlayers
from service.storage.valkey.keys import Keys
from tests.faults.dice import new_dice
from tests.faults.experiment import endured
from tests.faults.service import service, stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.faults.experiment import Outcome, Scene
    from tests.faults.service import Stores

LIFETIME = 24
"""Games after which a guest is erased."""
HELD_S = 5.0
"""How late a result comes at the most."""
TAKEN, DOUBLED = 0.6, 0.4
"""Which part of the entries seen are meddled with, and of these, which come once more instead of later."""
PAUSE_S = 0.1


def upheaval(seconds: float) -> Outcome:
    """All of it."""
    banned = set[str]()

    def breaking(scene: Scene) -> None:
        courier, judge, rebuilder = _Courier(scene.stores), _Judge(scene, banned), _Rebuilder(scene)
        with _at_work(courier.work, judge.work) as faults:
            with _at_work(rebuilder.work) as more_faults:
                _let_pass(scene, seconds * 2 / 3, faults, more_faults)
            # What goes wrong from here on is not mended by a rebuild any more.
            _let_pass(scene, seconds / 3, faults)
        scene.notes.append(
            f"{courier.late} results late and out of order, {courier.doubled} delivered twice; {judge.bans} bans and "
            f"pardons ({judge.in_vain} more in vain), {len(scene.load.history.erased)} players erased, "
            f"{rebuilder.rebuilds} rebuilds"
        )

    with stores() as on, service(on) as running:
        title = f"late and doubled deliveries, erasing, banning, renaming and rebuilding, for {seconds:.0f} s"
        return endured(title, running, breaking, seconds, lifetime=LIFETIME, banned=lambda: banned)


def _let_pass(scene: Scene, seconds: float, *faults: list[BaseException]) -> None:
    """So much time, unless something goes wrong."""
    ends = time.monotonic() + seconds
    scene.load.wait_until(lambda: any(faults) or time.monotonic() > ends)


@contextmanager
def _at_work(*jobs: Callable[[threading.Event], None]) -> Iterator[list[BaseException]]:
    """Each in a thread of its own until the end; none of them may fail."""
    stopping, faults = threading.Event(), list[BaseException]()

    def work(job: Callable[[threading.Event], None]) -> None:
        try:
            job(stopping)
        except BaseException as fault:  # noqa: BLE001  whoever joins these threads looks at it
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield faults
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]


class _Courier:
    """Takes entries out of the outbox, and puts them back later, in another order, some of them twice."""

    def __init__(self, on: Stores) -> None:
        self._redis, self._dice = on.redis, new_dice(7)
        self._held: list[tuple[float, str, dict[bytes, bytes]]] = []
        self._seen: set[bytes] = set()
        self.late = self.doubled = 0

    def work(self, stopping: threading.Event) -> None:
        while not stopping.is_set():
            self._take()
            self._deliver(time.monotonic())
        self._deliver(time.monotonic() + HELD_S)

    def _take(self) -> None:
        """Some entries, each looked at once."""
        keys = [Keys(tag).outbox for tag in PARTITIONS]
        with self._redis.pipeline(transaction=False) as pipeline:
            for key in keys:
                pipeline.xrange(key, "-", "+", 5)
            found = pipeline.execute()
        for key, entries in zip(keys, found, strict=True):
            for entry, fields in entries:
                if fields[b"id"] not in self._seen and self._dice.random() < TAKEN:
                    self._hold(key, entry, fields)
                self._seen.add(fields[b"id"])

    def _hold(self, key: str, entry: bytes, fields: dict[bytes, bytes]) -> None:
        if self._dice.random() < DOUBLED:
            self.doubled += 1
        else:
            self.late += self._redis.xdel(key, entry)
        self._held.append((time.monotonic() + self._dice.uniform(0, HELD_S), key, fields))

    def _deliver(self, now: float) -> None:
        due = [held for held in self._held if held[0] <= now]
        self._held = [held for held in self._held if held[0] > now]
        for _, key, fields in self._dice.sample(due, len(due)):
            self._redis.xadd(key, fields)


class _Judge:
    """Bans players and takes bans back, as fast as it goes; some stay banned."""

    def __init__(self, scene: Scene, banned: set[str]) -> None:
        self._scene, self._banned, self._dice = scene, banned, new_dice(8)
        self._players = PostgresPlayers(scene.stores.database)
        self.bans = self.in_vain = 0

    def work(self, stopping: threading.Event) -> None:
        while not stopping.wait(PAUSE_S):
            client = self._dice.choice(self._scene.load.clients)
            player_id = self._dice.choice(client.guests).player_id
            free = player_id in self._banned
            try:
                (self._players.unban if free else self._players.ban)(player_id)
            except StoreUnavailable:  # someone else has the player for longer than one waits for a lock
                self.in_vain += 1
            except PlayerNotFound:
                continue
            else:
                self.bans += 1
                (self._banned.discard if free else self._banned.add)(player_id)


class _Rebuilder:
    """`clock leaderboards rebuild`, over and over."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.rebuilds = 0

    def work(self, stopping: threading.Event) -> None:
        while not stopping.is_set():
            done = self._scene.service.clock("leaderboards", "rebuild")
            self.rebuilds += 1
            if done.returncode:
                raise AssertionError(done.stderr)
