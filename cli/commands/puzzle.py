"""`puzzle`: positions of games with one best move, and the page to solve them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from heapq import nlargest

import click
from msgspec import Struct
from msgspec.structs import replace

from kronika.cli.printing.completing import complete_log
from kronika.cli.printing.options import LOG, cluster_option, file_form, format_option, jobs_option
from kronika.cli.printing.output import FILE, FINDING, print_json, print_note, print_text, print_warning, table
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.examples.builder import example_toml
from kronika.core.examples.example import ExampleError, read_examples
from kronika.core.examples.solver import MAX_PROOF_POSITIONS, POSITIONS
from kronika.logs.corpus.puzzles import Puzzle, find_puzzle_remotely, puzzle_of_example
from kronika.logs.corpus.skipping import WorkItem, work_item
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import find_logs, skipped_text
from kronika.logs.files.writing import write_new_file
from kronika.logs.texts.script import read_text
from kronika.logs.work.pool import Success, map_in_order


class PuzzleData(Struct, frozen=True):
    """A puzzle in the list: its id, game, source, question, and the number of positions that its proof took."""

    id: str
    game: str
    source: str
    title: str
    positions: int


@click.command()
@click.argument("paths", metavar="LOGS...", nargs=-1, required=True, type=LOG, shell_complete=complete_log)
@click.option("--out", type=LOG, metavar="FILE", help="A new file: .toml for examples, .html for a page.")
@click.option(
    "-n",
    "most",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="At most N puzzles from logs.",
)
@click.option(
    "--positions",
    type=click.IntRange(1, MAX_PROOF_POSITIONS),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="Give up a proof after N positions.",
)
@jobs_option
@cluster_option
@format_option(list[PuzzleData])
@interruption_notice()
def puzzle(
    paths: tuple[str, ...], out: str | None, most: int, positions: int, jobs: int, cluster: str, form: str
) -> None:
    """Find positions with one best move, each proved by a search of the rest of its game.

    Takes logs, or all logs of a folder, and at most one puzzle from each game; those with the longest proofs are kept.
    In a puzzle nothing is hidden, no chance is left, and nobody chooses face down. The player to move tries to win, and
    then to get the largest lead. Puzzles are saved as examples with a goal, which `kronika example check` proves again.
    From such a .toml file, this command makes the page to solve them on. The exit status is 1 when there is no puzzle,
    and 3 when a log can't be read.

    \b
    kronika puzzle games --out puzzles.toml
    kronika puzzle puzzles.toml --out puzzles.html
    """
    ending = "" if out is None else file_form(out, (".toml", ".html"), "a file of puzzles")
    if out is not None:
        refuse_existing(out)
    files = [path for path in paths if path.endswith(".toml")]
    logs = [path for path in paths if path not in files]
    unread: list[str] = []
    chosen = _numbered([*_of_examples(files), *_best_of(_of_logs(logs, positions, jobs, cluster, unread), most)])
    for why in unread:
        print_note(why)
    if not chosen:
        there = "position in what could be read" if unread else "position" if logs else "example"
        print_note(f"No {there} has {'one best move that can be proved' if logs else 'a goal'}.")
    elif out is not None:
        write_new_file(out, [_as_file(chosen, ending).encode()])
        print_note(f"{display_name(out)}: {pluralize(len(chosen), 'puzzle')}.")
    if out is None and form == "json":
        print_json([_listed(one) for one in chosen])
    elif out is None and chosen:
        _print(chosen)
    if unread or not chosen:
        raise click.exceptions.Exit(FILE if unread else FINDING)


def _of_examples(files: Sequence[str]) -> Iterator[Puzzle]:
    for path in files:
        try:
            examples = read_examples(read_text(path))
        except ExampleError as error:
            raise ExampleError(error.line, f"{display_name(path)}:{error.line}: {error}") from None
        for one in examples:
            if one.goal is not None:
                try:
                    yield puzzle_of_example(one)
                except KronikaError as error:
                    raise KronikaError(f"{display_name(path)}: {error}") from None


def _of_logs(logs: Sequence[str], positions: int, jobs: int, cluster: str, unread: list[str]) -> Iterator[Puzzle]:
    """Yield the puzzles of logs as they come; the reasons why some can't be read are added to `unread`."""
    there = find_logs(logs)
    items: Success[WorkItem[Puzzle]] = Success(there.paths, partial(work_item, sent=bool(cluster)))
    with closing(
        map_in_order(partial(find_puzzle_remotely, positions=positions), items, jobs, print_warning, cluster=cluster)
    ) as results:
        for found in progress(results, len(there.paths), "searching"):
            if isinstance(found, Puzzle):
                yield found
            elif found:
                unread.append(found)
    unread.extend(there.unlisted.values())
    if there.others:
        print_note(f"{skipped_text(there.others)} skipped.")


def _best_of(found: Iterator[Puzzle], most: int) -> list[Puzzle]:
    """The puzzles with the longest proofs, numbered."""
    return _renumbered(nlargest(most, found, key=lambda one: one.positions))


def _numbered(chosen: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The puzzles, all renumbered if two from different files have the same id. A file may not have an id twice."""
    ids = {(one.example.game, one.example.id) for one in chosen}
    return chosen if len(ids) == len(chosen) else _renumbered(chosen)


def _renumbered(chosen: Sequence[Puzzle]) -> list[Puzzle]:
    return [replace(one, example=replace(one.example, id=f"P-{number}")) for number, one in enumerate(chosen, 1)]


def _as_file(chosen: Sequence[Puzzle], ending: str) -> str:
    if ending == ".toml":
        return "\n".join(example_toml(one.example) for one in chosen)
    from kronika.cli.page.puzzles import puzzles_page  # imported only to make a page

    return puzzles_page(chosen)


def _listed(one: Puzzle) -> PuzzleData:
    example = one.example
    return PuzzleData(example.id, example.game, example.source, example.title, one.positions)


def _print(chosen: Sequence[Puzzle]) -> None:
    rows = [(one.id, one.game, one.source, one.title, f"{one.positions:,}") for one in map(_listed, chosen)]
    print_text(table(rows, ("id", "game", "in", "question", "searched"), (4,), (6, 10, 20, 23, 10)))
