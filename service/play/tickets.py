"""Tickets: what a browser shows instead of a token where it cannot set headers, once."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from service.play.errors import Unauthenticated
from service.play.identity import partition_of

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.identity import Login
    from service.play.race_ports import Tickets

TICKET_MS = 60 * 1000
"""How long a ticket is good."""

TICKET_PATTERN = "[0-9a-f]{2}[A-Za-z0-9_-]{43}"
"""What a ticket looks like: the partition of its player, then 256 random bits."""

_TICKET = re.compile(TICKET_PATTERN)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket; `expires_at` in milliseconds since 1970."""

    text: str = field(repr=False)
    expires_at: int


def new_ticket(tickets: Tickets, caller: Caller) -> Ticket:
    """A ticket for one stream of the caller's, within a minute and while the login lives."""
    return tickets.add(caller, partition_of(caller.token.player_id) + secrets.token_urlsafe(32))


def holder(tickets: Tickets, text: str) -> Login:
    """The login with which the ticket was taken, which stays good; `Unauthenticated` for one that is not."""
    return tickets.look(_checked(text))


def redeem(tickets: Tickets, text: str) -> Login:
    """The same, and the ticket is used up."""
    return tickets.take(_checked(text))


def _checked(text: str) -> str:
    if _TICKET.fullmatch(text) is None:
        raise Unauthenticated
    return text
