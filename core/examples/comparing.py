"""Comparison of a session, and of the effects of its moves, with what is expected of them.

Worked examples and scripted matches use it. No expectation passes by accident: one that can never hold, because it uses
a name that neither the game nor the table has, is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any, Final

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.basics.fields import field_of_struct
from kronika.core.basics.text import did_you_mean, normalize, quoted, suggestion
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.differences import differences
from kronika.core.examples.effects import compare_effects
from kronika.core.examples.expectations import Ending, Expect, Finding, Forbidden
from kronika.core.examples.matching import NOTHING, KnownNames, mismatches, unknown_player, unknown_rule
from kronika.core.sessions.session import Session

_CHANCE: Final = "chance"

_MOST: Final = 100
"""Greatest number of findings for one `Expect`: to suggest corrections of a million unknown names takes hours."""


def compare(session: Session, effects: Sequence[Any], expect: Expect, key: str) -> list[Finding]:
    """The findings where a session, or the effects of its moves, differ from what is expected; 100 at most.

    The key of each finding begins with the prefix `key`.
    """
    known = known_names(session)
    found = chain(
        _compare_empty(expect),
        compare_effects(session, effects, expect, known),
        _compare_points(session, expect, known),
        _compare_totals(session, expect, known),
        _compare_legal(session, expect, known),
        _compare_turn(session, expect, known),
        _compare_state(session, expect, known),
        _compare_outcome(session, expect, known),
    )
    return [msgspec.structs.replace(finding, key=f"{key}{finding.key}") for finding in islice(found, _MOST)]


def known_names(session: Session) -> KnownNames:
    """The names that expectations about a session may use."""
    return KnownNames.of(session.game, session.players)


_EMPTY: Final = "{} is empty: omit it, or say what it should be"
_MAY_BE_EMPTY: Final = ("effects", "turn", "result")


def _compare_empty(expect: Expect) -> Iterator[Finding]:
    """A finding for each empty list or table, as its meaning would be unclear."""
    for key, value in msgspec.structs.asdict(expect).items():
        if key not in _MAY_BE_EMPTY and value is not None and not value:
            yield Finding(key, "something to look at", _EMPTY.format(key))


# -- points -------------------------------------------------------------------------------------------------------


def _compare_points(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    items = session.score() if expect.points else ()
    for name, sources in (expect.points or {}).items():
        if name not in known.players:
            yield Finding(f"points.{name}", "points of a player", unknown_player(name, known))
        elif not sources:
            yield Finding(f"points.{name}", "points of something", "the table is empty: name a source, or omit it")
        else:
            own = [item for item in items if item.seat == known.players.index(name)]
            for source, points in sources.items():
                yield from _compare_source(session.game, items, own, f"points.{name}.{source}", source, points)


def _compare_source(
    game: AnyGame, items: Sequence[ScoreItem], own: Sequence[ScoreItem], key: str, source: str, points: int
) -> Iterator[Finding]:
    found = [item for item in own if item_matches(item, source)]
    if not found and (points or not _can_pay(game, items, source)):
        yield Finding(key, str(points), _no_such(game, items, own, source))
    elif sum(item.points for item in found) != points:
        yield Finding(key, str(points), _points_text(found), tuple(dict.fromkeys(item.rule for item in found)))


def points_matching(items: Iterable[ScoreItem], key: str) -> int:
    """The sum of the points of all items that `key` names, in the way of `Expect.points`."""
    return sum(item.points for item in items if item_matches(item, key))


def item_matches(item: ScoreItem, key: str) -> bool:
    """Whether `key` names this item in the way of `Expect.points`: by source, by part, or as `part/source`.

    For the source its first word is enough. Case, accents and surplus spaces do not matter.
    """
    first = item.source.split()[:1]
    names = (item.source, item.part, f"{item.part}/{item.source}", *(f"{item.part}/{word}" for word in first), *first)
    return normalize(key) in map(normalize, names)


@cache
def _payers(game: AnyGame) -> dict[str, str]:
    """The names of everything that can pay in a game, by their normalized form: its cards, and `Game.score_words`."""
    cards = (name for card in game.cards() for name in (card.id, card.name, f"{card.id} {card.name}"))
    return {normalize(name): name for name in (*game.score_words, *cards)}


def _can_pay(game: AnyGame, items: Sequence[ScoreItem], key: str) -> bool:
    """Whether `key` names something that can pay in this game, even if it has not paid."""
    part, _, source = map(normalize, key.partition("/"))
    names = {normalize(name) for item in items for name in (item.part, item.source)}
    return all(name in _payers(game) or name in names for name in ((part, source) if source else (part,)))


def _no_such(game: AnyGame, items: Sequence[ScoreItem], own: Sequence[ScoreItem], source: str) -> str:
    there = f"no such item; there are: {', '.join(dict.fromkeys(item.source for item in own)) or NOTHING}"
    if _can_pay(game, items, source):
        return there
    guess = did_you_mean(
        source, [*_payers(game).values(), *(name for item in items for name in (item.part, item.source))]
    )
    return f"{there}.{guess}" if guess else there


def no_such_source(game: AnyGame, source: str) -> str:
    """The message that nothing called `source` can pay in a game; empty if something can.

    It is empty, too, for a game without `score_words`, whose sources are unknown. A source can be longer than a name,
    such as `blue circle below 8 Paladin`: one known word in it is enough.
    """
    known = _payers(game)
    words = {word for name in known for word in name.split()}
    if not game.score_words or not words.isdisjoint(normalize(source).replace("/", " ").split()):
        return ""
    return f"no source of points is called {quoted(source)}.{suggestion(source, list(known.values()))}"


def _points_text(items: Sequence[ScoreItem]) -> str:
    """The total of some items and the reason for each: `12: 12 for 15 Vestibule, palaces 4 x 3`."""
    return f"{sum(item.points for item in items)}: {'; '.join(_item(item, item.source) for item in items)}"


def _item(item: ScoreItem, name: str) -> str:
    return f"{item.points} for {name}{f', {item.note}' if item.note else ''}"


def _in_sheet(item: ScoreItem) -> str:
    """An item with the name of its part: `12 for round 1/15 Vestibule, palaces 4 x 3`."""
    return _item(item, item_name(item))


def item_name(item: ScoreItem) -> str:
    """The full name of an item, as a key in `Expect.points`: `round 1/15 Vestibule`."""
    return item.source if item.source == item.part else f"{item.part}/{item.source}"


def _compare_totals(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    for name, points in (expect.totals or {}).items():
        yield from _compare_total(session, f"totals.{name}", name, points, known)


def _compare_total(session: Session, key: str, name: str, points: int, known: KnownNames) -> Iterator[Finding]:
    """A finding if a player's total differs; it shows the items of the player's score sheet."""
    if name not in known.players:
        yield Finding(key, str(points), unknown_player(name, known))
    elif (got := session.totals()[name]) != points:
        items = [item for item in session.score() if item.seat == known.players.index(name) and item.points]
        sheet = "; ".join(map(_in_sheet, items))
        rules = tuple(dict.fromkeys(item.rule for item in items))
        yield Finding(key, str(points), f"{got}: {sheet}" if sheet else str(got), rules)


# -- moves --------------------------------------------------------------------------------------------------------


def _compare_legal(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    for number, move in enumerate(expect.legal or (), 1):
        refusal = _refusal(session, move)
        if refusal is not None:
            rules = (refusal.rule,) if isinstance(refusal, IllegalAction) else ()
            yield Finding(f"legal.{number}", f"`{move}` is legal", str(refusal), rules)
    for number, forbidden in enumerate(expect.illegal or (), 1):
        yield from _compare_illegal(session, forbidden, f"illegal.{number}", known)
    legal = session.legal() if expect.moves else {}
    for name, n in (expect.moves or {}).items():
        got = legal.get(name, ())
        if name not in known.players:
            yield Finding(f"moves.{name}", str(n), unknown_player(name, known))
        elif len(got) != n:
            yield Finding(f"moves.{name}", str(n), f"{len(got)}: {', '.join(got)}" if got else "0")


def _compare_illegal(session: Session, forbidden: Forbidden, key: str, known: KnownNames) -> Iterator[Finding]:
    if forbidden.unreadable and forbidden.rule is not None:
        yield Finding(
            f"{key}.rule", "no rule", "a move that can't be read is not refused by a rule: omit one of the two"
        )
        return
    if forbidden.says is not None and not normalize(forbidden.says):
        yield Finding(f"{key}.says", "words of the reason", _EMPTY.format("says"))
        return
    refusal, says = _refusal(session, forbidden.move), normalize(forbidden.says or "")
    expected = _expected_refusal(forbidden)
    if forbidden.rule is not None and known.rules and forbidden.rule not in known.rules:
        came = "it is legal" if refusal is None else str(refusal)
        yield Finding(f"{key}.rule", expected, f"{unknown_rule(forbidden.rule, known)} The move: {came}")
        return
    if refusal is None:
        yield Finding(key, expected, "it is legal")
    elif not isinstance(refusal, IllegalAction):
        if not forbidden.unreadable:
            yield Finding(
                key, expected, f"it can't be read: {refusal} If that is what you mean, say `unreadable = true`."
            )
        elif says not in normalize(str(refusal)):
            yield Finding(key, expected, str(refusal))
    else:
        session.refused.append(refusal.rule)
        by_it = not forbidden.unreadable and forbidden.rule in (None, refusal.rule)
        if not by_it or says not in normalize(refusal.reason):
            yield Finding(key, expected, str(refusal), (refusal.rule,))
        elif refusal.rule and not (forbidden.rule or says) and _is_untimely(session, forbidden.move):
            why = f'But now every move of its kind is refused: if that is what you mean, say `rule = "{refusal.rule}"`.'
            yield Finding(f"{key}.rule", "the rule that refuses it", f"{refusal} {why}", (refusal.rule,))


def _expected_refusal(forbidden: Forbidden) -> str:
    how = "can't be read" if forbidden.unreadable else f"is refused by {forbidden.rule or 'a rule'}"
    return f"`{forbidden.move}` {how}{f' with {quoted(forbidden.says)}' if forbidden.says else ''}"


def _refusal(session: Session, move: str) -> KronikaError | None:
    try:
        seat, do = session.read(move)
        session.check(seat, do)
    except KronikaError as error:
        return error
    return None


def _is_untimely(session: Session, move: str) -> bool:
    """Whether every move of this type is refused now, so that a refusal says nothing about this move in particular."""
    seat, do = session.read(move)
    if seat not in session.actors:
        return True
    game, state = session.game, session.state
    possible = (game.sample(state, Dice(0)),) if seat == CHANCE else game.actions(state, seat)
    return all(type(other) is not type(do) for other in possible)


def _compare_turn(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    if expect.turn is None:
        return
    names = [*known.players, _CHANCE]
    for number, name in enumerate(expect.turn, 1):
        if normalize(name) not in map(normalize, names):
            yield Finding(f"turn.{number}", "a player, or chance", unknown_player(name, known))
            return
    got = [seat_name(seat, session.players) for seat in session.actors]
    if sorted(map(normalize, got)) != sorted(map(normalize, expect.turn)):
        yield Finding("turn", ", ".join(expect.turn) or "nobody", ", ".join(got) or "nobody")


# -- the table and the end ----------------------------------------------------------------------------------------


def _compare_state(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    if not expect.state:
        return
    view = session.view()
    table = field_of_struct(view)
    wrong = list(mismatches(table, expect.state, known))
    for path, why in wrong:
        yield Finding(f"state.{path}", "what the view can have", why)
    if not wrong:
        for path, wanted, got in differences(table, expect.state, msgspec.to_builtins(view), known):
            yield Finding(f"state.{path}", wanted, got)


def _compare_outcome(session: Session, expect: Expect, known: KnownNames) -> Iterator[Finding]:
    ending = expect.result
    if ending is None:
        return
    wrong = list(_ending_faults(ending, known))
    yield from wrong
    result = session.result()
    if result is None:
        yield Finding("result", "the end of the game", "the game is not over")
        return
    if wrong:
        return
    names = session.players
    got: dict[str, Any] = {
        "winners": sorted(names[seat] for seat in result.winners),
        "ranking": [sorted(names[seat] for seat in group) for group in result.ranking],
        "rule": result.rule,
        "tie_rule": result.tie_rule,
    }
    wanted: dict[str, Any] = {
        "winners": None if ending.winners is None else sorted(ending.winners),
        "ranking": None if ending.ranking is None else list(map(sorted, ending.ranking)),
        "rule": ending.rule,
        "tie_rule": ending.tie_rule,
    }
    for key, value in wanted.items():
        if value not in (None, got[key]):
            yield Finding(f"result.{key}", _value_text(value), _value_text(got[key]), (result.rule,))
    for name, points in (ending.totals or {}).items():
        yield from _compare_total(session, f"result.totals.{name}", name, points, known)


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value_text, value))}]"
    return value or NOTHING


def _ending_faults(ending: Ending, known: KnownNames) -> Iterator[Finding]:
    """The names of players and rules in an expected ending that do not exist, and an empty table of totals."""
    groups = ending.ranking or ()
    named = {"winners": ending.winners or (), "ranking": [name for group in groups for name in group]}
    for key, names in named.items():
        for name in names:
            if name not in known.players:
                yield Finding(f"result.{key}", "players", unknown_player(name, known))
    if ending.totals == {}:
        yield Finding("result.totals", "points of a player", "the table is empty: name a player, or omit it")
    for key, rule in (("rule", ending.rule), ("tie_rule", ending.tie_rule)):
        if rule and known.rules and rule not in known.rules:
            yield Finding(f"result.{key}", "a rule", unknown_rule(rule, known))
