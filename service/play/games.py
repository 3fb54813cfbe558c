"""Dealing, playing and showing games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from service.game.errors import Fault, InvalidDeal
from service.game.game import Game
from service.game.shuffle import Seeds, shuffle
from service.play.commitments import new_server_seed
from service.play.errors import GameNotFound, GameNotOver, SaveDiscarded
from service.play.identity import new_id
from service.play.pages import Page
from service.play.record import DealKind, Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.game.deal import Deal
    from service.game.game import Status
    from service.game.rules import Rules
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.ports import Commitments, Games
    from service.play.record import Change, GameRecord

SCAN = 100
"""How many games one look into the store brings while a filter searches them."""


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """Let the service shuffle, from a seed that it committed to, with the player's own stirred in."""

    client_seed: str = ""
    commitment_id: str | None = None


@dataclass(frozen=True, slots=True)
class SeedDeal:
    """Shuffle from seeds that are known."""

    seeds: Seeds


@dataclass(frozen=True, slots=True)
class CustomDeal:
    """Deal exactly these cards."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Order:
    """What game the caller wants dealt."""

    rules: Rules
    source: RandomDeal | SeedDeal | CustomDeal = RandomDeal()
    practice: bool = False


def deal_game(games: Games, commitments: Commitments, caller: Caller, order: Order) -> Change:
    """Open a game for the caller; `InvalidDeal`, `InvalidSeed` and whatever the store refuses."""
    commitment_id = order.source.commitment_id if isinstance(order.source, RandomDeal) else None
    kind, seeds, deal = _source(commitments, caller, order)
    if deal.decks != order.rules.decks:
        detail = f"these rules deal {order.rules.cards} cards, not {len(deal.cards)}"
        raise InvalidDeal((Fault(None, detail),))
    player_id = caller.token.player_id
    draft = Draft(new_id(player_id), player_id, kind, order.practice, seeds, Game(deal, order.rules))
    return games.open(caller, draft, commitment_id)


def _source(commitments: Commitments, caller: Caller, order: Order) -> tuple[DealKind, Seeds | None, Deal]:
    match order.source:
        case CustomDeal(deal):
            return DealKind.CUSTOM, None, deal
        case SeedDeal(seeds):
            return DealKind.SEED, seeds, shuffle(seeds, order.rules.decks)
        case RandomDeal(client_seed, commitment_id):
            if commitment_id is None:
                server_seed = new_server_seed()
            else:
                server_seed = commitments.get(caller, commitment_id).server_seed
            seeds = Seeds(server_seed, client_seed)
            return DealKind.RANDOM, seeds, shuffle(seeds, order.rules.decks)


def show(games: Games, caller: Caller, game_id: str) -> GameRecord:
    """The caller's game as it stands."""
    return games.load(caller, game_id)


def step(games: Games, caller: Caller, game_id: str, count: int = 1) -> Change:
    """Make `count` forced moves, fewer if the game ends sooner; `GameOver` if it has ended."""
    return games.advance(caller, game_id, count)


def autoplay(games: Games, caller: Caller, game_id: str) -> Change:
    """Follow the chain to its end; `GameOver` if the game has ended."""
    return games.advance(caller, game_id, 104)


def abandon(games: Games, caller: Caller, game_id: str) -> None:
    """Give the game up; `GameOver` if it has ended."""
    games.abandon(caller, game_id)


def own_games(games: Games, caller: Caller, status: Status | None, after: Key | None, limit: int) -> Page[GameRecord]:
    """The caller's games, newest first, all or those with this status."""
    walk = _walk(games, caller, after, limit + 1 if status is None else SCAN)
    found = list(islice((record for record in walk if status in (None, record.game.status)), limit + 1))
    items = tuple(found[:limit])
    return Page(items, items[-1].key if len(found) > limit else None)


def _walk(games: Games, caller: Caller, after: Key | None, batch: int) -> Iterator[GameRecord]:
    while True:
        page = games.page(caller, after, batch)
        yield from page.items
        after = page.next
        if after is None:
            return


def proof(games: Games, caller: Caller | None, game_id: str) -> GameRecord:
    """A game whose deal may be shown: over, and the caller's own or ranked; `GameNotFound`, `GameNotOver`."""
    if caller is not None:
        with suppress(GameNotFound):
            record = games.load(caller, game_id)
            if record.game.outcome is None:
                raise GameNotOver(game_id)
            return record
    return _public(games, game_id)


def _public(games: Games, game_id: str) -> GameRecord:
    """A game that everyone may see; what has become of any other is not told."""
    try:
        record = games.peek(game_id)
    except SaveDiscarded:
        raise GameNotFound(game_id) from None
    if record.game.outcome is None or not record.draft.ranked:
        raise GameNotFound(game_id)
    return record
