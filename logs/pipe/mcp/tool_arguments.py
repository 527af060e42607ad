"""The tools of the Model Context Protocol: one Struct for each tool, whose fields are the tool's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from kronika.logs.pipe.requests import Number

Session = Annotated[
    str, Meta(description="The name that `new` gave the game; not needed while only one is open.", examples=["1"])
]
Name = Annotated[str, Meta(description="A game's name, as `games` lists it.", examples=["tides"])]
Options = Annotated[
    dict[str, Any],
    Meta(description="Options of the game and their values; others have their defaults.", examples=[{"OPTION": True}]),
]
Who = Annotated[
    str,
    Meta(description="A player by name or number from 0; not needed if you play as one.", examples=["Anna"]),
]
Move = Annotated[
    str,
    Meta(
        description="A move in notation; `rule` without a number explains the notation at its end.",
        examples=["Anna: MOVE"],
    ),
]
Players = Annotated[
    tuple[str, ...] | None,
    Meta(
        description="The names of the players by seat; not needed for the fewest players.", examples=[["Anna", "Bob"]]
    ),
]
Given = Annotated[
    dict[str, Any],
    Meta(description="The position; omitted keys are as in the set-up.", examples=[{"KEY": "VALUE"}]),
]
Since = Annotated[Number | None, Meta(description="Also show the events after the first N; 0 shows all.", examples=[0])]
Moved = Annotated[
    tuple[str, ...], Meta(description="Moves to make first, each as `NAME: MOVE`.", examples=[["Anna: MOVE"]])
]


class Tool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool."""


class Games(Tool, frozen=True, kw_only=True):
    """Lists the games that you can play, with their numbers of players and their options."""


class New(Tool, frozen=True, kw_only=True):
    """Begins a game and shows the table."""

    game: Name
    players: Players = None
    options: Options = field(default_factory=dict)
    chance: Annotated[
        Literal["auto", "given"],
        Meta(
            description="Draw the outcomes of chance, or enter them as moves `chance: …`. Not for a connection that "
            "plays for a seat."
        ),
    ] = "auto"


class Look(Tool, frozen=True, kw_only=True):
    """Shows the table as you may know it, and who may act."""

    session: Session = ""
    seat: Who = ""
    since: Since = None


class Moves(Tool, frozen=True, kw_only=True):
    """Lists the legal moves."""

    session: Session = ""
    seat: Who = ""


class Play(Tool, frozen=True, kw_only=True):
    """Makes a move and shows its effects, or explains with the number of the rule why the move is illegal."""

    session: Session = ""
    move: Move


class Why(Tool, frozen=True, kw_only=True):
    """Checks whether a move is legal now. If not, explains why, with the number of the rule. Changes nothing."""

    session: Session = ""
    move: Move


class Score(Tool, frozen=True, kw_only=True):
    """Shows every point that you may know, with its rule."""

    session: Session = ""
    seat: Who = ""


class Rule(Tool, frozen=True, kw_only=True):
    """Shows a rule by its number, as it is enforced in the open game. Without a number, shows all rules."""

    number: Annotated[str, Meta(description="The number of a rule, as refusals, effects and points cite it.")] = ""
    session: Session = ""
    game: Annotated[str, Meta(description="A game's name, to read its rules before you begin it.")] = ""


class CheckPosition(Tool, frozen=True, kw_only=True):
    """Sets up a position that you describe. Shows the table, the points, the legal moves, and the effects of a move
    there.
    """

    game: Name
    players: Players = None
    options: Options = field(default_factory=dict)
    given: Given
    moves: Moved = ()


class Tally(Tool, frozen=True, kw_only=True):
    """Shows the counts of this connection: moves made, illegal and unreadable ones, games won, lost, forfeited,
    unfinished.
    """


class Close(Tool, frozen=True, kw_only=True):
    """Closes an open game; its name is then free."""

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
"""The tools that change nothing."""

WITHOUT_PENALTY: Final = frozenset({"moves", "why", "check_position"})
"""The tools that show what is legal before a move is made; a connection that counts wrong moves has none of them."""
