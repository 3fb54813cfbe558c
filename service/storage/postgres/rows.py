"""Rows of results: a game and what came of it in, the result or the whole game out."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from service.game.deal import Deal
from service.game.decisions import Decline, Exchange, parse_decisions, print_decisions
from service.game.errors import BrokenSave, GameError
from service.game.game import Ending, Game
from service.game.ledger import Ledger, title
from service.game.odds import luck
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from service.play.ended import Ended
from service.play.errors import SaveDiscarded
from service.play.identity import NOBODY, is_raced
from service.play.record import DealKind, Draft, GameRecord
from service.play.results import RecordedResult, Result, UnrecordableResult, pace, result_of
from service.storage.postgres.tables import results

if TYPE_CHECKING:
    from sqlalchemy import Row

_LEDGER = tuple(line.name for line in fields(Ledger))
_ENDED = tuple(known.name for known in fields(Ended))

ENDED_COLUMNS = tuple(results.c[name] for name in _ENDED)
"""What `ended_game` reads."""


def row_of(record: GameRecord) -> dict[str, Any]:
    """What is stored of an ended game; `UnrecordableResult`."""
    draft, game, result = record.draft, record.game, result_of(record)
    if result is None or draft.seeds is None:
        raise UnrecordableResult("not an ended game with a deal from seeds")
    lines = {line: getattr(result.ledger, line) if result.ledger else None for line in _LEDGER}
    return lines | {
        "game_id": record.id,
        "player_id": draft.player_id,
        "variant": draft.variant,
        "rules": game.rules.code,
        "mode": game.mode,
        "decisions": print_decisions(game.decisions),
        "deal_kind": draft.kind.value,
        "day": draft.day,
        "time_limit_s": draft.time_limit_s,
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "locks_at": result.locks_at,
        "elapsed_ms": result.elapsed_ms,
        "shuttles": result.shuttles,
        "longest_run": result.longest_run,
        "placement_errors": result.placement_errors,
        "restarts": result.restarts,
        "opened_at": record.opened_at,
        "finished_at": record.updated_at,
        "deck": "".join(game.deal.codes()),
        "server_seed": draft.seeds.server,
        "client_seed": draft.seeds.client,
    }


def ended_game(row: Row[Any]) -> Ended:
    """What counts of the game in a row."""
    known = {name: getattr(row, name) for name in _ENDED}
    return Ended(**known | {"outcome": Ending(row.outcome)})


def ended_of_values(values: dict[str, Any]) -> Ended:
    """What counts of a game that `row_of` has told the values of."""
    lines = [values[line] for line in _LEDGER]
    known = {name: values[name] for name in _ENDED if name != "total"}
    total = None if None in lines else sum(lines)
    return Ended(**known | {"outcome": Ending(values["outcome"]), "total": total})


def recorded_result(row: Row[Any]) -> RecordedResult:
    """The result in a row. What was not stored follows from the rest, without the cards."""
    outcome = Ending(row.outcome)
    result = Result(
        outcome=outcome,
        flips=row.flips,
        hidden=row.hidden,
        locking_seen=row.locking_seen,
        elapsed_ms=row.elapsed_ms,
        ms_per_placement=pace(row.mode, row.flips - (outcome is Ending.ABANDONED), row.elapsed_ms),
        placement_errors=row.placement_errors,
        shuttles=row.shuttles,
        restarts=row.restarts,
        longest_run=row.longest_run,
        title=title(outcome, row.restarts),
        locks_at=row.locks_at,
        luck=float(luck(row.locks_at, len(row.deck) // 104)),
        ledger=None if row.total is None else Ledger(*(getattr(row, line) for line in _LEDGER)),
    )
    about = row.variant, row.mode, DealKind(row.deal_kind), row.day
    return RecordedResult(row.game_id, *about, row.opened_at, row.finished_at, result)


def game_record(row: Row[Any]) -> GameRecord:
    """The game in a row, as it ended; `SaveDiscarded` when the row holds none that this code can read."""
    try:
        return _record(row)
    except (GameError, ValueError) as fault:
        raise SaveDiscarded(row.game_id) from fault


def _record(row: Row[Any]) -> GameRecord:
    """Raises `GameError` or `ValueError` for whatever cannot be."""
    game, kind = _ended(row), DealKind(row.deal_kind)
    if (kind is DealKind.RACE) != is_raced(row.game_id):
        raise BrokenSave(f"a {kind.value} deal with the id of another")
    seeds, errors = Seeds(row.server_seed, row.client_seed), row.placement_errors
    if shuffle(seeds, game.rules.decks).cards != game.deal.cards:
        raise BrokenSave("cards that the seeds do not lead to")
    if errors < 0 or (errors and game.mode == "reveal"):
        raise BrokenSave(f"{errors} misplaced cards in mode {game.mode}")
    opening = Game(game.deal, game.rules, game.mode)
    about = row.game_id, row.player_id or NOBODY, kind
    draft = Draft(*about, False, seeds, opening, row.day, row.time_limit_s)
    # From 1 for the opening, the version counts the positions gone, the errors, and giving up.
    version = game.cursor + errors + game.abandoned
    return GameRecord(draft, game, version, row.opened_at, row.finished_at, errors, recorded=True)


def _ended(row: Row[Any]) -> Game:
    """The game at its end, which must be the one that the row tells of."""
    rules, decisions = Rules.parse(row.rules), parse_decisions(row.decisions)
    deal = Deal.parse([row.deck[at : at + 2] for at in range(0, len(row.deck), 2)])
    ending = Ending(row.outcome)
    cursor = row.flips + sum(isinstance(decision, Exchange) for decision in decisions)
    if ending is not Ending.ABANDONED:
        cursor += row.mode == "placement" or Decline() in decisions
    game = Game(deal, rules, row.mode, decisions, cursor, abandoned=ending is Ending.ABANDONED)
    if game.outcome is None or game.outcome.ending is not ending:
        raise BrokenSave(f"not {ending.value} after {row.flips} flips")
    return game
