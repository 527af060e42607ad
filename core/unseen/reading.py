"""A reader for moves as somebody has seen them, with `?` for hidden things.

It gives no hints about possible moves, because they would come from hands that are only assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import find_player, missing_colon
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import Hidden
from kronika.core.sessions.events import Seen


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


def read_observation(title: str, hidden: Hidden, text: str, names: Sequence[str], events: int) -> Seen:
    """The observation of `seen Anna hand red blue`, with `after event 12` for things seen there earlier.

    `title` is that of the game; `events` are in force. Raises NotationError.
    """
    text, event = _event_of(text, events)
    words = text.split()[1:]
    if not hidden.places:
        raise NotationError(f"In {title} nothing lies hidden that could be seen.")
    if words and normalize(words[0]) in hidden.shared:
        return _seen_in(hidden, -1, words, 0, event)
    at = next((at for at, word in enumerate(words) if normalize(word) in hidden.places), None)
    if at is None:
        raise NotationError(f"Write what was seen as `seen NAME {hidden.places[0]} THINGS`.")
    return _seen_in(hidden, find_player(" ".join(words[:at]), names), words, at, event)


def _seen_in(hidden: Hidden, seat: int, words: Sequence[str], at: int, event: int | UnsetType) -> Seen:
    """The observation of the things named after the word of a place. Raises NotationError if there are none."""
    things = hidden.things(" ".join(words[at + 1 :]))
    if not things:
        raise NotationError("Which things were seen?")
    return Seen(seat, tuple(things), normalize(words[at]), event)


def _event_of(text: str, events: int) -> tuple[str, int | UnsetType]:
    """An observation without `after event N`, and N. Raises NotationError for an event that is not in force."""
    found = re.search(r"\s+after event (\d{1,9})\s*$", text, re.IGNORECASE)
    if found is None:
        return text, UNSET
    event = int(found[1])
    if not 1 <= event <= events:
        known = f"they have the numbers 1 to {events}" if events else "the game has none yet"
        raise NotationError(f"There is no event {event} in force: {known}.")
    return text[: found.start()], event
