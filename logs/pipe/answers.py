"""The answers to other programs, and by them: one Struct for each type of answer.

A field whose default is null is optional for another program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from kronika.core.analysis.best import BestMoves
from kronika.core.analysis.summary import Analysis
from kronika.core.contract.result import Result, ScoreItem
from kronika.core.sessions.events import Ending, Seat
from kronika.logs.files.faults import Fault

Id = int | str | None
By = Seat | Literal["chance"]
"""The actor of an event: a seat, or chance, as in a log."""


class Option(Struct, frozen=True, omit_defaults=True):
    """A legal move: its seat, and the move in notation, as data, or both."""

    by: By
    move: str = ""
    do: Any = None


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event as a viewer may know it: its actor, the move in notation, and the effects in words with their rules.

    For the referee, each effect also has its data. The move as data, `do`, and the digest of the state after it are
    there, too.
    """

    by: By
    move: str
    effects: tuple[dict[str, Any], ...] | None = None
    do: Any = None
    state: str = ""


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="type"):
    """The answer to the request of the same `id`."""

    id: Id = None


class About(Struct, frozen=True):
    """An installed game: the version of its rules, the fewest and most players, the options of a new game."""

    name: str
    title: str
    rules: int
    seats: tuple[int, int]
    options: dict[str, Any]


class Welcome(Answer, frozen=True, kw_only=True):
    """The program that answers: the versions of the protocol and of the program, the games, the types of request
    answered.

    `seat` is the seat that the connection is for, if it is for one.
    """

    protocol: int
    program: str = ""
    version: str = ""
    games: tuple[About, ...] = ()
    requests: tuple[str, ...] = ()
    seat: str | None = None


class Standing(Answer, frozen=True, kw_only=True, tag="session"):
    """The state of a session.

    `actors` are the seats that may act, or `chance`; empty when the game is over. `due` is the next thing to happen.
    `events` is the number of events in force. `state` is the digest, for the referee only. `warnings` are faults of a
    log that do not prevent its use.
    """

    session: str
    game: str
    rules: int
    players: tuple[str, ...]
    options: dict[str, Any]
    events: int
    actors: tuple[By, ...]
    due: str
    state: str = ""
    warnings: tuple[str, ...] = ()


class Moves(Answer, frozen=True, kw_only=True):
    """The legal moves. While chance is due there are none, and `form` is the notation of an outcome."""

    moves: tuple[Option, ...]
    actors: tuple[By, ...] | None = None
    due: str = ""
    form: str = ""


class Checked(Answer, frozen=True, kw_only=True):
    """Whether a move is legal. If so, the move is given in both forms; if not, the reason, as in an `error`."""

    legal: bool
    by: By | None = None
    move: str = ""
    do: Any = None
    code: str = ""
    message: str = ""
    rule: str = ""
    hints: tuple[str, ...] = ()


class Played(Answer, frozen=True, kw_only=True):
    """The result of a move: the events, including chance, and the seats that may act now."""

    events: tuple[Happened, ...] | None = None
    actors: tuple[By, ...] | None = None


class Seen(Answer, frozen=True, kw_only=True):
    """The game's own view for a viewer. Each begins with `viewer`, `actors`, `due` and `totals`."""

    view: Any


class Events(Answer, frozen=True, kw_only=True, tag="happened"):
    """Events in force, and their total number."""

    events: tuple[Happened, ...]
    count: int


class Drawn(Answer, frozen=True, kw_only=True):
    """The table as text, or as the text of an SVG file."""

    text: str


class Sheet(Answer, frozen=True, kw_only=True):
    """Every point given so far that the viewer may know, and the totals by seat: null for one that the viewer may
    not know.
    """

    items: tuple[ScoreItem, ...] | None = None
    totals: tuple[int | None, ...] | None = None


class Advice(Answer, frozen=True, kw_only=True):
    """The best moves for each player to move, judged by what that player may know; empty if nobody can move."""

    best: tuple[BestMoves, ...]


class Analysed(Answer, frozen=True, kw_only=True):
    """The analysis of a game: event by event, and summed up."""

    analysis: Analysis


