"""The keys of a position written by hand."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.viceroy.state import BID, END, PASSED, RECOLOUR, SELECT, SKIPPED, TOOK, VIRTUAL_DONE

CardName = int | str

PHASES: Final = {"bid": BID, "select": SELECT, "recolour": RECOLOUR, "end": END}
OUT: Final = {"took": TOOK, "passed": PASSED, "skipped": SKIPPED}
VIRTUAL: Final = {"in": 0, "done": VIRTUAL_DONE}


class SpotGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A `card` of a pyramid with the `tokens` on it (`4vp`, `magic+2`, `infinite-blue`, …; default: none).

    `tucked`: the cards under it; default: none. `hidden`: those of them that the other players do not know; default:
    none. `paint`: the colour into which the circle with this top card was turned at the end of the game; default: none.
    """

    card: CardName
    tokens: list[str] = field(default_factory=list)
    tucked: list[CardName] = field(default_factory=list)
    hidden: list[CardName] = field(default_factory=list)
    paint: str | None = None


class LaneGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a lane, `below` and `above`; default: none."""

    below: CardName | None = None
    above: CardName | None = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Viceroy. Cards are numbers or names, tables are by player's name, gems are `2 blue 1 red`.

    `pyramids`: for each player the cards by place, `{ "1.0" = 22, "1.1" = { card = 15, tokens = ["4vp"] } }`; level 1
    without gaps, higher cards on two supports; default: empty. `hidden`: the players whose tucked cards the other
    players do not know; default: none.
    `gems`, `attacks`: what is behind the screens; default: nothing. `hands`: the hand cards; default: none. `shown`:
    the hand cards that all players have seen, such as those won in the auction; default: none.
    `lanes`: the displayed cards by colour, `{ red = { below = 32, above = 5 } }`; default: none.
    `supply`: the gems in the supply; default: all gems of the game that are nowhere else.
    `large`, `small`: the sizes of the decks of characters; default: the large deck as it is in that round, and all
    characters that are nowhere else in the small deck. `laws`: the law deck; default: all laws that are nowhere else.
    `top`: the laws known to be on top of it, topmost first, put there by the player `top_by`; default: none.
    `discard`: the discard pile; default: empty.
    `phase`: `bid`, `select` (the building phase), `recolour` or `end`; default: `bid`. `round`: 1 to 12; default: 1.
    `turn`: the number of the bidding or building round, 1 to 3; default: 1.
    `out`: how players have left this phase, `took`, `passed` or `skipped`; default: nobody has. `skips`: the players
    who skip the next auction because of law 69; default: none. `virtual`: each virtual opponent, `in` or `done`;
    default: all `in`.
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
