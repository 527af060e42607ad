"""Small helpers for reading what people type and writing what they read. Shared by the notations of all games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from kronika.core.basics import limits
from kronika.core.basics.errors import NotationError
from kronika.core.basics.printable import JOINERS

T = TypeVar("T")

_IGNORED = frozenset("'’" + JOINERS)


@lru_cache(maxsize=4096)
def normalize(text: str) -> str:
    """Lower case without accents, apostrophes, joiners or surplus space: `Oko severu` is found as `oko SEVERU`.

    A hyphen is a space, unless it makes a number negative: `-1` is not 1.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (char for char in plain if not unicodedata.combining(char) and char not in _IGNORED)
    text = "".join(kept)
    minus = "-" if text.startswith("-") and text[1:].isdecimal() else ""
    return minus + " ".join(text.replace("-", " ").replace("_", " ").split())


def close_matches(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """The `words` that `word` may have been meant for, best first."""
    from difflib import get_close_matches  # 3 ms, and only needed for a mistake

    if len(word) > limits.NAME:  # meant for none of them, and comparing takes time by the square of the length
        return []
    table = {normalize(candidate): candidate for candidate in words}
    key = normalize(word)
    found = get_close_matches(key, list(table), n=most, cutoff=0.5)
    if not found:  # one word of a longer name
        parts = {part: name for name in table for part in name.split() if len(part) > 3}
        found = list(dict.fromkeys(parts[part] for part in get_close_matches(key, list(parts), n=most, cutoff=0.7)))
    return [table[match] for match in found]


def did_you_mean(word: str, words: Iterable[str], most: int = 1) -> str:
    """How a message about a word that is not there goes on: ` Did you mean tides?`, or not at all."""
    found = close_matches(word, words, most)
    return f" Did you mean {' or '.join(found)}?" if found else ""


def suggestion(word: str, words: Iterable[str], most: int = 3) -> str:
    """How a message about a name that is not there goes on: what was meant, or else what there is, not all of it."""
    known = list(dict.fromkeys(words))
    if guess := did_you_mean(word, known):
        return guess
    told = known if len(known) <= most + 1 else [*known[:most], f"{len(known) - most:,} more"]
    return f" There {'is' if len(known) == 1 else 'are'} {join_words(told)}." if known else ""


def lookup(word: str, table: Mapping[str, T], what: str) -> T:
    """The value whose name is `word`, or whose name alone begins with it.

    `table` maps folded names to values. Raises NotationError for no match and for several different ones.
    """
    key = normalize(word)
    if key in table:
        return table[key]
    short = key if not key.isdecimal() else ""  # 1 is no short form of 10
    found = {name: value for name, value in table.items() if short and name.startswith(short)}
    if not found:
        found = {name: value for name, value in table.items() if short and short in name}
    values = set(found.values())
    if len(values) == 1:
        return values.pop()
    if found:
        raise NotationError(f"{what} {quoted(word)} can be {', '.join(sorted(found)[:6])}.")
    raise NotationError(f"There is no {what} {quoted(word)}.", close_matches(word, table), instead=word)


def clipped(text: str, most: int = limits.QUOTE) -> str:
    """The text, with an ellipsis in place of what is longer than a message quotes."""
    return text if len(text) <= most else f"{text[:most]}…"


def quoted(value: object) -> str:
    """Something from outside as a message quotes it: with quotes and codes as Python writes it, and not all of it."""
    try:
        return clipped(repr(clipped(value) if isinstance(value, str) else value))
    except (RecursionError, ValueError):  # lists in lists without end, a number with too many digits
        return "this value"


def lines_of(text: str) -> list[str]:
    """The lines of a text from outside. They end at LF or CRLF and nowhere else, as in every editor.

    `splitlines` also breaks at what is no line break to a reader, U+0085 or U+2028: the end of a comment would be a
    move.
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def join_words(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `nothing`, where there are none."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else "nothing"


def pluralize(n: int, word: str, plural: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {word}" if n == 1 else f"{n} {plural or word + 's'}"


def join_some(words: Sequence[str], most: int = 24) -> str:
    """All of the words, parted by commas; of more than a person reads, as a board's cells, the first and the last."""
    if len(words) <= most:
        return ", ".join(words)
    first, second, *_, last = sorted(words, key=natural_sort_key)
    return f"{first}, {second} … {last}"


def natural_sort_key(text: str) -> list[tuple[int, str]]:
    """A key to sort by as people do: TE-3.7 comes before TE-3.10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", text)]
