"""The values of claims about a game of Tigris & Euphrates by the rules."""

from __future__ import annotations

from typing import Any, Final

from kronika.core.games.tigris.actions import Commit, MoveLeader, PlaceLeader, PlaceTile, WithdrawLeader
from kronika.core.games.tigris.board import COLOURS
from kronika.core.games.tigris.effects import Decided, LeaderReturned, Removed, Scored, TreasuresTaken
from kronika.core.games.tigris.scoring import colour_points, totals
from kronika.core.games.tigris.state import REVOLT_ATTACK, REVOLT_DEFEND, WAR_ATTACK, State, treasures_on
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.imports.claims import Claim

SIDES: Final = ("attacker", "defender")
_REVOLT: Final = (REVOLT_ATTACK, REVOLT_DEFEND)
_ATTACK: Final = (REVOLT_ATTACK, WAR_ATTACK)
_RULES: Final = {"points": "TE-12.4", "treasures": "TE-8.1", "total": "TE-12.1", "treasures on the board": "TE-9.3"}
"""The rule of each kind of claim, for records without an effect that names one."""


def actual(session: Session, record: int, claim: Claim) -> tuple[Any, tuple[str, ...]]:
    """The value of a claim about a record by the rules, and the numbers of the rules that decide it."""
    entry = session.history[record - 1] if record else None
    then = entry.then if isinstance(entry, Event) else ()
    state: State = session.at(record)
    match claim.what:
        case "points" if claim.of in COLOURS:
            rules = [e.rule for e in then if isinstance(e, Scored) and (e.seat, e.colour) == (claim.seat, claim.of)]
            return colour_points(state, claim.seat)[COLOURS.index(claim.of)], _or(rules, claim)
        case "treasures":
            rules = [e.rule for e in then if isinstance(e, TreasuresTaken) and e.seat == claim.seat]
            return state.treasures[claim.seat], _or(rules, claim)
        case "treasures on the board":
            return treasures_on(state.board), _or([], claim)
        case "total":
            return totals(state)[claim.seat], _or([], claim)
        case "strengths":
            return _strengths(then, claim)
        case "removed" | "removed tiles":
            cells = [cell for e in then if isinstance(e, Removed) and e.colour == claim.of for cell in e.cells]
            return cells if claim.what == "removed" else len(cells), tuple(
                e.rule for e in then if isinstance(e, Removed)
            ) or ("TE-6.8",)
        case "lost":
            lost = [e.rule for e in then if isinstance(e, Decided) and (e.loser, e.leader) == (claim.seat, claim.of)]
            return bool(lost), tuple(lost) or ("TE-6.8",)
        case "turn" | "tile" | "moved" | "kind" | "side" | "tiles":
            return _of_action(session, record, claim)
        case "returned" if isinstance(entry, Event) and isinstance(entry.do, WithdrawLeader):
            return (entry.by, entry.do.leader) == (claim.seat, claim.of), ("TE-2.2",)
        case "returned":
            found = [e for e in then if isinstance(e, LeaderReturned) and (e.seat, e.leader) == (claim.seat, claim.of)]
            return bool(found), tuple(e.rule for e in found) or ("TE-3.7",)
    return None, ()


def _of_action(session: Session, record: int, claim: Claim) -> tuple[Any, tuple[str, ...]]:
    """The value of a claim about an action itself: whose it was, and its pieces."""
    entry = session.history[record - 1] if record else None
    match claim.what, entry:
        case "turn", Event(by=by):
            return by == claim.seat, ("TE-2.1",)
        case "tile", Event(do=PlaceTile(tile=tile)):
            return tile, ("TE-4.1",)
        case "moved", Event(do=PlaceLeader() | MoveLeader() as do):
            return isinstance(do, MoveLeader), ("TE-2.2",)
        case "tiles", Event(do=Commit(tiles=tiles)):
            return tiles, ("TE-5.4",)
        case (("kind" | "side"), Event(do=Commit())):
            before: State = session.at(record - 1)
            is_revolt, is_attack = before.phase in _REVOLT, before.phase in _ATTACK
            rule = ("TE-5.4" if is_revolt else "TE-6.7",)
            if claim.what == "side":
                return SIDES[not is_attack], rule
            return "red" if is_revolt else COLOURS[before.colour], rule
    return None, ()


def _or(rules: list[str], claim: Claim) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules)) or (_RULES[claim.what],)


def _strengths(then: Any, claim: Claim) -> tuple[Any, tuple[str, ...]]:
    for effect in then:
        if isinstance(effect, Decided) and effect.leader == claim.of:
            both = (effect.attack, effect.defence)
            told = f"{max(both)}:{min(both)}"
            return told if effect.winner == claim.seat else f"{told} for the other side", (effect.rule,)
    return "no conflict", ("TE-6.8",)
