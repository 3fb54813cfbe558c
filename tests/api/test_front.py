"""The web page: browsers get it at `/`, programs what they always got, and nothing else can be fetched beside it."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import pytest

from service.api.web import web_app
from service.web import FOLDER
from tests.api.client import Client

if TYPE_CHECKING:
    from tests.api.conftest import Staged
    from tests.api.contract import Contract

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
FILES = sorted(file for suffix in ("js", "css", "svg") for file in FOLDER.rglob(f"*.{suffix}"))
NAMES = [str(file.relative_to(FOLDER)) for file in FILES]
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


def test_a_browser_gets_the_page_and_a_program_the_places(stranger: Client) -> None:
    page, places = stranger.get("/", headers=BROWSER), stranger.get("/")
    assert page.content_type == "text/html; charset=utf-8"
    assert page.get_data() == (FOLDER / "index.html").read_bytes()
    assert places.get_json()["docs"] == "/docs"
    assert "Accept" in page.headers["Vary"]
    assert "Accept" in places.headers["Vary"]
    assert page.headers["ETag"] != places.headers["ETag"]


def test_a_link_to_the_page_may_have_gathered_a_query(stranger: Client) -> None:
    assert stranger.get("/?utm_source=letter", headers=BROWSER).status_code == 200
    assert stranger.get("/?utm_source=letter").status_code == 422


def test_a_file_is_served_as_what_it_is(stranger: Client) -> None:
    assert {file.suffix for file in FILES} == TYPES.keys()
    for file, name in zip(FILES, NAMES, strict=True):
        answer = stranger.get(f"/web/{name}")
        assert (answer.status_code, answer.content_type) == (200, TYPES[file.suffix]), name
        assert answer.get_data() == file.read_bytes()


@pytest.mark.parametrize("path", ["/", "/web/main.js", "/web/style/base.css", "/web/style/icon.svg"])
def test_a_file_is_asked_for_again_before_it_is_used_again(stranger: Client, path: str) -> None:
    first = stranger.get(path, headers=BROWSER)
    again = stranger.get(path, headers=BROWSER | {"If-None-Match": first.headers["ETag"]})
    head = stranger.send("HEAD", path, headers=BROWSER)
    assert (first.status_code, again.status_code, again.get_data()) == (200, 304, b"")
    assert not first.headers["ETag"].startswith("W/")
    assert first.headers["Cache-Control"] == "no-cache"
    assert (head.status_code, head.get_data()) == (200, b"")
    assert (head.headers["ETag"], head.content_length) == (first.headers["ETag"], len(first.get_data()))


@pytest.mark.parametrize("path", ["/", "/web/main.js"])
def test_the_page_may_run_nothing_but_its_own_scripts_and_speak_to_nobody_else(stranger: Client, path: str) -> None:
    headers = stranger.get(path, headers=BROWSER).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    own = {name: policy[f"{name}-src"] for name in ("script", "style", "connect", "font")}
    assert set(own.values()) == {"'self'"}
    nothing = {policy[name] for name in ("default-src", "base-uri", "form-action", "frame-ancestors")}
    assert nothing == {"'none'"}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "nothing.js",
        "__init__.py",
        "index.html",
        "lib",
        "lib/",
        "../config.py",
        "../api/templates/docs.css",
        "%2e%2e/api/templates/docs.css",
        "..%2fapi%2ftemplates%2fdocs.css",
        "lib/../../api/templates/docs.css",
        "/etc/passwd.js",
        "main.js%00.css",
        "main.js/",
        "MAIN.JS",
    ],
)
def test_what_is_no_file_of_the_page_is_not_there(stranger: Client, name: str) -> None:
    answer = stranger.get(f"/web/{name}")
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert answer.get_json()["type"] == "/problems/not-found"


def test_a_file_is_not_written_to(stranger: Client) -> None:
    answer = stranger.post("/web/main.js", {})
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_switched_off_there_is_no_page_and_the_rest_is_as_it_was(staged: Staged, contract: Contract) -> None:
    bare = Client(web_app(staged.service, metrics_port=9000, metrics_folder=None, page=False), contract)
    assert bare.get("/", headers=BROWSER).get_json() == bare.get("/").get_json()
    assert "Vary" not in bare.get("/").headers
    assert bare.get("/web/main.js").status_code == 404
    assert bare.get("/v1/rules").status_code == 200


def test_all_that_the_page_names_is_there(stranger: Client) -> None:
    named = re.findall(r'(?:href|src)="(/[^"]+)"', (FOLDER / "index.html").read_text())
    assert "/web/main.js" in named
    assert {stranger.get(path).status_code for path in named} == {200}
    for file in FILES:
        for other in re.findall(r"""from '(\.[^']+)'""", file.read_text(encoding="utf-8")):
            assert (file.parent / other).resolve().is_relative_to(FOLDER), f"{file.name}: {other}"
            assert (file.parent / other).is_file(), f"{file.name}: {other}"


def test_a_package_holds_every_file_of_the_page() -> None:
    project = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    taken = set(project["tool"]["setuptools"]["package-data"]["service"])
    assert {f"**/*{file.suffix}" for file in [*FILES, FOLDER / "index.html"]} <= taken
    known = {file.resolve() for file in [*FILES, FOLDER / "index.html", *FOLDER.rglob("*.py*")]}
    assert {file.resolve() for file in FOLDER.rglob("*") if file.is_file()} <= known


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    drawings = "http://www.w3.org/2000/svg"
    for file in [*FILES, FOLDER / "index.html"]:
        assert "://" not in file.read_text(encoding="utf-8").replace(drawings, ""), file
