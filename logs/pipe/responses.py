"""Answers about a game: everything for the referee, for a seat only what it may know. They change no session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final

import msgspec

from kronika.core.analysis.best import best_moves
from kronika.core.analysis.decisions import Verdict, events_to_judge, judge_event
from kronika.core.analysis.finding import OnProgress, iterations
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.reasons import explain
from kronika.core.analysis.summary import summarize
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import VIEWERS, find_viewer
from kronika.core.contract.paper import Paper
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Event, done_text
from kronika.core.sessions.notebook import Drawing
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_ending, redact_event, redact_sheet
from kronika.core.sessions.witness import need_view
from kronika.logs.pipe.answers import (
    Advice,
    Analysed,
    Answer,
    By,
    Checked,
    Drawn,
    Ended,
    Events,
    Happened,
    Moves,
    Option,
    Progress,
    Seen,
    Sheet,
    Standing,
)
from kronika.logs.pipe.refusals import Refusal, error_fields
from kronika.logs.pipe.requests import Analyse, Best, Form, GetEvents, GetResult, Legal, Render, Score, View

Between = Callable[[Analyse | Best, Callable[[], Progress]], object]
"""Called again and again during a search, with a function that returns the progress; an error that it raises ends
the search.
"""


def by(seat: int) -> By:
    """A seat as a log names it."""
    return "chance" if seat == CHANCE else seat


def seat_of(who: By) -> int:
    """The seat for its name in a log."""
    return CHANCE if isinstance(who, str) else who


def viewer_of(who: int | str, names: Sequence[str]) -> Viewer:
    """The viewer with this name. Raises NotationError.

    `everyone` and `bystander` keep their meaning even if a player has such a name. Players choose their names
    themselves, and a program must not show a player's view as that of everyone.
    """
    return VIEWERS[normalize(str(who))] if normalize(str(who)) in VIEWERS else find_viewer(str(who), names)


def actors(session: Session) -> tuple[By, ...]:
    """The seats that may act."""
    return (*map(by, session.actors),)


def due(session: Session) -> str:
    """The next thing to happen, as everyone knows it; empty when the game is over."""
    return str(session.view().due) if session.actors else ""


def session_state(name: str, session: Session, viewer: Viewer) -> Standing:
    """The current state of a session."""
    return Standing(
        session=name,
        game=session.game.name,
        rules=session.header.rules,
        players=session.players,
        options=session.header.options,
        events=len(session.line.events),
        actors=actors(session),
        due=due(session),
        state=digest(session.state) if viewer is None else "",
        warnings=tuple(map(str, session.warnings)) if viewer is None else (),
    )


def events_from(session: Session, first: int, viewer: Viewer) -> tuple[Happened, ...]:
    """The events in force from the one with that index on, as the viewer may know them."""
    line = session.line
    pairs = zip(line.states[first:], line.events[first:], strict=False)
    return tuple(_event(session, before, event, viewer) for before, event in pairs)


def _event(session: Session, before: Any, event: Event, viewer: Viewer) -> Happened:
    known = redact_event(session.game, before, event, session.players, viewer)
    clauses = [{"text": clause.text, "rule": clause.rule} for clause in known.effects]
    if viewer is not None:
        # The move, the effects and the digest hold what is hidden: who is not the referee has the words alone.
        return Happened(by(event.by), known.move, tuple(clauses))
    effects = [{**msgspec.to_builtins(effect), **clause} for effect, clause in zip(event.then, clauses, strict=True)]
    return Happened(by(event.by), known.move, tuple(effects), event.do, event.state)


def legal(session: Session, ask: Legal, viewer: Viewer) -> Moves:
    """The legal moves of everyone who may act, or of one seat; a seat gets only its own."""
    seats = [seat for seat in session.actors if seat != CHANCE and viewer in (None, seat)]
    moves = tuple(option for seat in seats for option in options(session, seat, ask.form))
    return Moves(actors=actors(session), due=due(session), moves=moves, form=_form_of_chance(session))


def options(session: Session, seat: int, form: Form = "both") -> list[Option]:
    """The legal moves of a seat that may act, in notation, as data, or both."""
    game, state, names = session.game, session.state, session.players
    actions = game.actions(state, seat)
    if form == "data":
        return [Option(seat, do=do) for do in actions]
    keep = form == "both"
    return [Option(seat, game.format(state, seat, do, names), do if keep else None) for do in actions]


def _form_of_chance(session: Session) -> str:
    if session.actors != (CHANCE,):
        return ""
    prompt = prompt_of_chance(session.game, session.state, session.players)
    return f"chance: {prompt.written}" if prompt else ""


def check_response(session: Session, read: Callable[[], tuple[int, Any]], viewer: Viewer) -> Checked:
    """Check whether a move is legal; `read` reads it."""
    session.require_open()
    try:
        seat, do = read()
        session.check(seat, do)
    except (IllegalAction, NotationError) as error:
        return Checked(legal=False, **error_fields(error))
    move = done_text(session.game, session.state, seat, do, session.players, viewer)
    return Checked(legal=True, by=by(seat), move=move, do=do)


def view(session: Session, ask: View, viewer: Viewer) -> Seen:
    """The game's own view."""
    return Seen(view=session.look(session.state, viewer))


