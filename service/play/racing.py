"""A race from its countdown to its end: what is due by itself, and what the racers do. All of it is pure.

Nothing can stall: whatever nobody does, every race has an instant at which it is due (`Race.due`), and whoever looks
at it then has `advance` do what is due.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from service.game.race import Fate
from service.play.identity import NOBODY, seat_of
from service.play.lobby import check_visible, without
from service.play.race import OFF, Progress, Race
from service.play.race_errors import RaceNotStarted, RaceOver
from service.play.race_events import MOST_MISTAKES, Step, happening
from service.play.starting import all_ready, announced, cancelled

if TYPE_CHECKING:
    from service.play.race import Seat
    from service.play.race_events import EventKind
    from service.play.record import GameRecord


@dataclass(frozen=True, slots=True)
class Moved:
    """What a racer's move makes of the race, and of their game."""

    step: Step
    record: GameRecord


def advance(race: Race, now: int) -> Step:
    """Whatever is due in the race at this instant, in order, each at the instant at which it was due.

    Only a countdown that nobody has asked for begins when it is noticed, so that it still lies before the start.
    """
    now = max(now, race.updated_at)
    step = Step(race)
    while (due := step.race.due) is not None and due <= now:
        step = step.then(_due(step.race, due, now))
    return step


def placed(race: Race, record: GameRecord, pile: int, now: int) -> Moved:
    """A racer takes the card in hand to a pile. Each such move is one event, but for mistakes beyond `MOST_MISTAKES`.

    Raises `RaceNotStarted`, `RaceOver`, and `GameOver` for a racer whose fate is known.
    """
    check_running(race)
    now = max(now, race.updated_at)
    accepted = record.game.accepts(pile)
    after = _after(race, record, accepted=accepted, now=now)
    usual: EventKind = "progress" if accepted else "mistake"
    step = _progressed(race, race.seat(seat_of(record.id)), _progress(race, after, now), usual, now)
    return Moved(step.then(advance(step.race, now)), after)


def forfeited(race: Race, player_id: str, now: int) -> Step:
    """The player gives their race up. Raises `NotSeated`, `RaceNotStarted`, and `RaceOver` once their fate is known.

    A private race is not there (`RaceNotFound`) for whoever may not see it.
    """
    check_visible(race, player_id)
    seat = race.seat_of(player_id)
    check_running(race)
    if not seat.is_racing:
        raise RaceOver(race.id)
    step = _given_up(race, seat, Fate.FORFEITED, max(now, race.updated_at))
    return step.then(advance(step.race, now))


def forgotten(race: Race, player_id: str, now: int) -> Step:
    """The race without the name and id of a player who was erased.

    They leave a lobby, and forfeit a race that runs, or one that counts down as soon as it starts. Where the race is
    over for them the seat stays nobody's.
    """
    kicked, gone = (tuple(other for other in ids if other != player_id) for ids in (race.kicked, race.gone))
    race = replace(race, kicked=kicked, gone=gone)
    if not race.seats_player(player_id):
        return Step(race)
    seat = replace(race.seat_of(player_id), player_id=NOBODY, display_name="")
    race = replace(race, seats=race.reseated(seat))
    if race.status == "open":
        return without(race, seat, "left", now)
    if not seat.is_racing:
        return Step(race)
    step = _given_up(race, seat, Fate.FORFEITED, max(now, race.updated_at))
    return step.then(advance(step.race, now))


def check_running(race: Race) -> None:
    """`RaceNotStarted` or `RaceOver` while there is nothing to race in."""
    if race.is_over:
        raise RaceOver(race.id)
    if race.status != "running":
        raise RaceNotStarted(race.id, race.starts_at)


def _due(race: Race, due: int, now: int) -> Step:
    if race.status == "open":
        return announced(race, now) if all_ready(race) else cancelled(race, due, "expired")
    if race.status == "countdown":
        return _started(race, due)
    return _over(_timed_out(race, due))


def _started(race: Race, at: int) -> Step:
    """Everyone is off, and whoever was erased during the countdown has given up."""
    seats = tuple(replace(seat, progress=OFF) for seat in race.seats)
    step = happening(race, at, "started", {}, status="running", seats=seats)
    for seat in seats:
        if seat.player_id == NOBODY:
            step = step.then(_given_up(step.race, seat, Fate.FORFEITED, at))
    return step


def _timed_out(race: Race, at: int) -> Step:
    """Everyone who still races is out of time."""
    step = Step(race)
    for seat in race.seats:
        if seat.is_racing:
            step = step.then(_given_up(step.race, seat, Fate.TIMED_OUT, at))
    return step


def _over(step: Step) -> Step:
    """Every fate is known."""
    race = step.race
    done = replace(race, status="finished", ended_at=race.updated_at)
    places = [{"seat": seat, "place": place} for seat, place in (done.places or {}).items()]
    return step.then(happening(done, race.updated_at, "over", {"places": places}))


def _given_up(race: Race, seat: Seat, fate: Fate, at: int) -> Step:
    """The racer's game is abandoned where it stands."""
    now = seat.progress or OFF
    progress = Progress(fate, now.revealed, now.errors, at - (race.starts_at or at))
    step = _progressed(race, seat, progress, "progress", at)
    return Step(step.race, step.events, abandoned={seat.number: at})


def _progressed(race: Race, seat: Seat, progress: Progress, usual: EventKind, now: int) -> Step:
    """The racer is so far now: told as usual while they race, else as their fate."""
    seats = race.reseated(replace(seat, progress=progress))
    facts: dict[str, Any] = {"seat": seat.number, "revealed": progress.revealed, "errors": progress.errors}
    if progress.state == "racing" and usual == "mistake" and progress.errors > MOST_MISTAKES:
        return Step(replace(race, seats=seats))
    if progress.state == "racing":
        kind = usual
    else:
        kind, facts["time_ms"] = progress.state.value, progress.time_ms
    return happening(race, now, kind, facts, seats=seats)


def _after(race: Race, record: GameRecord, *, accepted: bool, now: int) -> GameRecord:
    """The game after the card was taken to a pile."""
    if accepted:
        return record.changed(record.game.step(), now)
    disqualified = race.terms.errors == "disqualify"
    return record.changed(record.game.abandon() if disqualified else record.game, now, errors=1)


def _progress(race: Race, record: GameRecord, now: int) -> Progress:
    """How far the racer is with this game; penalties count only for who finishes."""
    game, errors = record.game, record.errors
    if game.outcome is None:
        return Progress("racing", game.flips, errors)
    time_ms = now - record.opened_at
    if game.abandoned:
        return Progress(Fate.DISQUALIFIED, game.flips, errors, time_ms)
    if game.hidden:
        return Progress(Fate.LOCKED, game.flips, errors, time_ms)
    return Progress(Fate.FINISHED, game.flips, errors, time_ms + errors * race.terms.penalty_ms)
