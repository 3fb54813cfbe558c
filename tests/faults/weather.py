"""Proxies between the service and its stores, on which replies come late, or not at all, or the connection ends."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self

from sqlalchemy import make_url

from tests.faults.dice import new_dice

if TYPE_CHECKING:
    import random

Strike = Literal["lost", "silent", "late", "reset"]
"""What happens to the next reply: it is lost and the connection ends; nothing is ever heard again on a connection
that stays open; it comes late; the connection is reset before the request arrives."""

STRIKES: tuple[Strike, ...] = ("lost", "lost", "silent", "late", "reset")
LATEST_S = 2.5
COMMIT = b"COMMIT"
_WAYS = {"redis": (b"",), "postgresql": (b"", COMMIT)}


@dataclass(eq=False, slots=True)
class Wire:
    """A connection through a proxy."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    strike: Strike | None = None
    at: bytes = b""
    """The request must hold this for the strike to come."""
    armed: Strike | None = None
    """The strike that the request under way has brought about."""
    silent: bool = False

    def end(self) -> None:
        """Reset both sides."""
        self.near.transport.abort()
        self.far.transport.abort()


@dataclass(eq=False, slots=True)
class Proxy:
    """Passes everything on to one server, but for what strikes."""

    host: str
    server: int
    dice: random.Random
    ways: tuple[bytes, ...]
    """What a request may have to hold for a strike to come."""
    port: int = 0
    wires: list[Wire] = field(default_factory=list)
    struck: Counter[str] = field(default_factory=Counter)

    async def serve(self) -> None:
        """Listen on a port of its own, and return."""
        listener = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]

    def aim(self) -> None:
        """Let something happen on every connection that there is now, when it is next used in some way."""
        for wire in self.wires:
            if wire.strike is None:
                wire.strike, wire.at = self.dice.choice(STRIKES), self.dice.choice(self.ways)

    def calm(self) -> None:
        """Let nothing happen any more; connections that have gone silent end."""
        for wire in list(self.wires):
            wire.strike = wire.armed = None
            if wire.silent:
                wire.end()

    async def _connected(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        try:
            far_reader, far = await asyncio.open_connection(self.host, self.server)
        except OSError:
            near.transport.abort()
            return
        wire = Wire(near, far)
        self.wires.append(wire)
        try:
            await asyncio.gather(self._requests(wire, reader), self._replies(wire, far_reader))
        except OSError:
            pass
        finally:
            wire.end()
            self.wires.remove(wire)

    async def _requests(self, wire: Wire, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(65536):
            if wire.strike and wire.at in data:
                wire.armed, wire.strike = wire.strike, None
                self.struck[wire.armed + (" commit" if wire.at == COMMIT else "")] += 1
            if wire.armed == "reset":
                break
            wire.far.write(data)
            await wire.far.drain()
        wire.end()

    async def _replies(self, wire: Wire, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(65536):
            wire.silent = wire.silent or wire.armed == "silent"
            if wire.armed == "lost":
                break
            if wire.armed == "late":
                wire.armed = None
                await asyncio.sleep(self.dice.uniform(0.05, LATEST_S))
            if not wire.silent:
                wire.near.write(data)
                await wire.near.drain()
        wire.end()


class Weather:
    """Proxies that live in a thread of their own, and how to reach the servers by way of them."""

    def __init__(self) -> None:
        self._dice = new_dice(4)
        self._proxies: list[Proxy] = []
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()))

    def __enter__(self) -> Self:
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join()

    async def _live(self) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        self._begun.set()
        await self._ending.wait()

    def through(self, url: str) -> str:
        """The URL that leads to the same server through a new proxy."""
        server = make_url(url)
        assert server.host
        assert server.port
        proxy = Proxy(server.host, server.port, self._dice, _WAYS[server.get_backend_name()])
        asyncio.run_coroutine_threadsafe(proxy.serve(), self._loop).result()
        self._proxies.append(proxy)
        return server.set(host="127.0.0.1", port=proxy.port).render_as_string(hide_password=False)

    def strike(self) -> None:
        """Let something happen on every connection; on half of those to Postgres, to a commit."""
        for proxy in self._proxies:
            self._loop.call_soon_threadsafe(proxy.aim)

    def calm(self) -> None:
        """Let nothing happen any more."""
        for proxy in self._proxies:
            self._loop.call_soon_threadsafe(proxy.calm)

    @property
    def struck(self) -> Counter[str]:
        """How often what has happened."""
        return sum((proxy.struck for proxy in self._proxies), Counter())
