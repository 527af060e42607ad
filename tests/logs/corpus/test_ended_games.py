"""Games that ended before their rules ended them, in a folder of logs: found by their reason, and counted apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from kronika.core.sessions.events import Ending, Reason
from kronika.logs.corpus.filtering import LogFilter, matching_logs
from kronika.logs.corpus.stats import stats
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.survey import Survey, survey
from support.cli import fine, run
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel")

ENDINGS: dict[str, Sequence[Ending | None]] = {
    "left": [Ending("abandoned", 1)],
    "lost": [Ending("abandoned")],
    "given-up": [Ending("agreed"), None, Ending("resigned", 0, (1,))],
    "opened": [Ending("resigned", 0), None],
    "open": [],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five games that were not played to the end, three of them ended; and one that was, in which somebody agreed."""
    for name, endings in ENDINGS.items():
        session = duel_game(DUEL_MOVES[:4])
        for ending in endings:
            session.set(ending=ending)
        write_log(str(tmp_path / f"{name}.jsonl"), session)
    whole = duel_game()
    whole.set(ending=Ending("agreed"))
    write_log(str(tmp_path / "whole.jsonl"), whole)
    return tmp_path


def surveys(folder: Path) -> list[Survey]:
    return [survey(str(folder), path.name) for path in sorted(folder.glob("*.jsonl"))]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (LogFilter(ended="abandoned"), ["left", "lost"]),
        (LogFilter(ended="resigned"), ["given-up"]),
        (LogFilter(ended="agreed"), []),
        (LogFilter(finished=True), ["whole"]),
        (LogFilter(finished=False), ["given-up", "left", "lost", "open", "opened"]),
        (LogFilter(finished=True, ended="resigned"), []),
    ],
)
def test_they_are_found_by_their_reason(folder: Path, wanted: LogFilter, names: list[str]) -> None:
    assert [Path(log.path).stem for log in matching_logs(str(folder), surveys(folder), wanted)] == names


def test_they_are_counted_apart(folder: Path) -> None:
    (counted,) = stats(surveys(folder))
    assert (counted.logs, counted.finished) == (6, 1)
    assert counted.ended == {"abandoned": 2, "resigned": 1}
    assert counted.endings == {"three prizes were turned up (DU-5)": 1}
    assert [(seat.games, seat.wins) for seat in counted.by_seat] == [(1, 1), (1, 0)], "Anna has won the one that counts"


def test_the_commands_say_so(folder: Path) -> None:
    done = fine("corpus", "filter", folder, "--ended", "abandoned")
    assert [Path(line).stem for line in done.lines] == ["left", "lost"]
    assert done.err == "2 logs.\n"
    lines = fine("corpus", "stats", folder).lines
    assert lines[0] == "duel: 6 logs, 1 finished; players: 6 with 2"
    assert lines[2:5] == [
        "     1  three prizes were turned up (DU-5)",
        "     2  not to the end: abandoned",
        "     1  not to the end: resigned",
    ]
    assert fine("corpus", "stats", folder, "--format", "json").json[0]["ended"] == {"abandoned": 2, "resigned": 1}
    assert run("corpus", "filter", folder, "--ended", "bored").status == 2


def test_every_reason_can_be_asked_for() -> None:
    text = " ".join(fine("corpus", "filter", "--help", columns=200).out.split())
    assert f"[{'|'.join(get_args(Reason))}]" in text
