"""Examples of races: one that is made, joined, started and run, by the very functions that hold real ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.api.examples.accounts import SECRET
from service.api.examples.deals import CLIENT_SEED, GAME_ID, NOW, PLAYER_ID
from service.api.printing.games import print_game
from service.api.printing.races import print_event, print_race, print_ticket
from service.api.streaming.frames import RETRY, event_frame, race_frame
from service.play import lobby, racing
from service.play.identity import race_game_id
from service.play.lobby import Newcomer
from service.play.race_events import Step
from service.play.race_terms import RaceTerms
from service.play.record import GameRecord
from service.play.tickets import TICKET_MS, Ticket

if TYPE_CHECKING:
    from service.play.race import Race

RACE_ID = f"{GAME_ID[:14]}8{GAME_ID[15:-4]}0047"
JOIN_CODE = "K7QH2MXW"
_BOB = f"{PLAYER_ID[:-4]}1147"
_SECOND = 1000
_CREATED = NOW + 40 * _SECOND


def _opened(terms: RaceTerms, code: str | None = None) -> Step:
    return lobby.opened(RACE_ID, terms, bytes(range(32)), code, Newcomer(PLAYER_ID, "Ada", CLIENT_SEED), _CREATED)


def _run(race: Race, games: list[GameRecord]) -> Step:
    """The race to its end: the racers take turns, half a second a card, and Bob errs once."""
    step, now, playing = Step(race), race.updated_at, games
    while not step.race.is_over:
        now += _SECOND // 2
        record, *others = playing
        hand = record.game.in_hand
        home = hand.card.home if hand else 0
        errs = record.draft.player_id == _BOB and record.version == 3 and not record.errors
        moved = racing.placed(step.race, record, home % 13 + 1 if errs else home, now)
        step = step.then(moved.step)
        playing = [*others, moved.record] if moved.record.game.outcome is None else others
    return step


_MADE = _opened(RaceTerms(4))
_JOINED = lobby.joined(_MADE.race, Newcomer(_BOB, "Bob"), None, _CREATED + 7 * _SECOND)
_READY = lobby.readied(_JOINED.race, _BOB, _CREATED + 12 * _SECOND)
_BEGUN = lobby.begun(_READY.race, PLAYER_ID, _CREATED + 15 * _SECOND)
_STARTS = _BEGUN.race.updated_at + 5 * _SECOND
_STARTED = racing.advance(_BEGUN.race, _STARTS)
_DEALT = [GameRecord(draft, draft.game, version=1, opened_at=_STARTS, updated_at=_STARTS) for draft in _BEGUN.opened]
_OVER = _run(_STARTED.race, _DEALT)
EVENTS = [*_MADE.events, *_JOINED.events, *_READY.events, *_BEGUN.events, *_STARTED.events, *_OVER.events]
_HALFWAY = lobby.left(_JOINED.race, _BOB, _CREATED + 9 * _SECOND)


def _shown(race: Race) -> dict[str, Any]:
    return print_race(race, race.updated_at + 40, PLAYER_ID)


STARTED, OVER = _STARTED.race, _OVER.race
"""Both as they are kept."""
NEW_RACE = _shown(_MADE.race)
PRIVATE_RACE = _shown(_opened(RaceTerms(2, visibility="private"), JOIN_CODE).race)
RACE = _shown(_JOINED.race)
READY_RACE = _shown(_READY.race)
LEFT_RACE = print_race(_HALFWAY.race, _HALFWAY.race.updated_at, _BOB)
COUNTDOWN = _shown(_BEGUN.race)
RUNNING = _shown(_STARTED.race)
FINISHED_RACE = _shown(_OVER.race)
LOBBY = {"items": [NEW_RACE], "next": None}
LOG = {"items": [print_event(event) for event in (*EVENTS[:6], *EVENTS[-2:])], "next": None}
TICKET = print_ticket(Ticket(f"47{SECRET}", NOW + TICKET_MS))
STREAM = b"".join(
    (
        RETRY,
        race_frame("snapshot", _JOINED.race, _JOINED.race.updated_at).data,
        *(event_frame(event).data for event in EVENTS[2:6]),
    )
).decode()
WAITING_GAME_ID = race_game_id(RACE_ID, 1)
WAITING_GAME = print_game(replace(_DEALT[0], waiting=True, racing=True))

RACE_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Four seats", {"capacity": 4}),
    (
        "Strict, for two, behind a code",
        {"capacity": 2, "errors": "disqualify", "decks": "shared", "visibility": "private", "start": "full"},
    ),
    (
        "A long one with penalties",
        {"capacity": 16, "variant": "big_clock", "errors": "penalty", "penalty_ms": 2000, "time_limit_s": 900},
    ),
)
QUICK_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Any race", {}),
    ("The same deal for everyone", {"decks": "shared", "client_seed": CLIENT_SEED}),
)
JOIN_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("A public race", {}),
    ("With a seed of your own", {"client_seed": CLIENT_SEED}),
    ("A private race", {"code": JOIN_CODE}),
)
