"""Rules, quiz, daily deals and the audit, as the service tells of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.people import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.running import Up
    from tests.web.complaints import Complaints


def told(up: Up, path: str) -> Any:
    return up.call("GET", path).json


def test_every_variant_is_told_in_brief_and_leads_to_its_rules(page: Page, up: Up) -> None:
    variants = told(up, "/v1/rules")["variants"]
    page.goto("/#/rules")
    for variant in variants:
        link = page.get_by_role("link", name=variant["name"], exact=True)
        expect(link).to_have_attribute("href", f"#/rules/{variant['variant']}")
        expect(page.get_by_text(variant["brief"], exact=True)).to_be_visible()
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Watch")).to_be_focused()


@pytest.mark.parametrize("variant", ["standard", "watch", "perpetual"])
def test_a_variants_page_has_every_section_and_what_the_sources_disagree_about(
    page: Page, up: Up, variant: str
) -> None:
    said = told(up, f"/v1/rules/{variant}")
    page.goto(f"/#/rules/{variant}")
    for section in said["sections"]:
        expect(page.get_by_role("heading", name=section["title"], exact=True)).to_be_visible()
    assert said["disagreements"]
    for found in said["disagreements"]:
        page.get_by_text(found["topic"], exact=True).first.click()
        expect(page.get_by_text(found["sources"])).to_be_visible()
        expect(page.get_by_text(found["reading"])).to_be_visible()


def test_the_rules_are_told_in_another_language(page: Page) -> None:
    page.goto("/#/rules/standard")
    page.get_by_role("link", name="Deutsch").click()
    section = page.locator('[lang="de"] h2').first
    expect(section).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()


def test_the_words_of_the_game_are_explained(page: Page, up: Up) -> None:
    page.goto("/#/rules")
    for term in told(up, "/v1/glossary")["terms"]:
        expect(page.get_by_text(term["meaning"], exact=True)).to_be_visible()


def test_the_quiz_is_graded_with_a_reason_for_every_answer(page: Page, up: Up) -> None:
    questions = told(up, "/v1/quiz")["questions"]
    answers = {question["id"]: question["options"][0]["id"] for question in questions[:-1]}
    grade = up.call("POST", "/v1/quiz/attempts", {"answers": answers}).json
    page.goto("/#/quiz")
    for question in questions[:-1]:
        group = page.get_by_role("group", name=question["question"])
        group.get_by_label(question["options"][0]["text"], exact=True).check()
    page.get_by_role("button", name="Grade my answers").click()
    heading = page.get_by_role("heading", name=f"{grade['score']} of {grade['total']} right")
    expect(heading).to_be_focused()
    for graded in grade["answers"]:
        expect(page.get_by_text(graded["why"], exact=True)).to_be_visible()
    expect(page.get_by_text("Right: ")).to_have_count(grade["score"])
    expect(page.get_by_text("Wrong: ")).to_have_count(grade["total"] - grade["score"])
    expect(page.get_by_text("Wrong: no answer")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)


def test_a_daily_deal_is_begun_once(page: Page, up: Up, complaints: Complaints) -> None:
    complaints.expect("409")
    Person.joined(up, "Early").comes_to(page)
    page.goto("/#/daily")
    play = page.get_by_role("button", name="Play today's deal, Twelve o'clock start")
    play.click()
    page.wait_for_url("**/#/play?game=*")
    game = page.url
    page.goto("/#/daily")
    play.click()
    expect(page.get_by_text("You have played this deal.")).to_be_visible()
    page.get_by_role("link", name="Your game").click()
    page.wait_for_url(game)


def test_the_commitments_of_today_and_tomorrow_are_shown(page: Page, up: Up) -> None:
    days = told(up, "/v1/daily")
    page.goto("/#/daily")
    page.get_by_text("Tomorrow's commitments").click()
    for deal in days["tomorrow"]["variants"]:
        expect(page.get_by_text(deal["commitment"], exact=True)).to_be_visible()
    for summary in page.locator("summary").filter(has_text=re.compile("^Commitment$")).all():
        summary.click()
    for deal in days["variants"]:
        expect(page.get_by_text(deal["commitment"], exact=True)).to_be_visible()


def test_a_day_without_deals_is_told_in_words(page: Page, complaints: Complaints) -> None:
    complaints.expect("404")
    page.goto("/#/daily?day=2020-01-01")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_audit_stands_beside_the_exact_distribution(page: Page, up: Up) -> None:
    Person.joined(up, "Auditor").plays("watch")
    page.goto("/#/fairness")
    page.get_by_role("combobox", name="Variant").select_option("watch")
    (audit,) = (one for one in told(up, "/v1/fairness")["variants"] if one["variant"] == "watch")
    expect(page.get_by_role("img", name="Watch: the flip of the first lock in")).to_be_visible()
    expect(page.get_by_text("exactly it is 1/13, or 7.7 %").first).to_be_visible()
    page.get_by_text("The same as a table").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("rowheader")).to_have_count(len(audit["flips"]))
    last = table.get_by_role("row").last.get_by_role("cell").last
    expect(last).to_have_text(f"{audit['deals'] / 13:.2f}")
