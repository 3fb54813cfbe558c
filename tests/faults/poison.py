"""Entries of the outbox that cannot be recorded, for good or until something is mended."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import text

from service.game.policy import autoplay
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import NAMES
from service.storage.valkey.keys import Keys
from tests.builders import a_draft, now
from tests.e2e.running import until
from tests.faults.experiment import endured
from tests.faults.service import SECRET_KEY, service, stores

if TYPE_CHECKING:
    from service.play.record import Draft
    from tests.faults.experiment import Outcome, Scene
    from tests.faults.service import Service, Stores

REFUSE = "ALTER TABLE results ADD CONSTRAINT mistaken CHECK (flips % 4 <> 0) NOT VALID"
"""A fault of the database: it takes no games of 4, 8, 12... flips."""
MEND = "ALTER TABLE results DROP CONSTRAINT mistaken"


def poisoned(seconds: float) -> Outcome:
    """Nonsense, forgeries, and games that nobody can have played; then sound results that the database refuses."""

    def breaking(scene: Scene) -> None:
        on, poison = scene.stores, _poison()
        for draft, fields in poison:
            on.redis.xadd(Keys.of(draft.id).outbox, fields)
        until(lambda: on.dead() == len(poison))
        _is_told(scene.service, len(poison))
        _replay(scene.service, "--all")
        until(lambda: on.dead() == len(poison) and _buried(scene.service) == 2 * len(poison))
        scene.notes.append(f"{len(poison)} poisoned entries set aside, replayed, and set aside again")
        _refused_for_a_while(scene, seconds, len(poison))
        for tag in {draft.id[-2:] for draft, _ in poison}:  # what can never be recorded, operators delete
            on.redis.delete(Keys(tag).dead)

    with stores() as on, service(on) as running:
        return endured("poison in the outbox", running, breaking, seconds)


def _refused_for_a_while(scene: Scene, seconds: float, poison: int) -> None:
    """Until the database is mended, results that it refuses are set aside, and others go through."""
    on = scene.stores
    _execute(on, REFUSE)
    ends = time.monotonic() + seconds
    scene.load.wait_until(lambda: time.monotonic() > ends and on.dead() > poison)
    _execute(on, MEND)
    until(lambda: not _refuses(scene))
    names = _listed(scene.service)
    mended = [name for name, reason in names.items() if "mistaken" in reason]
    assert len(mended) == len(names) - poison > 0, names
    _replay(scene.service, *mended)
    until(lambda: on.dead() == poison)
    scene.notes.append(f"{len(mended)} sound results refused by a mistaken constraint, replayed once it was gone")


def _refuses(scene: Scene) -> bool:
    """Whether some result that ended under the constraint is still on its way."""
    instant = scene.stores.now()
    until(lambda: (oldest := scene.stores.oldest()) is None or oldest > instant)
    return False


def _poison() -> list[tuple[Draft, dict[bytes, bytes]]]:
    """Entries, each beside the draft whose partition it goes to."""
    codec, instant = Codec([SECRET_KEY.encode()]), now()

    def entry(draft: Draft, *state: int) -> dict[bytes, bytes]:
        values = [*codec.facts(draft, draft.game), b" ".join(b"%d" % number for number in state)]
        return {b"id": draft.id.encode(), **dict(zip(NAMES, [*values, sum_of(draft.id, values)], strict=True))}

    drafts = [a_draft(number=number) for number in range(10)]
    last = [autoplay(draft.game).cursor for draft in drafts]
    sound = [entry(one, instant, instant, end, end, 0, 0, 0) for one, end in zip(drafts, last, strict=True)]
    truncated = dict(list(sound[1].items())[:5])
    other_version = sound[2] | {b"t": b"9" + sound[2][b"t"][1:]}
    return [
        (drafts[0], {b"garbage": bytes(range(256))}),
        (drafts[1], truncated),
        (drafts[2], other_version),
        (drafts[3], sound[3] | {b"d": sound[3][b"d"][::-1]}),
        (drafts[4], entry(drafts[4], instant, instant, 2, 2, 0, 0, 0)),
        (drafts[5], entry(drafts[5], instant, instant, 999, 999, 0, 0, 0)),
        (drafts[6], entry(replace(drafts[6], practice=True), instant, instant, last[6], last[6], 0, 0, 0)),
        (drafts[7], sound[7] | {b"id": drafts[8].id.encode()}),
        (drafts[9], entry(drafts[9], instant, instant - 1, last[9], last[9], 0, 0, 0)),
        (drafts[8], {name: value[:-1] for name, value in sound[8].items()}),
    ]


def _is_told(service: Service, count: int) -> None:
    """In the metrics, in the log, and by `clock dead list`."""
    assert _buried(service) == count
    until(lambda: {worker.number("clock_dead_letters") for worker in service.workers} == {count})
    assert sum(worker.said("result set aside") for worker in service.workers) == count
    assert len(_listed(service)) == count


def _buried(service: Service) -> int:
    return int(sum(worker.number("clock_results_buried_total") for worker in service.workers))


def _listed(service: Service) -> dict[str, str]:
    """The reasons of all dead letters, by name."""
    done = service.clock("dead", "list")
    assert done.returncode == 0, done.stderr
    lines = [line.split("  ", 2) for line in done.stdout.splitlines()]
    return {name: reason for name, _, reason in lines}


def _replay(service: Service, *names: str) -> None:
    done = service.clock("dead", "replay", *names)
    assert done.returncode == 0, done.stderr


def _execute(on: Stores, statement: str) -> None:
    with on.database.transaction() as connection:
        connection.execute(text(statement))
