"""Plain text as Markdown, and types as people say them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from inspect import cleandoc
from typing import Any

from msgspec import NODEFAULT, inspect

from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.text import join_some, join_words
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import cited_in, rules_of

_CODE = re.compile(r"(`[^`]*`)")
_ACTS = re.compile(r"([\\*_<>\[\]#$|~])")


def safe(text: str) -> str:
    """Text whose backticks mean code, and in which nothing else is markup."""
    parts = _CODE.split(text)
    parts[::2] = [_ACTS.sub(r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def code(text: object) -> str:
    """Something as it is typed."""
    return f"`{text}`"


def entry(name: str, text: str) -> str:
    """An entry of a list: what is typed, and below it what it means."""
    return f"- {code(name)}" + (f"\\\n  {text}" if text else "")


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    return re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0]


def page(title: str, *parts: str) -> str:
    """A page."""
    return "\n".join([f"# {title}\n", *parts, ""])


STEPS = {
    "about": ("../about.md", "Licence, citation, versions", "how to cite Kronika"),
    "api": ("api.md", "Public names", "all that you can rely on in Python"),
    "cheat-sheet": ("../cheat-sheet.md", "Cheat sheet", "the commands on one page"),
    "commands": ("commands.md", "Commands", "all groups of commands"),
    "games": ("games.md", "Games", "rules and data of every game"),
    "install": ("../install.md", "Install", "the program, its extras, completion"),
    "log-format": ("../log-format.md", "The log", "how records are written"),
    "notation": ("../notation.md", "How moves are written", "game by game"),
    "options": ("options.md", "Options of commands", "every option by its name"),
    "pages": ("../pages.md", "A game as a page", "watch a game in the browser"),
    "promise": ("../promise.md", "Compatibility promises", "what stays as it is"),
    "python": ("../python.md", "From Python", "the library by examples"),
    "serve": ("../serve.md", "A referee for other programs", "JSON in and out"),
    "tutorial": ("../tutorial.md", "Tutorial", "your first game in ten minutes"),
    "verify-a-rulebook": ("../verify-a-rulebook.md", "Verify a rulebook", "rules as worked examples"),
}
"""Where a page that is made can lead to: the address from there, the title, and a line about it."""


def next_steps(*names: str) -> str:
    """The end of a page: what to read next."""
    lines = (f"- [{title}]({address}): {line}." for address, title, line in map(STEPS.__getitem__, names))
    return "\n".join(["## Next steps\n", *lines, ""])


def contents(entries: Iterable[tuple[str, str]]) -> str:
    """The pages below a page: what each is called there, and its name."""
    lines = "\n".join(f"{title} <{name}>" for title, name in entries)
    return f"```{{toctree}}\n:maxdepth: 2\n{lines}\n```\n"


def anchor(rule: str) -> str:
    """The number of a rule as the last part of an address."""
    return rule.lower().replace(".", "-")


def linked(text: str, game: AnyGame) -> str:
    """Safe text in which each number of a rule leads to it."""
    known = {rule.number for rule in rules_of(game)}

    def link(match: re.Match[str]) -> str:
        if match[0] not in known:
            return match[0]
        # MyST looks for headings alone; that each rule has its anchor is held by a test.
        return f'<a href="rules-{game.name}.html#{anchor(match[0])}">{match[0]}</a>'

    parts = _CODE.split(safe(text))
    parts[::2] = [cited_in(game.rule_prefix).sub(link, part) for part in parts[::2]]
    return "".join(parts)


def of_type(kind: inspect.Type) -> str:
    """What a value of this type is, in a clause: `a seat`, `a list in any order, each a card's id, or null`."""
    field = field_of(kind)
    clause = _clause(field)
    null = "; or null itself" if clause.endswith("or null") else ", or null"
    return clause + (null if field.optional else "")


def _clause(field: Field) -> str:
    if field.words:
        return _one_of([f"`{word}`" if word else "empty" for word in field.words])
    if field.marks.get("seat"):
        return "a seat"
    if field.marks.get("card"):
        return "a card's number" if isinstance(field.type, inspect.IntType) else "a card's id"
    match field.type:
        case inspect.IntType() | inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "a text"
        case inspect.BoolType():
            return "true or false"
        case inspect.StructType():
            name = _heading(field.type)
            return f"[`{name}`](#{name.lower()})"
        case inspect.DictType(key_type=key, value_type=value):
            keys = f" with keys {_clause(field_of(key))}" if field_of(key).words else ""
            return f"a table{keys} of: {of_type(value)}"
        case inspect.TupleType(item_types=items) if len({of_type(item) for item in items}) > 1:
            return f"a list of {len(items)}: {'; '.join(map(of_type, items))}"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}, each {of_type(items[0])}"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            order = "a list in any order" if field.marks.get("any_order") else "a list"
            return f"{order}, each {of_type(item)}"
        case inspect.UnionType(types=kinds):
            return ", or ".join(dict.fromkeys(map(of_type, kinds)))
    return "any value"


def _one_of(words: Sequence[str]) -> str:
    """The words that it can be; of as many as a board has cells no more than make clear which."""
    told = join_some(words)
    return join_words(words, "or") if told == ", ".join(words) else told


def structs(kinds: Iterable[type], game: AnyGame | None = None, left_out: Collection[str] = ()) -> Iterator[str]:
    """What Structs mean, and their keys with what each is; numbers of rules lead to those of a game."""
    for kind in kinds:
        told = inspect.type_info(kind)
        assert isinstance(told, inspect.StructType)
        meaning = cleandoc(kind.__doc__ or "")
        yield f"### {_heading(told)}\n\n{linked(meaning, game) if game else safe(meaning)}\n"
        for field in told.fields:
            if field.encode_name not in left_out:
                said = "a seat" if field.encode_name == "seat" else of_type(field.type)
                yield f"- {code(field.encode_name)}: {said}{'; optional' if _can_be_absent(kind, field) else ''}"
        yield ""


def _heading(told: inspect.StructType) -> str:
    """Under which name it is explained: one that says itself of which kind it is, under that."""
    return str(told.tag or told.cls.__name__)


def _can_be_absent(kind: Any, field: inspect.Field) -> bool:
    """Is the key not always there? So it is where nothing is known by default, or what is so by default is left out."""
    unset = not field.required and field.default is field.default_factory is NODEFAULT
    return unset or (kind.__struct_config__.omit_defaults and not field.required)


def structs_in(kind: inspect.Type) -> dict[type, inspect.StructType]:
    """The Structs in a type, itself among them, by their classes."""
    found: dict[type, inspect.StructType] = {}
    _collect(kind, found)
    return found


def _collect(kind: inspect.Type, found: dict[type, inspect.StructType]) -> None:
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls not in found:
                found[cls] = kind
                for field in fields:
                    _collect(field.type, found)
        case inspect.Metadata(type=inner):
            _collect(inner, found)
        case inspect.UnionType(types=kinds) | inspect.TupleType(item_types=kinds):
            for one in kinds:
                _collect(one, found)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            _collect(item, found)
        case inspect.DictType(value_type=value):
            _collect(value, found)
