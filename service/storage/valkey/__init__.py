"""The live store on Valkey or Redis: logins, games and races, idempotency records, quotas, the outbox.

A request is one Lua script, and so one round trip, in one partition. Taking a link code, telling a repeated deal, a
page of games, a decision, a step back and a move in a race take a second one, other changes of a race two or more;
erasing a player and walking through all games take more, by their number::

    store = LiveStore.connect(url, secrets=[...], policy=..., on_discard=...)
    store.games, store.commitments, store.sessions, store.limits, store.outbox()
    store.races, store.wakeups, store.tickets
"""

from service.storage.valkey.live import LiveStore

__all__ = ["LiveStore"]
