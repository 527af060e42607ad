"""The outcome of chance that is due, and the first words of a move that are certain and may be omitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.suggestions import example_outcome
from kronika.core.contract.tokens import MoveContext
from kronika.core.contract.verbs import Prompt, Verb


def prompt_of_chance(game: AnyGame, state: Any, names: Sequence[str]) -> Prompt | None:
    """The Prompt for the outcome that is due, as everyone may know it; None if the game has no verb for it."""
    do = example_outcome(game, state)
    verb = next((verb for verb in _verbs(game, CHANCE) if type(do) in verb.makes), None)
    if verb is None:
        return None
    if verb.prompt is not None:
        return verb.prompt(do, MoveContext(state, CHANCE, names, EVERYONE))
    return Prompt(verb.means, verb.word, verb.example.partition(" ")[2])


def _verbs(game: AnyGame, seat: int) -> list[Verb]:
    return [verb for verb in game.notation() if verb.chance is (seat == CHANCE)]


def complete_move(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> str | None:
    """The text with the omitted words in front, `draw Anna red blue` for `red blue`; None if no words are certain.

    For a seat, the verb is certain if all its legal actions have the same verb.
    """
    if not text or seat not in game.actors(state):
        return None
    if seat == CHANCE:
        prompt = prompt_of_chance(game, state, names)
        return f"{prompt.begins} {text}" if prompt else None
    kinds = {type(do) for do in game.actions(state, seat)}
    verbs = [verb for verb in _verbs(game, seat) if not kinds.isdisjoint(verb.makes)]
    return f"{verbs[0].word} {text}" if len(verbs) == 1 else None
