"""Seats in races that the service chooses: where there is one, or where others who look for one are met."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.play import lobby
from service.play.identity import made_at, new_race_id
from service.play.join_codes import new_join_code
from service.play.race import LOBBY_MS
from service.play.race_checks import SECRET_BYTES
from service.play.race_errors import (
    KickedOut,
    LeftForGood,
    RaceDiscarded,
    RaceFull,
    RaceNotFound,
    RaceOver,
    RaceStarted,
)
from service.play.race_events import Step
from service.play.vacancies import vacancies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.play.aiming import Aim
    from service.play.caller import Caller
    from service.play.lobby import Newcomer
    from service.play.race import Race
    from service.play.race_ports import Opening, Seen
    from service.play.race_terms import RaceTerms
    from service.play.races import Hall

MOST_MEETINGS = 20
"""How many races it tries to meet others in, before it makes one of its own."""

_PASSED_BY = RaceFull, RaceStarted, RaceOver, KickedOut, LeftForGood, RaceDiscarded
"""What can become of a seat between seeing and taking it."""


def opening(race_id: str, terms: RaceTerms, host: Newcomer) -> Opening:
    """Makes a race on these terms, with a secret of its own, and a code if it is private."""
    secret = secrets.token_bytes(SECRET_BYTES)
    code = new_join_code() if terms.visibility == "private" else None
    return lambda now: lobby.opened(race_id, terms, secret, code, host, now)


def quick_seat(hall: Hall, aim: Aim, wishes: Mapping[str, Any], terms: RaceTerms, who: Newcomer) -> Seen:
    """A seat in the race that a repeat was about, else in one that there is, else in one that is agreed on.

    A race that was chosen and is not there is about to be made, by another request under the same key.
    """
    try:
        seen = tried(hall, aim, aim.race_id, seedless(who)) if aim.race_id else None
        for race_id in () if seen else vacancies(hall.races, aim.caller, wishes):
            seen = tried(hall, aim, race_id, who)
            if seen is not None:
                break
    except RaceNotFound:
        seen = None
    return seen or _met(hall, aim, terms, seedless(who))


def _met(hall: Hall, aim: Aim, terms: RaceTerms, who: Newcomer) -> Seen:
    """A seat in a new race, or in that of another who looked for one at the same time.

    They agree on a race before it is there, and whoever comes upon one that is not makes it. So nobody's seed is
    taken: it may have been known to the service before another made the race.
    """
    race_id = None
    for _ in range(MOST_MEETINGS):
        race_id = hall.races.meet(terms, new_race_id(who.player_id), race_id)
        chosen = aim.take(race_id)
        made = hall.races.create(None, chosen, opening(chosen, terms, who)).made
        seen = tried(hall, aim, chosen, who, made=made)
        if seen is not None:
            return seen
    race_id = aim.take(new_race_id(who.player_id))
    return hall.races.create(aim.caller, race_id, opening(race_id, terms, who))


def tried(hall: Hall, aim: Aim, race_id: str, who: Newcomer, *, made: bool = False) -> Seen | None:
    """A seat in this race, or in that on which a request under the same key has decided, unless there is none left.

    Raises `RaceNotFound`.
    """
    chosen = aim.take(race_id)
    try:
        return _seated(hall, aim.caller, chosen, who if chosen == race_id else seedless(who), made=made)
    except _PASSED_BY:
        return None


def _seated(hall: Hall, caller: Caller, race_id: str, who: Newcomer, *, made: bool = False) -> Seen:
    """A seat in a race that is open to the caller, so that its code is not asked for.

    One who has a seat keeps it as it is: the seed that came with this request may have been known to the service
    before it committed itself to those of the race, which this request may have made.
    """

    def turn(race: Race, now: int) -> Step:
        sits = race.seats_player(who.player_id)
        return replace(Step(race) if sits else lobby.joined(race, who, race.join_code, now), made=made)

    return hall.races.change(caller, race_id, turn)


def seedless(who: Newcomer) -> Newcomer:
    """The newcomer without the seed that may have come before a race was made."""
    return replace(who, client_seed="")


def rematch_seat(hall: Hall, aim: Aim, race_id: str, who: Newcomer) -> Seen:
    """A seat in the rematch, or in another one if it is over without the caller."""
    old = _noted(hall, race_id, who)
    rematch_id = aim.take(str(old.rematch_id))
    try:
        return _seated(hall, aim.caller, rematch_id, who)
    except RaceOver:
        old = _noted(hall, race_id, who, instead_of=rematch_id)
    except RaceNotFound:
        # One that was cancelled is forgotten sooner than the race, and what was answered under its id is not.
        if made_at(new_race_id(race_id)) - made_at(rematch_id) > LOBBY_MS:
            old = _noted(hall, race_id, who, instead_of=rematch_id)
    return _made(hall, aim, old, seedless(who))


def _made(hall: Hall, aim: Aim, old: Race, who: Newcomer) -> Seen:
    """A seat in the rematch that is noted in the old race, made now unless another was faster."""
    rematch_id = aim.take(str(old.rematch_id))
    terms = replace(old.terms, visibility="private")
    made = hall.races.create(None, rematch_id, opening(rematch_id, terms, who)).made
    return _seated(hall, aim.caller, rematch_id, who, made=made)


def _noted(hall: Hall, race_id: str, who: Newcomer, instead_of: str | None = None) -> Race:
    """The race with a rematch noted: a new one if there was none yet, or none but the one that has come to nothing.

    It is noted there before it is made: whoever comes upon a note without a race makes the race.
    """
    new_id = new_race_id(beside=race_id)
    return hall.races.change(
        None, race_id, lambda race, _: lobby.rematched(race, who.player_id, new_id, instead_of)
    ).race
