"""Races and their events as texts: printed and parsed, and nothing else taken for one."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import BrokenSave
from service.game.race import Fate
from service.play import races
from service.play.race import Progress, Race
from service.play.race_events import FACTS, RaceEvent
from service.play.race_texts import RaceTexts, parse_progress, parse_race, print_progress, print_race
from tests.play.racers import Party, secret_with
from tests.play.world import World


def some_races(world: World) -> list[Race]:
    """A race in each state that it can have, and in them an event of each kind."""
    lobby = Party(world, 2, capacity=4, visibility="private", errors="penalty")
    races.join(world.hall, world.racer("Zoë \u2603"), lobby.id, lobby.code, client_seed='"é\\\U0001f0a1')
    races.join(world.hall, world.racer(), lobby.id, lobby.code)
    races.kick(world.hall, lobby.host, lobby.id, 2)
    parties = [Party(world, 2, secret=secret_with(True, False)) for _ in range(4)]
    found = [lobby.race, parties[0].announced().race, parties[1].started().race]
    parties[2].started().play_out(1)
    parties[2].move(2, right=False)
    parties[2].move(2)
    found.append(parties[2].race)
    strict = Party(world, 4, errors="disqualify", secret=secret_with(True, False)).started()
    strict.move(1, right=False)
    strict.play_out(2)
    races.forfeit(world.hall, strict.callers[2], strict.id)
    races.leave(world.hall, parties[3].host, parties[3].id)
    races.leave(world.hall, parties[3].callers[1], parties[3].id)
    world.memory.now += 300_000
    races.rematch(world.hall, parties[2].host, parties[2].id)
    return [*found, parties[2].race, parties[3].race, strict.race]


WORLD = World()
RACES = some_races(WORLD)


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.status)
def test_a_race_is_read_as_it_was_written(race: Race) -> None:
    texts = print_race(race)
    assert parse_race(race.id, texts) == race
    assert (texts.terms + texts.state).isascii()


def test_there_is_a_race_of_each_state_among_those_tried() -> None:
    assert [race.status for race in RACES] == [
        "open",
        "countdown",
        "running",
        "running",
        "finished",
        "cancelled",
        "finished",
    ]


def members(text: bytes) -> dict[str, Any]:
    facts = json.loads(text)
    assert isinstance(facts, dict)
    return facts


def with_part(texts: RaceTexts, part: str, text: bytes) -> RaceTexts:
    return replace(texts, terms=text) if part == "terms" else replace(texts, state=text)


def printed(facts: object) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode()


JUNK: list[object] = [None, True, -1, 0, 1.0, 1.5, 10**20, "", "x", "finished", [], [[]], {}]


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.status)
@pytest.mark.parametrize("part", ["terms", "state"])
def test_no_other_text_is_a_race(race: Race, part: str) -> None:
    """Each member left out, renamed, or with something else in its place, and each line cut or added to."""
    texts = print_race(race)
    good = getattr(texts, part)
    facts = members(good)
    spoilt = [b"", b"[]", b"1", b"null", b"{}", b"[" * 10_000, good[:-1], good + b" ", b" " + good, b"\xff" + good]
    for name, value in facts.items():
        rest = {other: fact for other, fact in facts.items() if other != name}
        spoilt += [printed(rest), printed({**rest, name: value}), printed({**facts, name + "s": 1})]
        spoilt += [printed({**facts, name: junk}) for junk in JUNK]
    tried = [text for text in spoilt if text != good]
    assert len(tried) > 50
    accepted = []
    for text in tried:
        try:
            parsed = parse_race(race.id, with_part(texts, part, text))
        except BrokenSave:
            continue
        accepted.append((text, parsed))
    for text, parsed in accepted:  # what is left are other values that a race may have, and nothing is lost of them
        assert getattr(print_race(parsed), part) == text


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.status)
@given(data=st.data())
def test_a_byte_more_or_less_is_no_race_or_another_one(race: Race, data: st.DataObject) -> None:
    texts = print_race(race)
    part = data.draw(st.sampled_from(["terms", "state"]))
    good: bytes = getattr(texts, part)
    at, byte = data.draw(st.integers(0, len(good) - 1)), data.draw(st.binary(max_size=1))
    spoilt = good[:at] + byte + good[at + 1 :]
    try:
        parsed = parse_race(race.id, with_part(texts, part, spoilt))
    except BrokenSave:
        return
    assert getattr(print_race(parsed), part) == spoilt


def wrong_players(texts: RaceTexts) -> RaceTexts:
    facts = members(texts.state)
    facts["seats"][1][1] = facts["seats"][0][1]
    return replace(texts, state=printed(facts))


@pytest.mark.parametrize(
    "spoil",
    [
        wrong_players,
        lambda texts: replace(texts, state=texts.state.replace(b'"host":1', b'"host":3')),
        lambda texts: replace(texts, state=texts.state.replace(b'"host":1', b'"host":null')),
        lambda texts: replace(texts, state=texts.state.replace(b'[[1,"', b'[[9,"')),
        lambda texts: replace(texts, progress={}),
        lambda texts: replace(texts, progress={1: texts.progress[1]}),
        lambda texts: replace(texts, progress={**texts.progress, 3: texts.progress[1]}),
        lambda texts: replace(texts, progress={**texts.progress, 1: b"racing 53 0 -"}),
        lambda texts: replace(texts, progress={**texts.progress, 1: b"racing 5 0 1"}),
        lambda texts: replace(texts, progress={**texts.progress, 1: b"locked 5 0 -"}),
        lambda texts: replace(texts, seq=True),
        lambda texts: replace(texts, updated_at=1),
        lambda texts: replace(texts, terms=texts.terms.replace(b'"join_code":null', b'"join_code":"01234567"')),
        lambda texts: replace(texts, terms=texts.terms.replace(b'"public"', b'"private"')),
    ],
)
def test_a_race_that_cannot_be_is_broken(spoil: Callable[[RaceTexts], RaceTexts]) -> None:
    running = RACES[2]
    texts = print_race(running)
    assert spoil(texts) != texts
    with pytest.raises(BrokenSave):
        parse_race(running.id, spoil(texts))


def test_a_race_under_another_id_than_a_races_is_broken() -> None:
    with pytest.raises(BrokenSave):
        parse_race(f"{RACES[0].id[:-4]}01{RACES[0].id[-2:]}", print_race(RACES[0]))


PROGRESS = st.builds(
    Progress, st.sampled_from(["racing", *Fate]), st.integers(1, 999), st.integers(0, 10**9 - 1), st.none()
) | st.builds(Progress, st.sampled_from(Fate), st.integers(1, 104), st.integers(0, 999), st.integers(0, 10**15 - 1))


@given(PROGRESS)
def test_progress_is_read_as_it_was_written(progress: Progress) -> None:
    assert parse_progress(print_progress(progress)) == progress


@pytest.mark.parametrize(
    "text",
    [b"", b"racing", b"racing 1 0", b"racing 1 0 - ", b"racing 01 0 -", b"racing 1 00 -", b"open 1 0 -",
     b"racing 0 0 -", b"racing -1 0 -", "racing \u0661 0 -".encode(), b"racing 1 0 -\n", b"\xff", b"RACING 1 0 -"],
)  # fmt: skip
def test_other_progress_is_broken(text: bytes) -> None:
    with pytest.raises(BrokenSave):
        parse_progress(text)


ODD: list[object] = [True, 1.0, [1], [{}], {}]
EVENTS = {event.kind: event for race in RACES for event in WORLD.races.events(race.id, 0, 1_000).items}


def test_there_is_an_event_of_each_kind_among_those_tried() -> None:
    assert set(FACTS) == set(EVENTS)


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_an_event_is_read_as_it_was_written_and_no_other_text_is(event: RaceEvent) -> None:
    body, facts = event.body(), event.facts
    assert RaceEvent.parse(event.seq, event.at, event.kind, body) == event
    spoilt = [b"", b"[]", b"null", b"{", body + b" ", printed({**facts, "more": 1}), b"[" * 10_000, b"\xff"]
    odd = [(name, junk) for name in facts for junk in ODD if type(junk) is not type(facts[name]) or name == "places"]
    spoilt += [printed({**facts, name: junk}) for name, junk in odd]
    spoilt += [printed({other: facts[other] for other in facts if other != name}) for name in facts]
    spoilt += [printed({name: facts[name] for name in reversed([*facts])})] if len(facts) > 1 else []
    for text in spoilt:
        with pytest.raises(BrokenSave):
            RaceEvent.parse(event.seq, event.at, event.kind, text)


def test_an_event_of_another_kind_is_broken() -> None:
    with pytest.raises(BrokenSave):
        RaceEvent.parse(1, 1, "snapshot", b"{}")


def test_events_of_moves_look_as_the_scripts_write_them() -> None:
    assert RaceEvent(1, 1, "progress", {"seat": 2, "revealed": 3, "errors": 0}).body() == (
        b'{"seat":2,"revealed":3,"errors":0}'
    )
