"""Dealing, playing and showing games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.game.errors import Fault, InvalidDeal
from service.game.game import Game
from service.game.rules import MOST_CARDS
from service.game.shuffle import Seeds, shuffle
from service.play.commitments import new_server_seed
from service.play.errors import GameNotFound, GameNotOver, SaveDiscarded
from service.play.identity import new_id
from service.play.pages import Page
from service.play.record import DealKind, Draft

if TYPE_CHECKING:
    from service.game.deal import Deal
    from service.game.game import Status
    from service.game.rules import Rules
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.ports import Commitments, Games, Results
    from service.play.record import Change, GameRecord

SCAN = 100
"""How many games one request looks at while a filter searches them."""


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


def show(games: Games, results: Results, caller: Caller, game_id: str) -> GameRecord:
    """The caller's game as it stands, or as it ended if only its result is left."""
    try:
        return games.load(caller, game_id)
    except GameNotFound:
        record = results.find(game_id)
        if record.draft.player_id != caller.token.player_id:
            raise
        return record


def step(games: Games, caller: Caller, game_id: str, count: int = 1) -> Change:
    """Make `count` forced moves, fewer if the game ends sooner; `GameOver` if it has ended."""
    return games.advance(caller, game_id, count)


def autoplay(games: Games, caller: Caller, game_id: str) -> Change:
    """Follow the chain to its end; `GameOver` if the game has ended."""
    return games.advance(caller, game_id, MOST_CARDS)


def abandon(games: Games, caller: Caller, game_id: str) -> None:
    """Give the game up; `GameOver` if it has ended."""
    games.abandon(caller, game_id)


def own_games(games: Games, caller: Caller, status: Status | None, after: Key | None, limit: int) -> Page[GameRecord]:
    """The caller's games, newest first, all or those with this status.

    One request looks at no more than `SCAN` games. So a page may hold fewer rows than the limit, or none, and still
    not be the last.
    """
    if status is None or status == "in_progress":
        return games.page(caller, after, limit, in_play=status is not None)
    page = games.page(caller, after, SCAN)
    found = tuple(record for record in page.items if record.game.status == status)
    if len(found) > limit:
        return Page(found[:limit], found[limit - 1].key)
    return Page(found, page.next)


def proof(games: Games, results: Results, caller: Caller | None, game_id: str) -> GameRecord:
    """A game whose deal may be shown: over, and the caller's own or ranked; `GameNotFound`, `GameNotOver`."""
    if caller is not None:
        with suppress(GameNotFound):
            record = games.load(caller, game_id)
            if record.game.outcome is None:
                raise GameNotOver(game_id)
            return record
    return _public(games, results, game_id)


def _public(games: Games, results: Results, game_id: str) -> GameRecord:
    """A game that everyone may see; what has become of any other is not told. Results are public, and stay."""
    try:
        record = games.peek(game_id)
    except (GameNotFound, SaveDiscarded):
        return results.find(game_id)
    if record.game.outcome is None or not record.draft.ranked:
        raise GameNotFound(game_id)
    return record
