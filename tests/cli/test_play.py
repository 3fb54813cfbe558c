"""`clock play` against the real service: a game from the deal to its verified end."""

import json
import re
import shlex
import subprocess
from hashlib import sha256

import pytest
from click.testing import CliRunner, Result

from service.api.printing.games import print_game
from service.api.printing.proofs import print_proof
from service.cli import clock
from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.terminal.guests import guests_file
from service.terminal.server import Server
from tests.builders import ended_game
from tests.cli.stand_in import Answer, problem, stand_in

SEED = sha256(b"a known seed").hexdigest()
FATE = autoplay(Game(shuffle(Seeds(bytes.fromhex(SEED), "mine")), VARIANTS["standard"]))


def play(server: str, *options: str, keys: str = "") -> Result:
    """`clock play` without a terminal, with these keys pressed."""
    return CliRunner().invoke(clock, ["play", "--server", server, *options], input=keys)


def game_of(result: Result) -> str:
    found = re.search(r"--game (\S+)", result.stdout)
    assert found, result.output
    return found[1]


def flips(result: Result) -> list[int]:
    """How many flips had been made each time the game was shown."""
    return [
        int(number) for number in re.findall(r"(?:Flips |(?:Won|Lost|Completed): )(\d+) (?:of|flips)", result.stdout)
    ]


def test_a_game_played_without_a_terminal_ends_verified(served: str) -> None:
    result = play(served, "--auto", "--name", "Ada")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Welcome, Ada." in result.stdout
    assert re.search(r"^(Won|Lost): \d+ flips", result.stdout, re.MULTILINE)
    assert re.search(r"^Points: .*total [\d,]+", result.stdout, re.MULTILINE)
    assert "Verified on this machine" in result.stdout
    assert "\x1b" not in result.stdout


def test_the_address_that_it_names_verifies_in_its_own_right(served: str) -> None:
    said = re.search(r" verify (\S+)$", play(served, "--auto").stdout, re.MULTILINE)
    assert said
    result = CliRunner().invoke(clock, ["verify", said[1]])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Verified" in result.stdout


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_proof_of_any_variant_says_by_which_rules_it_was_played(served: str, variant: str) -> None:
    played = play(served, "--auto", "--variant", variant).stdout
    said = re.search(r" verify (\S+)$", played, re.MULTILINE)
    assert said
    told = CliRunner().invoke(clock, ["verify", said[1]]).stdout
    assert f"Outcome ({variant} rules): " in told
    assert f"\nChain: {VARIANTS[variant].opening_pile}:" in told
    assert f" {flips_told(told)} flips, " in played


def flips_told(text: str) -> str:
    found = re.search(r" (\d+) flips, ", text)
    assert found, text
    return found[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_played(served: str, variant: str) -> None:
    result = play(served, "--auto", "--variant", variant)
    assert result.exit_code == 0
    assert f"of {VARIANTS[variant].cards}," in result.stdout
    assert "Verified" in result.stdout


def test_known_seeds_lead_to_the_known_game(served: str) -> None:
    result = play(served, "--auto", "--seed", SEED, "--client-seed", "mine")
    assert flips(result) == [1, FATE.flips]
    assert (
        f"{FATE.status.capitalize()}: {FATE.flips} flips, {FATE.hidden} cards left face down, luckier"
        in result.stdout
    )
    assert "Verified" in result.stdout
    assert " verify http" not in result.stdout  # not ranked, so not public


def test_enter_steps_a_plays_on_and_other_keys_do_nothing(served: str) -> None:
    result = play(served, "--seed", SEED, "--client-seed", "mine", keys="\n\nwhat\nA\n")
    assert flips(result) == [1, 2, 3, FATE.flips]
    assert "press one of [Enter] step  [a] autoplay  [q] leave" in result.stdout
    assert result.exit_code == 0


def test_where_no_more_keys_can_come_the_game_is_played_to_its_end(served: str) -> None:
    result = play(served, "--seed", SEED, "--client-seed", "mine", keys="\n")
    assert (result.exit_code, flips(result)) == (0, [1, 2, FATE.flips])
    assert "The game stays" not in result.stdout


def test_a_game_that_is_left_can_be_resumed(served: str) -> None:
    result = play(served, keys="\n\nq\n")
    assert (result.exit_code, flips(result)) == (0, [1, 2, 3])
    again = play(served, "--game", game_of(result), "--auto")
    assert flips(again)[0] == 3
    assert "Verified" in again.stdout
    client_seed = re.search(r"^Client seed: ('\w+')$", result.stdout, re.MULTILINE)
    assert client_seed
    assert f"commitment and client seed {client_seed[1]} give all cards you saw now" in again.stdout
    assert "those you were told before the deal?" in again.stdout


def test_the_commands_it_tells_work_as_they_stand(served: str) -> None:
    left = play(served, keys="q\n").stdout.splitlines()[-1]
    resumed = subprocess.run([*shlex.split(left), "--auto"], capture_output=True, text=True, check=True)
    check = resumed.stdout.splitlines()[-1]
    assert subprocess.run(shlex.split(check), check=False, capture_output=True).returncode == 0


def test_game_and_commitment_stand_on_lines_of_their_own(served: str) -> None:
    lines = play(served, "--auto").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[1:4]] == ["Game", "Commitment", "Client seed"]
    assert re.fullmatch(r"Game: [0-9a-f-]{36}", lines[1])
    assert re.fullmatch(r"Commitment: [0-9a-f]{64}", lines[2])


