"""The changes in the logs of a folder since an earlier check, and their causes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec
from msgspec import structs

from kronika.cli.printing.options import LOG
from kronika.cli.printing.output import print_text, table, wrapped
from kronika.core.basics import limits, older
from kronika.core.basics.decode_errors import json_decode_fault
from kronika.core.basics.nesting import decoded
from kronika.logs.corpus.causes import Group
from kronika.logs.corpus.check import Corpus
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import read_whole
from kronika.logs.files.walk import text_to_path
from kronika.logs.replaying.survey import Survey, renamed

against_option = click.option(
    "--against", type=LOG, metavar="FILE", help="Compare with an earlier result of `corpus check --format json`."
)


def read_corpus(path: str) -> Corpus:
    """The result of an earlier check. Raises FileError."""
    data = read_whole(path, limits.RESULT, "the result of a check")
    try:
        found = _corpus(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        why = json_decode_fault(data, Corpus).clause
        raise FileError(f"{path}: is not a result of `kronika corpus check --format json`: {why}.") from None
    return structs.replace(found, logs=tuple(renamed(log, text_to_path(log.path)) for log in found.logs))


def _corpus(data: bytes) -> Corpus:
    """The corpus in a file of any version. In version 1, a key for a finished game has an older name."""
    found: Corpus = decoded(data, Corpus)
    if not any(f'"{key}"'.encode() in data for key in older.SURVEY):
        return found
    plain = decoded(data, dict[str, Any])
    logs = [older.renamed(log, older.SURVEY) for log in plain["logs"]]
    return structs.replace(found, logs=tuple(msgspec.convert(logs, list[Survey])))


def print_groups(groups: Sequence[Group]) -> None:
    """Print the changes: for each cause a line with its first example and the number of games with another winner."""
    if not groups:
        return
    winners = any(group.other_winners is not None for group in groups)
    rows = [
        (
            group.game or "?",
            group.code,
            group.rule,
            len(group.logs),
            *([_number(group.other_winners)] if winners else []),
        )
        for group in groups
    ]
    print_text(table(rows, ["game", "change", "rule", "logs", *(["other winner"] if winners else [])], (3, 4)))
    for group in groups:
        print_text(wrapped(f"{group.code} {group.rule}".strip() + f", first: {group.example}"))


def _number(n: int | None) -> str:
    return "" if n is None else str(n)
