"""What is expected of a position and of the effects that led to it, and what came out differently.

Worked examples expect it, and so do scripted matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from kronika.core.errors import IllegalAction, KronikaError
from kronika.core.moves import seat_name
from kronika.core.outcome import ScoreItem
from kronika.core.session import Session
from kronika.core.view import EMPTY
from kronika.core.words import closest, fold


class Forbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that must be refused, by the rule of this number; `says` are words its reason must contain."""

    move: str
    rule: str
    says: str = ""


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game. What is left out is not looked at.

    `winners`: all their names. `totals`: final points by name. `ranking`: groups of names, best first. `rule`: of the
    end; `tie_rule`: of the tie-break that decided.
    """

    winners: list[str] | None = None
    totals: dict[str, int] | None = None
    ranking: list[list[str]] | None = None
    rule: str | None = None
    tie_rule: str | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What the book says. What is left out is not looked at.

    `effects`: these happened, in this order, each with at least these fields; a seat may be given as a name.
    `no_effects`: none of this kind (`type`, and fields if given) happened.
    `points`: by player, then by source or part of the score sheet ("17 Roof of the World", "17", "round 1").
    `totals`: the score by player. `legal`, `illegal`: moves that may and may not be made now.
    `moves`: the number of legal moves by player. `turn`: who may act now ("chance" for chance, empty when over).
    `state`: parts of the referee's view (`kronika show --format json`); a list with one entry for each seat may be
    given as a table by name. `outcome`: the end of the game.
    """

    effects: list[dict[str, Any]] = field(default_factory=list)
    no_effects: list[dict[str, Any]] = field(default_factory=list)
    points: dict[str, dict[str, int]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    legal: list[str] = field(default_factory=list)
    illegal: list[Forbidden] = field(default_factory=list)
    moves: dict[str, int] = field(default_factory=dict)
    turn: list[str] | None = None
    state: dict[str, Any] = field(default_factory=dict)
    outcome: Ending | None = None


class Finding(Struct, frozen=True):
    """One thing that came out differently: which key, what was expected, what came, and the rules cited."""

    key: str
    expected: str
    got: str
    rules: tuple[str, ...] = ()


def compare(session: Session, effects: Sequence[Any], expect: Expect, key: str) -> list[Finding]:
    """What differs between a session with the effects of its moves and what is expected; `key` begins their keys."""
    checks = (
        _compare_effects(session, effects, expect, key),
        _compare_points(session, expect, key),
        _compare_legal(session, expect, key),
        _compare_turn(session, expect, key),
        _compare_state(session, expect, key),
        _compare_outcome(session, expect, key),
    )
    return [finding for found in checks for finding in found]


def _compare_effects(session: Session, effects: Sequence[Any], expect: Expect, key: str) -> list[Finding]:
    findings = []
    plain = [msgspec.to_builtins(effect) for effect in effects]
    at = 0
    for number, wanted in enumerate(expect.effects, 1):
        found = next((n for n in range(at, len(plain)) if matches(wanted, plain[n], session.players)), None)
        if found is None:
            same = [effect for effect in plain if effect["type"] == wanted.get("type")]
            got = "; ".join(_show(effect) for effect in same or plain) or "no effects"
            rules = tuple(dict.fromkeys(effect["rule"] for effect in same or plain))
            findings.append(Finding(f"{key}effects.{number}", _show(wanted), got, rules))
        else:
            at = found + 1
    for number, unwanted in enumerate(expect.no_effects, 1):
        for effect in plain:
            if matches(unwanted, effect, session.players):
                findings.append(
                    Finding(f"{key}no_effects.{number}", f"no {_show(unwanted)}", _show(effect), (effect["rule"],))
                )
    return findings


def _compare_points(session: Session, expect: Expect, key: str) -> list[Finding]:
    findings = []
    items = session.score() if expect.points else ()
    for name, sources in expect.points.items():
        if name not in session.players:
            findings.append(Finding(f"{key}points.{name}", "points of a player", f"there is no player {name!r}"))
            continue
        seat = session.players.index(name)
        own = [item for item in items if item.seat == seat]
        for source, points in sources.items():
            found = [item for item in own if _pays(item, source)]
            got = sum(item.points for item in found)
            if not found:
                known = ", ".join(dict.fromkeys(item.source for item in own)) or "nothing"
                findings.append(
                    Finding(f"{key}points.{name}.{source}", str(points), f"no such item; there are: {known}")
                )
            elif got != points:
                why = "; ".join(map(_reckoned, found))
                rules = tuple(dict.fromkeys(item.rule for item in found))
                findings.append(Finding(f"{key}points.{name}.{source}", str(points), f"{got}: {why}", rules))
    totals = session.totals() if expect.totals else {}
    for name, points in expect.totals.items():
        got = totals.get(name, -1)
        if name not in totals:
            findings.append(Finding(f"{key}totals.{name}", str(points), f"there is no player {name!r}"))
        elif got != points:
            findings.append(Finding(f"{key}totals.{name}", str(points), str(got)))
    return findings


def _reckoned(item: ScoreItem) -> str:
    return f"{item.points} for {item.source}" + (f", {item.note}" if item.note else "")


def _pays(item: ScoreItem, key: str) -> bool:
    wanted = fold(key)
    return wanted in (fold(item.source), fold(item.part), fold(f"{item.part}/{item.source}"), *item.source.split()[:1])


def _compare_legal(session: Session, expect: Expect, key: str) -> list[Finding]:
    findings = []
    for number, move in enumerate(expect.legal, 1):
        refusal = _refusal(session, move)
        if refusal is not None:
            rules = (refusal.rule,) if isinstance(refusal, IllegalAction) else ()
            findings.append(Finding(f"{key}legal.{number}", f"`{move}` is legal", str(refusal), rules))
    for number, forbidden in enumerate(expect.illegal, 1):
        refusal = _refusal(session, forbidden.move)
        wanted = f"`{forbidden.move}` is refused by {forbidden.rule}"
        if forbidden.says:
            wanted += f" with {forbidden.says!r}"
        if refusal is None:
            findings.append(Finding(f"{key}illegal.{number}", wanted, "it is legal"))
        elif not isinstance(refusal, IllegalAction):
            findings.append(Finding(f"{key}illegal.{number}", wanted, str(refusal)))
        elif refusal.rule != forbidden.rule or fold(forbidden.says) not in fold(refusal.reason):
            findings.append(Finding(f"{key}illegal.{number}", wanted, str(refusal), (refusal.rule,)))
        if isinstance(refusal, IllegalAction):
            session.refused.append(refusal.rule)
    if expect.moves:
        legal = session.legal()
        for name, n in expect.moves.items():
            got = len(legal.get(name, ()))
            if name not in session.players:
                findings.append(Finding(f"{key}moves.{name}", str(n), f"there is no player {name!r}"))
            elif got != n:
                findings.append(Finding(f"{key}moves.{name}", str(n), f"{got}: {', '.join(legal.get(name, ()))}"))
    return findings


def _refusal(session: Session, move: str) -> KronikaError | None:
    try:
        seat, do = session.read(move)
        session.check(seat, do)
    except KronikaError as error:
        return error
    return None


def _compare_turn(session: Session, expect: Expect, key: str) -> list[Finding]:
    if expect.turn is None:
        return []
    got = [seat_name(seat, session.players) for seat in session.actors]
    if sorted(map(fold, got)) == sorted(map(fold, expect.turn)):
        return []
    return [Finding(f"{key}turn", ", ".join(expect.turn) or "nobody", ", ".join(got) or "nobody")]


def _compare_state(session: Session, expect: Expect, key: str) -> list[Finding]:
    if not expect.state:
        return []
    view = msgspec.to_builtins(session.view())
    findings = []
    for name, wanted in expect.state.items():
        if name not in view:
            guess = closest(name, view)
            hint = f"; did you mean {guess[0]}?" if guess else ""
            findings.append(Finding(f"{key}state.{name}", _show(wanted), f"there is no {name} in the view{hint}"))
        elif not matches(wanted, view[name], session.players):
            findings.append(Finding(f"{key}state.{name}", _show(wanted), _show(view[name])))
    return findings


def _compare_outcome(session: Session, expect: Expect, key: str) -> list[Finding]:
    if expect.outcome is None:
        return []
    outcome = session.outcome()
    if outcome is None:
        return [Finding(f"{key}outcome", "the end of the game", "the game goes on")]
    names = session.players
    got: dict[str, Any] = {
        "winners": sorted(names[seat] for seat in outcome.winners),
        "totals": dict(zip(names, outcome.totals, strict=True)),
        "ranking": [sorted(names[seat] for seat in group) for group in outcome.ranking],
        "rule": outcome.rule,
        "tie_rule": outcome.tie_rule,
    }
    wanted = {name: value for name, value in msgspec.structs.asdict(expect.outcome).items() if value is not None}
    if "winners" in wanted:
        wanted["winners"] = sorted(wanted["winners"])
    if "totals" in wanted:
        got["totals"] = {name: points for name, points in got["totals"].items() if name in wanted["totals"]}
    if "ranking" in wanted:
        wanted["ranking"] = [sorted(group) for group in wanted["ranking"]]
    return [
        Finding(f"{key}outcome.{name}", _show(value), _show(got[name]), (outcome.rule,))
        for name, value in wanted.items()
        if value != got[name]
    ]


def matches(wanted: Any, got: Any, names: Sequence[str]) -> bool:
    """Is `got` what `wanted` says? Tables may leave keys out; a seat, or a list by seat, may be given by name.

    A card whose id is a number may be written as that number, and an empty place as 0.
    """
    if isinstance(wanted, dict):
        if isinstance(got, (list, tuple)):
            return len(got) == len(names) and all(
                name in names and matches(value, got[names.index(name)], names) for name, value in wanted.items()
            )
        return isinstance(got, dict) and all(
            key in got and matches(value, got[key], names) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(got, (list, tuple))
            and len(got) == len(wanted)
            and all(matches(a, b, names) for a, b in zip(wanted, got, strict=True))
        )
    if isinstance(wanted, str) and isinstance(got, int) and not isinstance(got, bool):
        return wanted in names and names.index(wanted) == got
    if isinstance(got, str) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return (str(wanted) if wanted else EMPTY) == got
    return bool(wanted == got) and isinstance(wanted, bool) == isinstance(got, bool)


def _show(value: Any) -> str:
    if isinstance(value, dict):
        kind = f"{value['type']} " if "type" in value else ""
        fields = ", ".join(f"{key} {_show(part)}" for key, part in value.items() if key not in ("type", "rule"))
        rule = f" ({value['rule']})" if "rule" in value else ""
        return f"{kind}{fields}{rule}".strip()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_show(part) for part in value) + "]"
    return str(value)
