"""A trial of a program: game after game up to the first difference, then the shortest game that shows it."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import KronikaError, PositionError
from kronika.core.examples.builder import draft_example
from kronika.core.examples.example import Example
from kronika.core.examples.expectations import Forbidden
from kronika.core.sessions.session import Session
from kronika.logs.beside.comparing import Difference, compare
from kronika.logs.beside.engine import Engine, EngineReport
from kronika.logs.beside.games import Item, Recorded
from kronika.logs.beside.lockstep import Comparer, FoundDifference, choose_recorded, play_in_lockstep
from kronika.logs.beside.naming import COMPARED, NameMap, UnmappedName
from kronika.logs.beside.pieces import compare_pieces
from kronika.logs.beside.shrinking import shrink
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import stored_bytes
from kronika.logs.pipe.program import Program, ProgramFailed
from kronika.logs.running.command_files import note_command
from kronika.logs.work.pool import Success, map_in_order

SHARD = 20
"""The number of games for one process of the program before a new one is started. Any memory from game to game then
has the same effect for any number of jobs.
"""


NOT_REPORTED = "the program reported nothing that could be compared"
"""The message about games in which the program reported nothing."""


class Trial(Struct, frozen=True):
    """The settings of a trial: the command of the program, its names, the seconds it has for an event. With
    `pieces`, only pieces are compared.
    """

    command: tuple[str, ...]
    naming: NameMap
    seconds: float
    pieces: bool = False

    @contextmanager
    def engine(self, *about: str) -> Iterator[Engine]:
        """The program, started when it is first asked, and ended with the block; it is asked only about these
        things.
        """
        wanted = {*about} or ({"views"} if self.pieces else {*COMPARED})
        leave = {*COMPARED} - wanted | {*self.naming.leave}
        with Program(self.command) as program:
            yield Engine(program, replace(self.naming, leave=tuple(leave)), self.seconds)

    @property
    def comparer(self) -> Comparer:
        """The function that compares a session with a report."""
        return compare_pieces if self.pieces else self._compare

    def _compare(self, session: Session, told: EngineReport) -> Difference | None:
        return compare(session, told, self.naming.effects)


class Verdict(Struct, frozen=True):
    """The outcome of a game: its number of events, the difference after the last of them, and the kinds of things that
    the program has reported.

    `unusable` is the reason why it could not be played: a log that can't be read, or a position that the program can't
    begin with.
    """

    item: Item
    events: int = 0
    difference: Difference | None = None
    told: frozenset[str] = frozenset()
    unusable: str = ""


class Shortest(Struct, frozen=True):
    """The shortest game found with a difference, the number of games that were tried, and the example that shows the
    difference.

    There is no example of a game in which nothing happened, or whose beginning no position describes. `alone` is false
    if shorter games show it only in a process that had played other games before.
    """

    found: FoundDifference
    tried: int
    example: Example | None
    alone: bool = True


WorkItem = tuple[Item, bytes | Verdict | None]
"""A game as a work item: a log for another machine includes its bytes, or the result of reading it."""


def try_games(
    trial: Trial, items: Sequence[Item], jobs: int = 1, tell: Notify = no_op, *, cluster: str = ""
) -> Generator[Verdict, None, None]:
    """Yield the outcome of each game, in order, up to the first one that differs.

    Raises ProgramFailed for a program that can't be started, UnmappedName for an incomplete map, WorkerDied, NoCluster.
    """
    shards = Success(range(0, len(items), SHARD), partial(_work_items, items, read=bool(cluster)))
    with closing(_all(trial, shards, jobs, tell, cluster)) as verdicts:
        for verdict in verdicts:
            yield verdict
            if verdict.difference:
                return


def _all(
    trial: Trial, shards: Sequence[list[WorkItem]], jobs: int, tell: Notify, cluster: str
) -> Generator[Verdict, None, None]:
    """Yield the verdicts of all shards; those of one process one by one, as they come."""
    if jobs == 1 and not cluster:
        for shard in shards:
            yield from _verdicts(trial, shard)
        return
    note_command(trial.command)
    with closing(map_in_order(partial(_shard, trial), shards, jobs, tell, chunk=1, cluster=cluster)) as results:
        for verdicts in results:
            yield from verdicts


def _work_items(items: Sequence[Item], start: int, read: bool) -> list[WorkItem]:
    """The work items of the shard that begins there. With `read`, each log includes its bytes, which are read as
    late as possible.
    """
    return [(item, _contents(item) if read else None) for item in items[start : start + SHARD]]


def _contents(item: Item) -> bytes | Verdict | None:
    if not isinstance(item, Recorded) or item.error:
        return None
    try:
        return stored_bytes(item.path)
    except FileError as error:
        return Verdict(item, unusable=str(error))


def _shard(trial: Trial, shard: Sequence[WorkItem]) -> list[Verdict]:
    return [*_verdicts(trial, shard)]


def _verdicts(trial: Trial, shard: Sequence[WorkItem]) -> Iterator[Verdict]:
    with trial.engine() as engine:
        for item, data in shard:
            verdict = data if isinstance(data, Verdict) else _verdict(trial, engine, item, data)
            yield verdict
            if verdict.difference:
                return


def _verdict(trial: Trial, engine: Engine, item: Item, data: bytes | None) -> Verdict:
    try:
        beginning, choose = item.course(data)
        played = play_in_lockstep(engine, beginning, choose, trial.comparer)
    except (ProgramFailed, UnmappedName):
        raise
    except KronikaError as error:
        return Verdict(item, unusable=str(error))
    if not played.begun:
        return Verdict(item, unusable="the program can't begin with a position")
    difference = None if played.found is None else played.found.difference
    told = ("pieces",) if trial.pieces and engine.told else engine.told
    return Verdict(item, played.events, difference, frozenset(told))


def shrink_difference(trial: Trial, verdict: Verdict) -> Shortest | None:
    """The shortest game found that shows the difference of a game; None if the game itself does not show it again.

    Raises ProgramFailed for a program that can't be started.
    """
    with trial.engine() as engine:
        beginning, choose = verdict.item.course()
        found = play_in_lockstep(engine, beginning, choose, trial.comparer).found
        if found is None or verdict.difference is None or not found.difference.like(verdict.difference):
            return None
    about = {found.difference.what.split(".")[0]} & {*COMPARED}  # to ask for all takes five times as long
    with trial.engine(*about) as engine:
        best, tried = shrink(engine, found, trial.comparer)
    alone = best is found or _reproduces(trial, best, about)
    best = best if alone else found
    return Shortest(best, tried, _example(best), alone)


def _reproduces(trial: Trial, best: FoundDifference, about: Collection[str]) -> bool:
    """True if a game shows its difference in a process that has played no other."""
    deeds = [(event.by, event.do) for event in best.session.line.events]
    with trial.engine(*about) as engine:
        again = play_in_lockstep(engine, best.beginning, choose_recorded(deeds), trial.comparer).found
    return again is not None and again.difference.like(best.difference)


def _example(found: FoundDifference) -> Example | None:
    """The last event of a game as an example: its effects, the moves that differ, and the program's report.

    The whole score sheet is omitted if the difference is not about points.
    """
    events = found.session.line.events
    if not events:
        return None
    try:
        made = draft_example(found.session, len(events) - 1, "BESIDE-1", "kronika beside")
    except PositionError:
        return None
    expect = made.expect
    if not found.difference.what.startswith(("totals", "items")):
        expect = replace(expect, points=None)
    if legal := found.difference.legal:
        expect = replace(expect, legal=[_step_player(found, move) for move in legal])
    if refused := [one for one in found.difference.refused if one.rule]:
        forbidden = [Forbidden(_step_player(found, one.move), one.rule) for one in refused]
        expect = replace(expect, illegal=forbidden)
    return replace(made, note=found.difference.told, expect=expect)


def _step_player(found: FoundDifference, move: str) -> str:
    _, name = found.difference.what.split(".", 1)
    return f"{name}: {move}"
