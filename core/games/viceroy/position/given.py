"""The keys of a hand-written position."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.viceroy.state import BID, END, PASSED, RECOLOUR, SELECT, SKIPPED, TOOK, VIRTUAL_DONE

CardName = int | str

PHASES: Final = {"bid": BID, "select": SELECT, "recolour": RECOLOUR, "end": END}
OUT: Final = {"took": TOOK, "passed": PASSED, "skipped": SKIPPED}
VIRTUAL: Final = {"in": 0, "done": VIRTUAL_DONE}


class SpotGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A `card` of a pyramid with the `tokens` on it (`4vp`, `magic+2`, `infinite-blue`, …).

    `tucked`: the cards under it; left out: none. `hidden`: those of them that the other players do not know; left out:
    none. `paint`: the colour that the circle whose top card it is was turned into at the end of the game; left out: it
    was not.
    """

    card: CardName
    tokens: list[str] = field(default_factory=list)
    tucked: list[CardName] = field(default_factory=list)
    hidden: list[CardName] = field(default_factory=list)
    paint: str | None = None


class LaneGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a lane, `below` and `above`; left out: none."""

    below: CardName | None = None
    above: CardName | None = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Viceroy. Cards are numbers or names, tables are by player's name, gems are `2 blue 1 red`.

    `pyramids`: for each player the cards by place, `{ "1.0" = 22, "1.1" = { card = 15, tokens = ["4vp"] } }`; level 1
    without gaps, higher cards on two supports; left out: empty. `hidden` says of which players the tucked cards are
    unknown to the others; left out: of none.
    `gems`, `attacks`: what lies behind the screens; left out: nothing. `hands`: left out: empty. `shown`: the hand
    cards that all have seen, as those won in the auction; left out: none.
    `lanes`: the displayed cards by colour, `{ red = { below = 32, above = 5 } }`; left out: none.
    `supply`: left out: all gems of the game that are nowhere else.
    `large`, `small`: sizes of the decks of characters; left out: the large deck as it is in that round, the small one
    holds all characters that are nowhere else. `laws`: the law deck; left out: all laws that are nowhere else. `top`:
    the laws known to lie on top of it, topmost first, put there by the player `top_by`; left out: none.
    `discard`: left out: none.
    `phase`: `bid`, `select` (the building phase), `recolour` or `end`; left out: `bid`. `round`: 1 to 12; left out: 1.
    `turn`: the bidding or building round, 1 to 3; left out: 1.
    `out`: who takes no part in this phase any more: `took`, `passed` or `skipped`; left out: nobody. `skips`: whom
    law 69 keeps out of the next auction; left out: nobody. `virtual`: each virtual opponent, `in` or `done`; left out:
    all in.
    """

    pyramids: dict[str, dict[str, CardName | SpotGiven]] = field(default_factory=dict)
    hidden: list[str] = field(default_factory=list)
    gems: dict[str, str] = field(default_factory=dict)
    attacks: dict[str, int] = field(default_factory=dict)
    hands: dict[str, list[CardName]] = field(default_factory=dict)
    shown: dict[str, list[CardName]] = field(default_factory=dict)
    lanes: dict[str, LaneGiven] = field(default_factory=dict)
    supply: str | None = None
    large: int | None = None
    small: int | None = None
    laws: list[CardName] | None = None
    top: list[CardName] = field(default_factory=list)
    top_by: str | None = None
    discard: list[CardName] = field(default_factory=list)
    phase: str = "bid"
    round: int = 1
    turn: int = 1
    out: dict[str, str] = field(default_factory=dict)
    skips: list[str] = field(default_factory=list)
    virtual: list[str] | None = None
