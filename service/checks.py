"""What a store's URL and a secret must be like: checks that raise `ValidationError`, in words that hold no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, urlsplit

from environs import ValidationError

if TYPE_CHECKING:
    from collections.abc import Callable

_SECRET_BYTES = 32
_SECRET_DISTINCT_BYTES = 10
_RUN = 8
_ROWS = ("0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm")
_RUNS = [row[at : at + _RUN] for line in _ROWS for row in (line, line[::-1]) for at in range(len(row) - _RUN + 1)]
_PLACEHOLDERS = ("changeme", "change-me", "change_me", "example", "password", "secret", "development")

_OF_POSTGRES = ("application_name", "host", "options", "sslcert", "sslkey", "sslmode", "sslrootcert")
_OF_REDIS = ("client_name", "password", "username")
_OF_REDIS_TLS = (*_OF_REDIS, "ssl_ca_certs", "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname", "ssl_keyfile")
_PARAMETERS = {
    "postgresql": _OF_POSTGRES,
    "postgres": _OF_POSTGRES,
    "redis": _OF_REDIS,
    "rediss": _OF_REDIS_TLS,
    "unix": ("db", *_OF_REDIS),
}
"""What may follow the `?` of a store's URL."""


def store_url(*allowed: str) -> Callable[[str], None]:
    """A check that a URL has one of these schemes, a host and port that are some, and parameters that are known."""

    def check(url: str) -> None:
        scheme, separator, rest = url.partition("://")
        scheme = scheme.removesuffix("+psycopg")
        if scheme not in allowed or not separator or not rest:
            raise ValidationError(f"must be a URL that begins with {' or '.join(f'{name}://' for name in allowed)}")
        parameters = _PARAMETERS[scheme]
        if not {name for name, _ in parse_qsl(_split(url).query, keep_blank_values=True)} <= set(parameters):
            raise ValidationError(f"must have no other parameters than {', '.join(parameters)}")

    return check


def _split(url: str) -> SplitResult:
    """The URL's parts, whose host and port can be relied upon."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises when it is none
    except ValueError:
        sentence = "must have a valid host and port, and %23 and the like for special signs in a password"
        raise ValidationError(sentence) from None
    return parts


def strong(secret: str) -> None:
    """A check that a secret is none that could be guessed, as far as that can be told."""
    size = len(secret.encode())
    if size < _SECRET_BYTES:
        raise ValidationError(f"must have at least {_SECRET_BYTES} bytes in production, not {size}")
    known = any(word in secret.lower() for word in (*_PLACEHOLDERS, *_RUNS))
    if known or len(set(secret)) < _SECRET_DISTINCT_BYTES or _repeats(secret):
        raise ValidationError("must be random in production, for instance from `openssl rand -hex 32`")


def _repeats(secret: str) -> bool:
    """Whether it is a shorter text again and again, the last time perhaps in part."""
    return any(secret[size:] == secret[:-size] for size in range(1, len(secret) // 2 + 1))
