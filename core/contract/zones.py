"""Zones as bytes, one byte a thing: cards in a pile, cells of a board, tallies by kind or by seat.

Nothing is changed in place. The words of all games: `replace_byte` and `replace_item` set one place, `insert_sorted`,
`remove_card` and
`remove_cards` are for cards, `tally_of`, `expand_tally`, `add_to_tally`, `move_between`, `add_tallies` and
`subtract_tallies` for numbers of things.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

Thing = TypeVar("Thing")

BYTE: Final = tuple(bytes((n,)) for n in range(256))
"""One thing alone, by its code."""

_number = int.from_bytes
"""A tally as one number, a digit for each kind: to add these costs a quarter of adding byte by byte."""

# -- places -----------------------------------------------------------------------------------------------------


def replace_byte(cells: bytes, at: int, value: int) -> bytes:
    """`cells` with another value in one place."""
    return cells[:at] + BYTE[value] + cells[at + 1 :]


def replace_item(things: tuple[Thing, ...], at: int, thing: Thing) -> tuple[Thing, ...]:
    """`things` with another one in one place."""
    changed = [*things]
    changed[at] = thing
    return tuple(changed)


# -- cards ------------------------------------------------------------------------------------------------------


def insert_sorted(cards: bytes, card: int) -> bytes:
    """Sorted cards with one more."""
    if not cards:
        return BYTE[card]
    at = bisect(cards, card)
    return cards[:at] + BYTE[card] + cards[at:]


def remove_card(cards: bytes, card: int) -> bytes:
    """Cards without one, which is there once at most."""
    return cards.replace(BYTE[card], b"")


def remove_cards(cards: bytes, gone: Iterable[int]) -> bytes:
    """Cards without some, each of which is there once at most."""
    return cards.translate(None, bytes(gone))


# -- tallies ----------------------------------------------------------------------------------------------------


def tally_of(kinds: bytes, size: int) -> bytes:
    """How often each kind below `size` stands in `kinds`."""
    number = 0
    for kind in kinds:
        if kind < size:
            number += 1 << 8 * kind
    return number.to_bytes(size, "little")


def expand_tally(counts: bytes) -> bytes:
    """Every kind as often as it is counted, ascending."""
    return b"".join([BYTE[kind] * n for kind, n in enumerate(counts) if n])


def add_to_tally(counts: bytes, at: int, n: int = 1) -> bytes:
    """`counts` with `n` more (or fewer) of one kind."""
    return (_number(counts, "little") + (n << 8 * at)).to_bytes(len(counts), "little")


def move_between(counts: bytes, others: bytes, at: int, n: int) -> tuple[bytes, bytes]:
    """Both tallies when `n` of one kind have gone from the first to the second."""
    size, number = len(counts), n << 8 * at
    return (
        (_number(counts, "little") - number).to_bytes(size, "little"),
        (_number(others, "little") + number).to_bytes(size, "little"),
    )


def add_tallies(counts: Sequence[int], others: Sequence[int]) -> bytes:
    """Both tallies together, none of which comes to more than 255."""
    return (_number(counts) + _number(others)).to_bytes(len(counts))


def subtract_tallies(counts: Sequence[int], others: Sequence[int]) -> bytes:
    """What is left of `counts` without `others`, all of which are in it."""
    return (_number(counts) - _number(others)).to_bytes(len(counts))
