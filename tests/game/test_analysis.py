"""An analysis tells the whole of a deal, and agrees with playing it."""

from hypothesis import given

from service.game.analysis import Run, analyse
from service.game.cards import Card
from service.game.game import Game
from service.game.ledger import ledger, unbroken_runs
from service.game.odds import win_probability
from service.game.policy import autoplay
from service.game.rules import VARIANTS, Rules
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, games


@given(games(mode="reveal"))
def test_an_analysis_ends_where_autoplay_does(game: Game) -> None:
    found = analyse(game.deal, game.rules)
    ended = autoplay(game)
    assert found.game == ended
    assert found.ledger == ledger(ended, unbroken_runs(ended))


@given(games(mode="reveal"))
def test_an_analysis_has_the_odds_of_every_flip_as_they_were_known_then(game: Game) -> None:
    found = analyse(game.deal, game.rules)
    assert len(found.odds) == len(found.game.revealed)
    assert found.odds[0] == win_probability(game)
    assert found.odds[-1] == win_probability(found.game)


@given(games(mode="reveal"))
def test_runs_are_the_ledgers_own_but_for_single_cards(game: Game) -> None:
    found = analyse(game.deal, game.rules)
    sets = [flip.card.rank for flip in found.game.set_flips]
    assert [run.length for run in found.runs] == [length for length in unbroken_runs(found.game) if length > 1]
    for run in found.runs:
        assert set(sets[run.at - 1 : run.at - 1 + run.length]) == {run.rank}


def test_a_deal_that_goes_round_rank_by_rank_is_thirteen_ways_to_the_centre() -> None:
    found = analyse(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules())
    assert found.game.status == "won"
    assert found.runs[:2] == (Run("K", 3, 1), Run("A", 4, 4))
    assert [(way.pile, way.finale.home, way.reaches_opening) for way in found.ways] == [
        *((hour, hour + 1, True) for hour in range(1, 13)),
        (13, 1, True),
    ]
    assert found.first_lock == 52


def test_four_kings_leave_the_hours_to_themselves() -> None:
    found = analyse(dealt_to_flip(KINGS), Rules())
    assert found.ways[0].finale == Card("A", "C")
    assert [way.reaches_opening for way in found.ways] == [False] * 12 + [True]
    assert (found.first_lock, found.game.hidden, found.ledger.total) == (4, 48, 800)


def test_the_best_policy_decides_where_the_rules_ask() -> None:
    found = analyse(dealt_to_flip(KINGS), VARIANTS["watch"])
    assert list(map(str, found.game.decisions)) == ["r1.4"]
    assert found.game.chain.decided_at == (4,)
    assert found.first_lock == 4
