"""The callback with which a library that prints nothing informs the person who waits."""

from __future__ import annotations

from collections.abc import Callable

Notify = Callable[[str], None]
"""Takes a sentence about something that is done differently from the request, but is not an error."""


def no_op(text: str) -> None:
    """No-op callback."""
