"""How a deal is checked by whoever has nothing but this API's description: the shuffle in words and as a program."""

from __future__ import annotations

from service.game.shuffle import ALGORITHM

SHUFFLE = f"""\
`{ALGORITHM}` is this:

1. The commitment is the SHA-256 of the 32 bytes of `server_seed`, in lower-case hex.
2. Bytes: block *n* is HMAC-SHA256 with the 32 bytes of `server_seed` as the key, over `client_seed` in UTF-8, then a
   zero byte, then *n* as four bytes, the most significant first. Blocks 0, 1, 2, ... make one stream. An empty
   `client_seed` adds no bytes.
3. Words: four bytes at a time are a number *w*, the most significant first. To draw below *n*, take the next *w*;
   while it is 2^32 - (2^32 mod *n*) or more, drop it and take the next. The draw is *w* mod *n*.
4. Cards: spades (S), hearts (H), diamonds (D), clubs (C), each `A23456789TJQK`; with two decks the same 52 once more
   after them.
5. Shuffle (Fisher-Yates): for *i* from the last index down to 1, draw *j* below *i* + 1, and swap the cards at *i*
   and *j*, counting from 0. What comes out is `deck`, the card dealt first at index 0.
6. Dealing: with the rule option `dealing` `one_at_a_time` the card at index *i* goes to pile *i* mod 13 + 1, with
   `packets` to pile *i* div 4 + 1 (div 8 with two decks). A card lies on those dealt to its pile before it, and the
   chain turns the top one."""
"""Markdown, complete: a test recomputes proofs with `VERIFIER`, which does these steps in this order."""

VERIFIER = """\
import hashlib, hmac, json, sys

proof = json.load(open(sys.argv[1], encoding="utf-8"))
key, seed = bytes.fromhex(proof["server_seed"]), proof["client_seed"].encode()
if hashlib.sha256(key).hexdigest() != proof["commitment"]:
    sys.exit("the commitment is not the hash of the server seed")

def words():
    block = 0
    while True:
        digest = hmac.digest(key, seed + bytes(1) + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1

stream = words()
cards = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] * proof["rules"]["decks"]
for i in range(len(cards) - 1, 0, -1):
    j = next(w for w in stream if w < 2**32 - 2**32 % (i + 1)) % (i + 1)
    cards[i], cards[j] = cards[j], cards[i]
if cards != proof["deck"]:
    sys.exit("these seeds shuffle to another deck")
print("verified")
"""
"""Python's standard library alone."""
