"""Worked examples of rulebooks as data: a position, the moves made from it, and the results that the book states.

Examples are written in TOML. This module reads the text and plays the moves with the ordinary referee; `comparing`
compares the results. The Structs here and in `expectations` explain every key; the JSON Schema is made from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import IllegalAction, KronikaError, PositionError, UnknownGame
from kronika.core.basics.json_schema import components
from kronika.core.basics.older import EXPECT
from kronika.core.basics.text import lines_of
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.basics.toml_positions import SourceSpan, source_spans
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_players, default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.examples.comparing import compare
from kronika.core.examples.expectations import Expect, Finding, Goal, raise_keys
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session

_HEAD = re.compile(r"[ \t]*\[\[[ \t]*example[ \t]*\]\]")
_HEADED = re.compile(r"(?:example\.(\d+)(?:\.|$))?(.*)", re.DOTALL)
"""A path in a file of examples, as `decode_fault` gives it: the number of the example from 1, and the key in it."""


UNCONFIRMED: Final = (
    "the expected values are those that the program computed: compare them with the book, then remove `unconfirmed`"
)
"""The warning about an example that is marked `unconfirmed`."""


NO_EXAMPLE: Final = (
    "The file is empty: an example is an [[example]] with an id, a game, moves in `when`, and the expected results in "
    "[example.expect]. `kronika example new GAME` writes one for you to fill in."
)
"""The message about an empty file of examples."""


class Misprint(Struct, frozen=True, forbid_unknown_fields=True):
    """A misprint in the book: what it prints, what is right, and why."""

    printed: str
    right: str
    why: str


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and the results expected right after it; `effects` are then those of this move alone."""

    move: str
    expect: Expect = Expect()


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """One worked example.

    `id` and `game` name it. `title`, `source` (book and page) and `note` are for readers. `players`: names by seat; by
    default Anna, Bob, … as many as the game needs. `options`: options of the game. `given`: the first position, in the
    game's own keys; by default a new game before any chance event. `before`: moves from there to the position where the
    example begins, in notation; their results are not checked. `when`: the moves of the example, with outcomes of
    chance as `chance: …`. `expect`: the results after the last move. `goal`: the best moves then. `misprint`: an error
    in the book. `unconfirmed`: the expected results were copied from the program, and nobody has compared them with the
    book yet.
    """

    id: str
    game: str
    title: str = ""
    source: str = ""
    note: str = ""
    players: list[str] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] | None = None
    before: list[str] = field(default_factory=list)
    when: list[str | Step] = field(default_factory=list)
    expect: Expect = Expect()
    goal: Goal | None = None
    misprint: Misprint | None = None
    unconfirmed: bool = False


class ExampleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of examples."""

    example: list[Example]


class ExampleError(KronikaError):
    """A file of examples that can't be read; `line` is the line of the fault, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class SetupMoveError(KronikaError):
    """A move in an example's `before` that can't be made; `number` is its place there, from 1."""

    def __init__(self, number: int, error: KronikaError) -> None:
        super().__init__(str(error))
        self.number = number


class Run(Struct, frozen=True):
    """An example that was played.

    `session` is the session after its last move that could be played, None if the first position can't be set up.
    `effects` are all effects of the moves in `when`; `findings` are the differences from what is expected.
    """

    example: Example
    session: Session | None
    effects: tuple[Any, ...]
    findings: tuple[Finding, ...]


# -- reading ----------------------------------------------------------------------------------------------------


def read_examples(text: str) -> list[Example]:
    """The examples in a TOML text. Raises ExampleError, which names the line and key of the first fault."""
    try:
        table = read_toml(text)
    except BadToml as error:
        raise ExampleError(error.line, str(error)) from None
    if not table:
        raise ExampleError(1, NO_EXAMPLE)
    if "match" in table:
        raise ExampleError(
            find_line(text, None, "match"), "These are matches, not examples: `kronika match` plays them."
        )
    raise_keys(table)
    try:
        examples = msgspec.convert(table, ExampleFile).example
    except msgspec.ValidationError:
        found = decode_fault(table, ExampleFile)
        headed = _HEADED.fullmatch(found.path)
        assert headed is not None, "every text matches"
        index, key = headed.groups()
        line = find_line(text, int(index) - 1 if index else None, key)
        where = f"key {key}: " if key else ""
        raise ExampleError(line, f"{where}{found.sentence}") from None
    seen: set[tuple[str, str]] = set()
    for number, example in enumerate(examples):
        if (example.game, example.id) in seen:
            raise ExampleError(find_line(text, number, "id"), f"The id {example.id} of {example.game} is used twice.")
        seen.add((example.game, example.id))
    return examples


def has_examples(text: str) -> bool:
    """Whether a TOML text has a table `[[example]]`; other TOML files have none."""
    return any(_HEAD.match(line) for line in lines_of(text))


def find_line(text: str, index: int | None, key: str) -> int:
    """The line, from 1, of a key in the example with this index (from 0), or of a key of the file if it is None.

    If the text does not have the key itself, the line of the table that it belongs in, or 1.
    """
    place = _places(text)
    example = place if index is None else place.find(f"example.{index + 1}")
    return example.find(key, EXPECT).line


