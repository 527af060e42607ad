"""Answers of the tools: in words for a reader, and the same as data.

They are made from the answers of the request handler, and contain no digest and no seed for any caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.options import Option, parse_value
from kronika.core.contract.result import Result
from kronika.core.contract.view import HIDDEN
from kronika.logs.pipe.answers import By, Code, Error, Happened, Moves, Sheet
from kronika.logs.pipe.mcp.tally import Counts


class Text(Struct, kw_only=True):
    """A text."""

    told: str

    def text(self) -> str:
        """The same for a reader."""
        return self.told


class Shown(Struct, kw_only=True, omit_defaults=True):
    """A game: the events, the table, the seats that may act, and the legal moves as far as they are shown; or the end.

    While an outcome of chance is due, `form` is its notation.
    """

    session: str = ""
    happened: tuple[str, ...] = ()
    table: str = ""
    actors: tuple[str, ...] = ()
    due: str = ""
    form: str = ""
    moves: tuple[str, ...] | None = None
    totals: dict[str, int | None] | None = None
    over: str = ""

    def text(self) -> str:
        """The same for a reader."""
        parts = [
            f"Session {self.session}" if self.session else "",
            "\n".join(self.happened),
            self.table,
            f"To act: {join_words(self.actors)}. Next: {self.due}." if self.actors else "",
            f"An outcome is entered as `{self.form}`." if self.form else "",
            _in_lines(self.moves),
            _in_one_line(self.totals) if self.totals else "",
            self.over,
        ]
        return "\n\n".join(filter(None, parts))


class Verdict(Struct, kw_only=True, omit_defaults=True):
    """Whether a move is legal, and if not, the reason."""

    legal: bool
    move: str = ""
    message: str = ""
    rule: str = ""

    def text(self) -> str:
        """The same for a reader."""
        return f"`{self.move}` is legal." if self.legal else self.message


class Scored(Struct, kw_only=True, omit_defaults=True):
    """The points that a viewer may know, a line for each, and the totals."""

    items: tuple[str, ...]
    totals: dict[str, int | None]
    over: str = ""

    def text(self) -> str:
        """The same for a reader."""
        return "\n".join(filter(None, [*self.items, _in_one_line(self.totals), self.over]))


class Offered(Struct, frozen=True):
    """A game that can be played."""

    game: str
    title: str
    players: tuple[int, int]
    options: tuple[Option, ...]


class Offer(Struct, kw_only=True):
    """The games that can be played."""

    games: tuple[Offered, ...]

    def text(self) -> str:
        """The same for a reader."""
        return "\n".join(line for one in self.games for line in _offered(one))


class Counted(Struct, kw_only=True):
    """The tally so far."""

    games: tuple[Counts, ...]

    def text(self) -> str:
        """The same for a reader."""
        names = Counts.__struct_fields__[1:]
        lines = [
            f"{one.game}: {', '.join(f'{name} {getattr(one, name)}' for name in names if getattr(one, name))}"
            for one in self.games
        ]
        return "\n".join(lines) or "No game was begun."


class Denied(Struct, kw_only=True, omit_defaults=True):
    """The reason why nothing was done, as in an `error` for other programs, and the legal moves if they are shown
    then.
    """

    code: Code
    message: str
    rule: str = ""
    field: str = ""
    hints: tuple[str, ...] = ()
    moves: tuple[str, ...] | None = None
    forfeited: bool = False

    def text(self) -> str:
        """The same for a reader."""
        return "\n\n".join(filter(None, [self.message, _in_lines(self.moves)]))


Said = Text | Shown | Verdict | Scored | Offer | Counted | Denied
"""The answer of a tool: the fields are the data."""


def denied(error: Error) -> Denied:
    """An error as the answer of a tool."""
    return Denied(code=error.code, message=error.message, rule=error.rule, field=error.field, hints=error.hints)


# -- in words -----------------------------------------------------------------------------------------------------


def names_of(actors: Iterable[By], players: Sequence[str]) -> tuple[str, ...]:
    """The names of the players that may act."""
    return tuple(who if isinstance(who, str) else players[who] for who in actors)


def listed(found: Moves, players: Sequence[str]) -> tuple[str, ...]:
    """Legal moves in notation, with their players if several may act."""
    several = len({move.by for move in found.moves}) > 1
    whose = dict(enumerate(players)) if several else {}
    return tuple(f"{whose[move.by]}: {move.move}" if move.by in whose else move.move for move in found.moves)


def told(events: Iterable[Happened], players: Sequence[str]) -> tuple[str, ...]:
    """Events as lines: the move, then the effects, each with its rule."""
    lines = []
    for event in events:
        (who,) = names_of([event.by], players)
        lines.append(f"{who}: {event.move}")
        lines += [f"  {effect['text']} ({effect['rule']})" for effect in event.effects or ()]
    return tuple(lines)


def scored(sheet: Sheet, players: Sequence[str], over: str = "") -> Scored:
    """A score sheet as lines."""
    lines = []
    for item in sheet.items or ():
        note = f", {item.note}" if item.note else ""
        lines.append(f"{players[item.seat]}: {item.points} for {item.part}, {item.source}{note} ({item.rule})")
    return Scored(items=tuple(lines), totals=dict(zip(players, sheet.totals or (), strict=False)), over=over)


def ended(result: Result | None, players: Sequence[str]) -> str:
    """The end of a game by its rules, in words; empty during the game."""
    if result is None:
        return ""
    winners = [players[seat] for seat in result.winners]
    won = f"{join_words(winners)} {'wins' if len(winners) == 1 else 'win together'}" if winners else "Nobody wins"
    decided = f": {result.tie_break} ({result.tie_rule})" if result.tie_break else ""
    totals = _in_one_line(dict(zip(players, result.totals, strict=True)))
    return f"The game is over: {result.reason} ({result.rule}). {totals} {won}{decided}."


def _in_one_line(totals: dict[str, int | None] | dict[str, int]) -> str:
    points = (f"{name} {HIDDEN if points is None else points}" for name, points in totals.items())
    return f"Totals: {', '.join(points)}."


def _in_lines(moves: tuple[str, ...] | None) -> str:
    if moves is None:
        return ""
    return "\n".join(["Legal moves:", *moves]) if moves else "There is no legal move."


def _offered(one: Offered) -> list[str]:
    fewest, most = one.players
    seats = pluralize(most, "player") if fewest == most else f"{fewest} to {pluralize(most, 'player')}"
    options = []
    for option in one.options:
        values = f" ({' or '.join(option.values)})" if option.values else ""
        options.append(f"  option {option.name}{values}, {parse_value(option.new)} by default: {option.meaning}")
    return [f"{one.game}: {one.title}, {seats}", *options]
