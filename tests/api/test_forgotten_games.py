"""Finished ranked games outlive the live store: state, moves and proof are served from their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.api.client import slug
from tests.api.exercises import forget, settle

if TYPE_CHECKING:
    from service.config import Config
    from service.storage.postgres import Database
    from tests.api.client import Client


@pytest.mark.parametrize("given_up", [False, True])
@pytest.mark.parametrize("variant", ["standard", "big_clock", "twelve_start"])
def test_a_recorded_game_is_served_byte_for_byte_when_the_live_store_has_forgotten_it(
    ada: Client, stranger: Client, bob: Client, config: Config, database: Database, variant: str, given_up: bool
) -> None:
    game_id = ada.deal(variant=variant, deal={"kind": "random", "client_seed": "ü"})["id"]
    path = f"/v1/games/{game_id}"
    ada.post(f"{path}/step")
    ada.delete(path) if given_up else ada.finish(game_id)
    settle(config, database)
    proofs = [(who, f"{path}/proof") for who in (ada, bob, stranger)]
    questions = [(ada, path), (ada, f"{path}/moves?limit=100"), *proofs]
    before = [who.get(what) for who, what in questions]
    forget(config, game_id)
    after = [who.get(what) for who, what in questions]
    assert [answer.status_code for answer in after] == [200] * 5
    assert [answer.data for answer in after] == [answer.data for answer in before]
    assert [answer.headers.get("ETag") for answer in after] == [answer.headers.get("ETag") for answer in before]
    for path_of_hers in (path, f"{path}/moves"):
        assert slug(bob.get(path_of_hers)) == "not-found"


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
