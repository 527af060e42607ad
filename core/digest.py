"""The fingerprint of a state."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Any

from msgspec.msgpack import Encoder
from msgspec.structs import replace

from kronika.core.marks import options_before

_encode = Encoder().encode
_start = blake2b(digest_size=8).copy


def digest(state: Any) -> str:
    """16 hex digits: blake2b with 64 bits over the MessagePack encoding of the state, nil in the place of its options.

    The options stand in the header of a log: so a game may get one more, and the digests of its logs stay what they
    are. A state holds only tuples, bytes, small ints, strings and Structs, so its encoding is canonical.
    """
    hashed = _start()  # a fifth faster than to name the size each time
    hashed.update(_encode(replace(state, options=None)))
    return hashed.hexdigest()


def digests_1(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of format 1 may have for a state; `named` are the options that its header names.

    That format hashed the options too, all that the game had then, whatever the header named. Those are the ones that
    it had when the format ended; of a game that does not say when its options came, those that are named, for whatever
    wrote a header named them all; or else those that it has now.
    """
    options = state.options
    every = options.__struct_fields__
    older = options_before(type(options), 2)
    sets = dict.fromkeys((older, every, tuple(name for name in every if name in named)))
    return tuple(_digest_1(state, names) for names in sets)


def _digest_1(state: Any, names: Iterable[str]) -> str:
    then = tuple(getattr(state.options, name) for name in names)
    return blake2b(_encode(replace(state, options=then)), digest_size=8).hexdigest()


def digests_ever(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of any format may have for a state."""
    return digest(state), *digests_1(state, named)


def digests_of(version: int, state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of that format may have for a state; the first is the one to speak of."""
    return digests_1(state, named) if version == 1 else (digest(state),)
