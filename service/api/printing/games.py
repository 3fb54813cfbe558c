"""Printing games and what was done in them. The hot path of every answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from service.api.printing.dials import print_choices, print_hand, print_piles, print_untouched_piles
from service.api.printing.results import print_result
from service.api.printing.values import print_fraction, print_instant
from service.content import narration
from service.game.coach import mistake
from service.game.moves import moves
from service.game.odds import win_probability
from service.play.results import result_of

if TYPE_CHECKING:
    from service.game.game import Game
    from service.game.moves import Move
    from service.game.rules import Rules
    from service.play.record import Change, GameRecord


def print_game(record: GameRecord) -> dict[str, Any]:
    """A game as its player may see it."""
    return _as_dealt(record) | _before_the_start(record.game.rules) if record.waiting else _as_dealt(record)


def _before_the_start(rules: Rules) -> dict[str, Any]:
    """What is otherwise in a game whose race has not started: no card has been turned, and any may be anywhere."""
    return {
        "flips": 0,
        "hidden": rules.cards,
        "locking_seen": 0,
        "hand": None,
        "piles": print_untouched_piles(rules.cards),
        "odds": {"win": print_fraction(Fraction(rules.locking_cards, rules.cards))},
    }


def _as_dealt(record: GameRecord) -> dict[str, Any]:
    draft, played = record.draft, record.game
    rules = played.rules
    finished_at, result = record.finished_at, result_of(record)
    return {
        "id": draft.id,
        "version": record.version,
        "status": record.status,
        "variant": draft.variant,
        "rules": rules.options,
        "mode": played.mode,
        "practice": draft.practice,
        "ranked": draft.ranked,
        "deal_kind": draft.kind.value,
        "cards": rules.cards,
        "flips": played.flips,
        "hidden": played.hidden,
        "locking_rank": rules.locking_rank,
        "locking_seen": played.locking_seen,
        "hand": print_hand(played.in_hand),
        "piles": print_piles(played),
        "odds": {"win": print_fraction(win_probability(played))},
        "choices": print_choices(played.choices),
        "placement_errors": record.errors,
        "restarts": played.restarts,
        "commitment": draft.seeds.commitment if draft.seeds else None,
        "race_id": record.race_id,
        "created_at": print_instant(record.opened_at),
        "updated_at": print_instant(record.updated_at),
        "expires_at": print_instant(record.expires_at),
        "finished_at": None if finished_at is None else print_instant(finished_at),
        "result": None if result is None else print_result(result, recorded=record.recorded),
    }


def print_turn(change: Change, coach: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a request did to a game: the game after it, the log of it, and what the coach has to say."""
    made = moves(change.after.game, since=change.before.game.cursor)
    return {
        "game": print_game(change.after),
        "moves": [print_move(one) for one in made],
        "accepted": change.accepted,
        "coach": coach,
    }


def print_coach(change: Change, claimed: int, lang: str) -> dict[str, Any] | None:
    """What was wrong with taking the card in hand to this pile, in this language; None if nothing was."""
    in_hand = change.before.game.in_hand
    if change.accepted or in_hand is None:
        return None
    code, card = mistake(in_hand, claimed), in_hand.card
    return {"code": code.value, "pile": card.home, "why": narration.coach(code, card, card.home, lang)}


def print_narrated(made: Move, lang: str) -> dict[str, Any]:
    """One entry of the log, with a sentence in this language; `UnknownLanguage`."""
    return print_move(made) | {"sentence": narration.narrate(made, lang)}


def print_move(made: Move) -> dict[str, Any]:
    """One entry of the log."""
    return {
        "kind": made.kind,
        "set": made.placed.code if made.placed else None,
        "under": made.under,
        "flipped": made.flip.card.code if made.flip else None,
        "from": made.flip.pile if made.flip else None,
        "depth": made.flip.depth if made.flip and made.kind == "reprieve" else None,
        "shuttle": made.shuttle,
    }


def print_checked_save(held: Game) -> dict[str, Any]:
    """What a save holds, seen by whoever sees no more than the face-up cards."""
    return {
        "valid": True,
        "flips": held.flips,
        "hidden": held.hidden,
        "locking_seen": held.locking_seen,
        "odds": {"win": print_fraction(win_probability(held))},
    }