class Progress(Answer, frozen=True, kw_only=True):
    """The progress of a `best` or `analyse` whose answer is not ready.

    Of a `best`: iterations `done`, of `total`, and the best move so far. Of an `analyse`: events judged, of `total`,
    and the move or outcome that is judged next. `by` is the actor of the move.
    """

    done: int
    total: int
    by: By
    move: str


class Ended(Answer, frozen=True, kw_only=True):
    """Whether the game is `over`, its result by the rules, and the seats that won; or its `ending` in the log before
    that.
    """

    over: bool

    result: Result | None = None
    winners: tuple[int, ...] = ()
    ending: Ending | None = None


class VerbOf(Struct, frozen=True):
    """A kind of move or outcome of chance: its form, an example, its meaning, other words for it."""

    form: str
    example: str
    meaning: str
    synonyms: tuple[str, ...]
    chance: bool


class Verbs(Answer, frozen=True, kw_only=True):
    """The kinds of moves, and the notation of cards, players and places."""

    verbs: tuple[VerbOf, ...]
    written: str


class Report(Answer, frozen=True, kw_only=True):
    """The faults of a log. `events` is the number of events in force at its end, `state` the digest there."""

    ok: bool
    faults: tuple[Fault, ...]
    game: str
    records: int
    events: int
    state: str = ""
    result: Result | None = None


class Log(Answer, frozen=True, kw_only=True):
    """A log: its text, or the file that it was written to."""

    log: str = ""
    path: str = ""


class Closed(Answer, frozen=True, kw_only=True):
    """The name of a session that was closed."""

    session: str


class Cancelled(Answer, frozen=True, kw_only=True):
    """Whether the request was stopped: it had not been begun, or was a long one at work. Its own answer is then an
    `error`.
    """

    request: int | str
    cancelled: bool


class Choice(Answer, frozen=True, kw_only=True):
    """The choice of a bot: its move, in notation or as data; or it resigns.

    `by` may name the seat of the move, as `legal` does: a bot moves only for its own seat.
    """

    by: By | None = None
    move: str = ""
    do: Any = None
    resign: bool = False


Code = Literal[
    "json",
    "type",
    "field",
    "limit",
    "session",
    "game",
    "setup",
    "position",
    "notation",
    "illegal",
    "undo",
    "closed",
    "log",
    "file",
    "forbidden",
    "cancelled",
    "refused",
    "failed",
]

CODES: Final[Mapping[Code, str]] = {
    "json": "the line is not a JSON object in UTF-8",
    "type": "there is no request of this type",
    "field": "a field is missing, unknown, or has a value that it can't have; `field` names it",
    "limit": "the line is too long, or there are too many sessions or records",
    "session": "there is no session of this name, or it already exists",
    "game": "no such game is installed",
    "setup": "the game can't be set up with these players or options",
    "position": "the position is impossible",
    "notation": "the move can't be read",
    "illegal": "the rules forbid it; `rule` is the number of the rule",
    "undo": "an undo or redo counts more than there is",
    "closed": "the game was ended early, and its log is closed",
    "log": "the log can't be used",
    "file": "the file can't be read or written",
    "forbidden": "this connection may not make this request",
    "cancelled": "the request was cancelled",
    "refused": "refused for another reason, given in the message",
    "failed": "the program itself failed",
}
"""The meanings of the codes of an `error`. Later versions may add codes."""


class Error(Answer, frozen=True, kw_only=True):
    """The refusal of a request: the code for programs, the sentence for people, the rule that is broken.

    `field` is the wrong field; `hints` are suggestions for what was meant.
    """

    code: Code
    message: str
    rule: str = ""
    field: str = ""
    hints: tuple[str, ...] = ()


class Bye(Answer, frozen=True, kw_only=True):
    """The last line of a program that ends the connection, with the reason. It answers no request."""

    why: str


ANSWERS: Final[tuple[type[Answer], ...]] = (
    Welcome,
    Standing,
    Moves,
    Checked,
    Played,
    Seen,
    Events,
    Drawn,
    Sheet,
    Advice,
    Analysed,
    Progress,
    Ended,
    Verbs,
    Report,
    Log,
    Closed,
    Cancelled,
    Choice,
    Error,
    Bye,
)
"""All types of answer."""
