"""The real browser of the tests, if this machine has one."""

from __future__ import annotations

import shutil

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
needs_browser = [
    pytest.mark.skipif(BROWSER is None, reason="no browser: `apt-get install chromium`, then `make test-browser`")
]
