"""Rules, quiz and words over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.api.examples import content as examples
from service.content.languages import languages
from service.content.quiz import questions
from service.game.coach import Mistake
from service.game.rules import OPTIONS, VARIANTS
from tests.api.client import Client, faults, slug

if TYPE_CHECKING:
    from tests.api.client import Json

TOLD = ["/v1/rules", "/v1/rules/watch_fork", "/v1/quiz", "/v1/glossary", "/v1/mistakes", "/v1/labels"]
ATTEMPTS = "/v1/quiz/attempts"


def told(client: Client, path: str, lang: str = "en") -> Json:
    """What is said there."""
    answer = client.get(f"{path}?lang={lang}")
    assert answer.status_code == 200
    body: Json = answer.get_json()
    return body


@pytest.mark.parametrize("path", TOLD)
def test_everyone_may_read_and_keep_a_text_in_every_language(stranger: Client, path: str) -> None:
    tags = set()
    for lang in languages():
        first = stranger.get(f"{path}?lang={lang}")
        assert (first.status_code, first.get_json()["lang"], first.headers["Content-Language"]) == (200, lang, lang)
        assert first.headers["Cache-Control"] == "public, max-age=60"
        tags.add(first.headers["ETag"])
        again = stranger.get(f"{path}?lang={lang}", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.get_data()) == (304, b"")
    assert len(tags) == len(languages())


@pytest.mark.parametrize("path", TOLD)
def test_a_text_is_english_unless_another_language_is_asked_for(stranger: Client, path: str) -> None:
    assert stranger.get(path).get_json() == told(stranger, path)


@pytest.mark.parametrize("path", TOLD)
@pytest.mark.parametrize("lang", ["fr", "", "EN", "..", "e%00n"])
def test_a_language_that_there_is_not_is_told_with_those_that_there_are(
    stranger: Client, path: str, lang: str
) -> None:
    assert faults(stranger.get(f"{path}?lang={lang}")) == {"/lang": f"Must be one of {', '.join(languages())}."}


@pytest.mark.parametrize("path", TOLD)
def test_no_parameter_but_the_language_is_taken(stranger: Client, path: str) -> None:
    assert faults(stranger.get(f"{path}?language=en")).keys() == {"/language"}
    assert faults(stranger.get(f"{path}?lang=en&lang=de")).keys() == {"/lang"}


def test_the_rules_list_what_the_engine_has(stranger: Client) -> None:
    body = told(stranger, "/v1/rules")
    assert [variant["variant"] for variant in body["variants"]] == list(VARIANTS)
    assert {one["option"]: tuple(value["value"] for value in one["values"]) for one in body["options"]} == OPTIONS
    assert {one["lang"] for one in body["languages"]} == set(languages())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_games_variant_and_rules_are_those_of_its_page(ada: Client, variant: str) -> None:
    page, game = told(ada, f"/v1/rules/{variant}"), ada.deal(variant=variant)
    assert (page["variant"], page["options"]) == (game["variant"], game["rules"])
    assert all(page[part] for part in ("sections", "disagreements", "mistakes", "facts"))
    assert page["chance"].keys() == {"numerator", "denominator", "value"}


def test_rules_that_are_said_to_clash_are_refused_and_those_alone(ada: Client) -> None:
    for clash in told(ada, "/v1/rules")["clashes"]:
        (pointer,) = faults(ada.post("/v1/games", {"rules": clash["options"]}))
        assert pointer.removeprefix("/rules/") in clash["options"]
        for option, value in clash["options"].items():
            assert ada.deal(rules={option: value})["rules"][option] == value


@pytest.mark.parametrize("variant", ["custom", "Standard", "poker", "watch_fork_2"])
def test_a_variant_that_there_is_not_is_not_found(stranger: Client, variant: str) -> None:
    answer = stranger.get(f"/v1/rules/{variant}")
    assert (answer.status_code, slug(answer)) == (404, "not-found")


def test_the_quiz_does_not_give_its_answers_away(stranger: Client) -> None:
    answer = stranger.get("/v1/quiz")
    asked = answer.get_json()["questions"]
    assert [one["id"] for one in asked] == [one.id for one in questions("en")]
    for question in asked:
        assert question.keys() == {"id", "question", "options"}
        assert all(option.keys() == {"id", "text"} for option in question["options"])
    text = answer.get_data(as_text=True)
    assert not any(one.why in text for one in questions("en"))


def test_a_perfect_attempt_has_the_full_score(stranger: Client) -> None:
    right = {one.id: one.right for one in questions("en")}
    grade = stranger.post(ATTEMPTS, {"answers": right}).get_json()
    assert grade["score"] == grade["total"] == len(right)
    assert all(one["correct"] and one["chosen"] == one["right"] for one in grade["answers"])


def test_an_attempt_is_graded_and_explained_question_by_question(stranger: Client) -> None:
    answer = stranger.post(ATTEMPTS, {"answers": {"jack": "eleven", "end": "aces"}, "lang": "de"})
    grade = answer.get_json()
    assert (answer.headers["Content-Language"], answer.headers["Cache-Control"]) == ("de", "no-store")
    assert (grade["lang"], grade["score"], grade["total"]) == ("de", 1, len(questions("de")))
    graded = {one["question"]: one for one in grade["answers"]}
    assert (graded["jack"]["chosen"], graded["jack"]["correct"]) == ("eleven", True)
    assert (graded["end"]["chosen"], graded["end"]["correct"], graded["end"]["right"]) == (
        "aces",
        False,
        "fourth_king",
    )
    assert (graded["odds"]["chosen"], graded["odds"]["correct"]) == (None, False)
    assert [one["why"] for one in grade["answers"]] == [one.why for one in questions("de")]


def test_answers_that_nobody_offered_are_pointed_at(stranger: Client) -> None:
    sent = {"jack": "eleven", "end": "never", "a/b~c": "eleven"}
    assert faults(stranger.post(ATTEMPTS, {"answers": sent})) == {
        "/answers/end": "No such option.",
        "/answers/a~1b~0c": "No such question.",
    }


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/answers"),
        ({"answers": []}, "/answers"),
        ({"answers": {"jack": 1}}, "/answers/jack"),
        ({"answers": {"jack": None}}, "/answers/jack"),
        ({"answers": {str(number): "x" for number in range(51)}}, "/answers"),
        ({"answers": {}, "lang": "fr"}, "/lang"),
        ({"answers": {}, "lang": 7}, "/lang"),
        ({"answers": {}, "score": 13}, "/score"),
    ],
)
def test_an_attempt_that_is_none_is_refused(stranger: Client, body: Json, pointer: str) -> None:
    assert faults(stranger.post(ATTEMPTS, body)).keys() == {pointer}


def test_labels_are_those_that_games_use(stranger: Client, ada: Client) -> None:
    labels = told(stranger, "/v1/labels")
    assert [pile["label"] for pile in labels["piles"]] == [pile["label"] for pile in ada.deal()["piles"]]
    assert {card["card"]: card["label"] for card in labels["cards"]}["7H"] == "seven of hearts"
    assert [pile["numeral"] for pile in labels["piles"]][10:] == ["XI", "XII", None]
    filled = labels["pile_state"].format(pile=labels["piles"][6]["label"], face_down=3, face_up=1)
    assert filled == "seven o'clock: 3 face down, 1 face up"


def test_labels_tell_in_every_language_what_the_coach_calls_by_a_code(ada: Client) -> None:
    game = ada.deal(mode="placement")
    wrong = game["hand"]["home"] % 13 + 1
    coach = ada.post(f"/v1/games/{game['id']}/step", {"pile": wrong}).get_json()["coach"]
    for lang in languages():
        lessons = {one["code"]: one for one in told(ada, "/v1/labels", lang)["coach"]}
        assert lessons.keys() == set(Mistake)
        assert lessons[coach["code"]].keys() == {"code", "label", "text"}


def test_the_quiz_example_is_what_the_service_answers(stranger: Client) -> None:
    assert stranger.post(ATTEMPTS, examples.ATTEMPT).get_json() == examples.GRADE


@pytest.mark.parametrize(("path", "part"), [("glossary", "terms"), ("mistakes", "mistakes")])
def test_words_and_mistakes_are_told(stranger: Client, path: str, part: str) -> None:
    here, there = (told(stranger, f"/v1/{path}", lang)[part] for lang in ("en", "de"))
    assert len(here) == len(there) >= 3
    assert [one["id"] for one in here] == [one["id"] for one in there]
