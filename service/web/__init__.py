"""The web page: plain files for a browser, which knows nothing but the public API."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the page and its files lie; `index.html` is the page."""
