"""Dealing, playing and showing games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from service.game.errors import Fault, InvalidDeal
from service.game.game import Game
from service.game.rules import CUSTOM, VARIANTS, variant_of
from service.game.shuffle import Seeds, shuffle
from service.play.commitments import new_server_seed
from service.play.daily import daily_deal
from service.play.days import closes_at
from service.play.errors import GameNotFound, GameNotOver, NotDaily, SaveDiscarded
from service.play.identity import new_id
from service.play.pages import Page
from service.play.record import DealKind, Draft

if TYPE_CHECKING:
    from datetime import date

    from service.game.deal import Deal
    from service.game.decisions import Decision
    from service.game.game import Mode, Status
    from service.game.policy import Until
    from service.game.rules import Rules
    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.ports import Commitments, Dailies, Games, Now, Results
    from service.play.record import Change, GameRecord

SCAN = 100
"""How many games one request looks at while a filter searches them."""

IN_PLAY: frozenset[Status] = frozenset(("in_progress", "awaiting_reprieve", "awaiting_fork"))
"""Where a game can stand that is not over."""


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """Let the service shuffle, from a seed that it committed to, with the player's own stirred in."""

    client_seed: str = ""
    commitment_id: str | None = None


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of the day, the same for everyone."""


@dataclass(frozen=True, slots=True)
class SeedDeal:
    """Shuffle from seeds that are known."""

    seeds: Seeds


@dataclass(frozen=True, slots=True)
class CustomDeal:
    """Deal exactly these cards."""

    deal: Deal


Source = RandomDeal | DailyDeal | SeedDeal | CustomDeal
"""Where the cards come from."""


@dataclass(frozen=True, slots=True)
class Order:
    """What game the caller wants dealt."""

    rules: Rules
    source: Source = RandomDeal()
    practice: bool = False
    mode: Mode = "reveal"


@dataclass(frozen=True, slots=True)
class _Origin:
    """A deal and where it comes from; without seeds, it was given as it is."""

    kind: DealKind
    deal: Deal
    seeds: Seeds | None = None
    day: date | None = None


def deal_game(
    games: Games, commitments: Commitments, dailies: Dailies, now: Now, caller: Caller, order: Order
) -> Change:
    """Open a game for the caller; `now` says which day's deal is the daily one.

    Raises `InvalidDeal`, `InvalidSeed`, `NotDaily` and whatever the stores refuse.
    """
    commitment_id = order.source.commitment_id if isinstance(order.source, RandomDeal) else None
    origin = _origin(commitments, dailies, now, caller, order)
    deal, player_id = origin.deal, caller.token.player_id
    if deal.decks != order.rules.decks:
        raise InvalidDeal((Fault(None, _another_size(deal, order.rules)),))
    game = Game(deal, order.rules, order.mode)
    draft = Draft(new_id(player_id), player_id, origin.kind, order.practice, origin.seeds, game, origin.day)
    return games.open(caller, draft, commitment_id)


def _another_size(deal: Deal, rules: Rules) -> str:
    named = " or ".join(name for name, preset in VARIANTS.items() if preset.decks == deal.decks)
    return (
        f"these rules deal {rules.cards} cards, not {len(deal.cards)}: send rules with decks {deal.decks}, "
        f"or a variant that has them ({named})"
    )


def _origin(commitments: Commitments, dailies: Dailies, now: Now, caller: Caller, order: Order) -> _Origin:
    day, decks = None, order.rules.decks
    match order.source:
        case CustomDeal(deal):
            return _Origin(DealKind.CUSTOM, deal)
        case SeedDeal(seeds):
            kind = DealKind.SEED
        case DailyDeal():
            kind, (day, seeds) = DealKind.DAILY, daily_deal(dailies, _daily_variant(order), now())
        case RandomDeal(client_seed, commitment_id):
            kind, seeds = DealKind.RANDOM, Seeds(_server_seed(commitments, caller, commitment_id), client_seed)
    return _Origin(kind, shuffle(seeds, decks), seeds, day)


def _server_seed(commitments: Commitments, caller: Caller, commitment_id: str | None) -> bytes:
    """A fresh seed, or the one that was promised."""
    return new_server_seed() if commitment_id is None else commitments.get(caller, commitment_id).server_seed


def _daily_variant(order: Order) -> str:
    """Of which variant the daily deal is wanted; `NotDaily`."""
    variant = variant_of(order.rules)
    if variant == CUSTOM:
        raise NotDaily("rules", "there is a daily deal for each named variant, and for no other rules")
    if order.practice:
        raise NotDaily("practice", "a daily deal is played once, and not for practice")
    return variant


def show(games: Games, results: Results, now: Now, caller: Caller, game_id: str) -> GameRecord:
    """The caller's game as it stands, or as it ended if only its result is left."""
    try:
        return games.load(caller, game_id)
    except GameNotFound:
        record = results.find(game_id)
        if record.draft.player_id != caller.token.player_id:
            raise
        return record if record.draft.day is None else record.as_of(now())


