"""The keys of a hand-written position."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.imhotep.board import PYRAMID_NAMES

Stones = str | list[str]
"""Players' names, in the order of delivery: a list, or a text with spaces between names."""

PYRAMIDS: Final = {name: which for which, name in enumerate((*PYRAMID_NAMES, "extra"))}


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Imhotep. Stones are their owners' names, or the beginnings of these; cards are named as in moves.

    `round`: 1 to 6; left out: 1. `turn`: whose turn it is; left out: the player named first.
    `first`: the start player of the round; left out: whose turn it is.
    `doer`: who last did something other than pass in this round; left out: nobody.
    `ships`: the slots of each ship from the bow, a name or `-`, as `"Anna - Bob"` or a list; their number is the ship's
    size. Ships not listed are those that the round card has besides, empty; left out: all of them. They are numbered
    with the largest first, of one size in the order listed.
    `card`: the round card of this round, `4322`; left out: the first that has ships of these sizes.
    `used_cards`: those turned up in earlier rounds; left out: the first others of the list.
    `harbours`: the ship that lies at a site, `{ temple = "3a" }`; left out: all have still to sail.
    `sleds`: stones on the sled by name; left out: 0. `quarries`: by name; left out: all stones that are nowhere else,
    out of 29. With fewer the rest are out of the game.
    `pyramids`: side A: stones in the order of delivery; side B: a table by `left`, `middle`, `right`, `extra`.
    `temple`, `burial_chamber`, `obelisks`: stones in the order of delivery (three single stones become a tower on side
    B); left out: none. `temple_points`: what the temple has given in earlier rounds, by name, in all or as a list of
    one table a round; left out: 0.
    `cards`: blue, green and purple cards before the players, by name; left out: none.
    `row`: the cards face up in the market; left out: none. `pair`: on side B the face-down pair, a list of one or two
    cards, `?` for one that nobody knows; left out: none. `discard`: the discard pile; left out: empty.
    `deck`: the unseen cards, those of the pair that nobody knows among them; left out: all that are nowhere else.
    `over`: the sixth round has ended, and the final scoring is done; left out: no.

    When all ships have sailed the round ends at once, as after the unloading of the fourth ship.
    """

    round: int = 1
    turn: str | None = None
    first: str | None = None
    doer: str | None = None
    ships: list[Stones] = field(default_factory=list)
    harbours: dict[str, int | str] = field(default_factory=dict)
    card: str | int | None = None
    used_cards: list[str | int] = field(default_factory=list)
    sleds: dict[str, int] = field(default_factory=dict)
    quarries: dict[str, int] = field(default_factory=dict)
    pyramids: Stones | dict[str, Stones] = field(default_factory=list)
    temple: Stones = field(default_factory=list)
    burial_chamber: Stones = field(default_factory=list)
    obelisks: Stones = field(default_factory=list)
    temple_points: dict[str, int] | list[dict[str, int]] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    row: list[str] = field(default_factory=list)
    pair: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    deck: list[str] | None = None
    over: bool = False
