"""What another reading of the rules would have made of stored games: the same decisions, judged by other options.

Outcomes of chance are those of the log: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.digest import digest
from kronika.core.errors import BadSetup, IllegalAction, KronikaError
from kronika.core.moves import seat_name
from kronika.core.notes import in_force
from kronika.core.options import read_options
from kronika.core.outcome import Outcome, ScoreItem
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.core.words import listing
from kronika.logs.corpus.causes import Change
from kronika.logs.faults import FileTrouble, LogError
from kronika.logs.files import shown
from kronika.logs.replay import load

START: Final = 0
"""In place of the number of a record: the whole game, from the set-up on."""


class Parting(Struct, frozen=True):
    """A record that the other reading takes otherwise: it refuses the move, or gives it other effects.

    `n` is the number of the record, `refused` why it is illegal, `was` and `now` are the effects that only one of the
    two readings has, in words with their rules. `rules` are the numbers of all these, in the order of the effects.
    """

    n: int
    move: str
    rules: tuple[str, ...]
    refused: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


class Standing(Struct, frozen=True):
    """Where a game stands: the points by seat, each seat's points by rule, and who has won once it is over."""

    totals: tuple[int, ...]
    sources: dict[str, tuple[int, ...]]
    winners: tuple[int, ...] | None


class Retold(Struct, frozen=True):
    """A game told again under other options from record `at` on; what came before is as it was played.

    `partings` are in order. Refused moves are let stand, as they were played, and the game goes on; where the last one
    can't, since the game has come to something else by then, `left` are the events from that one on, which are not
    told. `before` is where the game stands as it was played, `after` where it stands so, each before what is left;
    `same` says that all is as it was.
    """

    at: int
    players: tuple[str, ...]
    partings: tuple[Parting, ...]
    left: int
    before: Standing
    after: Standing
    same: bool

    @property
    def stuck(self) -> bool:
        """Is there a move that can't stand, so that the game can't be told to its end?"""
        return self.left > 0


Kind = Literal["same", "otherwise", "asked", "without", "faulty", "unread"]
"""How a game is under another reading: the same; otherwise; it was played so already; it has no such option; the log
has a fault, so that it does not say how it was played; it can't be read."""


class Verdict(Struct, frozen=True):
    """One log of many under another reading, and what is otherwise about it; `why` it can't be said."""

    path: str
    kind: Kind
    change: Change | None = None
    why: str = ""


# -- one game -----------------------------------------------------------------------------------------------------


class _Telling:
    """The events in force of a session, one after the other, under other options.

    `states` are those before and after each event; `steps` say how each went: the effects, or why it is refused.
    """

    def __init__(self, session: Session, options: Any, at: int) -> None:
        self.session = session
        self.options = options
        line, numbers = session.line, in_force(session)
        self.first = next((place for place, n in enumerate(numbers) if n >= at), len(numbers))
        self.numbers = numbers[self.first :]
        self.events = line.events[self.first :]
        self.was = line.states[self.first :]
        game, own = session.game, session.at(0).options
        begun = game.setup(options, len(session.players))
        self.fits = replace(begun, options=own) == session.at(0)
        """Do both readings begin alike? Then a game can pass from one to the other at any time."""
        self.states = [begun if at == START else replace(self.was[0], options=options)]
        self.steps: list[tuple[Any, ...] | IllegalAction] = []

    def go(self, *, stands: bool) -> bool:
        """Tells it to its end, or to a refused move that can't stand: then it is false."""
        for event in self.events:
            step = self._step(self.states[-1], event.by, event.do)
            if isinstance(step, IllegalAction):
                self.steps.append(step)
                after = self._stood(event.by, event.do) if stands and self.fits else None
                if after is None:
                    return False
            else:
                after, effects = step
                self.steps.append(effects)
            self.states.append(after)
        return True

    def _step(self, state: Any, by: int, do: Any) -> tuple[Any, tuple[Any, ...]] | IllegalAction:
        game = self.session.game
        try:
            game.check(state, by, do)
        except IllegalAction as error:
            error.name(self.session.players)
            return error
        return game.apply(state, by, do)

    def _stood(self, by: int, do: Any) -> Any:
        """The state after a move that only the reading under which it was made allows; None where neither does."""
        step = self._step(replace(self.states[-1], options=self.session.at(0).options), by, do)
        return None if isinstance(step, IllegalAction) else replace(step[0], options=self.options)

    def parts(self, place: int) -> bool:
        """Is the record at this place taken otherwise?"""
        return isinstance(self.steps[place], IllegalAction) or self.steps[place] != self.events[place].then

    def parting(self, place: int) -> Parting:
        """How it is taken otherwise."""
        session, step, event = self.session, self.steps[place], self.events[place]
        game, names = session.game, session.players
        move = f"{seat_name(event.by, names)}: {game.format(self.was[place], event.by, event.do, names)}"
        n = self.numbers[place]
        if isinstance(step, IllegalAction):
            return Parting(n, move, (step.rule,), str(step))
        gone, new = _without(event.then, step), _without(step, event.then)
        rules = tuple(dict.fromkeys(effect.rule for _, effect in sorted((*gone, *new), key=lambda pair: pair[0])))
        was, now = (tuple(f"{game.describe(one, names)} ({one.rule})" for _, one in side) for side in (gone, new))
        return Parting(n, move, rules, "", was, now)

    def first_parting(self) -> Parting | None:
        """The first record that is taken otherwise."""
        return next((self.parting(place) for place in range(len(self.steps)) if self.parts(place)), None)

    def ends_alike(self) -> bool:
        """Is the last state the same, whatever led to it, and all points?"""
        was, now = self.was[-1], self.states[-1]
        return digest(was) == digest(now) and standing(self.session.game, was) == standing(self.session.game, now)


