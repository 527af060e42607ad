"""The refusal of operations that need a complete game, for the record of a witness who did not see every hand."""

from __future__ import annotations

from kronika.core.basics.errors import KronikaError
from kronika.core.sessions.session import Session


def need_full(session: Session, what: str) -> None:
    """Raise KronikaError if the session is the record of a witness. `what` names the operation in the message."""
    if session.witness is not None:
        raise KronikaError(
            f"{what} needs every hand, and this log holds what one witness saw: "
            "`kronika complete LOG --out FILE` writes a full game that agrees with it."
        )
