"""What is left when all is over: over HTTP, as anyone can see it, and from the results in Postgres."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from sqlalchemy import select

from service.play.boards import BOARDS
from service.storage.postgres.rows import ENDED_COLUMNS, ended_game
from service.storage.postgres.tables import results
from tests.faults.verdict import Left, instant
from tests.ranking import Question, periods_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.play.ended import Ended
    from tests.e2e.running import Up
    from tests.faults.history import History, Json
    from tests.faults.service import Service
    from tests.ranking import Row

OF_RESULTS = [name for name in BOARDS if not name.startswith("sprint")]
EVERY = 5
"""Of games that were played by one request, so many pass by for one that is fetched again."""
ASKED_FOR_PLACES = ("score", "closest_call", "luck")


def gathered(service: Service, history: History, tokens: Mapping[str, str]) -> Left:
    """Everything; the service must be well and at rest. `tokens` of the players who were not erased."""
    api, ended = service.api, _results(service)
    theirs = {game_id: tokens[one.player_id] for game_id, one in history.games.items() if one.player_id in tokens}
    stepped = [game_id for game_id in theirs if history.games[game_id].moves]
    others = [game_id for game_id in theirs if not history.games[game_id].moves][::EVERY]
    boards = {question: _rows(api, question) for question in _questions(ended)}
    profiles = {player_id: get(api, f"/v1/players/{player_id}") for player_id in tokens}
    return Left(
        results=ended,
        games={game_id: _game(api, game_id, theirs[game_id]) for game_id in (*stepped, *others)},
        logs={game_id: _log(api, game_id, theirs[game_id]) for game_id in stepped},
        boards=boards,
        places=_places(api, boards),
        fairness=_fairness(api),
        dealt={one: {each["variant"]: each["dealt"] for each in _of(told)} for one, told in profiles.items()},
        names={player_id: told["display_name"] for player_id, told in profiles.items()},
        waiting=service.stores.waiting(),
        dead=service.stores.dead(),
        check=_check(service),
    )


def get(api: Up, path: str, token: str = "") -> Any:
    """What is answered, which must be 200."""
    answer = api.call("GET", path, token=token)
    assert answer.status == 200, (path, answer.body)
    return answer.json


def _game(api: Up, game_id: str, token: str) -> Json | None:
    answer = api.call("GET", f"/v1/games/{game_id}", token=token)
    assert answer.status in {200, 404, 410}, answer.body
    return answer.json if answer.status == 200 else None


def _results(service: Service) -> list[Ended]:
    with service.stores.database.transaction() as connection:
        return [ended_game(row) for row in connection.execute(select(*ENDED_COLUMNS).select_from(results))]


def _questions(ended: Iterable[Ended]) -> list[Question]:
    """All that these results have an answer to."""
    return sorted(
        {
            Question(board, one.variant, period, start)
            for board, one in product(OF_RESULTS, ended)
            if one.variant in BOARDS[board].variants
            for period, start in periods_on(board, one)
        },
        key=repr,
    )


def _rows(api: Up, asked: Question) -> list[Row]:
    """A board from its top to its end."""
    at = {} if asked.period == "all" else {"at": asked.start.isoformat()}
    words = {"variant": asked.variant, "period": asked.period, "limit": "10"} | at
    items = _walk(api, f"/v1/leaderboards/{asked.board}", words)
    return [_row(one) for one in items]


def _row(item: Json) -> Row:
    return item["place"], item["player"]["id"], item["value"], instant(item["achieved_at"]), item["game_id"]


def _places(api: Up, boards: Mapping[Question, Iterable[Row]]) -> dict[tuple[Question, str], tuple[int, int, int]]:
    found = {}
    for question, rows in boards.items():
        if question.board in ASKED_FOR_PLACES and question.period == "all":
            for _, player_id, *_ in rows:
                path = f"/v1/leaderboards/{question.board}/places/{player_id}?variant={question.variant}&period=all"
                told = get(api, path)
                found[question, player_id] = told["place"], told["tied"], told["players"]
    return found


def _fairness(api: Up) -> dict[str, dict[int, int]]:
    found = dict[str, dict[int, int]]()
    for told in get(api, "/v1/fairness")["variants"]:
        counted = {one["flips"]: one["deals"] for one in told["flips"] if one["deals"]}
        found |= {told["variant"]: counted} if counted else {}
    return found


def _log(api: Up, game_id: str, token: str) -> list[Json]:
    return _walk(api, f"/v1/games/{game_id}/moves", {"limit": "100"}, token)


def _walk(api: Up, path: str, words: Mapping[str, str], token: str = "") -> list[Json]:
    items, more = list[Any](), dict[str, str]()
    while True:
        page = get(api, f"{path}?{urlencode({**words, **more})}", token)
        items += page["items"]
        if page["next"] is None:
            return items
        more = {"cursor": page["next"]}


def _of(profile: Json) -> list[Json]:
    return list(profile["statistics"]["variants"])


def _check(service: Service) -> str:
    done = service.clock("leaderboards", "check")
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}"
