"""Finding things of a game, such as cards, by number, by name, or by number and name.

Views and sentences print a thing as `9 Maze of the Damned`; here this is parsed, alone and in lists. A table maps
numbers and names, as `normalize` returns them, to things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, lookup, normalize, quoted

if TYPE_CHECKING:
    from kronika.core.contract.game import Card
    from kronika.core.contract.registry import AnyGame

T = TypeVar("T")

_NUMBER: Final = re.compile(r"\[?#?([a-z]?)0*([0-9]+)(?:\.|\*)?\]?")
"""Matches a number as it is typed or printed on a board: `6`, `#6`, `6.`, `C06`, `[C6]`, `M6*`."""
_LONGEST: Final = 12
"""The most words that a number and a name have together."""


def find_labelled(text: str, table: Mapping[str, T], what: str) -> T:
    """The thing in `table` that a text names: by number, by name, by part of a name, or by number and name.

    `02`, `#2` and `2.` are the same as `2`. `what` says in messages what the things are: `card`. Raises NotationError
    if the text names nothing, or more than one thing.
    """
    if found := find_exact(text, table):
        return found[0]
    try:
        return lookup(text, table, what)
    except NotationError as error:
        raise _mismatch(text, table, what) or error from None


def find_exact(text: str, table: Mapping[str, T]) -> tuple[T, ...]:
    """The thing in `table` that a text names by its number, its whole name or both, as a tuple of one; else empty.

    Unlike in `find_labelled`, a part of a name is not enough, except after or before the number.
    """
    if found := _whole(text, table):
        return found
    words = text.replace("(", " ").replace(")", " ").split()
    both = next((pair for pair in _splits(words) if all(_whole(half, table) for half in pair)), None)
    if both and _whole(both[0], table) == _whole(both[1], table) and not all(map(_number, both)):
        return _whole(both[0], table)
    return _labelled(words, table)


def _whole(text: str, table: Mapping[str, T]) -> tuple[T, ...]:
    """The thing with exactly this number or name in a tuple of one, as a thing may be any value; else empty."""
    key = normalize(text)
    key = key if key in table else _number(key)
    return (table[key],) if key in table else ()


def _number(text: str) -> str:
    """A number as it is in tables: `2` for `02`, `#2` and `2.`, `c6` for `C06`; empty for other texts."""
    found = _NUMBER.fullmatch(normalize(text))
    return found[1] + found[2] if found else ""


def _splits(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All ways to split the words into two texts; none for more than `_LONGEST` words."""
    for at in range(1, len(words)) if len(words) <= _LONGEST else ():
        yield " ".join(words[:at]), " ".join(words[at:])


def _labelled(words: Sequence[str], table: Mapping[str, T]) -> tuple[T, ...]:
    """The thing whose number is the first or the last word, if the others are its name or the beginning of it."""
    for number, name in ((words[0], words[1:]), (words[-1], words[:-1])) if len(words) > 1 else ():
        thing = _whole(number, table) if _number(number) else ()
        if thing and _is_called(" ".join(name), thing[0], table):
            return thing
    return ()


def _is_called(name: str, thing: T, table: Mapping[str, T]) -> bool:
    """Whether this is a name of the thing, or the beginning of one and not the name of another thing."""
    key = normalize(name)
    if key in table or _number(key) or not key:
        return table.get(key) == thing and not _number(key)
    return any(known.startswith(key) for known, value in table.items() if value == thing)


def _mismatch(text: str, table: Mapping[str, T], what: str) -> NotationError | None:
    """The error for two labels, or a number and an unknown name, that are not one thing; None for other texts."""
    for one, other in _splits(text.split()):
        if (thing := _whole(one, table)) and (second := _whole(other, table)):
            if thing == second:
                return NotationError(f"{one} is named twice.", (one,), instead=text)
            if _number(one) and _number(other):
                return NotationError(f"Name one {what} here, not two: {one} and {other}.", (one, other), instead=text)
            return NotationError(f"{one} and {other} are not the same {what}.", (one, other), instead=text)
        if thing and _number(one):
            names = [known for known, value in table.items() if value == thing[0] and not _number(known)]
            return NotationError(
                f"{quoted(other)} is not a name of {what} {one.strip('#.')}.",
                close_matches(other, names),
                instead=other,
            )
    return None


def split_names(text: str, table: Mapping[str, T]) -> list[str]:
    """Split a list of things into their labels, at commas or else at spaces.

    Words that name one thing together, such as a number and its name, are not split. `and` separates things as in
    printed lists, too, unless a name in `table` contains it.
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
            n = 1  # `P23 Pyramid of Tazumal` is two cards, although P23's name begins like that
        found.append(" ".join(words[:n]))
        del words[:n]
    return found


def _is_one(words: Sequence[str], table: Mapping[str, Any]) -> bool:
    """Whether these words name one thing together."""
    return normalize(" ".join(words)) in table or bool(_labelled(words, table))


def split_list(text: str) -> list[str]:
    """Split a list at its commas, or at spaces if it has no comma."""
    return [piece.strip() for piece in text.split(",") if piece.strip()] if "," in text else text.split()


@cache
def card_names(game: AnyGame) -> Mapping[str, str]:
    """The ids of the cards of a game by id and by each name, as `normalize` returns them."""
    cards = game.cards()
    names = {normalize(name): card.id for card in cards for name in (card.name, *card.other_names)}
    return names | {normalize(card.id): card.id for card in cards}


@cache
def card_labels(game: AnyGame) -> Mapping[str, str]:
    """The cards of a game by id, as texts name them: `9 Maze of the Damned`, `law 76`, `paved path`.

    Neither the id nor the name is said twice.
    """
    return {card.id: _card_label(card) for card in game.cards()}


def _card_label(card: Card) -> str:
    words = card.id.replace("_", " ")
    if words == card.name.lower():
        return words
    return card.name if card.id in card.name.split() else f"{card.id} {card.name}"
