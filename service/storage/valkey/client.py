"""The connection to the live store: any server that speaks Redis 6.2 or later."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.connection import DefaultParser
from redis.exceptions import NoScriptError, RedisError
from redis.retry import Retry

from service.play.errors import StoreUnavailable
from service.storage.valkey.silence import is_silent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.storage.valkey.script import Script

P = ParamSpec("P")
Answer = TypeVar("Answer")

Word = str | bytes | int
"""A part of a command."""

Command = tuple[Word, ...]

MOST_CONNECTIONS = 100
"""How many a process opens; whoever comes while all are in use waits for one."""

MOST_IDLE = 32
"""How many connections are kept at hand for scripts."""


def _or_unavailable(function: Callable[P, Answer]) -> Callable[P, Answer]:
    """What the client raises comes out as `StoreUnavailable`: a store that refuses to work is as good as away."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            return function(*args, **kwargs)
        except RedisError as error:
            raise StoreUnavailable("redis") from error

    return guarded


class _Parser(DefaultParser):  # type: ignore[valid-type, misc]  # chosen by the client when it is imported
    """The client's own, which first looks in a cheaper way whether a connection still lies as it was left."""

    def can_read(self, timeout: float = 0) -> bool:
        """Whether anything waits, be it an end."""
        if not timeout and self._reader and not self._reader.has_data() and is_silent(self._sock):
            return False
        return bool(super().can_read(timeout))


class Store:
    """Scripts and commands, none of which is ever sent twice: a lost reply is the caller's to make good."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._pool = client.connection_pool
        # Connections that scripts have done with. To the pool they are still in use, so some must be left to it.
        self._idle: list[Any] = []
        self._most_idle = min(MOST_IDLE, self._pool.max_connections // 2)
        self._execute: Callable[..., Any] = client.execute_command

    @staticmethod
    def connect(url: str, *, timeout_s: float = 2, max_connections: int | None = None) -> Store:
        """A store that connects when it is first used.

        For a connection that is free, and for answers, it waits no longer than `timeout_s` each.
        """
        pool = BlockingConnectionPool.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=timeout_s,
            max_connections=max_connections or MOST_CONNECTIONS,
            timeout=timeout_s,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            parser_class=_Parser,
        )
        client = Redis.from_pool(pool)
        return Store(client)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    @_or_unavailable
    def run(self, script: Script, keys: Sequence[str], args: Sequence[Word]) -> Any:
        """What the script answers."""
        try:
            return self._ask("EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return self._ask("EVAL", script.text, len(keys), *keys, *args)

    @_or_unavailable
    def ask(self, *words: Word) -> Any:
        """What a command answers, as it stands on the wire, which costs half: for what is asked very often."""
        return self._ask(*words)

    def _ask(self, *words: Word) -> Any:
        """What a command answers, word for word.

        The client's own way there, with its retries, timers and conversions, costs as much as the rest of the trip.
        """
        connection = self._at_hand()
        try:
            connection.send_packed_command(connection.pack_command(*words))
            answer = connection.read_response()
        except BaseException:  # a greenlet that is told to end, too, gives back what it holds
            self._pool.release(connection)
            raise
        if len(self._idle) < self._most_idle:
            self._idle.append(connection)
        else:
            self._pool.release(connection)
        return answer

    def _at_hand(self) -> Any:
        """A connection on which nothing waits. One that has ended meanwhile will connect again when it is used."""
        if not self._idle:
            return self._pool.get_connection()
        connection = self._idle.pop()
        try:
            waiting = connection.can_read()
        except RedisError:
            waiting = True
        if waiting:
            connection.disconnect()
        return connection

    @_or_unavailable
    def command(self, *words: Word) -> Any:
        """What one command answers."""
        return self._execute(*words)

    def now(self) -> int:
        """The port `Now`: the server's time, as scripts have it."""
        seconds, micros = self.command("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    def run_all(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
        """What the script answers to each call with keys and arguments, in few round trips."""
        return _all_well(self.try_run_all(script, calls))

    def try_run_all(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
        """The same, where a refusal stands as an exception among the answers."""
        commands = [("EVALSHA", script.sha, len(keys), *keys, *args) for keys, args in calls]
        answers = self.try_all(commands)
        unknown = [at for at, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if unknown:
            self.command("SCRIPT", "LOAD", script.text)
            again = self.try_all([commands[at] for at in unknown])
            for at, answer in zip(unknown, again, strict=True):
                answers[at] = answer
        return answers

    def commands(self, commands: Sequence[Command]) -> list[Any]:
        """What each command answers, in one round trip."""
        return _all_well(self.try_all(commands))

    @_or_unavailable
    def try_all(self, commands: Sequence[Command]) -> list[Any]:
        """The same, where a refusal stands as an exception among the answers."""
        if not commands:
            return []
        pipeline = self._client.pipeline(transaction=False)
        queue: Callable[..., Any] = pipeline.execute_command
        for command in commands:
            queue(*command)
        return pipeline.execute(raise_on_error=False)

    def problem(self) -> str | None:
        """Why the store is not fit for service; None if it is. Raises `StoreUnavailable`."""
        memory = self.command("INFO", "memory")
        policy = memory.get("maxmemory_policy", "noeviction")
        if policy != "noeviction":
            return f"maxmemory-policy is {policy}: the server may drop live games, set it to noeviction"
        if 0 < memory.get("maxmemory", 0) <= memory["used_memory"]:
            return "the memory that maxmemory allows is full: no game can be opened or played"
        return None


@_or_unavailable
def _all_well(answers: list[Any]) -> list[Any]:
    for answer in answers:
        if isinstance(answer, RedisError):
            raise answer
    return answers
