"""Rows of results: a game and what came of it in, the result or the whole game out."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from service.game.deal import Deal
from service.game.errors import GameError
from service.game.game import Ending, Game
from service.game.ledger import Ledger
from service.game.odds import luck
from service.game.rules import Rules
from service.game.shuffle import Seeds
from service.play.errors import SaveDiscarded
from service.play.identity import NOBODY
from service.play.record import DealKind, Draft, GameRecord
from service.play.results import RecordedResult, Result, UnrecordableResult, result_of

if TYPE_CHECKING:
    from sqlalchemy import Row

_LEDGER = tuple(line.name for line in fields(Ledger))


def row_of(record: GameRecord) -> dict[str, Any]:
    """What is stored of an ended game; `UnrecordableResult`."""
    draft, game, result = record.draft, record.game, result_of(record)
    if result is None or draft.seeds is None:
        raise UnrecordableResult("not an ended game with a deal from seeds")
    ledger = asdict(result.ledger) if result.ledger else dict.fromkeys(_LEDGER)
    return ledger | {
        "game_id": record.id,
        "player_id": draft.player_id,
        "variant": draft.variant,
        "rules": game.rules.code,
        "mode": "reveal",
        "deal_kind": draft.kind.value,
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "locks_at": len(game.chain),
        "elapsed_ms": result.elapsed_ms,
        "shuttles": result.shuttles,
        "longest_run": result.longest_run,
        "placement_errors": 0,
        "restarts": 0,
        "opened_at": record.opened_at,
        "finished_at": record.updated_at,
        "deck": "".join(game.deal.codes()),
        "server_seed": draft.seeds.server,
        "client_seed": draft.seeds.client,
    }


def recorded_result(row: Row[Any]) -> RecordedResult:
    """The result in a row."""
    result = Result(
        outcome=Ending(row.outcome),
        flips=row.flips,
        hidden=row.hidden,
        locking_seen=row.locking_seen,
        elapsed_ms=row.elapsed_ms,
        shuttles=row.shuttles,
        longest_run=row.longest_run,
        luck=float(luck(row.locks_at, len(row.deck) // 104)),
        ledger=None if row.total is None else Ledger(*(getattr(row, line) for line in _LEDGER)),
    )
    return RecordedResult(row.game_id, row.variant, row.finished_at, result)


def game_record(row: Row[Any]) -> GameRecord:
    """The game in a row, as it ended; `SaveDiscarded` when the row holds none that this code can read."""
    try:
        rules = Rules.parse(row.rules)
        deal = Deal.parse([row.deck[at : at + 2] for at in range(0, len(row.deck), 2)])
        abandoned = Ending(row.outcome) is Ending.ABANDONED
        game = Game(deal, rules, row.flips, abandoned)
        kind, seeds = DealKind(row.deal_kind), Seeds(row.server_seed, row.client_seed)
    except (GameError, ValueError) as fault:
        raise SaveDiscarded(row.game_id) from fault
    draft = Draft(row.game_id, row.player_id or NOBODY, kind, practice=False, seeds=seeds, game=Game(deal, rules))
    # The version counts the flips, and giving up once more.
    return GameRecord(draft, game, row.flips + abandoned, row.opened_at, row.finished_at, recorded=True)
