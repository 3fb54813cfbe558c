"""Public profiles over HTTP: what a player's ended ranked games come to."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from math import comb
from statistics import mean
from typing import TYPE_CHECKING

import pytest

from service.game.distributions import distribution
from service.game.rules import VARIANTS
from service.play.identity import new_id
from service.storage.postgres.tables import players
from tests.api.client import Client, slug
from tests.api.recorded import MINUTE, a_game_of, a_quiet_day, at, deal_number, record, service_of

if TYPE_CHECKING:
    from datetime import date

    from flask import Flask

    from service.play.record import GameRecord
    from tests.api.client import Json
    from tests.api.contract import Contract


@pytest.fixture
def day() -> date:
    return a_quiet_day()


def statistics(anyone: Client, player: Client) -> Json:
    answer = anyone.get(f"/v1/players/{player.player_id}")
    assert answer.status_code == 200
    found: Json = answer.get_json()["statistics"]
    return found


def of_variant(found: Json, variant: str = "standard") -> Json:
    wanted: Json = next(part for part in found["variants"] if part["variant"] == variant)
    return wanted


def games_of(player: Client, day: date, count: int, variant: str = "standard") -> list[GameRecord]:
    """Games with all the deals from the first on, every fifth of them given up."""
    return [
        a_game_of(player, at(day, number * MINUTE), number, variant=variant, abandoned=number % 5 == 4)
        for number in range(count)
    ]


def longest(games: list[GameRecord], *, cleared: bool) -> int:
    """The longest row of games that ended so, by a plain walk."""
    return max((len(list(row)) for won, row in groupby(games, is_cleared) if won == cleared), default=0)


def current(games: list[GameRecord], *, cleared: bool) -> int:
    rows = [(won, len(list(row))) for won, row in groupby(games, is_cleared)]
    return rows[-1][1] if rows[-1][0] == cleared else 0


def printed(exactly: Fraction) -> Json:
    """In lowest terms, beside the nearest double."""
    return {"numerator": exactly.numerator, "denominator": exactly.denominator, "value": float(exactly)}


def is_cleared(game: GameRecord) -> bool:
    return game.game.status == "won"


def percentile(deals: int, won: int) -> float:
    """100 (P(X < w) + P(X = w) / 2), X ~ Bin(n, 1/13), summed term by term."""
    chances = [Fraction(comb(deals, count) * 12 ** (deals - count), 13**deals) for count in range(won + 1)]
    return float(100 * (sum(chances[:-1]) + chances[-1] / 2))


def test_a_player_without_games_has_statistics_that_say_so(stranger: Client, ada: Client) -> None:
    assert statistics(stranger, ada) == {
        "dealt": 0,
        "finished": 0,
        "won": 0,
        "lost": 0,
        "completed": 0,
        "abandoned": 0,
        "cleared": 0,
        "win_rate": None,
        "luck": None,
        "races": {"run": 0, "won": 0},
        "variants": [],
    }


def test_statistics_are_what_can_be_counted_in_the_games(stranger: Client, ada: Client, day: date) -> None:
    games = games_of(ada, day, 60)
    record(ada, *games)
    found = statistics(stranger, ada)
    played = [game.game for game in games if not game.game.abandoned]
    part = of_variant(found)
    assert (found["dealt"], found["finished"], found["abandoned"]) == (60, 48, 12)
    assert found["won"] == sum(game.status == "won" for game in played) == found["cleared"]
    assert found["lost"] == sum(game.status == "lost" for game in played)
    assert 0 < found["won"] < found["finished"]
    assert found["completed"] == 0
    assert found["win_rate"] == printed(Fraction(found["won"], 60)) | {"exact": printed(Fraction(1, 13))}
    flips = mean(Fraction(game.flips) for game in played)
    assert part["mean_flips"] == printed(flips) | {"exact": printed(Fraction(212, 5))}
    assert part["hidden"] == {
        str(hidden): sum(game.hidden == hidden for game in played) for hidden in {game.hidden for game in played}
    }
    assert part["winning_streak"] == {
        "current": current(games, cleared=True),
        "longest": longest(games, cleared=True),
    }
    assert part["losing_streak"] == {
        "current": current(games, cleared=False),
        "longest": longest(games, cleared=False),
    }


def test_streaks_and_all_else_are_the_same_in_whatever_order_results_come(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    found = []
    for order in (slice(None), slice(None, None, -1), slice(None, None, 7)):
        player = Client(app, contract).registered()
        games = games_of(player, day, 60)
        for game in games[order]:
            record(player, game)
        record(player, *games)
        told = statistics(stranger, player)
        for best in told["variants"][0]["bests"]:
            del best["game_id"]
        found.append(told)
    assert found[0] == found[1] == found[2]
    assert found[0]["dealt"] == 60


def test_an_abandoned_game_ends_a_winning_streak(stranger: Client, ada: Client, day: date) -> None:
    won = deal_number(lambda game: game.status == "won")
    for minute, abandoned in enumerate((False, False, True, False)):
        record(ada, a_game_of(ada, at(day, minute * MINUTE), won, abandoned=abandoned))
    part = of_variant(statistics(stranger, ada))
    assert part["winning_streak"] == {"current": 1, "longest": 2}
    assert part["losing_streak"] == {"current": 0, "longest": 1}


def test_luck_counts_what_was_given_up_by_the_fate_of_its_deal(
    app: Flask, contract: Contract, stranger: Client, day: date
) -> None:
    found = []
    for every in (1, 2, 3):
        player = Client(app, contract).registered()
        games = [
            a_game_of(player, at(day, number * MINUTE), number, abandoned=number % every == 0) for number in range(60)
        ]
        record(player, *games)
        found.append(statistics(stranger, player)["luck"])
    won = sum(is_cleared(a_game_of(player, at(day), number)) for number in range(60))
    assert won > 0
    assert set(found) == {percentile(60, won)}


def test_variants_are_told_apart_and_added_up(stranger: Client, ada: Client, day: date) -> None:
    record(ada, *(game for variant in VARIANTS for game in games_of(ada, day, 10, variant)))
    found = statistics(stranger, ada)
    assert [part["variant"] for part in found["variants"]] == list(VARIANTS)
    for figure in ("dealt", "finished", "won", "lost", "completed", "abandoned", "cleared"):
        assert found[figure] == sum(part[figure] for part in found["variants"])
    assert {part["dealt"] for part in found["variants"]} == {10}
    for part in found["variants"]:
        assert part["win_rate"]["exact"] == printed(distribution(VARIANTS[part["variant"]]).win)
    mean_chance = sum((distribution(rules).win for rules in VARIANTS.values()), Fraction(0)) / len(VARIANTS)
    assert found["win_rate"]["exact"] == printed(mean_chance)
    perpetual = of_variant(found, "perpetual")
    assert (perpetual["completed"], perpetual["won"], perpetual["lost"]) == (8, 0, 0)
    assert perpetual["mean_flips"] == printed(Fraction(52)) | {"exact": printed(Fraction(52))}


def test_bests_are_the_players_rows_on_the_boards_of_all_time(stranger: Client, ada: Client, day: date) -> None:
    record(ada, *games_of(ada, day, 60))
    bests = of_variant(statistics(stranger, ada))["bests"]
    assert {best["board"] for best in bests} == {"score", "closest_call", "win_streak", "luck"}
    for best in bests:
        around = stranger.get(f"/v1/leaderboards/{best['board']}/around/{ada.player_id}").get_json()["items"]
        (row,) = [row for row in around if row["player"]["id"] == ada.player_id]
        assert {name: row[name] for name in ("value", "achieved_at", "game_id")} == {
            name: best[name] for name in ("value", "achieved_at", "game_id")
        }
        assert stranger.get(f"/v1/games/{best['game_id']}/proof").status_code == 200


def test_a_banned_player_keeps_statistics_and_has_no_bests_until_the_ban_ends(
    stranger: Client, ada: Client, day: date
) -> None:
    record(ada, *games_of(ada, day, 25), *games_of(ada, day, 5, "watch"))
    before = statistics(stranger, ada)
    assert all(part["bests"] for part in before["variants"])
    service_of(ada.app).players.ban(ada.player_id)
    meanwhile = before | {"variants": [part | {"bests": []} for part in before["variants"]]}
    assert statistics(stranger, ada) == meanwhile
    assert ada.get("/v1/players/me/export").get_json()["statistics"] == meanwhile
    service_of(ada.app).players.unban(ada.player_id)
    assert statistics(stranger, ada) == before


def test_an_export_holds_the_statistics(stranger: Client, ada: Client, day: date) -> None:
    record(ada, *games_of(ada, day, 5))
    assert ada.get("/v1/players/me/export").get_json()["statistics"] == statistics(stranger, ada)


def test_an_export_holds_all_that_is_stored_of_the_account_but_the_digest_of_its_secret(ada: Client) -> None:
    """Nor when it is erased: nobody who is can ask."""
    stored = {column.name for column in players.c} - {"secret_digest", "erased_at"}
    account = ada.get("/v1/players/me").get_json()
    exported = ada.get("/v1/players/me/export").get_json()["player"]
    assert exported.keys() == stored
    assert exported | account == exported


def test_an_export_says_since_when_its_player_is_banned_and_the_profile_does_not(
    stranger: Client, ada: Client
) -> None:
    def banned_at() -> str | None:
        since: str | None = ada.get("/v1/players/me/export").get_json()["player"]["banned_at"]
        return since

    assert banned_at() is None
    service_of(ada.app).players.ban(ada.player_id)
    since = banned_at()
    assert since is not None
    assert since >= ada.get("/v1/players/me").get_json()["created_at"]
    service_of(ada.app).players.ban(ada.player_id)
    assert banned_at() == since
    assert "banned_at" not in stranger.get(f"/v1/players/{ada.player_id}").get_json()
    service_of(ada.app).players.unban(ada.player_id)
    assert banned_at() is None


def test_an_erased_or_unknown_player_has_no_profile(stranger: Client, ada: Client, day: date) -> None:
    record(ada, *games_of(ada, day, 3))
    assert ada.delete("/v1/players/me").status_code == 204
    for player in (ada.player_id, new_id()):
        answer = stranger.get(f"/v1/players/{player}")
        assert (answer.status_code, slug(answer)) == (404, "not-found")
