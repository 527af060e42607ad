"""The keys of a position written by hand."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from kronika.core.games.ancient_knowledge.rules.phases import ACTIONS
from kronika.core.games.ancient_knowledge.state import SLOTS

LEVEL_WORDS: Final = {"1": 1, "2": 2}
SLOT_WORDS: Final = {str(slot): slot for slot in range(1, SLOTS + 1)}


class GivenArea(Struct, frozen=True, forbid_unknown_fields=True):
    """The area of one player. Cards are ids or names; every key is empty by default.

    `hand`, `artifacts`, `technologies`: cards. `shown`: the hand cards that all players have seen. `timeline`: by slot
    ("1" to "6") one or two monuments, the bottom one first, each with its knowledge, `"C16 2"`, or without a number for
    none. `past`: monuments in the order in which they came. `rotated`: those of them that are rotated. `lost`: lost
    knowledge.
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

    `players`: the area of each player, see GivenArea; default: nothing.
    `first`: the first player; default: the first named. `turn`: the player whose turn it is, in the team variant
    one of the two; default: the first player.
    `phase`: `keep` (all players hold ten cards), `action`, `timeline`, `decline` or `end`; default: `action`. What
    needs no decision happens at once. `actions`: the number of actions left, 1 or 2, in the team variant by name if
    they differ; default: 2.
    `boards`: three lists of technologies, an empty one for a board out of the game; default: the lowest numbers named
    nowhere else, of level I, I (II after the flip), II.
    `decks`: by level ("1", "2") the technologies in the deck; default: all that are named nowhere else. If a deck is
    given, those named nowhere are out of the game. `bottoms`: by level the technologies known to be at the bottom of
    the deck, upper card first. `bottoms_known`: by player, which of them this player knows; default: all of them.
    `technology_discards`: the discards of both levels. `box`: technologies out of the game.
    `deck`: the builder draw pile; default: all cards that are named nowhere else. If it is given, cards named nowhere
    are at the bottom of the discard pile. `discard`: the builder discard pile, top card last.
    `flipped`: true if the half-game flip has been made; default: if a Past holds 7 monuments or two boards show level
    II. `ending`: true if the end has been triggered; default: if a Past holds 14.
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
