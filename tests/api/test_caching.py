"""What may be kept, for how long, and how a caller learns that it has the current answer already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.api.client import Client

PEOPLE = {"Accept": "text/html"}
PUBLIC = [
    ("/", {}),
    ("/problems", {}),
    ("/problems/not-found", {}),
    ("/problems/not-found", PEOPLE),
    ("/v1/openapi.json", {}),
    ("/v1/players/{player}", {}),
    ("/v1/players/{player}/results", {}),
    ("/v1/games/{game}/proof", {}),
    ("/v1/daily", {}),
    ("/v1/leaderboards", {}),
    ("/v1/leaderboards/score", {}),
    ("/v1/fairness", {}),
    ("/docs/index.css", {}),
]


@pytest.mark.parametrize(("path", "accept"), PUBLIC)
def test_what_everyone_may_fetch_may_be_kept(
    ada: Client, stranger: Client, path: str, accept: dict[str, str]
) -> None:
    path = path.format(player=ada.player_id, game=ada.finish(ada.deal()["id"])["id"])
    first = stranger.get(path, headers=accept)
    again = stranger.get(path, headers=accept | {"If-None-Match": f'"x", {first.headers["ETag"]}'})
    assert (first.status_code, again.status_code, again.get_data()) == (200, 304, b"")
    assert first.headers["Cache-Control"].startswith("public, max-age=")
    for name in ("ETag", "Cache-Control", "Content-Security-Policy", "Vary"):
        assert first.headers.get(name) == again.headers.get(name)


@pytest.mark.parametrize(("path", "accept"), PUBLIC)
def test_conditions_that_mean_nothing_to_a_fetch_are_passed_over(
    ada: Client, stranger: Client, path: str, accept: dict[str, str]
) -> None:
    path = path.format(player=ada.player_id, game=ada.finish(ada.deal()["id"])["id"])
    ranges = [{"Range": "bytes=0-1"}, {"Range": "bytes=999999999-"}]
    for condition in (*ranges, {"If-Match": '"x"'}, {"If-None-Match": '"x"'}):
        assert stranger.get(path, headers=accept | condition).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/docs"])
def test_what_is_true_for_the_moment_is_not_kept(stranger: Client, path: str) -> None:
    assert stranger.get(path).headers["Cache-Control"] == "no-store"


def test_people_and_programs_are_not_given_each_others_page(stranger: Client) -> None:
    tags = {stranger.get("/problems/not-found", headers=accept).headers["ETag"] for accept in (PEOPLE, {})}
    assert len(tags) == 2
