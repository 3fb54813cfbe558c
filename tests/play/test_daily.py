from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, commitment_to, shuffle
from service.play.daily import NEXT, daily_client_seed, daily_deal, show_day, show_today
from service.play.days import closes_at, day_at, opens_at
from service.play.errors import DailyAlreadyPlayed, DayNotFound, GameNotOver, NotDaily
from service.play.export import export
from service.play.games import DailyDeal, Order, abandon, autoplay, deal_game, own_games, proof, show
from service.play.players import results_of
from service.play.record import DealKind
from service.play.recording import record_results
from service.play.results import result_of

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.play.world import World

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def deal(world: World, caller: Caller, variant: str = "standard") -> GameRecord:
    order = Order(VARIANTS[variant], DailyDeal())
    return deal_game(world.games, world.commitments, world.dailies, world.now, caller, order).after


@given(st.integers(0, 4_000_000_000_000))
def test_every_instant_lies_in_its_day_and_a_day_closes_an_hour_after_it(instant: int) -> None:
    day = day_at(instant)
    assert opens_at(day) <= instant < opens_at(day + NEXT)
    assert closes_at(day) == opens_at(day + NEXT) + HOUR_MS
    assert day_at(opens_at(day)) == day


def test_everyone_is_dealt_the_same_cards_on_a_day_and_others_on_the_next(world: World) -> None:
    first, second = (deal(world, world.caller()) for _ in range(2))
    assert first.game.deal.cards == second.game.deal.cards
    assert first.draft.kind is DealKind.DAILY
    world.memory.now += DAY_MS
    assert deal(world, world.caller()).game.deal.cards != first.game.deal.cards


def luck_told(world: World, caller: Caller, game_id: str) -> list[float | None]:
    """By all who tell of it: the game itself, the list of games, that of results, and the export."""
    shown = show(world.games, world.results, world.now, caller, game_id)
    (listed,) = own_games(world.games, caller, None, None, 10).items
    (result,) = results_of(world.players, world.results, world.now, caller.token.player_id, None, 10).items
    stores = world.players, world.games, world.results, world.statistics, world.limits, world.keeping
    exported = export(*stores, world.now, caller)
    found = [result_of(shown), result_of(listed), result.result, exported.results[0].result]
    return [one.luck if one else -1 for one in found]


def test_how_lucky_a_daily_deal_was_is_not_told_of_an_attempt_given_up_while_others_may_play_it(world: World) -> None:
    caller, played = world.racer(), world.racer()
    record, other = deal(world, caller), deal(world, played)
    abandon(world.games, caller, record.id)
    autoplay(world.games, played, other.id)
    record_results(world.outbox, world.results, 10)
    told = luck_told(world, played, other.id)
    assert told == [told[0]] * 4
    assert told[0] is not None
    world.memory.now = closes_at(day_at(record.opened_at)) - 1
    assert luck_told(world, caller, record.id) == [None] * 4
    world.memory.now += 1
    assert luck_told(world, caller, record.id) == told


def test_the_variants_of_a_day_are_dealt_from_seeds_of_their_own(world: World) -> None:
    caller = world.caller()
    records = [deal(world, caller, variant) for variant in VARIANTS]
    assert len({record.draft.seeds for record in records}) == len(VARIANTS)
    assert all(record.draft.ranked for record in records)


def test_the_client_seed_follows_from_day_and_variant(world: World) -> None:
    day, seeds = daily_deal(world.dailies, "big_clock_watch", world.now())
    assert seeds.client == daily_client_seed(day, "big_clock_watch") == "daily 2026-01-01 big_clock_watch"


def test_a_second_attempt_at_a_variant_is_refused_until_the_next_day(world: World) -> None:
    caller = world.caller()
    first = deal(world, caller)
    deal(world, caller, "watch")
    with pytest.raises(DailyAlreadyPlayed) as caught:
        deal(world, caller)
    assert caught.value.game_id == first.id
    world.memory.now += DAY_MS
    assert deal(world, caller).id != first.id


@pytest.mark.parametrize(
    ("option", "order"),
    [
        ("practice", Order(Rules(), DailyDeal(), practice=True)),
        ("rules", Order(Rules(dealing="packets"), DailyDeal())),
    ],
)
def test_practice_and_rules_without_a_name_have_no_daily_deal(world: World, option: str, order: Order) -> None:
    with pytest.raises(NotDaily) as caught:
        deal_game(world.games, world.commitments, world.dailies, world.now, world.caller(), order)
    assert caught.value.option == option
    assert world.dailies.made == {}


