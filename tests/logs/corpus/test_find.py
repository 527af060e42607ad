"""Logs that answer a description, and events in them that are as something sought: each word of it, at its limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.contract.event_query import EventQuery
from kronika.core.contract.result import Result
from kronika.core.sessions.events import Ending
from kronika.logs.corpus.duplicates import duplicates
from kronika.logs.corpus.events import Which, search_log
from kronika.logs.corpus.filtering import LogFilter, matching_logs
from kronika.logs.files.faults import Fault
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.survey import Survey
from support.logs import duel_game

LOG = Survey(
    "a.jsonl",
    game="tides",
    players=("Anna", "Bob"),
    options={"zero_tie": "need_one", "sets_use_doubled": False, "singles_use_doubled": True},
    tags={"place": "club", "round": "2"},
    totals=(3, 7),
    result=Result((3, 7), ((1,), (0,)), "over", "TT-5.1"),
    rules_cited={"TT-4.5": 1},
    play="x",
)
"""A finished game that nobody has played."""
OPEN = replace(LOG, result=None, totals=(0, 0), ending=Ending("agreed"))


@pytest.mark.parametrize(
    ("wanted", "log", "found"),
    [
        ({}, LOG, True),
        ({"game": "tides"}, LOG, True),
        ({"game": "tigris"}, LOG, False),
        ({"seats": 2}, LOG, True),
        ({"seats": 3}, LOG, False),
        ({"options": {"zero_tie": "need_one"}}, LOG, True),
        ({"options": {"zero_tie": "need_one", "sets_use_doubled": "false"}}, LOG, True),
        ({"options": {"zero_tie": "need_one", "sets_use_doubled": "true"}}, LOG, False),
        ({"options": {"sets_use_doubled": "true", "zero_tie": "need_one"}}, LOG, False),
        ({"options": {"zero_tie": "need_one", "obelisks": "b"}}, LOG, False),
        ({"options": {"zero_tie": "maybe"}}, LOG, False),
        ({"tags": {"place": "club"}}, LOG, True),
        ({"tags": {"place": "club", "round": "2"}}, LOG, True),
        ({"tags": {"place": "club", "round": "3"}}, LOG, False),
        ({"tags": {"date": "today"}}, LOG, False),
        ({"least": 7}, LOG, True),
        ({"least": 8}, LOG, False),
        ({"most": 7}, LOG, True),
        ({"most": 6}, LOG, False),
        ({"least": 0, "most": 0}, OPEN, True),
        ({"least": -1, "most": -1}, replace(OPEN, totals=(-3, -1)), True),
        ({"rule": "TT-4.5"}, LOG, True),
        ({"rule": "TT-4.6"}, LOG, False),
        ({"finished": True}, LOG, True),
        ({"finished": False}, LOG, False),
        ({"finished": True}, OPEN, False),
        ({"finished": False}, OPEN, True),
        ({"ended": "agreed"}, OPEN, True),
        ({"ended": "resigned"}, OPEN, False),
        ({"ended": "agreed"}, replace(OPEN, result=LOG.result), False),
        ({"game": "tides", "seats": 2, "least": 7, "rule": "TT-4.5", "finished": True}, LOG, True),
        ({"game": "tides", "seats": 3, "least": 7, "rule": "TT-4.5", "finished": True}, LOG, False),
        ({}, replace(LOG, unreadable="it is gone"), False),
        ({}, replace(LOG, faults=(Fault("a.jsonl", 2, "effects", "so"),)), False),
    ],
)
def test_all_of_a_description_must_hold(wanted: dict[str, Any], log: Survey, found: bool) -> None:
    assert list(matching_logs("", [log], LogFilter(**wanted))) == ([log] if found else [])


def test_logs_in_which_the_same_was_done() -> None:
    """One that is alone, or has a fault, or is of another game is none of them; they stand as they were found."""
    logs = [
        replace(LOG, path="d"),
        replace(LOG, path="c", play="y"),
        replace(LOG, path="b", tags={}),
        replace(LOG, path="a", game="duel"),
        replace(LOG, path="e", unreadable="it is gone"),
        replace(LOG, path="f", play="y"),
    ]
    assert duplicates(logs) == [("d", "b"), ("c", "f")]


@pytest.mark.parametrize(
    ("which", "most", "found"),
    [
        ("first", 1, [(2, 1)]),
        ("first", 4, [(2, 1), (3, 1), (6, 1), (7, 1)]),
        ("first", 99, [(2, 1), (3, 1), (6, 1), (7, 1), (9, 1), (10, 1)]),
        ("all", 1, [(2, 1), (3, 1), (6, 1), (7, 1), (9, 1), (10, 1)]),
        ("rarest", 1, [(2, 3), (3, 3)]),
    ],
)
def test_how_many_of_the_events_of_a_log_are_told(
    tmp_path: Path, duel: dict[str, str], which: Which, most: int, found: list[tuple[int, int]]
) -> None:
    """Six cards are played; of each two the second shows both, which is another kind: of all the kinds each has one."""
    path = str(tmp_path / "g.jsonl")
    write_log(path, duel_game())
    log = search_log(path, EventQuery(moves=("play",)), which, most)
    assert (log.how, [(one.record, one.count) for one in log.found]) == ("searched", found)
    assert {one.path for one in log.found} == {path}