def events(session: Session, ask: GetEvents, viewer: Viewer) -> Events:
    """The events in force."""
    return Events(events=events_from(session, ask.since, viewer), count=len(session.line.events))


def render_response(session: Session, ask: Render, viewer: Viewer) -> Drawn:
    """The table as text or as a picture."""
    game, names = session.game, session.players
    if ask.form == "svg":
        return Drawn(
            text=Drawing.of_view(
                game, session.look(session.state, viewer), names, viewer, columns=ask.columns, theme=ask.theme
            ).svg
        )
    return Drawn(text=game.render(session.look(session.state, viewer), names, Paper(width=ask.width)))


def score(session: Session, ask: Score, viewer: Viewer) -> Sheet:
    """The score sheet."""
    known = redact_sheet(session.game, session.state, viewer)
    return Sheet(items=known.items, totals=known.totals)


def best_response(session: Session, ask: Best, viewer: Viewer, between: Between) -> Advice:
    """The best moves of each seat to move, or of one; a seat gets only its own."""
    config = AnalysisConfig(bot=f"mcts:{ask.iterations}")
    seats = [seat for seat in session.actors if seat != CHANCE and viewer in (None, seat)]
    each = iterations(ask.iterations, config)

    def watch(seat: int) -> OnProgress:
        done, of = count(seats.index(seat) * each), len(seats) * each

        def look(move: Callable[[], str]) -> None:
            now = next(done)
            between(ask, lambda: Progress(id=ask.id, done=now, total=of, by=seat, move=move()))

        return look

    return Advice(best=tuple(best_moves(session, seat, config, watch=watch(seat)) for seat in seats))


def analyse_response(session: Session, ask: Analyse, viewer: Viewer, between: Between) -> Analysed:
    """The analysis of the game until now; a seat gets only the skill of its own decisions."""
    if viewer is not None and viewer < 0:
        raise Refusal("field", "seat: Skill is that of one player: name one.", "seat")
    states, events = session.line.states, session.line.events
    decided = (state for state, event in zip(states, events, strict=False) if event.by == viewer)
    need_view(session, viewer, decided, "To analyse a game")
    config = AnalysisConfig(bot=f"mcts:{ask.iterations}", playouts=ask.playouts)
    units = events_to_judge(session, config, viewer)
    found: list[Verdict] = []

    def progress() -> Progress:
        unit = units[min(len(found), len(units) - 1)]
        move = session.game.format(unit.before, unit.by, unit.do, unit.names, viewer)
        return Progress(id=ask.id, done=len(found), total=len(units), by=by(unit.by), move=move)

    def watch(move: Callable[[], str]) -> None:
        between(ask, progress)

    for unit in units:
        found.append(judge_event(unit, watch))
    return Analysed(analysis=explain(session, summarize(session, config, viewer, found), watch))


def result_response(session: Session, ask: GetResult, viewer: Viewer) -> Ended:
    """The end of the game, if there is one."""
    result, ending = session.result(), redact_ending(session.present, viewer)
    over, winners = bool(result or ending), result.winners if result else ()
    return Ended(over=over, result=result, winners=winners, ending=ending)


LONG_QUERIES: Final[Mapping[type, Callable[[Session, Any, Viewer, Between], Answer]]] = {
    Best: best_response,
    Analyse: analyse_response,
}
"""Answers to questions that take long, by their type; they report progress, and an error ends them."""
QUERIES: Final[Mapping[type, Callable[[Session, Any, Viewer], Answer]]] = {
    Legal: legal,
    View: view,
    GetEvents: events,
    Render: render_response,
    Score: score,
    GetResult: result_response,
}
"""Answers to quick questions about a session that change nothing, by their type."""
