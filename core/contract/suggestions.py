"""What a text may have been meant for that is no move: only what is possible where it was typed.

A game's notation says what is wrong with a text. What would be right depends on the position, and is found here,
through the contract alone, for every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.basics.text import close_matches, normalize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame

MAX_EXAMPLES: Final = 3
"""Hints that are given at most."""


def with_suggestions(
    error: NotationError, game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]
) -> NotationError:
    """The error with what is possible here instead of what the notation alone can guess.

    What it gives away of a seat's legal moves is that seat's: `told.refusal` leaves it out for others.
    """
    message = error.args[0]
    if seat not in game.actors(state):
        return NotationError(error.openly)
    move = drop_before_verb(game, text)
    mended = [move] if move != text and _is_possible(game, state, seat, move, names) else []
    mended = mended or list(_corrected(error, game, state, seat, text, names))[:MAX_EXAMPLES]
    if seat == CHANCE:
        return NotationError(message, mended, named=error.named)
    if mended:
        return NotationError(message, mended, by=seat, openly=error.openly)
    legal = game.actions(state, seat)
    close = _close_moves(move, [game.format(state, seat, do, names) for do in legal])
    can_be = () if close else example_moves(game, state, seat, legal, names)
    return NotationError(message, close, can_be=can_be, by=seat, openly=error.openly)


def example_moves(game: AnyGame, state: Any, seat: int, legal: Sequence[Any], names: Sequence[str]) -> list[str]:
    """The first of the legal moves of each kind, of a few kinds."""
    first = {type(do): do for do in reversed(legal)}
    kinds = list(dict.fromkeys(map(type, legal)))[:MAX_EXAMPLES]
    return [game.format(state, seat, first[kind], names) for kind in kinds]


def drop_before_verb(game: AnyGame, text: str) -> str:
    """The text without a word or two before its verb, `king K10` for `leader king K10`; all of it if none is found."""
    verbs = {word for verb in game.notation() for word in (verb.word, *verb.also)}
    words = text.split()
    begins = next((at for at, word in enumerate(words[:3]) if normalize(word) in verbs), 0)
    return " ".join(words[begins:]) if begins else text


def _close_moves(text: str, moves: Sequence[str]) -> list[str]:
    """The moves that begin with what was typed, or else those of a verb like the one typed that are most like it."""
    key = normalize(text)
    if not key:
        return []
    begun = [move for move in moves if normalize(move).startswith(key)]
    verbs = {move.split()[0] for move in moves}
    verb = key.split()[0]
    likely = {known for known in verbs if known.startswith(verb)} or set(close_matches(verb, verbs))
    of_verb = [move for move in moves if move.split()[0] in likely]
    return (begun or close_matches(text, of_verb, MAX_EXAMPLES) or of_verb)[:MAX_EXAMPLES]


def _corrected(
    error: NotationError, game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]
) -> Iterator[str]:
    """The text with the word that was not understood put right, where that is a move that may be made.

    An outcome of chance must only be of the kind that is due: which one is possible may be a secret.
    """
    for hint in error.hints if error.instead else ():
        mended = text.replace(error.instead, hint, 1)
        if _is_possible(game, state, seat, mended, names):
            yield mended


def _is_possible(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> bool:
    """Is this a move that may be made, or an outcome of the kind that is due?"""
    try:
        do = game.parse(state, seat, text, names)
        if seat != CHANCE:
            game.check(state, seat, do)
    except (NotationError, IllegalAction):
        return False
    return seat != CHANCE or type(do) is type(example_outcome(game, state))


def example_outcome(game: AnyGame, state: Any) -> Any:
    """An outcome of the kind that is due, which all at the table may know. What it says otherwise is of no use."""
    return game.sample(state, Dice(0, 1))
