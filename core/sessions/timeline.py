"""The fold of a log's records: the events in force, the state after each, and the metadata."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from kronika.core.basics.errors import CannotUndo
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Entry, Event, Header, Redo, Seen, Set, Undo
from kronika.core.sessions.metadata import Metadata, check_note

EventT = TypeVar("EventT")
FoldedT = TypeVar("FoldedT", bound=AnyGame, covariant=True)


class Timeline(Generic[EventT]):
    """The events in force and their states. `states[k]` is the state after the first k events, so undo costs nothing.

    `undone` has the events that were taken back, the latest last; a new event clears it.
    """

    __slots__ = ("_undone_states", "events", "states", "undone")

    def __init__(self, start: Any) -> None:
        self.events: list[EventT] = []
        self.states: list[Any] = [start]
        self.undone: list[EventT] = []
        self._undone_states: list[Any] = []

    def __copy__(self) -> Timeline[EventT]:
        """An independent copy. It shares the states, which are immutable."""
        twin: Timeline[EventT] = Timeline(None)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def state(self) -> Any:
        """The state after the last event in force."""
        return self.states[-1]

    def push(self, event: EventT, state: Any) -> None:
        """Append an event and the state after it."""
        self.events.append(event)
        self.states.append(state)
        if self.undone:
            self._forget()

    def extend(self, events: Sequence[EventT], states: Sequence[Any]) -> None:
        """Append events and the states after each of them."""
        if events:
            self.events.extend(events)
            self.states.extend(states)
            self._forget()

    def undo(self, events: int) -> None:
        """Take back the last `events` events. Raises CannotUndo unless that is from 1 to the number in force."""
        if not 0 < events <= len(self.events):
            raise CannotUndo(f"Cannot take back {pluralize(events, 'event')}: {len(self.events)} in force.")
        _transfer(self.events, self.undone, events)
        _transfer(self.states, self._undone_states, events)

    def redo(self, events: int) -> None:
        """Restore the last `events` events that were taken back. Raises CannotUndo unless there are that many."""
        if not 0 < events <= len(self.undone):
            raise CannotUndo(f"Cannot restore {pluralize(events, 'event')}: {len(self.undone)} taken back.")
        _transfer(self.undone, self.events, events)
        _transfer(self._undone_states, self.states, events)

    def _forget(self) -> None:
        self.undone.clear()
        self._undone_states.clear()


class Fold(Generic[FoldedT]):
    """The result of applying the records of a log in order. A session also stores them, a validation reports faults."""

    def __init__(self, game: FoldedT, header: Header, start: Any) -> None:
        self.game: FoldedT = game
        self.line: Timeline[Event] = Timeline(start)
        self.present = Metadata.from_header(header)

    def _happen(self, by: int, do: Any) -> Event:
        """Check and apply an action or an outcome. If it raises IllegalAction, nothing has changed."""
        game, before = self.game, self.line.state
        game.check(before, by, do)
        state, then = game.apply(before, by, do)
        event = Event(by, do, then, digest(state))
        self.line.push(event, state)
        return event

    def _fold(self, entry: Entry, number: int) -> Entry:
        """Apply record `number`, and return it; an event is returned with the effects and digest computed here.

        Raises IllegalAction, CannotUndo, BadSetup, or KronikaError for a note. Then nothing has changed.
        """
        if isinstance(entry, Event):
            return self._happen(entry.by, entry.do)
        if isinstance(entry, Undo):
            self.line.undo(entry.events)
        elif isinstance(entry, Redo):
            self.line.redo(entry.events)
        elif isinstance(entry, Set):
            self.present = self.present.after(self.game, entry)
        else:
            check_note(entry, number)
        return entry


def events_to_undo(events: Sequence[Event], decisions: int) -> int:
    """The number of events in the last `decisions` decisions, including the chance after each. Raises CannotUndo.

    An observation of a witness counts as a decision: it is taken back alone.
    """
    at = [number for number, event in enumerate(events) if _is_entry(event)]
    if not 0 < decisions <= len(at):
        raise CannotUndo(f"Cannot take back {pluralize(decisions, 'decision')}: {len(at)} in force.")
    return len(events) - at[-decisions]


def events_to_redo(undone: Sequence[Event], decisions: int) -> int:
    """The number of events to restore for `decisions` decisions, including the chance after each. Raises CannotUndo."""
    at = [number for number, event in enumerate(reversed(undone)) if _is_entry(event)]
    if not 0 < decisions <= len(at):
        raise CannotUndo(f"Cannot restore {pluralize(decisions, 'decision')}: {len(at)} taken back.")
    return at[decisions] if decisions < len(at) else len(undone)


def _is_entry(event: Event) -> bool:
    return event.by != CHANCE or isinstance(event.do, Seen)


def _transfer(source: list[Any], goal: list[Any], last: int) -> None:
    """Move the last `last` items of one list to the end of another, in reverse order.

    It copies slices instead of single items, because each record of a log may take back and restore all events.
    """
    goal += source[: -last - 1 : -1]
    del source[-last:]
