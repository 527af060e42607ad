"""Compares a program's answers with Kronika's: the first difference, with the rule that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.text import clipped, did_you_mean, quoted, suggestion
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.comparing import item_name, known_names
from kronika.core.examples.differences import differences, matches
from kronika.core.examples.effects import effect_fields
from kronika.core.examples.matching import NOTHING, KnownNames, display_value
from kronika.core.sessions.session import Session
from kronika.logs.beside.engine import EngineReport, to_plain
from kronika.logs.beside.legal import ListedIllegal, compare_legal

_RULE_NUMBER: Final = re.compile(r"\b[A-Z]+-\d+(?:\.\d+)*")
MOST_EFFECTS: Final = 1_000
"""The most effects of one event that are compared; real events have at most some dozens."""
_LONG: Final = 500
"""The most characters of a value in words."""
_MOST: Final = 5
"""The most moves, effects or items that are named in one difference."""


FAILURES: Final = {
    "silent": "no answer in time",
    "dead": "the program has ended",
    "babble": "something that is not an answer",
    "long": "too long an answer",
    "wrong": "a wrong answer",
}
"""Subjects of a difference when the program does not answer as it should."""


_ALWAYS_COMPARED: Final = ("play", "effects", "legal", "items")
"""Subjects of a difference that show which rule is concerned."""


class Difference(Struct, frozen=True):
    """A difference in the program's report: its subject (`effects`, `totals.Anna`, `views.Bob.hands.Bob`) and both
    values in words.

    `rules` are the numbers of the rules concerned, as far as they can be found, the likeliest first. `legal` and
    `refused` are the moves that the program does not list and those that it should not list.
    """

    what: str
    ours: str
    theirs: str
    rules: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    refused: tuple[ListedIllegal, ...] = ()

    @property
    def told(self) -> str:
        """The difference as a sentence."""
        if self.what in FAILURES:
            return self.theirs
        return f"{self.what}: Kronika has {self.ours}; the program has {self.theirs}"

    def like(self, other: Difference) -> bool:
        """True if both differences are of one kind: about the same thing, for any player, by the same rule if that
        is certain.
        """
        return self._kind == other._kind

    @property
    def _kind(self) -> tuple[str, ...]:
        kind, *path = self.what.split(".")
        return (kind, *path[1:2]) if kind in ("views", "pieces") else (kind, *self.rules[: kind in _ALWAYS_COMPARED])


def compare(session: Session, told: EngineReport, kinds: frozenset[str] | None) -> Difference | None:
    """The first difference between a session and a program's report on it after the last event; None if there is none.

    `kinds` are the types of effects that the program can report; None means all.
    """
    found = next(_differences(session, told, kinds), None)
    return found and replace(found, ours=clipped(found.ours, _LONG), theirs=clipped(found.theirs, _LONG))


def _differences(session: Session, told: EngineReport, kinds: frozenset[str] | None) -> Iterator[Difference]:
    """Yield differences, the most informative first: an effect names its rule, while a total only hints at one."""
    if told.refused is not None:
        rules = rules_of_move(session.game, session.line.events[-1].do)
        yield Difference("play", "it is legal", f"it is refused: {clipped(told.refused)}", rules)
        return
    known = known_names(session)
    if told.effects is not None:
        yield from _effects(session, told.effects, kinds, known)
    if told.items is not None:
        yield from _items(session, told.items)
    if told.totals is not None:
        yield from _totals(session, told.totals)
    if told.turn is not None:
        yield from _turn(session, told.turn)
    for seat, moves in (told.legal or {}).items():
        yield from _legal(session, seat, moves)
    if told.result is not None:
        yield from _result(session, told.result)
    for viewer, view in (told.views or {}).items():
        yield from _view(session, viewer, view, known)


# -- what followed ------------------------------------------------------------------------------------------------


def _effects(
    session: Session, theirs: Sequence[Any], kinds: frozenset[str] | None, known: KnownNames
) -> Iterator[Difference]:
    """Differences in the effects of the last event, in any order, by the fields that the program reports."""
    fields = effect_fields(session.game)
    then = [*map(to_plain, session.line.events[-1].then)] if session.line.events else []
    missing = [effect for effect in then if kinds is None or effect["type"] in kinds]
    surplus = []
    if len(theirs) > MOST_EFFECTS:
        yield Difference("effects", f"{len(then)} effects", f"{len(theirs):,} effects")
        return
    for effect in theirs:
        name = str(effect.get("type"))
        if name not in fields:
            there = suggestion(name, fields, len(fields))
            yield Difference("effects", f"there is no effect {quoted(name)}.{there}", quoted(effect))
            return
        told = {key: value for key, value in effect.items() if key == "type" or key in fields[name].keys}
        if strange := _misspelling(effect, told, fields[name]):
            yield Difference("effects", f"{name} has no {strange}", quoted(effect))
            return
        at = next((at for at, one in enumerate(missing) if matches(fields[name], told, one, known)), None)
        if at is None:
            surplus.append(told)
        else:
            del missing[at]
    if missing or surplus:
        mine, other = (
            _join_lines(display_value(fields[one["type"]], one, known) for one in side) for side in (missing, surplus)
        )
        yield Difference("effects", mine, other, _rules_of_effects(session, [*missing, *surplus], then))


def _misspelling(effect: Mapping[str, Any], told: Mapping[str, Any], field: Field) -> str:
    """A key that looks misspelled, in words. Other unknown keys in the report are allowed."""
    untold = [key for key in field.keys if key not in told]
    guesses = ((key, did_you_mean(key, untold)) for key in effect if key not in told)
    return next((f"{quoted(key)}.{guess}" for key, guess in guesses if guess), "")


def _rules_of_effects(
    session: Session, differing: Sequence[Mapping[str, Any]], then: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """The rules of the differing effects: of those that are missing, then of those that come first in the game.

    Later effects differ as a consequence.
    """
    fields = effect_fields(session.game)
    order = [effect["type"] for effect in then]
    first = sorted(differing, key=lambda one: order.index(one["type"]) if one["type"] in order else -1)
    rules = [rule for effect in first for rule in _rules_of_effect(session, effect, fields[effect["type"]])]
    about = {key for effect in differing if (key := _subject(effect, fields[effect["type"]]))}
    beside = (effect["rule"] for effect in then if _subject(effect, fields[effect["type"]]) in about)
    return _deduplicated((*rules, *beside))


def _subject(effect: Mapping[str, Any], field: Field) -> tuple[Any, ...]:
    """The seat and the cards that an effect is about; empty if it is about none."""
    cards = tuple(value for key, value in effect.items() if field.inside(key).marks.get("card"))
    return (effect.get("seat"), *map(str, cards)) if cards and isinstance(effect.get("seat"), int) else ()


def _rules_of_effect(session: Session, effect: Mapping[str, Any], field: Field) -> Iterator[str]:
    """The rules that would have caused a missing effect: its own rule, those of its kind, those that score its card."""
    if "rule" in effect:
        yield str(effect["rule"])
        return
    kind = field.type
    assert isinstance(kind, inspect.StructType)
    usual = next(part.default for part in kind.fields if part.encode_name == "rule")
    if isinstance(usual, str):
        yield usual
        return
    cards = {str(value) for key, value in effect.items() if field.inside(key).marks.get("card")}
    yield from (item.rule for item in session.score() if cards & {item.source, *item.source.split()[:1]})


def rules_of_move(game: AnyGame, do: Any) -> tuple[str, ...]:
    """The rules that the notation of a game cites for moves of this kind."""
    verbs = (verb for verb in game.notation() if type(do) in verb.makes)
    return _deduplicated(rule for verb in verbs for rule in _RULE_NUMBER.findall(verb.means))


# -- what it has come to ------------------------------------------------------------------------------------------


def _items(session: Session, theirs: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    """Points by seat, part and source, as far as an item reports these."""
    score = session.score()
    if to_plain(score) == theirs:
        return
    for told in theirs:
        said = {key: told[key] for key in ("seat", "part", "source") if key in told}
        same = [item for item in score if all(getattr(item, key) == value for key, value in said.items())]
        if sum(item.points for item in same) != told.get("points"):
            names = (str(_player_name(session, value) if key == "seat" else value) for key, value in said.items())
            ours = _join_lines(map(_points_text, same))
            yield Difference(
                ".".join(("items", *names)), ours, quoted(told.get("points")), _deduplicated(item.rule for item in same)
            )


def _points_text(item: ScoreItem) -> str:
    return f"{item.points} for {item_name(item)}{f', {item.note}' if item.note else ''}"


def _totals(session: Session, theirs: Sequence[int | float | None]) -> Iterator[Difference]:
    ours = session.game.totals(session.state)
    if len(ours) != len(theirs):
        yield Difference("totals", quoted([*ours]), quoted(theirs))
        return
    for seat, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        if other is not None and mine != other:
            gap = mine - other
            items = sorted(_new_items(session, seat), key=partial(_likelihood, gap))
            told = f"{mine}: {_join_lines(_points_text(item) for item in items if item.points)}" if mine else "0"
            yield Difference(
                f"totals.{session.players[seat]}", told, str(other), _deduplicated(item.rule for item in items)
            )


def _likelihood(gap: float, item: ScoreItem) -> tuple[bool, bool]:
    """A sort key. First come items that pay exactly the missing points. Then come items that pay, or, if no points
    are missing, those that don't.
    """
    return abs(item.points) != abs(gap), (item.points == 0) == (gap > 0)


def _new_items(session: Session, seat: int) -> list[ScoreItem]:
    """The items that the last event has added to a seat's score; all items if it has added none."""
    before = session.game.score(session.line.states[-2]) if session.line.events else ()
    own = [item for item in session.score() if item.seat == seat]
    return [item for item in own if item not in before] or own


