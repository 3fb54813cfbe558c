"""The browser that the page is tested in: this machine's own Chromium."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

MISSING = "there is no Chromium to show the page in: `make browser` gets one, BROWSER_PATH names another"
PATIENCE_MS = 20_000
"""How long a test waits for what it expects; machines that test are busy."""

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""The programs that are looked for; `make browser` knows the same."""

_HERE_ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


def chromium_path() -> str | None:
    """The program, if there is one: what BROWSER_PATH names, else the first of the usual names."""
    named = os.environ.get("BROWSER_PATH")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def launched(path: str) -> Iterator[Browser]:
    """The browser without a window; it finds no other host than this one."""
    expect.set_options(timeout=PATIENCE_MS)
    # Chromium's sandbox does not start as root, and the pages it is shown are ours.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=False, args=[_HERE_ALONE, "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()
