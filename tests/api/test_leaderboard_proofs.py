"""Every row of every board names a game whose proof anyone can fetch, and its value follows from what is proved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING

import pytest

from service.api.context import EXTENSION
from service.game.ledger import ledger, unbroken_runs
from service.play.boards import BOARDS
from service.play.days import closes_at
from tests.api.client import Client, slug
from tests.api.proved import Proved, proved
from tests.api.racing import asked
from tests.api.ranking import top
from tests.api.recorded import HOUR, MINUTE, SECOND, a_game_of, a_quiet_day, at, deal_number, record, service_of
from tests.raced import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from flask import Flask

    from service.play.record import GameRecord
    from tests.api.client import Json
    from tests.api.contract import Contract

PLAYED = ("standard", "watch_fork", "big_clock", "perpetual")
RACED = ("standard", "big_clock", "perpetual")


@dataclass(frozen=True)
class Scene:
    """A day on which two players, each with everything to show, stand on every board."""

    stranger: Client
    day: date
    known: dict[str, list[Json]] = field(default_factory=dict)
    replayed: dict[str, Proved] = field(default_factory=dict)

    def rows(self, board: str, variant: str) -> list[Json]:
        return top(self.stranger, board, self.day, f"&variant={variant}")

    def listed(self, row: Json, what: str) -> list[Json]:
        """The results or races of a row's player, oldest first."""
        path = f"/v1/players/{row['player']['id']}/{what}?limit=100"
        if path not in self.known:
            page = asked(self.stranger.get(path))
            assert page["next"] is None
            self.known[path] = page["items"][::-1]
        return self.known[path]

    def proved(self, row: Json, variant: str, *, raced: bool = False) -> list[Proved]:
        """All games of a row's player that count on boards of the variant, oldest first."""
        results = [one for one in self.listed(row, "results") if one["variant"] == variant]
        return [self.once(one) for one in results if (one["deal_kind"] == "race") == raced]

    def once(self, result: Json) -> Proved:
        """The same, replayed when it is first asked for."""
        game_id: str = result["game_id"]
        if game_id not in self.replayed:
            self.replayed[game_id] = proved(self.stranger, result)
        return self.replayed[game_id]


@pytest.fixture(scope="module")
def scene(app: Flask, contract: Contract) -> Scene:
    stranger, day = Client(app, contract), a_quiet_day()
    ada, bob = stranger.registered("Ada"), stranger.registered("Bob")
    for pace, player in enumerate((ada, bob), 1):
        record(player, *(game for variant in PLAYED for game in games_of(player, day, variant, pace)))
    runs = [
        run(ada.player_id, bob.player_id, number=number, at=at(day, (12 + number) * HOUR), variant=variant)
        for variant in RACED
        for number in range(3)
    ]
    service_of(app).results.record_races([one.race for one in runs])
    record(ada, *(game for one in runs for game in one.games))
    return Scene(stranger, day)


def games_of(player: Client, day: date, variant: str, pace: int) -> list[GameRecord]:
    """Games won, lost, given up, and of the day's deal, of which the last is the player's fastest."""
    good = deal_number(lambda game: game.status in ("won", "completed") and not game.restarts, variant)
    bad = deal_number(lambda game: game.status == "lost" or game.restarts > 0, variant)
    numbers = [bad, good, good, *range(bad + 1, bad + 17), good]
    games = [
        a_game_of(
            player,
            at(day, HOUR + place * MINUTE),
            number,
            variant=variant,
            mode="placement" if place % 2 else "reveal",
            elapsed_ms=(pace + place) * 10 * SECOND,
        )
        for place, number in enumerate(numbers)
    ]
    given_up = a_game_of(player, at(day, 2 * HOUR), bad, variant=variant, abandoned=True)
    daily = a_game_of(player, at(day, 3 * HOUR), bad, variant=variant, mode="placement", elapsed_ms=pace, day=day)
    return [*games, given_up, daily]


