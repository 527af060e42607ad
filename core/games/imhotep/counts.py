"""Tallies in bytes: how many of each kind, or of each seat."""

from __future__ import annotations

from typing import Final, TypeVar

Thing = TypeVar("Thing")

BYTE: Final = tuple(bytes((n,)) for n in range(256))

_number = int.from_bytes
"""A tally as one number, a digit for each kind: to add these costs a quarter of adding byte by byte."""


def put(data: bytes, at: int, value: int) -> bytes:
    """`data` with another value in one place."""
    return data[:at] + BYTE[value] + data[at + 1 :]


def swapped(things: tuple[Thing, ...], at: int, thing: Thing) -> tuple[Thing, ...]:
    """`things` with another one in one place."""
    changed = [*things]
    changed[at] = thing
    return tuple(changed)


def add(counts: bytes, at: int, n: int = 1) -> bytes:
    """`counts` with `n` more (or fewer) of one kind."""
    return (_number(counts, "little") + (n << 8 * at)).to_bytes(len(counts), "little")


def moved(counts: bytes, others: bytes, at: int, n: int) -> tuple[bytes, bytes]:
    """Both tallies when `n` of one kind have gone from the first to the second."""
    size, number = len(counts), n << 8 * at
    return (
        (_number(counts, "little") - number).to_bytes(size, "little"),
        (_number(others, "little") + number).to_bytes(size, "little"),
    )


def plus(counts: bytes, others: bytes) -> bytes:
    """Both tallies together."""
    return (_number(counts) + _number(others)).to_bytes(len(counts))


def minus(counts: bytes, others: bytes) -> bytes:
    """What is left of `counts` without `others`, all of which are in it."""
    return (_number(counts) - _number(others)).to_bytes(len(counts))


def tally(kinds: bytes, size: int) -> bytes:
    """How often each kind below `size` stands in `kinds`."""
    number = 0
    for kind in kinds:
        if kind < size:
            number += 1 << 8 * kind
    return number.to_bytes(size, "little")


def spread(counts: bytes) -> bytes:
    """Every kind as often as it is counted, ascending."""
    return b"".join([BYTE[kind] * n for kind, n in enumerate(counts) if n])
