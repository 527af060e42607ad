"""Keys of older files and messages, and what they are called now. What was ever written is read for ever."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

EXPECT: Final = {"outcome": "result"}
"""Of `expect` in files of examples and matches."""
SURVEY: Final = {"outcome": "result", "also": "other_digests"}
"""Of the surveys that `corpus check --format json` printed as version 1."""
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
"""Of analyses, and of files of verdicts, of form 1."""
REQUESTS: Final = {"outcome": "result", "told": "events"}
"""Types of request in protocol 1: they are not answered any more, and named where one comes."""


def renamed(table: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """A table with its older keys renamed; one whose new name is there too stays, as a key that nobody knows."""
    return {key if (new := keys.get(key, key)) in table else new: value for key, value in table.items()}


def raised(value: Any, keys: Mapping[str, str]) -> Any:
    """Plain data with the older keys of all its tables renamed, however deep they lie."""
    if isinstance(value, list):
        return [raised(entry, keys) for entry in value]
    if isinstance(value, dict):
        return renamed({key: raised(entry, keys) for key, entry in value.items()}, keys)
    return value
