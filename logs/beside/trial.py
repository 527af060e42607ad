"""A program tried beside Kronika: game after game, up to the first difference, and the shortest that shows it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.drafting import draft
from kronika.core.errors import KronikaError, PositionError
from kronika.core.examples import Example
from kronika.core.expected import Forbidden
from kronika.core.session import Session
from kronika.logs.beside.comparing import Difference, compare
from kronika.logs.beside.course import Comparer, Found, side_by_side
from kronika.logs.beside.engine import Engine, Told
from kronika.logs.beside.games import Item
from kronika.logs.beside.naming import COMPARED, Naming
from kronika.logs.beside.pieces import compare_pieces
from kronika.logs.beside.shorter import shortest
from kronika.logs.pipe.program import Program, ProgramFailed
from kronika.logs.pool import Tell, in_order, silent

SHARD = 20
"""Games that a process plays beside one and the same process of the program."""


class Trial(Struct, frozen=True):
    """How a program is tried: its command, its names, the seconds it has for an event; pieces alone compared?"""

    command: tuple[str, ...]
    naming: Naming
    seconds: float
    pieces: bool = False

    @contextmanager
    def engine(self, *about: str) -> Iterator[Engine]:
        """The program, started when it is first asked, and ended with the block; asked about these things alone."""
        wanted = {*about} or ({"views"} if self.pieces else {*COMPARED})
        leave = {*COMPARED} - wanted | {*self.naming.leave}
        with Program(self.command) as program:
            yield Engine(program, replace(self.naming, leave=tuple(leave)), self.seconds)

    @property
    def comparer(self) -> Comparer:
        """What is compared."""
        return compare_pieces if self.pieces else self._compare

    def _compare(self, session: Session, told: Told) -> Difference | None:
        return compare(session, told, self.naming.effects)


class Verdict(Struct, frozen=True):
    """What came of a game: so many events; what differs after the last of them; what the program has told of.

    `unusable` is why it could not be played: a log that can't be read, or a position that the program can't begin with.
    """

    item: Item
    events: int = 0
    difference: Difference | None = None
    told: frozenset[str] = frozenset()
    unusable: str = ""


class Shortest(Struct, frozen=True):
    """The shortest game found with a difference, of so many that were tried, and the example that tells of it.

    There is no example of a game in which nothing happened, or that began as no position describes.
    """

    found: Found
    tried: int
    example: Example | None


def try_games(
    trial: Trial, items: Sequence[Item], jobs: int = 1, tell: Tell = silent
) -> Generator[Verdict, None, None]:
    """What came of each game, in order; none follows one that differs.

    Raises ProgramFailed for a program that can't be started, and WorkerDied.
    """
    if jobs == 1:
        yield from _verdicts(trial, items)
        return
    shards = [items[start : start + SHARD] for start in range(0, len(items), SHARD)]
    with closing(in_order(partial(_shard, trial), shards, jobs, tell)) as results:
        for verdicts in results:
            yield from verdicts
            if verdicts[-1].difference:
                return


def _shard(trial: Trial, items: Sequence[Item]) -> list[Verdict]:
    return [*_verdicts(trial, items)]


def _verdicts(trial: Trial, items: Sequence[Item]) -> Iterator[Verdict]:
    with trial.engine() as engine:
        for item in items:
            verdict = _verdict(trial, engine, item)
            yield verdict
            if verdict.difference:
                return


def _verdict(trial: Trial, engine: Engine, item: Item) -> Verdict:
    try:
        beginning, choose = item.course()
        played = side_by_side(engine, beginning, choose, trial.comparer)
    except ProgramFailed:
        raise
    except KronikaError as error:
        return Verdict(item, unusable=str(error))
    if not played.begun:
        return Verdict(item, unusable="the program can't begin with a position")
    difference = None if played.found is None else played.found.difference
    told = ("pieces",) if trial.pieces and engine.told else engine.told
    return Verdict(item, played.events, difference, frozenset(told))


def examine(trial: Trial, verdict: Verdict) -> Shortest | None:
    """The shortest game found that shows what a game has shown; None if the game itself does not show it again.

    Raises ProgramFailed for a program that can't be started.
    """
    with trial.engine() as engine:
        beginning, choose = verdict.item.course()
        found = side_by_side(engine, beginning, choose, trial.comparer).found
        if found is None or verdict.difference is None or not found.difference.like(verdict.difference):
            return None
    about = {found.difference.what.split(".")[0]} & {*COMPARED}  # to ask for all takes five times as long
    with trial.engine(*about) as engine:
        best, tried = shortest(engine, found, trial.comparer)
    return Shortest(best, tried, _example(best))


def _example(found: Found) -> Example | None:
    """The last event of a game as an example: what comes of it, the moves that differ, and what the program told.

    The whole score sheet is left out where it is not about points.
    """
    events = found.session.line.events
    if not events:
        return None
    try:
        made = draft(found.session, len(events) - 1, "BESIDE-1", "kronika beside")
    except PositionError:
        return None
    expect = made.expect
    if not found.difference.what.startswith(("totals", "items")):
        expect = replace(expect, points=None)
    if legal := found.difference.legal:
        expect = replace(expect, legal=[_whose(found, move) for move in legal])
    if refused := [one for one in found.difference.refused if one.rule]:
        forbidden = [Forbidden(_whose(found, one.move), one.rule) for one in refused]
        expect = replace(expect, illegal=forbidden)
    return replace(made, note=found.difference.told, expect=expect)


def _whose(found: Found, move: str) -> str:
    _, name = found.difference.what.split(".", 1)
    return f"{name}: {move}"
