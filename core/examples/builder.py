"""Worked examples made from recorded games, examples as TOML, and a template for new ones.

An example made from a game has its first position, its moves and their results. It is `unconfirmed` until a person has
compared the results with the rulebook.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import wrap
from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from kronika.core.basics.docstrings import doc_of
from kronika.core.basics.errors import BadSetup, PositionError
from kronika.core.basics.text import lines_of
from kronika.core.basics.toml import to_toml
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import Option, new_game_options, options_of, plain_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.verbs import Verb
from kronika.core.examples.comparing import item_name, points_matching
from kronika.core.examples.example import Example
from kronika.core.examples.expectations import Ending, Expect
from kronika.core.sessions.events import event_text
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet

_WIDTH: Final = 118
"""Greatest width of a comment in the template, in characters, without the leading `# `."""

# -- from a game ------------------------------------------------------------------------------------------------


def draft_example(session: Session, begin: int, name: str, source: str = "") -> Example:
    """An unconfirmed example made from a session; its `when` begins after the first `begin` events in force.

    `given` is the last position up to there that `Game.given` can describe, and `before` has the moves that lead from
    it to `when`. If no position can be described, the example begins with a new game. `expect` has the effects of
    `when`, and the public points, totals, turn and result at the end of the session.

    Raises PositionError if no position can be described and the session does not begin with a new game.
    """
    game, players, states = session.game, session.players, session.line.states
    quiet, given = _last_describable(game, states[: begin + 1], players)
    moves = [
        event_text(game, state, event, players)
        for state, event in zip(states[quiet:], session.line.events[quiet:], strict=False)
    ]
    return Example(
        id=name,
        game=game.name,
        source=source,
        players=list(players),
        options=_options(game, states[0].options),
        given=given,
        before=moves[: begin - quiet],
        when=[*moves[begin - quiet :]],
        expect=_expectations(session, begin),
        unconfirmed=True,
    )


def _last_describable(game: AnyGame, states: Sequence[Any], names: Sequence[str]) -> tuple[int, dict[str, Any] | None]:
    """The index of the last state that a position describes, and this position.

    `(0, None)` if no state can be described and the first one is that of a new game; raises PositionError if it is not.
    """
    for number in reversed(range(len(states))):
        if (table := describe_position(game, states[number], names)) is not None:
            return number, _minimized(game, table, states[number], names)
    if states[0] != game.setup(states[0].options, len(names)):
        raise PositionError("The game begins with a position that can't be described by keys.")
    return 0, None


def describe_position(game: AnyGame, state: Any, names: Sequence[str]) -> dict[str, Any] | None:
    """The position that describes this state, with all its keys, as plain data; None if no position does."""
    given = game.given(state, names)
    table = None if given is None else to_toml_value(given)
    return table if table is not None and _describes(game, table, state, names) else None


def _minimized(game: AnyGame, table: dict[str, Any], state: Any, names: Sequence[str]) -> dict[str, Any]:
    """The position without the keys, and the entries of its tables, that describe the same state if omitted."""
    for key, value in tuple(table.items()):
        without = {name: part for name, part in table.items() if name != key}
        if _describes(game, without, state, names):
            table = without
            continue
        for part in tuple(value) if isinstance(value, dict) else ():
            less = {**table, key: {name: entry for name, entry in table[key].items() if name != part}}
            if _describes(game, less, state, names):
                table = less
    return table


def _describes(game: AnyGame, table: Mapping[str, Any], state: Any, names: Sequence[str]) -> bool:
    """Whether the position describes exactly this state."""
    try:
        return bool(game.position(msgspec.convert(table, game.Given), state.options, names) == state)
    except (PositionError, BadSetup, msgspec.ValidationError):
        return False


def _options(game: AnyGame, options: Any) -> dict[str, Any]:
    """The options that differ from those of a new game, and every option that is in `Game.new_options`.

    The latter are always written: the value that a new game gets may change in a later version.
    """
    usual = plain_options(new_game_options(game, {}))
    return {
        name: value
        for name, value in plain_options(options).items()
        if value != usual[name] or name in game.new_options
    }


def _expectations(session: Session, begin: int) -> Expect:
    names, result = session.players, session.result()
    effects = [effect for event in session.line.events[begin:] for effect in event.then]
    return Expect(
        effects=[_with_name(to_toml_value(msgspec.to_builtins(effect)), names) for effect in effects],
        points=_public_points(session),
        totals=session.totals(),
        turn=[seat_name(seat, names) for seat in session.game.actors(session.state)],
        result=None
        if result is None
        else Ending(
            winners=[names[seat] for seat in result.winners],
            totals={names[seat]: points for seat, points in enumerate(result.totals)},
            ranking=[[names[seat] for seat in group] for group in result.ranking],
            rule=result.rule,
            tie_rule=result.tie_rule,
        ),
    )


def _public_points(session: Session) -> dict[str, dict[str, int]] | None:
    """The points that everyone at the table knows, by player and item of the score sheet; None if there are none."""
    points: dict[str, dict[str, int]] = {}
    public, whole = redact_sheet(session.game, session.state, EVERYONE).items, session.score()
    for seat, name in enumerate(session.players):
        known, own = ([item for item in items if item.seat == seat] for items in (public, whole))
        for key in map(item_name, known):
            if points_matching(known, key) == points_matching(own, key):  # they differ if it matches a hidden item too
                points.setdefault(name, {})[key] = points_matching(own, key)
    return points or None


def _with_name(effect: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The effect with the player's name (or `chance`) in place of the number in its field `seat`."""
    seat = effect.get("seat")
    return {**effect, "seat": seat_name(seat, names)} if type(seat) is int and seat >= CHANCE else effect


