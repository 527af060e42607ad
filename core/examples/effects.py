"""Comparison of the effects of moves with the effects that are expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.text import did_you_mean, quoted
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.differences import matches
from kronika.core.examples.expectations import Expect, Finding
from kronika.core.examples.matching import COUNT, KnownNames, display_value, mismatches
from kronika.core.sessions.session import Session


class EffectTypes(Struct, frozen=True):
    """The effect types of a game, by the name in their field `type`."""

    by_type: Mapping[str, Field]

    def fits(self, wanted: Mapping[str, Any], effect: Mapping[str, Any], known: KnownNames) -> bool:
        """Whether an effect, as plain data, has all fields of the wanted one."""
        return matches(self.by_type[effect["type"]], wanted, effect, known)

    def mismatch_of(self, wanted: Mapping[str, Any], known: KnownNames) -> tuple[str, str] | None:
        """The first key in a wanted effect that no effect of the game can match, and why; None if there is none."""
        parts = {key: value for key, value in wanted.items() if key != "type"}
        kinds = list(self.by_type.values())
        if "type" in wanted:
            name = str(wanted["type"])
            if name not in self.by_type:
                guess = did_you_mean(name, self.by_type) or f" There are {', '.join(self.by_type)}."
                return "type", f"there is no effect {quoted(name)}.{guess}"
            kinds = [self.by_type[name]]
        elif stray := next((key for key in parts if not any(key in kind.keys for kind in kinds)), None):
            return stray, f"no effect has a {stray}.{did_you_mean(stray, {key for kind in kinds for key in kind.keys})}"
        found = [next(mismatches(kind, parts, known), None) for kind in kinds] if parts else [None]
        return None if None in found else found[0]


@cache
def effect_fields(game: AnyGame) -> Mapping[str, Field]:
    """The effect types of a game, by the name in their field `type`."""
    union = inspect.type_info(game.Effect)
    kinds = union.types if isinstance(union, inspect.UnionType) else (union,)
    return {str(kind.tag): field_of(kind) for kind in kinds if isinstance(kind, inspect.StructType)}


def compare_effects(session: Session, effects: Sequence[Any], expect: Expect, known: KnownNames) -> Iterator[Finding]:
    """The findings about effects: expected ones that are missing, out of order or miscounted, and unwanted ones."""
    if expect.effects is None and expect.no_effects is None:
        return
    kinds = EffectTypes(effect_fields(session.game))
    story = _EffectSequence(kinds, [msgspec.to_builtins(effect) for effect in effects], known)
    if expect.effects == []:
        yield from story.unwanted("effects", {})
    for key, wishes in (("effects", expect.effects), ("no_effects", expect.no_effects)):
        for number, wanted in enumerate(wishes or (), 1):
            place = f"{key}.{number}"
            plain = {name: value for name, value in wanted.items() if name != COUNT or _has_count(kinds, wanted)}
            if found := kinds.mismatch_of(plain, known):
                yield Finding(f"{place}.{found[0]}", story.show(wanted), found[1])
            elif key == "no_effects" and plain != wanted:
                yield Finding(f"{place}.{COUNT}", "no count", _NONE_IS_NONE)
            elif key == "no_effects":
                yield from story.unwanted(place, plain)
            elif plain != wanted:
                yield from story.counted(place, plain, wanted[COUNT])
            elif not plain:
                yield Finding(place, "an effect", "the table is empty: name its type, or omit it")
            else:
                yield from story.next(place, plain)


_NONE_IS_NONE: Final = "none of `no_effects` happen, so there is nothing to count: a number belongs in `effects`"


def _has_count(kinds: EffectTypes, wanted: Mapping[str, Any]) -> bool:
    """Whether `count` is a field of this effect type, and not the expected number of effects."""
    kind = kinds.by_type.get(str(wanted.get("type")))
    return kind is not None and COUNT in kind.keys


class _EffectSequence:
    """The effects that happened, in order, and the indices of those that expectations have matched so far (`told`)."""

    def __init__(self, kinds: EffectTypes, effects: Sequence[Mapping[str, Any]], known: KnownNames) -> None:
        self.kinds = kinds
        self.effects = effects
        self.known = known
        self.told: list[int] = []

    def show(self, effect: Mapping[str, Any]) -> str:
        kind = self.kinds.by_type.get(str(effect.get("type")))
        return display_value(kind or _ANY_EFFECT, effect, self.known)

    def matching(self, wanted: Mapping[str, Any]) -> list[int]:
        """The indices of the effects that match a wanted one; an empty one matches all."""
        return [n for n, effect in enumerate(self.effects) if not wanted or self.kinds.fits(wanted, effect, self.known)]

    def next(self, place: str, wanted: Mapping[str, Any]) -> Iterator[Finding]:
        """Match a wanted effect with the next one after those matched so far; a finding if there is none."""
        found = [n for n in self.matching(wanted) if n not in self.told]
        later = [n for n in found if not self.told or n > self.told[-1]]
        if later:
            self.told.append(later[0])
        elif found:
            before, last = self.effects[found[0]], self.effects[self.told[-1]]
            got = f"in another order: {self.show(before)} came before {self.show(last)}"
            yield Finding(place, self.show(wanted), got, (before["rule"],))
        else:
            same = [effect for effect in self.effects if effect["type"] == wanted.get("type")] or self.effects
            yield self.finding(place, self.show(wanted), same)

    def counted(self, place: str, wanted: Mapping[str, Any], number: Any) -> Iterator[Finding]:
        found = [self.effects[n] for n in self.matching(wanted)]
        if len(found) != number:
            expected = f"{self.show(wanted)}: {number} of them"
            yield self.finding(place, expected, found, f"{len(found)}: ")

    def unwanted(self, place: str, wanted: Mapping[str, Any]) -> Iterator[Finding]:
        for n in self.matching(wanted):
            yield self.finding(place, f"no {self.show(wanted) if wanted else 'effects'}", [self.effects[n]])

    def finding(self, place: str, expected: str, effects: Sequence[Mapping[str, Any]], number: str = "") -> Finding:
        got = number + ("; ".join(map(self.show, effects)) or "no effects")
        return Finding(place, expected, got, tuple(dict.fromkeys(effect["rule"] for effect in effects)))


_ANY_EFFECT: Final = Field(inspect.AnyType(), False, {})
