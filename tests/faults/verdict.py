"""The checker: what was acknowledged beside what is left, and both beside what follows from the results alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tests.ranking import fates, ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.play.ended import Ended
    from tests.faults.history import History, Json, Played
    from tests.ranking import Question, Row


@dataclass(frozen=True, slots=True)
class Left:
    """What is left when all is over, as the API, Postgres and `clock` tell it."""

    results: Sequence[Ended]
    """Every row, a game twice if it is there twice."""
    games: Mapping[str, Json | None]
    """Many games, none of them an erased player's, as their players can fetch them now; None where they cannot."""
    logs: Mapping[str, Sequence[Json]]
    """The moves of some of them, the opening first."""
    boards: Mapping[Question, Sequence[Row]]
    places: Mapping[tuple[Question, str], tuple[int, int, int]]
    """Of some players on some boards: place, how many others share it, how many have one."""
    fairness: Mapping[str, Mapping[int, int]]
    dealt: Mapping[str, Mapping[str, int]]
    """How many games of each variant a player's statistics count; of every player who was not erased."""
    names: Mapping[str, str]
    waiting: int
    """Results still in the outbox."""
    dead: int
    """Results set aside."""
    check: str
    """What `clock leaderboards check` has to say against it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. Nothing may be."""

    lost: Sequence[str]
    """Acknowledged, and not there."""
    doubled: Sequence[str]
    """There more often than it was acknowledged."""
    wrong: Sequence[str]
    """Anything else."""

    @property
    def faults(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.wrong]


def judge(history: History, left: Left) -> Verdict:
    """Compare them."""
    return Verdict(
        lost=[*_lost_results(history, left), *_lost_moves(history, left)],
        doubled=[*_doubled_results(left), *_doubled_moves(history, left)],
        wrong=[
            *history.strange,
            *_wrong_results(history, left),
            *_wrong_computations(history, left),
            *_leftovers(left),
        ],
    )


def _lost_results(history: History, left: Left) -> Iterator[str]:
    stored = {one.game_id for one in left.results}
    for game_id in history.ended.keys() - stored:
        yield f"no result of {game_id}, which was over"


def _lost_moves(history: History, left: Left) -> Iterator[str]:
    for game_id, game in left.games.items():
        played = history.games[game_id]
        if game is None:
            yield f"no game {game_id}"
        elif game["version"] < played.game["version"] + played.given_up:
            yield f"{game_id} is at version {game['version']}, acknowledged was {played.game['version']}"
        elif not game["result"] or not game["result"]["recorded"]:
            yield f"{game_id} is not said to be recorded"
        elif game_id in left.logs and list(left.logs[game_id][1:]) != played.moves:
            yield f"the log of {game_id} is not what was acknowledged"


def _doubled_results(left: Left) -> Iterator[str]:
    for game_id, times in Counter(one.game_id for one in left.results).items():
        if times > 1:
            yield f"{times} results of {game_id}"


def _doubled_moves(history: History, left: Left) -> Iterator[str]:
    """Nobody else plays these games: a version that was not asked for is a request carried out twice."""
    for game_id, played in history.games.items():
        versions = played.versions
        for before, after, asked in zip(versions, versions[1:], played.asked, strict=False):
            if not before < after <= before + asked:
                yield f"{game_id} went from version {before} to {after}, at most {asked} moves were asked for"
        game = left.games.get(game_id)
        if game and game["version"] > versions[-1] + played.given_up:
            yield f"{game_id} is at version {game['version']}, acknowledged was {versions[-1]}"


def _wrong_results(history: History, left: Left) -> Iterator[str]:
    for one in left.results:
        played = history.games.get(one.game_id)
        if played is None:
            yield f"a result of {one.game_id}, which nobody was dealt"
        elif one.player_id != (None if played.player_id in history.erased else played.player_id):
            yield f"the result of {one.game_id} is {one.player_id}'s"
        elif _told(one) != _acknowledged(one, played):
            yield f"the result of {one.game_id} is {_told(one)}, acknowledged was {_acknowledged(one, played)}"


def _told(one: Ended) -> tuple[Any, ...]:
    return one.variant, one.mode, one.outcome.value, one.flips, one.hidden, one.elapsed_ms, one.total, one.finished_at


def _acknowledged(one: Ended, played: Played) -> tuple[Any, ...]:
    """The same as the last answer has it; whoever gave up was not told when."""
    game, result = played.game, played.game["result"]
    known = game["variant"], game["mode"]
    if result is None:
        return *known, "abandoned", game["flips"], game["hidden"], one.elapsed_ms, None, one.finished_at
    total = result["ledger"] and result["ledger"]["total"]
    facts = result["outcome"], result["flips"], result["hidden"], result["elapsed_ms"], total
    return *known, *facts, instant(game["finished_at"])


def _wrong_computations(history: History, left: Left) -> Iterator[str]:
    for question, rows in left.boards.items():
        right = ranking(left.results, history.banned, question)
        if list(rows) != right:
            yield f"{question} shows {list(rows)[:3]}..., the results say {right[:3]}..."
    for (question, player_id), place in left.places.items():
        if place != _place(ranking(left.results, history.banned, question), player_id):
            yield f"{player_id} has {place} on {question}"
    if {variant: dict(counts) for variant, counts in left.fairness.items()} != fates(left.results):
        yield "the audit of all deals counts others than there are"
    for player_id, dealt in left.dealt.items():
        mine = Counter(one.variant for one in left.results if one.player_id == player_id)
        if dealt != mine:
            yield f"the statistics of {player_id} count {dealt}, the results {dict(mine)}"
    for player_id, name in left.names.items():
        if name != history.names[player_id]:
            yield f"{player_id} is called {name}, acknowledged was {history.names[player_id]}"


def _leftovers(left: Left) -> Iterator[str]:
    if left.waiting or left.dead:
        yield f"{left.waiting} results still wait, {left.dead} were set aside"
    if left.check:
        yield f"clock leaderboards check: {left.check}"


def _place(rows: Sequence[Row], player_id: str) -> tuple[int, int, int] | None:
    place = next((row[0] for row in rows if row[1] == player_id), None)
    return None if place is None else (place, sum(row[0] == place for row in rows) - 1, len(rows))


def instant(text: str) -> int:
    """What the API prints as an instant, in milliseconds since 1970."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
