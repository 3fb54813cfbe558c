"""A guest account is made once a server, kept where only its owner can read it, and used again."""

import json
from pathlib import Path

import pytest

from service.terminal.errors import Failed, Refused
from service.terminal.guests import guests_file, sign_in
from service.terminal.server import Server
from tests.cli.stand_in import Answer, StandIn, problem, stand_in

ME = {"id": "me", "display_name": "Ada"}
WELCOME = Answer(201, {"player": ME, "secret": "first secret", "session": {"token": "first"}})
UNKNOWN = problem(401, "unauthenticated")


def kept(server: StandIn) -> dict[str, str]:
    guest: dict[str, str] = json.loads(guests_file().read_text())[server.url]
    return guest


def requests(server: StandIn) -> list[str]:
    return [request for request, _ in server.asked]


def test_the_first_time_an_account_is_made_and_its_file_is_for_its_owner_alone() -> None:
    with stand_in({"POST /v1/players": WELCOME}) as server:
        client = Server(server.url)
        assert sign_in(client, "Ada") == "Ada"
        assert client.token == "first"
        assert kept(server) == {"player_id": "me", "secret": "first secret", "token": "first"}
    assert guests_file().stat().st_mode & 0o777 == 0o600
    assert guests_file().parent.stat().st_mode & 0o777 == 0o700


def test_the_next_time_the_same_account_is_used() -> None:
    with stand_in({"POST /v1/players": WELCOME, "GET /v1/players/me": Answer(200, ME)}) as server:
        sign_in(Server(server.url), None)
        assert sign_in(Server(server.url + "/"), "Ada") == "Ada"
        assert server.asked[1:] == [("GET /v1/players/me", "Bearer first")]


def test_another_name_renames_the_guest() -> None:
    renamed = Answer(200, ME | {"display_name": "Grace"})
    answers = {"POST /v1/players": WELCOME, "GET /v1/players/me": Answer(200, ME), "PATCH /v1/players/me": renamed}
    with stand_in(answers) as server:
        sign_in(Server(server.url), None)
        assert sign_in(Server(server.url), "Grace") == "Grace"


def test_a_login_that_has_ended_is_renewed_with_the_secret() -> None:
    answers = {
        "POST /v1/players": WELCOME,
        "GET /v1/players/me": UNKNOWN,
        "POST /v1/sessions": Answer(201, {"token": "2"}),
    }
    with stand_in(answers) as server:
        client = Server(server.url)
        sign_in(client, None)
        with pytest.raises(Refused):
            sign_in(client, None)  # the stand-in knows nobody, but it was asked again with the new token
        assert server.asked[1:] == [
            ("GET /v1/players/me", "Bearer first"),
            ("POST /v1/sessions", None),
            ("GET /v1/players/me", "Bearer 2"),
        ]


def test_a_guest_whom_the_server_has_forgotten_is_made_anew() -> None:
    answers = {
        "POST /v1/players": WELCOME,
        "GET /v1/players/me": UNKNOWN,
        "POST /v1/sessions": problem(401, "bad-credentials"),
    }
    with stand_in(answers) as server:
        sign_in(Server(server.url), None)
        server.answers["POST /v1/players"] = Answer(201, WELCOME.body | {"secret": "second secret"})
        sign_in(Server(server.url), None)
        assert kept(server)["secret"] == "second secret"


@pytest.mark.parametrize("path", ["GET /v1/players/me", "POST /v1/sessions"])
def test_a_server_in_trouble_costs_nobody_their_account(path: str) -> None:
    answers = {"POST /v1/players": WELCOME, "GET /v1/players/me": UNKNOWN}
    with stand_in(answers) as server:
        sign_in(Server(server.url), None)
        server.answers[path] = problem(503, "store-unavailable")
        with pytest.raises(Refused) as refused:
            sign_in(Server(server.url), None)
        assert refused.value.status == 503
        assert kept(server)["secret"] == "first secret"
        assert requests(server).count("POST /v1/players") == 1


def test_each_server_has_a_guest_of_its_own() -> None:
    with stand_in({"*": WELCOME}) as one, stand_in({"*": WELCOME}) as other:
        sign_in(Server(one.url), None)
        sign_in(Server(other.url), None)
        assert kept(one) == kept(other)


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "\x00"])
def test_a_spoilt_file_is_named_and_left_alone(text: str) -> None:
    guests_file().parent.mkdir(parents=True)
    guests_file().write_text(text)
    with pytest.raises(Failed, match=r"guests\.json does not hold guest accounts"):
        sign_in(Server("http://127.0.0.1:9"), None)
    assert guests_file().read_text() == text


def test_a_file_that_cannot_be_read_is_named() -> None:
    guests_file().mkdir(parents=True)
    with pytest.raises(Failed, match=r"cannot read .*guests\.json"):
        sign_in(Server("http://127.0.0.1:9"), None)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings").symlink_to(tmp_path / "nowhere")
    with stand_in({"*": WELCOME}) as server, pytest.raises(Failed, match=r"cannot write .*guests\.json"):
        sign_in(Server(server.url), None)
