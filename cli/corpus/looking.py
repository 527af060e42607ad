"""The logs of folders surveyed with the help of a catalog: what every command on a corpus begins with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext

import click

from kronika.cli.printing.output import FILE, note, warn
from kronika.cli.printing.progress import broken_off, kept_in_catalog, nothing, progress
from kronika.logs.corpus.check import Corpus, Place
from kronika.logs.corpus.check import check as check_folder
from kronika.logs.files.walk import lies_below, passed_over
from kronika.logs.replaying.survey import Survey
from kronika.logs.running.program import work_of
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.home import home_catalog
from kronika.logs.work.pool import ResultStream

folders_argument = click.argument("folders", metavar="DIR...", type=click.Path(), nargs=-1, required=True)
catalog_option = click.option(
    "--catalog",
    type=click.Path(),
    metavar="FILE",
    help="Keep what was found there, outside of DIR, instead of in the folder for caches.",
)


class Surveys(ResultStream[Survey]):
    """The surveys of all logs of a place, as they come; `unread` says whether anything could not be read till now."""

    def __init__(self, results: Iterable[Survey], there: Place) -> None:
        super().__init__(results)
        self.unread = bool(there.logs.unlisted)

    def __iter__(self) -> Iterator[Survey]:
        for log in super().__iter__():
            self.unread = self.unread or bool(log.unreadable)
            yield log


@contextmanager
def looking(
    there: Place, jobs: int, catalog: str | None, strict: bool = False, cluster: str = "", *, told: bool = False
) -> Iterator[Surveys]:
    """All logs of a place surveyed while it lasts, with progress; at its end what could not be listed is told.

    `told` as in `progress`.
    """
    if catalog and any(lies_below(catalog, folder) for folder in there.folders):
        raise click.UsageError(
            f"--catalog: {catalog!r} lies in the folder to be checked: who made that could have made it too, and it "
            "would be believed. Name a file elsewhere."
        )
    paths = there.logs.paths
    work = work_of(strict=strict)
    mine = Catalog(catalog, work, warn) if catalog else home_catalog(work, warn, there.folders)
    with broken_off(kept_in_catalog if mine else nothing), mine or nullcontext() as known:
        surveys = check_folder(there.folder, paths, jobs=jobs, strict=strict, catalog=known, tell=warn, cluster=cluster)
        with closing(surveys):
            yield Surveys(progress(surveys, len(paths), "checking", told=told), there)
    for why in there.logs.unlisted.values():
        note(why)


def look_at_all(there: Place, jobs: int, catalog: str | None) -> Corpus:
    """All logs of a place surveyed, and its pins. Raises WorkerDied when some are missing."""
    with looking(there, jobs, catalog) as coming:
        found = corpus_of(there, coming)
    if coming.died:
        raise coming.died
    note_others(found.others)
    return found


def corpus_of(there: Place, logs: Iterable[Survey]) -> Corpus:
    """All surveys of a place at once, with its pins."""
    return Corpus(tuple(logs), there.pinned, there.logs.unlisted, there.logs.others)


def note_others(others: Collection[str]) -> None:
    """Says which files were passed over, where no summary does."""
    if said := and_others(others).strip():
        note(said)


def and_others(others: Collection[str]) -> str:
    """What a summary says of the files that were passed over."""
    return f" {passed_over(others)} passed over." if others else ""


def status_of(unread: bool, status: int) -> int:
    """What a command ends with, unless something could not be read."""
    return FILE if unread else status
