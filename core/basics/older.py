"""Keys of older files and messages with their current names, so that old files can still be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

EXPECT: Final = {"outcome": "result"}
"""Keys of `expect` in files of examples and matches."""
SURVEY: Final = {"outcome": "result", "also": "other_digests"}
"""Keys of surveys, as `corpus check --format json` printed them in version 1."""
ANALYSIS: Final = {
    "n": "record",
    "terms": "config",
    "share": "win_rate",
    "shares": "win_rates",
    "share_error": "win_rate_error",
    "share_errors": "win_rate_errors",
    "fallen": "actual",
    "over": "previous",
}
"""Keys of analyses and of files of verdicts in form 1."""
REQUESTS: Final = {"outcome": "result", "told": "events"}
"""Types of request in protocol 1. They are refused with a message that names the new one."""


def renamed(table: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """The table with older keys renamed. An old key stays if its new name is there, too, and is then an unknown key."""
    return {key if (new := keys.get(key, key)) in table else new: value for key, value in table.items()}


def raised(value: Any, keys: Mapping[str, str]) -> Any:
    """Plain data with the older keys renamed in all tables at every depth."""
    if isinstance(value, list):
        return [raised(entry, keys) for entry in value]
    if isinstance(value, dict):
        return renamed({key: raised(entry, keys) for key, entry in value.items()}, keys)
    return value