@lru_cache(maxsize=1)
def _places(text: str) -> SourceSpan:
    """The lines of all keys in a text; cached, as callers ask for many keys of one file."""
    return source_spans(text)


# -- running ----------------------------------------------------------------------------------------------------


def run_example(example: Example, game: AnyGame | None = None) -> Run:
    """Play an example with the referee and compare the results with those expected.

    `game` is used in place of the installed game that the example names. A bad example raises nothing: its fault is a
    finding.
    """
    try:
        session = start_example(example, game)
    except SetupMoveError as error:
        move = example.before[error.number - 1]
        return Run(example, None, (), (Finding(f"before.{error.number}", f"the move `{move}`", str(error)),))
    except KronikaError as error:
        key = _blamed_key(example, error, game)
        return Run(example, None, (), (Finding(key, "a position that can be set up", str(error)),))
    findings: list[Finding] = []
    effects: list[Any] = []
    for number, item in enumerate(example.when, 1):
        step = item if isinstance(item, Step) else Step(item)
        try:
            events = session.play(step.move)
        except KronikaError as error:
            rules = (error.rule,) if isinstance(error, IllegalAction) else ()
            place = f"when.{number}.move" if isinstance(item, Step) else f"when.{number}"
            findings.append(Finding(place, f"the move `{step.move}`", str(error), rules))
            break
        now = [effect for event in events for effect in event.then]
        effects.extend(now)
        findings.extend(compare(session, now, step.expect, f"when.{number}.expect."))
    else:
        findings.extend(compare(session, effects, example.expect, "expect."))
        if example.goal is not None:
            from kronika.core.examples.goals import compare_goal  # loads the search, which few examples need

            findings.extend(compare_goal(session, example.goal))
        if not _has_expectations(example):
            why = "the example expects nothing, so it can't fail: say what you expect"
            findings.append(Finding("expect", "something", why))
    return Run(example, session, tuple(effects), tuple(findings))


def _has_expectations(example: Example) -> bool:
    """Whether the example expects anything at all, at the end or after a move."""
    if example.goal is not None:
        return True
    steps = (item.expect for item in example.when if isinstance(item, Step))
    return any(expect != Expect() for expect in (example.expect, *steps))


def _blamed_key(example: Example, error: KronikaError, game: AnyGame | None) -> str:
    """The key of the example that caused the error when its first position was set up."""
    if isinstance(error, UnknownGame):
        return "game"
    game = game or get_game(example.game)
    path, colon, _ = str(error).partition(": ")
    if isinstance(error, PositionError):
        is_path = colon and path.split(".")[0] in (*game.Given.__struct_fields__, *(example.given or ()))
        return f"given.{path}" if is_path else "given"
    return "players" if _accepts_options(game, example.options) else "options"


def _accepts_options(game: AnyGame, options: Mapping[str, Any]) -> bool:
    """Whether the game accepts these options."""
    try:
        new_game_options(game, options)
    except KronikaError:
        return False
    return True


def start_example(example: Example, game: AnyGame | None = None) -> Session:
    """A session at the position before the first move of `when`.

    It has no events: it begins with the state to which the moves of `before` lead. `game` is used in place of the
    installed game that the example names. Raises SetupMoveError for a move of `before`, and KronikaError for an unknown
    game, players, options or a position that can't be set up.
    """
    game = game or get_game(example.game)
    names = tuple(example.players) if example.players is not None else default_names(game.seats[0])
    check_players(game, names)
    options = new_game_options(game, example.options)
    header = Header(FORMAT, game.name, game.rules_version, names, plain_options(options))
    session = Session(game, header, start=_position(game, example.given, options, names))
    for number, move in enumerate(example.before, 1):
        try:
            session.play(move)
        except KronikaError as error:
            raise SetupMoveError(number, error) from None
    return Session(game, header, start=session.state) if example.before else session


def _position(game: AnyGame, given: Mapping[str, Any] | None, options: Any, names: Sequence[str]) -> Any:
    if given is None:
        return None
    try:
        read = msgspec.convert(given, game.Given)
    except msgspec.ValidationError:
        raise PositionError(decode_fault(given, game.Given).told) from None
    return game.position(read, options, names)


# -- schema -----------------------------------------------------------------------------------------------------


def example_schema(games: Sequence[AnyGame]) -> dict[str, Any]:
    """The JSON Schema of an example file, with the position keys of each of these games."""
    schemas, defs = components([ExampleFile, *(game.Given for game in games)])
    givens = dict(zip((game.name for game in games), schemas[1:], strict=True))
    of_games = [
        {"if": _with_keys("game", {"const": name}), "then": _with_keys("given", given)}
        for name, given in givens.items()
    ]
    defs["AnyExample"] = {"allOf": [{"$ref": "#/$defs/Example"}, *of_games]}
    whole = defs.pop("ExampleFile")  # inlined: some programs do not follow a `$ref` at the top level
    whole["properties"]["example"]["items"] = {"$ref": "#/$defs/AnyExample"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, "$defs": defs}


def _with_keys(key: str, schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {key: schema}}