def _without(own: Sequence[Any], other: Sequence[Any]) -> list[tuple[int, Any]]:
    """The effects that the other side does not have, each with its place; where only their order differs, all."""
    placed = list(enumerate(own))
    return [(place, effect) for place, effect in placed if effect not in other] or (
        placed if len(own) == len(other) else []
    )


def standing(game: AnyGame, state: Any) -> Standing:
    """Where a game stands in a state."""
    outcome = game.outcome(state)
    return Standing(game.totals(state), by_rule(game, state), outcome.winners if outcome else None)


def by_rule(game: AnyGame, state: Any) -> dict[str, tuple[int, ...]]:
    """The points by rule and seat; a rule that has paid nobody anything is left out."""
    seats = range(game.seat_count(state))
    items: Sequence[ScoreItem] = game.score(state)
    sums = {
        rule: tuple(sum(item.points for item in items if (item.rule, item.seat) == (rule, seat)) for seat in seats)
        for rule in sorted({item.rule for item in items})
    }
    return {rule: points for rule, points in sums.items() if any(points)}


def options_under(session: Session, given: Mapping[str, Any]) -> Any:
    """The options of a game but for those given. Raises BadSetup."""
    return read_options(session.game, {**session.header.options, **given})


def retold(session: Session, given: Mapping[str, Any], at: int = START) -> Retold:
    """A game under other options from record `at` on, the whole of it for START.

    Raises BadSetup for options that the game does not take, KronikaError for a record that is not there, and for an
    option that decides how a game is set up, unless the whole is told again.
    """
    if not 0 <= at <= len(session.history):
        raise KronikaError(f"There is no record {at}: the log has {len(session.history)}.")
    telling = _Telling(session, options_under(session, given), at)
    if at != START and not telling.fits:
        raise KronikaError(
            f"A game with {as_typed(given)} is set up otherwise, so none can pass over to it at record {at}: "
            "`--at 0` tells the whole game again."
        )
    telling.go(stands=True)
    told = len(telling.states) - 1
    game, left = session.game, len(telling.events) - told
    partings = tuple(telling.parting(place) for place in range(len(telling.steps)) if telling.parts(place))
    before, after = standing(game, telling.was[told]), standing(game, telling.states[told])
    return Retold(at, session.players, partings, left, before, after, not partings and telling.ends_alike())


def as_typed(given: Mapping[str, Any]) -> str:
    """Options as they are typed: `zero_tie=need_one, virtual=2`."""
    return ", ".join(f"{name}={value}" for name, value in given.items())


# -- one of many --------------------------------------------------------------------------------------------------


def judged(path: str, given: Mapping[str, Any]) -> Verdict:
    """One log under other options. Never raises for what a file holds; BadSetup for a value that its game refuses."""
    try:
        session = load(path)
    except LogError as error:
        return Verdict(path, "faulty", why=str(error))
    except FileTrouble as error:
        return Verdict(path, "unread", why=str(error))
    if session.warnings:
        return Verdict(path, "faulty", why=str(session.warnings[0]))
    return judged_session(path, session, given)


def judged_session(path: str, session: Session, given: Mapping[str, Any]) -> Verdict:
    """The same of a game that has been read, or was never a log; `path` names it."""
    try:
        options = options_under(session, given)
    except BadSetup as error:
        if all(name in session.game.Options.__struct_fields__ for name in given):
            raise
        return Verdict(path, "without", why=str(error))
    if options == session.at(0).options:
        return Verdict(path, "asked")
    change = _change(path, session, options)
    return Verdict(path, "otherwise" if change else "same", change)