def _turn(session: Session, theirs: Sequence[Any]) -> Iterator[Difference]:
    if set(session.actors) != {*theirs}:
        mine, other = (_join_lines(_player_name(session, seat) for seat in seats) for seats in (session.actors, theirs))
        yield Difference("turn", mine, other)


def _result(session: Session, theirs: Mapping[str, Any]) -> Iterator[Difference]:
    result = session.result()
    if result is None or not theirs:
        if result is not None or theirs:
            words = ("the game is not over", "the game is over")
            rule = _deduplicated(() if result is None else (result.rule,))
            yield Difference("result", words[result is not None], words[bool(theirs)], rule)
        return
    ours = to_plain({**msgspec.structs.asdict(result), "winners": result.winners})
    for key in ("winners", "totals", "ranking", "rule", "tie_rule"):
        if key in theirs and _unordered(key, ours[key]) != _unordered(key, theirs[key]):
            rules = _deduplicated((result.tie_rule, result.rule))
            yield Difference(f"result.{key}", quoted(ours[key]), quoted(theirs[key]), rules)


def _unordered(key: str, value: Any) -> Any:
    """A group of seats that share a place, in comparable form."""
    if key == "ranking" and isinstance(value, list):
        return [_unordered("winners", group) for group in value]
    return sorted(value, key=str) if key == "winners" and isinstance(value, list) else value


