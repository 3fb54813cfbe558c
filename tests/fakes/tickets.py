"""Tickets in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import Unauthenticated
from service.play.tickets import TICKET_MS, Ticket

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.identity import Login
    from tests.fakes.memory import Memory


class FakeTickets:
    """The port `Tickets`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def add(self, caller: Caller, text: str) -> Ticket:
        self._memory.admit(caller, "read")
        ticket = Ticket(text, self._memory.now + TICKET_MS)
        self._memory.tickets[text] = caller.token.login, ticket
        return ticket

    def look(self, text: str) -> Login:
        login, ticket = self._memory.tickets.get(text, (None, None))
        if login is None or ticket is None or ticket.expires_at <= self._memory.now or not self._memory.lives(login):
            raise Unauthenticated
        return login

    def take(self, text: str) -> Login:
        login = self.look(text)
        del self._memory.tickets[text]
        return login
