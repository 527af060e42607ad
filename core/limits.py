"""How large things may be: one table, kept by all that write and named in what is said of a breach.

Every reader is bounded by it in time and memory. What was written before a limit was made smaller stays readable.
"""

from __future__ import annotations

from typing import Final

LINE: Final = 1 << 20
"""Bytes of a line of a log, or of a packed frame: the longest line that ships has 2 KB."""
NAME: Final = 200
"""Characters of a player's name."""
TAG: Final = 1_000
"""Characters of a tag's key or value."""
NOTE: Final = 10_000
"""Characters of a note."""
