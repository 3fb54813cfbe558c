"""The fields of a stored game: one table for the codec and the scripts.

The first six are the game's facts, which `seal` holds together (see `seal`). Only a decision changes any of them: it
writes `terms`, `chain` and the seal anew. Scripts change `state`, and `sum` covers everything. There are few fields,
because each look at one walks past those before it, and with one deck and few decisions none is longer than 64 bytes,
so that the server packs them all into one compact block.
"""

from __future__ import annotations

FIELDS = {
    "terms": "t",  # what was agreed, and what the player has decided since: see `terms`
    "owner": "o",  # the player's id as 16 bytes
    "deck": "d",  # a letter a card, in deal order: A-Z, a-z for the 52 cards of PACK
    "chain": "c",  # the positions, as `letters` in `codec` spells them
    "server_seed": "s",  # 32 bytes, empty for a deal that was not shuffled here
    "client_seed": "p",
    "seal": "e",
    "state": "n",  # the numbers that change: see `state`
    "sum": "z",
}
"""The name of every field, and what it is called in the store."""

NAMES = tuple(name.encode() for name in FIELDS.values())

FORMAT = "2"
"""The first word of the terms. Games of format 1 were never released."""

DISCARDED = "discarded"
"""The one field of the tombstone that takes the place of a game that failed its check."""

EARLIEST, LATEST = 1_577_836_800_000, 4_102_444_800_000
"""The first instants of 2020 and 2100. What is said to lie outside was not written here."""

SUM_LENGTH = 16
"""How many hex digits of the SHA-1 are kept: this one guards against accidents, the seal against intent."""


def in_range(*instants: int) -> bool:
    """Whether these instants can be the store's, one not before the other."""
    return all(EARLIEST <= instant < LATEST for instant in instants) and list(instants) == sorted(instants)


def lua_fields() -> str:
    """The table in Lua: NAMES, and for every field its place there, such as STATE."""
    names = ", ".join(f"'{name}'" for name in (*FIELDS.values(), DISCARDED))
    places = ", ".join(field.upper() for field in (*FIELDS, DISCARDED))
    numbers = ", ".join(str(place) for place in range(1, len(FIELDS) + 2))
    return (
        f"local NAMES = {{{names}}}\nlocal {places} = {numbers}\n"
        f"local EARLIEST, LATEST = {EARLIEST}, {LATEST}\n"
        f"local FORMAT, DISCARDED_NAME, SUM_LENGTH = '{FORMAT}', '{DISCARDED}', {SUM_LENGTH}\n"
    )
