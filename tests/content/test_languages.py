"""All languages say the same things, and a new one needs a folder and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

import service
from service.content.errors import UnknownLanguage
from service.content.languages import DEFAULT, decimal, languages, name_of, percentage, sentence, texts, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVICE = Path(service.__file__).parent
FOLDER = SERVICE / "content"
INFLECTED = {("words", "card"), ("words", "suits"), ("words", "ranks"), ("words", "last"), ("words", "piles")}
"""Where a language has forms of its own, beside those that all have."""
TRANSLATIONS = [lang for lang in languages() if lang != DEFAULT]


def leaves(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every single text with the way to it; `when` and lists of texts count as one."""
    if isinstance(value, dict) and at[-1:] != ("when",):
        for name, inner in value.items():
            yield from leaves(inner, (*at, name))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*at, str(index)))
    else:
        yield at, value


def told(lang: str) -> dict[tuple[str, ...], Any]:
    """All texts of a language by the way to them."""
    kinds = sorted(file.stem for file in (FOLDER / lang).iterdir())
    return {at: text for kind in kinds for at, text in leaves(texts(lang, kind), (kind,))}


def places(text: Any) -> set[str]:
    """The names of the places to be filled in a text, whatever form they are to take."""
    parts = text if isinstance(text, list) else [str(text)]
    return {name.partition("[")[0] for part in parts for _, name, _, _ in Formatter().parse(part) if name}


def is_form(at: tuple[str, ...]) -> bool:
    """Whether a language may have this, or not, as its grammar needs."""
    return at[:2] in INFLECTED and at[-1] not in ("name", "plural", "position", "numeral")


def test_there_are_two_languages_at_least_and_english_is_first() -> None:
    assert languages()[0] == "en"
    assert {name_of(lang) for lang in languages()} >= {"English", "Deutsch"}


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_translation_has_every_text_and_no_other(lang: str) -> None:
    here, there = told(DEFAULT), told(lang)
    assert {at for at in here if not is_form(at)} == {at for at in there if not is_form(at)}


@pytest.mark.parametrize("lang", languages())
def test_all_words_of_a_kind_have_the_same_forms(lang: str) -> None:
    words = texts(lang, "words")
    for kind in ("suits", "ranks", "last", "piles"):
        assert len({frozenset(forms) for forms in words[kind].values()}) == 1, kind


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_translation_fills_the_same_places_and_applies_to_the_same_rules(lang: str) -> None:
    here, there = told(DEFAULT), told(lang)
    for at, text in here.items():
        if at[-1] == "when":
            assert there[at] == text, at
        elif not is_form(at) and at[0] != "fortunes":
            assert places(there[at]) == places(text), at


@pytest.mark.parametrize("lang", languages())
def test_no_text_is_empty(lang: str) -> None:
    for at, text in told(lang).items():
        parts = text if isinstance(text, list) else [text]
        assert all(str(part).strip() for part in parts) or at == ("words", "piles", "13", "numeral"), at


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_translation_leaves_no_sentence_as_it_was(lang: str) -> None:
    here, there = told(DEFAULT), told(lang)
    same = [
        at for at, text in here.items() if isinstance(text, str) and text.count(" ") > 2 and there.get(at) == text
    ]
    assert same == []


@pytest.mark.parametrize("lang", languages())
def test_every_file_is_read_by_something(lang: str) -> None:
    code = "".join(file.read_text() for file in FOLDER.glob("*.py"))
    assert all(f'"{file.stem}"' in code for file in (FOLDER / lang).iterdir())


@pytest.mark.parametrize("lang", ["", "EN", "fr", "..", "en/../de", "__pycache__", "en\0"])
def test_a_language_that_there_is_not_is_told_with_those_that_there_are(lang: str) -> None:
    with pytest.raises(UnknownLanguage) as refusal:
        texts(lang, "quiz")
    assert (refusal.value.lang, refusal.value.known) == (lang, languages())


def test_lines_may_be_broken_anywhere() -> None:
    raw = tomllib.loads((FOLDER / "en" / "facts.toml").read_text())["names"]["text"]
    assert "\n" in raw
    assert texts("en", "facts")["names"]["text"] == " ".join(raw.split())


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [decimal(Fraction(212, 5), 1, lang) for lang in ("en", "de")] == ["42.4", "42,4"]
    assert [whole(5000, lang) for lang in ("en", "de")] == ["5,000", "5.000"]


@pytest.mark.parametrize(
    ("chance", "english", "german"),
    [
        (Fraction(3, 10), "30%", "30 %"),
        (Fraction(1, 8), "12.5%", "12,5 %"),
        (Fraction(1, 3), "about 33.3%", "rund 33,3 %"),
        (Fraction(2999, 10000), "about 30%", "rund 30 %"),
        (Fraction(1), "100%", "100 %"),
        (Fraction(0), "0%", "0 %"),
    ],
)
def test_a_chance_in_per_cent_says_when_it_is_not_exact(chance: Fraction, english: str, german: str) -> None:
    assert (percentage(chance, "en"), percentage(chance, "de")) == (english, german)


def test_a_sentence_begins_with_a_large_letter_and_keeps_the_others() -> None:
    assert sentence("{card} goes under IV", card="über Ass") == "Über Ass goes under IV"


def test_a_folder_is_all_that_a_new_language_needs(tmp_path: Path) -> None:
    shutil.copytree(SERVICE, tmp_path / "service", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FOLDER / "de", tmp_path / "service" / "content" / "gsw")
    asked = (
        "from service.content.languages import languages; from service.content.rulebook import page;"
        "print(*languages(), len(page('watch', 'gsw').sections))"
    )
    ran = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [*sorted({*languages(), "gsw"}, key=lambda lang: (lang != DEFAULT, lang)), "7"]
