"""Nothing that was changed behind the service's back is ever played, shown or counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from service.play.errors import SaveDiscarded
from service.play.identity import new_id
from service.storage.valkey.codec import Codec, sum_of
from service.storage.valkey.fields import EARLIEST, FIELDS, LATEST, NAMES
from tests.builders import a_draft, a_record
from tests.specimen import Fields, Specimen
from tests.worlds import SECRETS, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def load(specimen: Specimen) -> None:
    specimen.load()


def autoplay(specimen: Specimen) -> None:
    specimen.world.games.advance(specimen.caller, specimen.id, 104)


def abandon(specimen: Specimen) -> None:
    specimen.world.games.abandon(specimen.caller, specimen.id)


LOOKS = [load, autoplay, abandon]


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


def test_every_changed_byte_and_every_truncation_discards_the_game(specimen: Specimen) -> None:
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


def resummed(specimen: Specimen, **changes: bytes) -> Fields:
    """The fields with these changes, and a sum that fits them."""
    changed = specimen.fields | {FIELDS[field].encode(): value for field, value in changes.items()}
    changed[NAMES[-1]] = sum_of(specimen.id, [changed[name] for name in NAMES[:-1]])
    return changed


def state(specimen: Specimen, flips: object, *, abandoned: int = 0) -> bytes:
    at = specimen.sound.opened_at
    return f"{at} {at} {flips} 3 {abandoned} 0".encode()


FORGERIES: list[Callable[[Specimen], Fields]] = [
    lambda it: resummed(it, owner=bytes(16)),
    lambda it: resummed(it, owner=b"short"),
    lambda it: resummed(it, chain=it.fields[b"c"][:-1]),
    lambda it: resummed(it, deck=it.fields[b"d"][::-1]),
    lambda it: resummed(it, seal=bytes(16)),
    lambda it: resummed(it, client_seed=b"\xff"),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"1 random", b"2 random")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"ranked", b"casual")),
    lambda it: resummed(it, state=b""),
    lambda it: resummed(it, state=state(it, "x")),
    lambda it: resummed(it, state=state(it, -1)),
    lambda it: resummed(it, state=state(it, 0)),
    lambda it: resummed(it, state=state(it, len(it.sound.game.chain) + 1)),
    lambda it: resummed(it, state=state(it, len(it.sound.game.chain), abandoned=1)),
    lambda it: resummed(it, state=state(it, "9" * 400)),
    lambda it: resummed(it, state=b"0 0 3 3 0 0"),
    lambda it: resummed(it, state=b"%d %d 3 3 0 0" % (it.sound.opened_at, it.sound.opened_at - 1)),
    lambda it: resummed(it, state=b"%d %d 3 3 0 0" % (it.sound.opened_at, 10**30)),
    lambda it: resummed(it, state=b"%d %d 3 3 0 0" % (LATEST, LATEST)),
    lambda it: resummed(it, state=b"%d %d 3 0 0 0" % (it.sound.opened_at, it.sound.opened_at)),
    lambda it: resummed(it, state=b"%d %d 3 4 0 0" % (it.sound.opened_at, it.sound.opened_at)),
    lambda it: resummed(it, state=b"%d %d 3 3 0 1" % (it.sound.opened_at, it.sound.opened_at)),
]


@pytest.mark.parametrize("look", LOOKS[:2])
@pytest.mark.parametrize("forge", FORGERIES)
def test_a_sum_that_fits_does_not_save_facts_that_do_not(
    specimen: Specimen, forge: Callable[[Specimen], Fields], look: Callable[[Specimen], None]
) -> None:
    specimen.become(forge(specimen))
    with pytest.raises(SaveDiscarded):
        look(specimen)
    assert specimen.world.redis.hkeys(specimen.key) == [b"discarded"]
    assert not [delivery for delivery in specimen.world.outbox.read(10) if delivery.record]


def test_what_was_derived_from_the_facts_is_checked_even_under_a_good_seal(specimen: Specimen) -> None:
    codec = Codec(SECRETS)
    terms, owner, deck, chain, *rest, _ = codec.facts(specimen.sound.draft)
    for facts in (
        (terms.replace(b"ranked", b"casual"), owner, deck, chain, *rest),
        (terms.replace(b"1 ", b"2 ", 1), owner, deck, chain, *rest),
        (terms, owner, deck, chain[:-1], *rest),
        (terms, owner, deck[:-1] + deck[:1], chain, *rest),
        (terms.replace(b"standard", b"nonesuch"), owner, deck, chain, *rest),
        (terms.replace(b"standard", b"big_clock"), owner, deck, chain, *rest),
        (terms.replace(b"standard", Rules().code.encode()), owner, deck, chain, *rest),
        (terms, owner, deck, chain, rest[0][:-1], rest[1]),
    ):
        sealed = codec._sealer.seal(specimen.id, facts)
        names = list(FIELDS)[: len(facts)]
        specimen.become(resummed(specimen, **dict(zip(names, facts, strict=True)), seal=sealed))
        with pytest.raises(SaveDiscarded):
            load(specimen)


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
    facts = Codec(SECRETS).facts(replace(specimen.sound.draft, player_id=new_id(beside=specimen.id)))
    specimen.become(resummed(specimen, **dict(zip(FIELDS, facts, strict=False))))
    with pytest.raises(SaveDiscarded):
        specimen.load()


def test_a_game_sealed_with_an_older_secret_is_good_and_with_an_unknown_one_is_not() -> None:
    record = a_record()
    values = [*Codec([SECRETS[1]]).facts(record.draft), b"%d %d 1 1 0 0" % (EARLIEST, EARLIEST)]
    values.append(sum_of(record.id, values))
    assert Codec(SECRETS).record(record.id, values).draft == record.draft
    with pytest.raises(Exception, match="seal"):
        Codec([SECRETS[0]]).record(record.id, values)
    with pytest.raises(ValueError, match="secret"):
        Codec([])
