"""A state while one event changes it: the rules of unloading and of a round's end are written over this."""

from __future__ import annotations

from kronika.core.games.imhotep.actions import Effect, GotStones, Loaded
from kronika.core.games.imhotep.counts import add, put
from kronika.core.games.imhotep.state import Market, Options, Sites, State, Step, can_take, load

Result = tuple[State, tuple[Effect, ...]]


class Draft:
    """The parts of a state, free to be replaced, and the effects so far. Nothing of the old state changes."""

    __slots__ = (
        "cards",
        "chamber",
        "deck",
        "discard",
        "doer",
        "effects",
        "first",
        "harbours",
        "obelisks",
        "options",
        "pair",
        "phase",
        "pyramids",
        "quarries",
        "round",
        "round_cards",
        "row",
        "ships",
        "sleds",
        "stack",
        "temple",
        "temple_points",
        "towers",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.options: Options = state.options
        self.phase = state.phase
        self.round = state.round
        self.first = state.first
        self.turn = state.turn
        self.doer = state.doer
        self.round_cards = state.round_cards
        self.ships = state.ships
        self.harbours = state.harbours
        self.sleds = state.sleds
        self.quarries = state.quarries
        market = state.market
        self.deck = market.deck
        self.row = market.row
        self.pair = market.pair
        self.discard = market.discard
        sites = state.sites
        self.pyramids = sites.pyramids
        self.temple = sites.temple
        self.chamber = sites.chamber
        self.obelisks = sites.obelisks
        self.towers = sites.towers
        self.temple_points = sites.temple_points
        self.cards = state.cards
        self.stack = list(state.stack)
        self.effects: list[Effect] = []

    def state(self) -> State:
        """The state as it is now."""
        return State(
            self.options,
            self.phase,
            self.round,
            self.first,
            self.turn,
            self.doer,
            self.round_cards,
            self.ships,
            self.harbours,
            self.sleds,
            self.quarries,
            Market(self.deck, self.row, self.pair, self.discard),
            Sites(self.pyramids, self.temple, self.chamber, self.obelisks, self.towers, self.temple_points),
            self.cards,
            tuple(self.stack),
        )

    def result(self) -> Result:
        """The state and the effects."""
        return self.state(), tuple(self.effects)

    # -- what many rules do ---------------------------------------------------------------------------------------

    def push(self, kind: int, seat: int, number: int = 0, stones: bytes = b"") -> None:
        """Begins a step, to be finished before those already begun."""
        self.stack.append(Step(kind, seat, number, 0, stones))

    def advance(self, number: int, at: int) -> None:
        """Moves the last step on."""
        step = self.stack[-1]
        self.stack[-1] = Step(step.kind, step.seat, number, at, step.stones)

    def take_stones(self, seat: int, most: int, rule: str) -> None:
        """Stones from the quarry to the sled, as many as can go (IM-2.4)."""
        n = can_take(self.sleds[seat], self.quarries[seat], most)
        self.sleds = add(self.sleds, seat, n)
        self.quarries = add(self.quarries, seat, -n)
        self.effects.append(GotStones(seat, n, rule))

    def load(self, seat: int, ship: int, slot: int, rule: str) -> None:
        """A stone from the sled to a slot (IM-2.5); ship and slot from 1."""
        slots = put(self.ships[ship - 1], slot - 1, seat + 1)
        self.ships = (*self.ships[: ship - 1], slots, *self.ships[ship:])
        self.sleds = add(self.sleds, seat, -1)
        self.effects.append(Loaded(seat, ship, load(slots), rule))
