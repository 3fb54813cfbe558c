"""The seeds of races, as the page holds them against the proofs of their games."""

from __future__ import annotations

import pytest

from service.api.printing.proofs import print_proof
from service.api.printing.races import print_race
from tests.raced import run
from tests.web.trusting import failed, states, trusted


def test_the_seeds_of_racers_are_joined_as_the_documentation_says() -> None:
    digest = "ef94009eb91615d7362bf9afab962bdc26dba8f2111be1f02b4ecd30a14d8739"
    assert trusted(["sharedSeed", ["", "b", "c"]], ["sharedSeed", [None, "b", "c"]]) == [digest, digest]


RACERS = [f"0190c0de-0000-7000-8000-0000000000{number:02x}" for number in range(3)]


@pytest.mark.parametrize("decks", ["own", "shared"])
@pytest.mark.parametrize("variant", ["standard", "big_clock"])
def test_the_games_of_a_race_are_verified_with_its_seeds(decks: str, variant: str) -> None:
    raced = run(*RACERS, decks=decks, variant=variant)
    shown = print_race(raced.race, raced.race.ended_at or 0)
    asked = [["verify", print_proof(game), {"race": shown, "gameId": game.id}] for game in raced.games]
    asked += [["verify", print_proof(game), {"race": shown}] for game in raced.games]
    for found in trusted(*asked):
        assert found["verdict"] == "verified", found["checks"]
        assert states(found)["race"] == "passed"


@pytest.mark.parametrize("decks", ["own", "shared"])
def test_a_race_that_promised_something_else_is_found_out(decks: str) -> None:
    raced = run(*RACERS, decks=decks)
    shown = print_race(raced.race, raced.race.ended_at or 0)
    first, *others = shown["entries"]
    game = raced.games[0]
    races = [
        shown | {"commitments": ["00" * 32 for _ in shown["commitments"]]},
        shown | {"entries": [first | {"client_seed": "other"}, *others]},
        shown | {"entries": [first | {"game_id": raced.games[1].id[:-4] + "ffff"}, *others]},
        shown | {"status": "running"},
        shown | {"entries": None},
        {},
    ]
    for found in trusted(*(["verify", print_proof(game), {"race": race, "gameId": game.id}] for race in races)):
        assert failed(found) == ["race"]


def test_a_game_of_one_seat_does_not_pass_for_that_of_another() -> None:
    raced = run(*RACERS, decks="own")
    shown = print_race(raced.race, raced.race.ended_at or 0)
    (found,) = trusted(["verify", print_proof(raced.games[0]), {"race": shown, "gameId": raced.games[1].id}])
    assert failed(found) == ["race"]


def test_a_race_that_is_not_shown_is_said_to_be_left_out() -> None:
    raced = run(*RACERS, decks="own")
    (found,) = trusted(["verify", print_proof(raced.games[0]), {"raced": True}])
    assert found["verdict"] == "verified"
    assert states(found)["race"] == "skipped"


def test_the_own_seed_that_a_race_tells_is_held_against_the_one_that_was_sent() -> None:
    raced = run(*RACERS, decks="own")
    shown = print_race(raced.race, raced.race.ended_at or 0)
    mine = shown["entries"][1]
    known = {"race": shown, "gameId": raced.games[0].id, "me": mine["player"]["id"]}
    kept, exchanged = trusted(
        *(
            ["verify", print_proof(raced.games[0]), known | {"seeds": ["an earlier one", seed]}]
            for seed in (mine["client_seed"], "another")
        )
    )
    assert states(kept)["race"] == "passed"
    assert failed(exchanged) == ["race"]
