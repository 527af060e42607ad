"""Things of a game, cards above all, found by number, by name, or by both side by side as they are printed.

A table maps folded numbers and names to things. What every view and sentence prints, `9 Maze of the Damned`, is read
back here, alone and in lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, lookup, normalize, quoted

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

T = TypeVar("T")

_NUMBER: Final = re.compile(r"#?([a-z]?)0*([0-9]+)\.?")
_LONGEST: Final = 12
"""Words of which a number and a name side by side consist at most."""


def find_labelled(text: str, table: Mapping[str, T], what: str) -> T:
    """The thing that a text names: by number, by name, by enough of a name, or by number and name side by side.

    `table` maps folded numbers and names to things. `02`, `#2` and `2.` are 2. Raises NotationError for what names no
    thing, and for what names two.
    """
    if found := find_exact(text, table):
        return found[0]
    try:
        return lookup(text, table, what)
    except NotationError as error:
        raise _mismatch(text, table, what) or error from None


def find_exact(text: str, table: Mapping[str, T]) -> tuple[T, ...]:
    """What a text names in full, by number, name or both, as `find_labelled` has it.

    Nothing where it names no thing so.
    """
    if found := _whole(text, table):
        return found
    words = text.replace("(", " ").replace(")", " ").split()
    both = next((pair for pair in _splits(words) if all(_whole(half, table) for half in pair)), None)
    if both and _whole(both[0], table) == _whole(both[1], table) and not all(map(_number, both)):
        return _whole(both[0], table)
    return _labelled(words, table)


def _whole(text: str, table: Mapping[str, T]) -> tuple[T, ...]:
    """What is called so in full; a tuple, since anything may be a thing."""
    key = normalize(text)
    key = key if key in table else _number(key)
    return (table[key],) if key in table else ()


def _number(text: str) -> str:
    """A number as tables have it, `2` for `02`, `#2` and `2.`, `c6` for `C06`; empty for what is none."""
    found = _NUMBER.fullmatch(normalize(text))
    return found[1] + found[2] if found else ""


def _splits(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The words in two parts, in every way."""
    for at in range(1, len(words)) if len(words) <= _LONGEST else ():
        yield " ".join(words[:at]), " ".join(words[at:])


def _labelled(words: Sequence[str], table: Mapping[str, T]) -> tuple[T, ...]:
    """The thing of which the words are the number and, before or behind it, a name or how one begins."""
    for number, name in ((words[0], words[1:]), (words[-1], words[:-1])) if len(words) > 1 else ():
        thing = _whole(number, table) if _number(number) else ()
        if thing and _is_called(" ".join(name), thing[0], table):
            return thing
    return ()


def _is_called(name: str, thing: T, table: Mapping[str, T]) -> bool:
    """Is this a name of the thing, or how one begins that is no other's name?"""
    key = normalize(name)
    if key in table or _number(key) or not key:
        return table.get(key) == thing and not _number(key)
    return any(known.startswith(key) for known, value in table.items() if value == thing)


def _mismatch(text: str, table: Mapping[str, T], what: str) -> NotationError | None:
    """Why a number and a name side by side are not one thing; None if they are not those."""
    for one, other in _splits(text.split()):
        if (thing := _whole(one, table)) and (second := _whole(other, table)):
            if thing == second:
                return NotationError(f"{one} is named twice.", (one,), instead=text)
            if _number(one) and _number(other):
                return NotationError(
                    f"One {what} is named here, not two: {one} and {other}.", (one, other), instead=text
                )
            return NotationError(f"{one} and {other} are not the same {what}.", (one, other), instead=text)
        if thing and _number(one):
            names = [known for known, value in table.items() if value == thing[0] and not _number(known)]
            return NotationError(
                f"{quoted(other)} is no name of {what} {one.strip('#.')}.", close_matches(other, names), instead=other
            )
    return None


def split_names(text: str, table: Mapping[str, T]) -> list[str]:
    """The names of things in a list: parted by commas, or else by spaces, but a number and a name in full are one.

    `and` parts them too, as where a list is printed, unless a name has it.
    """
    if " and " in text and not any(" and " in name for name in table):
        return [piece for part in text.split(" and ") for piece in split_names(part, table)]
    if "," in text:
        return split_list(text)
    words = text.split()
    numbers = [word for word in words if word[-1].isdigit()]
    if len(numbers) == len(words):
        return words
    if not numbers and normalize(text) in table:
        return [text]
    if not numbers and all(normalize(word) in table for word in words):
        return words
    found = []
    while words:
        lengths = range(min(len(words), _LONGEST), 1, -1)
        n = next((n for n in lengths if _is_one(words[:n], table)), 1)
        if n > 1 and any(normalize(" ".join(words[1:end])) in table for end in range(n + 1, len(words) + 1)[:_LONGEST]):
            n = 1  # `P23 Pyramid of Tazumal` begins like P23's name, and is two cards
        found.append(" ".join(words[:n]))
        del words[:n]
    return found


def _is_one(words: Sequence[str], table: Mapping[str, Any]) -> bool:
    """Do these words of a list name one thing together?"""
    return normalize(" ".join(words)) in table or bool(_labelled(words, table))


def split_list(text: str) -> list[str]:
    """The names of things in a list: parted by commas, or by spaces where there is no comma."""
    return [piece.strip() for piece in text.split(",") if piece.strip()] if "," in text else text.split()


@cache
def card_names(game: AnyGame) -> Mapping[str, str]:
    """The cards of a game: folded ids and names -> id."""
    cards = game.cards()
    names = {normalize(name): card.id for card in cards for name in (card.name, *card.other_names)}
    return names | {normalize(card.id): card.id for card in cards}
