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


class Options(Struct, frozen=True, kw_only=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The open questions of the rulebook (TT-6.1); the defaults are the adopted answers."""

    zero_tie: Annotated[
        Literal["win", "need_one"],
        Meta(description="does King's Nest win a tie at 0:0 (TT-4.18, OQ-1)"),
    ] = "win"
    singles_use_doubled: Annotated[
        bool, Meta(description="does Molehill see the counts after Roof of the World (TT-4.4, OQ-2)")
    ] = True
    sets_use_doubled: Annotated[
        bool, Meta(description="do cards 5, 9, 14 see the counts after Roof of the World (TT-4.4, OQ-3)")
    ] = True


Cards = bytes
"""Card ids: sorted in hands, deck and box; in the order of play in kingdoms and relics."""

Pair = tuple[int, int]


class State(Struct, frozen=True, array_like=True, gc=False):
    """All that play needs to go on. Two-tuples are by seat.

    `deck` is what is known of the deck: which cards, never their order. `kingdoms` include the relics. `sealed` holds
    what each has chosen but not yet shown: 0, a card (PICK), or 32 x relic + discard (RELIC). `scored` are the
    kingdoms as they were valued, round by round.
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
OPEN: Final = (0, 0)


def setup(options: Options, seats: int) -> State:
    """The 18 cards in the deck, nothing dealt (TT-1.4)."""
    return State(options, DEAL, 1, ALL, NOTHING, NOTHING, NOTHING, b"", OPEN, ())


def seat_count(state: State) -> int:
    """Always two (TT-1.2)."""
    return 2
