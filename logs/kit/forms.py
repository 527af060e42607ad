"""The contents of the files of a kit: questions, answers, and the list of them with their checksums."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kronika.core.contract.result import Result, ScoreItem

KIT: Final = 2
"""Version of these forms."""

By = int | Literal["chance"]
Ask = Literal["states", "tries", "perft", "views"]
Id = Annotated[str, Meta(pattern=r"^[a-z]{1,20}/[0-9]{1,9}$")]
"""The place of a question in its kit: its kind and its number, `games/001`."""


class Step(Struct, frozen=True, omit_defaults=True):
    """An action of a seat or an outcome of chance: as data, as a log has it, and in notation.

    A try has no `move` where its notation would mean something else in its position.
    """

    by: By
    do: Any
    move: str = ""


class Move(Struct, frozen=True):
    """An action as data and in notation, of whichever seat."""

    do: Any
    move: str


class Question(Struct, frozen=True):
    """A game up to some point, and what is asked of it: a file `N-in.json`.

    The game begins with its set-up, before any chance, or with a position: `given` has it as examples write it, `table`
    as the referee sees it. `steps` lead on. `at` says after how many of them a state is to be told, 0 is the start.
    `ask` says what of it: `states` all but the rest; `tries` whether the moves `tries[i]` may be made; `perft` in how
    many ways so many decisions can be made, up to `depth[i]`; `views` what each seat may know.
    """

    id: Id
    about: str
    ask: Ask
    game: str
    rules: int
    players: tuple[str, ...]
    options: dict[str, Any]
    given: dict[str, Any] | UnsetType = UNSET
    table: Any = UNSET
    steps: tuple[Step, ...] = ()
    at: tuple[int, ...] = ()
    tries: tuple[tuple[Step, ...], ...] | UnsetType = UNSET
    depth: tuple[int, ...] | UnsetType = UNSET


class Tried(Struct, frozen=True):
    """Whether a move may be made; if not, by which rule, and why in words."""

    legal: bool
    rule: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class Divided(Struct, frozen=True):
    """A first move, and in how many ways the decisions can go on behind it."""

    do: Any
    move: str
    count: int


class Counted(Struct, frozen=True):
    """A list of which there is only told how long it is."""

    count: int


class State(Struct, frozen=True):
    """What is told of one state. Lists of players are by seat.

    `actors`: who may act, `["chance"]` where an outcome is due, nobody when the game is over. `totals`: the score.
    `legal`: of each seat the numbers of its legal moves in the answer's `moves`, or how many there are. `effects`: what
    the rules derived from the step that led here, each with the number of its rule. `items`: every point, itemised, in
    the last state alone. `result`, `winners`: the end of the game; nothing while it goes on. The others are asked for
    by `tries`, `perft`, `views`.
    """

    actors: tuple[By, ...] | UnsetType = UNSET
    totals: tuple[int, ...] | UnsetType = UNSET
    legal: tuple[tuple[int, ...] | Counted, ...] | UnsetType = UNSET
    effects: tuple[Any, ...] | UnsetType = UNSET
    items: tuple[ScoreItem, ...] | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    winners: tuple[int, ...] | UnsetType = UNSET
    tries: tuple[Tried, ...] | UnsetType = UNSET
    counts: tuple[int, ...] | UnsetType = UNSET
    divide: tuple[Divided, ...] | UnsetType = UNSET
    views: tuple[Any, ...] | UnsetType = UNSET


class Answer(Struct, frozen=True):
    """The states that a question asks for, one for each `at`, and the moves that `legal` counts: `N-out.json`."""

    states: tuple[State, ...]
    moves: tuple[Move, ...] | UnsetType = UNSET


PARTS: Final[dict[Ask, tuple[str, ...]]] = {
    "states": ("actors", "totals", "legal", "effects", "items", "result", "winners"),
    "tries": ("tries",),
    "perft": ("counts", "divide"),
    "views": ("views",),
}
"""The parts of a state, by the kind of question."""


class Entry(Struct, frozen=True):
    """A question in the list of them."""

    id: Id
    about: str
    ask: Ask


class Manifest(Struct, frozen=True):
    """The list of a kit, `manifest.json`: what made it, its questions, and the SHA-256 of each of its files.

    `kit` is the version of the form of all files, `kronika` that of the program, `rules` that of the game's rules.
    """

    kit: int
    kronika: str
    game: str
    title: str
    rules: int
    questions: tuple[Entry, ...]
    files: dict[str, str]
