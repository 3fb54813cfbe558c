"""Plays through the generated Python client, against the address that is given, and prints what happened."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, TypeVar

from clock_solitaire_client import AuthenticatedClient, Client
from clock_solitaire_client.api.decisions import reprieve_game
from clock_solitaire_client.api.games import autoplay_game, deal_game, list_moves, step_game
from clock_solitaire_client.api.players import open_account
from clock_solitaire_client.api.race_events import list_race_events
from clock_solitaire_client.api.races import create_race, join_race
from clock_solitaire_client.models import (
    Autoplay,
    DealRequest,
    Join,
    NewPlayer,
    Problem,
    RaceRequest,
    Reprieve,
    SeedDeal,
    Step,
)
from clock_solitaire_client.types import UNSET

if TYPE_CHECKING:
    from clock_solitaire_client.models import Game, Move

Answer = TypeVar("Answer")


def good(answer: Answer | Problem | None) -> Answer:
    """What was asked for; RuntimeError if it is a problem."""
    if answer is None or isinstance(answer, Problem):
        raise RuntimeError(answer)
    return answer


def guest(address: str, name: str) -> AuthenticatedClient:
    welcome = good(open_account.sync(client=Client(address), body=NewPlayer(display_name=name)))
    return AuthenticatedClient(address, welcome.session.token)


def whole_game(ada: AuthenticatedClient) -> Game:
    game = good(deal_game.sync(client=ada))
    while game.result is None:
        game = good(step_game.sync(str(game.id), client=ada, body=Step(count=3))).game
    return game


def repeated_step(ada: AuthenticatedClient) -> tuple[bool, bool]:
    """Whether the second step under a key was a replay, and its answer the same."""
    game = good(deal_game.sync(client=ada))
    first = step_game.sync_detailed(str(game.id), client=ada, idempotency_key="one", if_match=f'"{game.version}"')
    again = step_game.sync_detailed(str(game.id), client=ada, idempotency_key="one", if_match=f'"{game.version}"')
    return "Idempotency-Replayed" in again.headers, first.content == again.content


def watch_decision(ada: AuthenticatedClient, server_seed: str) -> tuple[str, str]:
    deal = SeedDeal("seed", server_seed)
    game = good(deal_game.sync(client=ada, body=DealRequest(variant="watch", practice=True, deal=deal)))
    game = good(autoplay_game.sync(str(game.id), client=ada, body=Autoplay(until="decision"))).game
    chosen = (game.choices or [])[0]
    body = Reprieve(pile=chosen.pile, depth=chosen.depth)
    return game.status, good(reprieve_game.sync(str(game.id), client=ada, body=body)).moves[0].kind


def problem(ada: AuthenticatedClient, game: Game) -> tuple[str, int]:
    answer = step_game.sync(str(game.id), client=ada)
    return (answer.type_, answer.status) if isinstance(answer, Problem) else ("none", 200)


def listed(ada: AuthenticatedClient, game: Game) -> list[Move]:
    page = good(list_moves.sync(str(game.id), client=ada, limit=4))
    moves = page.items
    while page.next_:
        page = good(list_moves.sync(str(game.id), client=ada, limit=4, cursor=page.next_))
        moves += page.items
    return moves


def race_log(ada: AuthenticatedClient, bob: AuthenticatedClient) -> list[str]:
    race = good(create_race.sync(client=ada, body=RaceRequest(capacity=2, visibility="private", start="full")))
    joined = good(join_race.sync(str(race.id), client=bob, body=Join(code=race.join_code or UNSET)))
    log = good(list_race_events.sync(str(joined.id), client=bob, after=0))
    return [event.event for event in log.items]


def main(address: str, server_seed: str) -> None:
    ada, bob = guest(address, "Ada"), guest(address, "Bob")
    game = whole_game(ada)
    found = {
        "status": game.status,
        "flips": game.flips,
        "repeated": repeated_step(ada),
        "decision": watch_decision(ada, server_seed),
        "problem": problem(ada, game),
        "listed": len(listed(ada, game)),
        "log": race_log(ada, bob),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
