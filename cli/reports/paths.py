"""Files as a report names them, so that the names are valid on another machine."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote


def relative(path: str) -> str | None:
    """The path from the root of the repository, or from the working directory; None for a file outside of it.

    In a GitHub workflow the root is known (GITHUB_WORKSPACE); elsewhere commands are run in it.
    """
    for root in (os.environ.get("GITHUB_WORKSPACE"), os.curdir):
        if root:
            with suppress(ValueError):  # on Windows: another drive
                found = os.path.relpath(path, root)
                if found.split(os.sep, 1)[0] != os.pardir:
                    return found.replace(os.sep, "/")
    return None


def uri(path: str) -> str:
    """A relative URI reference if `relative` knows a path, else an absolute `file:` URI."""
    found = relative(path)
    return Path(path).absolute().as_uri() if found is None else quote(os.fsencode(found))
