"""The connection to the live store: any server that speaks Redis 6.2 or later."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError
from redis.retry import Retry

from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.storage.valkey.script import Script

P = ParamSpec("P")
Answer = TypeVar("Answer")

Word = str | bytes | int
"""A part of a command."""

Command = tuple[Word, ...]


def _or_unavailable(function: Callable[P, Answer]) -> Callable[P, Answer]:
    """What the client raises comes out as `StoreUnavailable`: a store that refuses to work is as good as away."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            return function(*args, **kwargs)
        except RedisError as error:
            raise StoreUnavailable("redis") from error

    return guarded


class Store:
    """Scripts and commands, none of which is ever sent twice: a lost reply is the caller's to make good."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command

    @staticmethod
    def connect(url: str, *, timeout_s: float = 2, max_connections: int | None = None) -> Store:
        """A store that connects when it is first used; answers are waited for no longer than `timeout_s`."""
        client = Redis.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=timeout_s,
            max_connections=max_connections,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        return Store(client)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    @_or_unavailable
    def run(self, script: Script, keys: Sequence[str], args: Sequence[Word]) -> Any:
        """What the script answers."""
        try:
            return self._execute("EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return self._execute("EVAL", script.text, len(keys), *keys, *args)

    @_or_unavailable
    def command(self, *words: Word) -> Any:
        """What one command answers."""
        return self._execute(*words)

    def run_all(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
        """What the script answers to each call with keys and arguments, in few round trips."""
        commands = [("EVALSHA", script.sha, len(keys), *keys, *args) for keys, args in calls]
        answers = self.try_all(commands)
        unknown = [at for at, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if unknown:
            self.command("SCRIPT", "LOAD", script.text)
            again = self.try_all([commands[at] for at in unknown])
            for at, answer in zip(unknown, again, strict=True):
                answers[at] = answer
        return _all_well(answers)

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
        policy = self.command("INFO", "memory").get("maxmemory_policy", "noeviction")
        if policy == "noeviction":
            return None
        return f"maxmemory-policy is {policy}: the server may drop live games, set it to noeviction"


@_or_unavailable
def _all_well(answers: list[Any]) -> list[Any]:
    for answer in answers:
        if isinstance(answer, RedisError):
            raise answer
    return answers
