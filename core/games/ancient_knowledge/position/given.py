"""The keys of a hand-written position."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.ancient_knowledge.rules.phases import ACTIONS
from kronika.core.games.ancient_knowledge.state import SLOTS

LEVEL_WORDS: Final = {"1": 1, "2": 2}
SLOT_WORDS: Final = {str(slot): slot for slot in range(1, SLOTS + 1)}


class GivenArea(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player. Cards are ids or names; what is left out is empty.

    `hand`, `artifacts`, `technologies`: cards. `shown`: the hand cards that all have seen. `timeline`: by slot ("1" to
    "6") one or two monuments, the bottom one first, each with its knowledge: `"C16 2"`; none named is none. `past`:
    monuments in the order they came, `rotated`: those of them that are rotated. `lost`: lost knowledge.
    """

    hand: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    timeline: dict[str, list[str]] = field(default_factory=dict)
    past: list[str] = field(default_factory=list)
    rotated: list[str] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    technologies: list[str] = field(default_factory=list)
    lost: int = 0


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Ancient Knowledge. Cards are ids or names; tables are by player's name.

    `players`: what lies before each, see GivenArea; left out: nothing.
    `first`: the first player; left out: the first named. `turn`: whose turn it is, in the team variant one of the two;
    left out: the first player.
    `phase`: `keep` (everybody holds ten cards), `action`, `timeline`, `decline` or `end`; left out: `action`. What
    needs no decision happens at once. `actions`: how many are left, 1 or 2, in the team variant by name if they differ;
    left out: 2.
    `boards`: three lists of technologies, an empty one for a board out of the game; left out: the lowest numbers not
    named elsewhere, of level I, I (II after the flip), II.
    `decks`: by level ("1", "2") the technologies in the deck; left out: all not named elsewhere, while those not named
    are out of the game when a deck is given. `bottoms`: by level those known to all at the bottom of the deck, upper
    card first; `bottoms_known`: by player, which of them this player knows, where not all know all.
    `technology_discards`: the discards of both levels. `box`: technologies out of the game.
    `deck`: the builder draw pile; left out: all cards not named elsewhere, while those not named lie beneath the
    discards when it is given. `discard`: the builder discards, top card last.
    `flipped`: has the half-game flip been made? Left out: if a Past holds 7 monuments or two boards show level II.
    `ending`: has the end been triggered? Left out: if a Past holds 14.
    """

    players: dict[str, GivenArea] = field(default_factory=dict)
    first: str | None = None
    turn: str | None = None
    phase: str = "action"
    actions: int | dict[str, int] = ACTIONS
    boards: list[list[str]] | None = None
    decks: dict[str, list[str]] = field(default_factory=dict)
    bottoms: dict[str, list[str]] = field(default_factory=dict)
    bottoms_known: dict[str, list[str]] = field(default_factory=dict)
    technology_discards: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    deck: list[str] | None = None
    discard: list[str] = field(default_factory=list)
    flipped: bool | None = None
    ending: bool | None = None
