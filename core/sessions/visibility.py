"""Visibility: events, states, scores and refusals as a viewer may know them. All output of a game goes through here.

For a seat, the game itself decides; see `Game`. For EVERYONE, a game that doesn't support this viewer is asked for each
seat, and anything that some seat may not know is omitted completely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract.game import BYSTANDER, CHANCE, EVERYONE, Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreSheet
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Ending, Event, Note, Set, done_text
from kronika.core.sessions.metadata import FAULT, Metadata

RefusalT = IllegalAction | NotationError
"""The type of an error that refuses a move."""


class Clause(Struct, frozen=True):
    """An effect in words with the number of its rule."""

    text: str
    rule: str


class VisibleEvent(Struct, frozen=True):
    """An event as a viewer may know it: the move in notation, and the effects that the viewer may know."""

    move: str
    effects: tuple[Clause, ...]


def redact_event(game: AnyGame, before: Any, event: Event, names: Sequence[str], viewer: Viewer = None) -> VisibleEvent:
    """The event in the state `before` as a viewer may know it; all of it for the referee (None).

    Raises KronikaError for BYSTANDER in a game that doesn't support this viewer.
    """
    viewer = _one_of(viewer, len(names))
    if viewer == EVERYONE and not game.knows_everyone:
        return _public_event(game, before, event, names)
    _refuse_bystander(game, viewer)
    return VisibleEvent(
        done_text(game, before, event.by, event.do, names, viewer), _clauses(game, event, names, viewer)
    )


def _one_of(viewer: Viewer, seats: int) -> Viewer:
    """The viewer; in a solo game, EVERYONE is the only seat."""
    return 0 if viewer == EVERYONE and seats == 1 else viewer


def _refuse_bystander(game: AnyGame, viewer: Viewer) -> None:
    if viewer == BYSTANDER and not game.knows_bystander:
        raise KronikaError(f"{game.title} cannot show what a bystander knows: name one player, or everyone.")


def _clauses(game: AnyGame, event: Event, names: Sequence[str], viewer: Viewer) -> tuple[Clause, ...]:
    texts = ((game.describe(effect, names, viewer), effect.rule) for effect in event.then)
    return tuple([Clause(text, rule) for text, rule in texts if text or viewer is None])


def _public_event(game: AnyGame, before: Any, event: Event, names: Sequence[str]) -> VisibleEvent:
    """The parts of an event that every seat knows as the referee does."""
    whole = redact_event(game, before, event, names)
    each = [redact_event(game, before, event, names, seat) for seat in range(len(names))]
    move = whole.move if all(part.move == whole.move for part in each) else HIDDEN
    return VisibleEvent(move, tuple(clause for clause in whole.effects if all(clause in part.effects for part in each)))


def redact_note(note: Note, names: Sequence[str], viewer: Viewer) -> Note:
    """The note as a viewer may know it: if it has an author, only the author and the referee see its text."""
    own = viewer is not None and 0 <= viewer < len(names) and normalize(names[viewer]) == normalize(note.author)
    return note if viewer is None or own or not note.author else replace(note, text=HIDDEN)


def redact_set(change: Set, viewer: Viewer) -> Set:
    """The `set` record as a viewer may know it.

    The text of an ending by a bot's fault is only for the referee, since it may reveal what the bot's seat knows.
    """
    ending = change.ending
    if viewer is None or not change.tags.get(FAULT) or not isinstance(ending, Ending):
        return change
    return replace(change, ending=_without_text(ending))


def redact_ending(present: Metadata, viewer: Viewer) -> Ending | None:
    """The early ending of a game as a viewer may know it; see `redact_set`."""
    ending = present.ending
    return _without_text(ending) if ending and viewer is not None and FAULT in present.tags else ending


def _without_text(ending: Ending) -> Ending:
    return replace(ending, text="")


def redact_refusal(error: RefusalT, names: Sequence[str], viewer: Viewer) -> RefusalT:
    """The refusal of a move as a viewer may know it.

    The reason why another seat's move is refused, and suggestions for it, would reveal what that seat knows.
    """
    if viewer is None or viewer == error.by or error.by is None:
        return error
    if isinstance(error, NotationError):
        return NotationError(error.openly)
    whose = "an outcome of chance" if error.by == CHANCE else f"a move of {names[error.by]}"
    return IllegalAction("", f"{whose[0].upper()}{whose[1:]} is refused; the reason is not public.", by=error.by)


def redact_state(game: AnyGame, state: Any, viewer: Viewer) -> Any:
    """The view of a state for a viewer.

    Raises KronikaError for a seat that does not exist, and for EVERYONE or BYSTANDER in a game without such a view.
    """
    seats = game.seat_count(state)
    if viewer not in (None, EVERYONE, BYSTANDER, *range(seats)):
        raise KronikaError(f"There is no seat {viewer}; the seats are 0 to {seats - 1}.")
    viewer = _one_of(viewer, seats)
    if viewer == EVERYONE and not game.knows_everyone:
        raise KronikaError(f"{game.title} cannot show what everyone at the table knows: name one player.")
    _refuse_bystander(game, viewer)
    return game.view(state, viewer)


def redact_sheet(game: AnyGame, state: Any, viewer: Viewer) -> ScoreSheet:
    """The score sheet as a viewer may know it. Raises KronikaError for BYSTANDER in a game without such a view."""
    viewer = _one_of(viewer, game.seat_count(state))
    _refuse_bystander(game, viewer)
    if viewer != EVERYONE or game.knows_everyone:
        return game.sheet(state, viewer)
    each = [game.sheet(state, seat) for seat in range(game.seat_count(state))]
    items = tuple(item for item in each[0].items if all(item in other.items for other in each))
    totals = (set(of_seat) for of_seat in zip(*(one.totals for one in each), strict=True))
    return ScoreSheet(items, tuple(known.pop() if len(known) == 1 else None for known in totals))


__all__ = [
    "Clause",
    "VisibleEvent",
    "redact_ending",
    "redact_event",
    "redact_note",
    "redact_refusal",
    "redact_set",
    "redact_sheet",
    "redact_state",
]
