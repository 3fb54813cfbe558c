"""The front end that docs/integrate.md builds in ten minutes, shown from an address of its own as a stranger's is."""

from __future__ import annotations

import functools
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page, Request, Route

    from tests.e2e.running import Up
    from tests.web.browsing import Browsing
    from tests.web.complaints import Complaints

DOC = (Path(__file__).parents[2] / "docs/integrate.md").read_text().split("\n## ")[1]
"""The section that builds it."""
OVER = re.compile(r"The game is (won|lost|completed)")


class Files(SimpleHTTPRequestHandler):
    """As `python3 -m http.server`, but silent."""

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the stranger serves the two files from."""
    folder = tmp_path_factory.mktemp("front")
    for name, language in (("clock.html", "html"), ("clock.js", "js")):
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
        (folder / name).write_text("\n".join(blocks))
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def front(page: Page, served: str, address: str, complaints: Complaints) -> Page:
    complaints.expect(f"^foreign: GET {served}/|^console: .*404 .*favicon.ico")
    return opened(page, served, address)


def opened(page: Page, served: str, address: str) -> Page:
    page.goto(f"{served}/clock.html?api={address}")
    expect(page.get_by_label("Variant")).to_have_value("standard")
    return page


def dealt(page: Page, variant: str = "standard", *, placing: bool = False) -> Locator:
    """Deal a game; the button for its next step."""
    page.get_by_label("Variant").select_option(variant)
    page.get_by_label("I place the cards myself").set_checked(placing)
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("#hand")).to_contain_text("Cards turned: 1.")
    return page.get_by_role("button", name="Turn a card")


def said(page: Page) -> Locator:
    return page.get_by_role("status")


def play(page: Page) -> None:
    """Do the first thing that can be done until there is none."""
    for _ in range(400):
        if OVER.search(said(page).inner_text()):
            return
        with page.expect_response(re.compile(r"/v1/games/.*/(step|reprieve|fork)$")):
            page.locator("#buttons button").first.click()
        expect(page.locator("#buttons")).not_to_have_attribute("inert", "")
    pytest.fail("a game without an end")


@pytest.mark.parametrize("variant", ["standard", "watch_fork"])
def test_it_plays_a_game_to_its_end(front: Page, variant: str) -> None:
    dealt(front, variant)
    play(front)
    expect(said(front)).to_contain_text("cards stayed hidden")


def test_a_card_on_a_wrong_pile_is_explained(front: Page) -> None:
    dealt(front, placing=True)
    expect(front.locator("#buttons button")).to_have_count(13)
    for pile in range(2):
        front.locator("#buttons button").nth(pile).click()
    expect(said(front)).not_to_be_empty()


@pytest.mark.parametrize(("status", "slug"), [(429, "quota-exceeded"), (503, "store-unavailable"), (None, None)])
def test_what_passes_is_sent_again_under_the_same_key(
    front: Page, complaints: Complaints, status: int | None, slug: str | None
) -> None:
    complaints.expect("Failed to load resource|ERR_CONNECTION_REFUSED")
    turn = dealt(front)
    asked: list[Request] = []

    def first_refused(route: Route) -> None:
        asked.append(route.request)
        if len(asked) > 1:
            route.fallback()
        elif status is None:
            route.abort("connectionrefused")
        else:
            problem = {"type": f"/problems/{slug}", "status": status, "detail": "Just a moment."}
            route.fulfill(status=status, json=problem, headers={"Access-Control-Allow-Origin": "*"})

    front.route("**/step", first_refused)
    turn.click()
    expect(said(front)).to_contain_text("Trying again.")
    expect(front.locator("#hand")).to_contain_text("Cards turned: 2.")
    expect(said(front)).to_be_empty()
    first, second = (request.headers["idempotency-key"] for request in asked)
    assert first == second


def test_a_move_in_another_tab_is_noticed_by_a_step_and_by_coming_back(
    front: Page, up: Up, complaints: Complaints
) -> None:
    complaints.expect("status of 412")
    turn = dealt(front)
    token = front.evaluate("localStorage.token")
    game = up.call("GET", "/v1/games?limit=1", token=token).json["items"][0]["id"]
    assert up.call("POST", f"/v1/games/{game}/step", token=token).status == 200
    turn.click()
    expect(said(front)).not_to_be_empty()
    expect(front.locator("#hand")).to_contain_text("Cards turned: 2.")
    assert up.call("POST", f"/v1/games/{game}/step", token=token).status == 200
    front.evaluate("dispatchEvent(new Event('focus'))")
    expect(front.locator("#hand")).to_contain_text("Cards turned: 3.")
    with front.expect_response(lambda answer: answer.status == 304):
        front.evaluate("dispatchEvent(new Event('focus'))")


def test_a_login_that_has_ended_is_renewed_and_the_player_stays_the_same(
    front: Page, up: Up, complaints: Complaints
) -> None:
    complaints.expect("status of 401")
    turn = dealt(front)
    assert up.call("DELETE", "/v1/sessions", token=front.evaluate("localStorage.token")).status == 204
    turn.click()
    expect(front.locator("#hand")).to_contain_text("Cards turned: 2.")


def test_two_strangers_race_and_a_broken_stream_goes_on_where_it_broke(
    front: Page, browse: Browsing, served: str, address: str, up: Up
) -> None:
    other = opened(browse(), served, address)
    streams: list[str] = []

    def first_broken(route: Route) -> None:
        streams.append(route.request.url)
        if len(streams) > 1:
            return route.fallback()
        return route.fulfill(
            body='id: 1\nevent: joined\ndata: {"seat": 1}\n\n',
            headers={"Content-Type": "text/event-stream", "Access-Control-Allow-Origin": "*"},
        )

    front.route("**/events?*", first_broken)
    front.get_by_role("button", name="Race somebody").click()
    expect(said(front)).to_contain_text("Waiting for somebody")
    other.get_by_role("button", name="Race somebody").click()
    expect(said(front)).to_contain_text("starts in five seconds")
    for racer in (front, other):
        expect(racer.locator("#buttons button")).to_have_count(13)
        finish(racer, up)
    for racer in (front, other):
        expect(said(racer)).to_contain_text(re.compile(r"Seat 1 came in as number \d. Seat 2 came in as number \d."))
    assert [stream.rpartition("after=")[2] for stream in streams] == ["", "1"]


def finish(racer: Page, up: Up) -> None:
    """Play the racer's game to its end, by the API and not by 52 clicks."""
    token = racer.evaluate("localStorage.token")
    with racer.expect_request("**/step") as sent:
        racer.locator("#buttons button").first.click()
    game: Any = up.call("GET", re.sub(".*/v1", "/v1", sent.value.url).removesuffix("/step"), token=token).json
    while game["result"] is None:
        step = up.call("POST", f"/v1/games/{game['id']}/step", {"pile": game["hand"]["home"]}, token=token)
        game = step.json["game"]
