"""The live store on Valkey or Redis: logins, games in play, idempotency records, quotas and the outbox.

Every port method is one Lua script that does all of a request in one round trip, touching one partition::

    store = LiveStore.connect(url, secrets=[...], policy=..., on_discard=...)
    store.games, store.commitments, store.sessions, store.limits, store.outbox(consumer="worker-1")
"""

from service.storage.valkey.live import LiveStore

__all__ = ["LiveStore"]
