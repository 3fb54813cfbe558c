"""Games as the store keeps them, and back; nothing comes back that was not written here."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha1
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, cast

from service.game.cards import PACK
from service.game.chain import chain
from service.game.deal import Deal
from service.game.errors import BrokenSave, GameError
from service.game.game import Game
from service.game.shuffle import Seeds
from service.play.record import Draft, GameRecord
from service.storage.valkey.fields import FIELDS, NAMES, SUM_LENGTH
from service.storage.valkey.keys import id_of, member
from service.storage.valkey.seal import Sealer
from service.storage.valkey.state import State
from service.storage.valkey.terms import Terms, parse_terms, print_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.game.decisions import Decision

DRAFTS_KEPT = 1024

_LETTERS = dict(zip((card.code for card in PACK), (ascii_uppercase + ascii_lowercase).encode(), strict=True))
_CARDS = {letter: card for card, letter in zip(PACK, _LETTERS.values(), strict=True)}

Opened = tuple[Draft, tuple["Decision", ...]]
"""A game as it was opened, and what its player has decided since."""


class Codec:
    """`facts` and `opened` are inverse, and so are what the scripts write and `record`."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._sealer = Sealer(secrets)
        # A game is loaded some fifty times. What follows from the same bytes is worked out once; all of them
        # are compared each time.
        self._opened = lru_cache(DRAFTS_KEPT)(self.opened)

    def facts(self, draft: Draft, game: Game) -> tuple[bytes, ...]:
        """The fields that only decisions change, for the game that has become of the draft's, and their seal."""
        seeds = draft.seeds
        facts = (
            print_terms(draft, game.decisions),
            member(draft.player_id),
            bytes(_LETTERS[card.code] for card in game.deal.cards),
            letters(game),
            seeds.server if seeds else b"",
            seeds.client.encode() if seeds else b"",
        )
        return *facts, self._sealer.seal(draft.id, facts)

    def opening(self, draft: Draft, opened_at: int) -> list[bytes]:
        """All fields of a game that begins at this instant, each after its name."""
        values = [*self.facts(draft, draft.game), State.of_new(draft, opened_at).text]
        return [word for pair in zip(NAMES, (*values, sum_of(draft.id, values)), strict=True) for word in pair]

    def opened(self, game_id: str, facts: tuple[bytes, ...]) -> Opened:
        """The draft and the decisions with these fields and seal, checked but for the shuffle; `BrokenSave`."""
        *sealed, seal = facts
        if self._sealer.broken(seal, game_id, sealed):
            raise BrokenSave("the seal does not fit the facts")
        text, owner, deck, positions, server_seed, client_seed = sealed
        try:
            terms = parse_terms(text)
            game = _after_decisions(Deal(tuple(_CARDS[letter] for letter in deck)), terms)
            start = Game(game.deal, game.rules, game.mode, cursor=terms.start)
            seeds = Seeds(server_seed, client_seed.decode()) if server_seed else None
            draft = Draft(
                game_id, id_of(owner), terms.kind, terms.practice, seeds, start, terms.day, terms.time_limit_s
            )
        except BrokenSave:
            raise
        except (GameError, ValueError, KeyError) as fault:
            raise BrokenSave(f"the facts describe no game: {type(fault).__name__}") from fault
        if text != print_terms(draft, terms.decisions) or positions != letters(game):
            raise BrokenSave("the terms or the chain are not what follows from the other facts")
        return draft, terms.decisions

    def record(self, game_id: str, values: Sequence[bytes | None]) -> GameRecord:
        """The game with these values of all `FIELDS`; `BrokenSave`."""
        if len(values) < len(FIELDS) or None in (fields := values[: len(FIELDS)]):
            raise BrokenSave("fields are missing")
        *known, known_sum = cast("Sequence[bytes]", fields)
        if known_sum != sum_of(game_id, known):
            raise BrokenSave("the sum does not fit the fields")
        *facts, numbers = known
        draft, decisions = self._opened(game_id, tuple(facts))
        state, start = State.parse(numbers), draft.game
        game = Game(start.deal, start.rules, start.mode, decisions, state.cursor, state.abandoned)
        if not state.fits(draft) or state.recorded > bool(game.outcome):
            raise BrokenSave("the numbers of the state do not go together")
        return GameRecord(draft, game, state.version, state.opened_at, state.updated_at, state.errors, state.recorded)


def letters(game: Game) -> bytes:
    """Where the scripts may go: a letter for each position of the game, as far as its fate is decided.

    A to M is the home, pile 1 to 13, of the card in hand there, and a full stop the last position where nothing is
    in hand any more. A question mark behind the last position, and itself none, says that the player is asked there.
    """
    flips = game.chain.flips
    homes = "".join(ascii_uppercase[flip.card.home - 1] for flip in flips)
    asking = "?" if game.chain.question else ""
    return f"{homes}{'.' * (game.last - len(flips))}{asking}".encode()


def sum_of(game_id: str, values: Sequence[bytes]) -> bytes:
    """What the scripts write as the sum of a game's other fields."""
    digest = sha1(b"\0".join((game_id.encode(), *values)), usedforsecurity=False)
    return digest.hexdigest()[:SUM_LENGTH].encode()


def _after_decisions(deal: Deal, terms: Terms) -> Game:
    """The earliest game in which these decisions have been made."""
    decided_at = chain(deal, terms.rules, terms.decisions).decided_at
    return Game(deal, terms.rules, terms.mode, terms.decisions, decided_at[-1] + 1 if decided_at else terms.start)
