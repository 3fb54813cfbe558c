"""One-time tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.play.errors import Unauthenticated
from service.play.identity import Login, is_id, partition_of
from service.play.tickets import TICKET_MS, Ticket
from service.storage.valkey.keys import Keys
from service.storage.valkey.script import script

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.caller import Caller
    from service.storage.valkey.admission import Admission
    from service.storage.valkey.client import Store


class ValkeyTickets:
    """The port `Tickets`. A ticket is known by its digest, and ends with the login it was taken with.

    `lives` says whether a login does.
    """

    def __init__(self, store: Store, admission: Admission, lives: Callable[[Login], bool]) -> None:
        self._store = store
        self._admission = admission
        self._lives = lives

    def add(self, caller: Caller, text: str) -> Ticket:
        """See the port."""
        login = caller.token.login
        key = Keys.of(login.player_id).ticket(text)
        known = f"{login.player_id} {login.digest}"
        _, (now,) = self._admission.run(script("add_ticket"), caller, "read", (key,), (known,))
        return Ticket(text, now + TICKET_MS)

    def look(self, text: str) -> Login:
        """See the port."""
        return self._known("GET", text)

    def take(self, text: str) -> Login:
        """See the port."""
        return self._known("GETDEL", text)

    def _known(self, command: str, text: str) -> Login:
        """The first two letters of a ticket are its player's partition."""
        partition = text[:2]
        known = self._store.command(command, Keys(partition).ticket(text)) or b""
        player, _, digest = known.decode(errors="replace").partition(" ")
        if not is_id(player) or partition_of(player) != partition:
            raise Unauthenticated
        login = Login(player, digest)
        # Looked at after the ticket is gone: whoever signs out before this moment has ended it.
        if not self._lives(login):
            raise Unauthenticated
        return login