def _change(path: str, session: Session, options: Any) -> Change | None:
    game, name = session.game, session.game.name
    try:
        telling = _Telling(session, options, START)
    except BadSetup as error:
        return Change(path, name, "setup", (), f"{_address(path, 0)}: {error}")
    if not telling.go(stands=False):
        parting = telling.parting(len(telling.steps) - 1)
        text = f"{_address(path, parting.n)}: `{parting.move}`: {parting.refused}"
        return Change(path, name, "illegal", parting.rules, text)
    was, now = standing(game, telling.was[-1]), standing(game, telling.states[-1])
    winner = None if None in (was.winners, now.winners) else was.winners != now.winners
    parting = telling.first_parting()
    if was.sources != now.sources or was.totals != now.totals:
        n, paid = _first_points(telling, was, now)
        if parting:  # what pays otherwise follows from what happened otherwise
            n = min(n, parting.n)
        rules = tuple(dict.fromkeys((*(parting.rules if parting else ()), *paid)))
        text = f"{_address(path, n)}: {points_in_words(session.players, was, now, paid[:1])}"
        return Change(path, name, "points", rules, text, winner)
    if was.winners != now.winners:
        ends = [end for end in (game.outcome(telling.was[-1]), game.outcome(telling.states[-1])) if end]
        text = f"{_address(path, telling.numbers[-1])}: {winners_in_words(session.players, was, now)}"
        return Change(path, name, "winner", tuple(filter(None, map(_decided_by, ends))), text, winner)
    if parting:
        text = f"{_address(path, parting.n)}: `{parting.move}`: {effects_in_words(parting)}"
        return Change(path, name, "effects", parting.rules, text, winner)
    return None if telling.ends_alike() else Change(path, name, "state", (), _address(path, 0), winner)


def _address(path: str, n: int) -> str:
    """Where to look: what can be typed behind `kronika show`, or `kronika whatif -o OPTION`."""
    return f"{shown(path)} --at {n}"


def _decided_by(outcome: Outcome) -> str:
    return outcome.tie_rule or outcome.rule


def _first_points(telling: _Telling, was: Standing, now: Standing) -> tuple[int, tuple[str, ...]]:
    """The record after which points differ first that differ in the end, and the rules of these, the first first."""
    game = telling.session.game
    rules = [r for r in sorted({*was.sources, *now.sources}) if was.sources.get(r) != now.sources.get(r)]
    for n, one, other in zip(telling.numbers, telling.was[1:], telling.states[1:], strict=True):
        left, right = by_rule(game, one), by_rule(game, other)
        if early := [rule for rule in rules if left.get(rule) != right.get(rule)]:
            return n, tuple(dict.fromkeys((*early, *rules)))
    return telling.numbers[-1] if telling.numbers else 0, tuple(rules)


# -- in words -----------------------------------------------------------------------------------------------------


def points_in_words(names: Sequence[str], was: Standing, now: Standing, rules: Sequence[str]) -> str:
    """`Anna 24, not 31 (TT-4.18: 0, not 7); Bob wins, not Anna`: whose points differ, and by these rules."""
    parts = []
    for seat, name in enumerate(names):
        by = [
            f"{rule}: {_of(now, rule, seat)}, not {_of(was, rule, seat)}"
            for rule in rules
            if _of(now, rule, seat) != _of(was, rule, seat)
        ]
        why = f" ({'; '.join(by)})" if by else ""
        if now.totals[seat] != was.totals[seat]:
            parts.append(f"{name} {now.totals[seat]}, not {was.totals[seat]}{why}")
        elif by:
            parts.append(f"{name} {now.totals[seat]} as before{why}")
    if was.winners != now.winners:
        parts.append(winners_in_words(names, was, now))
    return "; ".join(parts)


def _of(standing: Standing, rule: str, seat: int) -> int:
    points = standing.sources.get(rule)
    return points[seat] if points else 0


def winners_in_words(names: Sequence[str], was: Standing, now: Standing) -> str:
    """`Bob wins, not Anna`; or that the game is over in one of the two readings alone."""
    if was.winners is None or now.winners is None:
        return "the game is over" if was.winners is None else "the game is not over"
    left, right = (listing([names[seat] for seat in one]) for one in (was.winners, now.winners))
    return f"{right} {'wins' if len(now.winners) == 1 else 'win'}, not {left}"


def effects_in_words(parting: Parting) -> str:
    """`nothing, not Anna draws 2 (AK-3.1)`."""
    left, right = (listing(side) for side in (parting.was, parting.now))
    return f"{right}, not {left}"
