"""Effects, each with its sentence: a template with named fields, or a method if a template is not enough.

    class Won(BaseEffect, frozen=True, tag="won"):
        \"\"\"A card is the highest that nobody else has shown.\"\"\"

        sentence = "{seat} wins with {card}"
        seat: int
        card: int
        rule: str = "DU-2.4"

Each field is written by its type: a seat as the name of its player, a card as the game names it, a tuple as an
enumeration (`{cards:,}` uses commas only). `{cards:card}` counts them, `1 card` or `2 cards`; an irregular plural is
given as in `{n:card lies|cards lie}`. Everything else in braces is as in Python's `str.format`: `{totals[0]}`,
`{points[1]:+}`; `{names[0]}` is the first player. Properties of the effect can be used like fields.

A game does not list its effects: all that inherit the type given to `Game[…]` and are defined with its package are
found. That type is `BaseEffect`, or a base class of the game's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_type_hints

from msgspec import Meta, Struct

from kronika.core.basics.text import join_words, pluralize

if TYPE_CHECKING:
    from kronika.core.contract.game import Viewer


class BaseEffect(Struct, frozen=True, gc=False):
    """The base class of the effects of a game, which the rules derive from decisions and outcomes of chance.

    Each effect has the field `rule`, the number of the rule that caused it.
    """

    sentence: ClassVar[str] = ""
    """The template of the effect as a clause, without its rule."""

    @staticmethod
    def card_name(card: Any) -> str:
        """The name of a card in sentences; by default its number or id. Games with named cards override it."""
        return str(card)

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The effect as a clause for a viewer; by default `sentence` for all viewers. `names` are the players."""
        return self.say(self.sentence, names)

    def say(self, sentence: str, names: Sequence[str], **more: object) -> str:
        """Fill a template with the names of the players, the fields of this effect, and the values in `more`."""
        return sentence.format_map(_Fields(self, names, more))


def union_of(effect: Any, package: str) -> Any:
    """The union of all effects of a package that inherit `effect`, in the order in which they are defined.

    `effect` itself, if it is a union already.
    """
    return reduce(or_, _tagged(effect, package)) if isinstance(effect, type) else effect


def _tagged(effect: type[Struct], package: str) -> Iterator[type[Struct]]:
    """The types with a tag among an effect and those that inherit it."""
    if effect.__struct_config__.tag is not None and f"{effect.__module__}.".startswith(f"{package}."):
        yield effect
    for heir in effect.__subclasses__():
        yield from _tagged(heir, package)


class _Fields(dict[str, Any]):
    """The fields that a template can use, each looked up when it is used."""

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
    """`seat`, `card` or empty, by the name of the field (`seat`) or the marks of its type, also inside a tuple."""
    return "seat" if field == "seat" else _marked(get_type_hints(effect, include_extras=True).get(field))


def _marked(kind: Any) -> str:
    for part in get_args(kind):
        extra = (part.extra or {}) if isinstance(part, Meta) else {}
        found = "seat" if "seat" in extra else "card" if "card" in extra else _marked(part)
        if found:
            return found
    return ""
