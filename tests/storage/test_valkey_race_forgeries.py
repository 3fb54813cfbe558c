"""Facts and numbers that no race can have are not raced on, even where every sum fits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from service.play.identity import new_race_id
from service.play.race_errors import RaceDiscarded
from service.play.race_events import Step
from service.storage.valkey.race_codec import RaceCodec
from service.storage.valkey.race_fields import Head, summed
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Callable


from tests.casualty import Casualty, Fields


def load(casualty: Casualty) -> None:
    casualty.world.races.load(casualty.id)


def reheaded(casualty: Casualty, **changes: Any) -> Fields:
    """A head with these changes, and a sum that fits."""
    mark = casualty.fields[b"e"].decode()
    head = Head.parse(casualty.fields[b"h"].rpartition(b" ")[0])._replace(**changes)
    return casualty.fields | {b"h": summed(casualty.id, mark, head.body)}


def relined(casualty: Casualty, seat: int, body: bytes, stands: int | None = None) -> Fields:
    return casualty.fields | {f"{stands or seat}".encode(): summed(casualty.id, f"{seat}", body)}


FORGERIES: list[Callable[[Casualty], Fields]] = [
    lambda it: reheaded(it, status="open"),
    lambda it: reheaded(it, status="finished"),
    lambda it: reheaded(it, due=None),
    lambda it: reheaded(it, starts_at=1),
    lambda it: reheaded(it, racing=2),
    lambda it: reheaded(it, errors="penalty"),
    lambda it: reheaded(it, penalty_ms=1),
    lambda it: reheaded(it, at=1),
    lambda it: relined(it, 1, b"racing 53 0 -"),
    lambda it: relined(it, 1, b"racing 0 0 -"),
    lambda it: relined(it, 1, b"racing 2 0 7"),
    lambda it: relined(it, 1, b"finished 52 0 -"),
    lambda it: relined(it, 1, b"finished 51 0 7"),
    lambda it: relined(it, 1, b"winning 52 0 7"),
    lambda it: relined(it, 1, b"locked 2 0 7"),
    lambda it: relined(it, 1, b"racing 2 0 - "),
    lambda it: relined(it, 1, b"racing 2 0 -", stands=2),
    lambda it: relined(it, 4, b"racing 2 0 -"),
    lambda it: relined(it, 65, b"racing 2 0 -"),
    lambda it: it.fields | {b"01": it.fields[b"1"]},
    lambda it: it.fields | {b"more": b"1"},
    lambda it: it.fields | {b"e": bytes(32).hex().encode()},
    lambda it: it.fields | {b"t": it.fields[b"s"], b"s": it.fields[b"t"]},
    lambda it: Casualty(it.world).fields,
]


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_sum_that_fits_does_not_save_what_does_not_go_together(
    casualty: Casualty, forge: Callable[[Casualty], Fields]
) -> None:
    fields = forge(casualty)
    assert fields != casualty.fields
    casualty.become(fields)
    with pytest.raises(RaceDiscarded):
        load(casualty)
    casualty.assert_set_aside(fields)


def test_a_race_under_a_retired_secret_runs_on(casualty: Casualty) -> None:
    race = casualty.party.race
    old = RaceCodec(SECRETS[1:]).fields(race)
    casualty.become({name.encode(): value for name, value in old.items()})
    assert casualty.party.race == race
    casualty.party.move(3)
    assert casualty.party.race.seq == race.seq + 1


def test_a_step_without_an_event_is_kept_by_its_version(casualty: Casualty) -> None:
    race = casualty.party.race
    again = new_race_id(race.id)
    casualty.world.races.change(None, race.id, lambda race, _: Step(replace(race, rematch_id=again)))
    assert casualty.party.race == replace(race, rematch_id=again, version=race.version + 1)
