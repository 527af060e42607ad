"""What other programs may ask, and be asked: one Struct a type of request."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from kronika.core.drawing.themes import Theme
from kronika.core.sessions.events import Seat, Seed
from kronika.logs.pipe.answers import Happened, Id, Option

PROTOCOL: Final = 2
"""The version of the messages. It is raised when a request means something else, or an answer lacks what it had."""


def other_protocol(theirs: int) -> str:
    """Why a program of another protocol is refused, and what to do: a clause."""
    if theirs < PROTOCOL:
        todo = f"write the names of protocol {PROTOCOL} (the table of names in CHANGELOG.md, 0.2.0), and say so"
    else:
        todo = f"say {PROTOCOL}, or use a newer Kronika"
    return f"it speaks protocol {theirs}, and this is protocol {PROTOCOL}: {todo}"


Who = int | str | UnsetType
"""A viewer: a player by seat or name, `everyone` at the table, or, where nothing is said, the referee. `everyone` is
what all seats know together, not what a bystander knows.

Null is refused, here and wherever a number may be left out: JavaScript writes it for one that is none, and what was to
be a seat would be the referee.
"""
Doer = Seat | str
"""Who does something: a player by seat or name, or `chance`."""
Number = Annotated[int, Meta(ge=0, le=2**31)]
Steps = Annotated[int, Meta(ge=1, le=2**31)]
Chance = Literal["auto", "given"]
Form = Literal["notation", "data", "both"]
"""How moves are listed."""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """A move or an outcome as data: who did what, as in a line of a log."""

    by: Doer
    do: Any


Move = str | Deed
"""A move or an outcome: in notation, `Anna: pick 17` or `chance: draw …`, or as data."""


class Start(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a game begins: with the set-up before any chance, or a position in the keys of an example's `given`."""

    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] | None = None


class Request(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag=str.lower, tag_field="type"
):
    """What is asked. The answer has the same `id`, and none where none is given."""

    id: Id = None


class Hello(Request, frozen=True, kw_only=True):
    """Who is there? `protocol` and `program` say who asks; another protocol is refused. Answer: `welcome`."""

    protocol: Number | UnsetType = UNSET
    program: str = ""


class New(Request, frozen=True, kw_only=True):
    """A new game under the name `session`; without one it gets a number. Answer: `session`.

    Chance is drawn (`auto`) if there is a seed, else its outcomes are `given` as moves; `auto` alone makes a seed up.
    Players that are not named are Anna, Bob, …, as few as the game needs.
    """

    session: str = ""
    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: Seed | UnsetType = UNSET
    chance: Chance | None = None
    tags: dict[str, str] = field(default_factory=dict)


class Load(Request, frozen=True, kw_only=True):
    """A game from a log: its text, or a file in the folder that is open to files. Answer: `session`.

    Chance as in `new`, by the seed of the log.
    """

    session: str = ""
    log: str = ""
    path: str = ""
    chance: Chance | None = None


class Position(Request, frozen=True, kw_only=True):
    """A game that begins with a position, in an example's keys of `given`. Chance as in `new`. Answer: `session`."""

    session: str = ""
    game: str
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any]
    seed: Seed | UnsetType = UNSET
    chance: Chance | None = None


class Question(Request, frozen=True, kw_only=True):
    """About a session; or, where the one who asks keeps the game, about what comes of `start` and `moves`.

    `at` asks about the game as it was after so many events in force.
    """

    session: str = ""
    start: Start | None = None
    moves: tuple[Move, ...] = ()
    at: Number | UnsetType = UNSET


class Legal(Question, frozen=True, kw_only=True):
    """What may be done, by `seat` or by everyone who may act. Answer: `moves`."""

    seat: Who = UNSET
    form: Form = "notation"


class Act(Question, frozen=True, kw_only=True):
    """A `move` in notation, or `do` as data with `by`; or both, where they say the same."""

    move: str = ""
    by: Doer | UnsetType = UNSET
    do: Any = None


