"""Actions and outcomes of which a part was not seen: twins of the Structs of a game, with `?` for what is hidden.

A twin is made from the types of its action: a field of a card may also hold `?`; fields that count things by kind get a
companion, `unseen`, which counts those of no known kind. Rules never meet one: `filled` gives back a whole action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, reduce
from itertools import islice
from operator import or_
from types import UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, UnsetType, defstruct
from msgspec.structs import fields, replace

from kronika.core.contract.view import HIDDEN

CARD: Final = Meta(extra={"card": True})
"""On a field of an action or effect: a card, which a witness may not have seen."""

COUNTED: Final = Meta(extra={"counted": True})
"""On a field of an action: how many things of one kind, that of the field's name."""

Thing = Any
"""A thing that fills a hole: a card as the action has it, or the name of a field that counts."""


class Partial(Struct):
    """The base class of all twins: an action or effect, or a part of one, that may have holes. `of` is its Struct.

    If that Struct has `alike`, a twin with holes may also be one of those other Structs: all look the same face down.
    """

    of: ClassVar[Any]


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def twin(kind: Any) -> type[Struct] | None:
    """The twin of a Struct, made once; None for one in which nothing can be hidden."""
    hints = _hints(kind)
    wide = {name: _widened(hint) for name, hint in hints.items() if name in kind.__struct_fields__}
    counts = bool(counted(kind))
    if not counts and all(wide[name] == hints[name] for name in wide):
        return None
    row = [
        (field.name, wide[field.name]) if field.required else (field.name, wide[field.name], field.default)
        for field in fields(kind)
    ]
    extra = [("unseen", Annotated[int, Meta(ge=0, le=99)], 0)] if counts else []
    config = kind.__struct_config__
    return defstruct(
        kind.__name__,
        [*row, *extra],
        bases=(Partial,),
        module=kind.__module__,
        namespace={"__doc__": kind.__doc__, "of": kind},
        tag=config.tag,
        tag_field=config.tag_field,
        frozen=True,
        gc=False,
        array_like=config.array_like,
        omit_defaults=config.omit_defaults or counts,
        forbid_unknown_fields=True,
    )


@cache
def counted(kind: Any) -> tuple[str, ...]:
    """The fields of a Struct that count things of a kind."""
    hints = _hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _is_marked(hints[name], "counted"))


def twins(union: Any) -> Any:
    """A union of Structs, each of which something can be hidden in being its twin: for decoding."""
    kinds = get_args(union) or (union,)
    return reduce(or_, [twin(kind) or kind for kind in kinds])


def kind_of(do: Any) -> Any:
    """The Struct of an action or effect, of a twin that of which it is the twin."""
    return do.of if isinstance(do, Partial) else type(do)


def whole(do: Any) -> Any:
    """A twin without a hole as the Struct that it is the twin of; anything else as it is."""
    return _as(do.of, do) if isinstance(do, Partial) and not has_holes(do) else do


def partial(do: Any) -> Any:
    """A Struct with holes in it as its twin."""
    kind = None if isinstance(do, Partial) else twin(kind_of(do))
    return _as(kind, do) if kind is not None and has_holes(do) else do


def _as(kind: Any, do: Any) -> Any:
    return kind(**{name: getattr(do, name) for name in kind.__struct_fields__ if hasattr(do, name)})


@lru_cache(maxsize=4096)
def hidden(do: Any) -> Any:
    """An action with a hole for each card and each counted thing in it. Few are different: they are made once."""
    kind = twin(kind_of(do))
    if kind is None:
        return do
    hints = _hints(kind_of(do))
    parts = {name: _mapped(getattr(do, name), hints[name], lambda _: HIDDEN) for name in type(do).__struct_fields__}
    counts = counted(kind_of(do))
    if counts:
        parts |= dict.fromkeys(counts, 0) | {"unseen": sum(getattr(do, name) for name in counts)}
    return kind(**parts)


def known_by_owner(do: Any, seat: int, viewer: int | None) -> Any:
    """A secret action of a seat as a viewer may know it: whole for its owner and the referee, else with holes.

    The owner is the action's own `seat` if it has one, else the seat that acts. If a field is a group for each seat,
    such as the hands of a deal, each seat knows its own group.
    """
    if viewer is None:
        return do
    (first, *others) = do.__struct_fields__ or ("",)
    groups = getattr(do, first, None)
    if others or not isinstance(groups, tuple) or not isinstance(next(iter(groups), None), tuple):
        return do if viewer == getattr(do, "seat", seat) else hidden(do)
    seen = [group if viewer == owner else (HIDDEN,) * len(group) for owner, group in enumerate(groups)]
    return partial(replace(do, **{first: tuple(seen)}))


def owners_only(*secret: type[Struct]) -> Callable[[Any, int, Any, int | None], Any]:
    """The `redacted` of a game in which actions of these types are known to their owner alone: see `known_by_owner`."""

    def redacted(state: Any, seat: int, do: Any, viewer: int | None) -> Any:
        return known_by_owner(do, seat, viewer) if kind_of(do) in secret else do

    return redacted


def has_holes(do: Any) -> bool:
    """Whether an action or effect has a hidden part."""
    return holes(do) > 0


