"""A log or an example that is only looked at, and who looks."""

from __future__ import annotations

from kronika.cli.printing.events import redact_fault, redacting_faults
from kronika.cli.printing.options import viewer_seat
from kronika.cli.printing.output import print_warning
from kronika.core.contract.game import Viewer
from kronika.core.sessions.session import Session
from kronika.logs.texts.addresses import load_addressed


def open_for_viewing(log: str, viewer: str | None = None) -> tuple[Session, Viewer]:
    """The session of a log or example that is only looked at, and who looks; derived fields that differ are warned of.

    Raises what `load_addressed` raises, and NotationError for nobody's name.
    """
    with redacting_faults(viewer):
        session = load_addressed(log)
    for fault in session.warnings[:3]:
        print_warning(str(fault if viewer is None else redact_fault(fault)))
    return session, viewer_seat(viewer, session)
