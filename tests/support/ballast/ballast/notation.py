"""Moves as a person types them: `stow 2`, `pay`, `load`; for chance `crate 17`."""

from kronika.core import Notation, form_verb, simple_verb

from ballast.actions import Crate, Do, Load, Pay, Stow
from ballast.state import State

NOTATION = Notation[State, Do](
    (
        form_verb("stow COINS", "stow 2", "puts coins into your own safe (BA-2.1)", Stow, secret=True),
        simple_verb("pay", "puts a coin onto the crate (BA-3.2)", Pay()),
        simple_verb("load", "takes the crate and the coins on it (BA-3.3)", Load()),
        form_verb("crate WEIGHT", "crate 17", "a crate comes (BA-3.1)", Crate, chance=True),
    )
)
