"""What every store must do with the lobby, with the events of races, with repeats and with tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import IdempotencyKeyReused, Unauthenticated
from service.play.identity import new_id, new_race_id
from service.play.lobby import Newcomer, joined, opened
from service.play.race import LOBBY_MS
from service.play.race_terms import terms_of
from service.play.tickets import TICKET_MS, holder, new_ticket, redeem
from tests.builders import a_once
from tests.party import Party

if TYPE_CHECKING:
    from service.play.identity import Token
    from service.play.pages import Key
    from service.play.race_ports import Seen
    from tests.worlds import World


def in_lobby(world: World, limit: int = 100) -> list[str]:
    """All open races, page by page."""
    found: list[str] = []
    after: Key | None = None
    while True:
        page = world.races.lobby(after, limit)
        found += [seen.race.id for seen in page.items]
        if page.next is None:
            return found
        after = page.next


def make(world: World, token: Token, race_id: str, key: str, payload: str = "payload") -> tuple[Seen, bool]:
    caller = world.caller(token, once=a_once(key, payload))
    host, terms = Newcomer(token.player_id, "Ada"), terms_of({"capacity": 3})
    seen = world.races.create(caller, race_id, lambda now: opened(race_id, terms, bytes(32), None, host, now))
    return seen, caller.replayed


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_the_lobby_lists_open_public_races_newest_first(world: World, limit: int) -> None:
    made = []
    for _ in range(5):
        made.append(Party(world, 2).id)
        world.pass_time(3)
    Party(world, 2, visibility="private")
    Party(world, 2).announced()
    assert in_lobby(world, limit) == made[::-1]


def test_a_race_leaves_the_lobby_when_it_closes(world: World) -> None:
    started, full, expired = Party(world, 2), Party(world, 2, start="full", capacity=3), Party(world, 2)
    started.announced()
    full.join(world.sign_in())
    assert in_lobby(world) == [expired.id]
    world.pass_time(LOBBY_MS)
    assert in_lobby(world) == []
    assert expired.race.status == "cancelled"


def test_events_are_told_from_any_number_on_in_any_portions(world: World) -> None:
    party = Party(world, 2).started()
    party.play_out(1)
    events = party.events
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.at for event in events] == sorted(event.at for event in events)
    for after in (0, 1, 7, len(events) - 1, len(events)):
        told = world.races.events(party.id, after, 5)
        assert (list(told.items), told.trimmed) == (events[after : after + 5], False)
    assert world.races.events(party.id, len(events) + 1, 5).trimmed
    assert not world.races.events(party.id, len(events) + 1, 5).items


def test_a_repeat_is_answered_as_the_first_time_whatever_has_happened_since(world: World) -> None:
    token = world.sign_in()
    race_id = new_race_id(token.player_id)
    first, replayed = make(world, token, race_id, "create")
    assert not replayed
    guest = world.sign_in()

    def join() -> tuple[Seen, bool]:
        caller, who = world.caller(guest, once=a_once("join")), Newcomer(guest.player_id, "Bob")
        seen = world.races.change(caller, race_id, lambda race, now: joined(race, who, None, now))
        return seen, caller.replayed

    second, replayed = join()
    assert not replayed
    world.pass_time(LOBBY_MS)
    assert world.races.load(race_id).race.status == "cancelled"
    assert join() == (second, True)
    assert make(world, token, new_race_id(token.player_id), "create") == (first, True)
    with pytest.raises(IdempotencyKeyReused):
        make(world, token, race_id, "create", "another payload")


def test_a_repeated_move_is_answered_again_and_made_once(world: World) -> None:
    party = Party(world, 2).started()
    token, game_id, pile = party.tokens[0], party.game_id(1), party.home(1)
    first = world.games.place(world.caller(token, once=a_once()), game_id, pile)
    party.move(1)
    repeat = world.caller(token, once=a_once())
    assert world.games.place(repeat, game_id, pile) == first
    assert repeat.replayed
    with pytest.raises(IdempotencyKeyReused):
        world.games.place(world.caller(token, once=a_once("key", "other")), game_id, pile)
    assert party.game(1).version == 3
    assert party.kinds.count("progress") == 2


def test_the_last_move_of_a_race_is_answered_again_too(world: World) -> None:
    party = Party(world, 2, errors="disqualify").started()
    world.games.abandon(party.caller(2), party.game_id(2))
    token, pile = party.tokens[0], party.home(1) % 13 + 1
    first = world.games.place(world.caller(token, once=a_once()), party.game_id(1), pile)
    assert party.race.status == "finished"
    assert world.games.place(world.caller(token, once=a_once()), party.game_id(1), pile) == first


def test_a_request_that_chooses_a_race_finds_it_again_under_its_key(world: World) -> None:
    token = world.sign_in()
    caller, other = world.caller(token, once=a_once()), world.caller(token, once=a_once("another key"))
    chosen, better = new_race_id(new_id()), new_race_id(token.player_id)
    assert world.races.aimed(caller) is None
    assert world.races.aim(caller, chosen, None) == chosen
    assert world.races.aimed(caller) == chosen
    for stale in (None, better):
        assert world.races.aim(caller, better, stale) == chosen
    assert world.races.aim(caller, better, chosen) == better
    assert world.races.aimed(world.caller(token, once=a_once())) == better
    assert world.races.aimed(other) is None
    changed = world.caller(token, once=a_once("key", "another payload"))
    with pytest.raises(IdempotencyKeyReused):
        world.races.aimed(changed)
    with pytest.raises(IdempotencyKeyReused):
        world.races.aim(changed, chosen, better)
    keyless = world.caller(token)
    assert world.races.aim(keyless, chosen, None) == chosen
    assert world.races.aimed(keyless) is None


def test_a_ticket_opens_once(world: World) -> None:
    caller = world.caller()
    ticket = new_ticket(world.tickets, caller)
    assert abs(ticket.expires_at - world.now() - TICKET_MS) < 1_000
    assert redeem(world.tickets, ticket.text) == caller.token.login
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, ticket.text)


def test_a_ticket_that_is_looked_at_stays_good(world: World) -> None:
    caller = world.caller()
    ticket = new_ticket(world.tickets, caller)
    for _ in range(2):
        assert holder(world.tickets, ticket.text) == caller.token.login
    assert redeem(world.tickets, ticket.text)
    with pytest.raises(Unauthenticated):
        holder(world.tickets, ticket.text)


def test_a_ticket_ends_with_the_login_it_was_taken_with(world: World) -> None:
    player_id = new_id()
    ending, staying = (world.sign_in(player_id) for _ in range(2))
    texts = [new_ticket(world.tickets, world.caller(token)).text for token in (ending, ending, staying)]
    world.sessions.close(world.caller(ending))
    for way, text in zip((holder, redeem), texts, strict=False):
        with pytest.raises(Unauthenticated):
            way(world.tickets, text)
    assert redeem(world.tickets, texts[2]) == staying.login


def test_a_ticket_is_good_for_a_minute(world: World) -> None:
    ticket = new_ticket(world.tickets, world.caller())
    world.pass_time(TICKET_MS)
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, ticket.text)


@pytest.mark.parametrize("text", ["", "00", "00" + "x" * 43, "zz" + "x" * 43, "é" * 45])
def test_what_was_never_issued_is_no_ticket(world: World, text: str) -> None:
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, text)
