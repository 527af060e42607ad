"""A reader for moves as somebody has seen them, with `?` for hidden things.

It gives no hints about possible moves, because they would come from hands that are only assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import UNSET, UnsetType

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, join_words, normalize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import find_player, missing_colon
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import Hidden
from kronika.core.sessions.events import Seen

MENDED: Final = 12
"""The most words of an observation that are taken for the misspelt word of a place: players have names of several."""


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
    if hidden.places and _is_like_seen(game, text):
        raise _wrong_observation(hidden, ["seen", *text.split()[1:]], names)
    raise NotationError(_due(game, state, seat, names) if wrong is None else wrong.openly)


def _forms(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> Iterator[str]:
    """The text itself, then the text after the words that are certain at a draw of chance."""
    yield text
    if seat == CHANCE and seat in game.actors(state):
        prompt = prompt_of_chance(game, state, names)
        if prompt is not None:
            yield f"{prompt.begins} {text}"


def _is_like_seen(game: AnyGame, text: str) -> bool:
    """Whether the first word is a misspelling of `seen` rather than of a verb of the game."""
    word, *_ = text.split() or [""]
    verbs = {normalize(known) for verb in game.notation() for known in (verb.word, *verb.also)}
    return normalize(word) not in verbs and close_matches(word, ["seen", *verbs], 1) == ["seen"]


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
    words = text.split()
    if not hidden.places:
        raise NotationError(f"In {title} nothing lies hidden that could be seen.")
    if (at := _place_in(hidden, words)) is None:
        raise _wrong_observation(hidden, words, names, event)
    return _seen_in(hidden, words, at, names, event)


def _place_in(hidden: Hidden, words: Sequence[str]) -> int | None:
    """The position of the word that names a place: a shared one comes after `seen`, others after a name as well."""
    if len(words) > 1 and normalize(words[1]) in hidden.shared:
        return 1
    return next((at for at, word in enumerate(words) if at > 1 and normalize(word) in hidden.places), None)


def _seen_in(
    hidden: Hidden, words: Sequence[str], at: int, names: Sequence[str], event: int | UnsetType = UNSET
) -> Seen:
    """The observation of the things named after the word of a place. Raises NotationError if there are none."""
    seat = -1 if at == 1 else find_player(" ".join(words[1:at]), names)
    things = hidden.things(" ".join(words[at + 1 :]))
    if not things:
        raise NotationError("Which things were seen?")
    return Seen(seat, tuple(things), normalize(words[at]), event)


def form_of(hidden: Hidden, place: str) -> str:
    """The form in which things seen in a place are written: `seen NAME hand THINGS`."""
    return f"seen {place} THINGS" if place in hidden.shared else f"seen NAME {place} THINGS"


def _wrong_observation(
    hidden: Hidden, words: Sequence[str], names: Sequence[str], event: int | UnsetType = UNSET
) -> NotationError:
    """The error for words that name no place where it belongs: the forms that exist, and what may have been meant."""
    forms = [f"`{form_of(hidden, place)}`" for place in (*hidden.places, *hidden.shared)]
    late = "" if event is UNSET else f" after event {event}"
    meant = [f"{text}{late}" for text in _mended(hidden, words, names)]
    return NotationError(f"Write what was seen as {join_words(forms, 'or')}.", meant)


def _mended(hidden: Hidden, words: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """The observation with the first word that is like a place replaced by it, if it can be read so."""
    for at, word in enumerate(words[:MENDED]):
        for place in close_matches(word, (*hidden.places, *hidden.shared), 1) if at else ():
            before = words[:1] if place in hidden.shared else words[:at]
            text = [*before, place, *words[at + 1 :]]
            if (found := _place_in(hidden, text)) is not None:
                with suppress(NotationError):
                    _seen_in(hidden, text, found, names)
                    yield " ".join(text)
                    return


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
