"""The fortune-teller reads finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.content.languages import languages
from service.game.rules import VARIANTS
from tests.api.client import slug
from tests.api.exercises import forget, settle

if TYPE_CHECKING:
    from service.config import Config
    from service.storage.postgres import Database
    from tests.api.client import Client


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_finished_game_is_read_and_always_the_same(ada: Client, variant: str) -> None:
    game = ada.finish(ada.deal(variant=variant)["id"])
    path = f"/v1/games/{game['id']}/reading"
    first, again = ada.get(path), ada.get(f"{path}?lang=en")
    assert (first.status_code, first.data, first.headers["Content-Language"]) == (200, again.data, "en")
    told = first.get_json()
    assert (told["lang"], told["omen"] == "good") == ("en", game["status"] in ("won", "completed"))
    assert told["text"]


def test_a_game_given_up_bodes_nothing(ada: Client) -> None:
    game = ada.deal()
    ada.delete(f"/v1/games/{game['id']}")
    assert ada.get(f"/v1/games/{game['id']}/reading").get_json()["omen"] == "none"


@pytest.mark.parametrize("practice", [False, True])
def test_a_game_is_not_read_before_its_end(ada: Client, practice: bool) -> None:
    game = ada.deal(practice=practice)
    answer = ada.get(f"/v1/games/{game['id']}/reading")
    assert (answer.status_code, slug(answer)) == (409, "game-not-over")


def test_a_game_is_read_when_the_live_store_has_forgotten_it(ada: Client, config: Config, database: Database) -> None:
    path = f"/v1/games/{ada.deal()['id']}"
    ada.finish(path.rpartition("/")[2])
    settle(config, database)
    before = ada.get(f"{path}/reading")
    forget(config, path.rpartition("/")[2])
    after = ada.get(f"{path}/reading")
    assert (after.status_code, after.data) == (200, before.data)


def test_hints_and_readings_are_told_in_every_language(ada: Client) -> None:
    path = f"/v1/games/{ada.deal(practice=True)['id']}"
    hints = {lang: ada.get(f"{path}/hint?lang={lang}") for lang in languages()}
    ada.post(f"{path}/autoplay")
    told = {lang: ada.get(f"{path}/reading?lang={lang}") for lang in languages()}
    assert [answer.headers["Content-Language"] for answer in (*hints.values(), *told.values())] == [*languages()] * 2
    assert len({answer.get_json()["why"] for answer in hints.values()}) == len(languages()) > 1
    assert len({answer.get_json()["text"] for answer in told.values()}) == len(languages())
    assert [answer.get_json()["lang"] for answer in told.values()] == [*languages()]


@pytest.mark.parametrize("action", ["hint", "reading"])
@pytest.mark.parametrize("query", ["lang=xx", "lang=", "lang=en&lang=en", "tongue=en"])
def test_a_language_that_there_is_not_is_refused(ada: Client, action: str, query: str) -> None:
    game = ada.deal(practice=True)
    if action == "reading":
        ada.finish(game["id"])
    answer = ada.get(f"/v1/games/{game['id']}/{action}?{query}")
    assert (answer.status_code, slug(answer)) == (422, "invalid-request")
