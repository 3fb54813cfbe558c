"""How results come into the database that lasts."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from service.play.errors import GameNotFound, SaveDiscarded, StoreUnavailable
from service.play.record import GameRecord
from service.play.results import UnrecordableResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.play.ports import Results
    from service.play.race import Race
    from service.play.result_ports import Outbox
    from service.play.results import Delivery

MOST_TRIALS = 3
"""How often a suspect is tried alone before it is taken for guilty, no trial having come to any end."""


def record_results(outbox: Outbox, results: Results, limit: int) -> int:
    """Move a batch from the outbox to the results; how many deliveries were dealt with.

    Acknowledged only after the commit, so a result may be delivered twice, and is stored once. Whatever ends the
    work (`StoreUnavailable`, say), what was read goes back and counts as never delivered. A result is buried only
    when it cannot be stored even alone.
    """
    deliveries = outbox.read(limit)
    try:
        _deal_with(outbox, results, deliveries)
    except Exception:  # whatever it is, nothing that was read may stay behind
        with suppress(StoreUnavailable):
            outbox.release(deliveries)
        raise
    return len(deliveries)


def _deal_with(outbox: Outbox, results: Results, deliveries: Sequence[Delivery]) -> None:
    """The harmless first and burials last, so that neither a suspect nor poison can keep others from being stored."""
    refused = [(delivery, delivery.fault) for delivery in deliveries if delivery.ended is None]
    sound = [(delivery, ended) for delivery in deliveries if (ended := delivery.ended) is not None]
    refused += _record(outbox, results, [pair for pair in sound if not pair[0].suspect])
    for delivery, ended in sound:
        if delivery.suspect:
            refused += _tried_alone(outbox, results, delivery, ended)
    _bury(outbox, refused)


def _record(
    outbox: Outbox, results: Results, batch: Sequence[tuple[Delivery, GameRecord | Race]]
) -> list[tuple[Delivery, str]]:
    """Store and confirm a batch; those that cannot be stored even alone come back, with the reason."""
    if not batch:
        return []
    try:
        _store(results, [ended for _, ended in batch])
    except StoreUnavailable:
        raise
    except Exception as error:  # noqa: BLE001  whatever one record brings about, its neighbours are not to blame
        if len(batch) == 1:
            return [(batch[0][0], str(error) if isinstance(error, UnrecordableResult) else f"unforeseen {error!r}")]
    else:
        outbox.confirm([delivery for delivery, _ in batch])
        return []
    middle = len(batch) // 2
    return _record(outbox, results, batch[:middle]) + _record(outbox, results, batch[middle:])


def _store(results: Results, batch: Sequence[GameRecord | Race]) -> None:
    """Games first, so that a race is never there before those of its games that are in the same batch."""
    if games := [ended for ended in batch if isinstance(ended, GameRecord)]:
        results.record(games)
    if races := [ended for ended in batch if not isinstance(ended, GameRecord)]:
        results.record_races(races)


def _tried_alone(
    outbox: Outbox, results: Results, delivery: Delivery, ended: GameRecord | Race
) -> list[tuple[Delivery, str]]:
    """As `_record`, for a suspect. That the trial begins is noted first, since nothing can be noted after a crash."""
    if delivery.trials >= MOST_TRIALS and not _is_stored(results, ended):
        return [(delivery, f"tried alone {delivery.trials} times, and its worker ended each time")]
    outbox.note_trial(delivery)
    return _record(outbox, results, [(delivery, ended)])


def _is_stored(results: Results, ended: GameRecord | Race) -> bool:
    """Whether a trial has come to its end after all, and only the word of it was lost; not known of a race."""
    try:
        results.find(ended.id)
    except GameNotFound:
        return False
    except SaveDiscarded:
        return True
    return True


def _bury(outbox: Outbox, refused: Iterable[tuple[Delivery, str]]) -> None:
    """Set them aside, each whatever becomes of the others; the last failure is raised."""
    with ExitStack() as burials:
        for delivery, reason in refused:
            burials.callback(outbox.bury, delivery, reason)
