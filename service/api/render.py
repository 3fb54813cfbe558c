"""Printing: plain dicts in the shape of the contract, straight from the values. The hot path of every answer."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from service.api import dials
from service.content import narration
from service.content.languages import DEFAULT
from service.game.coach import mistake
from service.game.moves import moves
from service.game.odds import win_probability
from service.game.rules import OPTIONS
from service.game.shuffle import ALGORITHM
from service.play.results import result_of

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.game import Game
    from service.game.ledger import Ledger
    from service.game.moves import Move
    from service.game.rules import Rules
    from service.play.commitments import Commitment
    from service.play.export import Export
    from service.play.players import Player
    from service.play.record import Change, GameRecord
    from service.play.results import RecordedResult, Result
    from service.play.sessions import LinkCode, Session


def instant(millis: int) -> str:
    """A moment in RFC 3339, UTC, with milliseconds."""
    seconds, rest = divmod(millis, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=4096)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19]


def fraction(value: Fraction) -> dict[str, Any]:
    """A rational in lowest terms, beside the nearest double."""
    numerator, denominator = value.numerator, value.denominator
    return {"numerator": numerator, "denominator": denominator, "value": numerator / denominator}


def game(record: GameRecord) -> dict[str, Any]:
    """A game as its player may see it."""
    draft, played = record.draft, record.game
    rules = played.rules
    finished_at, result = record.finished_at, result_of(record)
    return {
        "id": draft.id,
        "version": record.version,
        "status": played.status,
        "variant": draft.variant,
        "rules": _rules(rules),
        "mode": played.mode,
        "practice": draft.practice,
        "ranked": draft.ranked,
        "deal_kind": draft.kind.value,
        "cards": rules.cards,
        "flips": played.flips,
        "hidden": played.hidden,
        "locking_rank": rules.locking_rank,
        "locking_seen": played.locking_seen,
        "hand": dials.hand(played.in_hand),
        "piles": dials.piles(played),
        "odds": {"win": fraction(win_probability(played))},
        "choices": dials.choices(played.choices),
        "placement_errors": record.errors,
        "restarts": played.restarts,
        "commitment": draft.seeds.commitment if draft.seeds else None,
        "race_id": None,
        "created_at": instant(record.opened_at),
        "updated_at": instant(record.updated_at),
        "expires_at": instant(record.expires_at),
        "finished_at": None if finished_at is None else instant(finished_at),
        "result": None if result is None else _result(result, recorded=record.recorded),
    }


def turn(change: Change, coach: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a request did to a game: the game after it, the log of it, and what the coach has to say."""
    made = moves(change.after.game, since=change.before.game.cursor)
    return {
        "game": game(change.after),
        "moves": [move(one) for one in made],
        "accepted": change.accepted,
        "coach": coach,
    }


def coach(change: Change, claimed: int) -> dict[str, Any] | None:
    """What was wrong with taking the card in hand to this pile; None if nothing was."""
    in_hand = change.before.game.in_hand
    if change.accepted or in_hand is None:
        return None
    code, card = mistake(in_hand, claimed), in_hand.card
    return {"code": code.value, "pile": card.home, "why": narration.coach(code, card, card.home, DEFAULT)}


def narrated(made: Move, lang: str) -> dict[str, Any]:
    """One entry of the log, with a sentence in this language; `UnknownLanguage`."""
    return move(made) | {"sentence": narration.narrate(made, lang)}


def move(made: Move) -> dict[str, Any]:
    """One entry of the log."""
    return {
        "kind": made.kind,
        "set": made.placed.code if made.placed else None,
        "under": made.under,
        "flipped": made.flip.card.code if made.flip else None,
        "from": made.flip.pile if made.flip else None,
        "shuttle": made.shuttle,
    }


def checked_save(held: Game) -> dict[str, Any]:
    """What a save holds, seen by whoever sees no more than the face-up cards."""
    return {
        "valid": True,
        "flips": held.flips,
        "hidden": held.hidden,
        "locking_seen": held.locking_seen,
        "odds": {"win": fraction(win_probability(held))},
    }


def proof(record: GameRecord) -> dict[str, Any]:
    """The deal of an ended game, and what it was shuffled from."""
    seeds = record.draft.seeds
    return {
        "server_seed": seeds.server.hex() if seeds else None,
        "client_seed": seeds.client if seeds else None,
        "commitment": seeds.commitment if seeds else None,
        "deck": record.game.deal.codes(),
        "decisions": list(map(str, record.game.decisions)),
        "rules": _rules(record.game.rules),
        "algorithm": ALGORITHM if seeds else None,
    }


def commitment(made: Commitment) -> dict[str, Any]:
    """A commitment, without the seed it is to."""
    return {"id": made.id, "commitment": made.commitment, "expires_at": instant(made.expires_at)}


def player(known: Player) -> dict[str, Any]:
    """A player as everyone may see them."""
    return {"id": known.id, "display_name": known.display_name, "created_at": instant(known.created_at)}


def session(login: Session) -> dict[str, Any]:
    """A login for its owner: the only place where a token is printed."""
    return {
        "token": login.token.text,
        "scopes": sorted(login.scopes),
        "expires_at": instant(login.expires_at),
    }


def link_code(link: LinkCode) -> dict[str, Any]:
    """A link code for its owner."""
    return {"code": link.code, "expires_at": instant(link.expires_at)}


def recorded_result(recorded: RecordedResult) -> dict[str, Any]:
    """One of a player's results."""
    return {
        "game_id": recorded.game_id,
        "variant": recorded.variant,
        "finished_at": instant(recorded.finished_at),
        "result": _result(recorded.result, recorded=True),
    }


def export(everything: Export) -> dict[str, Any]:
    """Everything that is stored about a player."""
    return {
        "player": player(everything.player),
        "games": [game(record) for record in everything.games],
        "results": [recorded_result(result) for result in everything.results],
    }


def _rules(rules: Rules) -> dict[str, Any]:
    return {option: getattr(rules, option) for option in OPTIONS}


def _result(result: Result, *, recorded: bool) -> dict[str, Any]:
    ledger = result.ledger
    return {
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "elapsed_ms": result.elapsed_ms,
        "ms_per_placement": result.ms_per_placement,
        "placement_errors": result.placement_errors,
        "shuttles": result.shuttles,
        "restarts": result.restarts,
        "longest_run": result.longest_run,
        "title": result.title,
        "luck": result.luck,
        "ledger": _ledger(ledger) if ledger else None,
        "recorded": recorded,
    }


def _ledger(ledger: Ledger) -> dict[str, int]:
    return {
        "clearance": ledger.clearance,
        "partial": ledger.partial,
        "speed": ledger.speed,
        "chains": ledger.chains,
        "cap": ledger.cap,
        "total": ledger.total,
    }
