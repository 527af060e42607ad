"""Moves as a person types them: `stow 2`, `pay`, `load`; for chance `crate 17`."""

from __future__ import annotations

from typing import Final

from kronika.core import Notation, Scene, Verb, Words, bare

from ballast.actions import Crate, Do, Load, Pay, Stow
from ballast.state import State


def _read_stow(words: Words[State]) -> Stow:
    return Stow(words.number(0, 3, "number of coins"))


def _write_stow(do: Stow, at: Scene[State]) -> str:
    return f"stow {do.coins if at.knows(at.seat) else '?'}"


def _read_crate(words: Words[State]) -> Crate:
    return Crate(words.number(1, 24, "crate"))


def _write_crate(do: Crate, at: Scene[State]) -> str:
    return f"crate {do.weight}"


NOTATION: Final = Notation[State, Do](
    (
        Verb("stow COINS", "stow 2", "puts coins into the own safe (BA-2.1)", (Stow,), _read_stow, _write_stow),
        bare("pay", "puts a coin onto the crate (BA-3.2)", Pay()),
        bare("load", "takes the crate and the coins on it (BA-3.3)", Load()),
        Verb("crate WEIGHT", "crate 17", "a crate comes (BA-3.1)", (Crate,), _read_crate, _write_crate, chance=True),
    )
)
