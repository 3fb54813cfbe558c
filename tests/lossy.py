"""A TCP proxy that can lose the replies of the server behind it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from sqlalchemy import make_url

if TYPE_CHECKING:
    from types import TracebackType


class LossyProxy:
    """Passes everything on; while `losing`, requests arrive but their replies end the connection instead."""

    def __init__(self, url: str) -> None:
        self._server = make_url(url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self.losing = False
        self.lost = 0
        """How many replies were lost."""

    @property
    def url(self) -> str:
        """The server's URL by way of this proxy."""
        port = self._listener.getsockname()[1]
        return self._server.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A thread that waits in accept or recv is woken by a shutdown, not by a close.
        for each in (self._listener, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection((self._server.host, self._server.port or 6379))
                self._sockets += [client, server]
                threading.Thread(target=self._requests, args=(client, server), daemon=True).start()
                threading.Thread(target=self._replies, args=(server, client), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                server.sendall(data)
            server.shutdown(socket.SHUT_RDWR)

    def _replies(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if self.losing:
                    self.lost += 1
                    break
                client.sendall(data)
            client.shutdown(socket.SHUT_RDWR)
