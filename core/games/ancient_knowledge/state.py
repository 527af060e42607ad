"""The state of a game and its set-up (AK-1)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.annotations import since
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import ALL_BUILDERS, ALL_TECHNOLOGIES, LEVEL

MOST_SEATS: Final = 4
"""The largest number of players (AK-1.6)."""
HAND_LIMIT: Final = 10
"""The largest number of cards in a hand (AK-2.7)."""
DEALT: Final = 10
KEPT: Final = 6
"""Numbers of cards dealt to each player and kept by each (AK-1.3, AK-2.2)."""
SLOTS: Final = 6
PLACES: Final = 12
"""Numbers of slots and of places on a timeline (AK-1.2).

Place 2 x (slot - 1) is the bottom half of a slot, the next place its top half.
"""
ARTIFACT_PLACES: Final = 5
BOARDS: Final = 3
SHOWN: Final = 3
"""Number of technologies laid on a board (AK-1.3)."""
FLIP_AT: Final = 7
END_AT: Final = 14
"""Numbers of monuments in the Past that flip a board and that trigger the end of the game (AK-2.9)."""

Seat = Annotated[int, Meta(ge=0, le=3)]


class Options(Struct, frozen=True, array_like=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The variants, and other facts on which the players agree (AK-1.6)."""

    starter_sets: Annotated[bool, Meta(description="fixed hands of six instead of choosing 6 of 10 (AK-1.4)")] = False
    teams: Annotated[
        bool, Meta(description="four players in two teams, seats 0 and 1 against seats 2 and 3 (AK-8.2)")
    ] = False
    oldest_first: Annotated[
        str,
        Meta(
            max_length=4,
            pattern="^[0-3]*$",
            description="the seats from the oldest player to the youngest, as in 102, for the last tie (AK-7.4)",
        ),
    ] = ""
    any_order: Annotated[
        bool,
        Meta(
            description="cards chosen one by one come in any order, and a choice ends with its last card; false: they"
            " come in the order of the cards, and a choice with only one way to continue ends by itself (AK-8.3)"
        ),
        since(2),
    ] = False


class Player(Struct, frozen=True, array_like=True, gc=False):
    """The area of one player (AK-1.2). Cards are codes, see `ids`.

    `hand`, `artifacts` and `technologies` are sorted. `timeline` and `knowledge` have one byte for each place. `past`
    is in order of arrival; `rotated` has a 1 for each rotated monument in it.
    """

    hand: bytes
    timeline: bytes
    knowledge: bytes
    past: bytes
    rotated: bytes
    artifacts: bytes
    technologies: bytes
    lost: int


class Board(Struct, frozen=True, array_like=True, gc=False):
    """A technology board: its level, 0 if it is back in the box (AK-4.5), and the cards on it, sorted."""

    level: int
    cards: bytes


class Display(Struct, frozen=True, array_like=True, gc=False):
    """All technologies that no player has learned. Pairs are by level.

    `decks` are the cards at the top of the decks, sorted, since nobody knows their order. `bottoms` are the cards known
    to be below them, upper card first, and `seen` has a bit for each seat that knows each of these. `discards` and
    `box` are sorted.
    """

    boards: tuple[Board, Board, Board]
    decks: tuple[bytes, bytes]
    bottoms: tuple[bytes, bytes]
    seen: tuple[bytes, bytes]
    discards: tuple[bytes, bytes]
    box: bytes


ACTION: Final = 0
TIMELINE: Final = 1
DECLINE: Final = 2
DONE: Final = 3
"""The phases of a turn (AK-2.1); `DONE` is a turn that is over."""


class Turn(Struct, frozen=True, array_like=True, gc=False):
    """A player's turn in progress.

    `actions` is the number still to take. `waiting` are the cards still to be activated in the timeline phase (AK-2.8).
    `newly_lost` is the knowledge lost in this decline phase so far. `skip` is true if C30 has cancelled that phase.
    """

    seat: int
    phase: int
    actions: int
    waiting: bytes
    newly_lost: int
    skip: bool


class State(Struct, frozen=True, array_like=True, gc=False):
    """The complete state of a game.

    `first` is the first player, -1 before the draw. `deck` is the builder draw pile, sorted, since nobody knows its
    order; `discard` is the builder discard pile, top card last. `shown` are the hand cards that everybody saw enter a
    hand (T3, P33), until that hand gives a card away unseen. `flipped` is true after the half-game flip (AK-4.6),
    `ending` after the end is triggered (AK-7.1). `offers` has, in the team variant, the card that each seat offers to
    the partner: 0 for none, SPENT for an offer that was refused or has lapsed, EXCHANGED after an exchange. `turns` are
    the turns in progress: one, two in the team variant, none before the first and after the last. `stack` are the steps
    that wait; the last one is due.
    """

    options: Options
    first: int
    players: tuple[Player, ...]
    deck: bytes
    discard: bytes
    shown: bytes
    display: Display
    flipped: bool
    ending: bool
    offers: bytes
    turns: tuple[Turn, ...]
    stack: tuple[steps.Step, ...]


SPENT: Final = 255
EXCHANGED: Final = 254
NOBODY: Final = -1
DECKS: Final = (
    bytes(code for code in ALL_TECHNOLOGIES if LEVEL[code] == 1),
    bytes(code for code in ALL_TECHNOLOGIES if LEVEL[code] == 2),
)
"""All technologies, by level."""
EMPTY: Final = Player(b"", bytes(PLACES), bytes(PLACES), b"", b"", b"", b"", 0)


def setup(options: Options, seats: int) -> State:
    """Return the state before any chance: all cards in their piles, nothing dealt (AK-1.3).

    Raises BadSetup if the options do not fit the number of players.
    """
    if options.teams and seats != 4:
        raise BadSetup(f"The team variant is for 4 players, not {seats} (AK-8.2).")
    if options.oldest_first and "".join(sorted(options.oldest_first)) != "0123"[:seats]:
        raise BadSetup(f"oldest_first names each of the seats 0 to {seats - 1} once, as in 10 (AK-1.6).")
    return State(
        options=options,
        first=NOBODY,
        players=(EMPTY,) * seats,
        deck=ALL_BUILDERS,
        discard=b"",
        shown=b"",
        display=Display(
            (Board(1, b""), Board(1, b""), Board(2, b"")),
            DECKS,
            (b"", b""),
            (b"", b""),
            (b"", b""),
            b"",
        ),
        flipped=False,
        ending=False,
        offers=bytes(seats) if options.teams else b"",
        turns=(),
        stack=(
            steps.Begin(),
            steps.Extra(),
            *(() if options.starter_sets else (steps.Keep((b"",) * seats),)),
            steps.Deal(),
            *(steps.Refill(board, SHOWN) for board in (2, 1, 0)),
            steps.FirstPlayer(),
        ),
    )
