"""What boards should show: a crowd of players with games, and its rows by a plain sort."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tests.api.client import Client
from tests.api.recorded import MINUTE, SECOND, a_game_of, at, record, score

if TYPE_CHECKING:
    from datetime import date

    from flask import Flask

    from service.play.record import GameRecord
    from tests.api.client import Json
    from tests.api.contract import Contract


BOARDS = {
    "score", "fastest_clear", "closest_call", "fewest_restarts", "win_streak", "luck", "sprint_wins", "sprint_pace",
    "daily",
}  # fmt: skip


TIED = [3, 1, 2, 1, 4, 1, 2, 5]
"""Deals of a small crowd: some have the same, and so the same score."""


def top(client: Client, board: str, day: date, query: str = "") -> list[Json]:
    """The first rows of a day's board."""
    answer = client.get(f"/v1/leaderboards/{board}?period=day&at={day}{query}")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    rows: list[Json] = answer.get_json()["items"]
    return rows


def crowd(app: Flask, contract: Contract, day: date, numbers: list[int]) -> list[tuple[Client, GameRecord]]:
    """Players with a game each on that day, one a minute, with these deals."""
    players = [Client(app, contract).registered(f"P{place}") for place in range(len(numbers))]
    played = [
        (player, a_game_of(player, at(day, (minute + 1) * MINUTE), number, elapsed_ms=SECOND))
        for minute, (player, number) in enumerate(zip(players, numbers, strict=True))
    ]
    record(players[0], *(game for _, game in played))
    return played


def expected(played: list[tuple[Client, GameRecord]]) -> list[Json]:
    """The rows of the board `score`, by a plain sort."""
    rows: list[Json] = []
    ordered = sorted(played, key=lambda pair: (-score(pair[1]), pair[1].updated_at, pair[0].player_id))
    for value, group in groupby(ordered, key=lambda pair: score(pair[1])):
        place = len(rows) + 1
        for player, game in group:
            rows.append({"place": place, "player": player.player_id, "value": value, "game_id": game.id})
    return rows


def brief(rows: list[Json]) -> list[Json]:
    return [
        {"place": row["place"], "player": row["player"]["id"], "value": row["value"], "game_id": row["game_id"]}
        for row in rows
    ]
