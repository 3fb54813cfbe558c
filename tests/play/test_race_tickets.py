"""Tickets: good once, for a minute, and for one player."""

import pytest

from service.play.errors import Unauthenticated
from service.play.identity import partition_of
from service.play.tickets import TICKET_MS, new_ticket, redeem
from tests.builders import OPENED_AT, a_caller
from tests.play.world import World


def test_a_ticket_names_its_player_once(world: World) -> None:
    caller = world.caller()
    ticket = new_ticket(world.tickets, caller)
    assert ticket.expires_at == OPENED_AT + TICKET_MS
    assert ticket.text[:2] == partition_of(caller.token.player_id)
    assert ticket.text not in repr(ticket)
    assert redeem(world.tickets, ticket.text) == caller.token.login
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, ticket.text)


def test_a_ticket_is_good_for_a_minute(world: World) -> None:
    tickets = [new_ticket(world.tickets, world.caller()) for _ in range(2)]
    world.memory.now += TICKET_MS - 1
    assert redeem(world.tickets, tickets[0].text)
    world.memory.now += 1
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, tickets[1].text)


def test_no_two_tickets_are_the_same(world: World) -> None:
    caller = world.caller()
    assert len({new_ticket(world.tickets, caller).text for _ in range(50)}) == 50


def test_only_who_is_signed_in_gets_a_ticket(world: World) -> None:
    assert new_ticket(world.tickets, world.caller(scopes=frozenset({"read"})))
    with pytest.raises(Unauthenticated):
        new_ticket(world.tickets, a_caller())


@pytest.mark.parametrize("text", ["", "x", "0" * 44, "0" * 46, "é" * 45, "00" + "A" * 43 + "\n", "gg" + "A" * 43])
def test_no_other_text_is_a_ticket(world: World, text: str) -> None:
    world.memory.tickets[text] = world.caller().token.login, new_ticket(world.tickets, world.caller())
    with pytest.raises(Unauthenticated):
        redeem(world.tickets, text)
