"""How events, players and ends of games read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from kronika.cli.output import wrapped
from kronika.core.events import Entry, Event, Redo, Undo
from kronika.core.game import CHANCE
from kronika.core.moves import seat_name
from kronika.core.outcome import Outcome
from kronika.core.paper import Paper
from kronika.core.printable import printable
from kronika.core.session import Session
from kronika.core.words import count, listing

if TYPE_CHECKING:
    from kronika.core.examples import Run


def tell(session: Session, number: int, paper: Paper, viewer: int | None = None) -> Iterator[str]:
    """Record `number` of a session's history as lines: who, what, and what followed by which rule."""
    return _laid_out(number, _clauses(session, number, viewer), paper)


def tell_publicly(session: Session, number: int, paper: Paper) -> Iterator[str]:
    """The same as everyone at the table may know it: what is hidden from one player is hidden here."""
    told = [list(_clauses(session, number, seat)) for seat in range(len(session.players))]
    if len({len(clauses) for clauses in told}) == 1:
        same = [(_known_to_all([text for text, _ in texts]), texts[0][1]) for texts in zip(*told, strict=True)]
    else:
        same = [clause for clause in told[0] if all(clause in clauses for clauses in told)]
    return _laid_out(number, same, paper)


def _clauses(session: Session, number: int, viewer: int | None) -> Iterator[tuple[str, str]]:
    """What was done, then each effect with its rule."""
    entry = session.history[number - 1]
    yield tell_entry(session, number, entry, viewer), ""
    if isinstance(entry, Event):
        for effect in entry.then:
            clause = session.game.describe(effect, session.players, viewer)
            if clause:
                yield clause, f"({effect.rule})"


def _laid_out(number: int, clauses: Iterable[tuple[str, str]], paper: Paper) -> Iterator[str]:
    for text, rule in clauses:
        if not rule:
            yield paper.beside(f"{number:>4}  ", text)
            continue
        lines = paper.beside(" " * 8, f"{text} {rule}")
        yield lines.removesuffix(rule) + paper.ink(rule, "dim")


def _known_to_all(texts: list[str]) -> str:
    words = [text.split(" ") for text in texts]
    if len({len(parts) for parts in words}) == 1:
        return " ".join(same[0] if len(set(same)) == 1 else "?" for same in zip(*words, strict=True))
    alike = takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))
    return " ".join([*(same[0] for same in alike), "?"])


def tell_entry(session: Session, number: int, entry: Entry, viewer: int | None = None) -> str:
    """A record in one line, without its effects."""
    if isinstance(entry, Event):
        move = session.game.format(session.at(number - 1), entry.by, entry.do, session.players, viewer)
        return f"{seat_name(entry.by, session.players)}: {move}"
    what = "undo" if isinstance(entry, Undo) else "redo"
    return f"{what} {count(entry.events, 'event')}"


def entry_json(session: Session, number: int, viewer: int | None = None) -> dict[str, Any]:
    """A record as plain data: what a seat may know of it, with the telling."""
    entry = session.history[number - 1]
    told = {"n": number, "text": tell_entry(session, number, entry, viewer)}
    if isinstance(entry, Undo):
        return {**told, "undo": entry.events}
    if isinstance(entry, Redo):
        return {**told, "redo": entry.events}
    effects = []
    for effect in entry.then:
        clause = session.game.describe(effect, session.players, viewer)
        if clause:
            # What a seat may not know of an effect stands only in the effect itself, so a seat gets the clause alone.
            plain = msgspec.to_builtins(effect) if viewer is None else {}
            effects.append({**plain, "text": clause, "rule": effect.rule})
    event: dict[str, Any] = {**told, "by": seat_name(entry.by, session.players), "effects": effects}
    return {**event, "do": msgspec.to_builtins(entry.do), "state": entry.state} if viewer is None else event


def whose_turn(session: Session) -> str:
    """Who is to act, or that the game is over: a sentence."""
    actors = session.actors
    if not actors:
        outcome = session.outcome()
        return f"The game is over. {tell_outcome(outcome, session)}." if outcome else "The game is over."
    if actors == (CHANCE,):
        return "Chance is due: its outcome is to be entered."
    return f"{listing([session.players[seat] for seat in actors])} to act."


def tell_outcome(outcome: Outcome, session: Session) -> str:
    """Who won, in a clause."""
    names = [session.players[seat] for seat in outcome.winners]
    who = f"{listing(names)} share the victory" if len(names) > 1 else f"{names[0]} wins"
    decided = f": {outcome.tie_break} ({outcome.tie_rule})" if outcome.tie_break else ""
    return f"{who}{decided}"


def tell_example_failure(where: str, run: Run, paper: Paper) -> Iterator[str]:
    """An example that came out otherwise, as lines: what was expected, what came, by which rules."""
    title = f": {run.example.title}" if run.example.title else ""
    yield printable(f"{where}: {run.example.game} {run.example.id}{title}")
    for finding in run.findings:
        yield f"  {paper.ink(printable(finding.key), 'bold')}"
        yield wrapped(f"expected  {finding.expected}", "    ", paper.width)
        yield wrapped(f"got       {finding.got}", "    ", paper.width)
        if finding.rules:
            yield f"    rules     {', '.join(finding.rules)}"
