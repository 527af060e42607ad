"""Verbs that are read and written by their form: the words of the form, and the types of the action's fields.

The form of a verb, such as `relic CARD discard CARD`, has a place for each field of the action, in the same order:

- Words in small letters are typed as they are.
- `NAME` is a player; the field holds the seat.
- Any other word in capitals is a thing of the table of that name, `CARD` or `CARDS`; without a table it is a number,
  within the bounds of the field's type.
- A field that is a tuple takes as many things as its type says: `CARD CARD` or `CARDS`.
- A field that is a tuple of tuples has a group for each seat, separated by slashes: `CARDS / CARDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from kronika.core.basics.text import normalize
from kronika.core.contract.tokens import MoveContext, MoveTokens
from kronika.core.contract.verbs import Prompt, Verb
from kronika.core.contract.view import HIDDEN

if TYPE_CHECKING:
    from msgspec import inspect

Things = Mapping[str, Mapping[str, Any]]
"""The tables of names of a form, by the word in capitals in the singular: `{"CARD": NAMES}`."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def form_verb(
    form: str,
    example: str,
    means: str,
    kind: type[Struct],
    things: Things | None = None,
    *,
    also: tuple[str, ...] = (),
    secret: bool = False,
    chance: bool = False,
    prompt: Callable[[Any, Any], Prompt] | None = None,
) -> Verb:
    """The verb of an action of type `kind` whose form says how it is written; see the module.

    `things` are the tables of names for the words in capitals. With `secret` the fields are shown only to viewers who
    know what the seat knows, and to others as `?`.
    """
    word = form.split(" ", 1)[0]
    tables = {name: {normalize(key): thing for key, thing in table.items()} for name, table in (things or {}).items()}

    def read(words: MoveTokens[Any]) -> Struct:
        return kind(*_read(_layout(form, kind), words, tables))

    def write(do: Struct, at: MoveContext[Any]) -> str:
        known = not secret or at.knows(at.seat)
        return " ".join([word, *[_written(part, do, at, known) for part in _layout(form, kind)]])

    return Verb(form, example, means, (kind,), read, write, also, chance, prompt=prompt)


class _Field(Struct, frozen=True):
    """A field of an action, and the word in capitals at its place in the form."""

    name: str
    word: str
    lowest: int | None
    """The bounds of a number; None for other things."""
    highest: int | None
    sizes: tuple[tuple[int, int], ...]
    """The least and the most of its parts: of none if it is one thing, of groups and things if it has groups."""

    def table(self, tables: Things) -> Mapping[str, Any] | None:
        """Its table of names; of several numbers that of their digits, and None for one number."""
        found = tables.get(self.word) or tables.get(self.word.removesuffix("S"))
        if found is None and self.sizes:
            return {str(n): n for n in range(*self.bounds)}
        return found

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest number, and the one after the highest."""
        assert self.lowest is not None, f"{self.name} has no lower bound"
        assert self.highest is not None, f"{self.name} has no upper bound"
        return self.lowest, self.highest + 1

    @property
    def what(self) -> str:
        return self.word.lower().removesuffix("s" if self.sizes else "")


# -- the form ---------------------------------------------------------------------------------------------------


@cache
def _layout(form: str, kind: type[Struct]) -> tuple[str | _Field, ...]:
    """The words of a form after its verb: those that are typed, and the fields of the action for the others."""
    from msgspec import inspect  # takes 5 ms, and is only needed for moves as text

    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = iter(info.fields)
    found: list[str | _Field] = []
    for word in form.split()[1:]:
        last = found[-1] if found else ""
        if word == "/" or (isinstance(last, _Field) and last.sizes and last.word == word):
            continue
        field = None if word.islower() else next(fields, None)
        found.append(word if field is None else _field(field.name, word, field.type))
    missing = [field.name for field in fields]
    assert not missing, f"the form {form} has no place for {', '.join(missing)}"
    return tuple(found)


def _field(name: str, word: str, kind: inspect.Type) -> _Field:
    from msgspec import inspect

    sizes = []
    while not isinstance(kind, inspect.IntType | inspect.LiteralType | inspect.StrType):
        if isinstance(kind, inspect.TupleType):
            sizes.append((len(kind.item_types),) * 2)
            kind = kind.item_types[0]
        elif isinstance(kind, inspect.VarTupleType):
            sizes.append((kind.min_length or 0, kind.max_length or 99))
            kind = kind.item_type
        else:
            assert isinstance(kind, inspect.Metadata), f"the field {name} has a type that no form can write"
            kind = kind.type
    bounds = (kind.ge, kind.le) if isinstance(kind, inspect.IntType) else (None, None)
    return _Field(name, word, *bounds, tuple(sizes))


# -- reading ----------------------------------------------------------------------------------------------------


def _read(layout: Sequence[str | _Field], words: MoveTokens[Any], tables: Things) -> Iterator[Any]:
    """The values of the fields, from the words between those that are typed as they are."""
    fields = [part for part in layout if isinstance(part, _Field)]
    for mark in [part for part in layout if isinstance(part, str)]:
        here, words = words.split_around(mark)
        at = layout.index(mark)
        own = [part for part in layout[:at] if isinstance(part, _Field) and part in fields]
        yield from _read_fields(own, here, tables)
        fields = [field for field in fields if field not in own]
    yield from _read_fields(fields, words, tables)


def _read_fields(fields: Sequence[_Field], words: MoveTokens[Any], tables: Things) -> Iterator[Any]:
    for field, following in zip(fields, (*fields[1:], None), strict=True):
        yield _player(following, words, tables) if field.word == "NAME" else _thing(field, following, words, tables)


def _player(following: _Field | None, words: MoveTokens[Any], tables: Things) -> int:
    if following is None:
        return words.player()
    table = following.table(tables)
    if table is None:
        return words.player(behind=1)
    fewest, most = following.sizes[-1] if following.sizes else (1, 1)
    return words.player_before(most, table) if fewest == most else words.first_player()


def _thing(field: _Field, following: _Field | None, words: MoveTokens[Any], tables: Things) -> Any:
    table = field.table(tables)
    if table is None:
        lowest, end = field.bounds
        return words.number(lowest, end - 1, field.name.replace("_", " "))
    match field.sizes:
        case ():
            return words.one(table, field.what) if following is None else words.one_word(table, field.what)
        case ((fewest, most),):
            return words.exact_things(table, field.what, fewest, most)
        case ((least, greatest), (fewest, most)):
            n = least if least == greatest else len(words.names)
            groups = words.split("/")
            if len(groups) != n:
                raise words.wrong(f"Separate the {_NUMBERS[n]} {field.name} with a slash.")
            return tuple([group.exact_things(table, field.what, fewest, most) for group in groups])
    raise AssertionError(f"{field.name} has groups of groups")


# -- writing ----------------------------------------------------------------------------------------------------


def _written(part: str | _Field, do: Struct, at: MoveContext[Any], known: bool) -> str:
    if isinstance(part, str):
        return part
    value = getattr(do, part.name)
    if part.word == "NAME":
        return at.name(value)
    return _listed(value, known)


def _listed(value: Any, known: bool) -> str:
    if not isinstance(value, tuple):
        return str(value) if known else HIDDEN
    return (" / " if value and isinstance(value[0], tuple) else " ").join([_listed(one, known) for one in value])
