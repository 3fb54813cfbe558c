"""Ended ranked games with everything in them that a game can have, played until only their results are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.api.exercises import a_wrong_pile, forward, turn
from tests.api.racing import asked

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.api.client import Client, Json

DECIDED = "watch", "watch_fork", "big_clock_watch"
"""The variants that ask for something."""


def played(client: Client, variant: str, deal: Json | None = None) -> str:
    """A game, with a decision or a restart where the variant has such: dealt until it comes to that."""
    for _ in range(100):
        game, decided = client.deal(variant=variant, deal=deal or {"kind": "random", "client_seed": "ü"}), False
        while game["result"] is None:
            waits = game["status"] != "in_progress"
            game = forward(client, game) if waits else turn(client, game, "autoplay", {"until": "decision"})["game"]
            decided |= waits
        if deal or ((decided or variant not in DECIDED) and (game["restarts"] or variant != "perpetual")):
            return str(game["id"])
    raise AssertionError("no such game in a hundred deals")


def placed(client: Client, variant: str = "standard", deal: Json | None = None) -> str:
    """A game in placement mode in which each tenth card was taken to a wrong pile first."""
    game = client.deal(variant=variant, mode="placement", deal=deal or {"kind": "random"})
    while game["result"] is None:
        if game["flips"] % 10 == 1 and game["status"] == "in_progress":
            assert not turn(client, game, "step", {"pile": a_wrong_pile(game)})["accepted"]
        game = forward(client, game)
    assert game["placement_errors"] > 0
    return str(game["id"])


def questions(owner: Client, others: tuple[Client, ...], game_id: str) -> list[tuple[Client, str]]:
    """Whatever a result alone has to answer: for the owner, and for everyone else."""
    path = f"/v1/games/{game_id}"
    own = [path, f"{path}/moves?limit=100", f"{path}/moves?limit=7&narrate=en", f"{path}/reading", f"{path}/proof"]
    return [
        *((owner, what) for what in own),
        *((who, f"{path}/proof") for who in others),
        (others[0], f"/v1/players/{owner.player_id}/results?limit=100"),
    ]


def answers(asks: list[tuple[Client, str]]) -> list[tuple[int, bytes, str | None]]:
    return [said(who.get(what)) for who, what in asks]


def said(answer: TestResponse) -> tuple[int, bytes, str | None]:
    """The status, every byte of the body, and the tag."""
    return answer.status_code, answer.data, answer.headers.get("ETag")


def listed(client: Client) -> list[str]:
    """The ids in the list of one's own games."""
    return [game["id"] for game in asked(client.get("/v1/games?limit=100"))["items"]]
