"""What is expected of a position and of the effects that led to it, and a finding where something else came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.older import EXPECT, renamed


class Forbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that must be refused.

    `rule`: the number of the rule that refuses it. `says`: words its reason must contain. Where both are left out, any
    rule will do, but for one that now refuses every move of this kind. `unreadable`: it is no move at all, as one off
    the board; a move that can't be read is not taken for refused without it.
    """

    move: str
    rule: str | None = None
    says: str | None = None
    unreadable: bool = False


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game. What is left out is not looked at; an empty table says that it is over.

    `winners`: all their names. `totals`: final points by name. `ranking`: groups of names, best first. `rule`: of the
    end; `tie_rule`: of the tie-break that decided, empty for none.
    """

    winners: list[str] | None = None
    totals: dict[str, int] | None = None
    ranking: list[list[str]] | None = None
    rule: str | None = None
    tie_rule: str | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What the book says. What is left out is not looked at; every name in it must be one of the game or the table.

    `effects`: these happened, in this order, each with at least these fields; `[]`: none at all. With `count` so many
    of the kind happened, wherever. `no_effects`: none of this kind (`type`, and fields if given) happened.
    `points`: by player, then by source or part of the score sheet ("17 Roof of the World", "17", "round 1",
    "round 1/17"); what is not on the sheet is 0.
    `totals`: the score by player. `legal`, `illegal`: moves that may and may not be made now.
    `moves`: the number of legal moves by player. `turn`: who may act now ("chance" for chance, empty when over).
    `state`: parts of the referee's view (`kronika show --format json`). `result`: the end of the game.

    In `effects`, `no_effects` and `state`: a table means at least these keys, an empty one that there are none, and one
    with `count` so many. A list means exactly these, in any order where the rules call it a set; a table in its place
    says less: `count` how many, `has` at least these, `lacks` none of these, or by names of players an entry of each. A
    seat is given by name. `"nothing"` is what is not there: null, a key, a card.
    """

    effects: list[dict[str, Any]] | None = None
    no_effects: list[dict[str, Any]] | None = None
    points: dict[str, dict[str, int]] | None = None
    totals: dict[str, int] | None = None
    legal: list[str] | None = None
    illegal: list[Forbidden] | None = None
    moves: dict[str, int] | None = None
    turn: list[str] | None = None
    state: dict[str, Any] | None = None
    result: Ending | None = None


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is best for who is to move, when all that lies hidden is known and everybody plays the best: a puzzle.

    `best`: the moves that are, each of them alone, in notation. `lead`: the points ahead of the best of the others to
    which they lead, at a table of one the points; left out, they are not looked at. The rest of the game is searched
    whole, so that no chance may be left in it, and no choice face down.
    """

    best: list[str]
    lead: int | None = None


NO_EXPECTATION: Final = Expect()


class Finding(Struct, frozen=True):
    """One thing that came out differently: which key, what was expected, what came, and the rules cited."""

    key: str
    expected: str
    got: str
    rules: tuple[str, ...] = ()


def raise_keys(file: Mapping[str, Any]) -> None:
    """Renames the older keys of `expect` in the table of a file, before it is decoded: of examples, steps, matches."""
    for entry in (*_tables(file, "example"), *_tables(file, "match")):
        for holder in (entry, *_tables(entry, "when")):
            if isinstance(expect := holder.get("expect"), dict):
                holder["expect"] = renamed(expect, EXPECT)


def _tables(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = table.get(key)
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
