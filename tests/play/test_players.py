"""Accounts: any name that can be shown safely, a secret that is shown once, and an end when one wants it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.rules import Rules
from service.play import players
from service.play.caller import Caller
from service.play.errors import InsufficientScope, InvalidName, PlayerNotFound, QuotaExceeded, Unauthenticated
from service.play.games import Order, autoplay, deal_game
from service.play.identity import secret_digest
from service.play.players import Welcome, display_name
from service.play.recording import record_results
from tests.play.world import ADDRESS, REGISTRATIONS, World

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def register(world: World, name: str = "Ada") -> Welcome:
    return players.register(world.players, world.sessions, world.limits, REGISTRATIONS, ADDRESS, name)


@given(st.text(max_size=40))
def test_a_name_is_kept_in_normal_form_or_refused(text: str) -> None:
    try:
        name = display_name(text)
    except InvalidName:
        return
    assert name == unicodedata.normalize("NFC", text)
    assert 1 <= len(name) <= 32
    assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)
    assert name.strip()
    assert not set(name) & set(BIDI)
    assert display_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 32,
        "\N{CLOCK FACE TWELVE OCLOCK}",
        "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}",
        "Zoë",
        "عدا",
        " spaced ",
        "\U0001fae8",  # an emoji that is newer than this Python's tables
        "e\u0301" * 32,
        "<script>",
        "\N{HEAVY BLACK HEART}\ufe0f",
        "\uffff\u3164A",
    ],
)
def test_names_of_every_kind_are_welcome(name: str) -> None:
    assert display_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3000\u2003",
        "\u200d",
        "\u200b\u2060",
        "\u2028",
        "a\u2028b",
        "a\u2029b",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800\u2800",
        "\u034f",
        "\ufe0f",
        "\u180b",
        "\U000e0100",
        "\uffff",
        "\ufdd0\ufdef",
        "\U0001fffe\U0010ffff",
        "\u3164 \u200d",
        "x" * 33,
        "a\0",
        "a\nb",
        "\x7f",
        "\x85",
        "\ud800",
        "x\udfff",
    ]
    + [f"a{control}b" for control in BIDI],
)
def test_names_that_are_blank_too_long_or_unsafe_are_refused(name: str) -> None:
    with pytest.raises(InvalidName) as refused:
        display_name(name)
    assert refused.value.reason.startswith("must")


def test_a_new_player_has_an_account_a_secret_and_a_login(world: World) -> None:
    welcome = register(world, "Zoe\u0308")
    assert welcome.player.display_name == "Zoë"
    assert world.players.secret_digest(welcome.player.id) == secret_digest(welcome.secret)
    caller = Caller(welcome.session.token)
    assert players.own_profile(world.players, world.sessions, caller) == welcome.player


def test_an_address_makes_only_so_many_accounts_and_bad_names_cost_nothing(world: World) -> None:
    for _ in range(5):
        with pytest.raises(InvalidName):
            register(world, "")
    for _ in range(REGISTRATIONS.burst):
        register(world)
    with pytest.raises(QuotaExceeded):
        register(world)


def test_a_player_is_renamed_and_everyone_sees_it(world: World) -> None:
    welcome = register(world)
    caller = Caller(welcome.session.token)
    assert players.rename(world.players, world.sessions, caller, "Grace").display_name == "Grace"
    assert world.players.get(welcome.player.id).display_name == "Grace"
    with pytest.raises(InvalidName):
        players.rename(world.players, world.sessions, caller, " ")


def test_a_new_secret_ends_the_old_one(world: World) -> None:
    welcome = register(world)
    secret = players.rotate_secret(world.players, world.sessions, Caller(welcome.session.token))
    assert secret != welcome.secret
    assert world.players.secret_digest(welcome.player.id) == secret_digest(secret)


def test_whoever_may_only_read_changes_no_account(world: World) -> None:
    reader = world.caller(register(world).player.id, frozenset(["read"]))
    players.own_profile(world.players, world.sessions, reader)
    with pytest.raises(InsufficientScope):
        players.rename(world.players, world.sessions, reader, "Grace")
    with pytest.raises(InsufficientScope):
        players.rotate_secret(world.players, world.sessions, reader)
    with pytest.raises(InsufficientScope):
        players.erase(world.players, world.sessions, world.races, reader)


def test_an_erased_player_is_gone_with_every_login_and_game(world: World) -> None:
    welcome = register(world)
    caller = Caller(welcome.session.token)
    deal_game(world.games, world.commitments, world.dailies, world.now, caller, Order(Rules()))
    players.erase(world.players, world.sessions, world.races, caller)
    assert world.memory.games == {}
    with pytest.raises(PlayerNotFound):
        world.players.get(welcome.player.id)
    with pytest.raises(Unauthenticated):
        players.own_profile(world.players, world.sessions, caller)


class Interrupted(Exception):
    """What breaks an erasure off."""


@pytest.mark.parametrize("at", ["hide", "forget", "erase of logins", "erase"])
def test_an_erasure_that_was_broken_off_anywhere_is_finished_without_being_asked_for_again(
    world: World, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    welcome, bystander = register(world), register(world, "Bob")
    player_id, caller = welcome.player.id, Caller(welcome.session.token)
    deal_game(world.games, world.commitments, world.dailies, world.now, caller, Order(Rules()))
    stores = {"hide": world.players, "forget": world.races, "erase of logins": world.sessions, "erase": world.players}

    def fail(_player_id: str) -> None:
        raise Interrupted

    with monkeypatch.context() as broken:
        broken.setattr(stores[at], at.partition(" ")[0], fail)
        with pytest.raises(Interrupted):
            players.erase(world.players, world.sessions, world.races, caller)
    begun = at != "hide"
    assert players.finish_erasures(world.players, world.sessions, world.races) == begun
    assert players.finish_erasures(world.players, world.sessions, world.races) == 0
    assert bool(world.memory.games) != begun
    assert {login.player_id for login in world.memory.logins.values()} == {bystander.player.id} | (
        set() if begun else {player_id}
    )
    assert world.players.get(bystander.player.id) == bystander.player


def test_one_erasure_that_cannot_be_finished_keeps_no_other_from_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = register(world, "Ann").player.id, register(world, "Bob").player.id
    for player_id in (ann, bob):
        world.players.hide(player_id)
    erase = world.sessions.erase

    def fail_for_one(player_id: str) -> None:
        if player_id == stuck:
            raise Interrupted
        erase(player_id)

    monkeypatch.setattr(world.sessions, "erase", fail_for_one)
    for stuck, left in ((ann, [ann]), (None, [])):
        try:
            players.finish_erasures(world.players, world.sessions, world.races)
        except Interrupted:
            assert stuck
        assert world.players.half_erased(10) == left


def test_results_are_listed_for_a_player_who_exists(world: World) -> None:
    welcome = register(world)
    caller = Caller(welcome.session.token)
    game_id = deal_game(world.games, world.commitments, world.dailies, world.now, caller, Order(Rules())).after.id
    autoplay(world.games, caller, game_id)
    record_results(world.outbox, world.results, 10)
    page = players.results_of(world.players, world.results, world.now, welcome.player.id, None, 10)
    assert [item.game_id for item in page.items] == [game_id]
    with pytest.raises(PlayerNotFound):
        players.results_of(world.players, world.results, world.now, "nobody", None, 10)
