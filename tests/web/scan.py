"""What axe finds wrong with a page as it stands for those who do not see, point or hear as others do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it comes without types

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE = Axe()


def violations(page: Page) -> list[str]:
    """Each breach of axe's rules, with the elements at fault; none is what every page has."""
    broken = _AXE.run(page).response["violations"]
    return [f"{rule['help']}: {node['html']} {node['failureSummary']}" for rule in broken for node in rule["nodes"]]
