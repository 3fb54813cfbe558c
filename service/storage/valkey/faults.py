"""One broken key among hundreds: it is told of, and the work goes on with the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from service.play.errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

OnFaults = Callable[[str, Mapping[str, str]], None]
"""Told, after each round of some work, what it could not be done on, and the server's reason."""


def sound(work: str, names: Sequence[str], answers: Iterable[Any], on_faults: OnFaults) -> Iterator[tuple[str, Any]]:
    """The answers that are no refusals, each with the name of what it is about.

    Where everything was refused, the store is to blame: `StoreUnavailable`.
    """
    told = list(zip(names, answers, strict=True))
    faults = {name: answer for name, answer in told if isinstance(answer, RedisError)}
    if faults and len(faults) == len(told):
        raise StoreUnavailable("redis") from faults[told[0][0]]
    on_faults(work, {name: str(fault) for name, fault in faults.items()})
    return ((name, answer) for name, answer in told if name not in faults)


def unheard(work: str, faults: Mapping[str, str]) -> None:
    """For processes that do no such rounds."""
