"""Players and their results in memory."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from service.play.ended import ended_of
from service.play.errors import GameNotFound, NameLocked, PlayerNotFound
from service.play.identity import NOBODY
from service.play.pages import Page
from service.play.players import Player
from service.play.race_results import is_run, results_of_race
from service.play.results import RecordedResult, UnrecordableResult, result_of
from tests.builders import OPENED_AT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from service.play.ended import Ended
    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_results import RaceResult
    from service.play.record import GameRecord


class FakePlayers:
    """The port `Players`; give it the results whose links to a player go with the player."""

    def __init__(self, results: FakeResults | None = None) -> None:
        self._results = results or FakeResults()
        self._players: dict[str, tuple[Player, bytes]] = {}
        self.banned: dict[str, int] = {}
        """Since when, by player."""
        self.hidden: list[str] = []
        """Those whose erasure has begun; no time passes here, so that it counts as broken off at once."""
        self._locked: set[str] = set()

    def add(self, player_id: str, display_name: str, secret_digest: bytes, *, bot: bool = False) -> Player:
        player = Player(player_id, display_name, OPENED_AT + len(self._players), bot)
        self._players[player_id] = player, secret_digest
        return player

    def get(self, player_id: str) -> Player:
        return self._known(player_id)[0]

    def secret_digest(self, player_id: str) -> bytes:
        return self._known(player_id)[1]

    def banned_at(self, player_id: str) -> int | None:
        self._known(player_id)
        return self.banned.get(player_id)

    def name_locked(self, player_id: str) -> bool:
        self._known(player_id)
        return player_id in self._locked

    def rename(self, player_id: str, display_name: str) -> Player:
        if self.name_locked(player_id):
            raise NameLocked(player_id)
        return self._named(player_id, display_name)

    def give_name(self, player_id: str, display_name: str, *, locked: bool) -> Player:
        player = self._named(player_id, display_name)
        self._locked = self._locked | {player_id} if locked else self._locked - {player_id}
        return player

    def _named(self, player_id: str, display_name: str) -> Player:
        player, digest = self._known(player_id)
        self._players[player_id] = replace(player, display_name=display_name), digest
        return self._players[player_id][0]

    def replace_secret(self, player_id: str, secret_digest: bytes) -> None:
        self._players[player_id] = self._known(player_id)[0], secret_digest

    def hide(self, player_id: str) -> None:
        if self._players.pop(player_id, None):
            self.hidden.append(player_id)

    def erase(self, player_id: str) -> None:
        self.hide(player_id)
        self.hidden = [one for one in self.hidden if one != player_id]
        self._results.unlink(player_id)

    def half_erased(self, limit: int) -> Sequence[str]:
        return self.hidden[:limit]

    def ban(self, player_id: str) -> None:
        self._known(player_id)
        self.banned.setdefault(player_id, OPENED_AT)

    def unban(self, player_id: str) -> None:
        self._known(player_id)
        self.banned.pop(player_id, None)

    @property
    def shown(self) -> list[Player]:
        """Those who may be on boards."""
        return [player for player, _ in self._players.values() if not player.bot and player.id not in self.banned]

    def _known(self, player_id: str) -> tuple[Player, bytes]:
        if player_id not in self._players:
            raise PlayerNotFound(player_id)
        return self._players[player_id]


class FakeResults:
    """The port `Results`."""

    def __init__(self) -> None:
        self.recorded: dict[str, tuple[str | None, RecordedResult]] = {}
        """Whose result it is (None once erased) and the result, by game id."""
        self.run: dict[str, Race] = {}
        """How races that were run ended, by their ids."""
        self._games: dict[str, GameRecord] = {}
        self._ended: dict[str, Ended] = {}
        self._erased: set[str] = set()

    def record(self, records: Sequence[GameRecord]) -> None:
        found = [(record.draft.player_id, _recorded(record)) for record in records]
        for record in records:
            self._games.setdefault(record.id, replace(record, recorded=True))
            if record.id not in self._ended:
                self._ended[record.id] = ended_of(record)
        for player_id, recorded in found:
            owner = None if player_id in self._erased else player_id
            self.recorded.setdefault(recorded.game_id, (owner, recorded))

    def record_races(self, races: Sequence[Race]) -> None:
        for race in filter(is_run, races):
            self.run.setdefault(race.id, race)

    def races(self, player_id: str, after: Key | None, limit: int) -> Page[RaceResult]:
        newest_first = sorted(self.races_of(player_id), key=attrgetter("key"), reverse=True)
        rest = [result for result in newest_first if after is None or result.key < after]
        return Page(tuple(rest[:limit]), rest[limit - 1].key if len(rest) > limit else None)

    def races_of(self, player_id: str) -> list[RaceResult]:
        """All of a player's races."""
        if player_id in self._erased:
            return []
        racers = (racer for race in self.run.values() for racer in results_of_race(race))
        return [result for racer_id, result in racers if racer_id == player_id]

    def find(self, game_id: str) -> GameRecord:
        if game_id not in self._games:
            raise GameNotFound(game_id)
        owner, record = self.recorded[game_id][0], self._games[game_id]
        return record if owner else replace(record, draft=replace(record.draft, player_id=NOBODY))

    def page(self, player_id: str, after: Key | None, limit: int) -> Page[RecordedResult]:
        mine = (recorded for owner, recorded in self.recorded.values() if owner == player_id)
        keyed = sorted(((recorded.finished_at, recorded.game_id), recorded) for recorded in mine)
        rest = [(key, recorded) for key, recorded in reversed(keyed) if after is None or key < after]
        items = tuple(recorded for _, recorded in rest[:limit])
        return Page(items, rest[limit - 1][0] if len(rest) > limit else None)

    def ended(self) -> list[Ended]:
        """What counts of every game."""
        return [replace(ended, player_id=self.recorded[game_id][0]) for game_id, ended in self._ended.items()]

    def deal_of(self, game: Ended) -> object:
        """What is the same for all games of a deal that many were dealt, and for no others."""
        seeds = self._games[game.game_id].draft.seeds
        return game.day or (seeds if game.raced else game.game_id)

    def by_day(self, day: date) -> list[RecordedResult]:
        """Those of a day's deals."""
        return [self.recorded[game_id][1] for game_id, game in self._games.items() if game.draft.day == day]

    def unlink(self, player_id: str) -> None:
        """Forget whose results these are, and those that come late."""
        self._erased.add(player_id)
        for game_id, (owner, recorded) in self.recorded.items():
            if owner == player_id:
                self.recorded[game_id] = None, recorded


def _recorded(record: GameRecord) -> RecordedResult:
    result = result_of(record)
    if result is None or record.draft.seeds is None:
        raise UnrecordableResult("not an ended game with a deal from seeds")
    return RecordedResult.of(record, result)
