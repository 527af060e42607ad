"""The part of the state that a viewer may know (VC-1.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Struct

from kronika.core.contract.annotations import (
    LengthObserved,
    NotObserved,
    SeatNumber,
    Unordered,
    at_most,
    choices,
    distinguished,
)
from kronika.core.contract.game import Viewer
from kronika.core.contract.result import ScoreSheet
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, can_see, with_hidden
from kronika.core.contract.view import View as BaseView
from kronika.core.games.viceroy import steps, tokens
from kronika.core.games.viceroy.cards import IDS, ids, label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import circles, placed
from kronika.core.games.viceroy.rules import actors, due
from kronika.core.games.viceroy.rules.auction import BIDS
from kronika.core.games.viceroy.rules.display import SLOTS
from kronika.core.games.viceroy.rules.lanes import CLAIMS
from kronika.core.games.viceroy.rules.rewards import DECKS
from kronika.core.games.viceroy.scoring import ATTACK, penalty, points, score
from kronika.core.games.viceroy.state import (
    BID,
    END,
    FACE_DOWN,
    FROM_BOX,
    KEEP,
    PHASES,
    RECOLOUR,
    SELECT,
    SELECT_NONE,
    SELL,
    START,
    STRAY,
    VIRTUAL_DONE,
    Player,
    State,
)

_OUT: Final = ("in", "took a card", "passed", "skips this auction")
"""By `Player.out`: the words for how a player takes part in an auction."""
_SKIPS: Final = "will skip the next auction"
_DONE: Final = "done"
_CHOSEN: Final = (EMPTY, HIDDEN, "none", "pass", *COLOURS, "attack", "below", "above", "refuse", *IDS[1:])
_Colour = Annotated[str, choices(COLOURS)]


class Spot(Struct, frozen=True):
    """A card of a pyramid, the tokens on it, and the cards tucked under it."""

    card: CardId
    tokens: Annotated[tuple[tokens.Token, ...], Unordered]
    tucked: Annotated[CardSet, LengthObserved]


class Swap(Struct, frozen=True):
    """The choices made so far for law 67.

    `opponent`, the gems `paid`, and the `card` and `token` that the player gives; None or empty until they are chosen.
    """

    opponent: SeatNumber
    paid: dict[_Colour, int] | None = None
    card: CardId = EMPTY
    token: str = ""


class View(BaseView, frozen=True):
    """The table as one viewer may know it; tuples are by seat unless another order is named.

    `turn` is the bidding or building round. `supply` by colour, without a colour of which nobody has counted the gems,
    as where a game is recorded unseen. `lanes` by colour and slot. `large`, `small`, `law_deck`: sizes; `top_laws`: the
    laws put on top of their deck; `unseen`, `laws`: what lies in the decks, for the referee alone. `virtual`: for each
    virtual opponent `in`, the gem drawn, or `done`. `gems` and `attacks` are None if a screen hides them from the
    viewer. `pyramids` and `circles` (a colour or `mixed`) by place. `chosen`: empty, or a choice that lies face down,
    in words as far as known. `status`: how each takes part in this phase. `playing`: the shown cards still to be
    resolved, in order. `swap`: what has been chosen for law 67. `taken`: the card that law 78 may tuck now. `points`:
    what is worth something now, without the attack penalty, which only the end shows.
    """

    phase: Annotated[str, choices(PHASES)]
    round: int
    turn: int
    supply: dict[_Colour, int]
    lanes: dict[_Colour, dict[Annotated[str, choices(("below", "above"))], CardId]]
    large: int
    small: int
    law_deck: int
    top_laws: tuple[CardId, ...]
    unseen: Annotated[CardSet, NotObserved]
    laws: Annotated[CardSet, NotObserved]
    discard: CardSet
    virtual: Annotated[tuple[Annotated[str, choices(("in", *COLOURS, "done"))], ...], at_most(3)]
    gems: tuple[dict[_Colour, int] | None, ...]
    attacks: tuple[int | None, ...]
    hands: tuple[CardSet, ...]
    pyramids: tuple[Annotated[dict[str, Spot], at_most(32)], ...]
    circles: tuple[Annotated[dict[str, Annotated[str, choices((*COLOURS, "mixed"))]], at_most(32)], ...]
    chosen: tuple[Annotated[str, distinguished(_CHOSEN)], ...]
    status: tuple[Annotated[str, choices((*_OUT, _SKIPS, _DONE))], ...]
    playing: Annotated[tuple[tuple[SeatNumber, CardId], ...], at_most(8)]
    swap: Swap | None
    taken: CardId
    points: tuple[int, ...]


def view(state: State, seat: Viewer) -> View:
    """Return what a viewer may know of a state: everything for None, the referee."""
    players = list(enumerate(state.players))
    referee = seat is None
    unscreened = [player if sees_screen(state, owner, seat) else None for owner, player in players]
    alone = tuple(map(points, state.players))
    return View(
        viewer=seat,
        actors=actors(state),
        due=_due(state),
        totals=_totals(state, seat, alone),
        phase=PHASES[state.phase],
        round=state.round,
        turn=state.turn,
        supply=_by_colour(state.supply),
        lanes=_lanes(state.display),
        large=state.large,
        small=state.small,
        law_deck=len(state.laws) + len(state.top),
        top_laws=ids(state.top) if referee or state.top_by == seat else with_hidden((), len(state.top)),
        unseen=ids(state.unseen) if referee else (),
        laws=ids(state.laws) if referee else (),
        discard=ids(state.discard),
        virtual=tuple(map(_virtual, state.virtual)),
        gems=tuple([_by_colour(player.gems) if player else None for player in unscreened]),
        attacks=tuple([player.attacks if player else None for player in unscreened]),
        hands=tuple(_hand(player, can_see(seat, owner)) for owner, player in players),
        pyramids=tuple(_pyramid(player, can_see(seat, owner)) for owner, player in players),
        circles=tuple(_circles(player) for player in state.players),
        chosen=tuple(
            _choice(state, code) if shown(state) or can_see(seat, owner) else HIDDEN if code else EMPTY
            for owner, code in enumerate(_codes(state))
        ),
        status=tuple(_status(state, player) for player in state.players),
        playing=tuple(
            (step.seat, IDS[step.card]) for step in reversed(state.stack) if isinstance(step, (steps.Play, steps.Sale))
        ),
        swap=_swap(state),
        taken=_taken(state, seat),
        points=alone,
    )


def sees_screen(state: State, owner: int, viewer: Viewer) -> bool:
    """Whether a viewer sees what is behind a screen; at the end of the game the screens are removed (VC-5.1)."""
    return can_see(viewer, owner) or state.phase in (RECOLOUR, END)


def _sees_all_screens(state: State, viewer: Viewer) -> bool:
    return all(sees_screen(state, owner, viewer) for owner in range(len(state.players)))


def _totals(state: State, viewer: Viewer, alone: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of each seat, less the attack penalty if the viewer knows all tokens that count for it."""
    if not _sees_all_screens(state, viewer):
        return alone
    return tuple([n + penalty(state.players, owner) for owner, n in enumerate(alone)])


