"""Facts and numbers that no game can have are not played, even where every sum fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.rules import Rules
from service.play.errors import SaveDiscarded
from service.storage.valkey.codec import Codec
from service.storage.valkey.fields import FIELDS, LATEST
from tests.specimen import LOOKS, Fields, Specimen, load, resummed
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from collections.abc import Callable


def state(
    specimen: Specimen,
    cursor: object,
    version: object = 3,
    errors: object = 0,
    abandoned: int = 0,
    recorded: int = 0,
    more: str = "",
) -> bytes:
    at = specimen.sound.opened_at
    return f"{at} {at} {cursor} {version} {errors} {abandoned} {recorded}{more}".encode()


def instants(opened_at: int, updated_at: int) -> bytes:
    return b"%d %d 3 3 0 0 0" % (opened_at, updated_at)


FACTS: list[Callable[[Specimen], Fields]] = [
    lambda it: resummed(it, owner=bytes(16)),
    lambda it: resummed(it, owner=b"short"),
    lambda it: resummed(it, chain=it.fields[b"c"][:-1]),
    lambda it: resummed(it, chain=it.fields[b"c"] + b"?"),
    lambda it: resummed(it, chain=it.fields[b"c"] + b"."),
    lambda it: resummed(it, chain=b""),
    lambda it: resummed(it, deck=it.fields[b"d"][::-1]),
    lambda it: resummed(it, seal=bytes(16)),
    lambda it: resummed(it, client_seed=b"\xff"),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"2 random", b"1 random")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"ranked", b"casual")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"ranked", b"practice")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"reveal", b"placement")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"random", b"import/3")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"random", b"daily/20261130")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"standard", b"watch")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"standard -", b"watch d")),
    lambda it: resummed(it, terms=b""),
    lambda it: resummed(it, state=state(it, 3, 3, more=f" {it.sound.expires_at}")),
    lambda it: resummed(it, state=state(it, 3, 3, more=f" {it.sound.expires_at - 1}")),
    lambda it: resummed(it, state=state(it, 3, 3, more=" 0")),
    lambda it: resummed(it, state=state(it, 3, 3, more="0")),
    lambda it: resummed(it, state=state(it, 3, 3, more=" ")),
]
NUMBERS: list[Callable[[Specimen], Fields]] = [
    lambda it: resummed(it, state=b""),
    lambda it: resummed(it, state=state(it, "x")),
    lambda it: resummed(it, state=state(it, -1)),
    lambda it: resummed(it, state=state(it, 0, 0)),
    lambda it: resummed(it, state=state(it, len(it.sound.game.chain.flips) + 1, len(it.sound.game.chain.flips) + 1)),
    lambda it: resummed(it, state=state(it, it.sound.game.last, it.sound.game.last + 1, abandoned=1)),
    lambda it: resummed(it, state=state(it, "9" * 400)),
    lambda it: resummed(it, state=state(it, "9" * 400, "9" * 400)),
    lambda it: resummed(it, state=state(it, 3, 0)),
    lambda it: resummed(it, state=state(it, 3, 4)),
    lambda it: resummed(it, state=state(it, 3, 5)),
    lambda it: resummed(it, state=state(it, 3, 4, 1)),
    lambda it: resummed(it, state=state(it, 3, 3, recorded=1)),
    lambda it: resummed(it, state=instants(0, 0)),
    lambda it: resummed(it, state=instants(it.sound.opened_at, it.sound.opened_at - 1)),
    lambda it: resummed(it, state=instants(it.sound.opened_at, 10**30)),
    lambda it: resummed(it, state=instants(LATEST, LATEST)),
]
EVENTFUL_FACTS: list[Callable[[Specimen], Fields]] = [
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"r3.1", b"r3.2")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"r3.1", b"d")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"r3.1", b"-")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"r3.1", b"r3.1,d")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"practice", b"casual")),
    lambda it: resummed(it, terms=it.fields[b"t"].replace(b"placement", b"reveal")),
]
EVENTFUL_NUMBERS: list[Callable[[Specimen], Fields]] = [
    lambda it: resummed(it, state=moved(it, cursor=-1)),
    lambda it: resummed(it, state=moved(it, version=1)),
    lambda it: resummed(it, state=moved(it, version=-4)),
    lambda it: resummed(it, state=moved(it, errors=1)),
    lambda it: resummed(it, state=moved(it, errors=4)),
    lambda it: resummed(it, state=moved(it, errors=10**9, version=10**9)),
]


def moved(specimen: Specimen, cursor: int = 0, version: int = 0, errors: int = 0) -> bytes:
    sound = specimen.sound
    return state(specimen, sound.game.cursor + cursor, sound.version + version, sound.errors + errors)


def assert_discarded(specimen: Specimen, fields: Fields, look: Callable[[Specimen], None]) -> None:
    assert fields != specimen.fields
    specimen.become(fields)
    with pytest.raises(SaveDiscarded):
        look(specimen)
    assert specimen.world.redis.hkeys(specimen.key) == [b"discarded"]
    assert not [delivery for delivery in specimen.world.outbox.read(10) if delivery.record]


@pytest.mark.parametrize("forge", FACTS)
def test_a_sum_that_fits_does_not_save_facts_that_do_not(
    specimen: Specimen, forge: Callable[[Specimen], Fields]
) -> None:
    for look in LOOKS:
        assert_discarded(specimen, forge(specimen), look)


@pytest.mark.parametrize("forge", EVENTFUL_FACTS)
def test_a_sum_that_fits_does_not_save_decisions_that_were_not_made(
    eventful: Specimen, forge: Callable[[Specimen], Fields]
) -> None:
    for look in LOOKS:
        assert_discarded(eventful, forge(eventful), look)


@pytest.mark.parametrize("forge", NUMBERS)
def test_numbers_that_do_not_go_together_are_set_aside_as_they_are(
    specimen: Specimen, forge: Callable[[Specimen], Fields]
) -> None:
    for look in LOOKS:
        assert_discarded(specimen, forge(specimen), look)
        assert specimen.world.redis.hgetall(specimen.quarantine) == forge(specimen)


@pytest.mark.parametrize("forge", EVENTFUL_NUMBERS)
def test_numbers_that_do_not_go_with_mistakes_and_steps_back_are_set_aside_as_they_are(
    eventful: Specimen, forge: Callable[[Specimen], Fields]
) -> None:
    for look in LOOKS:
        assert_discarded(eventful, forge(eventful), look)
        assert eventful.world.redis.hgetall(eventful.quarantine) == forge(eventful)


def test_a_position_before_the_last_decision_is_none(eventful: Specimen) -> None:
    assert_discarded(eventful, resummed(eventful, state=moved(eventful, cursor=-1, version=-1)), load)


Facts = dict[str, bytes]
DERIVED: list[Callable[[Facts], Facts]] = [
    lambda it: {"terms": it["terms"].replace(b"ranked", b"casual")},
    lambda it: {"terms": it["terms"].replace(b"2 ", b"3 ", 1)},
    lambda it: {"terms": it["terms"].replace(b"standard", b"nonesuch")},
    lambda it: {"terms": it["terms"].replace(b"standard", b"big_clock")},
    lambda it: {"terms": it["terms"].replace(b"standard", Rules().code.encode())},
    lambda it: {"terms": it["terms"].replace(b"reveal", b"placement")},
    lambda it: {"terms": it["terms"].replace(b"reveal", b"other")},
    lambda it: {"terms": it["terms"].replace(b" -", b" d")},
    lambda it: {"terms": it["terms"].replace(b" -", b" ")},
    lambda it: {"terms": it["terms"].replace(b" -", b" - -")},
    lambda it: {"terms": it["terms"].replace(b"random", b"random/7")},
    lambda it: {"terms": it["terms"].replace(b"random", b"daily/today")},
    lambda it: {"terms": it["terms"].replace(b"random", b"daily/2026-11-30")},
    lambda it: {"terms": it["terms"].replace(b"random ranked", b"import/03 casual")},
    lambda it: {"terms": it["terms"].replace(b"random ranked", b"import/99 casual")},
    lambda it: {"chain": it["chain"][:-1]},
    lambda it: {"chain": it["chain"] + b"?"},
    lambda it: {"deck": it["deck"][:-1] + it["deck"][:1]},
    lambda it: {"server_seed": it["server_seed"][:-1]},
]


@pytest.mark.parametrize("derive", DERIVED)
def test_what_was_derived_from_the_facts_is_checked_even_under_a_good_seal(
    specimen: Specimen, derive: Callable[[Facts], Facts]
) -> None:
    codec, sound = Codec(SECRETS), specimen.sound
    facts = dict(zip(FIELDS, codec.facts(sound.draft, sound.game)[:-1], strict=False))
    changed = facts | derive(facts)
    assert changed != facts
    seal = codec._sealer.seal(specimen.id, tuple(changed.values()))
    assert_discarded(specimen, resummed(specimen, **changed, seal=seal), load)


def test_a_game_of_the_first_format_is_discarded_for_its_format(specimen: Specimen) -> None:
    codec, sound = Codec(SECRETS), specimen.sound
    _, *rest, _ = codec.facts(sound.draft, sound.game)
    old = b"1 random ranked standard"
    seal = codec._sealer.seal(specimen.id, (old, *rest))
    specimen.become(resummed(specimen, terms=old, seal=seal))
    with pytest.raises(SaveDiscarded):
        specimen.load()
    assert specimen.world.discarded == [(specimen.id, "its format is '1', and only 2 is read")]
