"""A race from its countdown to its end."""

from dataclasses import replace

import pytest

from service.game.errors import GameOver
from service.game.game import Ending
from service.game.odds import luck
from service.game.race import Fate
from service.game.shuffle import commitment_to, shuffle
from service.play import games, races
from service.play.errors import AutoplayNotAllowed, GameNotFound, GameNotOver, PracticeOnly, WrongMode
from service.play.practice import hint, undo
from service.play.race import COUNTDOWN_MS, Progress
from service.play.race_errors import RaceNotStarted, RaceOver
from service.play.race_results import nameless
from service.play.racing import advance, forgotten
from service.play.readings import finished
from service.play.record import DealKind, GameRecord
from service.play.results import locks_at, result_of
from tests.builders import OPENED_AT
from tests.play.racers import Party, secret_with
from tests.play.world import World

STARTS_AT = OPENED_AT + COUNTDOWN_MS


def results(world: World) -> list[GameRecord]:
    """The games on their way to the results."""
    return [entry.record for entry in world.memory.outbox.values() if entry.record]


def progress(party: Party, seat: int) -> Progress | None:
    return party.race.seat(seat).progress


def test_games_are_dealt_with_the_countdown_and_wait_for_the_start(world: World) -> None:
    party = Party(world, 2, time_limit_s=10).announced()
    record = games.show(world.games, world.results, world.now, party.host, party.game_id(1))
    assert (record.status, record.tag, record.waiting, record.version) == ("waiting", "1w", True, 1)
    assert (record.opened_at, record.expires_at) == (STARTS_AT, STARTS_AT + 10_000)
    assert (record.draft.kind, record.draft.ranked, record.game.mode) == (DealKind.RACE, True, "placement")
    assert record.race_id == party.id
    with pytest.raises(RaceNotStarted) as early:
        party.move(1)
    assert early.value.starts_at == STARTS_AT
    world.memory.now = STARTS_AT - 1
    with pytest.raises(RaceNotStarted):
        races.forfeit(world.hall, party.host, party.id)
    assert progress(party, 1) is None
    world.memory.now = STARTS_AT
    record = games.show(world.games, world.results, world.now, party.host, party.game_id(1))
    assert (record.status, record.tag, record.waiting, record.version) == ("in_progress", "1", False, 1)
    assert progress(party, 1) == Progress("racing", 1, 0)


@pytest.mark.parametrize("decks", ["own", "shared"])
def test_deals_are_those_promised_before_any_client_seed(world: World, decks: str) -> None:
    party = Party(world, 1, capacity=4, decks=decks)
    promised = party.race.commitments
    for seed in ("b", "c"):
        races.join(world.hall, guest := world.racer(), party.id, client_seed=seed)
        party.callers.append(guest)
    party.announced()
    drafts = [world.memory.raced[party.game_id(seat)].draft for seat in (1, 2, 3)]
    assert all(draft.seeds and draft.game.deal == shuffle(draft.seeds) for draft in drafts)
    made = [commitment_to(draft.seeds.server) for draft in drafts if draft.seeds]
    clients = [draft.seeds.client for draft in drafts if draft.seeds]
    assert party.race.commitments == promised
    if decks == "own":
        assert (made, clients) == (list(promised[:3]), ["", "b", "c"])
        assert len({*promised}) == 4
        return
    joined = "ef94009eb91615d7362bf9afab962bdc26dba8f2111be1f02b4ecd30a14d8739"  # printf '\0b\0c' | sha256sum
    assert clients == [joined] * 3
    assert (made, len(promised)) == ([*promised] * 3, 1)
    assert len({draft.game.deal for draft in drafts}) == 1


def test_a_server_seed_is_the_hmac_of_the_seat_under_the_secret(world: World) -> None:
    """As computed by another program: ``printf 'seat\\x01' | openssl dgst -sha256 -mac HMAC -macopt hexkey:...``."""
    seeds = Party(world, 2).race.seeds(1)
    assert seeds.server.hex() == "af0dd7c2ee9ec4055f3a988f7ac5e321aeb1be76b3b29c79682544f6d6a501cd"


