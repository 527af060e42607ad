"""Moves as sentences for people who do not know the notation: `sail 2b temple` is "Bob sails ship 2b to the temple".

A game has a table of forms, each with its sentence. A form is a move in which fields stand for words: `{cards}`,
`{list}`, `{tiles}`, `{gems}`, `{hands}` and `{order}` for all that follow, each other for one. Cards (`{card}`,
`{card_kept}`, `{cards}`) are written with their names. A sentence uses the same fields, and `{who}`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.labels import card_labels
from kronika.core.contract.view import HIDDEN

if TYPE_CHECKING:
    from kronika.core.contract.game import Game

_FIELD: Final = re.compile(r"\\?\{(\w+)\\?\}")
_LISTS: Final = {"list": "thing", "tiles": "tile", "gems": "gem"}
"""The fields of lists, and the word for a hidden part of one."""
_MANY: Final = frozenset({"cards", "hands", "order", *_LISTS})
"""The fields that stand for all the words that follow."""


def move_sentence(game: Game[Any, Any, Any, Any, Any, Any], who: str, move: str, players: Sequence[str] = ()) -> str:
    """The move of a player, or the outcome of chance, as a sentence; `who: move` if the game has none for it.

    `players` are the names of all, which may have several words; without them a name is one word.
    """
    for pattern, sentence in _patterns(game, tuple(players)):
        if found := pattern.fullmatch(move):
            words = {name: _said(game, name, text) for name, text in found.groupdict().items()}
            return sentence.format(who=who, **words)
    return f"{who}: {move}"


@lru_cache(64)
def _patterns(game: Game[Any, Any, Any, Any, Any, Any], players: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    names = "|".join(map(re.escape, sorted(players, key=len, reverse=True)))

    def words(field: re.Match[str]) -> str:
        return f'(?P<player>"[^"]*"|{names})' if field[1] == "player" and names else _words(field)

    return [(re.compile(_FIELD.sub(words, re.escape(form))), said) for form, said in game.sentences.items()]


def _words(field: re.Match[str]) -> str:
    name = field[1]
    return rf"(?P<{name}>.+)" if name in _MANY else rf'(?P<{name}>"[^"]*"|[^\s:>]+)'


def _said(game: Game[Any, Any, Any, Any, Any, Any], name: str, text: str) -> str:
    """The words of a field: cards by their names, sites and tiles without underscores, equal things counted.

    Groups, which a slash separates in notation, are separated by semicolons.
    """
    if name in _MANY and " / " in text:
        return "; ".join(_said(game, name, group) for group in text.split(" / "))
    if name == "hands":
        return text
    if name == "player":
        return text.strip('"')
    if name == "cards":
        return join_words(_counted([_card(game, word) for word in text.split()], "card"))
    if name in _LISTS:
        return join_words(_counted([word.replace("_", " ") for word in text.split()], _LISTS[name]))
    return _card(game, text) if name.startswith("card") else text.strip('"').replace("_", " ")


def _counted(things: Sequence[str], hidden: str) -> list[str]:
    """Each thing once, with its number if any occurs twice; hidden ones are only counted."""
    numbers = Counter(things)
    hidden_ones = numbers.pop(HIDDEN, 0) + numbers.pop("a card", 0)
    told = [f"{number} {thing}" if max(numbers.values()) > 1 else thing for thing, number in numbers.items()]
    return [*told, pluralize(hidden_ones, f"hidden {hidden}")] if hidden_ones else told


def _card(game: Game[Any, Any, Any, Any, Any, Any], card: str) -> str:
    """A card with its name, unless one says the other."""
    if card == HIDDEN:
        return "a card"
    return card_labels(game).get(card, card.replace("_", " "))
