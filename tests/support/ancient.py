"""Positions of Ancient Knowledge in a line or two: what lies on the table, the moves, what must hold afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.fields import ANYTHING
from kronika.core.contract.game import CHANCE
from kronika.core.examples.differences import matches
from kronika.core.examples.matching import KnownNames
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.view import Area, View
from kronika.core.sessions.session import Session
from support import playing
from support.playing import Tables

NAMES = ("Anna", "Bob", "Cyril", "Dana")
TEAMS = {"teams": True}
FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
"""Boards of technologies that cost no knowledge."""
IN_ORDER = {"any_order": False}
"""As games were recorded before the option was there (AK-8.3)."""


class Areas(Tables):
    """The areas of players are given by their names in small letters; slots may be numbers."""

    def _written(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is given in the keys of an example."""
        areas = {name.lower(): name for name in self.names}
        players = {areas[key]: value for key, value in given.items() if key in areas}
        rest = {key: value for key, value in given.items() if key not in areas}
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({"players": players, **rest}))
        return plain


TABLES = Areas(GAME, NAMES, 2)
start, place = TABLES.start, TABLES.place


def cards(letter: str, first: int, last: int) -> list[str]:
    """`C3`, `C4`, …"""
    return [f"{letter}{number}" for number in range(first, last + 1)]


TECHNOLOGIES = {
    "ancient": cards("T", 1, 9) + cards("T", 28, 33),
    "secret": cards("T", 10, 18) + cards("T", 34, 39),
    "writing": cards("T", 19, 27) + cards("T", 40, 45),
}
"""By kind, from the scans of the cards."""


def play(session: Session, *moves: str) -> list[dict[str, Any]]:
    """Plays the moves, `Anna: ` left out; the effects of all as plain tables."""
    return [effect for move in moves for effect in playing.play(session, _addressed(session, move))]


def refused(session: Session, move: str) -> IllegalAction:
    """Why a move, `Anna: ` left out, may not be made."""
    return playing.refused(session, _addressed(session, move))


def _addressed(session: Session, move: str) -> str:
    """The move with its player: the first who may act, or chance, unless it names one."""
    if ":" in move:
        return move
    if CHANCE in session.actors:
        return f"chance: {move}"
    return f"{session.players[next(iter(_acting(session)), 0)]}: {move}"


def _clockwise(session: Session) -> list[int]:
    """The seats from Anna's on."""
    seats, anna = len(session.players), session.players.index("Anna")
    return [(anna + step) % seats for step in range(seats)]


def _acting(session: Session) -> list[int]:
    """Those who may act, clockwise from Anna."""
    return [seat for seat in _clockwise(session) if seat in session.actors]


def look(session: Session) -> View:
    """The referee's view."""
    view: View = session.view()
    return view


def area(session: Session, seat: int = 0) -> Area:
    """What lies before a player."""
    return look(session).players[seat]


def standing(session: Session) -> dict[str, tuple[int, int]]:
    """By monument on any timeline: its slot and the knowledge on it."""
    return {
        monument.card: (slot, monument.knowledge)
        for player in look(session).players
        for slot, here in enumerate(player.timeline, 1)
        for monument in here
    }


class Case(NamedTuple):
    """A position in which a card matters, or (`idle`) can do nothing."""

    card: str
    title: str
    idle: bool
    given: dict[str, Any]
    moves: tuple[str, ...]
    want: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.card}-{'idle-' if self.idle else ''}{self.title.replace(' ', '-')}"


_WANT = (
    *("knowledge", "slot", "lost", "past", "artifacts", "technologies", "rotated", "hand", "theirs", "points"),
    *("effects", "no_effects", "legal", "illegal", "actions", "turn", "top", "bottom"),
)


def does(card: str, title: str, *moves: str, **rest: Any) -> Case:
    """The card does what it says."""
    return _case(card, title, False, moves, rest)


def idle(card: str, title: str, *moves: str, **rest: Any) -> Case:
    """The card can do nothing."""
    return _case(card, title, True, moves, rest)


def _case(card: str, title: str, nothing: bool, moves: tuple[str, ...], rest: dict[str, Any]) -> Case:
    want = {key: rest.pop(key) for key in list(rest) if key in _WANT}
    assert want, f"{card} {title}: nothing is expected"
    return Case(card, title, nothing, rest, moves, want)


def run(case: Case) -> None:
    """Plays a case and asserts what it wants.

    Anna begins and the others follow in their order, but hers is not the first seat: no card may take that for granted.
    """
    given = dict(case.given)
    names = NAMES[: given.pop("players", 2)]
    shift = 2 if given.get("options") == TEAMS else 1  # partners sit side by side
    session = place(players=(*names[-shift:], *names[:-shift]), first="Anna", **given)
    effects = [_by_name(effect, session.players) for effect in play(session, *case.moves)]
    for key, wanted in case.want.items():
        got = _got(session, key, effects, wanted)
        assert got == wanted, f"{key}: {got}, not {wanted}; {_seen(effects)}"


