"""Games under other names, so that knowledge of them is of no use: a table of invented words, from a seed.

These get new names: the games, their titles, the prefixes of rule numbers, and cards in every language, by name and by
an id that is a word. Each word has one invented word of the same length and capitals: tables keep their layout, and a
move is translated back exactly. All else stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import spec_text
from kronika.logs.pipe.refusals import Refusal

_RUN: Final = re.compile(r"[^\W\d_]+")
"""A run of letters."""
_DIGIT: Final = re.compile(r"\d")
"""Matches the digits of a name that is a number, such as `C16`, and reveals nothing."""
_ADDRESS: Final = re.compile(r"(?:https?://|www\.|(?<!\w)[\w-]+\.(?:com|org|net|edu|cz|de|fr|ru)\b)(?:\S*[\w/])?")
"""Matches an internet address: the sources of a rule, whose names reveal the game."""
_SMALL: Final = 3
"""The most letters of small words within a name, such as `of`, which stay as they are."""
_SOUNDS: Final = ("bdfgklmnprstvz", "aeiou")


class Mask:
    """The table of names, and translation of texts in both directions."""

    def __init__(self, seed: int, games: Collection[AnyGame]) -> None:
        used = _words_used(games)
        names = [phrase for game in games for phrase in _phrases(game)]
        phrases = list(dict.fromkeys([*names, *_parts(names, used)]))
        self._words = _invented_words(seed, phrases, {word.lower() for word in used})
        self._names = {word: name for name, word in self._words.items()}
        self._real = _pattern(phrases)
        self._told = _pattern(phrases, whole=True)
        self._masked = _pattern([_renamed(phrase, self._words) for phrase in phrases], whole=True)

    def hide(self, text: str) -> str:
        """A text with the invented names in place of the real ones, and without internet addresses."""
        return self._real.sub(lambda found: _renamed(found[0], self._words), _ADDRESS.sub("…", text))

    def show(self, text: str) -> str:
        """A text with the real names restored. Raises Refusal if it contains a real name, which has no meaning here."""
        if self._told.search(text):  # it is not quoted: masked, the answer would tell the invented name
            raise Refusal("refused", "A name has no meaning under the mask: use the names as they are shown.")
        return self._masked.sub(lambda found: _renamed(found[0], self._names), text)

    def hidden(self, data: Any) -> Any:
        """Plain data with its texts hidden; keys are our own and stay."""
        return _each(data, self.hide, str)

    def shown(self, data: Any) -> Any:
        """Plain data with the real names restored, also in keys. Raises Refusal."""
        return _each(data, self.show, self.show)


def _each(data: Any, text: Any, key: Any) -> Any:
    if isinstance(data, str):
        return text(data)
    if isinstance(data, dict):
        return {key(name): _each(value, text, key) for name, value in data.items()}
    return [_each(value, text, key) for value in data] if isinstance(data, (list, tuple)) else data


def _phrases(game: AnyGame) -> Iterator[str]:
    yield from (game.title, game.name, f"{game.rule_prefix}-")
    for card in game.cards():
        yield from (name for name in (card.name, *card.other_names, card.id) if not _DIGIT.search(name))


def _parts(names: Iterable[str], used: Collection[str]) -> list[str]:
    """The words by which names are shortened: they have a capital and differ from common words."""
    runs = (run for name in names for run in _RUN.findall(name))
    return [run for run in runs if run[:1].isupper() and len(run) > _SMALL and run.lower() not in used]


def _words_used(games: Iterable[AnyGame]) -> set[str]:
    """The words of the rules and of the notation, as they are printed."""
    texts = [
        text for game in games for text in (spec_text(game), *(f"{verb.form} {verb.means}" for verb in game.notation()))
    ]
    return {word for text in texts for word in _RUN.findall(text)}


def _invented_words(seed: int, phrases: Iterable[str], taken: set[str]) -> dict[str, str]:
    """Every word of the phrases except the small ones, with its invented word."""
    each = [_RUN.findall(phrase) for phrase in phrases]
    small = {run for runs in each for run in runs[1:] if run.islower() and len(run) <= _SMALL}
    words: dict[str, str] = {}
    for runs in each:
        for key in (run.lower() for run in runs):
            if key not in words and (len(runs) == 1 or key not in small):
                words[key] = _invent(Dice(seed, "mask", key), len(key), taken)
                taken.add(words[key])
    return words


def _invent(dice: Dice, length: int, taken: Collection[str]) -> str:
    """A pronounceable word of that length without a meaning; longer if all of them have one."""
    words = (_pronounceable(dice, length + tries // 1000) for tries in count())
    return next(word for word in words if word not in taken)


def _pronounceable(dice: Dice, length: int) -> str:
    """Consonants and vowels by turns."""
    first = dice.below(2)
    return "".join(dice.choice(_SOUNDS[(first + at) % 2]) for at in range(length))


def _pattern(phrases: Iterable[str], whole: bool = False) -> re.Pattern[str]:
    """A pattern for the phrases as whole words, the longest first, also with a final s and over line breaks.

    A name of one word is found only as it is written, since it may be a common word; with `whole`, in any case.
    """
    parts = []
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        words = r"\s+".join(map(re.escape, phrase.split()))
        ends = r"(?=\d)" if phrase.endswith("-") else r"(?=s?(?!\w))"
        is_one = len(_RUN.findall(phrase)) == 1 and not phrase.endswith("-")
        parts.append(f"{words}{ends}" if is_one and not whole else f"(?i:{words}){ends}")
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts) or '(?!)'})")


def _renamed(text: str, words: Mapping[str, str]) -> str:
    return _RUN.sub(lambda run: _like_case(words.get(run[0].lower(), run[0]), run[0]), text)


def _like_case(word: str, like: str) -> str:
    """A word in capitals or small letters, like another one."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
