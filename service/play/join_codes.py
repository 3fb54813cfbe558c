"""The codes that open private races: eight letters and digits, none of which is easily taken for another."""

from __future__ import annotations

import hmac
import secrets

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8


def new_join_code() -> str:
    """A new code: 40 random bits, which open nothing without the id of their race."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_join_code(text: str) -> bool:
    """Whether `new_join_code` can have made this."""
    return len(text) == LENGTH and set(text) <= set(LETTERS)


def opens(code: str, given: str | None) -> bool:
    """Whether what a player has typed is this code, in whatever case and with whatever hyphens and spaces."""
    typed = (given or "").upper().replace("-", "").replace(" ", "")
    return hmac.compare_digest(typed.encode("ascii", "replace"), code.encode())
