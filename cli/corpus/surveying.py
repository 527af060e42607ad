"""Surveys of the logs of folders with a catalog, as every command on a corpus needs them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from typing import TypeVar

import click

from kronika.cli.printing.output import FILE, print_note, print_warning
from kronika.cli.printing.progress import interruption_notice, kept_in_catalog, nothing_kept, progress
from kronika.logs.corpus.check import check as check_folder
from kronika.logs.corpus.check import check_facts, check_folded
from kronika.logs.corpus.places import LogFolders
from kronika.logs.corpus.sums import Extents, Folded
from kronika.logs.files.walk import is_below, skipped_text
from kronika.logs.replaying.survey import Facts, Survey
from kronika.logs.running.program import survey_dependencies
from kronika.logs.work.cache_folder import home_catalog
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.pool import ResultStream

folders_argument = click.argument("folders", metavar="DIR|FILE...", type=click.Path(), nargs=-1, required=True)
catalog_option = click.option(
    "--catalog",
    type=click.Path(),
    metavar="FILE",
    help="Keep the results in FILE, outside of DIR, instead of in the cache folder.",
)


LogT = TypeVar("LogT", bound=Survey | Folded | Facts)


class Surveys(ResultStream[LogT]):
    """The surveys of all logs of a place, as they come; `unread` says whether anything could not be read so far.

    `catalog` is the one that is asked and filled, if there is one.
    """

    def __init__(self, results: Iterable[LogT], there: LogFolders, catalog: Catalog | None = None) -> None:
        super().__init__(results)
        self.catalog = catalog
        self.unread = bool(there.logs.unlisted)

    def __iter__(self) -> Iterator[LogT]:
        for log in super().__iter__():
            if isinstance(log, Survey) and log.unreadable:
                self.unread = True
            yield log


@contextmanager
def surveying(
    there: LogFolders, jobs: int, catalog: str | None, strict: bool = False, cluster: str = "", *, told: bool = False
) -> Iterator[Surveys[Survey]]:
    """Survey all logs of a place, with progress. At the end, report the files that could not be listed.

    `told` as in `progress`.
    """
    with catalog_of(there, catalog, strict) as known:
        logs = check_folder(
            there.folder, there.logs, jobs=jobs, strict=strict, catalog=known, tell=print_warning, cluster=cluster
        )
        with closing(logs):
            yield Surveys(progress(logs, len(there.logs.paths), "checking", told=told), there)


@contextmanager
def folding(
    there: LogFolders, jobs: int, catalog: str | None, strict: bool = False, cluster: str = ""
) -> Iterator[Surveys[Survey | Folded]]:
    """Same as `surveying`, for counts: several valid logs may come as their sums."""
    with catalog_of(there, catalog, strict) as known:
        logs = check_folded(
            there.folder, there.logs, jobs=jobs, strict=strict, catalog=known, tell=print_warning, cluster=cluster
        )
        with closing(logs):
            yield Surveys(progress(logs, len(there.logs.paths), "checking", size=_number), there, known)


@contextmanager
def reading_facts(
    there: LogFolders,
    jobs: int,
    catalog: str | None,
    *,
    told: bool = False,
    may_match: Callable[[Extents], bool] | None = None,
) -> Iterator[Surveys[Survey | Facts]]:
    """Same as `surveying`, for searches: of a log that is known, only the facts are read; `may_match` as in
    `check_facts`. Raises WorkerDied at the end if some logs are missing.
    """
    with catalog_of(there, catalog) as known:
        logs = check_facts(there.folder, there.logs, jobs=jobs, catalog=known, tell=print_warning, may_match=may_match)
        with closing(logs):
            coming = Surveys(progress(logs, len(there.logs.paths), "checking", told=told), there)
            yield coming
    if coming.died:
        raise coming.died
    print_skipped(there.logs.others)


def _number(log: Survey | Folded) -> int:
    return log.logs if isinstance(log, Folded) else 1


@contextmanager
def catalog_of(there: LogFolders, catalog: str | None, strict: bool = False) -> Iterator[Catalog | None]:
    """The catalog for the logs of a place, by default the user's own; None if it can't be used.

    At the end, report the files that could not be listed. Raises UsageError for a catalog in one of the folders.
    """
    mine = _opened(there.folders, catalog, strict)
    with interruption_notice(kept_in_catalog if mine else nothing_kept), mine or nullcontext() as known:
        yield known
    for why in there.logs.unlisted.values():
        print_note(why)


@contextmanager
def asking_catalog(named: Sequence[str], catalog: str | None) -> Iterator[Catalog | None]:
    """The catalog for a search in these files and folders, which is asked before a log is replayed.

    None if it can't be used. Raises UsageError for a catalog in one of the folders.
    """
    with _opened(named, catalog, strict=False) or nullcontext() as known:
        yield known


def _opened(folders: Sequence[str], catalog: str | None, strict: bool) -> Catalog | None:
    if catalog and any(is_below(catalog, folder) for folder in folders):
        raise click.UsageError(
            f"--catalog: {catalog!r} is in the folder to check: its author could have made the catalog, too, and it "
            "would be trusted. Name a file elsewhere."
        )
    work = survey_dependencies(strict=strict)
    return Catalog(catalog, work, print_warning) if catalog else home_catalog(work, print_warning, folders)


def print_skipped(others: Collection[str]) -> None:
    """Print which files were skipped, for commands without a summary."""
    if said := skipped_suffix(others).strip():
        print_note(said)


def skipped_suffix(others: Collection[str]) -> str:
    """The part of a summary about the files that were skipped."""
    return f" {skipped_text(others)} skipped." if others else ""


def exit_status(unread: bool, status: int) -> int:
    """The exit status of a command: FILE if something could not be read, else `status`."""
    return FILE if unread else status
