"""The guided first game of a game: `tutorial.toml` of its package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct, ValidationError, convert

from kronika.core.basics.errors import BrokenGame
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import shipped_text


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the learner: what may be done and what to think of, the move, and the reason for it.

    `poor` explains other moves that a learner may try. `reply` are the moves of the others that follow, `Bob: pick 9`.
    """

    say: str
    do: str
    why: str
    poor: Mapping[str, str] = {}
    reply: tuple[str, ...] = ()


class Tutorial(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game: its seed and players, of whom the first is the learner, and its steps.

    `begin` are paragraphs on the aim and the set-up. `end` is shown after the last step: the game is over then, or
    continues without a guide. `before` are moves of others before the first step.
    """

    seed: int
    players: tuple[str, ...]
    begin: tuple[str, ...]
    step: tuple[Step, ...]
    end: str
    before: tuple[str, ...] = ()


@cache
def tutorial_of(game: AnyGame) -> Tutorial | None:
    """The tutorial of a game, or None. Raises BrokenGame for a file that can't be read."""
    text = shipped_text(game, "tutorial.toml")
    if not text:
        return None
    try:
        return convert(read_toml(text), Tutorial)
    except (BadToml, ValidationError) as error:
        raise BrokenGame(f"The game {game.name!r} can't be learned: tutorial.toml: {error}") from None
