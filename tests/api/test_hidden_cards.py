"""No answer tells anything of a card that is still face down, in any form of the game, at any moment of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from service.game.cards import PACK
from service.game.game import Game
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from tests.api.client import Client
from tests.api.rules.table import deal_where
from tests.api.spies import STEPS, Spy, shown, twin
from tests.game.deals import MODES, locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from werkzeug.test import TestResponse

    from service.game.deal import Deal
    from service.game.game import Mode
    from service.game.rules import Rules
    from tests.api.conftest import Staged
    from tests.api.contract import Contract

METRICS = "http://localhost:9000"
SEED = bytes.fromhex("5e" * 32)
_CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][SHDC])(?![A-Za-z0-9])")
_PER_REQUEST = ("X-Request-Id", "Date", "RateLimit")

every_variant = pytest.mark.parametrize("variant", VARIANTS)
every_mode = pytest.mark.parametrize("mode", MODES)


def bytes_of(answer: TestResponse) -> tuple[object, ...]:
    """All of an answer but what is drawn anew for every request."""
    headers = [(name, value) for name, value in answer.headers if name not in _PER_REQUEST]
    return answer.status, headers, answer.get_data(as_text=True).replace(answer.headers["X-Request-Id"], "")


def leaks(answers: Iterable[tuple[TestResponse, frozenset[str]]]) -> list[tuple[str, set[str]]]:
    """The paths that told of cards which had not been shown by then, and those cards."""
    pack = {card.code for card in PACK}
    found = []
    for answer, seen in answers:
        told = set(_CARD.findall(f"{answer.headers} {answer.get_data(as_text=True)}")) & pack - seen
        if told:
            found.append((answer.request.path, told))
    return found


def asks_with_much_hidden(game: Game) -> bool:
    """Whether there is a question, and after it still something to hide; without questions any long game will do."""
    choices = locked(game).choices
    return (choices is not None and locked(game).hidden > STEPS) or (not game.rules.asks and game.last > 2 * STEPS)


@every_variant
@every_mode
@pytest.mark.parametrize("practice", [True, False])
def test_deals_that_agree_on_what_was_revealed_answer_the_same_bytes(
    contract: Contract,
    monkeypatch: pytest.MonkeyPatch,
    stage: Callable[[], Staged],
    variant: str,
    mode: Mode,
    practice: bool,
) -> None:
    rules = VARIANTS[variant]
    first = deal_where(asks_with_much_hidden, rules)
    spy, logs = spied(stage(), contract, monkeypatch, Game(first, rules, mode), practice=practice)
    assert spy.furthest is not None
    assert len(shown(spy.furthest)) >= STEPS
    other = twin(spy.furthest)
    assert sum(one != two for one, two in zip(first.cards, other.cards, strict=True)) > STEPS - 2
    again, more_logs = spied(stage(), contract, monkeypatch, Game(other, rules, mode), practice=practice)
    for (one, _), (two, _) in zip(spy.answers, again.answers, strict=True):
        assert bytes_of(one) == bytes_of(two)
    assert logs == more_logs
    assert leaks(spy.answers) == leaks(again.answers) == []


def spied(
    staged: Staged, contract: Contract, monkeypatch: pytest.MonkeyPatch, game: Game, *, practice: bool
) -> tuple[Spy, list[Any]]:
    """A spy after all their questions about this very game, and what was logged meanwhile."""
    names = iter(f"01a22d00-0b8c-7e28-bd04-{number:010x}5f" for number in range(100))
    monkeypatch.setattr("service.play.players.new_id", lambda: next(names))
    monkeypatch.setattr("service.play.games.new_id", lambda _: next(names))
    monkeypatch.setattr("service.play.games.shuffle", lambda *_: game.deal)
    monkeypatch.setattr("service.play.games.new_server_seed", lambda: bytes(32))
    with capture_logs() as logs:
        client = Client(staged.app, contract, address="10.0.0.1").registered()
        spy = the_spy(client, game, practice=practice)
        spy.spy()
    return spy, [{key: value for key, value in line.items() if key not in ("ms", "request_id")} for line in logs]


def the_spy(client: Client, game: Game, *, practice: bool = False, **wanted: Any) -> Spy:
    variant = next(name for name, rules in VARIANTS.items() if rules == game.rules)
    dealt = client.deal(variant=variant, mode=game.mode, practice=practice, **wanted)
    return Spy(client, f"/v1/games/{dealt['id']}", game, practice)


@every_variant
@every_mode
def test_no_answer_holds_a_card_that_is_face_down_or_the_seed(
    ada: Client, bob: Client, monkeypatch: pytest.MonkeyPatch, variant: str, mode: Mode
) -> None:
    rules = VARIANTS[variant]
    seeds = next(
        Seeds(SEED, f"client {number}")
        for number in range(1000)
        if asks_with_much_hidden(Game(shuffle(Seeds(SEED, f"client {number}"), rules.decks), rules))
    )
    monkeypatch.setattr("service.play.games.new_server_seed", lambda: SEED)
    game = Game(shuffle(seeds, rules.decks), rules, mode)
    with capture_logs() as logs:
        spy = the_spy(ada, game, practice=True, deal={"kind": "random", "client_seed": seeds.client})
        spy.spy()
        spy.answers += [(bob.get(spy.path + action), frozenset()) for action in ("", "/moves", "/hint", "/proof")]
        spy.answers.append((ada.get("/metrics", base_url=METRICS), frozenset()))
    assert leaks(spy.answers) == []
    told = "".join(f"{answer.headers} {answer.get_data(as_text=True)}" for answer, _ in spy.answers) + str(logs)
    assert SEED.hex() not in told
    assert "server_seed" not in told
    assert not set(_CARD.findall(str(logs)))


@pytest.mark.parametrize("kind", ["seed", "custom"])
def test_deals_that_are_known_are_told_no_sooner(ada: Client, kind: str) -> None:
    rules = VARIANTS["standard"]
    deal: Deal = shuffle(Seeds(SEED), rules.decks)
    sent = {"server_seed": SEED.hex()} if kind == "seed" else {"deck": deal.codes()}
    spy = the_spy(ada, Game(deal, rules), deal={"kind": kind} | sent)
    spy.spy()
    assert leaks(spy.answers) == []
    assert not any(SEED.hex() in answer.get_data(as_text=True) for answer, _ in spy.answers)


def test_the_scan_would_find_a_card_that_comes_next(ada: Client) -> None:
    assert _CARD.findall('{"card":"7H","x":["KC"]} 9S') == ["7H", "KC", "9S"]
    rules = VARIANTS["standard"]
    spy = the_spy(ada, Game(shuffle(Seeds(SEED)), rules), deal={"kind": "seed", "server_seed": SEED.hex()})
    spy.client.post(f"{spy.path}/step")
    spy.ask("GET")
    assert leaks(spy.answers) == [(spy.path, {shuffle_second(rules)})]


def shuffle_second(rules: Rules) -> str:
    """The card that the second flip of the seed's deal turns."""
    return Game(shuffle(Seeds(SEED), rules.decks), rules).chain.flips[1].card.code
