"""The requests of other programs, and those to them: one Struct for each type of request."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from kronika.core.drawing.themes import Theme
from kronika.core.sessions.events import Seat, Seed
from kronika.logs.pipe.answers import Happened, Id, Option

PROTOCOL: Final = 2
"""The version of the messages. It changes when a request gets another meaning, or an answer loses a field."""


def other_protocol(theirs: int) -> str:
    """A clause: why a program of another protocol is refused, and what to do."""
    if theirs < PROTOCOL:
        todo = f"write the names of protocol {PROTOCOL} (the table of names in CHANGELOG.md, 0.2.0), and say so"
    else:
        todo = f"say {PROTOCOL}, or use a newer Kronika"
    return f"it speaks protocol {theirs}, and this is protocol {PROTOCOL}: {todo}"


Who = int | str | UnsetType
"""A viewer: a player by seat or name, `everyone` at the table or, if omitted, the referee. `everyone` is what all seats
know, which is more than a bystander knows.

Null is refused here, and for every optional number: JavaScript writes it for an invalid number, and an invalid seat
would become the referee.
"""
Doer = Seat | str
"""The actor of an event: a player by seat or name, or `chance`."""
Number = Annotated[int, Meta(ge=0, le=2**31)]
Steps = Annotated[int, Meta(ge=1, le=2**31)]
Chance = Literal["auto", "given"]
Form = Literal["notation", "data", "both"]
"""The form in which moves are listed."""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """A move or an outcome as data, with its actor, as in a line of a log."""

    by: Doer
    do: Any


Move = str | Deed
"""A move or an outcome: in notation, `Anna: pick 17` or `chance: draw …`, or as data."""


class Start(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The beginning of a game: the set-up before any chance, or a position in the keys of an example's `given`."""

    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] | None = None


class Request(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag=str.lower, tag_field="type"
):
    """A request. The answer has the same `id`, or none if the request has none."""

    id: Id = None


class Hello(Request, frozen=True, kw_only=True):
    """A greeting. `protocol` and `program` describe the caller; another protocol is refused. Answer: `welcome`."""

    protocol: Number | UnsetType = UNSET
    program: str = ""


class New(Request, frozen=True, kw_only=True):
    """A new game under the name `session`; without one it gets a number. Answer: `session`.

    Chance is drawn (`auto`) if there is a seed, else its outcomes are `given` as moves; `auto` alone makes up a seed.
    Players without names are Anna, Bob, …, as few as the game needs.
    """

    session: str = ""
    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: Seed | UnsetType = UNSET
    chance: Chance | None = None
    tags: dict[str, str] = field(default_factory=dict)


class Load(Request, frozen=True, kw_only=True):
    """A game from a log: its text, or a file in the folder for files. Answer: `session`.

    Chance works as in `new`, with the seed of the log.
    """

    session: str = ""
    log: str = ""
    path: str = ""
    chance: Chance | None = None


class Position(Request, frozen=True, kw_only=True):
    """A game that begins with a position, in the keys of an example's `given`. Chance works as in `new`. Answer:
    `session`.
    """

    session: str = ""
    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any]
    seed: Seed | UnsetType = UNSET
    chance: Chance | None = None


class Question(Request, frozen=True, kw_only=True):
    """A question about a session or, if the caller keeps the game, about the game of `start` and `moves`.

    `at` asks about the game as it was after `at` events in force.
    """

    session: str = ""
    start: Start | None = None
    moves: tuple[Move, ...] = ()
    at: Number | UnsetType = UNSET


class Legal(Question, frozen=True, kw_only=True):
    """The legal moves of `seat`, or of everyone who may act. Answer: `moves`."""

    seat: Who = UNSET
    form: Form = "notation"


class Act(Question, frozen=True, kw_only=True):
    """A `move` in notation, or `do` as data with `by`; or both, if they are the same."""

    move: str = ""
    by: Doer | UnsetType = UNSET
    do: Any = None


class Check(Act, frozen=True, kw_only=True):
    """Check whether a move is legal, and if not, why. Answer: `checked`."""


class Play(Act, frozen=True, kw_only=True):
    """Make a move, and draw the chance that follows if chance is drawn. Answer: `played`.

    A game that the caller keeps does not change here: the answer shows what would happen.
    """


class Undo(Request, frozen=True, kw_only=True):
    """Take back `decisions` with the chance that followed, or single `events`. Answer: `session`."""

    session: str
    decisions: Steps | UnsetType = UNSET
    events: Steps | UnsetType = UNSET


class Redo(Request, frozen=True, kw_only=True):
    """Restore what was taken back last, `decisions` or `events`. Answer: `session`."""

    session: str
    decisions: Steps | UnsetType = UNSET
    events: Steps | UnsetType = UNSET


