"""Digests of states, by which logs verify that a replay leads to the same states."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.msgpack import Encoder
from msgspec.structs import replace

from kronika.core.contract.annotations import options_before

_encode = Encoder().encode
_start = blake2b(digest_size=8).copy


def digest(state: Any) -> str:
    """Return the digest of a state as 16 hex digits: 64-bit BLAKE2b of its MessagePack encoding, with nil for options.

    The options are in the header of a log, so a game can get a new option without changing the digests in its logs. A
    state contains only tuples, bytes, small integers, strings and Structs, so its encoding is canonical.
    """
    return _hashed(_encode(replace(state, options=None)))


def _hashed(data: bytes) -> str:
    hashed = _start()  # copying a hash object is a fifth faster than making one
    hashed.update(data)
    return hashed.hexdigest()


def format_1_digests(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The possible digests of a state in a log of format 1; `named` are the options that its header names."""
    options: type[Struct] = type(state.options)
    every = options.__struct_fields__
    sets = _hashed_options_1(options, tuple(named))
    return tuple([_digest_1(state if names is every else _with_options(state, names)) for names in sets])


@lru_cache(maxsize=256)
def _hashed_options_1(options: type[Struct], named: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of options that a digest of format 1 may include: it hashed all options that the game had at that time.

    They are the options that existed before format 2 by their marks (`since`); or all current ones; or those that the
    header names, since a program named all options that it knew.
    """
    every = options.__struct_fields__
    sets = (options_before(options, 2), every, tuple(name for name in every if name in named))
    return tuple(every if names == every else names for names in dict.fromkeys(sets))


def _with_options(state: Any, names: Sequence[str]) -> Any:
    """The state with only these options, as an array, as options are encoded."""
    return replace(state, options=tuple(getattr(state.options, name) for name in names))


def _digest_1(state: Any) -> str:
    return _hashed(_encode(state))


def digests_of_any_format(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The possible digests of a state in logs of all formats."""
    return digest(state), *format_1_digests(state, named)


def digests_of(version: int, state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The possible digests of a state in a log of format `version`; messages name the first one."""
    return format_1_digests(state, named) if version == 1 else (digest(state),)


def digests_up_to(version: int, state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The possible digests of a state in a log of format `version` that may keep digests of older formats."""
    return tuple([one for older in range(version, 0, -1) for one in digests_of(older, state, named)])
