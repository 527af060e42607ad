"""The state of a game and its set-up (VC-1)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.basics.text import pluralize
from kronika.core.contract.annotations import since
from kronika.core.games.viceroy.cards import CHARACTERS, LAWS
from kronika.core.games.viceroy.gems import NONE, PER_COLOUR
from kronika.core.games.viceroy.steps import Step

GIVE_BACK: Final = 0
DEAL: Final = 1
START: Final = 2
TURN_UP: Final = 3
DEAL_LAWS: Final = 4
BID: Final = 5
FROM_BOX: Final = 6
SELECT: Final = 7
RECOLOUR: Final = 8
END: Final = 9
PHASES: Final = (
    "give_back",
    "deal",
    "start",
    "turn_up",
    "deal_laws",
    "bid",
    "from_box",
    "select",
    "recolour",
    "end",
)
"""The names of the phases, by the constants above.

A phase says what is due while no step waits. The set-up is round 0.
"""

MOST_SEATS: Final = 4
LARGE_DECK: Final = 48
PER_SEAT: Final = 4
"""Number of gems of each colour in the supply for each player (VC-1.6.3)."""

IN: Final = 0
TOOK: Final = 1
PASSED: Final = 2
SKIPPED: Final = 3
"""Values of `Player.out`.

`IN` is still in the phase, `TOOK` out of the auction with a card, `PASSED` passed or done, `SKIPPED` kept out by law
69.
"""

BID_ATTACK: Final = 5
BID_NONE: Final = 6
"""Values of `Player.sealed` for bids. A gem is its colour index + 1."""
SELL: Final = 128
SELECT_NONE: Final = 255
"""Values of `Player.sealed` for selections: a card number, `SELL` + the number of a card to sell, or `SELECT_NONE`."""
KEEP: Final = 256
"""Factor in `Player.sealed` for first cards: the card, plus `KEEP` times the card kept in the second edition."""

IN_AUCTION: Final = b"\0"
STRAY: Final = 4
VIRTUAL_DONE: Final = 9
"""Values of `State.virtual`, one byte for each virtual opponent.

