"""What a browser complains of while a test goes on: nothing may remain that the test did not expect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

_LEFT_WITHOUT_FAULT = "net::ERR_ABORTED"
"""The page itself gave the request up: it was left, or closed a stream."""


class Complaints:
    """Errors of the console (breaches of the content security policy are told there), uncaught exceptions,
    failed requests, and requests to any address but the service's."""

    def __init__(self, address: str) -> None:
        self.made: list[str] = []
        self._own = (f"{address}/", "data:", "blob:")
        self._expected: list[re.Pattern[str]] = []

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._exception)
        context.on("request", self._request)
        context.on("requestfailed", self._failure)

    def expect(self, pattern: str) -> None:
        """Let complaints pass in which `pattern` is found: `complaints.expect("503")`."""
        self._expected.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        return [made for made in self.made if not any(pattern.search(made) for pattern in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.made.append(f"console: {message.text} ({message.location['url']})")

    def _exception(self, error: WebError) -> None:
        self.made.append(f"exception: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self._own):
            self.made.append(f"foreign: {request.method} {request.url}")

    def _failure(self, request: Request) -> None:
        if request.failure != _LEFT_WITHOUT_FAULT:
            self.made.append(f"failed: {request.method} {request.url} {request.failure}")
