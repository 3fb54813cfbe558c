"""Games as the store keeps them, and back; nothing comes back that was not written here."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha1
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, cast

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.errors import BrokenSave, GameError
from service.game.game import Game
from service.game.rules import CUSTOM, VARIANTS, Rules
from service.game.shuffle import Seeds
from service.play.record import DealKind, Draft, GameRecord
from service.storage.valkey.fields import FIELDS, SUM_LENGTH, in_range
from service.storage.valkey.keys import id_of, member
from service.storage.valkey.seal import Sealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.chain import Flip

FORMAT = "1"
DRAFTS_KEPT = 1024

_PRACTICE = "practice"

_LETTERS = dict(zip((card.code for card in PACK), (ascii_uppercase + ascii_lowercase).encode(), strict=True))
_CARDS = {letter: card for card, letter in zip(PACK, _LETTERS.values(), strict=True)}
_HOMES = ascii_uppercase.encode()


class Codec:
    """`facts` and `draft` are inverse, and so are what the scripts write and `record`."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._sealer = Sealer(secrets)
        # A game is loaded some fifty times. What follows from the same bytes is worked out once; all of them
        # are compared each time.
        self._draft = lru_cache(DRAFTS_KEPT)(self.draft)

    def facts(self, draft: Draft) -> tuple[bytes, ...]:
        """The fields that never change, and their seal."""
        game, seeds = draft.game, draft.seeds
        facts = (
            _terms(draft),
            member(draft.player_id),
            bytes(_LETTERS[card.code] for card in game.deal.cards),
            _homes(game.chain),
            seeds.server if seeds else b"",
            seeds.client.encode() if seeds else b"",
        )
        return *facts, self._sealer.seal(draft.id, facts)

    def draft(self, game_id: str, facts: tuple[bytes, ...]) -> Draft:
        """The draft with these fields and seal, checked in every way but the shuffle; `BrokenSave`."""
        *sealed, seal = facts
        if self._sealer.broken(seal, game_id, sealed):
            raise BrokenSave("the seal does not fit the facts")
        terms, owner, deck, chain, server_seed, client_seed = sealed
        try:
            _, kind, standing, rules = terms.decode().split(" ")
            game = Game(Deal(tuple(_CARDS[letter] for letter in deck)), VARIANTS.get(rules) or Rules.parse(rules))
            seeds = Seeds(server_seed, client_seed.decode()) if server_seed else None
            draft = Draft(game_id, id_of(owner), DealKind(kind), standing == _PRACTICE, seeds, game)
        except (GameError, ValueError, KeyError) as fault:
            raise BrokenSave(f"the facts describe no game: {type(fault).__name__}") from fault
        if terms != _terms(draft) or chain != _homes(game.chain):
            raise BrokenSave("another format, or not what follows from the facts")
        return draft

    def record(self, game_id: str, values: Sequence[bytes | None]) -> GameRecord:
        """The game with these values of all `FIELDS`; `BrokenSave`."""
        if len(values) < len(FIELDS) or None in (fields := values[: len(FIELDS)]):
            raise BrokenSave("fields are missing")
        *known, known_sum = cast("Sequence[bytes]", fields)
        if known_sum != sum_of(game_id, known):
            raise BrokenSave("the sum does not fit the fields")
        *facts, state = known
        draft = self._draft(game_id, tuple(facts))
        try:
            opened_at, updated_at, flips, version, abandoned, recorded = map(int, state.split(b" "))
        except ValueError:
            raise BrokenSave("the state is not six numbers") from None
        game = Game(draft.game.deal, draft.game.rules, flips, bool(abandoned))
        if not in_range(opened_at, updated_at) or version != flips + abandoned or recorded > bool(game.outcome):
            raise BrokenSave("the numbers of the state do not go together")
        return GameRecord(draft, game, version, opened_at, updated_at, bool(recorded))


def sum_of(game_id: str, values: Sequence[bytes]) -> bytes:
    """What the scripts write as the sum of a game's other fields."""
    digest = sha1(b"\0".join((game_id.encode(), *values)), usedforsecurity=False)
    return digest.hexdigest()[:SUM_LENGTH].encode()


def _homes(chain: tuple[Flip, ...]) -> bytes:
    return bytes(_HOMES[flip.card.home - 1] for flip in chain)


def _terms(draft: Draft) -> bytes:
    standing = _PRACTICE if draft.practice else "ranked" if draft.ranked else "casual"
    rules = draft.game.rules.code if draft.variant == CUSTOM else draft.variant
    return f"{FORMAT} {draft.kind.value} {standing} {rules}".encode()