def holes(do: Any) -> int:
    """How many things in it are hidden."""
    named = sum(1 for leaf in _leaves(do) if leaf == HIDDEN)
    return named + int(getattr(do, "unseen", 0))


def filled(do: Any, things: Iterable[Thing]) -> Any:
    """The whole action: each hole, first to last, filled with the next of the things, of which there may be more."""
    if not isinstance(do, Partial):
        return do
    rest = iter(things)
    parts = {name: _filled(getattr(do, name), rest) for name in do.of.__struct_fields__}
    for kind in islice(rest, getattr(do, "unseen", 0)):
        parts[kind] += 1
    return do.of(**parts)


def agrees(seen: Any, full: Any) -> bool:
    """Whether a whole action or effect can be the one that was seen.

    Each part must be equal or hidden in `seen`, and counted things must add up. A twin with holes also agrees with the
    Structs in `alike` of its Struct. Without a twin the two must be equal.
    """
    if not isinstance(seen, Partial):
        return bool(seen == full)
    kind: Any = seen.of
    if kind_of(full) is not kind:
        return kind_of(full) in getattr(kind, "alike", ()) and has_holes(seen)
    counts = counted(kind)
    others = [name for name in kind.__struct_fields__ if name not in counts]
    if not all(_agrees(getattr(seen, name), getattr(full, name)) for name in others):
        return False
    more = [getattr(full, name) - getattr(seen, name) for name in counts]
    return all(n >= 0 for n in more) and sum(more) == getattr(seen, "unseen", 0)


def is_card(hint: Any) -> bool:
    """Whether a field of this type, with its marks, holds a card."""
    return _is_marked(hint, "card")


def cards_of(do: Any) -> list[Thing]:
    """The cards in an action or effect that are not hidden, from first to last."""
    kind = kind_of(do)
    found: list[Thing] = []
    hints = _hints(kind)
    for name in kind.__struct_fields__:
        _mapped(getattr(do, name), hints[name], lambda card: found.append(card) or card)  # type: ignore[func-returns-value]  # it is for its effect
    return [card for card in found if card != HIDDEN]


# -- types ------------------------------------------------------------------------------------------------------


def _is_marked(hint: Any, mark: str) -> bool:
    return any(isinstance(meta, Meta) and (meta.extra or {}).get(mark) for meta in get_args(hint)[1:])


def _widened(hint: Any) -> Any:
    """The type with `?` allowed where it holds a card."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _with_hole(hint) if is_card(hint) else Annotated[(_widened(parts[0]), *parts[1:])]
    if origin is tuple:
        return tuple[tuple(part if part is Ellipsis else _widened(part) for part in parts)]  # type: ignore[misc]  # known at run time
    if origin in (Union, UnionType):
        return reduce(or_, map(_widened, parts))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return twin(hint) or hint
    return hint


def _with_hole(hint: Any) -> Any:
    base, *metas = get_args(hint)
    if get_origin(base) is Literal:
        return Literal[(*get_args(base), HIDDEN)]  # known at run time
    if base is not str:
        return hint | Literal["?"]
    patterns = [meta.pattern for meta in metas if meta.pattern]
    return Annotated[str, Meta(pattern=f"^\\?$|{patterns[0]}")] if patterns else str


# -- values -----------------------------------------------------------------------------------------------------


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _leaves(getattr(value, name))
    else:
        yield value


def _mapped(value: Any, hint: Any, change: Callable[[Any], Any]) -> Any:
    """The value with each card in it changed."""
    if get_origin(hint) is Annotated:
        if is_card(hint):
            return change(value)
        return _mapped(value, get_args(hint)[0], change)
    if get_origin(hint) in (Union, UnionType):
        fits = [part for part in get_args(hint) if _is_of(value, part)]
        return _mapped(value, fits[0], change) if fits else value
    if isinstance(value, tuple):
        parts = get_args(hint)
        each = (parts[0],) * len(value) if Ellipsis in parts else parts
        return tuple([_mapped(one, of, change) for one, of in zip(value, each, strict=False)])
    if isinstance(value, Struct):
        hints = _hints(kind_of(value))
        return replace(value, **{n: _mapped(getattr(value, n), hints[n], change) for n in value.__struct_fields__})
    return value


def _is_of(value: Any, hint: Any) -> bool:
    base = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(base) is Literal:
        return value in get_args(base)
    kind = get_origin(base) or base
    return kind is not UnsetType and isinstance(kind, type) and isinstance(value, kind)


def _filled(value: Any, rest: Iterator[Thing]) -> Any:
    if isinstance(value, tuple):
        return tuple([_filled(part, rest) for part in value])
    if isinstance(value, Struct):
        kind = kind_of(value)
        return kind(**{name: _filled(getattr(value, name), rest) for name in kind.__struct_fields__})
    return next(rest) if value == HIDDEN else value


def _agrees(seen: Any, full: Any) -> bool:
    if isinstance(seen, tuple):
        return len(seen) == len(full) and all(map(_agrees, seen, full))
    if isinstance(seen, Struct):
        return agrees(seen, full)
    return bool(seen in (HIDDEN, full))
