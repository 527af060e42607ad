"""Helpers for text that people type and read, shared by the notations of all games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from kronika.core.basics import limits
from kronika.core.basics.errors import BrokenGame, NotationError
from kronika.core.basics.printable import JOINERS

T = TypeVar("T")

_IGNORED = frozenset("'’" + JOINERS)


@lru_cache(maxsize=4096)
def normalize(text: str) -> str:
    """The text for comparison: lower case, without accents, apostrophes, joiners and extra spaces.

    `oko SEVERU` and `Oko  severu` become the same. Hyphens and underscores become spaces, but `-1` is not 1.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (char for char in plain if not unicodedata.combining(char) and char not in _IGNORED)
    text = "".join(kept)
    minus = "-" if text.startswith("-") and text[1:].isdecimal() else ""
    return minus + " ".join(text.replace("-", " ").replace("_", " ").split())


def close_matches(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """The `words` that `word` may be a misspelling of, best first; at most `most`."""
    from difflib import get_close_matches  # takes 3 ms, and is only needed after a mistake

    if len(word) > limits.NAME:  # it is like none of them, and comparing takes time with the square of the length
        return []
    table = {normalize(candidate): candidate for candidate in words}
    key = normalize(word)
    found = get_close_matches(key, list(table), n=most, cutoff=0.5)
    if not found:  # it may be one word of a longer name
        parts = {part: name for name in table for part in name.split() if len(part) > 3}
        found = list(dict.fromkeys(parts[part] for part in get_close_matches(key, list(parts), n=most, cutoff=0.7)))
    return [table[match] for match in found]


def did_you_mean(word: str, words: Iterable[str], most: int = 1) -> str:
    """The end of a message about an unknown word: ` Did you mean tides?`, or empty if no word is close."""
    found = close_matches(word, words, most)
    return f" Did you mean {' or '.join(found)}?" if found else ""


def suggestion(word: str, words: Iterable[str], most: int = 3) -> str:
    """The end of a message about an unknown name: the closest name, or else a list of the first few that exist."""
    known = list(dict.fromkeys(words))
    if guess := did_you_mean(word, known):
        return guess
    told = known if len(known) <= most + 1 else [*known[:most], f"{len(known) - most:,} more"]
    return f" There {'is' if len(known) == 1 else 'are'} {join_words(told)}." if known else ""


def lookup(word: str, table: Mapping[str, T], what: str) -> T:
    """The value in `table` whose name is `word`, begins with it, or contains it, in this order of preference.

    The keys of `table` are names as `normalize` returns them. `what` says in messages what the names are of. Raises
    NotationError if no name matches, or several with different values; BrokenGame if a name in `table` is not so.
    """
    key = normalize(word)
    if key in table:
        return table[key]
    short = key if not key.isdecimal() else ""  # 1 is not a short form of 10
    found = {name: value for name, value in table.items() if short and name.startswith(short)}
    if not found:
        found = {name: value for name, value in table.items() if short and short in name}
    values = set(found.values())
    if len(values) == 1:
        return values.pop()
    if found:
        raise NotationError(f"{what} {quoted(word)} can be {', '.join(sorted(found)[:6])}.")
    for name in table:
        if name != key and normalize(name) == key:
            raise BrokenGame(f"The table of {what} names has {quoted(name)}: `normalize` makes {quoted(key)} of it.")
    raise NotationError(f"There is no {what} {quoted(word)}.", close_matches(word, table), instead=word)


def clipped(text: str, most: int = limits.QUOTE) -> str:
    """The first `most` characters of the text, with an ellipsis if it is longer."""
    return text if len(text) <= most else f"{text[:most]}…"


def quoted(value: object) -> str:
    """A value from outside as messages quote it: its `repr`, clipped."""
    try:
        return clipped(repr(clipped(value) if isinstance(value, str) else value))
    except (RecursionError, ValueError):  # lists nested too deeply; a number with too many digits
        return "this value"


def lines_of(text: str) -> list[str]:
    """The lines of a text from outside, without their ends. Lines end at LF or CRLF only, as in every editor.

    `str.splitlines` also breaks at characters such as U+0085 and U+2028, which readers don't see as line breaks: the
    rest of a comment after one would be read as a move.
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def join_words(items: Sequence[str], last: str = "and") -> str:
    """The items as an enumeration: `a`, `a and b`, `a, b and c`; `nothing` if there are none."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else "nothing"


def pluralize(n: int, word: str, plural: str = "") -> str:
    """The number and the noun in singular or plural: `1 card`, `2 cards`."""
    return f"{n} {word}" if n == 1 else f"{n} {plural or word + 's'}"


def join_some(words: Sequence[str], most: int = 24) -> str:
    """The words, separated by commas. If there are more than `most`, the first two and the last: `A1, A2 … K16`."""
    if len(words) <= most:
        return ", ".join(words)
    first, second, *_, last = sorted(words, key=natural_sort_key)
    return f"{first}, {second} … {last}"


def natural_sort_key(text: str) -> list[tuple[int, str]]:
    """A sort key that compares numbers in a text by value: TE-3.7 comes before TE-3.10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", text)]
