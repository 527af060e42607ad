"""What is due, how it is written in this position, and the short forms that leave out the words that are sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE, EVERYONE, Prompt, Verb
from kronika.core.hints import advised, an_outcome
from kronika.core.moves import without_colon
from kronika.core.notation import Scene
from kronika.core.registry import AnyGame
from kronika.core.words import clipped


def prompt_of_chance(game: AnyGame, state: Any, names: Sequence[str]) -> Prompt | None:
    """What chance has to say now, as all may know it; None for a game that has no verb for it."""
    do = an_outcome(game, state)
    verb = next((verb for verb in _verbs(game, CHANCE) if type(do) in verb.makes), None)
    if verb is None:
        return None
    if verb.prompt is not None:
        return verb.prompt(do, Scene(state, CHANCE, names, EVERYONE))
    return Prompt(verb.means, verb.word, verb.example.partition(" ")[2])


def _verbs(game: AnyGame, seat: int) -> list[Verb]:
    return [verb for verb in game.notation() if verb.chance is (seat == CHANCE)]


def in_full(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> str | None:
    """The text behind the words that are sure, `draw Anna red blue` for `red blue`; None where nothing is sure."""
    if not text or seat not in game.actors(state):
        return None
    if seat == CHANCE:
        prompt = prompt_of_chance(game, state, names)
        return f"{prompt.begins} {text}" if prompt else None
    kinds = {type(do) for do in game.actions(state, seat)}
    verbs = [verb for verb in _verbs(game, seat) if not kinds.isdisjoint(verb.makes)]
    return f"{verbs[0].word} {text}" if len(verbs) == 1 else None


def read_move(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> Any:
    """The move or outcome that a text means; the words that are sure may be left out.

    What can be read as it stands is read so, but a move, where chance is due, only if it is no outcome: `hammer` is a
    card too. Raises NotationError, with hints of what is possible.
    """
    do, wrong = _read(game, state, seat, text, names)
    if wrong is None and (seat != CHANCE or _is_outcome(game, type(do))):
        return do
    full = in_full(game, state, seat, text, names)
    meant, wrong_in_full = (None, wrong) if full is None else _read(game, state, seat, full, names)
    if meant is not None:
        return meant
    if wrong is None:
        return do
    if colon := without_colon(text, names):
        raise NotationError(f"A colon stands behind a player's name: `{clipped(colon)}`.")
    told = advised(wrong, game, state, seat, text, names)
    if full is not None and wrong_in_full is not None and seat == CHANCE and " " in text and not told.hints:
        # Several words are no verb mistyped: what is wrong with the things that they name is worth more.
        told = advised(wrong_in_full, game, state, seat, full, names)
    if seat == CHANCE in game.actors(state) and not told.hints and (prompt := prompt_of_chance(game, state, names)):
        told.can_be = (prompt.written,)
    raise told


def _is_outcome(game: AnyGame, kind: type) -> bool:
    return any(verb.chance and kind in verb.makes for verb in game.notation())


def _read(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> tuple[Any, NotationError | None]:
    """What the notation makes of a text, or what is wrong with it."""
    try:
        return game.parse(state, seat, text, names), None
    except NotationError as error:
        return None, error