def sheet(state: State, viewer: Viewer) -> ScoreSheet:
    """Return the score sheet, without the attack penalty while the viewer doesn't know all attack tokens."""
    known = _sees_all_screens(state, viewer)
    items = tuple(item for item in score(state) if known or item.part != ATTACK)
    return ScoreSheet(items, _totals(state, viewer, tuple(map(points, state.players))))


def shown(state: State) -> bool:
    """Whether the sealed choices of this phase are revealed; bids are, while they are resolved."""
    return state.phase == BID and bool(state.stack) and not isinstance(state.stack[-1], steps.Split)


def _hand(player: Player, known: bool) -> tuple[str, ...]:
    """Return a hand: all of it if it is known, else the cards that everybody has seen, and `?` for each other card."""
    return ids(player.hand) if known else with_hidden(ids(player.shown), len(player.hand))


def _by_colour(gems: bytes) -> dict[str, int]:
    return dict(zip(COLOURS, gems, strict=True))


def _lanes(display: bytes) -> dict[str, dict[str, str]]:
    slots = iter(ids(display))
    return {colour: {slot: next(slots) for slot in SLOTS} for colour in COLOURS}


def _virtual(code: int) -> str:
    if code == VIRTUAL_DONE:
        return "done"
    return COLOURS[(code - 1) % STRAY] if code else "in"


