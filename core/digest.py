"""The fingerprint of a state."""

from __future__ import annotations

from hashlib import blake2b

from msgspec import Struct
from msgspec.msgpack import Encoder

_encode = Encoder().encode


def digest(state: Struct) -> str:
    """16 hex digits: blake2b with 64 bits over the MessagePack encoding of the whole state.

    A state holds only tuples, bytes, small ints, strings and Structs, so its encoding is canonical.
    """
    return blake2b(_encode(state), digest_size=8).hexdigest()
