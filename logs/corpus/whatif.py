"""Many stored games under another reading of the rules: the games that would change, and the cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.basics.text import join_words
from kronika.core.contract.options import read_options
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.rulebook.spec import ruling_effects
from kronika.core.sessions.session import Session
from kronika.logs.corpus.causes import Change
from kronika.logs.corpus.skipping import Unread, WorkItem
from kronika.logs.files.faults import FileError, LogError, Witnessed
from kronika.logs.replaying.replay import load_full
from kronika.logs.replaying.survey import Survey
from kronika.logs.replaying.whatif import (
    START,
    Retelling,
    ScoreState,
    by_rule,
    effects_text,
    options_text,
    options_under,
    points_text,
    winners_text,
)
from kronika.logs.texts.addresses import address_of

Kind = Literal["same", "otherwise", "asked", "without", "witness", "faulty", "unread"]
"""The effect of another reading on a game. It is the same; it changes; it was played with this reading already; it
has no such option; the log holds what one witness saw; it has a fault, so that its moves are not known; or it can't be
read.
"""


class Verdict(Struct, frozen=True):
    """One log under another reading, and its change.

    `why` is the reason why there is no verdict. For a game that is the same, it is the reason why the reading has no
    effect in it, if that is known.
    """

    path: str
    kind: Kind
    change: Change | None = None
    why: str = ""


def judge_remotely(log: WorkItem[Verdict], given: Mapping[str, Any]) -> Verdict:
    """Same as `judge_log`, for a work item."""
    if isinstance(log.data, Unread):
        return Verdict(log.path, "unread", why=log.data.why)
    return log.known or judge_log(log.path, given, log.data)


def judge_known(path: str, log: Survey, given: Mapping[str, Any]) -> Verdict | None:
    """The verdict on a valid log that follows from its survey; None if the log must be replayed."""
    game = get_game(log.game)
    if log.witnessed:
        return None
    try:
        options = read_options(game, {**log.options, **given})
    except BadSetup as error:
        known = all(name in game.Options.__struct_fields__ for name in given)
        return None if known else Verdict(path, "without", why=str(error))
    return Verdict(path, "asked") if options == read_options(game, log.options) else None


def judge_log(path: str, given: Mapping[str, Any], data: bytes | None = None) -> Verdict:
    """Judge one log under other options; `data` are its bytes, if known.

    Never raises for the content of a file. Raises BadSetup for a value that its game refuses.
    """
    try:
        session = load_full(path, data)
    except Witnessed as error:
        return Verdict(path, "witness", why=str(error))
    except LogError as error:
        return Verdict(path, "faulty", why=str(error))
    except FileError as error:
        return Verdict(path, "unread", why=str(error))
    if session.warnings:
        return Verdict(path, "faulty", why=str(session.warnings[0]))
    return judge_session(path, session, given)


def judge_session(path: str, session: Session, given: Mapping[str, Any]) -> Verdict:
    """Same as `judge_log`, for a session; `path` names it."""
    try:
        options = options_under(session, given)
    except BadSetup as error:
        if all(name in session.game.Options.__struct_fields__ for name in given):
            raise
        return Verdict(path, "without", why=str(error))
    if options == session.at(0).options:
        return Verdict(path, "asked")
    change = _change(path, session, options)
    if change:
        return Verdict(path, "otherwise", change)
    return Verdict(path, "same", why=_inapplicable(session.game, options, given))


def _inapplicable(game: AnyGame, options: Any, names: Iterable[str]) -> str:
    """A sentence if these options have an effect only together with others, as `readings.toml` says; else
    empty.
    """
    lacking = {name: _missing_option(game, options, name) for name in names}
    if not all(lacking.values()):
        return ""
    return join_words([f"{name} has no effect without {options_text(others)}" for name, others in lacking.items()])


def _missing_option(game: AnyGame, options: Any, name: str) -> Mapping[str, Any]:
    """The values that an option needs to have an effect, if the game has only defaults there; empty if it may have
    an effect.
    """
    needs = [reading.given for reading in ruling_effects(game).values() if name in reading.other]
    unmet = [given for given in needs if any(_is_default(game, options, key, given) for key in given)]
    return unmet[0] if needs and len(unmet) == len(needs) else {}


def _is_default(game: AnyGame, options: Any, key: str, given: Mapping[str, Any]) -> bool:
    """True if an option has its default value in the log, and another value is needed."""
    needed, usual = (getattr(one, key) for one in (read_options(game, given), game.Options()))
    return bool(needed != usual == getattr(options, key))


def _change(path: str, session: Session, options: Any) -> Change | None:
    """The gravest change of a game, or None."""
    try:
        telling = Retelling(session, options, START)
    except BadSetup as error:
        return Change(path, session.game.name, "setup", (), f"{address_of(path, 0)}: {error}")
    if not telling.go(stands=False):
        return _illegal(path, telling)
    was, now = telling.ends()
    if was.sources != now.sources or was.totals != now.totals:
        return _points(path, telling, was, now)
    if was.winners != now.winners:
        return _winner(path, telling, was, now)
    if telling.first_parting() or not telling.ends_alike():
        return _effects(path, telling, was, now)
    return None


def _illegal(path: str, telling: Retelling) -> Change:
    """The first move that is refused, and its cause: an effect that came instead, before or with the move.

    An effect that is only missing is not a cause: it waits for something else that is due now and refuses the move.
    """
    refused, first = telling.parting(len(telling.steps) - 1), telling.first_parting()
    led = first.rules if first and first.after else ()
    text = f"{address_of(path, refused.record)}: `{refused.move}`: {refused.refused}"
    return Change(path, telling.game.name, "illegal", tuple(dict.fromkeys((*led, *refused.rules))), text)


def _points(path: str, telling: Retelling, was: ScoreState, now: ScoreState) -> Change:
    """Other points: the items that differ follow from the first event that differs, if there is one."""
    n, paid = _first_points(telling, was, now)
    first = telling.first_parting()
    rules = tuple(dict.fromkeys((*(first.rules if first else ()), *paid)))
    where = address_of(path, min(n, first.record) if first else n)
    text = f"{where}: {points_text(telling.names, was, now, paid[:1])}"
    return Change(path, telling.game.name, "points", rules, text, _other_winner(was, now))


def _winner(path: str, telling: Retelling, was: ScoreState, now: ScoreState) -> Change:
    """The change of a game with the same points and another winner, by a tie-break or by the end of the game."""
    ends = filter(None, map(telling.game.result, (telling.was[-1], telling.states[-1])))
    rules = tuple(dict.fromkeys(end.tie_rule or end.rule for end in ends))
    text = f"{address_of(path, telling.numbers[-1])}: {winners_text(telling.names, was, now)}"
    return Change(path, telling.game.name, "winner", rules, text, _other_winner(was, now))


def _effects(path: str, telling: Retelling, was: ScoreState, now: ScoreState) -> Change:
    """The change of a game with the same end, but other effects on the way, or at least another last state."""
    winner, first = _other_winner(was, now), telling.first_parting()
    if first is None:
        return Change(path, telling.game.name, "state", (), address_of(path, 0), winner)
    text = f"{address_of(path, first.record)}: `{first.move}`: {effects_text(first)}"
    return Change(path, telling.game.name, "effects", first.rules, text, winner)


def _other_winner(was: ScoreState, now: ScoreState) -> bool | None:
    """True if somebody else has won; None if one of the two games did not end."""
    return None if None in (was.winners, now.winners) else was.winners != now.winners


def _first_points(telling: Retelling, was: ScoreState, now: ScoreState) -> tuple[int, tuple[str, ...]]:
    """The record after which the finally different points first differ, and the rules of these, the first rule
    first.
    """
    game = telling.game
    rules = [r for r in sorted({*was.sources, *now.sources}) if was.sources.get(r) != now.sources.get(r)]
    for n, one, other in zip(telling.numbers, telling.was[1:], telling.states[1:], strict=True):
        left, right = by_rule(game, one), by_rule(game, other)
        if early := [rule for rule in rules if left.get(rule) != right.get(rule)]:
            return n, tuple(dict.fromkeys((*early, *rules)))
    return telling.numbers[-1] if telling.numbers else 0, tuple(rules)