def test_each_move_is_one_event_and_a_wrong_pile_is_a_mistake(world: World) -> None:
    party = Party(world, 2, secret=secret_with(False, False)).started()
    assert party.move(1, right=False).accepted is False
    world.memory.now += 700
    assert party.move(1).accepted
    assert party.kinds[-3:] == ["started", "mistake", "progress"]
    assert [event.facts for event in party.events[-2:]] == [
        {"seat": 1, "revealed": 1, "errors": 1},
        {"seat": 1, "revealed": 2, "errors": 1},
    ]
    assert [event.at for event in party.events[-3:]] == [STARTS_AT, STARTS_AT, STARTS_AT + 700]
    assert (progress(party, 1), progress(party, 2)) == (Progress("racing", 2, 1), Progress("racing", 1, 0))


def test_a_race_is_over_when_the_last_fate_is_known_and_then_its_results_go_out(world: World) -> None:
    party = Party(world, 2, secret=secret_with(True, False)).started()
    world.memory.now += 1_000
    party.play_out(2)
    locked = party.race.seat(2).progress
    assert locked
    assert (locked.state, locked.time_ms, locked.revealed) == (Fate.LOCKED, 1_000, party.game(2).flips)
    assert (party.race.status, world.memory.outbox, party.race.places) == ("running", {}, None)
    with pytest.raises(GameOver):
        party.move(2)
    with pytest.raises(RaceOver):
        races.forfeit(world.hall, party.callers[1], party.id)
    world.memory.now += 1_000
    party.play_out(1)
    race = party.race
    assert (race.status, race.ended_at, race.places) == ("finished", STARTS_AT + 2_000, {1: 1, 2: 2})
    assert progress(party, 1) == Progress(Fate.FINISHED, 52, 0, 2_000)
    assert party.kinds[-2:] == ["finished", "over"]
    assert party.events[-1].facts == {"places": [{"seat": 1, "place": 1}, {"seat": 2, "place": 2}]}
    sent = {record.id: record.game.status for record in results(world)}
    assert sent == {party.game_id(1): "won", party.game_id(2): "lost"}
    for seat in (1, 2):
        with pytest.raises(RaceOver):
            party.move(seat)


def test_a_proof_stays_closed_until_the_race_is_over(world: World) -> None:
    party = Party(world, 2, secret=secret_with(True, False)).started()
    party.play_out(2)
    ports, game_id = (world.games, world.results, world.now), party.game_id(2)
    with pytest.raises(GameNotOver):
        games.proof(*ports, party.callers[1], game_id)
    for other in (party.host, world.racer(), None):
        with pytest.raises(GameNotFound):
            games.proof(*ports, other, game_id)
    party.play_out(1)
    for anyone in (*party.callers, world.racer(), None):
        assert games.proof(*ports, anyone, game_id).draft.seeds


def test_the_time_limit_ends_the_race_for_whoever_still_races(world: World) -> None:
    party = Party(world, 3, secret=secret_with(True, False, False), time_limit_s=10).started()
    party.play_out(1)
    party.move(3)
    world.memory.now = STARTS_AT + 9_999
    assert party.race.status == "running"
    world.memory.now += 7_000
    race = party.race
    assert (race.status, race.ended_at, race.places) == ("finished", STARTS_AT + 10_000, {1: 1, 3: 2, 2: 3})
    assert progress(party, 2) == Progress(Fate.TIMED_OUT, 1, 0, 10_000)
    assert party.kinds[-3:] == ["timed_out", "timed_out", "over"]
    assert {event.at for event in party.events[-3:]} == {STARTS_AT + 10_000}
    record = world.memory.raced[party.game_id(2)]
    assert (record.game.status, record.finished_at) == ("abandoned", STARTS_AT + 10_000)
    assert [record.id for record in results(world)] == [party.game_id(seat) for seat in (1, 2, 3)]
    assert [entry.race for entry in world.memory.outbox.values() if entry.race] == [nameless(race)]


def test_whatever_nobody_did_for_an_hour_happened_when_it_was_due(world: World) -> None:
    party = Party(world, 2).announced()
    world.memory.now += 3_600_000
    assert world.races.sweep(10) == 1
    assert [(event.kind, event.at) for event in party.events[-4:]] == [
        ("started", STARTS_AT),
        ("timed_out", STARTS_AT + 300_000),
        ("timed_out", STARTS_AT + 300_000),
        ("over", STARTS_AT + 300_000),
    ]
    assert world.races.sweep(10) == 0


def test_disqualification_takes_a_racer_out_at_the_first_wrong_pile(world: World) -> None:
    party = Party(world, 2, errors="disqualify").started()
    world.memory.now += 500
    change = party.move(1, right=False)
    assert (change.after.game.status, change.after.errors, change.accepted) == ("abandoned", 1, False)
    assert progress(party, 1) == Progress(Fate.DISQUALIFIED, 1, 1, 500)
    assert party.kinds[-2:] == ["started", "disqualified"]
    with pytest.raises(GameOver):
        party.move(1)


