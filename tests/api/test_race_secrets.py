"""Nothing that a race tells, to anyone, depends on a card that has not been shown to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from service.play.race import COUNTDOWN_MS
from tests.api.client import Client
from tests.api.racing import Racing, race_of

if TYPE_CHECKING:
    from service.play.record import GameRecord
    from tests.api.client import Json
    from tests.api.conftest import Staged
    from tests.api.contract import Contract

CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][SHDC])(?![A-Za-z0-9])")


@dataclass
class Pryer:
    """Someone who asks everything of a race and of the games in it, and what they may know by then."""

    staged: Staged
    client: Client
    race: Racing
    told: list[tuple[str, str, frozenset[str]]] = field(default_factory=list)

    def pry(self) -> None:
        may_know = frozenset(self._shown())
        for path, body in self._asks():
            answer = self.client.get(path) if body is None else self.client.post(path, body)
            self.told.append((path, f"{answer.headers}{answer.get_data(as_text=True)}", may_know))

    def _asks(self) -> list[tuple[str, Json | None]]:
        path, games = self.race.path, [f"/v1/games/{record.id}" for record in self._games()]
        about_games: list[tuple[str, Json | None]] = [
            (f"{game}{what}", None)
            for game in games
            for what in ("", "/moves", "/moves?narrate=en", "/hint", "/reading", "/proof", "/save", "?x=1")
        ]
        about_games += [
            (f"{game}{what}", body)
            for game in games
            for what, body in (("/autoplay", {}), ("/undo", {}), ("/step", {"count": 1}), ("/step", {"pile": 0}))
        ]
        queries = ("", "/log?limit=100", "/log?after=1", "/events?after=x", "/nothing")
        asks: list[tuple[str, Json | None]] = [(f"{path}{query}", None) for query in queries]
        mine = [("/v1/games", None), ("/v1/players/me/export", None), ("/v1/races", None)]
        return [*asks, *about_games, *mine, (f"{path}/start", {}), (f"{path}/rematch", {}), (f"{path}/join", {})]

    def _games(self) -> list[GameRecord]:
        prefix = self.race.id[:-4]
        return [record for game_id, record in self.staged.memory.raced.items() if game_id.startswith(prefix)]

    def _shown(self) -> set[str]:
        """The cards that this player has turned; before the start none."""
        if self.race.seen()["status"] not in ("running", "finished"):
            return set()
        own = [record.game for record in self._games() if record.draft.player_id == self.client.player_id]
        return {flip.card.code for game in own for flip in game.revealed}

    def leaks(self) -> list[tuple[str, set[str]]]:
        found = [(path, set(CARD.findall(text)) - may_know) for path, text, may_know in self.told]
        return [(path, cards) for path, cards in found if cards]


@pytest.fixture
def pryers(staged: Staged, contract: Contract) -> list[Pryer]:
    """Two racers and a spectator of a race with shared decks, all of whom pry at every turn of it."""
    ada, bob, eve = (Client(staged.app, contract).registered(name) for name in ("Ada", "Bob", "Eve"))

    def pause(_: Json) -> None:
        staged.memory.now += COUNTDOWN_MS

    race = race_of(ada, bob, pause=pause, decks="shared")
    found = [Pryer(staged, client, race) for client in (ada, bob, eve)]

    def pry() -> None:
        for one in found:
            one.pry()

    pry()
    race.started()
    pry()
    pause(race.seen())
    pry()
    for _ in range(5):
        race.move(ada)
        pry()
    race.play_out(ada)
    pry()
    return found


def test_no_answer_tells_anyone_of_a_card_that_they_have_not_turned(pryers: list[Pryer]) -> None:
    assert [leak for one in pryers for leak in one.leaks()] == []
    assert any(CARD.search(text) for _, text, _ in pryers[0].told)
    assert not any(CARD.search(text) for _, text, _ in pryers[2].told)


def test_no_answer_and_no_line_of_the_log_has_a_seed_before_the_end(
    staged: Staged, contract: Contract, pryers: list[Pryer]
) -> None:
    race = pryers[0].race
    kept = staged.memory.races[race.id]
    secrets = {kept.secret.hex(), *(kept.seeds(seat.number).server.hex() for seat in kept.seats)}
    everything = "".join(text for one in pryers for _, text, _ in one.told)
    with capture_logs() as logs:
        pryers[0].pry()
    assert not [secret for secret in secrets if secret in everything or secret in repr(logs)]
    race.act(race.racers[1], "forfeit")
    proof = pryers[2].client.get(f"/v1/games/{race.game_id(race.host)}/proof").get_data(as_text=True)
    assert kept.seeds(1).server.hex() in proof
    assert contract