class Check(Act, frozen=True, kw_only=True):
    """May this be done, and if not, why? Answer: `checked`."""


class Play(Act, frozen=True, kw_only=True):
    """Does it, and draws the chance that follows where chance is drawn. Answer: `played`.

    Of a game that the one who asks keeps nothing is kept here: the answer tells what would happen.
    """


class Undo(Request, frozen=True, kw_only=True):
    """Takes back `decisions` with the chance that followed, or single `events`. Answer: `session`."""

    session: str
    decisions: Steps | UnsetType = UNSET
    events: Steps | UnsetType = UNSET


class Redo(Request, frozen=True, kw_only=True):
    """Restores what was taken back last, `decisions` or `events`. Answer: `session`."""

    session: str
    decisions: Steps | UnsetType = UNSET
    events: Steps | UnsetType = UNSET


class View(Question, frozen=True, kw_only=True):
    """What a viewer may know of the table. Answer: `seen`."""

    seat: Who = UNSET


class GetEvents(Question, frozen=True, kw_only=True, tag="events"):
    """The events in force after the first `since`, as a viewer may know them. Answer: `happened`.

    Where some were taken back, `count` may be less than `since`, or stand for others: ask again from the beginning.
    """

    seat: Who = UNSET
    since: Number = 0


class Render(Question, frozen=True, kw_only=True):
    """The table as text of so many columns, or as a picture. Answer: `drawn`.

    `width` is of the text; of a picture `columns` are players side by side, and `theme` its colours: `auto` are those
    that the viewer's system likes.
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
    """The best moves of `seat`, or of everyone who is to decide, as a search of so many `iterations` finds them.

    Answer: `advice`, and before it once a second `progress`, where that is asked for. It takes as long as it takes:
    one second or two for each seat and 1,000 iterations. `cancel` ends it.
    """

    seat: Who = UNSET
    iterations: Annotated[int, Meta(ge=1, le=20_000)] = 800
    progress: bool = False


class GetResult(Question, frozen=True, kw_only=True, tag="result"):
    """Is the game over, and who has won? Answer: `ended`."""


class Notation(Request, frozen=True, kw_only=True):
    """How the moves of a game are written. Answer: `verbs`."""

    game: str


class Validate(Request, frozen=True, kw_only=True):
    """Every fault of a log: of its text, or of a file as in `load`. Answer: `report`."""

    log: str = ""
    path: str = ""
    strict: bool = False


class Save(Request, frozen=True, kw_only=True):
    """The log of a session: as text, or in a new file of the folder that is open to files. Answer: `log`.

    The name ends like a log's: `.jsonl` or `.kpack`, perhaps with `.gz` or `.zst`.
    """

    session: str
    path: str = ""


class Close(Request, frozen=True, kw_only=True):
    """Ends a session, whose name is free then. Answer: `closed`."""

    session: str


class Cancel(Request, frozen=True, kw_only=True):
    """Takes a request back that has not been begun, or a `best` at work; it gets an `error`. Answer: `cancelled`."""

    request: int | str


class Choose(Request, frozen=True, kw_only=True):
    """To a bot: it is to move for `seat`. Answer: `choice`.

    `session` is a name that no other game has for this process: one that it has not heard before is a new game. `view`
    is what the seat may know, `events` what has happened since it was asked last in this session, `legal` what it may
    do. `seed` is for whatever it draws, another one for each decision, and the same when the game is played again: it
    comes of what the seat knows and of the number of the game alone. `millis` are what it has for this move,
    `game_millis` what it has left for all of the game, `iterations` how far it is to think, where somebody said so.
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
    GetResult,
    Notation,
    Validate,
    Save,
    Close,
    Cancel,
    Choose,
)
"""All types of request. `choose` is asked of bots alone; an engine answers those that it can."""
