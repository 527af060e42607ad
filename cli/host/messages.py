"""The JSON of `kronika host`: the messages of a client, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kronika.core.basics import limits
from kronika.core.sessions.events import Reason

Id = Annotated[str, Meta(min_length=1, max_length=100)]
"""The id of a change: any text that the client has not used before, such as a UUID."""
Revision = Annotated[int, Meta(ge=0, le=2**31)]


class Join(Struct, frozen=True):
    """The secret token of a link."""

    token: Annotated[str, Meta(max_length=200)] = ""


class Change(Struct, frozen=True, kw_only=True):
    """A change of a game, made once for each `id`. `revision` is the one that the client shows.

    `viewer` is the viewer who makes it, as in `games`; it is optional for a browser that has joined as one.
    """

    id: Id
    revision: Revision
    viewer: Annotated[str, Meta(max_length=20)] = ""


class Move(Change, frozen=True, kw_only=True):
    """A move or an outcome of chance in notation: `Anna: pick 10`.

    With `ask`, the answer says whether it would be accepted, and the game is not changed.
    """

    move: Annotated[str, Meta(max_length=limits.MOVE)]
    ask: bool = False


class Undo(Change, frozen=True, kw_only=True):
    """Take back the last decision, with the chance that followed."""


class Redo(Change, frozen=True, kw_only=True):
    """Restore the decision that was taken back last."""


class Amend(Change, frozen=True, kw_only=True):
    """Replace a record by another move. With `truncate`, later records that are no longer legal are dropped."""

    record: Revision
    move: Annotated[str, Meta(max_length=limits.MOVE)]
    truncate: bool = False


class Remark(Change, frozen=True, kw_only=True):
    """A note on a record, by default on the last one. A player's note can be read by that player and the referee."""

    text: Annotated[str, Meta(min_length=1, max_length=limits.NOTE)]
    on: Revision | None = None


class End(Change, frozen=True, kw_only=True):
    """End a game before its end by the rules. `by` and `winners` are names; without a `reason` it is reopened."""

    reason: Reason | None = None
    by: str | None = None
    winners: tuple[str, ...] = ()
    text: Annotated[str, Meta(max_length=limits.NOTE)] = ""


class Review(Struct, frozen=True, kw_only=True):
    """Begin the analysis of a game that is over, or, without `start`, cancel it."""

    start: bool
    viewer: Annotated[str, Meta(max_length=20)] = ""


class Accepted(Struct, frozen=True):
    """The change is on the disk: the revision after it."""

    revision: int
    accepted: bool = True


class Refused(Struct, frozen=True):
    """The change was not made: the reason in a sentence, the number of the rule if it is one, a word for programs."""

    message: str
    code: str
    rule: str = ""
    accepted: bool = False


class JoinedGame(Struct, frozen=True):
    """A game that a browser has joined, as which viewer, its address, and what the host allows."""

    id: str
    title: str
    viewer: str
    name: str
    href: str
    hints: bool = False
    analysis: bool = False


class Joined(Struct, frozen=True):
    """All games that a browser has joined."""

    games: Sequence[JoinedGame]


class Effect(Struct, frozen=True):
    """An effect in words with the number of its rule."""

    words: str
    rule: str


class Happened(Struct, frozen=True):
    """A record as a viewer may know it: the revision after it, in words, with its effects."""

    revision: int
    words: str
    effects: Sequence[Effect] = ()


class ScoreRow(Struct, frozen=True):
    """A row of the score sheet: `points` has a text for each player."""

    part: str
    source: str
    points: Sequence[str]
    rule: str
    how: str


class Score(Struct, frozen=True):
    """The points so far as a viewer may know them: a total is null if the viewer may not know it."""

    totals: Sequence[int | None]
    rows: Sequence[ScoreRow]


class State(Struct, frozen=True, kw_only=True):
    """A game as a viewer may know it; see `kronika docs host`.

    `position` is the revision without the notes after it: while it is the same, so is the table. `reopens` says that
    the viewer may take back the end, which somebody has declared.
    """

    game: str
    title: str
    seats: Sequence[str]
    viewer: str
    revision: int
    position: int
    ended: bool
    reopens: bool
    actors: Sequence[str]
    due: str
    svg: str
    taps: Sequence[Any]
    undo: bool
    redo: bool
    score: Score
    happened: Sequence[Happened] = ()


class Past(Struct, frozen=True):
    """The table after record `at` as a viewer may know it; for the scribe, what may replace the next record."""

    at: int
    svg: str
    taps: Sequence[Any]


class HintMove(Struct, frozen=True):
    """A move that a bot advises: in notation, in words, its win rate, and the decisions that are expected to follow."""

    move: str
    words: str
    wins: str
    then: Sequence[str]


class Hint(Struct, frozen=True):
    """The advice of a bot, the best move first, and on how strong it is."""

    words: str
    moves: Sequence[HintMove]
    judged: str


class Costly(Struct, frozen=True):
    """A decision that cost much, and why."""

    record: int
    words: str
    why: str


class Drawn(Struct, frozen=True):
    """An outcome of chance that decided much."""

    record: int
    words: str


class FoundAnalysis(Struct, frozen=True):
    """An analysis: its first sentences, a table of the players, and what its figures mean."""

    conclusion: str
    costliest: Sequence[Costly]
    draws: Sequence[Drawn]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]


class AnalysisNow(Struct, frozen=True):
    """The analysis of a game: `done` of `of` events are judged; with `failed`, `message` says why."""

    state: Literal["none", "running", "ready", "failed"]
    done: int = 0
    of: int = 0
    message: str = ""
    found: FoundAnalysis | None = None


class Complaint(Struct, frozen=True):
    """Why a request is not answered, in a sentence."""

    message: str


class News(Struct, frozen=True):
    """An event for those who watch a game: its revision after a change."""

    revision: int
