"""A proxy between a client and the API that cuts every stream of events after so many of them."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from types import TracebackType

    from tests.e2e.guests import Guest

_DATA, _END = b"\ndata: ", b"\n\n"


class CuttingProxy:
    """Passes on one event of each connection, and `more` bytes of what follows; then the connection breaks."""

    def __init__(self, port: int, more: int) -> None:
        self._server, self._more = port, more
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.cuts = 0

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def between(self, guest: Guest) -> Guest:
        """The same guest, who comes by way of this proxy."""
        return guest.by(replace(guest.up, environment={"PORT": str(self.port)}))

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self._server)) as server:
            server.sendall(client.recv(65536))
            answer, sent = b"", 0
            while data := server.recv(65536):
                answer += data
                cut = self._cut(answer)
                client.sendall(answer[sent:cut])
                sent = len(answer)
                if cut is not None and len(answer) >= cut:
                    self.cuts += 1
                    return

    def _cut(self, answer: bytes) -> int | None:
        """Where to cut, once an event has come to its end."""
        data = answer.find(_DATA)
        end = answer.find(_END, data) if data >= 0 else -1
        return end + len(_END) + self._more if end >= 0 else None


def whole_events(stream: HTTPResponse) -> list[bytes]:
    """The events that came whole before the stream ended or broke, each in the bytes in which it came."""
    lines = []
    with suppress(HTTPException, OSError):
        while line := stream.readline():
            lines.append(line)
    whole = b"".join(lines).rpartition(_END)[0]
    return [block.strip(b"\n") for block in whole.split(_END) if _DATA in block]


def followed(guest: Guest, race: str) -> list[bytes]:
    """All events from the first, by as many streams as it takes until there is nothing more to tell."""
    last, told = b"0", list[bytes]()
    while True:
        with guest.stream(race, Last_Event_ID=last.decode(), Accept_Encoding="gzip") as stream:
            if stream.status == HTTPStatus.NO_CONTENT:
                return told
            assert stream.status == HTTPStatus.OK
            told += (came := whole_events(stream))
        if came:
            last = came[-1].split(b"id: ")[1].split(b"\n")[0]
