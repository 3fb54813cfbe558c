"""Many clients in one process: connections that are kept, and streams of events that are only collected."""

from __future__ import annotations

import asyncio
import json
import time
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

import orjson

PATIENCE_S = 30.0
"""How long an answer, or the beginning of a stream, is waited for."""
_HEAD_END = b"\r\n\r\n"
_LENGTH = b"content-length:"
_KEPT_S = 12
"""The server lets a connection go on which nothing is asked for longer."""
_OUT_OF_ORDER = 500
_MOST_TRIES, _REST_S = 5, 1.0


class Refused(Exception):
    """An answer that does not grant what was asked for."""

    def __init__(self, asked: str, status: int, content: bytes) -> None:
        super().__init__(f"{asked}: {status} {content!r}")
        self.status, self.content = status, content


def in_trouble(error: OSError | Refused) -> bool:
    """Whether the request was right, and another time would do."""
    return isinstance(error, OSError) or error.status >= _OUT_OF_ORDER


class Connection:
    """Requests one after another, in one player's name, by a connection that is made anew when it has gone."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self._wire: _Wire | None = None

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """The document of an answer, asked for again while the server is in trouble; then raises as `timed`."""
        for _ in range(_MOST_TRIES):
            try:
                return (await self.timed(method, path, body))[0]
            except (OSError, Refused) as error:
                if not in_trouble(error):
                    raise
            await asyncio.sleep(_REST_S)
        return (await self.timed(method, path, body))[0]

    async def timed(self, method: str, path: str, body: object = None) -> tuple[Any, float]:
        """The same, and how many seconds it took from the request to the last byte.

        `Refused`; `OSError` where none has come, or not in time, and then nobody knows what was done.
        """
        wire = await self._open()
        sent_at = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE_S):
                head, content = await wire.ask(request(method, path, self.token, body))
        except BaseException:
            self.close()
            raise
        status = int(head[9:12])
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}", status, content)
        return orjson.loads(content or b"null"), wire.used_at - sent_at

    def close(self) -> None:
        """Be done."""
        if self._wire:
            self._wire.close()
            self._wire = None

    async def _open(self) -> _Wire:
        if self._wire and (self._wire.lost or time.perf_counter() - self._wire.used_at > _KEPT_S):
            self.close()
        if self._wire is None:
            loop = asyncio.get_running_loop()
            _, self._wire = await loop.create_connection(_Wire, "127.0.0.1", self.port)
        return self._wire


class _Wire(asyncio.Protocol):
    """What answers come by."""

    def __init__(self) -> None:
        self.lost = False
        self.used_at = time.perf_counter()
        self._transport: asyncio.Transport
        self._came = b""
        self._answer: asyncio.Future[tuple[bytes, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is open."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    async def ask(self, message: bytes) -> tuple[bytes, bytes]:
        """Head and content of the answer."""
        self._came, self._answer = b"", asyncio.get_running_loop().create_future()
        self._transport.write(message)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Some of an answer."""
        self._came += data
        head, end, content = self._came.partition(_HEAD_END)
        if end and self._answer and not self._answer.done() and len(content) >= _length(head):
            self.used_at = time.perf_counter()
            self._answer.set_result((head, content))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncio's signature
        """There will be no answer any more."""
        self.lost = True
        if self._answer and not self._answer.done():
            self._answer.set_exception(ConnectionError("a connection broke"))

    def close(self) -> None:
        """Be done."""
        self._transport.close()


class Stream(asyncio.Protocol):
    """A stream of events, kept as it came until somebody reads it; `done` when the server has ended it."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._chunks = bytearray()
        self._came: list[tuple[int, float]] = []
        self._awaited: tuple[bytes, asyncio.Future[float]] | None = None
        self.begun: asyncio.Future[None] = loop.create_future()
        self.done: asyncio.Future[bool] = loop.create_future()
        """Whether it ended as a stream should, rather than broke."""

    @classmethod
    async def of(cls, port: int, race: str, token: str, ticket: str = "") -> Stream:
        """A stream that has begun."""
        query = f"?ticket={ticket}" if ticket else ""
        transport, stream = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        transport.write(request("GET", f"/v1/races/{race}/events{query}", "" if ticket else token))
        await asyncio.wait_for(stream.begun, PATIENCE_S)
        return stream

    def hears(self, seq: int) -> asyncio.Future[float]:
        """When the event of this number has come, by this process's clock."""
        self._awaited = b"id: %d\n" % seq, asyncio.get_running_loop().create_future()
        return self._awaited[1]

    def data_received(self, data: bytes) -> None:
        """Keep it; the server's chunks lie between its frames, or within them."""
        self._chunks += data
        self._came.append((len(self._chunks), time.time()))
        if not self.begun.done() and b"event: " in self._chunks:
            self.begun.set_result(None)
        if self._awaited and self._awaited[0] in self._chunks:
            self._awaited[1].set_result(time.perf_counter())
            self._awaited = None
        if self._chunks.endswith(b"0\r\n\r\n") and not self.done.done():
            self.done.set_result(True)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncio's signature
        """It may end without saying so."""
        if not self.begun.done():
            self.begun.set_exception(ConnectionError("a stream was refused"))
        if not self.done.done():
            self.done.set_result(False)

    def told(self) -> list[Event]:
        """All events so far."""
        return list(events(_unchunked(bytes(self._chunks))))

    def came_at(self, seqs: list[int]) -> list[float]:
        """When each of these events, which have come in this order, had come, in seconds since 1970."""
        lengths, at, times = [length for length, _ in self._came], 0, []
        for seq in seqs:
            at = self._chunks.index(b"\n\n", self._chunks.index(b"id: %d\n" % seq, at)) + 2
            times.append(self._came[bisect_left(lengths, at)][1])
        return times


@dataclass(frozen=True, slots=True)
class Event:
    """One frame of a stream: its number, its kind and the very bytes of its data."""

    seq: int
    kind: str
    data: bytes
    facts: dict[str, Any] = field(compare=False)


def request(method: str, path: str, token: str, body: object = None) -> bytes:
    """One HTTP/1.1 request, ready to send."""
    content = b"" if method == "GET" else json.dumps(body or {}).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json"] if content else []
    return "\r\n".join([*lines, "", ""]).encode() + content


def events(text: bytes) -> list[Event]:
    """The events in what a stream has sent, comments left out."""
    found = []
    for block in text.split(b"\n\n"):
        lines = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
        if b"data" in lines:
            data = lines[b"data"]
            found.append(Event(int(lines[b"id"]), lines[b"event"].decode(), data, orjson.loads(data)))
    return found


def _length(head: bytes) -> int:
    low = head.lower()
    at = low.find(_LENGTH)
    return int(low[at + len(_LENGTH) :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def _unchunked(answer: bytes) -> bytes:
    """The body of a whole or a growing answer that is sent in chunks."""
    body, at = bytearray(), answer.find(_HEAD_END) + len(_HEAD_END)
    while (end := answer.find(b"\r\n", at)) > at:
        size = int(answer[at:end], 16)
        body += answer[end + 2 : end + 2 + size]
        at = end + 2 + size + 2
    return bytes(body)
