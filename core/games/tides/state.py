"""The state of a game and its set-up (TT-1)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.games.tides.cards import ALL

DEAL: Final = 0
PICK: Final = 1
RELIC: Final = 2
DRAW: Final = 3
END: Final = 4
PHASES: Final = ("deal", "pick", "relic", "draw", "end")
"""The names of the phases, by their numbers."""


class Options(Struct, frozen=True, kw_only=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The options of a game, one for each open question about scoring (TT-6.1)."""

    zero_tie: Annotated[
        Literal["win", "need_one"],
        Meta(description="whether King's Nest wins a tie at 0:0 or needs at least one symbol (TT-4.18, OQ-1)"),
    ] = "win"
    singles_use_doubled: Annotated[
        bool, Meta(description="Molehill uses the counts that Roof of the World has doubled (TT-4.4, OQ-2)")
    ] = True
    sets_use_doubled: Annotated[
        bool, Meta(description="cards 5, 9 and 14 use the counts that Roof of the World has doubled (TT-4.4, OQ-3)")
    ] = True


Cards = bytes
"""Numbers of cards: sorted in hands, deck and box, in the order of play in kingdoms and relics."""

Pair = tuple[int, int]


class State(Struct, frozen=True, array_like=True, gc=False):
    """The full state of a game. Pairs are by seat.

    `deck` has the cards of the deck, without their order. `kingdoms` include the relics. `sealed` has the choice that
    each player has made and not shown yet: 0 for none, the card (PICK), or 32 x relic + discard (RELIC). `scored` has
    the kingdoms of each scored round.
    """

    options: Options
    phase: int
    round: int
    deck: Cards
    hands: tuple[Cards, Cards]
    kingdoms: tuple[Cards, Cards]
    relics: tuple[Cards, Cards]
    box: Cards
    sealed: Pair
    scored: tuple[tuple[Cards, Cards], ...]


NOTHING: Final = (b"", b"")
"""No cards, for both seats."""
OPEN: Final = (0, 0)
"""The value of `State.sealed` while no choice is face down."""


def setup(options: Options, seats: int) -> State:
    """Return the state before the deal, with all 18 cards in the deck (TT-1.4)."""
    return State(options, DEAL, 1, ALL, NOTHING, NOTHING, NOTHING, b"", OPEN, ())


def seat_count(state: State) -> int:
    """The number of players, which is always two (TT-1.2)."""
    return 2
