"""An effect and its sentence, which stand together: a template with named fields, or a method where that is not enough.

    class Won(BaseEffect, frozen=True, tag="won"):
        \"\"\"A card is the highest that nobody else has shown.\"\"\"

        sentence = "{seat} wins with {card}"
        seat: int
        card: int
        rule: str = "DU-2.4"

A field is written as what it is: a seat as the name of its player, a card as the game calls it, several things as a
list, `{cards:,}` with commas alone. `{cards:card}` counts them; `{n:card lies|cards lie}` where the plural is not by
-s. All else that can stand in the braces is of Python's `str.format`: `{totals[0]}`, `{points[1]:+}`; `{names[0]}` is
the first player. A property of the effect can be named like a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_type_hints

from msgspec import Meta, Struct

from kronika.core.basics.text import join_words, pluralize

if TYPE_CHECKING:
    from kronika.core.contract.game import Viewer


class BaseEffect(Struct, frozen=True, gc=False):
    """What the rules derive from a decision or an outcome. A game's effects inherit it, each with the field `rule`."""

    sentence: ClassVar[str] = ""
    """The effect as a clause without its rule, a template."""

    @staticmethod
    def card_name(card: Any) -> str:
        """A card in a sentence. A game of which cards have names says how, in a base of its own effects."""
        return str(card)

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The clause for a viewer: by default `sentence`, for an effect that is public and said in one way."""
        return self.say(self.sentence, names)

    def say(self, sentence: str, names: Sequence[str], **more: object) -> str:
        """A template filled with the names, the fields of this effect, and what is passed beside them."""
        return sentence.format_map(_Fields(self, names, more))


class _Fields(dict[str, Any]):
    """What a template can name: each field is looked up when it is asked for."""

    def __init__(self, effect: BaseEffect, names: Sequence[str], more: dict[str, object]) -> None:
        super().__init__(more, names=names)
        self.effect = effect
        self.names = names

    def __missing__(self, field: str) -> Any:
        return self._shown(getattr(self.effect, field), _kind_of(type(self.effect), field))

    def _shown(self, value: Any, kind: str) -> Any:
        if isinstance(value, tuple):
            return _Several(self._shown(part, kind) for part in value)
        if kind == "seat":
            return self.names[value]
        return self.effect.card_name(value) if kind == "card" else _Number(value) if isinstance(value, int) else value


class _Number(int):
    def __format__(self, words: str) -> str:
        return _counted(self, words) if words[1:] and words[0].isalpha() else super().__format__(words)


class _Several(tuple[Any, ...]):
    def __format__(self, words: str) -> str:
        if words in ("", ","):
            parts = [str(part) for part in self]
            return ", ".join(parts) if words else join_words(parts)
        return _counted(len(self), words)


def _counted(n: int, words: str) -> str:
    return pluralize(n, *words.split("|"))


@cache
def _kind_of(effect: type[BaseEffect], field: str) -> str:
    """`seat`, `card` or nothing: by the name `seat`, or by the marks of the field's type, also inside a tuple."""
    return "seat" if field == "seat" else _marked(get_type_hints(effect, include_extras=True).get(field))


def _marked(kind: Any) -> str:
    for part in get_args(kind):
        extra = (part.extra or {}) if isinstance(part, Meta) else {}
        found = "seat" if "seat" in extra else "card" if "card" in extra else _marked(part)
        if found:
            return found
    return ""