class View(Question, frozen=True, kw_only=True):
    """The view of the table for a viewer. Answer: `seen`."""

    seat: Who = UNSET


class GetEvents(Question, frozen=True, kw_only=True, tag="events"):
    """The events in force after the first `since`, as a viewer may know them. Answer: `happened`.

    If some were taken back, `count` may be less than `since`, or count other events: then ask again from the beginning.
    """

    seat: Who = UNSET
    since: Number = 0


class Render(Question, frozen=True, kw_only=True):
    """The table as text, or as a picture. Answer: `drawn`.

    `width` is the width of the text in columns. In a picture, `columns` is the number of players side by side, and
    `theme` its colours: `auto` follows the settings of the viewer's system.
    """

    seat: Who = UNSET
    form: Literal["text", "svg"] = "text"
    width: Annotated[int, Meta(ge=40, le=1000)] = 80
    columns: Annotated[int, Meta(ge=1, le=4)] = 1
    theme: Theme = "auto"


class Score(Question, frozen=True, kw_only=True):
    """The score as a viewer may know it. Answer: `sheet`."""

    seat: Who = UNSET


class Best(Question, frozen=True, kw_only=True):
    """The best moves of `seat`, or of each player to move, found by a search with `iterations` iterations.

    Answer: `advice`, and once a second before it `progress`, if that is asked for. It takes one or two seconds for each
    seat and 1,000 iterations. `cancel` ends it.
    """

    seat: Who = UNSET
    iterations: Annotated[int, Meta(ge=1, le=20_000)] = 200
    progress: bool = False


class Analyse(Question, frozen=True, kw_only=True):
    """The cost of each decision of the game until now, and the luck; with `seat` only the skill of its decisions.

    Answer: `analysed`, and once a second before it `progress`, if that is asked for. It takes some minutes for a whole
    game. `cancel` ends it. `iterations` and `playouts` are those of `kronika analyse`.
    """

    seat: Who = UNSET
    iterations: Annotated[int, Meta(ge=1, le=20_000)] = 200
    playouts: Annotated[int, Meta(ge=2, le=20_000)] = 400
    progress: bool = False


class GetResult(Question, frozen=True, kw_only=True, tag="result"):
    """Whether the game is over, and who has won. Answer: `ended`."""


class Notation(Request, frozen=True, kw_only=True):
    """The notation of the moves of a game. Answer: `verbs`."""

    game: str


class Validate(Request, frozen=True, kw_only=True):
    """Every fault of a log: of its text, or of a file as in `load`. Answer: `report`."""

    log: str = ""
    path: str = ""
    strict: bool = False


class Save(Request, frozen=True, kw_only=True):
    """The log of a session: as text, or in a new file of the folder for files. Answer: `log`.

    The name ends like a log's: `.jsonl` or `.kpack`, perhaps with `.gz` or `.zst`.
    """

    session: str
    path: str = ""


class Close(Request, frozen=True, kw_only=True):
    """Close a session; its name is then free. Answer: `closed`."""

    session: str


class Cancel(Request, frozen=True, kw_only=True):
    """Cancel a request that has not been begun, or a `best` or `analyse` at work; that gets an `error`.

    Answer: `cancelled`.
    """

    request: int | str


class Choose(Request, frozen=True, kw_only=True):
    """A request to a bot to choose a move for `seat`. Answer: `choice`.

    `session` is the name of a game, unique in this process: an unknown one is a new game. `view` is what the seat may
    know, `events` are the events since the last request of this session, `legal` the legal moves. `seed` is for
    anything that the bot draws. It differs for each decision, and is the same when the game is played again: it depends
    only on what the seat knows and on the number of the game. `millis` is the time for this move, `game_millis` the
    time left for the whole game, and `iterations` the budget, if one was given.
    """

    session: str
    game: str
    rules: int
    players: tuple[str, ...]
    options: dict[str, Any]
    seat: Seat
    view: Any
    events: tuple[Happened, ...]
    legal: tuple[Option, ...]
    seed: int
    millis: Number | None = None
    game_millis: Number | None = None
    iterations: Number | None = None


REQUESTS: Final[tuple[type[Request], ...]] = (
    Hello,
    New,
    Load,
    Position,
    Legal,
    Check,
    Play,
    Undo,
    Redo,
    View,
    GetEvents,
    Render,
    Score,
    Best,
    Analyse,
    GetResult,
    Notation,
    Validate,
    Save,
    Close,
    Cancel,
    Choose,
)
"""All types of request. `choose` is sent only to bots; an engine answers those that it can."""
