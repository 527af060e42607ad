"""The logs of folders surveyed with the help of a catalog: what every command on a corpus begins with."""

from __future__ import annotations

from contextlib import closing, nullcontext

import click

from kronika.cli.output import FILE, note, warn
from kronika.cli.progress import progress
from kronika.core.errors import WorkerDied
from kronika.logs.catalog import Catalog
from kronika.logs.corpus.check import Corpus, Place
from kronika.logs.corpus.check import check as check_folder
from kronika.logs.home import home_catalog
from kronika.logs.pool import gathered
from kronika.logs.program import work_of
from kronika.logs.walk import lies_below, passed_over

folders_argument = click.argument("folders", metavar="DIR...", type=click.Path(), nargs=-1, required=True)
catalog_option = click.option(
    "--catalog",
    type=click.Path(),
    metavar="FILE",
    help="Keep what was found there, outside of DIR, instead of in the folder for caches.",
)


def look(
    there: Place, jobs: int, catalog: str | None, strict: bool = False, cluster: str = ""
) -> tuple[Corpus, WorkerDied | None]:
    """All logs of a place surveyed, with progress on a terminal, and its pins; or as many as there are."""
    if catalog and any(lies_below(catalog, folder) for folder in there.folders):
        raise click.UsageError(
            f"--catalog: {catalog!r} lies in the folder to be checked: who made that could have made it too, and it "
            "would be believed. Name a file elsewhere."
        )
    paths, unlisted = there.logs.paths, there.logs.unlisted
    work = work_of(strict=strict)
    with Catalog(catalog, work, warn) if catalog else home_catalog(work, warn, there.folders) or nullcontext() as known:
        surveys = check_folder(there.folder, paths, jobs=jobs, strict=strict, catalog=known, tell=warn, cluster=cluster)
        with closing(surveys):
            logs, died = gathered(progress(surveys, len(paths), "checking"))
    for why in unlisted.values():
        note(why)
    return Corpus(tuple(logs), there.pinned, unlisted, there.logs.others), died


def look_at_all(there: Place, jobs: int, catalog: str | None, strict: bool = False) -> Corpus:
    """All logs of a place surveyed, and its pins. Raises WorkerDied when some are missing."""
    found, died = look(there, jobs, catalog, strict)
    if died:
        raise died
    note_others(found)
    return found


def note_others(found: Corpus) -> None:
    """Says which files were passed over, where no summary does."""
    if others := and_others(found).strip():
        note(others)


def and_others(found: Corpus) -> str:
    """What a summary says of the files that were passed over."""
    return f" {passed_over(found.others)} passed over." if found.others else ""


def status_of(found: Corpus, status: int) -> int:
    """What a command ends with, unless something could not be read."""
    unread = found.unlisted or any(log.unreadable for log in found.logs)
    return FILE if unread else status
