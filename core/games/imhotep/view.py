"""The views of the table: everything that one viewer may know (IM-1.7).

All is public except the order of the decks, which no state holds, and the pair of market B while its taker looks at it.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Struct

from kronika.core.contract.annotations import NotObserved, SeatNumber, Unordered, at_most, choices
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, CardId, CardSet
from kronika.core.contract.view import View as BaseView
from kronika.core.contract.zones import add_tallies, expand_tally, subtract_tallies, tally_of
from kronika.core.games.imhotep.board import MINIMUM, ROWS, SITES, temple_width
from kronika.core.games.imhotep.cards import CARD_NAMES, KINDS, UNSEEN
from kronika.core.games.imhotep.rules.due import WORDS, actors, due
from kronika.core.games.imhotep.rules.nature import hidden_round_cards
from kronika.core.games.imhotep.scoring import totals, tower_values
from kronika.core.games.imhotep.state import KEEP, NOBODY, OVER, UNLOAD, Market, Options, State, deck_size

_NO_SITE: Final = ("", *SITES)
_Stones = Annotated[tuple[SeatNumber, ...], at_most(32)]
"""Six ships of at most four stones, and those by cards."""


class ShipView(Struct, frozen=True):
    """A ship.

    `size` is the most stones that it can carry, `minimum` the stones that it needs to sail. `slots` has the owners of
    the stones from the bow, -1 for an empty slot. `site` is the site at which it lies, empty if it has not sailed.
    """

    size: int
    minimum: int
    slots: Annotated[tuple[SeatNumber, ...], at_most(4)]
    site: Annotated[str, choices(_NO_SITE)]


class TowerView(Struct, frozen=True):
    """A tower space of side B: its points, and the seat of the player who has built there (-1 for nobody)."""

    points: int
    seat: int


class View(BaseView, frozen=True):
    """The table as one viewer knows it. Lists by seat have an entry for each player; a stone is its owner's seat.

    `phase` is a word for the next step, `over` at the end. `unloading` is the site at which a ship is being unloaded,
    and `cargo` the stones still on it. `pyramids` has one list on side A, with the extra stones at its end; on side B
    it has four, for the left, middle and right pyramid and the extra stones, and `pyramid_places` has the printed
    places. `temple_visible` has the visible stones from the left, `temple_spaces` the bonuses of their spaces on side
    B. `chamber_rows` are from the top. `obelisks` has the heights, on side B the numbers of single stones. `pair` has
    the cards of the face-down pair. `unseen` counts all cards that the viewer has not seen, in the deck or the pair;
    `deck_size` counts those in the deck. `round_cards` are those that have not been turned up.
    """

    totals: tuple[int, ...]
    phase: Annotated[str, choices(WORDS)]
    round: int
    first: SeatNumber
    turn: SeatNumber
    round_cards: Annotated[tuple[str, ...], Unordered]
    ships: Annotated[tuple[ShipView, ...], at_most(4)]
    unloading: Annotated[str, choices(_NO_SITE)]
    cargo: Annotated[tuple[SeatNumber, ...], at_most(4)]
    sleds: tuple[int, ...]
    quarries: tuple[int, ...]
    cards: tuple[CardSet, ...]
    row: CardSet
    pair: CardSet
    discard: CardSet
    unseen: dict[CardId, int]
    deck_size: int
    sides: dict[Annotated[str, choices(SITES)], Annotated[str, choices("ab")]]
    pyramids: Annotated[tuple[_Stones, ...], at_most(4)]
    pyramid_places: Annotated[tuple[tuple[int | str, ...], ...], NotObserved]
    temple: _Stones
    temple_spaces: Annotated[tuple[str, ...], NotObserved]
    temple_visible: Annotated[tuple[SeatNumber, ...], at_most(5)]
    chamber_rows: Annotated[tuple[Annotated[tuple[SeatNumber, ...], at_most(12)], ...], at_most(3)]
    obelisks: tuple[int, ...]
    towers: Annotated[tuple[TowerView, ...], at_most(8)]


def view(state: State, seat: Viewer) -> View:
    """Return the table as a viewer may know it; None is the referee, who knows everything."""
    market = _seen(state, seat)
    options, sites = state.options, state.sites
    phase, clause, _ = due(state)
    width = temple_width(len(state.sleds))
    ship = next((step for step in state.stack if step.kind == UNLOAD), None)
    return View(
        viewer=seat,
        actors=actors(state),
        due="" if state.phase == OVER else clause,
        totals=totals(state),
        phase=phase,
        round=state.round,
        first=state.first,
        turn=state.turn,
        round_cards=tuple(hidden_round_cards(state)),
        ships=tuple(_ship(state, number) for number in range(1, len(state.ships) + 1)),
        unloading=SITES[ship.number] if ship else "",
        cargo=tuple(ship.stones[ship.at :]) if ship else (),
        sleds=tuple(state.sleds),
        quarries=tuple(state.quarries),
        cards=tuple(_names(expand_tally(cards)) for cards in state.cards),
        row=_names(expand_tally(market.row)),
        pair=tuple(HIDDEN if kind == UNSEEN else CARD_NAMES[kind] for kind in market.pair),
        discard=_names(expand_tally(market.discard)),
        unseen={CARD_NAMES[kind]: n for kind, n in enumerate(market.deck) if n},
        deck_size=deck_size(market),
        sides={site: getattr(options, site) for site in SITES},
        pyramids=tuple(map(tuple, sites.pyramids)),
        pyramid_places=options.pyramids_b if options.pyramids == "b" else (),
        temple=tuple(sites.temple),
        temple_spaces=options.temple_b[:width] if options.temple == "b" else (),
        temple_visible=_visible(sites.temple, width),
        chamber_rows=tuple(tuple(sites.chamber[row::ROWS]) for row in range(ROWS)),
        obelisks=tuple(sites.obelisks),
        towers=_towers(state),
    )


def _names(kinds: bytes) -> tuple[str, ...]:
    return tuple(CARD_NAMES[kind] for kind in kinds)


def _ship(state: State, number: int) -> ShipView:
    slots = state.ships[number - 1]
    site = SITES[state.harbours.index(number)] if number in state.harbours else ""
    return ShipView(len(slots), MINIMUM[len(slots)], tuple(stone - 1 for stone in slots), site)


def _visible(temple: bytes, width: int) -> tuple[int, ...]:
    """The visible stones from the left: those of the top level, then those of the level below it (IM-3.9)."""
    begun = len(temple) % width
    top = temple[len(temple) - begun :]
    return tuple(top + temple[-width:][: max(0, min(width, len(temple)) - begun)]) if begun else tuple(temple[-width:])


def _towers(state: State) -> tuple[TowerView, ...]:
    if state.options.obelisks == "a":
        return ()
    owners = state.sites.towers
    return tuple(
        TowerView(points, owners[at] if at < len(owners) else NOBODY)
        for at, points in enumerate(tower_values(state.options))
    )


def _seen(state: State, seat: Viewer) -> Market:
    """The market as a viewer knows it: while another player looks at the pair, its cards count as unseen."""
    market = state.market
    step = state.stack[-1] if state.stack else None
    if step is None or step.kind != KEEP or seat is None or seat == step.seat:
        return market
    return Market(add_tallies(market.deck, hidden_of_pair(state)), market.row, step.stones, market.discard)


def hidden_of_pair(state: State) -> bytes:
    """The cards of the pair that only its taker knows, counted by kind."""
    return subtract_tallies(tally_of(state.market.pair, KINDS), tally_of(state.stack[-1].stones, KINDS))


def has_secrets(options: Options) -> bool:
    """Whether a player can know something that others do not: only the pair of market B (IM-1.7)."""
    return options.market == "b"
