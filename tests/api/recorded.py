"""Ended ranked games, written into the results of the service under test as if a worker had brought them."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import TYPE_CHECKING

from service.api.context import EXTENSION
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.play.days import opens_at
from service.play.identity import new_id
from service.play.record import DealKind, Draft
from service.play.results import result_of
from tests.builders import a_game, a_record, some_seeds

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from service.api.context import Service
    from service.game.game import Game, Mode
    from service.play.record import GameRecord
    from tests.api.client import Client

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


def service_of(app: Flask) -> Service:
    found: Service = app.extensions[EXTENSION]
    return found


_quiet = count()


def a_quiet_day() -> date:
    """A day on which no other test's games end, nor on those around it: each is the next one, forty days on."""
    return date(2030, 1, 1) + timedelta(days=40 * next(_quiet))


def at(day: date, millis: int = 0) -> int:
    """An instant of a day."""
    return opens_at(day) + millis


def deal_number(wanted: Callable[[Game], bool], variant: str = "standard") -> int:
    """The first of the builders' deals whose game, played to its end, is wanted."""
    rules = VARIANTS[variant]
    return next(number for number in range(10_000) if wanted(autoplay(a_game(number, rules))))


def a_game_of(
    client: Client,
    ended_at: int,
    number: int = 0,
    *,
    variant: str = "standard",
    mode: Mode = "reveal",
    elapsed_ms: int = MINUTE,
    abandoned: bool = False,
    day: date | None = None,
) -> GameRecord:
    """A game of the player's with one of the builders' deals, which ended at that instant."""
    game = a_game(number, VARIANTS[variant], mode=mode)
    kind = DealKind.RANDOM if day is None else DealKind.DAILY
    draft = Draft(new_id(client.player_id), client.player_id, kind, False, some_seeds(number), game, day)
    opened = a_record(draft, opened_at=ended_at - elapsed_ms)
    return opened.changed(game.abandon() if abandoned else autoplay(game), ended_at)


def record(client: Client, *records: GameRecord) -> None:
    service_of(client.app).results.record(records)


def score(record: GameRecord) -> int:
    """The ledger's total."""
    result = result_of(record)
    assert result is not None
    assert result.ledger is not None
    return result.ledger.total
