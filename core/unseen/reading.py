"""A reader for moves as somebody has seen them, with `?` for hidden things.

It gives no hints about possible moves, because they would come from hands that are only assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import missing_colon
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import Hidden


def read_seen(game: AnyGame, hidden: Hidden, state: Any, seat: int, text: str, names: Sequence[str]) -> Any:
    """The action or outcome that a text means, with holes; the text may omit words that are certain.

    Raises NotationError.
    """
    wrong: NotationError | None = None
    for form in _forms(game, state, seat, text, names):
        try:
            do = hidden.parse(state, seat, form, names)
        except NotationError as error:
            wrong = wrong or error
            continue
        if seat != CHANCE or _is_outcome(game, do):
            return do
    if colon := missing_colon(text, names):
        raise NotationError(colon)
    raise NotationError(_due(game, state, seat, names) if wrong is None else wrong.openly)


def _forms(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> Iterator[str]:
    """The text itself, then the text after the words that are certain at a draw of chance."""
    yield text
    if seat == CHANCE and seat in game.actors(state):
        prompt = prompt_of_chance(game, state, names)
        if prompt is not None:
            yield f"{prompt.begins} {text}"


def _is_outcome(game: AnyGame, do: Any) -> bool:
    kind = kind_of(do)
    return any(verb.chance and kind in verb.makes for verb in game.notation())


def _due(game: AnyGame, state: Any, seat: int, names: Sequence[str]) -> str:
    prompt = prompt_of_chance(game, state, names) if seat in game.actors(state) else None
    return f"Chance is due: {prompt.what}." if prompt else "This is not an outcome of chance."
