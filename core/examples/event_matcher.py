"""Matching of the events of one game against a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kronika.core.basics.text import did_you_mean, quoted
from kronika.core.contract.event_query import EventQuery, QueryError, Within, is_made, read_move, seat_named
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.comparing import item_matches, no_such_source
from kronika.core.examples.effects import EffectTypes, effect_fields
from kronika.core.examples.example import Example, start_example
from kronika.core.examples.matching import KnownNames, unknown_rule
from kronika.core.sessions.events import Event, done_text


class Match(Struct, frozen=True):
    """The parts of an event that a query asks for: its effects, and the score items that are new.

    `effects` are all effects of the event if the query names no effects, rules or scores.
    """

    effects: tuple[Any, ...]
    items: tuple[ScoreItem, ...]


class EventMatcher:
    """Matches the events of one game against a query.

    It is faster if you pass the events in order: it keeps the score of the last state.
    """

    def __init__(self, game: AnyGame, names: Sequence[str], sought: EventQuery) -> None:
        """Raises QueryError if the query names something that can't be in this game or at this table.

        Raises other KronikaErrors if the position of the query can't be set up.
        """
        self._game = game
        self._names = names
        self._sought = sought
        self._known = KnownNames.of(game, names)
        self._kinds = EffectTypes(effect_fields(game))
        self._effects = [(effect.get("type"), effect) for effect in sought.effects]
        self._moves = tuple(map(read_move, sought.moves))
        self._seat = seat_named(sought.by, names)
        self._scored: tuple[Any, frozenset[ScoreItem]] = (None, frozenset())
        self._refuse_unknown()
        self._position = _described(game, names, sought.position) if sought.position else None

    def _refuse_unknown(self) -> None:
        for rule in self._sought.rules:
            if self._known.rules and rule not in self._known.rules:
                raise QueryError(f"{self._game.title}: {unknown_rule(rule, self._known)}")
        for effect in self._sought.effects:
            if found := self._kinds.mismatch_of(effect, self._known):
                raise QueryError(f"{self._game.title}: effect, {found[0]}: {found[1]}")
        for source in self._sought.scores:
            if why := no_such_source(self._game, source):
                raise QueryError(f"{self._game.title}: {why}")
        if self._sought.by and self._seat is None:
            hint = did_you_mean(self._sought.by, self._names)
            raise QueryError(f"{self._game.title}: there is no player {quoted(self._sought.by)}.{hint}")
        if self._sought.round is not None and "round" not in self._game.State.__struct_fields__:
            raise QueryError(f"{self._game.title}: the game has no numbered rounds.")

    def match(self, before: Any, event: Event, after: Any, turn: int = 0) -> Match | None:
        """The matching parts of an event, given the states before and after it; None unless the whole query matches.

        `turn` is the number of the decision among those of its player, from 1; 0 for chance.
        """
        if not self._is_when(before, event, turn):
            return None
        like = [[one for one in event.then if self._is_like(*wanted, one)] for wanted in self._effects]
        if not all(like) or not self._is_made(before, event):
            return None
        cited = [[one for one in event.then if one.rule == rule] for rule in self._sought.rules]
        items = self._paid([r for r, found in zip(self._sought.rules, cited, strict=True) if not found], before, after)
        if items is None or not self._stands(before):
            return None
        effects = [one for found in (*like, *cited) for one in found]
        asked = like or cited or items
        return Match(tuple(one for one in event.then if not asked or one in effects), items)

    def _is_like(self, kind: str | None, wanted: dict[str, Any], effect: Any) -> bool:
        if kind is not None and kind != type(effect).__struct_config__.tag:
            return False
        return self._kinds.fits(wanted, msgspec.to_builtins(effect), self._known)

    def _is_when(self, before: Any, event: Event, turn: int) -> bool:
        sought = self._sought
        return (
            (self._seat is None or event.by == self._seat)
            and (sought.turn is None or turn == sought.turn)
            and (sought.round is None or before.round == sought.round)
        )

    def _is_made(self, before: Any, event: Event) -> bool:
        if not self._moves:
            return True
        if event.by == CHANCE:
            return False
        text = done_text(self._game, before, event.by, event.do, self._names)
        return is_made(self._moves, self._names[event.by], text)

    def _paid(self, rules: Sequence[str], before: Any, after: Any) -> tuple[ScoreItem, ...] | None:
        """The new items of the score sheet that pay by these rules or from the sources in the query.

        None if one of the rules or sources has no such item. A rule may be cited by the end of the game instead.
        """
        if not rules and not self._sought.scores:
            return ()
        old = self._items(before)
        new = [item for item in self._game.score(after) if item.points and _but_note(item) not in old]
        ending = set(_rules_of_end(self._game, before, after)) if rules else set()
        by_rule = [[item for item in new if item.rule == rule] for rule in rules if rule not in ending]
        by_source = [[item for item in new if item_matches(item, source)] for source in self._sought.scores]
        found = [item for items in (*by_rule, *by_source) for item in items]
        return tuple(dict.fromkeys(found)) if all((*by_rule, *by_source)) else None

    def _items(self, state: Any) -> frozenset[ScoreItem]:
        if self._scored[0] is not state:
            self._scored = state, frozenset(map(_but_note, self._game.score(state)))
        return self._scored[1]

    def _stands(self, before: Any) -> bool:
        if self._position is None or self._sought.position is None:
            return True
        given = self._game.given(before, self._sought.position.players)
        return given is not None and position_contains(self._position, msgspec.to_builtins(given))


def _but_note(item: ScoreItem) -> ScoreItem:
    return msgspec.structs.replace(item, note="")


def _rules_of_end(game: AnyGame, before: Any, after: Any) -> Iterator[str]:
    result = game.result(after)
    if result is not None and game.result(before) is None:
        yield from (result.rule, result.tie_rule)


# -- positions ----------------------------------------------------------------------------------------------------


def _described(game: AnyGame, names: Sequence[str], wanted: Within) -> dict[str, Any]:
    """The keys that a position must contain, with their values as the game itself describes them.

    Raises QueryError if the position is of another game or number of players, or can't be described; KronikaError if
    it can't be set up.
    """
    if wanted.game != game.name:
        raise QueryError(f"{game.title}: the position is of {wanted.game}.")
    if len(wanted.players) != len(names):
        raise QueryError(f"{game.title}: the position is of {len(wanted.players)} players, and here are {len(names)}.")
    example = Example("", game.name, players=[*wanted.players], options=wanted.options, given=wanted.given)
    full = game.given(start_example(example, game).state, wanted.players)
    if full is None:
        raise QueryError(
            f"{game.title}: that position can't be described by keys, so no other can be compared with it."
        )
    return {
        key: _named_entries(wanted.given[key], part)
        for key, part in msgspec.to_builtins(full).items()
        if key in wanted.given
    }


def _named_entries(wanted: Any, full: Any) -> Any:
    """The entries of the table `full` that `wanted` has, too; all of `full` if `wanted` has another form."""
    if isinstance(wanted, dict) and isinstance(full, dict) and wanted.keys() <= full.keys():
        return {key: _named_entries(part, full[key]) for key, part in wanted.items()}
    return full


def position_contains(wanted: Any, got: Any) -> bool:
    """Whether the position `got` contains at least `wanted`.

    A table may have more entries. A list of scalars may have more members, in any order; a list with tables or lists in
    it is compared member by member and may be longer. A drawn map (a text of several lines) must have the same sign at
    each place, except where `wanted` has a blank.
    """
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(key in got and position_contains(part, got[key]) for key, part in wanted.items())
    if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
        if any(isinstance(part, (dict, list, tuple)) for part in wanted):
            return len(wanted) <= len(got) and all(map(position_contains, wanted, got))
        return Counter(map(repr, wanted)) <= Counter(map(repr, got))
    if isinstance(wanted, str) and isinstance(got, str) and "\n" in wanted:
        signs = [text.split() for text in (wanted, got)]
        return len(signs[0]) == len(signs[1]) and all(w in (g, *_BLANK) for w, g in zip(*signs, strict=True))
    return bool(wanted == got)


_BLANK = (".", "~")
"""The signs of an empty place on a drawn map."""
