"""The pages that people read: their links lead somewhere, and what they list is what the code has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from prometheus_client import REGISTRY

import service
from service.api import metrics
from service.api.kinds import KINDS
from service.watch import Metrics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import CollectorRegistry

ROOT = Path(service.__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[str]:
    found = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return [link for link in found if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_the_readme_leads_to_every_page() -> None:
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} - {"README.md"} <= set(links(ROOT / "README.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_of_the_service_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(
        r"`((?:service|tests|migrations|docs|requirements)/[\w./]+)`", page.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def samples(registry: CollectorRegistry) -> Iterator[str]:
    """The service's own metrics, as a page of Prometheus names them."""
    for metric in registry.collect():
        if metric.name.startswith("clock_"):
            yield f"{metric.name}_total" if metric.type == "counter" else metric.name


def test_operations_md_tells_of_every_metric_and_of_no_other() -> None:
    rows = re.findall(r"^\| `(clock_\w+)` \| (\w+) \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    assert metrics.PATH == "/metrics"
    api, worker = set(samples(REGISTRY)), set(samples(Metrics().registry))
    assert {name for name, of in rows if of in ("API", "both")} == api
    assert {name for name, of in rows if of in ("worker", "both")} == worker


def test_integrate_md_says_what_to_do_about_every_problem() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \| \S", (ROOT / "docs/integrate.md").read_text(), re.MULTILINE)
    assert [(slug, int(status)) for slug, status in rows] == [(kind.slug, kind.status) for kind in KINDS.values()]


def test_every_command_is_in_the_table() -> None:
    told = set(re.findall(r"^\| `clock (\w+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert told == {file.stem for file in (ROOT / "service/commands").glob("[a-z]*.py")}
