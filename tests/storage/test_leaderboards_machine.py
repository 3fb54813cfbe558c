"""However results come, and whatever becomes of players, the boards say what sorting all results says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import literal_column, select, text

from service.play.digests import digest_of
from service.play.ended import ended_of
from service.storage.postgres import (
    Database,
    PostgresLeaderboards,
    PostgresPlayers,
    PostgresResults,
    PostgresStatistics,
    PostgresUpkeep,
    migrate,
)
from service.storage.postgres.standing_tables import standings
from service.storage.postgres.tables import metadata
from tests.ranked_games import GAMES, INSTANTS, MONDAY, Dealer
from tests.ranking import Question, Row, fates, lists_of, ranking
from tests.storage.walks import Walk, assert_unranked, list_of, paged, shown

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from service.play.ended import Ended
    from service.play.record import GameRecord
    from tests.ranked_games import Facts


MOST_REBUILT = 2
"""How often everything is rebuilt in one run, which takes longer than anything else."""

TABLES = "standings", "standing_counts", "digests", "fairness", "daily_fates"
WHOLE_ROW: ColumnElement[str] = literal_column("one::text")


def some_live(machine: Boards) -> bool:
    return bool(machine.living)


class Boards(RuleBasedStateMachine):
    """Players come and go, games end and are delivered; the model is a list of all results."""

    database: Database
    walks = Bundle("walks")

    @initialize()
    def begin(self) -> None:
        with self.database.transaction() as connection:
            connection.execute(text(f"TRUNCATE players, results, {', '.join(TABLES)} CASCADE"))
        self.players, self.results = PostgresPlayers(self.database), PostgresResults(self.database)
        self.boards, self.upkeep = PostgresLeaderboards(self.database), PostgresUpkeep(self.database)
        self.statistics = PostgresStatistics(self.database)
        self.living: list[str] = []
        self.banned: set[str] = set()
        self.waiting: list[GameRecord] = []
        self.walking: list[Walk] = []
        self.rebuilt = 0
        self.stored: dict[str, tuple[GameRecord, Ended]] = {}
        self.dealer = Dealer()
        self.join()

    @property
    def games(self) -> list[Ended]:
        return [game for _, game in self.stored.values()]

    @precondition(lambda self: len(self.living) < 7)
    @rule()
    def join(self) -> None:
        player = self.players.add(self.dealer.new_id(), "Ann", bytes(32))
        self.living.append(player.id)

    @precondition(some_live)
    @rule(data=st.data(), games=st.lists(GAMES, min_size=1, max_size=4))
    def finish(self, data: st.DataObject, games: list[Facts]) -> None:
        """Games of one player end, and wait to be delivered."""
        player = data.draw(st.sampled_from(self.living))
        self.waiting += [self.dealer.record(player, facts) for facts in games]

    @precondition(some_live)
    @rule(data=st.data(), number=st.integers(18, 22), cleared=st.integers(0, 3), at=st.sampled_from(INSTANTS))
    def play_all_day(self, data: st.DataObject, number: int, cleared: int, at: int) -> None:
        """So many games that luck comes into it."""
        player = data.draw(st.sampled_from(self.living))
        for count in range(number):
            facts: Facts = "standard", 0 if count < cleared else 5, "reveal", False, at + count % 3, 1, None
            self.waiting.append(self.dealer.record(player, facts))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def deliver(self, data: st.DataObject) -> None:
        """Some of what waits, together with some of what was delivered before, in any order."""
        order = data.draw(st.permutations(range(len(self.waiting))))
        fresh = [self.waiting[at] for at in order[: data.draw(st.integers(1, len(order)))]]
        known = [*(record for record, _ in self.stored.values()), *fresh]
        again = [known[at] for at in data.draw(st.lists(st.integers(0, len(known) - 1), max_size=3))]
        front = data.draw(st.booleans())
        batch = [*again, *fresh] if front else [*fresh, *again]
        self.results.record(batch)
        for record in fresh:
            game = ended_of(record)
            link = game.player_id if game.player_id in self.living else None
            self.stored[record.id] = record, replace(game, player_id=link)
        self.waiting = [record for record in self.waiting if record.id not in self.stored]

    @precondition(some_live)
    @rule(data=st.data())
    def erase(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.living))
        self.players.erase(player)
        self.living.remove(player)
        self.banned.discard(player)
        for game_id, (record, game) in self.stored.items():
            if game.player_id == player:
                self.stored[game_id] = record, replace(game, player_id=None)

    @precondition(some_live)
    @rule(data=st.data())
    def ban(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.living))
        self.players.ban(player)
        self.banned.add(player)

    @precondition(some_live)
    @rule(data=st.data())
    def unban(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.living))
        self.players.unban(player)
        self.banned.discard(player)

    @precondition(lambda self: self.rebuilt < MOST_REBUILT)
    @rule()
    def rebuild(self) -> None:
        self.rebuilt += 1
        assert list(self.upkeep.check()) == []
        before = self.contents()
        assert self.upkeep.rebuild() == len(self.living)
        assert self.contents() == before

    @rule(data=st.data(), limit=st.integers(1, 7), window=st.integers(0, 3))
    def read(self, data: st.DataObject, limit: int, window: int) -> None:
        """One list in pages, and each of its players with a place and neighbours."""
        asked = data.draw(st.sampled_from(self.questions()))
        self.compare(asked, limit, window)

    @rule(target=walks, data=st.data(), limit=st.integers(1, 3))
    def begin_walk(self, data: st.DataObject, limit: int) -> Walk:
        """The first page of one of the longer lists, of which more are read after whatever happens next."""
        walk = Walk(self.boards, data.draw(st.sampled_from(self.questions()[-8:])), limit)
        self.walking.append(walk)
        walk.turn(self.rows(walk.asked))
        return walk

    @rule(target=walks, walk=consumes(walks))
    def walk_on(self, walk: Walk) -> object:
        """A page more."""
        if not walk.over:
            walk.turn(self.rows(walk.asked))
        return multiple() if walk.over else walk

    def teardown(self) -> None:
        """In the end, everything: all walks to their ends, all standings, some lists, all careers, and the audit."""
        if not hasattr(self, "stored"):
            return
        for walk in self.walking:
            while not walk.over:
                walk.turn(self.rows(walk.asked))
        lists = self.questions()
        assert self.standing() == {
            (asked, player): figures
            for asked in lists
            for _, player, *figures in ranking(self.games, self.banned, asked)
        }
        for asked in lists[:: len(lists) // 5 + 1]:
            self.compare(asked, limit=3, window=1)
        for player in self.living:
            mine = [game for game in self.games if game.player_id == player]
            of_variant = {game.variant: [one for one in mine if one.variant == game.variant] for game in mine}
            digests = self.statistics.of(player).digests
            assert digests == {variant: digest_of(some) for variant, some in of_variant.items()}
        assert self.statistics.fairness() == fates(self.games)
        assert list(self.upkeep.check()) == []

    def compare(self, asked: Question, limit: int, window: int) -> None:
        expected = self.rows(asked)
        assert paged(self.boards, asked, limit) == expected
        for at, (place, player, value, *_) in enumerate(expected):
            near = self.boards.around(*list_of(asked), player, window)
            assert list(map(shown, near.rows)) == expected[max(0, at - window) : at + window + 1]
            found = self.boards.place(*list_of(asked), player)
            ties = sum(row[0] == place for row in expected) - 1
            assert (found.place, found.tied, found.players, found.value) == (place, ties, len(expected), value)
        for absent in {*self.living, self.dealer.new_id()} - {row[1] for row in expected}:
            assert_unranked(self.boards, asked, absent)

    def rows(self, asked: Question) -> list[Row]:
        """What a list should be."""
        return ranking(self.games, self.banned, asked)

    def questions(self) -> list[Question]:
        """Every list that some game belongs to, those of more players last, and first one that none does."""
        return [Question("score", "standard", "day", MONDAY.replace(year=2020)), *lists_of(self.games)]

    def standing(self) -> dict[tuple[Question, str], list[object]]:
        """All rows of all lists."""
        names = "board", "variant", "period", "start", "player_id", "value", "achieved_at", "game_id"
        with self.database.transaction() as connection:
            rows = connection.execute(select(*(standings.c[name] for name in names)))
            return {(Question(*row[:4]), row[4]): list(row[5:]) for row in rows}

    def contents(self) -> dict[str, list[str]]:
        """All rows of what is computed, as text."""
        with self.database.transaction() as connection:
            return {
                table: sorted(connection.scalars(select(WHOLE_ROW).select_from(metadata.tables[table].alias("one"))))
                for table in TABLES
            }


STEPS = 60


def test_the_boards_agree_with_sorting_all_results(own_database_url: str) -> None:
    migrate.upgrade(own_database_url)
    database = Database(own_database_url, timeout_ms=10_000)

    class Machine(Boards):
        pass

    Machine.database = database
    run_state_machine_as_test(Machine, settings=settings(max_examples=10, stateful_step_count=STEPS))
    database.close()
