"""An analysis of a game event by event: in parallel, resumable from a file of verdicts, and as notes in a copy of a
log.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import chain, count
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.analysis.decisions import Decision, EventToJudge, Verdict, events_to_judge, is_of_event, judge_event
from kronika.core.analysis.judge import AnalysisConfig, horizon_of, terms_for
from kronika.core.analysis.summary import FORM, Analysis, is_consistent, story_of
from kronika.core.analysis.text import judge_text, verdict_text
from kronika.core.basics.nesting import decoded
from kronika.core.basics.older import ANALYSIS, raised
from kronika.core.basics.text import join_words, normalize, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import (
    LockedFile,
    create_file,
    create_first,
    exists_error,
    open_locked,
    read_unlocked,
)
from kronika.logs.replaying.amend import replacement_text
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.pool import Jobs, map_in_order

CHUNK = 1
"""The number of events sent to a process at once: each takes a large part of a second."""
ASIDE = ".older"
"""The end of the name of a file that keeps the verdicts of an older program."""
AUTHOR = "kronika"
"""The author of the notes."""


class PartialAnalysis(Struct, frozen=True):
    """The first line of a file of verdicts: the analysis that they belong to.

    `story` is a digest of the game, as in `core.analysis.summary.story_of`. Playouts were judged
    after `horizon` events by the judge of this name, which is that of a version of the program; older forms do not say
    this.
    """

    analysis: int
    game: str
    players: tuple[str, ...]
    viewer: Viewer
    config: AnalysisConfig
    events: tuple[int, ...]
    story: str
    horizon: int = 0
    judge: str = ""


class Plan(Struct, frozen=True):
    """The work of an analysis: the events to judge, and the first line of the file for their verdicts."""

    units: Sequence[EventToJudge]
    begun: PartialAnalysis


def plan(session: Session, config: AnalysisConfig, viewer: Viewer, first: int = 1, last: int | None = None) -> Plan:
    """The plan for the events of a game from one number to another, judged for a viewer.

    See `core.analysis.events_to_judge`.
    """
    wanted = events_to_judge(session, config, viewer, first, last)
    numbers, game = tuple(unit.n for unit in wanted), session.game
    terms = horizon_of(game, config), terms_for(game, session.state, config).judge
    return Plan(
        wanted,
        PartialAnalysis(FORM, game.name, session.players, viewer, config, numbers, story_of(session, viewer), *terms),
    )


def why_empty(session: Session, viewer: Viewer, first: int = 1, last: int | None = None) -> str:
    """The reason why there is no event to judge from one number to another, as a sentence.

    For the referee, it names the record that replaced one that was taken back.
    """
    if last is not None and first > last:
        return f"There is no event to judge: the first number, {first}, is after the last one, {last}."
    if viewer is not None:
        return "There is no event to judge: only that player's decisions are judged, counted among the events in force."
    records = len(session.history)
    if first > records > 0:
        return f"There is no record {first}: the log has {records}."
    asked = range(first, min(last or records, records) + 1)
    gone = next(filter(None, (replacement_text(session, n) for n in asked)), "")
    return gone or "There is no event to judge: only moves and outcomes of chance in force are judged."


def verdicts(
    plan: Plan, kept: str = "", jobs: Jobs = 1, tell: Notify = no_op, *, cluster: str = ""
) -> Generator[Verdict, None, None]:
    """Yield the verdicts in the order of the events: the same for any number of jobs.

    With the name of a file, they are `kept` there, each as soon as it is known, and those in the file are not computed
    again. Verdicts by an older program, which judged in another way, are not mixed with others: they are kept in a
    file beside it, and all events are judged again. Raises FileError, also for a file with other content: it is left as
    it is. Raises BotFault, WorkerDied, NoCluster.
    """
    with ExitStack() as stack:
        held, there = _opened(kept, plan, stack, tell) if kept else (None, [])
        yield from there
        left = plan.units[len(there) :]
        with closing(map_in_order(judge_event, left, jobs, tell, chunk=CHUNK, cluster=cluster)) as coming:
            for verdict in coming:
                if held:
                    held.append(_line(verdict))
                yield verdict


def older_verdicts(plan: Plan, path: str) -> list[Verdict]:
    """The verdicts on all events of a plan, by an older program; empty if a file does not have all of them.

    They are those of form 2. Raises FileError for a damaged file.
    """
    if not os.path.isfile(path):
        return []
    older = _older(path, read_unlocked(path), plan)
    return older if older and len(older) == len(plan.units) else []


_UNSURE: Final = (
    "How much of it was appended is not known: the same command continues after its last whole verdict, and judges the "
    "others."
)
_OTHERWISE: Final = "It is left as it is. Name another file, and all events are judged again."


def _opened(path: str, plan: Plan, stack: ExitStack, tell: Notify) -> tuple[LockedFile, list[Verdict]]:
    """The file of verdicts, locked, and its verdicts; an incomplete line left by a kill is removed."""
    begun = _line(plan.begun)
    if not os.path.lexists(path):
        create_file(path, begun)
    held = stack.enter_context(open_locked(path))
    held.unsure = _UNSURE
    data = held.read()
    if (older := _older(path, data, plan)) is not None:
        tell(_set_aside(path, data, len(older)))
        held.replace(begun)
        stack.close()
        return _opened(path, plan, stack, tell)
    if not data.startswith(begun):
        raise FileError(
            f"{display_name(path)}: exists already, and holds no verdicts on this game on these "
            f"terms{_difference(data, plan.begun)}. {_OTHERWISE}"
        )
    whole = data[: data.rfind(b"\n") + 1]
    there = list(_read(path, whole[len(begun) :], plan))
    if whole != data:
        held.truncate(len(whole), lambda torn: "")  # a part of a line, which is judged again
        stack.close()
        return _opened(path, plan, stack, tell)
    return held, there


def _difference(data: bytes, wanted: PartialAnalysis) -> str:
    """The terms in which a file of verdicts differs, as the end of a sentence; empty if it is another kind of file."""
    try:
        found = decoded(data.partition(b"\n")[0], PartialAnalysis)
    except (msgspec.MsgspecError, UnicodeError):
        return ""
    named = {
        "game": "game",
        "players": "players",
        "story": "moves",
        "viewer": "viewer",
        "events": "records",
        "config": "options",
    }
    named |= {"horizon": "horizon", "judge": "judge"}
    others = [word for name, word in named.items() if getattr(found, name) != getattr(wanted, name)]
    return f": it has other {join_words(others)}" if others else ""


def _older(path: str, data: bytes, plan: Plan) -> list[Verdict] | None:
    """The verdicts in a file of form 1 or 2 on the events of a plan; None for any other data.

    Raises FileError for a damaged line.
    """
    if not data.startswith((b'{"analysis":1,', b'{"analysis":2,')):
        return None
    try:
        begun, *lines = (raised(decoded(line, Any), ANALYSIS) for line in data.split(b"\n")[:-1])
        head = msgspec.convert(begun | {"analysis": FORM}, PartialAnalysis)
    except (msgspec.MsgspecError, UnicodeError, TypeError, ValueError):
        return None
    same = head == replace(plan.begun, horizon=0, judge="")
    return [*_read(path, b"".join(map(_line, lines)), plan)] if same else None


def _set_aside(path: str, data: bytes, verdicts: int) -> str:
    """Keep the content of a file of older verdicts in a file beside it. Returns a sentence about it.

    Raises FileError if there is another one of that name.
    """
    aside = f"{path}{ASIDE}"
    if not create_first(aside, data) and read_unlocked(aside) != data:
        raise exists_error(aside)
    return (
        f"{display_name(path)}: {pluralize(verdicts, 'verdict')} by an older program, which judged in another way, "
        f"{'is' if verdicts == 1 else 'are'} kept in {display_name(aside)}; all events are judged again."
    )


def _read(path: str, lines: bytes, plan: Plan) -> Iterator[Verdict]:
    for number, line in enumerate(lines.split(b"\n")[:-1]):
        try:
            found = decoded(line, Verdict)
        except (msgspec.MsgspecError, UnicodeError):
            found = None
        if found is None or number >= len(plan.units) or not _matches(found, plan.units[number]):
            raise FileError(
                f"{display_name(path)}:{number + 2}: is not a verdict on the next event: the file may be damaged. "
                f"{_OTHERWISE}"
            )
        yield found


def _matches(found: Verdict, unit: EventToJudge) -> bool:
    return is_of_event(found, unit) and is_consistent(found, unit.by, unit.viewer, len(unit.names))


def _line(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"


# -- notes ----------------------------------------------------------------------------------------------------------


def annotate(session: Session, analysis: Analysis) -> None:
    """Add a note on each judged event. Its author is a name that no player has, so only the referee can read the text.

    A mark is set on the move if the game has no secrets. With secrets it is in the text, since it reveals a part of a
    hand.
    """
    author = _author(session.players)
    secrets = session.game.has_secrets(session.at(0).options)
    session.note(judge_text(analysis), on=0, author=author)
    for verdict in analysis.verdicts:
        mark = verdict.mark if isinstance(verdict, Decision) else ""
        text = verdict_text(verdict, session.players)
        session.note(
            f"{mark} {text}".strip() if secrets else text,
            on=verdict.record,
            author=author,
            mark="" if secrets else mark,
        )


def _author(players: Sequence[str]) -> str:
    names = {normalize(name) for name in players}
    numbered = (f"{AUTHOR} {n}" for n in count(2))
    return next(name for name in chain([AUTHOR], numbered) if normalize(name) not in names)


def write_noted(path: str, session: Session, analysis: Analysis) -> None:
    """Write a copy of a session's log with the notes as a new file. Raises FileError, KronikaError."""
    annotate(session, analysis)
    write_log(path, session)