@pytest.fixture
def opened(scene: Scene, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """The same scene seen from when the day's deals may be told."""
    service = replace(service_of(app), now=lambda: closes_at(scene.day))
    monkeypatch.setitem(app.extensions, EXTENSION, service)
    return scene


def best(values: list[tuple[float, Proved]], *, most: bool = False) -> tuple[float, str]:
    """The best value, and of the games that have it the one that ended first."""
    order = sorted(
        values, key=lambda pair: (-pair[0] if most else pair[0], pair[1].result["finished_at"], pair[1].id)
    )
    return order[0][0], order[0][1].id


def score(games: list[Proved]) -> tuple[float, str]:
    totals = []
    for one in games:
        figures = ledger(one.game, unbroken_runs(one.game), one.ms if one.placed else None)
        totals += [(float(figures.total), one)] if figures else []
    return best(totals, most=True)


def fastest_clear(games: list[Proved]) -> tuple[float, str]:
    return best([(one.ms, one) for one in games if one.placed and one.game.status == "won"])


def closest_call(games: list[Proved]) -> tuple[float, str]:
    return best([(one.game.hidden, one) for one in games if one.game.status == "lost"])


def fewest_restarts(games: list[Proved]) -> tuple[float, str]:
    return best([(one.game.restarts, one) for one in games if one.game.status == "completed"])


def win_streak(games: list[Proved]) -> tuple[float, str]:
    runs = [list(some) for cleared, some in groupby(games, key=lambda one: one.cleared) if cleared]
    longest = max(runs, key=len)
    return len(longest), longest[-1].id


def luck(games: list[Proved]) -> tuple[float, str]:
    n, won = len(games), sum(one.fated for one in games)
    parts = [comb(n, k) * 12 ** (n - k) for k in range(won + 1)]
    assert n >= 20
    return 100 * (2 * sum(parts[:-1]) + parts[-1]) / (2 * 13**n), games[-1].id


def daily(games: list[Proved]) -> tuple[float, str]:
    (one,) = (one for one in games if one.result["deal_kind"] == "daily")
    return one.ms, one.id


def sprint_pace(games: list[Proved]) -> tuple[float, str]:
    return best([(one.ms / len(one.game.set_flips), one) for one in games if one.game.status != "abandoned"])


VALUES: dict[str, Callable[[list[Proved]], tuple[float, str]]] = {
    "score": score,
    "fastest_clear": fastest_clear,
    "closest_call": closest_call,
    "fewest_restarts": fewest_restarts,
    "win_streak": win_streak,
    "luck": luck,
    "daily": daily,
    "sprint_pace": sprint_pace,
}


@pytest.mark.parametrize("board", VALUES)
def test_what_a_row_shows_follows_from_the_proofs_of_its_players_games(opened: Scene, board: str) -> None:
    raced = board == "sprint_pace"
    for variant in set(BOARDS[board].variants) & set(RACED if raced else PLAYED):
        rows = opened.rows(board, variant)
        assert len({row["player"]["id"] for row in rows}) == 2, variant
        for row in rows:
            games = opened.proved(row, variant, raced=raced)
            assert (row["value"], row["game_id"]) == VALUES[board](games), variant


@pytest.mark.parametrize("variant", RACED)
def test_races_won_are_those_in_which_nobodys_proof_leads_to_an_earlier_end(opened: Scene, variant: str) -> None:
    rows = opened.rows("sprint_wins", variant)
    assert sum(row["value"] for row in rows) >= 3
    for row in rows:
        won = [one for one in opened.listed(row, "races") if one["variant"] == variant and one["entry"]["won"]]
        games = {one.id: one for one in opened.proved(row, variant, raced=True)}
        assert (row["value"], row["game_id"]) == (len(won), won[-1]["entry"]["game_id"])
        for one in won:
            mine, entry = games[one["entry"]["game_id"]], one["entry"]
            assert (entry["revealed"], entry["place"]) == (mine.game.flips, 1)
            assert mine.ms == entry["time_ms"]


def test_the_boards_of_the_scene_are_all_that_there_are() -> None:
    assert {*VALUES, "sprint_wins"} == BOARDS.keys()


def test_a_row_of_the_daily_board_is_proved_only_once_the_day_has_closed(
    scene: Scene, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = scene.rows("daily", "standard")[0]
    for instant, status in ((closes_at(scene.day) - 1, 409), (closes_at(scene.day), 200)):
        monkeypatch.setitem(app.extensions, EXTENSION, replace(service_of(app), now=lambda at=instant: at))
        answer = scene.stranger.get(f"/v1/games/{row['game_id']}/proof")
        assert answer.status_code == status
        assert status == 200 or slug(answer) == "game-not-over"
