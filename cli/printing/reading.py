"""A log or an example opened for viewing, and its viewer."""

from __future__ import annotations

from kronika.cli.printing.events import redact_fault, redacting_faults
from kronika.cli.printing.options import viewer_seat
from kronika.cli.printing.output import print_warning
from kronika.core.contract.game import Viewer
from kronika.core.sessions.session import Session
from kronika.logs.texts.addresses import load_addressed


def open_for_viewing(log: str, viewer: str | None = None) -> tuple[Session, Viewer]:
    """The session of a log or example to view, and the viewer. Differences in derived fields give a warning.

    Raises the errors of `load_addressed`, and NotationError for an unknown name.
    """
    with redacting_faults(viewer):
        session = load_addressed(log)
    for fault in session.warnings[:3]:
        print_warning(str(fault if viewer is None else redact_fault(fault)))
    return session, viewer_seat(viewer, session)
