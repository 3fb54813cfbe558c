"""A small closed-loop HTTP load generator: each connection sends its next request when the answer has come."""

from __future__ import annotations

import selectors
import socket
import time
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADERS_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Sample:
    """What one burst of load showed. Latencies in seconds; `own_share` is the generator's use of one core."""

    requests: int
    rate: float
    p50: float
    p99: float
    failures: int
    own_share: float


@dataclass(slots=True)
class _Connection:
    sock: socket.socket
    requests: Iterator[bytes]
    sent_at: float = 0.0
    received: bytearray = field(default_factory=bytearray)
    warm: bool = False
    """Whether it has had an answer: the first one shows how soon a connection was accepted, and does not count."""

    def send_next(self) -> bool:
        request = next(self.requests, None)
        if request is None:
            return False
        self.received.clear()
        self.sent_at = time.perf_counter()
        self.sock.sendall(request)
        return True

    def receive(self) -> int | None:
        """The status of the answer once it is complete."""
        chunk = self.sock.recv(65536)
        if not chunk:
            raise ConnectionError("the server closed a connection in the middle of the measurement")
        self.received += chunk
        end = self.received.find(_HEADERS_END)
        if end < 0 or len(self.received) < end + len(_HEADERS_END) + self._length(end):
            return None
        return int(self.received[9:12])

    def _length(self, end: int) -> int:
        head = bytes(self.received[:end]).lower()
        at = head.find(b"content-length:")
        return int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def request(method: str, path: str, token: str | None = None, body: bytes = b"") -> bytes:
    """One HTTP/1.1 request, ready to send."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def drive(port: int, streams: list[Iterator[bytes]], seconds: float) -> Sample:
    """Send every stream of requests over a connection of its own, for so long or until all have run dry."""
    selector = selectors.DefaultSelector()
    for stream in streams:
        sock = socket.create_connection(("127.0.0.1", port), timeout=30)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(sock, selectors.EVENT_READ, _Connection(sock, stream))
    began, began_cpu = time.perf_counter(), time.process_time()
    for key in list(selector.get_map().values()):
        key.data.send_next()
    latencies, failures = _pump(selector, began + seconds)
    elapsed, cpu = time.perf_counter() - began, time.process_time() - began_cpu
    cuts = quantiles(latencies, n=100)
    return Sample(len(latencies), len(latencies) / elapsed, cuts[49], cuts[98], failures, cpu / elapsed)


def _pump(selector: selectors.BaseSelector, until: float) -> tuple[list[float], int]:
    latencies: list[float] = []
    failures = 0
    while selector.get_map():
        for key, _ in selector.select(timeout=30):
            connection: _Connection = key.data
            status = connection.receive()
            if status is None:
                continue
            now = time.perf_counter()
            failures += status >= 400
            if connection.warm:
                latencies.append(now - connection.sent_at)
            connection.warm = True
            if now >= until or not connection.send_next():
                selector.unregister(connection.sock)
                connection.sock.close()
    return latencies, failures