def _pyramid(player: Player, own: bool) -> dict[str, Spot]:
    return dict(_spots(tuple(placed(player)), player.tokens, player.tucked, own))


@lru_cache(1024)  # from one decision to the next most pyramids stay as they are
def _spots(
    cards: tuple[tuple[int, int, int], ...], laid: bytes, tucked: bytes, own: bool
) -> tuple[tuple[str, Spot], ...]:
    """Return what lies at each place of a pyramid."""
    under = tokens.pairs(tucked)
    return tuple(
        (
            f"{level}.{column}",
            Spot(
                IDS[card],
                tokens.names(tokens.on(laid, card)),
                tuple(_tucked(value, own) for over, value in under if over == card),
            ),
        )
        for level, column, card in cards
    )


def _tucked(value: int, own: bool) -> str:
    return IDS[value % FACE_DOWN] if own or value < FACE_DOWN else HIDDEN


def _circles(player: Player) -> dict[str, str]:
    return {
        f"{level}.{column}": COLOURS[colour] if colour >= 0 else "mixed" for level, column, _, colour in circles(player)
    }


def _codes(state: State) -> list[int]:
    """Return the sealed choice of each seat as a code: a first card, a bid, a selection or a claim; 0 for none."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.Split):
        claims = {top.first: top.first_claim, top.second: top.second_claim}
        return [claims.get(seat, 0) for seat in range(len(state.players))]
    return [player.sealed for player in state.players]


def _choice(state: State, code: int) -> str:
    """Return a sealed choice in words."""
    if not code:
        return EMPTY
    if state.stack and isinstance(state.stack[-1], steps.Split):
        return CLAIMS[code]
    if state.phase == START:
        keep = f" keep {code // KEEP}" if code >= KEEP else ""
        return f"{code % KEEP}{keep}"
    if state.phase == SELECT:
        return "pass" if code == SELECT_NONE else f"sell {code % SELL}" if code > SELL else str(code)
    return BIDS[code]


def _status(state: State, player: Player) -> str:
    if state.phase in (BID, FROM_BOX):
        return _OUT[player.out]
    if player.skips:
        return _SKIPS
    return _DONE if player.out else _OUT[0]


def _due(state: State) -> str:
    """Return what is due as an order, with all details that everybody knows."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.CardFrom):
        return f"draw a card from the {DECKS[top.deck]} deck"
    if isinstance(top, steps.GemToLay):
        return f"lay a {COLOURS[tokens.gem_colour(top.token)]} gem on {label(top.card)}, or none"
    if isinstance(top, steps.GemsToTake):
        return f"take {top.must}{f' to {top.must + top.may}' if top.may else ''} gems"
    return "" if state.phase == END else due(state)[0].what


def _swap(state: State) -> Swap | None:
    """Return the choices made so far for law 67, all of which are public (R-42); None if it is not being resolved."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.SwapPrice):
        return Swap(top.to)
    if isinstance(top, steps.SwapOwn):
        return Swap(top.to, _by_colour(top.paid))
    if isinstance(top, steps.SwapOther):
        return Swap(top.to, _by_colour(top.paid), IDS[top.card], tokens.TOKEN_NAMES[top.token])
    return None


def _taken(state: State, seat: Viewer) -> str:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, steps.TakenCard):
        return EMPTY
    return IDS[top.card] if can_see(seat, top.seat) or not top.hidden else HIDDEN