# -- as TOML ----------------------------------------------------------------------------------------------------


def example_toml(example: Example) -> str:
    """The example as TOML text, which `read_examples` reads back."""
    return "".join(f"{line}\n" for line in to_toml(to_toml_value(example), "[[example]]"))


def to_toml_value(value: Any) -> Any:
    """The value as plain data that TOML can hold.

    Keys whose value is None are dropped, as TOML has no null; so are fields of Structs that have their default value.
    """
    if isinstance(value, Struct):
        return {
            each.encode_name: to_toml_value(part)
            for each in _fields(type(value))
            if (part := getattr(value, each.name)) != _is_default(each.default, each.default_factory)
        }
    if isinstance(value, Mapping):
        return {key: to_toml_value(part) for key, part in value.items() if part is not None}
    return [to_toml_value(part) for part in value] if isinstance(value, (list, tuple)) else value


_fields = cache(fields)
"""`msgspec.structs.fields`, cached: it inspects the type again at each call, which takes longer than all the rest."""


def _is_default(default: Any, factory: Any) -> Any:
    return default if factory is NODEFAULT else factory()


# -- a template -------------------------------------------------------------------------------------------------


def example_skeleton(game: AnyGame) -> str:
    """A template for an example of a game, as TOML: the required keys, and comments that explain every key."""
    names = default_names(game.seats[0])
    keys = {
        "id": "EX-1",
        "game": game.name,
        "title": "what the example shows",
        "source": "book and page",
        "players": list(names),
        "when": [],
    }
    lines = [
        f"# A worked example of {game.title}. `kronika example check FILE` runs it.",
        *to_toml(keys, "[[example]]"),
        *_as_comment(doc_of(Example)),
        *_as_comment("The moves:\n" + "\n".join(map(_move, game.notation()))),
        *_as_comment("The options:\n" + "\n".join(map(_option, options_of(game)))),
        "",
        "# [example.given]",
        *_as_comment(doc_of(game.Given)),
        "",
        "[example.expect]",
        *_as_comment(doc_of(Expect)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _move(verb: Verb) -> str:
    return f"  {'chance: ' if verb.chance else ''}{verb.form}: {verb.means}"


def _option(option: Option) -> str:
    return f"  {option.name} = {json.dumps(option.new)}: {option.meaning}"


def _as_comment(text: str) -> Iterator[str]:
    for line in lines_of(text):
        indent = line[: len(line) - len(line.lstrip())] + "  "
        for part in wrap(line, _WIDTH, subsequent_indent=indent, break_long_words=False) or [""]:
            yield f"# {part}".rstrip()
