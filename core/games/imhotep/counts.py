"""Tallies in bytes: how many of each kind, or of each seat."""

from __future__ import annotations

from typing import Final

BYTE: Final = tuple(bytes((n,)) for n in range(256))


def put(data: bytes, at: int, value: int) -> bytes:
    """`data` with another value in one place."""
    return data[:at] + BYTE[value] + data[at + 1 :]


def add(counts: bytes, at: int, n: int = 1) -> bytes:
    """`counts` with `n` more (or fewer) of one kind."""
    return counts[:at] + BYTE[counts[at] + n] + counts[at + 1 :]


def plus(counts: bytes, others: bytes) -> bytes:
    """Both tallies together."""
    return bytes(map(int.__add__, counts, others))


def minus(counts: bytes, others: bytes) -> bytes:
    """What is left of `counts` without `others`. Raises ValueError when these are not in it."""
    return bytes(map(int.__sub__, counts, others))


def tally(kinds: bytes, size: int) -> bytes:
    """How often each kind below `size` stands in `kinds`."""
    return bytes(map(kinds.count, range(size)))


def spread(counts: bytes) -> bytes:
    """Every kind as often as it is counted, ascending."""
    return b"".join([BYTE[kind] * n for kind, n in enumerate(counts) if n])
