"""Printing: plain dicts in the shape of the contract, straight from the values. The hot path of every answer."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from service.game.cards import RANKS
from service.game.deal import PILES
from service.game.moves import moves
from service.game.odds import win_probability
from service.game.rules import OPTIONS
from service.game.shuffle import ALGORITHM
from service.play.results import result_of

if TYPE_CHECKING:
    from fractions import Fraction

    from service.game.chain import Flip
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

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
LABELS = (*(f"{hour} o'clock" for hour in _HOURS), "centre")
"""What the piles are called, pile 1 first."""


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
        "mode": "reveal",
        "practice": draft.practice,
        "ranked": draft.ranked,
        "deal_kind": draft.kind.value,
        "cards": rules.cards,
        "flips": played.flips,
        "hidden": played.hidden,
        "locking_rank": rules.locking_rank,
        "locking_seen": played.locking_seen,
        "hand": _hand(played.in_hand),
        "piles": _piles(played),
        "odds": {"win": fraction(win_probability(played))},
        "choices": None,
        "placement_errors": 0,
        "restarts": 0,
        "commitment": draft.seeds.commitment if draft.seeds else None,
        "race_id": None,
        "created_at": instant(record.opened_at),
        "updated_at": instant(record.updated_at),
        "expires_at": instant(record.expires_at),
        "finished_at": None if finished_at is None else instant(finished_at),
        "result": None if result is None else _result(result, recorded=record.recorded),
    }


def turn(change: Change) -> dict[str, Any]:
    """What a move did: the game after it, and the log of it."""
    made = moves(change.after.game, since=change.before.game.flips)
    return {"game": game(change.after), "moves": [move(one) for one in made], "accepted": True, "coach": None}


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


def proof(record: GameRecord) -> dict[str, Any]:
    """The deal of an ended game, and what it was shuffled from."""
    seeds = record.draft.seeds
    return {
        "server_seed": seeds.server.hex() if seeds else None,
        "client_seed": seeds.client if seeds else None,
        "commitment": seeds.commitment if seeds else None,
        "deck": record.game.deal.codes(),
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


def _hand(flip: Flip | None) -> dict[str, Any] | None:
    if flip is None:
        return None
    return {"card": flip.card.code, "from": flip.pile, "home": flip.card.home}


def _piles(played: Game) -> list[dict[str, Any]]:
    """The dial as `service.game.dial` has it, counted without building its values."""
    face_down = [played.rules.cards // len(PILES)] * len(PILES)
    face_up: list[list[str]] = [[] for _ in PILES]
    for pile, card in played.revealed:
        face_down[pile - 1] -= 1
        face_up[card.home - 1].append(card.code)
    if played.in_hand is not None:
        face_up[played.in_hand.card.home - 1].pop()
    return [
        {"pile": number, "rank": rank, "label": label, "face_down": hidden, "face_up": cards, "finale": None}
        for number, rank, label, hidden, cards in zip(PILES, RANKS, LABELS, face_down, face_up, strict=True)
    ]


def _result(result: Result, *, recorded: bool) -> dict[str, Any]:
    ledger = result.ledger
    return {
        "outcome": result.outcome.value,
        "flips": result.flips,
        "hidden": result.hidden,
        "locking_seen": result.locking_seen,
        "elapsed_ms": result.elapsed_ms,
        "ms_per_placement": None,
        "placement_errors": 0,
        "shuttles": result.shuttles,
        "restarts": 0,
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
