"""What can happen in Ballast: actions of players, and outcomes of chance."""

from typing import Annotated

from msgspec import Meta, Struct


class Stow(Struct, frozen=True, gc=False, tag="stow", forbid_unknown_fields=True):
    """Puts coins into the safe of the player, in secret (BA-2.1)."""

    coins: Annotated[int, Meta(ge=0, le=3)]


class Pay(Struct, frozen=True, gc=False, tag="pay", forbid_unknown_fields=True):
    """Puts a coin onto the crate and passes the turn on (BA-3.2)."""


class Load(Struct, frozen=True, gc=False, tag="load", forbid_unknown_fields=True):
    """Takes the crate and the coins on it (BA-3.3)."""


class Crate(Struct, frozen=True, gc=False, tag="crate", forbid_unknown_fields=True):
    """Chance: the crate that comes (BA-3.1)."""

    weight: Annotated[int, Meta(ge=1, le=24)]


Do = Stow | Pay | Load | Crate
