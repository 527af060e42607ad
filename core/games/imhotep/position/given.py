"""The keys of a hand-written position."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.imhotep.board import PYRAMID_NAMES

Stones = str | list[str]
"""The owners of stones in the order of delivery: a list of names, or a text with spaces between names."""

PYRAMIDS: Final = {name: which for which, name in enumerate((*PYRAMID_NAMES, "extra"))}
"""By word for a pyramid of side B, or for the extra stones: its index in a state."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Imhotep; all keys are optional.

    A stone is its owner's name or the beginning of that name. Cards are named as in moves.

    `round`: 1 to 6. Default: 1. `turn`: the player whose turn it is. Default: the player named first.
    `first`: the start player of the round. Default: the player whose turn it is.
    `doer`: the last player in this round who did something other than pass. Default: nobody.
    `ships`: the slots of each ship from the bow, a name or `-`, as `"Anna - Bob"` or as a list; the number of slots is
    the ship's size. The other ships of the round card are empty. Ships are numbered from the largest, those of one size
    in the order listed.
    `card`: the round card of this round, such as `4322`. Default: the first card with ships of these sizes.
    `used_cards`: the round cards of earlier rounds. Default: the first other cards of the list.
    `harbours`: the ship at each site, `{ temple = "3a" }`. Default: no ship has sailed.
    `sleds`: the number of stones on each player's sled. Default: 0.
    `quarries`: the number of stones in each player's quarry. Default: all of the 29 stones that are nowhere else. If
    you give fewer, the others are out of the game.
    `pyramids`: the stones in the order of delivery; for side B a table of `left`, `middle`, `right` and `extra`.
    `temple`, `burial_chamber`, `obelisks`: the stones in the order of delivery; on side B three single stones at the
    obelisks become a tower. Default: none.
    `temple_points`: the points that the temple gave each player in earlier rounds: one table of sums, or a list with a
    table for each round. Default: 0.
    `cards`: the blue, green and purple cards before each player. Default: none.
    `row`: the face-up cards in the market. Default: none.
    `pair`: the face-down pair of side B, a list of one or two cards, `?` for a card that nobody knows. Default: none.
    `discard`: the discard pile. Default: empty.
    `deck`: the unseen cards, including those of the pair that nobody knows. Default: all cards that are nowhere else.
    `over`: true if the sixth round has ended and the final scoring is done. Default: false.

    If all ships have sailed, the round ends at once, as after the unloading of the fourth ship.
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
