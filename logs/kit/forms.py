"""The contents of the files of a kit: questions, answers, and the list of them with their checksums."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kronika.core.contract.result import Result, ScoreItem

KIT: Final = 2
"""The version of these forms."""

By = int | Literal["chance"]
Ask = Literal["states", "tries", "perft", "views"]
Id = Annotated[str, Meta(pattern=r"^[a-z]{1,20}/[0-9]{1,9}$")]
"""The id of a question in its kit: its kind and its number, `games/001`."""


class Step(Struct, frozen=True, omit_defaults=True):
    """An action of a seat or an outcome of chance: as data, as in a log, and in notation.

    A try has no `move` if its notation would mean something else in its position.
    """

    by: By
    do: Any
    move: str = ""


class Move(Struct, frozen=True):
    """An action of any seat, as data and in notation."""

    do: Any
    move: str


class Question(Struct, frozen=True):
    """A game up to some point, and a question about it: a file `N-in.json`.

    The game begins with its set-up, before any chance, or with a position: `given` is the position in the keys of an
    example, `table` as the referee sees it. `steps` follow. `at` lists the numbers of steps after which a state is
    asked for; 0 is the start. `ask` is the kind of question:

    - `states`: all parts of a state but those of the other kinds;
    - `tries`: whether the moves `tries[i]` are legal;
    - `perft`: the number of ways to make up to `depth[i]` decisions;
    - `views`: what each seat may know.
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
    """Whether a move is legal; if not, the rule that refuses it, and the reason in words."""

    legal: bool
    rule: str | UnsetType = UNSET
    message: str | UnsetType = UNSET


class Divided(Struct, frozen=True):
    """A first move, and the number of continuations after it."""

    do: Any
    move: str
    count: int


class Counted(Struct, frozen=True):
    """The length of a list, in place of the list."""

    count: int


class State(Struct, frozen=True):
    """The parts of one state. Lists of players are by seat.

    - `actors`: the seats that may act, `["chance"]` if an outcome is due, empty if the game is over.
    - `totals`: the score.
    - `legal`: for each seat, the indexes of its legal moves in the answer's `moves`, or their number.
    - `effects`: the effects that the rules derived from the step to this state, each with its rule.
    - `items`: all points, itemised, in the last state only.
    - `result`, `winners`: the end of the game; null during the game.

    The other parts answer `tries`, `perft` and `views`.
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
    """The states that a question asks for, one for each `at`, and the moves that `legal` refers to: `N-out.json`."""

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
    """A question in the list of a kit."""

    id: Id
    about: str
    ask: Ask


class Manifest(Struct, frozen=True):
    """The list of a kit, `manifest.json`: its origin, its questions, and the SHA-256 of each of its files.

    `kit` is the version of the form of all files, `kronika` that of the program, `rules` that of the game's rules.
    """

    kit: int
    kronika: str
    game: str
    title: str
    rules: int
    questions: tuple[Entry, ...]
    files: dict[str, str]
