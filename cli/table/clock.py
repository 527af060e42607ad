"""Timestamps on request: the only place where a clock is read."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Event
from kronika.core.sessions.notes import CLOCK
from kronika.core.sessions.session import Session

clock_option = click.option("--clock", is_flag=True, help="Add the time, in UTC to the second.")


def now() -> str:
    """The current time as a log has it: `2026-11-28T17:00:03Z`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def timestamp_data() -> dict[str, str]:
    """The data of a note that has the time of the note, or of the record that it is on."""
    return {CLOCK: now()}


def add_timestamps(session: Session, first: int) -> None:
    """Note the time on each decision of the history after record `first`."""
    for number, entry in enumerate(session.history[first:], first + 1):
        if isinstance(entry, Event) and entry.by != CHANCE:
            session.note(on=number, data=timestamp_data())
