"""Lua scripts, put together from the files beside this one.

A script's line ``-- needs: login record`` puts these in front of it, each once, after what they need themselves.
In front of all stand the fields of games and races and the lifetimes of keys, as constants.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha1
from importlib.resources import files

from service.storage.valkey.fields import lua_fields
from service.storage.valkey.lifetimes import LIFETIMES
from service.storage.valkey.race_fields import lua_race

_NEEDS = re.compile(r"^-- needs: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script, and the SHA-1 by which the server knows it."""

    text: str = field(repr=False)
    sha: str


@cache
def script(name: str) -> Script:
    """The script of this name, ready to run."""
    constants = "".join(f"local {constant} = {value}\n" for constant, value in LIFETIMES.items())
    text = lua_fields() + lua_race() + constants + "".join(_parts(name, set()))
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


def _parts(name: str, seen: set[str]) -> list[str]:
    if name in seen:
        return []
    seen.add(name)
    text = files(__package__).joinpath("scripts", f"{name}.lua").read_text(encoding="utf-8")
    needs = _NEEDS.search(text)
    return [part for need in (needs[1].split() if needs else ()) for part in _parts(need, seen)] + [text]