def step(games: Games, caller: Caller, game_id: str, count: int = 1) -> Change:
    """Make `count` forced moves, fewer if an end or a decision comes sooner.

    Raises `WrongMode`, `DecisionPending`, and `GameOver` if the game has ended.
    """
    return games.advance(caller, game_id, count)


def place(games: Games, caller: Caller, game_id: str, pile: int) -> Change:
    """Take the card in hand to a pile; a wrong one is counted, and the card stays in hand. Raises as `step`."""
    return games.place(caller, game_id, pile)


def autoplay(games: Games, caller: Caller, game_id: str, until: Until = "end") -> Change:
    """Follow the chain to its end, by the best decisions, or to the next of them.

    Raises `AutoplayNotAllowed`, `DecisionPending` where it may not decide, and `GameOver`.
    """
    return games.autoplay(caller, game_id, until)


def decide(games: Games, caller: Caller, game_id: str, decision: Decision) -> Change:
    """Answer the question that the game waits with; `NothingToDecide`, `InvalidDecision`, `GameOver`."""
    return games.change(caller, game_id, lambda record: record.game.decide(decision))


def abandon(games: Games, caller: Caller, game_id: str) -> None:
    """Give the game up; `GameOver` if it has ended."""
    games.abandon(caller, game_id)


def own_games(
    games: Games, caller: Caller, status: Status | Literal["waiting"] | None, after: Key | None, limit: int
) -> Page[GameRecord]:
    """The caller's games, newest first, all or those with this status. None waits: those of races are not listed.

    One request looks at no more than `SCAN` games. So a page may hold fewer rows than the limit, or none, and still
    not be the last.
    """
    if status is None:
        return games.page(caller, after, limit)
    page = games.page(caller, after, SCAN, in_play=status in IN_PLAY)
    found = tuple(record for record in page.items if record.status == status)
    if len(found) > limit:
        return Page(found[:limit], found[limit - 1].key)
    return Page(found, page.next)


def proof(games: Games, results: Results, now: Now, caller: Caller | None, game_id: str) -> GameRecord:
    """A game whose deal may be shown: over, and the caller's own or ranked; `GameNotFound`, `GameNotOver`.

    While others may still play a daily deal, or race, it is nobody's to show.
    """
    record = _provable(games, results, caller, game_id)
    if record.game.outcome is None or record.racing:
        raise GameNotOver(game_id)
    day = record.draft.day
    if day is not None and now() < closes_at(day):
        raise GameNotOver(game_id, closes_at(day))
    return record


def _provable(games: Games, results: Results, caller: Caller | None, game_id: str) -> GameRecord:
    """The caller's own game, whatever has become of it, or a public one."""
    if caller is not None:
        with suppress(GameNotFound):
            return games.load(caller, game_id)
    return _public(games, results, game_id)


def _public(games: Games, results: Results, game_id: str) -> GameRecord:
    """A game that everyone may see; what has become of any other is not told. Results are public, and stay."""
    try:
        record = games.peek(game_id)
    except (GameNotFound, SaveDiscarded):
        return results.find(game_id)
    if record.game.outcome is None or record.racing or not record.draft.ranked:
        raise GameNotFound(game_id)
    return record