0 is in the auction without a gem; colour index + 1 is the gem drawn, plus `STRAY` if it is unmatched; `VIRTUAL_DONE` is
done.
"""

FACE_DOWN: Final = 128
"""Added to the number of a tucked card that the other players do not know."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """The number of virtual opponents, the edition, and rulings that a group may answer differently."""

    virtual: Annotated[
        Literal[0, 1, 2, 3],
        Meta(description="virtual opponents in the auctions; a solo game always has at least one (VC-6.1, VC-6.2)"),
    ] = 0
    second_edition: Annotated[
        bool, Meta(description="deal 4 characters, keep 2; a hand card may be sold for 2 gems (VC-6.8)")
    ] = False
    swap_infinite: Annotated[bool, Meta(description="law 67 may swap infinite gems (R-24)")] = True
    free_base: Annotated[
        bool, Meta(description="all cards of a pyramid of one level are free, so its row may split (R-29)")
    ] = False
    solo_above: Annotated[
        bool, Meta(description="solo: you may take the upper card when both of you bid for two cards (R-32)")
    ] = True
    one_passing_order: Annotated[
        bool,
        Meta(
            description="after the third bidding round, empty fists and failed bidders take gems in one order of "
            "priority, not empty fists first (R-7)"
        ),
        since(2),
    ] = False
    virtual_bids_alone: Annotated[
        bool,
        Meta(description="virtual opponents bid even if all active players pass (R-33)"),
        since(2),
    ] = True
    tuck_later: Annotated[
        bool,
        Meta(description="you may tuck cards under law 72 at the end of each building phase, too (R-27)"),
        since(2),
    ] = False
    lay_eight: Annotated[bool, Meta(description="you lay exactly 8 gems on law 76, not up to 8 (R-30)"), since(2)] = (
        False
    )


Rows = tuple[bytes, ...]
"""The five rows of cards of a pyramid, from level 1 up."""


class Player(Struct, frozen=True, array_like=True, gc=False):
    """Everything that one player has.

    `gems` and `attacks` are behind the screen. `hand` is sorted; `shown` are those hand cards that all players have
    seen. The pyramid: `left` is the column of the first card of level 1, and `rows[k]` has the cards of level k + 1
    from that column on, 0 for a gap. `tokens` are pairs (card, token code); `tucked` are pairs (card, tucked card),
    with FACE_DOWN added for hidden ones; `paint` are pairs (top card, colour index) of recoloured circles; all are
    sorted. `sealed` is a choice not yet revealed (while bids are resolved, it is revealed), 0 for none. `out` says how
    the player left this phase. `skips` is true if law 69 makes the player skip the next auction.
    """

    gems: bytes
    attacks: int
    hand: bytes
    shown: bytes
    left: int
    rows: Rows
    tokens: bytes
    tucked: bytes
    paint: bytes
    sealed: int
    out: int
    skips: bool


class State(Struct, frozen=True, array_like=True, gc=False):
    """The complete state of a game.

    `turn` is the number of the bidding or building round. Characters in the large and the small deck are one multiset
    `unseen` with two sizes, since nobody knows which card is in which deck. `laws` are the cards of the law deck whose
    place is unknown; `top` are the laws on top of it, topmost first, which player `top_by` put there. `display` has two
    slots for each lane, below and above, 0 for empty. `virtual` has one code for each virtual opponent. `stack` has the
    steps that wait, the next one last.
    """

    options: Options
    phase: int
    round: int
    turn: int
    unseen: bytes
    large: int
    small: int
    laws: bytes
    top: bytes
    top_by: int
    supply: bytes
    display: bytes
    discard: bytes
    virtual: bytes
    players: tuple[Player, ...]
    stack: tuple[Step, ...]


NO_ROWS: Final[Rows] = (b"", b"", b"", b"", b"")
EMPTY_DISPLAY: Final = bytes(8)
START_GEMS: Final = bytes((2, 2, 2, 2))
NEW_PLAYER: Final = Player(START_GEMS, 0, b"", b"", 0, NO_ROWS, b"", b"", b"", 0, IN, False)


def setup(options: Options, seats: int) -> State:
    """Return the state before any chance: two gems of each colour behind the screens, nothing dealt (VC-1.6).

    Raises BadSetup if there are too many virtual opponents.
    """
    return State(
        options=options,
        phase=GIVE_BACK,
        round=0,
        turn=0,
        unseen=CHARACTERS,
        large=0,
        small=0,
        laws=LAWS,
        top=b"",
        top_by=0,
        supply=bytes((PER_SEAT - 2) * seats for _ in range(4)),
        display=EMPTY_DISPLAY,
        discard=b"",
        virtual=bytes(virtual_players(options, seats)),
        players=(NEW_PLAYER,) * seats,
        stack=(),
    )


def waiting(state: State) -> Step | None:
    """Return the step on top of the stack, or None if the phase alone says what is due."""
    return state.stack[-1] if state.stack else None


def virtual_players(options: Options, seats: int) -> int:
    """Return the number of virtual opponents: as the option says, but at least one in a solo game (VC-6.1).

    Raises BadSetup if players and virtual opponents are more than four together (VC-6.2).
    """
    virtual = max(options.virtual, 1) if seats == 1 else options.virtual
    if seats + virtual > MOST_SEATS:
        raise BadSetup(
            f"{seats} players and {pluralize(virtual, 'virtual opponent')} are more than {MOST_SEATS} in all (VC-6.2): "
            f"at most {max(0, MOST_SEATS - seats)} virtual."
        )
    return virtual


def box(state: State) -> bytes:
    """Return the gems in the box, from which the virtual opponents draw (VC-6.2)."""
    n = PER_COLOUR - PER_SEAT * len(state.players)
    return bytes((n, n, n, n)) if n else NONE
