"""A game under another reading of the rules: the same decisions, judged by other options.

Outcomes of chance are those of the log: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError
from kronika.core.basics.text import join_words
from kronika.core.contract.options import read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreItem
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import event_text
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session

START: Final = 0
"""Replaces the number of a record: the whole game, from the set-up on."""


class Deviation(Struct, frozen=True):
    """A record that the other reading treats differently: it refuses the move, or gives it other effects.

    `record` is its number, `refused` the reason why it is illegal. `before` and `after` are the effects that only one
    of the two readings has, in words with their rules. `rules` are the numbers of all these, in the order of the
    effects.
    """

    record: int
    move: str
    rules: tuple[str, ...]
    refused: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class ScoreState(Struct, frozen=True):
    """The score of a game: the points by seat, each seat's points by rule, and the winners once it is over."""

    totals: tuple[int, ...]
    sources: dict[str, tuple[int, ...]]
    winners: tuple[int, ...] | None

    def of(self, rule: str, seat: int) -> int:
        """The points of a seat by a rule."""
        points = self.sources.get(rule)
        return points[seat] if points else 0


class RetoldGame(Struct, frozen=True):
    """A game replayed under other options from record `at` on; earlier records are as they were played.

    `differences` are in order. Refused moves are kept as they were played, and the game continues. If the last one
    can't be kept, because the game has diverged too far, `not_played` are the events from that one on, which are not
    replayed. `before` is the score as the game was played, `after` the score under the other options, each before
    `not_played`. `same` is true if nothing changed.

    Points before record `at` stay as they were given. If the other reading would have given others, they are `carried`:
    then the winner is not known.
    """

    at: int
    players: tuple[str, ...]
    differences: tuple[Deviation, ...]
    not_played: int
    before: ScoreState
    after: ScoreState
    same: bool
    carried: bool = False

    @property
    def stuck(self) -> bool:
        """True if there is a move that can't be kept, so that the game can't be replayed to its end."""
        return self.not_played > 0


# -- one game -----------------------------------------------------------------------------------------------------


class Retelling:
    """The events in force of a session, one after the other, under other options.

    `numbers` are those of their records, `was` the states before the first and after each as it was played, `states`
    the same under the other options. `steps` are the outcomes of each: the effects, or the reason why it is refused.

    A session that begins with a position begins with the same position under the other options. Raises BadSetup if the
    options do not allow a set-up, or if they decide it and the session begins with a position.
    """

    def __init__(self, session: Session, options: Any, at: int) -> None:
        self.session = session
        self.game = session.game
        self.names = session.players
        self.options = options
        line, numbers = session.line, in_force(session)
        self.first = next((place for place, n in enumerate(numbers) if n >= at), len(numbers))
        self.numbers = numbers[self.first :]
        self.events = line.events[self.first :]
        self.was = line.states[self.first :]
        begun, usual = (self.game.setup(one, len(self.names)) for one in (options, session.at(0).options))
        self.fits = replace(begun, options=usual.options) == usual
        """True if both readings begin alike. Then a game can pass from one to the other at any time."""
        placed = session.at(0) != usual
        if at == START and placed and not self.fits:
            raise BadSetup("The game begins with a position, and with these options its set-up is a different one.")
        self.states = [begun if at == START and not placed else replace(self.was[0], options=options)]
        self.steps: list[tuple[Any, ...] | IllegalAction] = []

    def go(self, *, stands: bool) -> bool:
        """Replay the game to its end, or to a refused move that can't be kept; return false for the latter."""
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
        try:
            self.game.check(state, by, do)
        except IllegalAction as error:
            error.name(self.names)
            return error
        return self.game.apply(state, by, do)

    def _stood(self, by: int, do: Any) -> Any:
        """The state after a move that only the reading under which it was made allows; None if neither does."""
        step = self._step(replace(self.states[-1], options=self.session.at(0).options), by, do)
        return None if isinstance(step, IllegalAction) else replace(step[0], options=self.options)

    def parts(self, place: int) -> bool:
        """True if the record at this index is treated differently."""
        return isinstance(self.steps[place], IllegalAction) or self.steps[place] != self.events[place].then

    def parting(self, place: int) -> Deviation:
        """The deviation at this index."""
        game, names, step, event = self.game, self.names, self.steps[place], self.events[place]
        move = event_text(game, self.was[place], event, names)
        n = self.numbers[place]
        if isinstance(step, IllegalAction):
            return Deviation(n, move, (step.rule,), str(step))
        gone, new = _without(event.then, step), _without(step, event.then)
        rules = tuple(dict.fromkeys(effect.rule for _, effect in sorted((*gone, *new), key=lambda pair: pair[0])))
        was, now = (tuple(f"{game.describe(one, names)} ({one.rule})" for _, one in side) for side in (gone, new))
        return Deviation(n, move, rules, "", was, now)

    def first_parting(self) -> Deviation | None:
        """The first record that is treated differently, or None."""
        return next((self.parting(place) for place in range(len(self.steps)) if self.parts(place)), None)

    def ends(self) -> tuple[ScoreState, ScoreState]:
        """The score at the end of the game, as it was played and under the other options."""
        return score_state(self.game, self.was[-1]), score_state(self.game, self.states[-1])

    def ends_alike(self) -> bool:
        """True if the last state and all points are the same, however they were reached."""
        was, now = self.ends()
        return was == now and digest(self.was[-1]) == digest(self.states[-1])


def _without(own: Sequence[Any], other: Sequence[Any]) -> list[tuple[int, Any]]:
    """The effects that the other side does not have, each with its index; if only their order differs, all."""
    placed = list(enumerate(own))
    return [(place, effect) for place, effect in placed if effect not in other] or (
        placed if len(own) == len(other) else []
    )