@pytest.mark.parametrize(
    ("terms", "time_ms"), [({"errors": "count"}, 3_000), ({"errors": "penalty", "penalty_ms": 250}, 3_500)]
)
def test_penalties_are_added_to_the_time_of_who_finishes(
    world: World, terms: dict[str, object], time_ms: int
) -> None:
    party = Party(world, 2, secret=secret_with(True, False), **terms).started()
    world.memory.now += 3_000
    for seat in (1, 2):
        party.move(seat, right=False)
        party.move(seat, right=False)
        party.play_out(seat)
    finished, locked = (seat.progress for seat in party.race.seats)
    assert finished and locked  # noqa: PT018  one thought
    assert (finished.state, finished.time_ms, finished.errors) == (Fate.FINISHED, time_ms, 2)
    assert (locked.state, locked.time_ms, locked.errors) == (Fate.LOCKED, 3_000, 2)
    assert [record.updated_at for record in results(world)] == [STARTS_AT + 3_000] * 2


def test_everyone_finishes_a_perpetual_race_and_time_decides(world: World) -> None:
    party = Party(world, 2, variant="perpetual").started()
    for seat in (2, 1):
        world.memory.now += 1_000
        party.play_out(seat)
    assert party.race.places == {2: 1, 1: 2}
    assert [seat.progress for seat in party.race.seats] == [
        Progress(Fate.FINISHED, 52, 0, 2_000),
        Progress(Fate.FINISHED, 52, 0, 1_000),
    ]


@pytest.mark.parametrize("way", ["races", "games"])
def test_a_racer_may_forfeit_and_the_others_race_on(world: World, way: str) -> None:
    party = Party(world, 2).started()
    world.memory.now += 50
    if way == "races":
        races.forfeit(world.hall, party.host, party.id)
    else:
        games.abandon(world.games, party.host, party.game_id(1))
    assert progress(party, 1) == Progress(Fate.FORFEITED, 1, 0, 50)
    assert party.game(1).status == "abandoned"
    assert party.race.status == "running"
    races.forfeit(world.hall, party.callers[1], party.id)
    assert party.kinds[-3:] == ["forfeited", "forfeited", "over"]
    assert party.race.places == {1: 1, 2: 1}


def test_times_never_run_backward_though_the_clock_does(world: World) -> None:
    party = Party(world, 2).started()
    world.memory.now += 2_000
    party.move(1)
    world.memory.now -= 1_500
    party.move(2)
    races.forfeit(world.hall, party.host, party.id)
    assert [event.at for event in party.events[-3:]] == [STARTS_AT + 2_000] * 3
    assert progress(party, 1) == Progress(Fate.FORFEITED, 2, 0, 2_000)


def test_a_racers_game_is_played_by_placing_alone_and_by_its_racer(world: World) -> None:
    party = Party(world, 2).started()
    ports, game_id = (world.games, party.host), party.game_id(1)
    before = world.memory.raced[game_id]
    with pytest.raises(WrongMode):
        games.step(*ports, game_id)
    with pytest.raises(AutoplayNotAllowed):
        games.autoplay(*ports, game_id)
    for favour in (undo, hint):
        with pytest.raises(PracticeOnly):
            favour(*ports, game_id)
    for attempt in (games.step, games.abandon, hint):
        with pytest.raises(GameNotFound):
            attempt(world.games, party.callers[1], game_id)
    assert world.memory.raced[game_id] == before
    assert games.own_games(world.games, party.host, None, None, 10).items == ()


def test_an_erased_player_leaves_a_lobby_and_the_host_part_goes_on(world: World) -> None:
    party = Party(world, 3)
    step = forgotten(party.race, party.host.token.player_id, OPENED_AT)
    assert [seat.number for seat in step.race.seats] == [2, 3]
    assert step.race.host == 2
    assert party.host.token.player_id not in repr(step)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_race_of_nobody_but_the_erased_is_cancelled(world: World, visibility: str) -> None:
    party = Party(world, 1, visibility=visibility)
    world.races.forget(party.host.token.player_id)
    assert party.race.status == "cancelled"


