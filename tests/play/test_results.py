"""Results come to the database that lasts: whole, once, and past whatever it refuses."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Fork
from service.game.game import Ending, Game
from service.game.ledger import TITLE
from service.game.odds import luck
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.play.errors import StoreUnavailable
from service.play.record import DealKind, GameRecord
from service.play.recording import record_results
from service.play.results import MOST_ATTEMPTS, Delivery, UnrecordableResult, result_of
from tests.builders import OPENED_AT, a_draft, a_record, ended_game
from tests.fakes import FakeOutbox, FakeResults
from tests.fakes.memory import Entry
from tests.play.world import World

if TYPE_CHECKING:
    from service.play.ports import Results


class Picky(FakeResults):
    """A database that refuses some games, or everything while it is away, and counts its transactions."""

    def __init__(self, *refused: GameRecord) -> None:
        super().__init__()
        self.refused = {record.id for record in refused}
        self.away = False
        self.transactions = 0

    def record(self, records: Sequence[GameRecord]) -> None:
        self.transactions += 1
        if self.away:
            raise StoreUnavailable("postgres")
        if self.refused & {record.id for record in records}:
            raise UnrecordableResult("not this one")
        super().record(records)


def ended_games(world: World, count: int) -> list[GameRecord]:
    """So many ended games, each in the store and in the outbox."""
    records = [ended_game(opened_at=OPENED_AT) for _ in range(count)]
    for record in records:
        world.memory.games[record.id] = record
        world.memory.outbox[record.id] = Entry(record)
    return records


def test_a_finished_game_has_a_result_with_everything_about_it() -> None:
    record = ended_game(opened_at=OPENED_AT, elapsed_ms=1_234)
    result = result_of(record)
    assert result
    assert (result.flips, result.hidden) == (record.game.flips, 52 - record.game.flips)
    assert (result.locking_seen, result.elapsed_ms) == (4, 1_234)
    assert result.luck == float(luck(result.flips))
    assert result.longest_run >= 1
    assert result.ledger
    assert result.title == (TITLE if result.outcome is Ending.WON else None)


def test_an_abandoned_game_has_the_luck_of_its_deal_but_no_ledger() -> None:
    record = ended_game(opened_at=OPENED_AT, abandoned=True)
    result = result_of(record)
    assert result
    assert (result.outcome, result.ledger, result.title, result.longest_run) == (Ending.ABANDONED, None, None, 0)
    assert result.luck == float(luck(autoplay(record.draft.game).flips))


def test_a_players_pace_is_counted_where_the_player_placed_the_cards() -> None:
    placed, stepped = (ended_game(mode=mode, elapsed_ms=52_000) for mode in ("placement", "reveal"))
    result = result_of(placed)
    assert result
    assert result.ms_per_placement == 52_000 / result.flips
    assert result_of(stepped).ms_per_placement is None  # type: ignore[union-attr]  # it has ended
    given_up = result_of(ended_game(mode="placement", abandoned=True))
    assert given_up
    assert given_up.ms_per_placement is None


def test_only_who_races_earns_the_speed_line() -> None:
    games = (a_record(a_draft(number=number, mode="placement")) for number in count())
    race = next(game for game in games if autoplay(game.game).status == "won")
    practised = replace(race, draft=replace(race.draft, practice=True))
    stepped = replace(race, game=replace(race.game, mode="reveal"))
    lines = []
    for record in (race, practised, stepped):
        result = result_of(record.changed(autoplay(record.game), OPENED_AT + 20_500))
        assert result
        assert result.ledger
        lines.append(result.ledger.speed)
    assert lines == [10 * 99, 0, 0]


def test_a_game_of_restarts_has_the_luck_of_its_first_lock_and_clears_the_dial_without_one() -> None:
    records = [ended_game(rules=VARIANTS["perpetual"]) for _ in range(200)]
    for record in records:
        result = result_of(record)
        assert result
        kings = [at for at, flip in enumerate(record.game.chain.flips, 1) if flip.card.rank == "K"]
        assert (result.outcome, result.hidden, result.luck) == (Ending.COMPLETED, 0, float(luck(kings[3])))
        assert (result.title is None) == (result.restarts > 0)


def test_whoever_is_dealt_the_same_cards_has_the_same_luck_whatever_they_choose() -> None:
    apart = 0
    for number in range(30):
        record = a_record(a_draft(number=number, rules=VARIANTS["watch_fork"]))
        stayed, crossed = autoplay(record.game), crossing(record.game)
        lucks = {result.luck for game in (stayed, crossed) if (result := result_of(record.changed(game, OPENED_AT)))}
        assert len(lucks) == 1
        apart += stayed.flips != crossed.flips
    assert apart >= 10


def crossing(game: Game) -> Game:
    """The game at its end, played straight across the dial wherever that is a choice."""
    while game.outcome is None:
        game = game.decide(Fork(game.choices[-1].pile)) if game.choices else game.step(52)
    return game


def test_a_game_in_play_has_no_result() -> None:
    assert result_of(a_record()) is None


def test_a_batch_is_recorded_in_one_transaction_and_confirmed(world: World) -> None:
    records, results = ended_games(world, 5), Picky()
    assert record_results(world.outbox, results, 10) == 5
    assert set(results.recorded) == {record.id for record in records}
    assert (results.transactions, world.memory.outbox) == (1, {})
    assert all(world.memory.games[record.id].recorded for record in records)
    assert record_results(world.outbox, results, 10) == 0
    assert results.transactions == 1


def test_a_result_delivered_twice_is_stored_once(world: World) -> None:
    (record,) = ended_games(world, 1)
    results: Results = world.results
    results.record([record])
    assert record_results(world.outbox, results, 10) == 1
    assert list(world.results.recorded) == [record.id]


@pytest.mark.parametrize("count", [1, 2, 7, 8])
def test_one_result_that_the_database_refuses_is_buried_alone(world: World, count: int) -> None:
    records = ended_games(world, count)
    for poison in {0, count // 2, count - 1}:
        world.memory.outbox = {record.id: Entry(record) for record in records}
        world.memory.dead = []
        results = Picky(records[poison])
        assert record_results(world.outbox, results, 10) == count
        assert world.memory.dead == [(records[poison].id, "not this one")]
        assert len(results.recorded) == count - 1
        assert world.memory.outbox == {}


def test_while_the_database_is_away_results_wait_and_none_is_ever_buried_for_it(world: World) -> None:
    records, results = ended_games(world, 3), Picky()
    results.away = True
    for _ in range(3 * MOST_ATTEMPTS):
        with pytest.raises(StoreUnavailable):
            record_results(world.outbox, results, 10)
    results.away = False
    assert record_results(world.outbox, results, 10) == 3
    assert (len(results.recorded), world.memory.dead) == (len(records), [])


def test_a_delivery_that_failed_its_check_is_buried_with_its_fault(world: World) -> None:
    (record,) = ended_games(world, 1)

    class Spoilt(FakeOutbox):
        """An outbox whose one entry cannot be read."""

        def read(self, limit: int) -> Sequence[Delivery]:
            assert limit == 10
            return [Delivery("00", record.id, 1, None, "the bytes are not ours")]

    assert record_results(Spoilt(world.memory), world.results, 10) == 1
    assert world.memory.dead == [(record.id, "the bytes are not ours")]
    assert world.results.recorded == {}


def test_a_deal_that_nobody_shuffled_never_reaches_the_results(world: World) -> None:
    given_cards = a_record(a_draft(kind=DealKind.CUSTOM))
    ended = replace(given_cards, game=autoplay(given_cards.game))
    world.memory.outbox[ended.id] = Entry(ended)
    record_results(world.outbox, world.results, 10)
    assert [reason for _, reason in world.memory.dead] == ["not an ended game with a deal from seeds"]
