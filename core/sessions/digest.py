"""The fingerprint of a state."""

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
    """16 hex digits: blake2b with 64 bits over the MessagePack encoding of the state, nil in the place of its options.

    The options stand in the header of a log: so a game may get one more, and the digests of its logs stay what they
    are. A state holds only tuples, bytes, small ints, strings and Structs, so its encoding is canonical.
    """
    hashed = _start()  # a fifth faster than to name the size each time
    hashed.update(_encode(replace(state, options=None)))
    return hashed.hexdigest()


def format_1_digests(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of format 1 may have for a state; `named` are the options that its header names."""
    options: type[Struct] = type(state.options)
    every = options.__struct_fields__
    sets = _hashed_options_1(options, tuple(named))
    return tuple([_digest_1(state if names is every else _with_options(state, names)) for names in sets])


@lru_cache(maxsize=256)
def _hashed_options_1(options: type[Struct], named: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of options that may be in a digest of format 1, which hashed all that the game had then.

    Those are the ones that it had when the format ended; of a game that does not say when its options came, those that
    are named, for whatever wrote a header named them all; or else those that it has now.
    """
    every = options.__struct_fields__
    sets = (options_before(options, 2), every, tuple(name for name in every if name in named))
    return tuple(every if names == every else names for names in dict.fromkeys(sets))


def _with_options(state: Any, names: Sequence[str]) -> Any:
    """The state with these options alone, as an array, which is what all of them are stored as."""
    return replace(state, options=tuple(getattr(state.options, name) for name in names))


def _digest_1(state: Any) -> str:
    return blake2b(_encode(state), digest_size=8).hexdigest()


def digests_of_any_format(state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of any format may have for a state."""
    return digest(state), *format_1_digests(state, named)


def digests_of(version: int, state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of that format may have for a state; the first is the one to speak of."""
    return format_1_digests(state, named) if version == 1 else (digest(state),)


def digests_up_to(version: int, state: Any, named: Collection[str]) -> tuple[str, ...]:
    """The digests that a log of that format may have where those of an older one have stayed."""
    return tuple([one for older in range(version, 0, -1) for one in digests_of(older, state, named)])
