"""Races as the store keeps them, and back; nothing comes back that was not written here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from service.game.errors import BrokenSave
from service.play.errors import IdempotencyKeyReused
from service.play.identity import MOST_SEATS
from service.play.race_ports import Seen
from service.play.race_texts import RaceTexts, parse_race, print_race
from service.storage.valkey.fields import in_range
from service.storage.valkey.race_fields import HEAD, SEAL, STATE, TERMS, Head, summed, unsummed
from service.storage.valkey.seal import Sealer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.play.race import Race

FACTS = (TERMS, STATE, SEAL, HEAD)


class RaceCodec:
    """`fields` and `race` are inverse, and so are what the scripts write and `race`; so are `told` and `seen`."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._sealer = Sealer(secrets)

    def fields(self, race: Race) -> dict[str, bytes]:
        """All fields of the race, by their names."""
        texts = print_race(race)
        seal = self._sealer.seal(race.id, (texts.terms, texts.state)).hex()
        head = summed(race.id, seal, Head.of(race).body)
        lines = {f"{seat}": summed(race.id, f"{seat}", body) for seat, body in texts.progress.items()}
        return {TERMS: texts.terms, STATE: texts.state, SEAL: seal.encode(), HEAD: head, **lines}

    def race(self, race_id: str, fields: Mapping[str, bytes]) -> Race:
        """The race with these fields; `BrokenSave`."""
        terms, state, seal, line = (fields.get(name, b"") for name in FACTS)
        mark = seal.decode("ascii", "replace")
        if self._sealer.broken(_bytes(mark), race_id, (terms, state)):
            raise BrokenSave("the seal does not fit the facts")
        head = Head.parse(unsummed(race_id, mark, line))
        progress = {_seat(name): unsummed(race_id, name, line) for name, line in fields.items() if name not in FACTS}
        race = parse_race(race_id, RaceTexts(terms, state, progress, head.seq, head.at, head.version))
        if Head.of(race) != head or not in_range(race.created_at, race.updated_at):
            raise BrokenSave("the head does not go with the race")
        return race

    def told(self, seen: Seen) -> bytes:
        """The facts from which an answer is rendered again, in ASCII."""
        fields = {name: value.decode() for name, value in self.fields(seen.race).items()}
        return json.dumps([seen.race.id, seen.now, fields, seen.made], separators=(",", ":")).encode()

    def seen(self, told: bytes) -> Seen:
        """The inverse of `told`; `IdempotencyKeyReused` for junk.

        Whoever makes a race again under the same key comes with another new id, and is told of the first race.
        """
        try:
            race_id, now, fields, made = json.loads(told)
            race = self.race(race_id, {name: value.encode() for name, value in fields.items()})
            return Seen(race, int(now), made is True)
        except (BrokenSave, ValueError, TypeError, AttributeError):
            raise IdempotencyKeyReused from None


def _bytes(mark: str) -> bytes:
    try:
        return bytes.fromhex(mark)
    except ValueError as fault:
        raise BrokenSave("the seal is no seal") from fault


def _seat(name: str) -> int:
    """The seat whose line has this name; `BrokenSave` for one that no field of a race has."""
    if name not in _SEATS:
        raise BrokenSave("there is a field that no race has")
    return _SEATS[name]


_SEATS = {f"{seat}": seat for seat in range(1, MOST_SEATS + 1)}
