"""The results that examples and matches expect of a position, and the findings where a result differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.older import EXPECT, renamed


class Forbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that must be refused.

    `rule`: the number of the rule that refuses it. `says`: words that the reason must contain. If you give neither, any
    rule will do, except one that refuses every move of this kind now. `unreadable`: it is not a move at all, such as
    one off the board; without this key, a move that can't be read does not count as refused.
    """

    move: str
    rule: str | None = None
    says: str | None = None
    unreadable: bool = False


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the game. Keys that you omit are not checked; an empty table says only that the game is over.

    `winners`: the names of all winners. `totals`: final points by name. `ranking`: groups of names, best first. `rule`:
    the number of the rule that ended the game. `tie_rule`: that of the tie-break that decided, empty for none.
    """

    winners: list[str] | None = None
    totals: dict[str, int] | None = None
    ranking: list[list[str]] | None = None
    rule: str | None = None
    tie_rule: str | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """The expected results. Keys that you omit are not checked. Every name must be one of the game or the table.

    `effects`: these happened, in this order, each with at least these fields; `[]`: none happened at all. An effect
    with `count` happened exactly that many times, in any place. `no_effects`: no effect of this kind (`type`, and
    fields if given) happened.
    `points`: by player, then by source or part of the score sheet ("17 Roof of the World", "17", "round 1",
    "round 1/17"); a card or source that is not on the sheet has 0.
    `totals`: points in all, by player. `legal`, `illegal`: moves that are legal now, and moves that are refused.
    `moves`: the number of legal moves by player. `turn`: the players who may act now ("chance" for chance, `[]` when
    the game is over).
    `state`: parts of the referee's view (`kronika show --format json`). `result`: the end of the game.

    In `effects`, `no_effects` and `state`, a table means at least these keys, an empty table means an empty one, and
    `count` in a table is its number of entries. A list means exactly these entries, in any order where the rules call
    it a set. For less, write a table in place of the list: `count` is the number of entries, `has` lists some that are
    in it, `lacks` some that are not; or give the entries of some players by name. Write a seat as the player's name.
    `"nothing"` means null, a missing key, or no card.
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
    """The best moves for the player to move, if everything hidden is known and everyone plays perfectly: a puzzle.

    `best`: all moves that are equally best, in notation. `lead`: the player's final lead over the best opponent, in
    points; if the player has none, the player's points. It is not checked if you omit it. The rest of the game is
    searched completely, so it must have no chance and no simultaneous choices.
    """

    best: list[str]
    lead: int | None = None


NO_EXPECTATION: Final = Expect()
"""An expectation that checks nothing."""


class Finding(Struct, frozen=True):
    """One difference: the key of the expectation, the expected and the actual result as text, and the rules cited."""

    key: str
    expected: str
    got: str
    rules: tuple[str, ...] = ()


def raise_keys(file: Mapping[str, Any]) -> None:
    """Rename older keys of `expect`, in place, in the table of a file of examples or matches that is not decoded yet.

    This includes the `expect` of each step in `when`.
    """
    for entry in (*_tables(file, "example"), *_tables(file, "match")):
        for holder in (entry, *_tables(entry, "when")):
            if isinstance(expect := holder.get("expect"), dict):
                holder["expect"] = renamed(expect, EXPECT)


def _tables(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = table.get(key)
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