def test_an_erased_player_forfeits_a_race_that_runs_and_is_named_nowhere_afterwards(world: World) -> None:
    party = Party(world, 3).started()
    for caller in party.callers:
        world.races.forget(caller.token.player_id)
    race = party.race
    assert {seat.progress.state for seat in race.seats if seat.progress} == {Fate.FORFEITED}
    assert (race.status, {seat.display_name for seat in race.seats}) == ("finished", {""})
    assert not any(caller.token.player_id in repr(race) for caller in party.callers)


def test_a_player_erased_in_the_countdown_has_given_up_when_the_race_starts(world: World) -> None:
    party = Party(world, 2).announced()
    world.races.forget(party.host.token.player_id)
    assert party.host.token.player_id not in repr(party.race)
    world.memory.now = STARTS_AT
    assert party.race.seat(1).progress == Progress(Fate.FORFEITED, 1, 0, 0)
    outcome = party.game(1).outcome
    assert outcome
    assert outcome.ending is Ending.ABANDONED
    party.play_out(2)
    assert party.race.status == "finished"


def test_a_race_of_which_everyone_was_erased_in_the_countdown_is_over_at_its_start(world: World) -> None:
    party = Party(world, 2).announced()
    for caller in party.callers:
        world.races.forget(caller.token.player_id)
    world.memory.now = STARTS_AT + 7
    assert (party.race.status, party.race.ended_at) == ("finished", STARTS_AT)


def test_no_event_says_who_a_player_is_so_that_erasure_changes_none(world: World) -> None:
    party = Party(world, 3)
    races.ready(world.hall, party.callers[1], party.id)
    races.leave(world.hall, party.callers[2], party.id)
    races.start(world.hall, party.host, party.id)
    before = party.events
    for caller in party.callers:
        world.races.forget(caller.token.player_id)
        assert caller.token.player_id not in repr(party.events)
    assert party.events == before
    assert "racer" not in repr(party.events)


@pytest.mark.parametrize(
    ("fates", "winners"),
    [
        ([("finished", 52, 9), ("locked", 40, 5)], (1,)),
        ([("locked", 40, 5), ("locked", 40, 5), ("forfeited", 2, 1)], (1, 2)),
        ([("forfeited", 40, 5), ("locked", 30, 5)], ()),
        ([("disqualified", 40, 5), ("locked", 30, 5)], ()),
        ([("timed_out", 40, 5), ("timed_out", 30, 5)], ()),
        ([("locked", 40, 5), ("timed_out", 1, 9)], ()),
        ([("finished", 52, 9), ("forfeited", 1, 0)], ()),
    ],
)
def test_a_race_is_won_by_playing_to_the_end_against_someone(
    world: World, fates: list[tuple[str, int, int]], winners: tuple[int, ...]
) -> None:
    race = Party(world, len(fates)).started().race
    seats = [
        replace(seat, progress=Progress(Fate(state), revealed, 0, time_ms))
        for seat, (state, revealed, time_ms) in zip(race.seats, fates, strict=True)
    ]
    assert replace(race, seats=tuple(seats)).winners == ()
    over = replace(race, seats=tuple(seats), status="finished", ended_at=race.updated_at)
    assert over.winners == winners


@pytest.mark.parametrize("decks", ["own", "shared"])
def test_a_race_tells_nothing_of_a_deal_that_was_given_up_before_it_is_over(world: World, decks: str) -> None:
    party = Party(world, 3, decks=decks, errors="disqualify").started()
    races.forfeit(world.hall, party.host, party.id)
    turned = [party.move(2, right=False).after, world.games.load(party.host, party.game_id(1))]
    assert [result.luck for record in turned if (result := result_of(record))] == [None, None]
    for seat in (1, 2):
        with pytest.raises(GameNotOver):
            finished(world.games, world.results, world.now, party.callers[seat - 1], party.game_id(seat))
    races.forfeit(world.hall, party.callers[2], party.id)
    told = finished(world.games, world.results, world.now, party.host, party.game_id(1))
    assert told.luck == float(luck(locks_at(party.game(1))))


def test_an_erased_player_is_no_longer_remembered_as_kicked(world: World) -> None:
    party = Party(world, 2)
    races.kick(world.hall, party.host, party.id, 2)
    world.races.forget(party.callers[1].token.player_id)
    assert party.race.kicked == ()


def test_nothing_is_due_in_a_race_that_is_over_however_late_it_is(world: World) -> None:
    party = Party(world, 2).started()
    world.memory.now += 300_000
    race = party.race
    assert advance(race, world.memory.now * 2).race == race
    assert advance(race, 0).events == ()
