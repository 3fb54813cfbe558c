"""What must be so in every race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.shuffle import SERVER_SEED_BYTES
from service.play.identity import NOBODY, is_raced, race_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.play.race import Race, Seat

SECRET_BYTES = SERVER_SEED_BYTES


def faults(race: Race) -> Iterator[str]:
    """Everything about a race that cannot be."""
    yield from _faults_of_seats(race)
    yield from _faults_of_times(race)
    yield from _faults_of_progress(race)
    if not is_raced(race.id) or race_of(race.id) != race.id:
        yield "its id is none of a race"
    if len(race.secret) != SECRET_BYTES:
        yield f"a secret of {len(race.secret)} bytes"
    if (race.join_code is None) != (race.terms.visibility == "public"):
        yield "a code for a public race, or none for a private one"


def _faults_of_seats(race: Race) -> Iterator[str]:
    numbers = [seat.number for seat in race.seats]
    known = [seat.player_id for seat in race.seats if seat.player_id != NOBODY]
    if numbers != sorted(set(numbers)) or not set(numbers) <= set(range(1, race.terms.capacity + 1)):
        yield "seats that there are not, or not in order"
    if len(known) != len(set(known)):
        yield "a player in two seats"
    if set(known) & set(race.kicked) or len(race.kicked) != len(set(race.kicked)):
        yield "a player who was sent away is there, or was sent away twice"
    if race.host is None if numbers else race.host is not None:
        yield "no host where someone sits, or one where nobody does"
    elif race.host is not None and race.host not in numbers:
        yield "a host without a seat"


def _faults_of_times(race: Race) -> Iterator[str]:
    started, ended = race.starts_at is not None, race.ended_at is not None
    fits = {
        "open": not started and not ended,
        "countdown": started and not ended,
        "running": started and not ended,
        "finished": started and ended,
        "cancelled": not started and ended,
    }
    if not fits[race.status]:
        yield f"a race {race.status} with times of another"
    if race.updated_at < race.created_at or race.seq < 0:
        yield "an event before the race"


def _faults_of_progress(race: Race) -> Iterator[str]:
    runs = race.status in ("running", "finished")
    if any((seat.progress is not None) != runs for seat in race.seats):
        yield "progress in a race that does not run, or none in one that does"
    if race.status == "finished" and race.racing:
        yield "a finished race in which someone races"
    if any(_is_odd(seat, race.rules.cards) for seat in race.seats):
        yield "progress that nobody can make"


def _is_odd(seat: Seat, cards: int) -> bool:
    progress = seat.progress
    if progress is None:
        return False
    racing, timed = progress.state == "racing", progress.time_ms is not None
    within = 1 <= progress.revealed <= cards and progress.errors >= 0 and (progress.time_ms or 0) >= 0
    return racing == timed or not within
