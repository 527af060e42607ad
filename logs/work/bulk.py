"""Many games from Python: simulated, checked, played as a tournament, analysed.

Each function takes an `Executor`, such as a `ProcessPoolExecutor`, and a callback for progress. Without an executor,
this process does the work. Results and files are the same for any executor.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from os import PathLike, fspath
from typing import Any, TypeVar

from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.reasons import explain
from kronika.core.analysis.summary import Analysis, summarize
from kronika.core.bots.driver import MAX_EVENTS
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.corpus.check import check
from kronika.logs.files.packed import is_pack_name
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.survey import Survey, renamed
from kronika.logs.tournament.plan import read_tournament
from kronika.logs.tournament.running import open_or_create, run
from kronika.logs.tournament.standings import Count, Standings
from kronika.logs.work import analysis, simulate

ItemT = TypeVar("ItemT")
Progress = Callable[[int, int], None]
"""Called after each game or event, with the number of those that are done, and of all."""


def _no_progress(done: int, total: int) -> None:
    """A `Progress` callback that does nothing."""


def _counted(
    items: Generator[ItemT, None, None], total: int, progress: Progress | None
) -> Generator[ItemT, None, None]:
    with closing(items):
        for done, item in enumerate(items, 1):
            (progress or _no_progress)(done, total)
            yield item


def simulate_games(
    game: str,
    out: str | PathLike[str],
    count: int,
    *,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    bots: Sequence[str] = (),
    most: int = MAX_EVENTS,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Generator[str, None, None]:
    """Play `count` games, and yield the address of each log, in order, when it is there.

    `out` is a folder, or one file of many logs if its name ends in `.kpack`. `options` are those of the game, `bots`
    play by seat; without bots the moves are random. A game is adjudicated after `most` decisions. Logs that are there
    already stay: work that was interrupted continues. Raises BadSetup, UnknownBot, FileError, WorkerDied.
    """
    folder = fspath(out)
    batch = simulate.plan(
        get_game(game),
        players,
        options or {},
        seed,
        count,
        folder,
        packed=is_pack_name(folder),
        bots=bots,
        most=most,
    )
    yield from _counted(simulate.simulate(batch, executor or 1), count, progress)


def check_logs(
    logs: Iterable[str | PathLike[str]],
    *,
    strict: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Generator[Survey, None, None]:
    """Validate logs, files of many, and all logs of folders, and yield a survey of each, in order.

    The bytes of the logs go to the executor, which needs no common disk. A log with faults, or one that can't be read,
    has a survey that says so; `strict` as in `validate`. Raises FileError for a folder without logs, WorkerDied.
    """
    there = find_logs([fspath(log) for log in logs], strict=strict)
    found = _counted(check("", there, jobs=executor or 1, strict=strict), len(there.paths), progress)
    with closing(found):
        for path, log in zip(there.paths, found, strict=False):
            yield renamed(log, path)


def play_tournament(
    plan: str, out: str | PathLike[str], *, executor: Executor | None = None, progress: Progress | None = None
) -> Standings:
    """Play the tournament that a text in TOML describes, as in `kronika tournament`, and return its standings.

    Logs are kept in `out`, a folder or a `.kpack`; games that are there are not played again. Raises TournamentError,
    UnknownBot, FileError, WorkerDied.
    """
    hall = open_or_create(fspath(out), read_tournament(plan, []))
    standings = Count(hall.plan.tournament.sprt)
    for game in _counted(run(hall, executor or 1), len(hall.plan), progress):
        standings.add(game)
    return standings.standings()


def analyse_game(
    session: Session,
    config: AnalysisConfig | None = None,
    *,
    viewer: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge each event of a game, as `kronika analyse` does: skill, hindsight and luck.

    `viewer` is the seat whose skill is wanted, None for the referee. Raises UnknownBot, BotFault, WorkerDied.
    """
    config = config or AnalysisConfig()
    plan = analysis.plan(session, config, viewer)
    found = _counted(analysis.verdicts(plan, jobs=executor or 1), len(plan.units), progress)
    return explain(session, summarize(session, config, viewer, list(found)))
