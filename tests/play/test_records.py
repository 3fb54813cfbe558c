"""A kept game knows its times, and what it was like before."""

from dataclasses import replace

import pytest

from service.play.identity import new_id, new_race_id, race_game_id
from service.play.record import LIFETIME_MS, DealKind
from tests.builders import OPENED_AT, a_draft, a_record, ended_game


def test_an_open_game_ends_as_abandoned_at_the_instant_when_its_time_is_up() -> None:
    record = a_record()
    assert record.expires_at == OPENED_AT + LIFETIME_MS
    assert record.lapsed(record.expires_at - 1) is record
    lapsed = record.lapsed(record.expires_at + 5)
    assert lapsed == record.lapsed(record.expires_at)
    assert (lapsed.game.status, lapsed.version, lapsed.finished_at) == ("abandoned", 2, record.expires_at)


def test_an_ended_game_does_not_end_again() -> None:
    record = ended_game(opened_at=OPENED_AT)
    assert record.lapsed(record.expires_at * 2) is record


def test_a_game_has_an_end_only_once_it_has_ended() -> None:
    assert a_record().finished_at is None
    record = ended_game(opened_at=OPENED_AT, elapsed_ms=5)
    assert record.finished_at == OPENED_AT + 5


def test_a_record_as_it_was_is_open_and_not_recorded() -> None:
    record = ended_game(opened_at=OPENED_AT, abandoned=True)
    before = record.at(a_record(record.draft).moment)
    assert (before.game.status, before.version, before.recorded, before.updated_at) == (
        "in_progress",
        1,
        False,
        OPENED_AT,
    )


@pytest.mark.parametrize(
    ("start", "kinds"), [(1, ["open", "move", "move"]), (2, ["move", "move"]), (3, ["move", "move"])]
)
def test_a_log_begins_with_the_opening_flip_or_else_where_the_game_was_imported(start: int, kinds: list[str]) -> None:
    imported = a_record(a_draft(kind=DealKind.IMPORT, practice=True, start=start))
    assert [move.kind for move in imported.log] == kinds[:1] * (start == 1)
    later = imported.changed(imported.game.step(2), OPENED_AT)
    assert [move.kind for move in later.log] == kinds


def test_neither_a_record_nor_its_seeds_print_the_server_seed() -> None:
    record = a_record()
    assert record.draft.seeds
    assert repr(record.draft.seeds.server) not in repr(record)


def test_a_tag_changes_with_the_version_and_once_the_result_is_recorded() -> None:
    record = a_record()
    assert (record.tag, replace(record, version=2).tag, replace(record, recorded=True).tag) == ("1", "2", "1r")
    assert replace(record, waiting=True).tag == "1w"


def test_a_racers_game_ends_with_the_time_limit_and_waits_in_a_state_of_its_own() -> None:
    record = a_record(replace(a_draft(kind=DealKind.RACE, mode="placement"), time_limit_s=30))
    assert record.expires_at == OPENED_AT + 30_000
    assert (record.status, replace(record, waiting=True).status) == ("in_progress", "waiting")
    assert replace(record, waiting=True).log == []
    assert record.draft.ranked


def test_only_a_racers_game_belongs_to_a_race() -> None:
    race_id = new_race_id(new_id())
    draft = replace(a_draft(kind=DealKind.RACE), id=race_game_id(race_id, 3))
    assert (a_record(draft).race_id, a_record().race_id) == (race_id, None)
