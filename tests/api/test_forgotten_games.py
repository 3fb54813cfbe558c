"""Finished ranked games outlive the live store: state, moves, reading and proof are served from their results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import pytest

from service.api.context import EXTENSION
from service.game.rules import VARIANTS
from service.play.days import closes_at
from tests.api.client import slug
from tests.api.exercises import forget, settle
from tests.api.forgotten import answers, listed, placed, played, questions
from tests.api.recorded import service_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from service.config import Config
    from service.storage.postgres import Database
    from tests.api.client import Client

    Play = Callable[[Client], str]

DAILY = {"kind": "daily"}


def given_up(client: Client, variant: str) -> str:
    game_id = str(client.deal(variant=variant)["id"])
    client.post(f"/v1/games/{game_id}/step")
    client.delete(f"/v1/games/{game_id}")
    return game_id


PLAYS: dict[str, Play] = {
    **{f"{variant} played": partial(played, variant=variant) for variant in VARIANTS},
    **{f"{variant} given up": partial(given_up, variant=variant) for variant in VARIANTS},
    **{f"{variant} placed": partial(placed, variant=variant) for variant in VARIANTS},
}


@pytest.mark.parametrize("play", PLAYS)
def test_a_recorded_game_is_served_byte_for_byte_when_the_live_store_has_forgotten_it(
    ada: Client, stranger: Client, bob: Client, config: Config, database: Database, play: str
) -> None:
    other, game_id = ada.deal()["id"], PLAYS[play](ada)
    settle(config, database)
    asks = questions(ada, (stranger, bob), game_id)
    before, known = answers(asks), listed(ada)
    forget(config, game_id)
    assert [status for status, *_ in before] == [200] * len(asks)
    assert answers(asks) == before
    for path_of_hers in (f"/v1/games/{game_id}{what}" for what in ("", "/moves", "/reading")):
        assert slug(bob.get(path_of_hers)) == "not-found"
    assert listed(ada) == [one for one in known if one != game_id]
    assert other in known


@pytest.mark.parametrize("play", [played, placed])
def test_a_daily_game_that_was_forgotten_keeps_its_secret_as_long_as_one_that_was_not(
    app: Flask,
    ada: Client,
    stranger: Client,
    bob: Client,
    config: Config,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[..., str],
) -> None:
    service, game_id = service_of(app), play(ada, "twelve_start", deal=DAILY)
    closing = closes_at(date.fromisoformat(stranger.get("/v1/daily").get_json()["day"]))
    settle(config, database)
    asks = questions(ada, (stranger, bob), game_id)

    def told() -> list[list[tuple[int, bytes, str | None]]]:
        found = []
        for instant in (closing - 1, closing):
            monkeypatch.setitem(app.extensions, EXTENSION, replace(service, now=lambda at=instant: at))
            found.append(answers(asks))
        return found

    before = told()
    forget(config, game_id)
    secret, opened = told()
    assert opened == before[1]
    # A problem names its request, so that of two no more than their kind is the same.
    assert [one for one in secret if one[0] == 200] == [one for one in before[0] if one[0] == 200]
    for found in (secret, before[0]):
        assert [status for status, *_ in found] == [409 if what.endswith("/proof") else 200 for _, what in asks]
    assert [status for status, *_ in opened] == [200] * len(asks)


def test_a_daily_game_given_up_is_told_with_as_little_when_it_was_forgotten(
    ada: Client, config: Config, database: Database
) -> None:
    game_id = str(ada.deal(deal=DAILY, variant="big_clock")["id"])
    ada.delete(f"/v1/games/{game_id}")
    settle(config, database)
    asks = [one for one in questions(ada, (ada,), game_id) if not one[1].endswith("/proof")]
    before = answers(asks)
    forget(config, game_id)
    assert answers(asks) == before
    result = ada.get(f"/v1/games/{game_id}").get_json()["result"]
    assert (result["outcome"], result["luck"]) == ("abandoned", None)


def test_an_erased_players_proof_stays_public(
    ada: Client, stranger: Client, config: Config, database: Database
) -> None:
    game_id = ada.deal()["id"]
    ada.finish(game_id)
    settle(config, database)
    before = stranger.get(f"/v1/games/{game_id}/proof")
    assert ada.delete("/v1/players/me").status_code == 204
    after = stranger.get(f"/v1/games/{game_id}/proof")
    assert (after.status_code, after.data) == (200, before.data)
    assert ada.player_id not in after.get_data(as_text=True)
