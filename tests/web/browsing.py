"""New people with a device each, all before the same service."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import ViewportSize

from tests.web.chromium import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.complaints import Complaints

PHONE = ViewportSize(width=390, height=844)
SMALL_PHONE = ViewportSize(width=360, height=640)
DESKTOP = ViewportSize(width=1280, height=900)

Scheme = Literal["light", "dark"]


class Browsing(contextlib.ExitStack):
    """Opens browser contexts, and closes them at its end."""

    def __init__(self, browser: Browser, address: str, complaints: Complaints) -> None:
        super().__init__()
        self._browser, self._address, self._complaints = browser, address, complaints

    def __call__(
        self, *, size: ViewportSize = DESKTOP, scheme: Scheme = "light", motion: bool = False, locale: str = "en-GB"
    ) -> Page:
        """A page of somebody new, blank yet; without `motion`, reduced motion is asked for."""
        context = self._browser.new_context(
            base_url=self._address,
            viewport=size,
            has_touch=size["width"] < 600,
            color_scheme=scheme,
            reduced_motion="no-preference" if motion else "reduce",
            locale=locale,
            timezone_id="UTC",
        )
        self.callback(context.close)
        context.set_default_timeout(PATIENCE_MS)
        self._complaints.listen(context)
        return context.new_page()
