"""A word for the person who waits, from a library that prints nothing."""

from __future__ import annotations

from collections.abc import Callable

Notify = Callable[[str], None]
"""Takes a sentence on something that goes differently from what was asked, though not wrong."""


def no_op(text: str) -> None:
    """A Tell that nobody hears."""