# -- what may be done and seen ------------------------------------------------------------------------------------


def _legal(session: Session, seat: int, theirs: Sequence[Any]) -> Iterator[Difference]:
    game = session.game
    missing, surplus = compare_legal(session, seat, theirs)
    if not missing and not surplus:
        return
    legal = tuple(game.format(session.state, seat, do, session.players) for do in missing)
    mine = [f"legal: {_join_lines(map(_move, legal))}"] if legal else []
    mine += [f"not legal: {surplus[0].why}"] if surplus else []
    other = f"listed: {_join_lines(_move(one.move) for one in surplus)}" if surplus else "not listed"
    rules = (*(one.rule for one in surplus), *(rule for do in missing for rule in rules_of_move(game, do)))
    yield Difference(
        f"legal.{_player_name(session, seat)}", "; ".join(mine), other, _deduplicated(rules), legal, tuple(surplus)
    )


def _move(text: str) -> str:
    return f"`{text}`"


def _view(session: Session, viewer: Viewer, theirs: Mapping[str, Any], known: KnownNames) -> Iterator[Difference]:
    view = session.view(viewer)
    ours = to_plain(view)
    if all(ours.get(key, _ABSENT) == value for key, value in theirs.items()):
        return  # as a rule: what follows takes ten times as long
    whose = "referee" if viewer is None else _player_name(session, viewer)
    rules = _deduplicated(effect.rule for event in session.line.events[-1:] for effect in event.then)
    for path, other, mine in differences(view_fields(view), theirs, ours, known):
        yield Difference(f"views.{whose}.{path}", mine, other, rules)


_ABSENT: Final = object()


def view_fields(view: Any) -> Field:
    """The fields that a view may have."""
    kind: Any = type(view)
    return _table(kind)


@cache
def _table(kind: Any) -> Field:
    return field_of(inspect.type_info(kind))


# -- in words -----------------------------------------------------------------------------------------------------


def _player_name(session: Session, seat: Any) -> str:
    try:
        return seat_name(seat, session.players)
    except (IndexError, TypeError):
        return quoted(seat)


def _join_lines(texts: Iterable[str]) -> str:
    told = [*texts]
    more = f" and {len(told) - _MOST} more" if len(told) > _MOST else ""
    return "; ".join(told[:_MOST]) + more or NOTHING


def _deduplicated(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for rule in rules if rule))
