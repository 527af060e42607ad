"""A worked example as a reader holds it against the rulebook: source, moves, effects with their rules, points, end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from kronika.core.contract.moves import seat_name
from kronika.core.contract.paper import Paper
from kronika.core.examples.example import Example, Step, read_examples, start_example
from kronika.core.sessions.session import Session
from support.playouts import ROOT


def examples_of(game: str) -> list[Example]:
    """The examples of a game, in the order of its file."""
    return read_examples((ROOT / "fixtures" / "examples" / f"{game}.toml").read_text(encoding="utf-8"))


def pinned(example: Example) -> str:
    """An example in few lines; the table stands in it only where nothing is done: then it is what the example shows."""
    session = start_example(example)
    lines = [f"{example.id}: {example.title}", example.source, example.note, *_misprint(example)]
    if not example.when:
        lines.append(session.game.render(session.view(), session.players, Paper(100)))
    for item in example.when:
        lines += _played(session, item.move if isinstance(item, Step) else item)
    lines += [*_points(session, example), *_end(session)]
    return "\n".join(line for line in lines if line)


def _misprint(example: Example) -> Iterator[str]:
    if wrong := example.misprint:
        yield f"Misprint: {wrong.printed}; right: {wrong.right}; {wrong.why}"


def _played(session: Session, move: str) -> Iterator[str]:
    """The events that a move has led to, chance included, each with its effects."""
    before = len(session.line.events)
    session.play(move)
    for number in range(before, len(session.line.events)):
        event = session.line.events[number]
        state = session.line.states[number]
        text = session.game.format(state, event.by, event.do, session.players)
        yield f"  {seat_name(event.by, session.players)}: {text}"
        for effect in event.then:
            yield f"    {session.game.describe(effect, session.players)} ({effect.rule})"


def _points(session: Session, example: Example) -> Iterator[str]:
    """Each player's points and what paid them, where the example expects points."""
    steps = [item.expect for item in example.when if isinstance(item, Step)]
    if not any(expect.points or expect.totals or expect.result for expect in (example.expect, *steps)):
        return
    totals = session.game.totals(session.state)
    for seat, items in groupby(sorted(session.score(), key=attrgetter("seat")), attrgetter("seat")):
        paid = ", ".join(f"{item.points} {item.source} ({item.rule})" for item in items if item.points)
        yield f"  {session.players[seat]} {totals[seat]}{': ' if paid else ''}{paid}"


def _end(session: Session) -> Iterator[str]:
    if result := session.result():
        places = " > ".join(" = ".join(session.players[seat] for seat in group) for group in result.ranking)
        tie = f"; {result.tie_break} ({result.tie_rule})" if result.tie_break else ""
        yield f"  {places}: {result.reason} ({result.rule}){tie}"