def score_state(game: AnyGame, state: Any) -> ScoreState:
    """The score of a game in a state."""
    result = game.result(state)
    return ScoreState(game.totals(state), by_rule(game, state), result.winners if result else None)


def by_rule(game: AnyGame, state: Any) -> dict[str, tuple[int, ...]]:
    """The points by rule and seat, without rules that paid nothing."""
    seats = range(game.seat_count(state))
    items: Sequence[ScoreItem] = game.score(state)
    sums = {
        rule: tuple(sum(item.points for item in items if (item.rule, item.seat) == (rule, seat)) for seat in seats)
        for rule in sorted({item.rule for item in items})
    }
    return {rule: points for rule, points in sums.items() if any(points)}


def options_under(session: Session, given: Mapping[str, Any]) -> Any:
    """The options of a game, with the given ones replaced. Raises BadSetup."""
    return read_options(session.game, {**session.header.options, **given})


def retell(session: Session, given: Mapping[str, Any], at: int = START) -> RetoldGame:
    """Replay a game under other options from record `at` on; all of it for START.

    Raises BadSetup for options that the game does not accept, and KronikaError for a record that does not exist. Also
    raises KronikaError for an option that decides the set-up of a game, unless the whole game is replayed.
    """
    if not 0 <= at <= len(session.history):
        raise KronikaError(f"There is no record {at}: the log has {len(session.history)}.")
    telling = Retelling(session, options_under(session, given), at)
    if at != START and not telling.fits:
        raise KronikaError(
            f"A game with {options_text(given)} has a different set-up, so a game can't change to it at record {at}: "
            "`--at 0` replays the whole game."
        )
    telling.go(stands=True)
    told = len(telling.states) - 1
    partings = tuple(telling.parting(place) for place in range(len(telling.steps)) if telling.parts(place))
    before, after = (score_state(session.game, states[told]) for states in (telling.was, telling.states))
    given_before, given_so = (score_state(session.game, states[0]) for states in (telling.was, telling.states))
    carried = given_before != given_so
    if carried:
        after = _shifted(after, given_so, given_before)
    same = not partings and digest(telling.was[told]) == digest(telling.states[told]) and _same_score(before, after)
    return RetoldGame(at, session.players, partings, len(telling.events) - told, before, after, same, carried)


def _shifted(end: ScoreState, begin: ScoreState, given: ScoreState) -> ScoreState:
    """The score of a game that began with other points than its reading would have given; it has no winners."""
    seats = range(len(end.totals))
    sources = {
        rule: tuple(end.of(rule, seat) - begin.of(rule, seat) + given.of(rule, seat) for seat in seats)
        for rule in sorted({*end.sources, *begin.sources, *given.sources})
    }
    totals = tuple(end.totals[seat] - begin.totals[seat] + given.totals[seat] for seat in seats)
    return ScoreState(totals, {rule: points for rule, points in sources.items() if any(points)}, None)


def _same_score(one: ScoreState, other: ScoreState) -> bool:
    """True if the points are the same, and the winners too if both are known."""
    points = (one.totals, one.sources) == (other.totals, other.sources)
    return points and (None in (one.winners, other.winners) or one.winners == other.winners)


def options_text(given: Mapping[str, Any]) -> str:
    """Options as they are typed: `zero_tie=need_one, virtual=2`."""
    return ", ".join(f"{name}={value}" for name, value in given.items())


# -- in words -----------------------------------------------------------------------------------------------------


def points_text(names: Sequence[str], was: ScoreState, now: ScoreState, rules: Sequence[str]) -> str:
    """`Anna 24, not 31 (TT-4.18: 0, not 7); Bob wins, not Anna`: the players whose points differ, by these rules.

    If these do not add up to the difference, all other rules are listed as well.
    """
    parts = []
    for seat, name in enumerate(names):
        by = [f"{rule}: {now.of(rule, seat)}, not {was.of(rule, seat)}" for rule in _paying(was, now, seat, rules)]
        why = f" ({'; '.join(by)})" if by else ""
        if now.totals[seat] != was.totals[seat]:
            parts.append(f"{name} {now.totals[seat]}, not {was.totals[seat]}{why}")
        elif by:
            parts.append(f"{name} {now.totals[seat]} as before{why}")
    if was.winners != now.winners:
        parts.append(winners_text(names, was, now))
    return "; ".join(parts)


def _paying(was: ScoreState, now: ScoreState, seat: int, rules: Sequence[str]) -> Iterable[str]:
    moved = {
        rule: gap for rule in sorted({*was.sources, *now.sources}) if (gap := now.of(rule, seat) - was.of(rule, seat))
    }
    named = [rule for rule in rules if rule in moved]
    gap = now.totals[seat] - was.totals[seat]
    return named if sum(moved[rule] for rule in named) == gap else dict.fromkeys((*named, *moved))


def winners_text(names: Sequence[str], was: ScoreState, now: ScoreState) -> str:
    """`Bob wins, not Anna`; or that the game is over in only one of the two readings."""
    if was.winners is None or now.winners is None:
        return "the game is over" if was.winners is None else "the game is not over"
    left, right = (join_words([names[seat] for seat in one]) for one in (was.winners, now.winners))
    return f"{right} {'wins' if len(now.winners) == 1 else 'win'}, not {left}"


def effects_text(parting: Deviation) -> str:
    """`nothing, not Anna draws 2 (AK-3.1)`."""
    left, right = (join_words(side) for side in (parting.before, parting.after))
    return f"{right}, not {left}"
