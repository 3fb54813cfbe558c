"""Whoever checks a race that was run: what everyone was told against what the racers know."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from statistics import quantiles
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bench.racers import Racer, Running
    from bench.wire import Stream

_MOVES = ("progress", "mistake", "finished", "locked")
_STATES = {"won": "finished", "lost": "locked", "abandoned": "timed_out"}
PENALTY_MS = 500


@dataclass(slots=True)
class Checked:
    """What checking has shown, of however many races."""

    events: int = 0
    """How many were held against what they should be, each as often as it was told."""
    faults: list[str] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """Seconds from the instant at which a move was made, by the store's clock, until a stream had told of it."""

    async def add(self, race: Running) -> None:
        """One more race that has ended."""
        log = await race.log()
        self.events += len(log) * (1 + len(race.watched))
        faults = list(_faults(race, log))
        self.faults += [f"race {race.id}: {fault}" for fault in faults]
        for stream in race.watched if not faults else ():
            self.lags += _lags(stream, log)

    def told(self) -> str:
        """All of it in a line."""
        half, most = (1e3 * quantiles(self.lags, n=100)[at] for at in (49, 98)) if self.lags else (0.0, 0.0)
        lag = f"a move is told within {half:.0f} ms by half of the streams, by 99 of 100 within {most:.0f} ms"
        return f"{self.events} events checked, {len(self.faults)} faults; {lag}"


def _faults(race: Running, log: list[dict[str, Any]]) -> Iterator[str]:
    yield from _order(log)
    for stream in race.watched:
        yield from _stream(stream, log)
    for racer in race.racers:
        yield from chain(racer.faults, _racer(racer, race.shown, log))
        racer.faults.clear()
    yield from _places(race.shown["entries"], log[-1])


def _order(log: list[dict[str, Any]]) -> Iterator[str]:
    """Numbers without gaps, times that never go back, and one last event."""
    times = [event["server_time"] for event in log]
    kinds = [event["event"] for event in log]
    yield from _differing(
        ("the numbers", [event["seq"] for event in log], list(range(1, len(log) + 1))),
        ("the times", times, sorted(times)),
        ("the last event", (kinds.count("over"), kinds[-1]), (1, "over")),
    )


def _stream(stream: Stream, log: list[dict[str, Any]]) -> Iterator[str]:
    """A snapshot, then everything that happened after it, once, and a proper end."""
    first, *rest = stream.told()
    yield from _differing(
        ("how a stream begins", first.kind, "snapshot"),
        ("what a stream tells", [event.facts for event in rest], log[first.seq :]),
        ("how a stream numbers", [event.seq for event in rest], [event["seq"] for event in log[first.seq :]]),
        ("that a stream ended", stream.done.done() and stream.done.result(), True),
    )


def _racer(racer: Racer, shown: dict[str, Any], log: list[dict[str, Any]]) -> Iterator[str]:
    """Every move is one event, and the race and the game say the same in the end."""
    told = [event for event in log if event.get("seat") == racer.seat and "revealed" in event]
    final, entry, game = told[-1], shown["entries"][racer.seat - 1], racer.game
    moves = [(event["revealed"], event["errors"]) for event in told if event["event"] in _MOVES]
    facts = ("revealed", "errors", "time_ms")
    yield from _differing(
        ("the moves", moves, racer.moves),
        ("the game", (game["flips"], game["placement_errors"]), (final["revealed"], final["errors"])),
        ("the entry's game", entry["game_id"], game["id"]),
        ("the entry", [entry[name] for name in facts], [final[name] for name in facts]),
        ("the state", entry["state"], _STATES[game["result"]["outcome"]]),
        ("the end", final["event"], entry["state"]),
        ("the time", final["time_ms"], _time_ms(final, shown)),
    )


def _time_ms(final: dict[str, Any], shown: dict[str, Any]) -> int:
    """From the start to the last move, and the penalties of who cleared the dial."""
    ran = datetime.fromisoformat(final["server_time"]) - datetime.fromisoformat(shown["starts_at"])
    penalties = final["errors"] * PENALTY_MS if final["event"] == "finished" else 0
    return round(ran.total_seconds() * 1000) + penalties


def _places(entries: list[dict[str, Any]], over: dict[str, Any]) -> Iterator[str]:
    """Each one's place is one more than the number of those who were better, compared one by one."""
    places = {entry["seat"]: 1 + sum(_beats(other, entry) for other in entries) for entry in entries}
    yield from _differing(
        ("the places", {entry["seat"]: entry["place"] for entry in entries}, places),
        ("the places told", {item["seat"]: item["place"] for item in over.get("places", ())}, places),
    )


def _beats(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether one is better than the other; cleared dials are better than any other."""
    cleared: bool = one["state"] == "finished"
    if cleared != (other["state"] == "finished"):
        return cleared
    if not cleared and one["revealed"] != other["revealed"]:
        return bool(one["revealed"] > other["revealed"])
    first, second = ("time_ms", "errors") if cleared else ("errors", "time_ms")
    if one[first] != other[first]:
        return bool(one[first] < other[first])
    return bool(one[second] < other[second])


def _lags(stream: Stream, log: list[dict[str, Any]]) -> Iterable[float]:
    moves = [event for event in log if event["event"] in _MOVES]
    made = (datetime.fromisoformat(event["server_time"]).timestamp() for event in moves)
    return [came - at for came, at in zip(stream.came_at([event["seq"] for event in moves]), made, strict=True)]


def _differing(*held: tuple[str, object, object]) -> Iterator[str]:
    """A fault for each that is not what it should be: what it is, what was told, and what should have been."""
    for what, told, due in held:
        if told != due:
            yield f"{what}: {told!r:.200} instead of {due!r:.200}"
