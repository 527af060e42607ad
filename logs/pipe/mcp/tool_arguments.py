"""What a client of the Model Context Protocol may call: one Struct a tool, whose fields are the tool's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from kronika.logs.pipe.requests import Number

Session = Annotated[
    str, Meta(description="Which game, as `new` called it; not needed while only one is open.", examples=["1"])
]
Name = Annotated[str, Meta(description="A game's name, as `games` lists it.", examples=["tides"])]
Options = Annotated[
    dict[str, Any],
    Meta(description="Options of the game and their values; the rest are as usual.", examples=[{"OPTION": True}]),
]
Who = Annotated[
    str,
    Meta(description="A player by name or number from 0; not needed where you play one yourself.", examples=["Anna"]),
]
Move = Annotated[
    str, Meta(description="A move as it is written; `rule` without a number ends with how.", examples=["Anna: MOVE"])
]
Players = Annotated[
    tuple[str, ...] | None,
    Meta(description="Their names, by seat; not needed for the fewest.", examples=[["Anna", "Bob"]]),
]
Given = Annotated[
    dict[str, Any],
    Meta(description="The position; what is not said is as in the set-up.", examples=[{"KEY": "VALUE"}]),
]
Since = Annotated[Number | None, Meta(description="Tell too what happened after so many events; 0: all.", examples=[0])]
Moved = Annotated[
    tuple[str, ...], Meta(description="Moves to be made first, each as `NAME: MOVE`.", examples=[["Anna: MOVE"]])
]


class Tool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool."""


class Games(Tool, frozen=True, kw_only=True):
    """Lists the games that can be played, their numbers of players and their options."""


class New(Tool, frozen=True, kw_only=True):
    """Begins a game and shows the table."""

    game: Name
    players: Players = None
    options: Options = field(default_factory=dict)
    chance: Annotated[
        Literal["auto", "given"],
        Meta(description="Are outcomes of chance drawn, or entered as moves, `chance: …`? Not for one who plays."),
    ] = "auto"


class Look(Tool, frozen=True, kw_only=True):
    """Shows the table as you may know it, and who is to act."""

    session: Session = ""
    seat: Who = ""
    since: Since = None


class Moves(Tool, frozen=True, kw_only=True):
    """Lists the legal moves."""

    session: Session = ""
    seat: Who = ""


class Play(Tool, frozen=True, kw_only=True):
    """Makes a move, and tells what came of it; or says why it can't be made, with the number of the rule."""

    session: Session = ""
    move: Move


class Why(Tool, frozen=True, kw_only=True):
    """Says whether a move is legal now, and if not, why, with the number of the rule; nothing is done."""

    session: Session = ""
    move: Move


class Score(Tool, frozen=True, kw_only=True):
    """Shows every point that you may know of, with its rule."""

    session: Session = ""
    seat: Who = ""


class Rule(Tool, frozen=True, kw_only=True):
    """Tells a rule by its number, as it is enforced in the game that is open; without a number all of them."""

    number: Annotated[str, Meta(description="As refusals, effects and points cite it.")] = ""
    session: Session = ""
    game: Annotated[str, Meta(description="A game's name, to read its rules before it is begun.")] = ""


class CheckPosition(Tool, frozen=True, kw_only=True):
    """Sets a position up that you describe: the table, the points, the legal moves, and what a move would do there."""

    game: Name
    players: Players = None
    options: Options = field(default_factory=dict)
    given: Given
    moves: Moved = ()


class Tally(Tool, frozen=True, kw_only=True):
    """Counts this connection: moves made, illegal and unreadable ones, games won, lost, forfeited, unfinished."""


class Close(Tool, frozen=True, kw_only=True):
    """Ends a game that is open; its name is free then."""

    session: Session = ""


TOOLS: Final[Mapping[str, type[Tool]]] = {
    "games": Games,
    "new": New,
    "look": Look,
    "moves": Moves,
    "play": Play,
    "why": Why,
    "score": Score,
    "rule": Rule,
    "check_position": CheckPosition,
    "tally": Tally,
    "close": Close,
}
"""All tools, by name."""

READ_ONLY: Final = frozenset(TOOLS) - {"new", "play", "close"}
"""Those that change nothing."""

WITHOUT_PENALTY: Final = frozenset({"moves", "why", "check_position"})
"""Those that tell what is legal before a move is made: a connection that counts wrong moves has none of them."""
