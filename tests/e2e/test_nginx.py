"""Two processes of the API behind nginx, as `docs/operations.md` has it, with its buffering and compression on."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.embedded.server import free_port
from tests.e2e.cutting import CuttingProxy, followed, whole_events
from tests.e2e.guests import Guest, event
from tests.e2e.pools import served
from tests.e2e.running import Up, until
from tests.e2e.sprint import full_race, log_of, play_out, until_started

if TYPE_CHECKING:
    from collections.abc import Iterator

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
READ_TIMEOUT_S = 2
PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
FRAME = """
daemon off;
error_log stderr;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    {temporary}
    {told}
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

pytestmark = pytest.mark.skipif(
    NGINX is None,
    reason="left out, because there is no nginx to put streams behind: `make browser` gets it on Debian",
)


def told(first: Up, second: Up, port: int) -> str:
    """What the page tells to write, for these servers: without TLS, and impatient."""
    snippet: str
    (snippet,) = re.findall(r"^```nginx\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    for written, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{first.environment['PORT']}"),
        ("127.0.0.1:8001", f"127.0.0.1:{second.environment['PORT']}"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("proxy_read_timeout 60s;", f"proxy_read_timeout {READ_TIMEOUT_S}s;"),
    ):
        assert snippet.count(written) == 1, written
        snippet = snippet.replace(written, here)
    return snippet


@contextmanager
def nginx(folder: Path, first: Up, second: Up) -> Iterator[Up]:
    """nginx in front of both."""
    assert NGINX
    port = free_port()
    temporary = "\n    ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    config = folder / "nginx.conf"
    config.write_text(FRAME.format(folder=folder, temporary=temporary, told=told(first, second, port)))
    log = folder / "nginx.log"
    with log.open("wb") as output:
        process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)], stderr=output)
    front = Up(process, folder, log, {"PORT": str(port)})
    try:
        until(lambda: listens(port) or process.poll() is not None)
        assert process.poll() is None, front.said
        yield front
    finally:
        front.end()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, migrated_url: str, valkey_url: str) -> Iterator[tuple[Up, ...]]:
    settings = {
        "DATABASE_URL": migrated_url,
        "REDIS_URL": valkey_url,
        "STREAM_HEARTBEAT_MS": "500",
        "TRUSTED_PROXIES": "1",
    }
    folder = tmp_path_factory.mktemp("nginx")
    with ExitStack() as all_of_them:
        pool = [all_of_them.enter_context(served(folder, settings)) for _ in range(2)]
        yield (all_of_them.enter_context(nginx(folder, *pool)), *pool)


@pytest.fixture
def front(servers: tuple[Up, ...]) -> Up:
    return servers[0]


def test_events_come_through_at_once_neither_buffered_nor_compressed(front: Up) -> None:
    ada, bob = Guest.signed_in(front), Guest.signed_in(front)
    race = ada.race()
    began = time.monotonic()
    with ada.stream(race, Accept_Encoding="gzip, deflate, br") as stream:
        assert event(stream)[1] == "snapshot"
        assert time.monotonic() - began < 1
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert stream.headers["Content-Encoding"] is None
        assert stream.headers["Cache-Control"] == "no-store"
        began = time.monotonic()
        bob.call("POST", f"/v1/races/{race}/join")
        assert event(stream)[:2] == (2, "joined")
        assert time.monotonic() - began < 1


def test_other_answers_are_compressed(front: Up) -> None:
    with socket.create_connection(("127.0.0.1", int(front.environment["PORT"]))) as connection:
        connection.sendall(b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
        head = connection.recv(65536).lower()
    assert b"200 ok" in head
    assert b"content-encoding: gzip" in head


def test_a_silent_stream_outlives_the_time_that_the_proxy_waits(front: Up) -> None:
    ada, bob = Guest.signed_in(front), Guest.signed_in(front)
    race = ada.race()
    with ada.stream(race) as stream:
        event(stream)
        time.sleep(1.5 * READ_TIMEOUT_S)
        bob.call("POST", f"/v1/races/{race}/join")
        assert event(stream)[:2] == (2, "joined")


def test_a_stream_goes_on_by_way_of_the_other_process(servers: tuple[Up, ...]) -> None:
    front, first, second = servers
    ada, bob = Guest.signed_in(front), Guest.signed_in(front)
    race = ada.race()
    for left, taken in ((first, second), (second, first)):
        with ada.by(left).stream(race) as stream:
            last = event(stream)[0]
        bob.call("POST", f"/v1/races/{race}/join")
        bob.call("POST", f"/v1/races/{race}/leave")
        with ada.by(taken).stream(race, Last_Event_ID=str(last)) as stream:
            assert [event(stream)[:2] for _ in range(2)] == [(last + 1, "joined"), (last + 2, "left")]


def test_when_one_process_goes_its_streams_go_on_through_the_same_address(
    servers: tuple[Up, ...], tmp_path: Path
) -> None:
    stays = servers[1]
    with ExitStack() as both:
        goes = both.enter_context(served(tmp_path, stays.environment))
        front = both.enter_context(nginx(tmp_path, goes, stays))
        ada, bob = Guest.signed_in(stays), Guest.signed_in(stays)
        race = ada.race()
        opened = [both.enter_context(ada.by(front).stream(race)) for _ in range(2)]
        assert [event(stream)[:2] for stream in opened] == [(1, "snapshot")] * 2
        goes.end()
        bob.call("POST", f"/v1/races/{race}/join")
        for _ in range(2):
            with ada.by(front).stream(race, Last_Event_ID="1") as stream:
                assert stream.status == HTTPStatus.OK
                assert event(stream)[:2] == (2, "joined")


def test_cut_after_every_event_everyone_hears_a_race_to_its_end_whichever_process_tells_it(front: Up) -> None:
    ada, bob, eve = everyone = [Guest.signed_in(front) for _ in range(3)]
    race = full_race(ada, bob)
    with CuttingProxy(int(front.environment["PORT"]), 0) as proxy, ThreadPoolExecutor() as pool:
        following = [pool.submit(followed, proxy.between(guest), race) for guest in everyone]
        until_started(ada, race)
        for racer in (ada, bob):
            play_out(racer, race)
        live = [one.result(30) for one in following]
    with eve.stream(race, "?after=0") as whole:
        told = whole_events(whole)
    assert live == [told] * 3
    assert proxy.cuts >= 3 * len(told)
    log = log_of(ada, race)
    assert log[-1]["event"] == "over"
    assert [json.loads(block.split(b"data: ")[1]) for block in told] == log
