"""The live store on Valkey or Redis: logins, games in play, idempotency records, quotas and the outbox.

A request is one Lua script, and so one round trip, in one partition. Taking a link code, telling a repeated deal, a
page of games, a decision and a step back take a second one; erasing a player and walking through all games take more,
by their number::

    store = LiveStore.connect(url, secrets=[...], policy=..., on_discard=...)
    store.games, store.commitments, store.sessions, store.limits, store.outbox()
"""

from service.storage.valkey.live import LiveStore

__all__ = ["LiveStore"]
