"""Whatever is asked in whatever order, the store says what the pure rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from service.game.decisions import Decline, Fork
from service.game.errors import GameError
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.play.errors import PlayError, PracticeOnly
from service.play.record import DealKind
from service.play.sessions import ALL_SCOPES
from tests.builders import a_draft, a_once
from tests.turns import options, stepped_back
from tests.worlds import GENEROUS, MemoryWorld, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Game, Mode
    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.ports import Turn
    from service.play.record import Change, Draft, GameRecord
    from tests.worlds import World

    Request = Callable[[World, Caller], Change | None]

LIMIT = 4
"""So few games in play that the limit is met."""

DAY_MS = 24 * 60 * 60 * 1000

NO_CONDITIONS = None, None
KEYS = st.sampled_from([None, None, None, None, "a", "b", "c"])
VERSIONS = st.sampled_from([None, None, None, None, None, "now", "9"])
CONDITIONS = st.tuples(KEYS, VERSIONS)
"""An idempotency key, and the version that the caller knows: any, the present one, or one that is mostly another."""


class PlayOnValkey(RuleBasedStateMachine):
    """Asks the real store and the one in memory, which has the rules do everything, the same in every way."""

    world: ValkeyWorld
    games = Bundle("games")

    @initialize()
    def begin(self) -> None:
        self.model = MemoryWorld(GENEROUS, open_limit=LIMIT)
        self.model.memory.now = self.world.now()
        self.token = self.world.sign_in()
        self.model.sessions.open(self.token, ALL_SCOPES)
        self.dealt: list[str] = []
        self.made: dict[str, tuple[str, str, tuple[str | None, str | None], Request]] = {}

    @rule(
        target=games,
        number=st.integers(0, 10**6),
        variant=st.sampled_from([*VARIANTS, "watch", "watch_fork", "watch", "watch_fork"]),
        mode=st.sampled_from(["reveal", "placement"]),
        practice=st.booleans(),
        far=st.booleans(),
    )
    def deal(self, number: int, variant: str, mode: Mode, practice: bool, far: bool) -> str:
        """A game as it was dealt, or as far as its first question."""
        rules = VARIANTS[variant]
        draft = a_draft(self.token.player_id, number, rules=rules, mode=mode, practice=practice)
        game_id = self.opened(draft)
        if far and rules.asks:
            self.change(game_id, "go far", NO_CONDITIONS, lambda record: autoplay(record.game, "decision"))
        return game_id

    @rule(target=games, number=st.integers(0, 10**6), start=st.integers(2, 4))
    def bring(self, number: int, start: int) -> str:
        return self.opened(a_draft(self.token.player_id, number, kind=DealKind.IMPORT, practice=True, start=start))

    @rule(game_id=games, count=st.sampled_from([1, 2, 3, 5, 9, 104]), conditions=CONDITIONS)
    def step(self, game_id: str, count: int, conditions: Any) -> None:
        self.ask(game_id, f"step {count}", conditions, lambda world, on: world.games.advance(on, game_id, count))

    @rule(game_id=games, amiss=st.sampled_from([0, 0, 0, 1, 6, 12]), conditions=CONDITIONS)
    def place(self, game_id: str, amiss: int, conditions: Any) -> None:
        card = self.model.games.peek(game_id).game.in_hand if game_id in self.dealt else None
        pile = (card.card.home - 1 + amiss) % 13 + 1 if card else 1
        self.ask(game_id, f"place {pile}", conditions, lambda world, on: world.games.place(on, game_id, pile))

    @rule(game_id=games, until=st.sampled_from(["decision", "decision", "end"]), conditions=CONDITIONS)
    def autoplay(self, game_id: str, until: Until, conditions: Any) -> None:
        self.ask(game_id, f"play {until}", conditions, lambda world, on: world.games.autoplay(on, game_id, until))

    @rule(game_id=games, which=st.integers(0, 60), conditions=CONDITIONS)
    def decide(self, game_id: str, which: int, conditions: Any) -> None:
        def decided(record: GameRecord) -> Game:
            ways = options(record.game) or [Decline(), Fork(1)]
            return record.game.decide(ways[which % len(ways)])

        self.change(game_id, f"decide {which}", conditions, decided)

    @rule(game_id=games, conditions=CONDITIONS)
    def undo(self, game_id: str, conditions: Any) -> None:
        def undone(record: GameRecord) -> Game:
            if not record.draft.practice:
                raise PracticeOnly
            return stepped_back(record)

        self.change(game_id, "undo", conditions, undone)

    @rule(game_id=games, seldom=st.integers(0, 4), conditions=CONDITIONS)
    def abandon(self, game_id: str, seldom: int, conditions: Any) -> None:
        if seldom == 4:
            self.ask(game_id, "abandon", conditions, lambda world, on: world.games.abandon(on, game_id))

    @rule(key=st.sampled_from("abc"))
    def again(self, key: str) -> None:
        """A request that was made under a key before, whatever has happened since."""
        if key in self.made:
            self.ask(*self.made[key])

    @rule(swept=st.booleans())
    def two_days_pass(self, swept: bool) -> None:
        """More than an idempotency key lives, and less than a login."""
        for world in (self.world, self.model):
            world.pass_time(2 * DAY_MS)
            world.sessions.open(self.token, ALL_SCOPES)
            for game_id in self.dealt:
                world.games.load(world.caller(self.token), game_id)
        self.model.memory.done.clear()
        self.made.clear()
        if swept:
            assert self.world.games.expire(100) == self.model.games.expire(100)

    @invariant()
    def the_store_shows_what_the_rules_say(self) -> None:
        for game_id in self.dealt:
            assert told(self.world.games.peek(game_id)) == told(self.model.games.peek(game_id))
        mine, theirs = (
            world.games.page(world.caller(self.token), None, 100, in_play=True) for world in (self.world, self.model)
        )
        assert {record.id for record in mine.items} == {record.id for record in theirs.items}

    def teardown(self) -> None:
        both = []
        for world in (self.world, self.model):
            deliveries = world.outbox.read(100)
            both.append({delivery.record.id: told(delivery.record) for delivery in deliveries if delivery.record})
            world.outbox.confirm(deliveries)
        assert both[0] == both[1]
        self.world.redis.flushdb()

    def opened(self, draft: Draft) -> str:
        told = self.ask(draft.id, "deal", NO_CONDITIONS, lambda world, on: world.games.open(on, draft, None))
        if isinstance(told, tuple):
            self.dealt.append(draft.id)
        return draft.id

    def change(self, game_id: str, payload: str, conditions: Any, turn: Turn) -> None:
        self.ask(game_id, payload, conditions, lambda world, on: world.games.change(on, game_id, turn))

    def ask(self, game_id: str, payload: str, conditions: Any, request: Request) -> object:
        key, version = conditions
        if key:
            self.made.setdefault(key, (game_id, payload, conditions, request))
        once = a_once(key, f"{game_id} {payload}") if key else None
        if version == "now" and game_id in self.dealt:
            version = self.model.games.peek(game_id).tag
        if_match = (version,) if version else None
        answers = []
        for world in (self.world, self.model):
            caller = world.caller(self.token, once=once, if_match=if_match)
            answers.append((answer(world, caller, request), caller.replayed))
        assert answers[0] == answers[1]
        return answers[0][0]


def answer(world: World, caller: Caller, request: Request) -> object:
    try:
        change = request(world, caller)
    except (PlayError, GameError) as error:
        return f"{type(error).__name__} {vars(error)}"
    return change and (told(change.before), told(change.after), change.accepted)


def told(record: GameRecord) -> object:
    """All but the instants and the owner."""
    return record.game, record.version, record.errors, record.recorded


def test_the_store_agrees_with_the_rules(valkey_url: str) -> None:
    class Machine(PlayOnValkey):
        world = ValkeyWorld(valkey_url, open_limit=LIMIT)

    run_state_machine_as_test(Machine, settings=settings(max_examples=60, stateful_step_count=25))
    Machine.world.close()
