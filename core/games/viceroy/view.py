"""What one player may know (VC-1.7)."""

from __future__ import annotations

from msgspec import Struct

from kronika.core.game import Viewer
from kronika.core.games.viceroy import steps, tokens
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import circles, placed
from kronika.core.games.viceroy.rules import actors, due
from kronika.core.games.viceroy.rules.auction import BIDS
from kronika.core.games.viceroy.rules.display import SLOTS
from kronika.core.games.viceroy.rules.lanes import CLAIMS
from kronika.core.games.viceroy.rules.rewards import DECKS
from kronika.core.games.viceroy.scoring import ATTACK, points, score, totals
from kronika.core.games.viceroy.state import (
    BID,
    END,
    FROM_BOX,
    HIDDEN,
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
from kronika.core.outcome import Sheet


class Spot(Struct, frozen=True):
    """A card of a pyramid, what lies on it, and the cards under it (0 for one the viewer doesn't know)."""

    card: int
    tokens: tuple[str, ...]
    tucked: tuple[int, ...]


class Swap(Struct, frozen=True):
    """Law 67 half-way: the opponent, the gems paid, the own card and token; None, 0 and empty until chosen."""

    opponent: int
    paid: dict[str, int] | None = None
    card: int = 0
    token: str = ""


class View(Struct, frozen=True):
    """The table as one player knows it; tuples are by seat unless said otherwise.

    `due` says what is due and `to_act` by whom (-1 for chance). `turn` is the bidding or building round. `lanes` by
    colour and slot, 0 for empty. `large`, `small`, `law_deck`: sizes; `top_laws`: the known laws on top, 0 for one the
    viewer doesn't know; `unseen`, `laws`: what lies in the decks, for the referee alone. `virtual`: for each virtual
    opponent `in`, the gem drawn, or `done`. `gems` and `attacks` are None behind a screen one may not look behind;
    `hands` hold 0 for an unknown card. `pyramids` and `circles` (a colour or `mixed`) by place. `chosen`: who has made
    a secret choice; `choices`: what it is, as far as known. `status`: how each takes part in this phase. `playing`: the
    shown cards still to be resolved, in order. `swap`: what has been chosen for law 67. `taken`: the card that law 78
    may tuck now, as far as known. `points`: what is worth something now, without the attack penalty, which only the end
    shows.
    """

    viewer: int | None
    phase: str
    due: str
    to_act: tuple[int, ...]
    round: int
    turn: int
    supply: dict[str, int]
    lanes: dict[str, dict[str, int]]
    large: int
    small: int
    law_deck: int
    top_laws: tuple[int, ...]
    unseen: tuple[int, ...]
    laws: tuple[int, ...]
    discard: tuple[int, ...]
    virtual: tuple[str, ...]
    gems: tuple[dict[str, int] | None, ...]
    attacks: tuple[int | None, ...]
    hands: tuple[tuple[int, ...], ...]
    pyramids: tuple[dict[str, Spot], ...]
    circles: tuple[dict[str, str], ...]
    chosen: tuple[bool, ...]
    choices: tuple[str, ...]
    status: tuple[str, ...]
    playing: tuple[tuple[int, int], ...]
    swap: Swap | None
    taken: int
    points: tuple[int, ...]


def view(state: State, seat: Viewer) -> View:
    """What a seat may know; everything for None."""
    players = list(enumerate(state.players))
    referee = seat is None
    return View(
        viewer=seat,
        phase=PHASES[state.phase],
        due=_due(state),
        to_act=actors(state),
        round=state.round,
        turn=state.turn,
        supply=_by_colour(state.supply),
        lanes=_lanes(state.display),
        large=state.large,
        small=state.small,
        law_deck=len(state.laws) + len(state.top),
        top_laws=tuple(law if referee or state.top_by == seat else 0 for law in state.top),
        unseen=tuple(state.unseen) if referee else (),
        laws=tuple(state.laws) if referee else (),
        discard=tuple(state.discard),
        virtual=tuple(map(_virtual, state.virtual)),
        gems=tuple(_by_colour(player.gems) if sees_screen(state, seat, owner) else None for owner, player in players),
        attacks=tuple(player.attacks if sees_screen(state, seat, owner) else None for owner, player in players),
        hands=tuple(tuple(player.hand) if seat in (None, owner) else _seen_hand(player) for owner, player in players),
        pyramids=tuple(_pyramid(player, seat in (None, owner)) for owner, player in players),
        circles=tuple(_circles(player) for player in state.players),
        chosen=tuple(bool(code) for code in _codes(state)),
        choices=tuple(
            _choice(state, code) if shown(state) or seat in (None, owner) else ""
            for owner, code in enumerate(_codes(state))
        ),
        status=tuple(_status(state, player) for player in state.players),
        playing=tuple(
            (step.seat, step.card) for step in reversed(state.stack) if isinstance(step, (steps.Play, steps.Sale))
        ),
        swap=_swap(state),
        taken=_taken(state, seat),
        points=tuple(map(points, state.players)),
    )


def sees_screen(state: State, seat: Viewer, owner: int) -> bool:
    """Does a seat see what is behind a screen? At the end the screens are gone (VC-5.1)."""
    return seat is None or seat == owner or state.phase in (RECOLOUR, END)


def sheet(state: State, viewer: Viewer) -> Sheet:
    """The score without the attack penalty as long as attack tokens that the viewer doesn't know count for it."""
    if all(sees_screen(state, viewer, owner) for owner in range(len(state.players))):
        return Sheet(score(state), totals(state))
    items = tuple(item for item in score(state) if item.part != ATTACK)
    return Sheet(items, tuple(map(points, state.players)))


def shown(state: State) -> bool:
    """Are the sealed choices of this phase open? Bids are, while they are resolved."""
    return state.phase == BID and bool(state.stack) and not isinstance(state.stack[-1], steps.Split)


def _seen_hand(player: Player) -> tuple[int, ...]:
    """Another player's hand: the cards all have seen, as those won in the auction, and 0 for the rest."""
    return (*player.shown, *(0,) * (len(player.hand) - len(player.shown)))


def _by_colour(gems: bytes) -> dict[str, int]:
    return dict(zip(COLOURS, gems, strict=True))


def _lanes(display: bytes) -> dict[str, dict[str, int]]:
    slots = iter(display)
    return {colour: {slot: next(slots) for slot in SLOTS} for colour in COLOURS}


def _virtual(code: int) -> str:
    if code == VIRTUAL_DONE:
        return "done"
    return COLOURS[(code - 1) % STRAY] if code else "in"


def _pyramid(player: Player, own: bool) -> dict[str, Spot]:
    tucked = tokens.pairs(player.tucked)
    return {
        f"{level}.{column}": Spot(
            card,
            tokens.names(tokens.on(player.tokens, card)),
            tuple(_tucked(under, own) for over, under in tucked if over == card),
        )
        for level, column, card in placed(player)
    }


def _tucked(value: int, own: bool) -> int:
    return value % HIDDEN if own or value < HIDDEN else 0


def _circles(player: Player) -> dict[str, str]:
    return {
        f"{level}.{column}": COLOURS[colour] if colour >= 0 else "mixed" for level, column, _, colour in circles(player)
    }


def _codes(state: State) -> list[int]:
    """What each seat has sealed: a first card, a bid, a selection or a claim."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.Split):
        claims = {top.first: top.first_claim, top.second: top.second_claim}
        return [claims.get(seat, 0) for seat in range(len(state.players))]
    return [player.sealed for player in state.players]


def _choice(state: State, code: int) -> str:
    """A sealed choice in words."""
    if not code:
        return ""
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
        return ("in", "took a card", "passed", "skips this auction")[player.out]
    if player.skips:
        return "will skip the next auction"
    return "done" if player.out else "in"


def _due(state: State) -> str:
    """What is due in words, with all that everybody knows of it."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.CardFrom):
        return f"a card of the {DECKS[top.deck]} deck is drawn"
    if isinstance(top, steps.GemToLay):
        return f"a player may lay a {COLOURS[tokens.gem_colour(top.token)]} gem of his own on {label(top.card)}"
    if isinstance(top, steps.GemsToTake):
        return f"a player takes {top.must}{f' to {top.must + top.may}' if top.may else ''} gems"
    return due(state)[0].what


def _swap(state: State) -> Swap | None:
    """How far the choices of law 67 have come; all of them are public (R-42)."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.SwapPrice):
        return Swap(top.to)
    if isinstance(top, steps.SwapOwn):
        return Swap(top.to, _by_colour(top.paid))
    if isinstance(top, steps.SwapOther):
        return Swap(top.to, _by_colour(top.paid), top.card, tokens.TOKEN_NAMES[top.token])
    return None


def _taken(state: State, seat: Viewer) -> int:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, steps.TakenCard):
        return 0
    return top.card if seat in (None, top.seat) or not top.hidden else 0