def _by_name(effect: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """An effect with players for their seats."""
    return {key: names[value] if key in ("seat", "victim") else value for key, value in effect.items()}


def _got(session: Session, key: str, effects: Sequence[Mapping[str, Any]], wanted: Any) -> Any:
    known = KnownNames(session.players)
    anna, *others = _clockwise(session)
    mine = area(session, anna)
    match key:
        case "knowledge":
            return {card: standing(session)[card][1] for card in wanted}
        case "slot":
            return {card: standing(session)[card][0] for card in wanted}
        case "hand":
            return len(mine.hand) if isinstance(wanted, int) else sorted(mine.hand, key=_order)
        case "theirs":
            return [len(area(session, seat).hand) for seat in others]
        case "effects":
            return [want for want, _ in zip(wanted, _in_order(wanted, effects, known), strict=False)]
        case "no_effects":
            return [want for want in wanted if not any(matches(ANYTHING, want, effect, known) for effect in effects)]
        case "legal":
            return [move for move in wanted if playing.allowed(session, _addressed(session, move))]
        case "illegal":
            return {move: refused(session, move).rule for move in wanted}
        case "points":
            items = [item for item in session.score() if item.part in ("effects", "technologies")]
            return {card: sum(item.points for item in items if item.source.split()[0] == card) for card in wanted}
        case "turn":
            return [session.players[seat] for seat in _acting(session)]
        case "top":
            return look(session).top_discard
        case "bottom":
            return [list(deck.bottom) for deck in look(session).decks]
        case "actions":
            return session.legal()["Anna"]
    value = getattr(mine, key)
    return list(value) if isinstance(value, tuple) else value


def _in_order(
    wanted: Sequence[Mapping[str, Any]], effects: Sequence[Mapping[str, Any]], known: KnownNames
) -> Iterator[bool]:
    """One item for each wanted effect found behind the one before."""
    at = 0
    for want in wanted:
        found = next((n for n in range(at, len(effects)) if matches(ANYTHING, dict(want), effects[n], known)), None)
        if found is None:
            return
        at = found + 1
        yield True


def _order(card: str) -> tuple[int, int]:
    return "CMPAT".index(card[0]), int(card[1:])


def _seen(effects: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(f"{effect['type']} {dict(effect)}" for effect in effects)


def scores(card: str, what: str, table: Mapping[int, int]) -> list[Case]:
    """One case for each number of things counted and the points it pays at the end; none is a case of its own kind."""
    return [
        (does if points else idle)(
            card, f"{n} {what}", phase="end", anna=_counted(card, what, n), points={card: points}
        )
        for n, points in table.items()
    ]


def _counted(card: str, what: str, n: int) -> dict[str, Any]:
    """An area with the card in the Past and n of the things it counts; a card may count itself."""
    if what in TECHNOLOGIES:
        return {"past": [card], "technologies": TECHNOLOGIES[what][:n]}
    match what:
        case "technologies":
            return {"past": [card], "technologies": cards("T", 1, n)}
        case "trios of technologies":  # one more of one kind than there are trios
            counts = {"ancient": n + 1, "secret": n, "writing": n}
            return {"past": [card], "technologies": [t for kind, k in counts.items() for t in TECHNOLOGIES[kind][:k]]}
        case "lost":
            return {"past": [card], "lost": n}
        case "on the timeline":
            return {"past": [card], "timeline": {slot + 1: [f"C{20 + slot} 1"] for slot in range(n)}}
        case "end-game icons":
            icons = [c for c in ("C1", "C2", "M1", "M2", "P1", "P2") if c != card]
            return {"past": [card, *icons[: n - 1], "C12", "M9"]}
        case "trios":  # the card is of one of them, and there is one megalith more than there are trios
            own = [f"{card[0]}{k}" for k in range(9, 8 + n)]
            others = [f"{letter}{k}" for letter in "CMP" if letter != card[0] for k in range(9, 9 + n)]
            return {"past": [card, *own, *others, "M30"]}
    letter = {"cities": "C", "megaliths": "M", "pyramids": "P"}[what]
    others = [f"{letter}{k}" for k in range(8, 36) if f"{letter}{k}" != card]
    strangers = [f"{other}{30}" for other in "CMP" if other != letter and f"{other}30" != card]
    return {"past": [card, *others[: n - (card[0] == letter)], *strangers]}


class Refusal(NamedTuple):
    """After these moves of a position, this move is refused by this rule in these words."""

    rule: str
    says: str
    move: str
    before: tuple[str, ...] = ()
    given: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.rule}-{self.says[:40]}".replace(" ", "-")


def no(rule: str, says: str, move: str, *before: str, **given: Any) -> Refusal:
    """A row of a table of refusals."""
    return Refusal(rule, says, move, before, given)


def refusal_of(case: Refusal) -> tuple[str, str]:
    """The rule and the sentence by which a move is refused."""
    session = place(**case.given)
    play(session, *case.before)
    error = refused(session, case.move)
    return error.rule, error.reason
