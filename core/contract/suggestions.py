"""Suggestions for a text that is not a move: moves that are possible in the position and may have been meant.

The notation of a game says what is wrong with a text. The possible corrections depend on the position; they are found
here for all games, by the contract alone.
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
"""The most suggestions or examples in a message."""


def with_suggestions(
    error: NotationError, game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]
) -> NotationError:
    """The error with suggestions that are possible in this position, instead of guesses by the notation alone.

    They may reveal the legal moves of the seat; `core.sessions.visibility` removes them for other viewers.
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
    """Legal moves in notation that are typical: one from the middle of each type, rare types last.

    There are at most MAX_EXAMPLES, of all moves if there are no more. They depend on the legal moves alone, which the
    seat knows.
    """
    if len(legal) <= MAX_EXAMPLES:
        return [game.format(state, seat, do, names) for do in legal]
    kinds: dict[type, list[Any]] = {}
    for do in legal:
        kinds.setdefault(type(do), []).append(do)
    rare = {kind for verb in game.notation() if verb.rare for kind in verb.makes}
    chosen = sorted(kinds, key=rare.__contains__)[:MAX_EXAMPLES]
    return [game.format(state, seat, kinds[kind][len(kinds[kind]) // 2], names) for kind in chosen]


def drop_before_verb(game: AnyGame, text: str) -> str:
    """The text without up to two words before its verb, `king K10` for `leader king K10`; else unchanged."""
    verbs = {word for verb in game.notation() for word in (verb.word, *verb.also)}
    words = text.split()
    begins = next((at for at, word in enumerate(words[:3]) if normalize(word) in verbs), 0)
    return " ".join(words[begins:]) if begins else text


def _close_moves(text: str, moves: Sequence[str]) -> list[str]:
    """The moves that begin with the text, or else those that are most similar to it and have a similar verb."""
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
    """The text with the wrong part replaced by each hint of the error, if that gives a legal move.

    An outcome of chance only has to be of the type that is due, since it may be secret which ones are possible.
    """
    for hint in error.hints if error.instead else ():
        mended = text.replace(error.instead, hint, 1)
        if _is_possible(game, state, seat, mended, names):
            yield mended


def _is_possible(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> bool:
    """Whether this is a legal move, or an outcome of the type that is due."""
    try:
        do = game.parse(state, seat, text, names)
        if seat != CHANCE:
            game.check(state, seat, do)
    except (NotationError, IllegalAction):
        return False
    return seat != CHANCE or type(do) is type(example_outcome(game, state))


def example_outcome(game: AnyGame, state: Any) -> Any:
    """An outcome of the type that is due. Everyone at the table may know its type; its other contents are arbitrary."""
    return game.sample(state, Dice(0, 1))
