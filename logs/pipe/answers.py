"""What is answered to other programs, and by them: one Struct a type of answer.

Where null is the default, another program may leave out what it can't tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from kronika.core.analysis.best import BestMoves
from kronika.core.contract.result import Result, ScoreItem
from kronika.core.sessions.events import Ending, Seat
from kronika.logs.files.faults import Fault

Id = int | str | None
By = Seat | Literal["chance"]
"""Who does something: a seat, or chance, as in a log."""


class Option(Struct, frozen=True, omit_defaults=True):
    """A legal move: whose, and what, in notation, as data, or both."""

    by: By
    move: str = ""
    do: Any = None


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event as a viewer may know it: who, the move in notation, and what followed, in words with its rule.

    To the referee each effect has its data as well, and there are the move as data, `do`, and the digest of the state
    after it.
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
    """A game that can be played: the version of its rules, the fewest and most players, its options in a new game."""

    name: str
    title: str
    rules: int
    seats: tuple[int, int]
    options: dict[str, Any]


class Welcome(Answer, frozen=True, kw_only=True):
    """Who answers: the versions of these messages and of the program, the games, the types of request answered.

    `seat` is whom the connection is for, if it is for one.
    """

    protocol: int
    program: str = ""
    version: str = ""
    games: tuple[About, ...] = ()
    requests: tuple[str, ...] = ()
    seat: str | None = None


class Standing(Answer, frozen=True, kw_only=True, tag="session"):
    """Where a session stands.

    `actors` are who may act: seats, or `chance`; nobody, when the game is over. `due` says what has to happen. `events`
    counts those in force. `state` is the digest, for the referee alone. `warnings` are faults of a log that could be
    lived with.
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
    """What may be done. While chance is due there are no moves, and `form` is how an outcome is written."""

    moves: tuple[Option, ...]
    actors: tuple[By, ...] | None = None
    due: str = ""
    form: str = ""


class Checked(Answer, frozen=True, kw_only=True):
    """Whether a move is legal. If so, it stands here in both forms; if not, why not, as in an `error`."""

    legal: bool
    by: By | None = None
    move: str = ""
    do: Any = None
    code: str = ""
    message: str = ""
    rule: str = ""
    hints: tuple[str, ...] = ()


class Played(Answer, frozen=True, kw_only=True):
    """What happened: the move, and what came of it, chance among it; and who is to act now."""

    events: tuple[Happened, ...] | None = None
    actors: tuple[By, ...] | None = None


class Seen(Answer, frozen=True, kw_only=True):
    """What a viewer may know: the game's own view. Each begins with `viewer`, `actors`, `due` and `totals`."""

    view: Any


class Events(Answer, frozen=True, kw_only=True, tag="happened"):
    """Events in force, and how many there are in all."""

    events: tuple[Happened, ...]
    count: int


class Drawn(Answer, frozen=True, kw_only=True):
    """The table as text, or as the text of an SVG file."""

    text: str


class Sheet(Answer, frozen=True, kw_only=True):
    """Every point given so far that the viewer may know, and the totals by seat: null for one not to be known."""

    items: tuple[ScoreItem, ...] | None = None
    totals: tuple[int | None, ...] | None = None


class Advice(Answer, frozen=True, kw_only=True):
    """The best moves of players who are to decide, made of what each may know: empty where nobody is."""

    best: tuple[BestMoves, ...]


class Progress(Answer, frozen=True, kw_only=True):
    """How far a `best` is whose answer is still to come: iterations `done`, of `total`, and the best move as yet.

    `by` is the seat whose move it is.
    """

    done: int
    total: int
    by: Seat
    move: str


class Ended(Answer, frozen=True, kw_only=True):
    """Whether the game is `over`, its result by the rules, and the seats that won; or its `ending` before that."""

    over: bool

    result: Result | None = None
    winners: tuple[int, ...] = ()
    ending: Ending | None = None


class VerbOf(Struct, frozen=True):
    """A kind of move: its form, an example, what it means, other words for it. Is it an outcome of chance?"""

    form: str
    example: str
    meaning: str
    synonyms: tuple[str, ...]
    chance: bool


class Verbs(Answer, frozen=True, kw_only=True):
    """The kinds of moves, and how cards, players and places are written."""

    verbs: tuple[VerbOf, ...]
    written: str


class Report(Answer, frozen=True, kw_only=True):
    """What is wrong with a log. `events` are in force at its end, `state` is the digest there."""

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
    """A session that is no more."""

    session: str


class Cancelled(Answer, frozen=True, kw_only=True):
    """Was the request still to be begun, or a `best` at work, so that it has an `error` for an answer?"""

    request: int | str
    cancelled: bool


class Choice(Answer, frozen=True, kw_only=True):
    """Of a bot: its move, in notation or as data; or it resigns.

    `by` may say whose move it is, as `legal` does: a bot moves for its own seat alone.
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
"""What the codes of an `error` mean. There may be more of them later."""


class Error(Answer, frozen=True, kw_only=True):
    """Why a request is refused: the code for programs, the sentence for people, the rule that is broken.

    `field` is the field that is wrong, `hints` are what may have been meant.
    """

    code: Code
    message: str
    rule: str = ""
    field: str = ""
    hints: tuple[str, ...] = ()


class Bye(Answer, frozen=True, kw_only=True):
    """The last line where the one who answers ends the connection, and why; it answers nothing."""

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
