"""The texts of events, players and ends of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kronika.cli.printing.output import print_note, print_warning, wrapped
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import read_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.contract.result import Result
from kronika.core.contract.sentences import move_sentence
from kronika.core.contract.suggestions import example_moves
from kronika.core.sessions.events import Entry, Event, Note, Redo, Set, Undo
from kronika.core.sessions.metadata import ending_text, note_text, set_text
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import VisibleEvent, redact_ending, redact_event, redact_note, redact_set
from kronika.logs.files.faults import Fault, LogError

if TYPE_CHECKING:
    from kronika.core.examples.example import Run


def record_lines(
    session: Session, number: int, paper: Paper, viewer: Viewer = None, marks: Sequence[str] = ()
) -> Iterator[str]:
    """Record `number` of a session's history as lines: the player, the move, marks, and the effects with their
    rules.
    """
    known = redact_record(session, number, viewer)
    yield paper.beside(f"{number:>4}  ", " ".join([_actor_name(session, number, known), *map(printable, marks)]))
    for clause in known.effects:
        rule = f"({clause.rule})"
        lines = paper.beside(" " * 8, f"{clause.text} {rule}")
        yield lines.removesuffix(rule) + paper.ink(rule, "dim")


def redact_record(session: Session, number: int, viewer: Viewer) -> VisibleEvent:
    """A record as a viewer may know it."""
    entry = session.history[number - 1]
    if isinstance(entry, Event):
        return redact_event(session.game, session.at(number - 1), entry, session.players, viewer)
    return VisibleEvent(_entry_text(entry, session.players, viewer), ())


def _entry_text(entry: Entry, names: Sequence[str], viewer: Viewer) -> str:
    """A record other than an event, in one line."""
    if isinstance(entry, Set):
        return set_text(redact_set(entry, viewer), names)
    if isinstance(entry, Note):
        return note_text(redact_note(entry, names, viewer))
    assert isinstance(entry, (Undo, Redo))
    return f"{'undo' if isinstance(entry, Undo) else 'redo'} {pluralize(entry.events, 'event')}"


def entry_line(session: Session, number: int, viewer: Viewer = None) -> str:
    """A record in one line as a viewer may know it, without its effects."""
    return _actor_name(session, number, redact_record(session, number, viewer))


def entry_sentence(session: Session, number: int, viewer: Viewer = None) -> str:
    """A record as a sentence for people, as a viewer may know it, without its effects."""
    known, entry = redact_record(session, number, viewer), session.history[number - 1]
    if not isinstance(entry, Event):
        return known.move
    return move_sentence(session.game, seat_name(entry.by, session.players), known.move, session.players)


def _actor_name(session: Session, number: int, known: VisibleEvent) -> str:
    entry = session.history[number - 1]
    return f"{seat_name(entry.by, session.players)}: {known.move}" if isinstance(entry, Event) else known.move


class RecordData(Struct, frozen=True):
    """A record as a viewer may know it, in words, with the fields of its kind.

    An event has `by`, the name of the player or `chance`, and the `effects` in words with their rules. For the referee
    it also has all fields of each effect, the move or outcome (`do`) and the digest (`state`), as in the log.
    """

    n: int
    text: str
    undo: int | UnsetType = UNSET
    redo: int | UnsetType = UNSET
    set: Set | UnsetType = UNSET
    note: Note | UnsetType = UNSET
    by: str | UnsetType = UNSET
    effects: list[dict[str, Any]] | UnsetType = UNSET
    do: Any = UNSET
    state: str | UnsetType | None = UNSET


def record_data(session: Session, number: int, viewer: Viewer = None) -> RecordData:
    """A record as data, with its narration: for the referee everything in the log, else what the viewer may know."""
    entry = session.history[number - 1]
    known = redact_record(session, number, viewer)
    text = _actor_name(session, number, known)
    if isinstance(entry, Undo):
        return RecordData(number, text, undo=entry.events)
    if isinstance(entry, Redo):
        return RecordData(number, text, redo=entry.events)
    if isinstance(entry, Set):
        return RecordData(number, text, set=redact_set(entry, viewer))
    if isinstance(entry, Note):
        return RecordData(number, text, note=redact_note(entry, session.players, viewer))
    by, effects = seat_name(entry.by, session.players), msgspec.to_builtins(known.effects)
    if viewer is not None:
        # The move, the effects and the digest contain hidden things: only the referee gets more than the words.
        return RecordData(number, text, by=by, effects=effects)
    whole = [{**msgspec.to_builtins(e), **clause} for e, clause in zip(entry.then, effects, strict=True)]
    return RecordData(number, text, by=by, effects=whole, do=entry.do, state=entry.state)


def redact_fault(fault: Fault) -> Fault:
    """A fault without its details of the game, which may name a hand or a digest."""
    return msgspec.structs.replace(fault, message="(`kronika validate` shows the referee more)", rules=())


@contextmanager
def redacting_faults(viewer: str | None) -> Iterator[None]:
    """With `--as`, report a fault of a log without its details of the game. Raises LogError."""
    try:
        yield
    except LogError as error:
        if viewer is None:
            raise
        raise LogError(redact_fault(error.fault)) from None


def warn_of(warnings: Sequence[Fault], viewer: str | None = None) -> None:
    """Print the first of the faults that do not stop a log from being read, and how many there are."""
    for fault in warnings[:1] if viewer is None else map(redact_fault, warnings[:1]):
        more = f" (and {len(warnings) - 1} more; `kronika validate` lists them)" if warnings[1:] else ""
        print_warning(f"{fault}{more}")


def whose_turn(session: Session, viewer: Viewer = None) -> str:
    """The players who must act, or that the game is over; and the ending in the log, if there is one."""
    return " ".join(filter(None, (_whose_turn(session), ending_sentence(session, viewer))))


def what_next(session: Session, viewer: Viewer = None) -> str:
    """The players who must act, or the outcome of chance to enter and its notation."""
    if session.actors != (CHANCE,):
        return whose_turn(session, viewer)
    return " ".join(filter(None, (chance_due(session), ending_sentence(session, viewer))))


def chance_due(session: Session) -> str:
    """The outcome of chance that is due and its notation: a sentence that all may know."""
    prompt = prompt_of_chance(session.game, session.state, session.players)
    if prompt is None:
        return _whose_turn(session)
    due = f"Chance is due: {prompt.what}, for example `{prompt.written}`; `{prompt.begins}` is optional."
    hidden = session.game.hidden if session.witness is not None else None
    return f"{due} `?` is one that you did not see." if hidden is not None and hidden.places else due


def move_due(session: Session, seat: int) -> str:
    """A sentence for a player who may act: the decision, with a few typical moves."""
    game, state, names = session.game, session.state, session.players
    legal = game.actions(state, seat)
    shown = example_moves(game, state, seat, legal, names)
    moves = join_words([f"`{move}`" for move in shown], "or")
    due = game.view(state, seat).due
    more = f"; `moves` lists all {len(legal)}" if len(legal) > len(shown) else ""
    return f"{names[seat]}, {due}: for example {moves}{more}."


def ending_sentence(session: Session, viewer: Viewer = None) -> str:
    """The ending in the log, for a game that did not end by its rules: a sentence, or an empty text."""
    ending = redact_ending(session.present, viewer)
    return f"The log says how it ended: {ending_text(ending, session.players)}." if ending else ""


def _whose_turn(session: Session) -> str:
    actors = session.actors
    if not actors:
        result = session.result()
        return f"The game is over. {result_text(result, session)}." if result else "The game is over."
    if actors == (CHANCE,):
        return "Chance is due: enter the outcome."
    sure = [session.players[seat] for seat, is_sure in session.due.items() if is_sure]
    perhaps = [session.players[seat] for seat, is_sure in session.due.items() if not is_sure]
    if not sure:
        return f"{join_words(perhaps, 'or')} to act."
    return f"{join_words(sure)} to act{f', perhaps {join_words(perhaps)} too' if perhaps else ''}."


def result_text(result: Result, session: Session) -> str:
    """The winners, in a clause."""
    names = [session.players[seat] for seat in result.winners]
    if len(names) == 1:
        who = f"{names[0]} wins"
    elif result.winners in map(tuple, _teams(session)):
        who = f"{join_words(names)} win as a team"
    else:
        who = f"{join_words(names)} share the victory"
    decided = f": {result.tie_break} ({result.tie_rule})" if result.tie_break else ""
    return f"{who}{decided}"


def _teams(session: Session) -> Sequence[Sequence[int]]:
    return session.game.teams(read_options(session.game, session.header.options), len(session.players))


def example_failure_lines(where: str, run: Run, paper: Paper) -> Iterator[str]:
    """An example that failed, as lines: the expected values, the actual values, and the rules."""
    title = f": {run.example.title}" if run.example.title else ""
    yield printable(f"{where}: {run.example.game} {run.example.id}{title}")
    for finding in run.findings:
        yield f"  {paper.ink(printable(finding.key), 'bold')}"
        yield wrapped(f"expected  {finding.expected}", "    ", paper.width)
        yield wrapped(f"got       {finding.got}", "    ", paper.width)
        if finding.rules:
            yield f"    rules     {', '.join(finding.rules)}"


def tell_moved(session: Session, before: Iterable[Event], viewer: Viewer) -> None:
    """Print the events that `undo` took back, or `redo` restored, since the events `before` were in force."""
    then, now = list(before), session.line.events
    where = {id(entry): number for number, entry in enumerate(session.history, 1)}
    word, moved = ("taken back", then[len(now) :]) if len(now) < len(then) else ("restored", now[len(then) :])
    for event in moved:
        print_note(f"{word}: {where[id(event)]:>4}  {entry_line(session, where[id(event)], viewer)}")