def test_attempts_end_when_the_day_closes_however_late_they_began(world: World) -> None:
    world.memory.now += DAY_MS - 1
    record = deal(world, caller := world.caller())
    assert record.expires_at == closes_at(day_at(record.opened_at))
    world.memory.now += HOUR_MS
    assert world.games.load(caller, record.id).game.outcome is None
    world.memory.now += 1
    assert world.games.load(caller, record.id).game.status == "abandoned"


def test_nobody_is_shown_a_daily_deals_proof_before_the_day_closes(world: World) -> None:
    caller = world.caller()
    record = autoplay(world.games, caller, deal(world, caller).id).after
    others = (caller, world.caller(), None)
    world.memory.now = closes_at(day_at(record.opened_at)) - 1
    for anyone in others:
        with pytest.raises(GameNotOver):
            proof(world.games, world.results, world.now, anyone, record.id)
    world.memory.now += 1
    for anyone in others:
        assert proof(world.games, world.results, world.now, anyone, record.id).game == record.game


def test_a_forgotten_daily_game_is_proved_no_sooner(world: World) -> None:
    caller = world.caller()
    record = autoplay(world.games, caller, deal(world, caller).id).after
    world.results.record([record])
    del world.memory.games[record.id]
    with pytest.raises(GameNotOver):
        proof(world.games, world.results, world.now, None, record.id)
    world.memory.now = closes_at(day_at(record.opened_at))
    assert proof(world.games, world.results, world.now, None, record.id).id == record.id


def test_seeds_are_hidden_until_the_day_closes_and_their_commitments_known_the_day_before(world: World) -> None:
    day = day_at(world.now())
    _, tomorrow = show_today(world.dailies, world.now())
    promised = {deal.variant: deal.commitment for deal in tomorrow.deals}
    assert promised.keys() == VARIANTS.keys()
    for instant in (opens_at(day + NEXT), closes_at(day + NEXT) - 1):
        shown = show_day(world.dailies, day + NEXT, instant)
        assert [deal.server_seed for deal in shown.deals] == [None] * len(VARIANTS)
        assert {deal.variant: deal.commitment for deal in shown.deals} == promised
    opened = show_day(world.dailies, day + NEXT, closes_at(day + NEXT))
    assert {deal.variant: commitment_to(deal.server_seed or b"") for deal in opened.deals} == promised


def test_what_is_shown_afterwards_leads_to_the_cards_that_were_dealt(world: World) -> None:
    record = deal(world, world.caller(), "big_clock")
    day = day_at(record.opened_at)
    shown = show_day(world.dailies, day, closes_at(day))
    deals = {deal.variant: deal for deal in shown.deals}
    seeds = Seeds(deals["big_clock"].server_seed or b"", deals["big_clock"].client_seed)
    assert shuffle(seeds, decks=2).cards == record.game.deal.cards


@pytest.mark.parametrize("distance", [-400, -1, 2, 3, 1000])
def test_a_day_that_is_neither_near_nor_was_dealt_is_unknown_and_stays_so(world: World, distance: int) -> None:
    today = day_at(world.now())
    with pytest.raises(DayNotFound):
        show_day(world.dailies, today + timedelta(days=distance), world.now())
    assert world.dailies.made == {}


@pytest.mark.parametrize("instant_of_day", [0, HOUR_MS, DAY_MS - 1])
def test_looking_makes_the_seeds_of_today_and_tomorrow_alone(world: World, instant_of_day: int) -> None:
    world.memory.now += instant_of_day
    today = day_at(world.now())
    for day in (today, today + NEXT):
        show_day(world.dailies, day, world.now())
    assert world.dailies.made.keys() == {today, today + NEXT}


def test_results_are_counted_by_day_and_variant(world: World) -> None:
    for number in range(5):
        caller = world.caller()
        record = autoplay(world.games, caller, deal(world, caller, "perpetual" if number else "standard").id).after
        world.results.record([record])
    shown, tomorrow = show_today(world.dailies, world.now())
    assert [deal.tally.attempts for deal in shown.deals if deal.variant in ("standard", "perpetual")] == [1, 4]
    assert sum(deal.tally.attempts for deal in (*shown.deals, *tomorrow.deals)) == 5


def test_a_server_seed_is_in_no_text_of_what_is_shown(world: World) -> None:
    day, seeds = daily_deal(world.dailies, "standard", world.now())
    shown = show_day(world.dailies, day, closes_at(day))
    assert seeds.server in [deal.server_seed for deal in shown.deals]
    assert "server_seed" not in repr(shown)
