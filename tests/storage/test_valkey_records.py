"""Nothing that was changed behind the service's back is ever played, shown or counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.play.errors import SaveDiscarded
from service.play.identity import new_id
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import EARLIEST, FIELDS
from tests.builders import a_draft, a_record
from tests.specimen import LOOKS, Fields, Specimen, resummed
from tests.worlds import SECRETS, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Iterator


def mutations(fields: Fields) -> Iterator[Fields]:
    """Every field with each byte changed, cut at each length, a byte longer, misnamed, missing."""
    for name, value in fields.items():
        for at, byte in enumerate(value):
            for other in {byte ^ 1, byte ^ 0x20, 0}:
                yield fields | {name: value[:at] + bytes([other]) + value[at + 1 :]}
            yield fields | {name: value[:at]}
        yield fields | {name: value + b"0"}
        rest = {other: fields[other] for other in fields if other != name}
        yield rest
        yield rest | {bytes([name[0] ^ 1]): value}


@pytest.mark.parametrize("eventful", [False, True])
def test_every_changed_byte_and_every_truncation_discards_the_game(valkey: ValkeyWorld, eventful: bool) -> None:
    specimen = Specimen(valkey, eventful=eventful)
    cases = [case for case in mutations(specimen.fields) if case.items() - specimen.fields.items()]
    assert len(cases) > 800
    for number, case in enumerate(cases):
        specimen.become(case)
        look = LOOKS[number % len(LOOKS)]
        for _ in range(2):
            with pytest.raises(SaveDiscarded) as refusal:
                look(specimen)
            assert refusal.value.game_id == specimen.id
        specimen.assert_set_aside(case)


def test_a_hash_of_foreign_fields_alone_is_discarded(specimen: Specimen) -> None:
    for look in LOOKS:
        specimen.become({b"foreign": b"1"})
        with pytest.raises(SaveDiscarded):
            look(specimen)
        specimen.assert_set_aside({b"foreign": b"1"})


def test_a_key_of_another_type_is_discarded(specimen: Specimen) -> None:
    specimen.world.redis.set(specimen.key, "not a hash")
    for look in LOOKS:
        with pytest.raises(SaveDiscarded):
            look(specimen)
    assert specimen.world.redis.get(specimen.quarantine) == b"not a hash"


def test_a_game_filed_under_another_id_is_discarded(valkey: ValkeyWorld) -> None:
    specimen = Specimen(valkey)
    other = a_draft(specimen.caller.token.player_id, 1)
    valkey.games.open(specimen.caller, other, None)
    valkey.redis.copy(specimen.key, valkey.key("game", other.id), replace=True)
    with pytest.raises(SaveDiscarded):
        valkey.games.load(specimen.caller, other.id)
    assert valkey.games.load(specimen.caller, specimen.id) == specimen.sound


def test_a_sound_game_of_another_player_in_the_place_of_ones_own_is_discarded(specimen: Specimen) -> None:
    foreign = replace(specimen.sound.draft, player_id=new_id(beside=specimen.id))
    facts = Codec(SECRETS).facts(foreign, foreign.game)
    specimen.become(resummed(specimen, **dict(zip(FIELDS, facts, strict=False))))
    with pytest.raises(SaveDiscarded):
        specimen.load()


def test_a_game_sealed_with_an_older_secret_is_good_and_with_an_unknown_one_is_not() -> None:
    record = a_record()
    values = [*Codec([SECRETS[1]]).facts(record.draft, record.game), b"%d %d 1 1 0 0 0" % (EARLIEST, EARLIEST)]
    values.append(sum_of(record.id, values))
    assert Codec(SECRETS).record(record.id, values).draft == record.draft
    with pytest.raises(Exception, match="seal"):
        Codec([SECRETS[0]]).record(record.id, values)
    with pytest.raises(ValueError, match="secret"):
        Codec([])
