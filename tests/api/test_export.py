"""What is stored about a player is in the export, or in the list of what is withheld; nothing of others is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from redis import Redis
from sqlalchemy import text

from service.api.schemas.statistics import ExportSchema
from service.storage.valkey.keys import member
from tests.api.recorded import a_game_of, a_quiet_day, at, record

if TYPE_CHECKING:
    from service.config import Config
    from service.storage.postgres import Database
    from tests.api.client import Client

TOLD = {
    "login": "logins",
    "generation": "logins",
    "logins": "logins",
    "commitment": "commitments",
    "commitments": "commitments",
    "daily": "daily_attempts",
    "game": "games",
    "games": "games",
    "deadlines": "games",
}
"""Where in the export it is told what keys of each kind hold about a player."""

WITHHELD = {
    "once": "idempotency keys",
    "aim": "choice of a race",
    "rate": "quotas",
    "link": "link codes",
    "ticket": "stream tickets",
    "outbox": "on their way",
    "race": "Races that are not over",
    "race-events": "Races that are not over",
    "race-deadlines": "Races that are not over",
    "races": "the seats in them",
    "seated": "the seats in them",
    "lobby": "Races that are not over",
}
"""The words with which the description says that it is not told."""

TABLES = {"players": "player", "results": "results", "digests": "statistics", "standings": "statistics"}


def everything(of: Client) -> dict[str, str]:
    """A bit of whatever can be stored, each found again by its id."""
    once = {"Idempotency-Key": "everything"}
    commitment = of.post("/v1/commitments", headers=once).get_json()["id"]
    daily = of.deal(deal={"kind": "daily"})["id"]
    assert of.post("/v1/link-codes").status_code == 201
    assert of.post("/v1/tickets").status_code == 201
    race = of.post("/v1/races", {"capacity": 2}, headers=once)
    assert race.status_code == 201, race.get_json()
    return {
        "commitments": commitment,
        "daily_attempts": daily,
        "games": of.deal()["id"],
        "race": race.get_json()["id"],
    }


@pytest.fixture
def live(config: Config) -> Any:
    return Redis.from_url(config.redis_url, protocol=2)


def kinds(live: Any, words: list[bytes]) -> set[str]:
    """The kinds of all keys in whose names or values one of the words stands."""
    found = set()
    for key in live.scan_iter():
        held = key + _value(live, key)
        if any(word in held for word in words):
            found.add(key.rpartition(b"}:")[2].split(b":")[0].decode())
    return found


def _value(live: Any, key: bytes) -> bytes:
    read = {
        b"string": lambda: live.get(key),
        b"hash": lambda: live.hgetall(key),
        b"zset": lambda: b"\n".join(live.zrange(key, 0, -1)),
        b"stream": lambda: live.xrange(key),
    }
    value: object = read[live.type(key)]()  # type: ignore[no-untyped-call]  # the client's answers are of any type
    return value if isinstance(value, bytes) else _flat(value)


def _flat(value: object) -> bytes:
    if isinstance(value, dict):
        return b"\n".join(_flat(one) for one in value.values())
    if isinstance(value, list | tuple):
        return b"\n".join(_flat(one) for one in value)
    return value if isinstance(value, bytes) else b""


def test_whatever_the_live_store_keeps_is_told_or_said_to_be_withheld(ada: Client, bob: Client, live: Any) -> None:
    mine, others = everything(ada), everything(bob)
    answer = ada.get("/v1/players/me/export")
    export, told = answer.get_json(), answer.get_data(as_text=True)
    ids = [ada.player_id, *mine.values()]
    found = kinds(live, [word for one in ids for word in (one.encode(), member(one))])
    assert {"commitments", "daily", "logins", "races", "once"} <= found <= TOLD.keys() | WITHHELD.keys()
    for kind in found & TOLD.keys():
        assert export[TOLD[kind]], kind
    about = re.sub(r"\s+", " ", ExportSchema.__doc__ or "")
    for kind in found & WITHHELD.keys():
        assert WITHHELD[kind] in about, kind
    assert [one["id"] for one in export["commitments"]] == [mine["commitments"]]
    assert [one["game_id"] for one in export["daily_attempts"]] == [mine["daily_attempts"]]
    assert {one["id"] for one in export["games"]} == {mine["games"], mine["daily_attempts"]}
    assert [one["current"] for one in export["logins"]] == [True]
    assert not [one for one in (bob.player_id, *others.values(), ada.token, ada.secret) if one in told]
    partition = f"{{{ada.player_id[-2:]}}}"
    for kind in ("commitments", "games", "daily_attempts"):
        key = f"{partition}:{'commitment' if kind == 'commitments' else 'game'}:{mine[kind]}"
        secrets = [value for value in live.hgetall(key).values() if len(value) in (32, 104, 208)]
        assert secrets
        assert not [one for one in secrets if one.hex() in told or one.decode(errors="replace") in told]


def test_whatever_the_database_keeps_is_told(ada: Client, database: Database) -> None:
    day = a_quiet_day()
    record(ada, a_game_of(ada, at(day)))
    of_players = text(
        "SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND confrelid = 'players'::regclass "
        "AND conparentid = 0"
    )
    with database.transaction() as connection:
        tables = ["players", *connection.scalars(of_players)]
        held = {
            table
            for table in tables
            if connection.scalar(
                text(f"SELECT count(*) FROM {table} WHERE {'id' if table == 'players' else 'player_id'} = :id"),  # noqa: S608  names of tables
                {"id": ada.player_id},
            )
        }
    exported = ada.get("/v1/players/me/export").get_json()
    assert {table for table in held if not re.match(r"results_", table)} == TABLES.keys()
    for place in TABLES.values():
        assert exported[place], place
