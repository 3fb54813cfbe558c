"""How the kernels are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., object]")


def compiled(function: Function) -> Function:
    """The function as machine code, made when it is first called and kept in the folder `NUMBA_CACHE_DIR`."""
    return cast("Function", njit(cache=True)(function))
