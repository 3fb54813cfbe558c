"""All of the live store in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.storage.valkey.admission import Admission
from service.storage.valkey.client import Store
from service.storage.valkey.codec import Codec
from service.storage.valkey.commitments import ValkeyCommitments
from service.storage.valkey.dead_letters import ValkeyDeadLetters
from service.storage.valkey.faults import OnFaults, unheard
from service.storage.valkey.games import ValkeyGames
from service.storage.valkey.keeping import ValkeyKeeping
from service.storage.valkey.keys import SEALED_WITH
from service.storage.valkey.limits import ValkeyLimits
from service.storage.valkey.outbox import ValkeyOutbox
from service.storage.valkey.race_codec import RaceCodec
from service.storage.valkey.race_games import RaceGames
from service.storage.valkey.race_records import RaceRecords
from service.storage.valkey.races import ValkeyRaces
from service.storage.valkey.records import Records
from service.storage.valkey.routes import RoutedGames
from service.storage.valkey.seal import Sealer
from service.storage.valkey.sessions import ValkeySessions
from service.storage.valkey.tickets import ValkeyTickets
from service.storage.valkey.wakeups import ValkeyWakeups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.play.quota import Policy
    from service.storage.valkey.records import OnDiscard


class LiveStore:
    """The adapters of one store.

    The first of the secrets seals games, and all of them open: a new one goes in front, an old one out when its
    games have gone. `policy` is every player's quota; `on_discard(id, reason)` hears of games and races that
    failed their check, `on_faults` of keys that the worker's rounds could not use.
    """

    def __init__(
        self,
        store: Store,
        *,
        secrets: Sequence[bytes],
        policy: Policy,
        on_discard: OnDiscard,
        on_faults: OnFaults = unheard,
        open_limit: int = 100,
        wakeups: ValkeyWakeups,
    ) -> None:
        admission = Admission(store, policy)
        self._store = store
        self.now = store.now
        self._on_faults = on_faults
        self._codec, self._race_codec = Codec(secrets), RaceCodec(secrets)
        self._marks = Sealer(secrets).marks
        records = Records(store, self._codec, on_discard)
        race_records = RaceRecords(store, self._race_codec, self._codec, on_discard)
        solo = ValkeyGames(store, admission, self._codec, records, on_faults, open_limit=open_limit)
        self.races = ValkeyRaces(store, race_records, on_faults)
        self.games = RoutedGames(solo, RaceGames(store, admission, records, race_records, self.races.turns))
        self.wakeups = wakeups
        self.commitments = ValkeyCommitments(admission)
        self.sessions = ValkeySessions(store, admission)
        self.tickets = ValkeyTickets(store, admission, self.sessions.lives)
        self.limits = ValkeyLimits(store)
        self.keeping = ValkeyKeeping(store)

    @staticmethod
    def connect(
        url: str,
        *,
        secrets: Sequence[bytes],
        policy: Policy,
        on_discard: OnDiscard,
        on_faults: OnFaults = unheard,
        open_limit: int = 100,
        timeout_s: float = 2,
        max_connections: int | None = None,
    ) -> LiveStore:
        """The live store at a `redis://` URL; it connects when it is first used."""
        store = Store.connect(url, timeout_s=timeout_s, max_connections=max_connections)
        return LiveStore(
            store,
            secrets=secrets,
            policy=policy,
            on_discard=on_discard,
            on_faults=on_faults,
            open_limit=open_limit,
            wakeups=ValkeyWakeups(url, timeout_s=timeout_s),
        )

    def outbox(self, *, claim_after_ms: int = 60_000) -> ValkeyOutbox:
        """The outbox, for any number of workers."""
        return ValkeyOutbox(
            self._store, self._codec, self._race_codec, self._on_faults, claim_after_ms=claim_after_ms
        )

    def dead_letters(self) -> ValkeyDeadLetters:
        """What was set aside, for operators."""
        return ValkeyDeadLetters(self._store, self._on_faults)

    def problem(self) -> str | None:
        """Why the store is not fit for service; None if it is. Raises `StoreUnavailable`."""
        return self._store.problem() or self._foreign_seal()

    def _foreign_seal(self) -> str | None:
        """Whoever had another secret would discard every game: better to find out before the first request."""
        self._store.command("SET", SEALED_WITH, self._marks[0], "NX")
        mark = self._store.command("GET", SEALED_WITH)
        if mark not in self._marks:
            return "the games there are sealed with another SECRET_KEY"
        if mark != self._marks[0]:
            self._store.command("SET", SEALED_WITH, self._marks[0])
        return None

    def close(self) -> None:
        """Close all connections."""
        self.wakeups.close()
        self._store.close()
