"""A way to a server that can be cut off, and mends by itself."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator


class Line:
    """Carries connections from `url` to the server behind it."""

    def __init__(self, behind: str) -> None:
        parts = urlsplit(behind)
        self._behind = str(parts.hostname), int(parts.port or 0)
        self._open: list[socket.socket] = []
        self._lock = Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._serve, daemon=True).start()

    def cut(self) -> int:
        """Break all connections that are open; how many there were."""
        with self._lock:
            cut, self._open = self._open, []
        for end in cut:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        return len(cut) // 2

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._behind)
                with self._lock:
                    self._open += [near, far]
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(65536):
                sink.sendall(piece)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
        with self._lock, suppress(ValueError):
            self._open.remove(source)
        source.close()


@contextmanager
def line_to(behind: str) -> Iterator[Line]:
    """A line to the server at this address."""
    line = Line(behind)
    try:
        yield line
    finally:
        line.close()
