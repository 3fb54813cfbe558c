"""What stays of a race once it is over, over HTTP and on the real stores: boards, statistics, lists and proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.identity import new_id
from service.storage.postgres import Database
from tests.api.client import Client, slug
from tests.api.exercises import forget, settle
from tests.api.racing import Racing, asked, race_of
from tests.api.recorded import record, service_of
from tests.raced import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from service.config import Config
    from tests.api.client import Json
    from tests.api.contract import Contract

OWN = {"race_id", "racers"}


@pytest.fixture(scope="module")
def racers(app: Flask, contract: Contract) -> tuple[Client, Client]:
    ada, bob = (Client(app, contract).registered(name) for name in ("Ada", "Bob"))
    return ada, bob


@pytest.fixture(scope="module")
def settled(config: Config) -> Iterator[Database]:
    database = Database(config.database_url, timeout_ms=3000)
    yield database
    database.close()


@pytest.fixture(scope="module")
def over(racers: tuple[Client, Client], config: Config, settled: Database) -> Racing:
    """A private race that the first racer played out and the second gave up after a card; the results are stored."""
    ada, bob = racers
    race = race_of(ada, bob, variant="twelve_start", decks="shared", visibility="private").running()
    race.move(bob)
    race.play_out(ada)
    race.act(bob, "forfeit")
    settle(config, settled)
    return race


def races_of(player: Client, by: Client, query: str = "") -> Json:
    return asked(by.get(f"/v1/players/{player.player_id}/races{query}"))


def statistics(player: Client, by: Client) -> Json:
    found: Json = asked(by.get(f"/v1/players/{player.player_id}"))["statistics"]
    return found


def standing(board: str, player: Client, by: Client) -> Json:
    """The player's row of all time."""
    path = f"/v1/leaderboards/{board}/around/{player.player_id}?variant=twelve_start"
    return next(row for row in asked(by.get(path))["items"] if row["player"]["id"] == player.player_id)


def test_a_race_is_in_the_lists_of_its_racers_as_they_saw_it_end(
    over: Racing, racers: tuple[Client, Client], stranger: Client
) -> None:
    seen = over.seen()
    for racer, entry in zip(racers, seen["entries"], strict=True):
        (item,) = races_of(racer, stranger)["items"]
        own = item.pop("entry")
        assert (item["race_id"], item["racers"]) == (over.id, 2)
        assert {name: seen[name] for name in item.keys() - OWN} == {name: item[name] for name in item.keys() - OWN}
        assert {name: entry[name] for name in own.keys() - {"won"}} == {
            name: own[name] for name in own.keys() - {"won"}
        }
        assert own["won"] == (entry["place"] == 1) == (racer is over.host)


def test_who_has_won_is_told_by_boards_and_profiles(
    over: Racing, racers: tuple[Client, Client], stranger: Client
) -> None:
    ada, bob = racers
    game = asked(ada.get(f"/v1/games/{over.game_id(ada)}"))
    for board, value in (("sprint_wins", 1), ("sprint_pace", game["result"]["ms_per_placement"])):
        row = standing(board, ada, stranger)
        assert (row["value"], row["game_id"]) == (value, game["id"])
        answer = stranger.get(f"/v1/leaderboards/{board}/places/{bob.player_id}?variant=twelve_start")
        assert slug(answer) == "not-ranked"
    assert slug(stranger.get(f"/v1/leaderboards/score/places/{ada.player_id}?variant=twelve_start")) == "not-ranked"
    assert [statistics(racer, stranger)["races"] for racer in racers] == [
        {"run": 1, "won": 1},
        {"run": 1, "won": 0},
    ]
    (part,) = statistics(ada, stranger)["variants"]
    assert (part["variant"], part["dealt"], part["win_rate"]) == ("twelve_start", 0, None)
    assert {best["board"]: best["game_id"] for best in part["bests"]} == dict.fromkeys(
        ("sprint_wins", "sprint_pace"), game["id"]
    )
    assert statistics(bob, stranger)["variants"] == []


def test_the_games_are_among_the_results_of_their_racers(
    over: Racing, racers: tuple[Client, Client], stranger: Client
) -> None:
    for racer, outcome in zip(racers, ({"won", "lost"}, {"abandoned"}), strict=True):
        (result,) = asked(stranger.get(f"/v1/players/{racer.player_id}/results"))["items"]
        assert (result["game_id"], result["deal_kind"]) == (over.game_id(racer), "race")
        assert result["result"]["outcome"] in outcome


def test_an_export_holds_the_races(over: Racing, stranger: Client) -> None:
    exported = asked(over.host.get("/v1/players/me/export"))
    assert exported["races"] == races_of(over.host, stranger)["items"]
    assert exported["statistics"]["races"] == {"run": 1, "won": 1}


def test_races_are_walked_through_newest_first(app: Flask, ada: Client, bob: Client, stranger: Client) -> None:
    runs = [run(ada.player_id, bob.player_id, number=number, forfeits=[bob.player_id]) for number in range(5)]
    races = [one.race for one in runs]
    service_of(app).results.record_races(races)
    found, query = [], "?limit=2"
    while query:
        page = races_of(ada, stranger, query)
        found += [item["race_id"] for item in page["items"]]
        query = page["next"] and f"?limit=2&cursor={page['next']}"
        assert not query or stranger.get(f"/v1/players/{bob.player_id}/races{query}").status_code == 422
    assert found == [race.id for race in sorted(races, key=lambda race: (race.ended_at, race.id), reverse=True)]
    record(ada, *(game for one in runs for game in one.games))
    assert statistics(ada, stranger)["races"] == {"run": 5, "won": 5}


def test_a_list_that_has_not_changed_is_not_sent_again(over: Racing, stranger: Client) -> None:
    path = f"/v1/players/{over.host.player_id}/races"
    tag = stranger.get(path).headers["ETag"]
    assert stranger.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_an_unknown_player_has_no_list_and_an_idle_one_an_empty_one(stranger: Client, ada: Client) -> None:
    answer = stranger.get(f"/v1/players/{new_id()}/races")
    assert (answer.status_code, slug(answer)) == (404, "not-found")
    assert races_of(ada, stranger) == {"items": [], "next": None}


def test_a_racers_game_is_served_byte_for_byte_when_the_live_store_has_forgotten_it(
    over: Racing, racers: tuple[Client, Client], stranger: Client, config: Config
) -> None:
    for racer in racers:
        path = f"/v1/games/{over.game_id(racer)}"
        questions = [(racer, path), (racer, f"{path}/moves?limit=100"), (racer, f"{path}/proof")]
        questions.append((stranger, f"{path}/proof"))
        before = [who.get(what) for who, what in questions]
        forget(config, path.rpartition("/")[2])
        after = [who.get(what) for who, what in questions]
        assert [answer.status_code for answer in after] == [200] * 4
        assert [answer.data for answer in after] == [answer.data for answer in before]
        assert [answer.headers.get("ETag") for answer in after] == [answer.headers.get("ETag") for answer in before]
