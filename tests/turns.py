"""What players do to games beyond stepping on, as the use cases put it to the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.decisions import Decline, Exchange, Fork
from service.game.game import MOST_POSITIONS
from service.game.rules import VARIANTS
from tests.builders import a_draft

if TYPE_CHECKING:
    from service.game.decisions import Decision
    from service.game.game import Game, Mode
    from service.play.caller import Caller
    from service.play.identity import Token
    from service.play.record import Change, GameRecord
    from tests.worlds import World


def options(game: Game) -> list[Decision]:
    """Every way to decide where the game asks; empty where it does not."""
    found: list[Decision] = [
        Fork(choice.pile) if choice.depth is None else Exchange(choice.pile, choice.depth)
        for choice in game.choices or ()
    ]
    return [*found, Decline()] if game.status == "awaiting_reprieve" else found


def stepped_back(record: GameRecord) -> Game:
    return record.game.undo(record.draft.game.cursor)


def undo(world: World, caller: Caller, game_id: str) -> Change:
    return world.games.change(caller, game_id, stepped_back)


def decide(world: World, caller: Caller, game_id: str, decision: Decision) -> Change:
    return world.games.change(caller, game_id, lambda record: record.game.decide(decision))


def asked(world: World, token: Token, *, practice: bool = False, mode: Mode = "reveal") -> GameRecord:
    """A Watch game that waits for a decision."""
    draft = a_draft(token.player_id, rules=VARIANTS["watch"], practice=practice, mode=mode)
    world.games.open(world.caller(token), draft, None)
    return world.games.change(world.caller(token), draft.id, lambda record: record.game.step(MOST_POSITIONS)).after


def ended(world: World, token: Token) -> GameRecord:
    """A practice game that was played to its end."""
    draft = a_draft(token.player_id, practice=True)
    world.games.open(world.caller(token), draft, None)
    return world.games.advance(world.caller(token), draft.id, MOST_POSITIONS).after
