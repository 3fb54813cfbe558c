"""Races as texts for a store to keep: printing and parsing are inverse, and nothing else is taken for a race."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from service.game.errors import BrokenSave, InvalidSeed
from service.game.race import Fate
from service.game.shuffle import check_client_seed
from service.play.identity import is_id, is_raced
from service.play.join_codes import is_join_code
from service.play.race import Progress, Race, Seat
from service.play.race_errors import InvalidTerms
from service.play.race_terms import RaceTerms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.race import RacerState

Value = TypeVar("Value")

_PROGRESS = re.compile(
    rf"(racing|{'|'.join(Fate)}) ([1-9]\d{{0,2}}) (0|[1-9]\d{{0,8}}) (-|0|[1-9]\d{{0,14}})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class RaceTexts:
    """A race in parts: what never changes, what a lobby changes, and what each racer's moves change. All is ASCII."""

    terms: bytes
    """A JSON object."""
    state: bytes
    """A JSON object."""
    progress: Mapping[int, bytes]
    """By seat, once the race has started: see `print_progress`."""
    seq: int
    updated_at: int
    version: int


def print_race(race: Race) -> RaceTexts:
    """The race as texts."""
    progress = {seat.number: print_progress(seat.progress) for seat in race.seats if seat.progress}
    return RaceTexts(_terms(race), _state(race), progress, race.seq, race.updated_at, race.version)


def parse_race(race_id: str, texts: RaceTexts) -> Race:
    """The race with these texts; `BrokenSave` for anything that `print_race` does not write."""
    try:
        race = _race(race_id, texts)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError, InvalidTerms, InvalidSeed) as fault:
        raise BrokenSave(f"the texts describe no race: {type(fault).__name__}") from fault
    if print_race(race) != texts:
        raise BrokenSave("the texts are not those of the race that they describe")
    return race


def print_progress(progress: Progress) -> bytes:
    """Four words, such as ``racing 17 1 -`` or ``finished 52 0 61234``: state, cards revealed, errors, time."""
    time_ms = "-" if progress.time_ms is None else progress.time_ms
    return f"{progress.state} {progress.revealed} {progress.errors} {time_ms}".encode()


def parse_progress(text: bytes) -> Progress:
    """The progress with this text; `BrokenSave`."""
    found = _PROGRESS.fullmatch(text.decode("ascii", "replace"))
    if found is None:
        raise BrokenSave("a racer's progress is not four words")
    state, revealed, errors, time_ms = found.groups()
    known: RacerState = "racing" if state == "racing" else Fate(state)
    return Progress(known, int(revealed), int(errors), None if time_ms == "-" else int(time_ms))


def _terms(race: Race) -> bytes:
    return _printed(
        {
            **asdict(race.terms),
            "secret": race.secret.hex(),
            "join_code": race.join_code,
            "created_at": race.created_at,
        }
    )


def _state(race: Race) -> bytes:
    return _printed(
        {
            "status": race.status,
            "host": race.host,
            "starts_at": race.starts_at,
            "ended_at": race.ended_at,
            "rematch_id": race.rematch_id,
            "kicked": race.kicked,
            "gone": race.gone,
            "seats": [
                (seat.number, seat.player_id, seat.display_name, seat.client_seed, seat.ready, seat.bot)
                for seat in race.seats
            ],
        }
    )


def _race(race_id: str, texts: RaceTexts) -> Race:
    settled, state = json.loads(texts.terms), json.loads(texts.state)
    secret, join_code, created_at = (settled.pop(name) for name in ("secret", "join_code", "created_at"))
    return Race(
        race_id,
        RaceTerms(**settled),
        bytes.fromhex(secret),
        _code(join_code),
        created_at=_typed(int, created_at),
        updated_at=_typed(int, texts.updated_at),
        seq=_typed(int, texts.seq),
        seats=tuple(_seat(seat, texts.progress) for seat in state["seats"]),
        host=_maybe(state["host"]),
        status=state["status"],
        starts_at=_maybe(state["starts_at"]),
        ended_at=_maybe(state["ended_at"]),
        kicked=tuple(_player(player_id) for player_id in state["kicked"]),
        gone=tuple(_player(player_id) for player_id in state["gone"]),
        rematch_id=_another(state["rematch_id"]),
        version=_typed(int, texts.version),
    )


def _seat(facts: list[Any], progress: Mapping[int, bytes]) -> Seat:
    number, player_id, display_name, client_seed, ready, bot = facts
    check_client_seed(client_seed)
    known = progress.get(number)
    return Seat(
        _typed(int, number),
        _player(player_id),
        _typed(str, display_name),
        client_seed,
        ready=_typed(bool, ready),
        progress=None if known is None else parse_progress(known),
        bot=_typed(bool, bot),
    )


def _player(player_id: str) -> str:
    if not is_id(player_id) or is_raced(player_id):
        raise ValueError(player_id)
    return player_id


def _another(race_id: str | None) -> str | None:
    if race_id is not None and not (is_id(race_id) and is_raced(race_id)):
        raise ValueError(race_id)
    return race_id


def _code(code: str | None) -> str | None:
    if code is not None and not is_join_code(code):
        raise ValueError(code)
    return code


def _maybe(value: Any) -> int | None:
    return None if value is None else _typed(int, value)


def _typed(kind: type[Value], value: Any) -> Value:
    if type(value) is not kind:
        raise TypeError(kind)
    return value


def _printed(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode()
