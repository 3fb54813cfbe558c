"""How races ended, as the results database has it, and what that earns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from service.play.boards import BOARDS, SPRINT_WINS, Entry, Slot
from service.play.identity import race_game_id
from service.play.periods import spans_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.game.race import Finish
    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_terms import RaceTerms


@dataclass(frozen=True, slots=True)
class RaceResult:
    """What came of a race for one of its racers. Instants in milliseconds since 1970."""

    race_id: str
    terms: RaceTerms
    racers: int
    """How many started."""
    created_at: int
    starts_at: int
    ended_at: int
    place: int
    finish: Finish
    won: bool
    """Whether it is among the winners of its race."""

    @property
    def key(self) -> Key:
        """Where it stands in its player's list."""
        return self.ended_at, self.race_id

    @property
    def game_id(self) -> str:
        """The racer's game."""
        return race_game_id(self.race_id, self.finish.seat)


class RaceTally(NamedTuple):
    """In how many races someone has been, and how many of them they won."""

    run: int
    won: int


NO_RACES = RaceTally(0, 0)


class Win(NamedTuple):
    """A race that somebody has won: when it ended, and the winner's game in it."""

    player_id: str
    variant: str
    ended_at: int
    game_id: str


def is_run(race: Race) -> bool:
    """Whether the race has been run to its end: there is nothing to tell of one that was called off."""
    return race.status == "finished"


def nameless(race: Race) -> Race:
    """The race as it goes to the results database, which takes no names.

    So none is left among what could not be recorded, where nobody who erases a racer would find it.
    """
    return replace(race, seats=tuple(replace(seat, display_name="") for seat in race.seats))


def results_of_race(race: Race) -> Iterator[tuple[str, RaceResult]]:
    """The racers' ids with what came of it for each, in the order of their seats; nothing unless it `is_run`."""
    places = race.places or {}
    if race.starts_at is None or race.ended_at is None:
        return
    winners = race.winners
    about = race.id, race.terms, len(places), race.created_at, race.starts_at, race.ended_at
    for seat in race.seats:
        finish = seat.progress.finish(seat.number) if seat.progress else None
        if finish is not None and seat.number in places:
            yield seat.player_id, RaceResult(*about, places[seat.number], finish, seat.number in winners)


def win_entries(wins: Iterable[Win]) -> dict[Slot, Entry]:
    """What these wins, all of their players', earn on the board of races won, in all their spans."""
    by_slot = defaultdict[Slot, list[Win]](list)
    for win in wins:
        for span in spans_of(win.ended_at):
            by_slot[SPRINT_WINS, win.variant, span, win.player_id].append(win)
    return {slot: win_entry(slot, len(some), *max(win[2:] for win in some)) for slot, some in by_slot.items()}


def win_entry(slot: Slot, number: int, ended_at: int, game_id: str) -> Entry:
    """So many races won in a slot, the last of which ended at that instant and was won with that game."""
    value = float(number)
    return Entry(*slot, value, BOARDS[SPRINT_WINS].order(value), ended_at, game_id)
