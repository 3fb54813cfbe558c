"""Someone who asks everything about a game in play, and knows which cards may be seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.game.deal import Deal
from service.game.game import Game
from service.game.policy import best_decision, fate

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from tests.api.client import Client

STEPS = 6
KEY = {"Idempotency-Key": "spy"}
STALE = {"If-Match": '"999"'}
NOT_JSON = {"Content-Type": "text/plain"}


@dataclass
class Spy:
    """A player who pries. `game` is what the rules make of the game, apart from the service."""

    client: Client
    path: str
    game: Game
    practice: bool = False
    """Whether the game is for practice, and so may be saved: whoever keeps a game themselves has all of its cards."""
    answers: list[tuple[TestResponse, frozenset[str]]] = field(default_factory=list)
    """Every answer, and the cards that had been shown by then."""
    shown: frozenset[str] = frozenset()
    furthest: Game | None = None
    """The game when the most of it had been seen."""

    def ask(
        self, method: str, action: str = "", then: Callable[[Game], Game] | None = None, **more: Any
    ) -> TestResponse:
        """One request about the game; `then` is what it should do."""
        if then is not None:
            self.game = then(self.game)
        self.shown |= frozenset(shown(self.game))
        answer = self.client.send(method, f"{self.path}{action}", **more)
        self.answers.append((answer, self.shown))
        return answer

    def spy(self) -> None:
        """Ask everything at the beginning, on the way, at a decision and after it, and after a step back."""
        self.pry()
        self.step(STEPS)
        if self.game.rules.asks:
            self.go_to_the_question()
            self.pry()
            self.decide()
        self.pry()
        self.furthest = self.game
        self.ask("POST", "/undo")
        self.pry()

    def step(self, count: int) -> None:
        """Forced moves, each repeated under its key."""
        for _ in range(count):
            if self.game.choices is not None:
                return
            body = {"pile": self.game.revealed[-1].card.home} if self.game.mode == "placement" else {}
            key = {"Idempotency-Key": f"step-{self.game.cursor}"}
            self.ask("POST", "/step", lambda game: game.step(), json=body, headers=key)
            self.ask("POST", "/step", json=body, headers=key)
            self.ask("POST", "/step", json={"count": 2, "pile": 1}, headers=key)

    def go_to_the_question(self) -> None:
        while self.game.choices is None:
            self.step(1)

    def decide(self) -> None:
        """The best decision, repeated under its key, after some that are none."""
        assert self.game.choices is not None
        best = best_decision(self.game.choices)
        action, body = f"/{self.game.chain.question}", {key: getattr(best, key) for key in _words(self.game)}
        for wrong in ({"pile": 13, "depth": 8}, {"pile": 1, "depth": 8}, {"pile": 0}, {}, {"decline": False}):
            self.ask("POST", action, json=wrong)
        self.ask("POST", action, lambda game: game.decide(best), json=body, headers=KEY)
        self.ask("POST", action, json=body, headers=KEY)

    def pry(self) -> None:
        """Everything that can be asked without going on."""
        self._look()
        self._err()
        client = self.client
        for path in (
            "/v1/games",
            "/v1/games?status=in_progress",
            f"/v1/games?status={self.game.status}&limit=1",
            "/v1/players/me/export",
            f"/v1/players/{client.player_id}/results",
        ):
            self.answers.append((client.get(path), self.shown))

    def _look(self) -> None:
        for method in ("GET", "HEAD", "OPTIONS", "PUT"):
            self.ask(method)
        self.ask("GET", headers={"If-None-Match": '"1"'})
        for action in ("/moves?limit=100", "/moves?limit=2", "/moves?narrate=en&limit=100", "/moves?narrate=xx"):
            self.ask("GET", action)
        for action in ("/hint", "/reading", "/proof", "/nothing", "?x=1"):
            self.ask("GET", action)
        if not self.practice:
            self.ask("GET", "/save")
        self.answers.append((self.client.with_token("").get(f"{self.path}/proof"), self.shown))

    def _err(self) -> None:
        """Requests that are refused, or only counted."""
        for pile in (1, 7, 8, 13):
            if self.game.in_hand is not None and pile != self.game.in_hand.card.home:
                self.ask("POST", "/step", json={"pile": pile})
        for body in ({"count": 0}, {"count": 105}, {"pile": 14}, {"count": 1, "pile": 1}):
            self.ask("POST", "/step", json=body)
        for action in ("/step", "/autoplay", "/undo"):
            self.ask("POST", action, headers=STALE)
            self.ask("POST", action, data=b"{", headers=NOT_JSON)
        for action, body in (("/fork", {"pile": 13}), ("/reprieve", {"pile": 13, "depth": 8})):
            self.ask("POST", action, json=body)
        self.ask("POST", "/autoplay", json={"until": "x"})
        self.ask("DELETE", headers=STALE)


def _words(game: Game) -> tuple[str, ...]:
    return ("pile",) if game.status == "awaiting_fork" else ("pile", "depth")


def shown(game: Game) -> set[str]:
    """The cards that whoever sits at the table has seen."""
    finales = (
        [pile[0].code for pile in game.deal.piles(game.rules.dealing)] if game.rules.finales == "face_up" else []
    )
    return {flip.card.code for flip in game.revealed} | set(finales)


def twin(game: Game) -> Deal:
    """Another deal that shows the same cards up to here, and then ends otherwise, with another outcome if it can."""
    end = end_of(game, game.deal)
    shifted = (_shifted(game, by) for by in range(1, len(unseen_places(game))))
    others = [deal for deal in shifted if end_of(game, deal) != end]
    return min(others, key=lambda deal: end_of(game, deal)[0] == end[0])


def end_of(game: Game, deal: Deal) -> tuple[object, ...]:
    """What comes of a deal when it is played like this game up to here, and then by the best decisions."""
    ended = fate(Game(deal, game.rules, "reveal", game.decisions, min(game.cursor, len(game.chain.flips))))
    return ended.status, ended.flips, ended.restarts, ended.revealed[-1]


def _shifted(game: Game, by: int) -> Deal:
    """The deal with each unseen card in the place of another of them."""
    cards, hidden = list(game.deal.cards), unseen_places(game)
    for place, source in zip(hidden, hidden[by:] + hidden[:by], strict=True):
        cards[place] = game.deal.cards[source]
    return Deal(tuple(cards))


def unseen_places(game: Game) -> list[int]:
    """Where in the deal, by index, the cards lie that nobody has seen."""
    piles = [list(range(len(game.deal.cards)))[pile::13] for pile in range(13)]
    assert game.rules.dealing == "one_at_a_time"
    seen: list[int] = []
    for flip in game.revealed:
        pile = piles[flip.pile - 1]
        seen.append(pile[-flip.depth])
        if flip.kind == "reprieve":
            pile[-flip.depth] = seen[-2]
        else:
            pile.pop()
    finales = range(13) if game.rules.finales == "face_up" else ()
    return [place for place in range(len(game.deal.cards)) if place not in {*seen, *finales}]