def test_a_resumed_game_that_is_over_shows_its_result(served: str) -> None:
    game_id = game_of(play(served, "--seed", SEED, keys="q\n"))
    play(served, "--game", game_id, "--auto")
    result = play(served, "--game", game_id)
    assert (result.exit_code, flips(result)) == (0, [int(flips_told(result.stdout))])
    assert "Chance to win" not in result.stdout


def test_the_guest_is_the_same_next_time(served: str) -> None:
    play(served, "--name", "Grace")
    assert "Welcome, Grace." in play(served).stdout
    assert guests_file().stat().st_mode & 0o777 == 0o600


def test_a_guest_whose_login_has_ended_plays_on(served: str) -> None:
    result = play(served, "--name", "Grace", keys="q\n")
    kept = json.loads(guests_file().read_text())
    kept[served]["token"] = kept[served]["token"][:-4] + "AAAA"
    guests_file().write_text(json.dumps(kept))
    assert "Welcome, Grace." in play(served, "--game", game_of(result)).stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seed", "1"], "64 hex digits"),
        (["--game", "1"], "1 is not a game id"),
        (["--game", "0199f3a2-7c3e-7d10-9a44-3f5b6c7d8e9f"], "(404 not-found)"),
        (["--client-seed", "x" * 65], "/deal/client_seed: "),
        (["--name", " "], "must not be blank"),
    ],
)
def test_what_the_service_refuses_is_one_sentence(served: str, options: list[str], said: str) -> None:
    result = play(served, "--auto", *options)
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 1
    assert line.startswith("clock: ")
    assert said.lower() in line.lower()


@pytest.mark.parametrize(
    "answer",
    [
        problem(503, "store-unavailable", "A store did not answer in time."),
        problem(401, "unauthenticated"),
        Answer(200, b"<html>", "text/html"),
    ],
)
def test_a_server_in_trouble_is_one_sentence(answer: Answer) -> None:
    with stand_in({"*": answer}) as server:
        result = play(server.url, "--auto")
    assert (result.exit_code, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1


def test_no_server_at_all_is_one_sentence() -> None:
    result = play("http://127.0.0.1:1")
    assert (result.exit_code, result.stderr) == (1, "clock: no answer from 127.0.0.1:1: Connection refused\n")


def test_a_deal_of_given_cards_has_no_shuffle_to_verify(served: str) -> None:
    play(served)
    server = Server(served)
    server.token = json.loads(guests_file().read_text())[served]["token"]
    custom = {"kind": "custom", "deck": FATE.deal.codes()}
    game = server.post("/v1/games", {"deal": custom})
    result = play(served, "--game", game["id"], "--auto")
    assert "there is no shuffle to verify" in result.stdout
    assert (result.exit_code, flips(result)) == (0, [1, FATE.flips])


def test_a_game_that_was_not_dealt_as_promised_is_a_failure() -> None:
    record = ended_game()
    welcome = {"player": {"id": "me", "display_name": "Ada"}, "secret": "s", "session": {"token": "t"}}
    answers = {
        "POST /v1/players": Answer(201, welcome),
        f"GET /v1/games/{record.id}": Answer(200, print_game(record)),
        f"GET /v1/games/{record.id}/proof": Answer(200, print_proof(ended_game())),
    }
    with stand_in(answers) as server:
        result = play(server.url, "--game", record.id)
    assert result.exit_code == 1
    assert result.stderr == "clock: not verified: the proof is of another commitment than the game's\n"
