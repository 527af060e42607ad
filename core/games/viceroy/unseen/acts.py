"""Operations of actions: on cards in decks, hands and pyramids, on gems in screens and supply, on secret choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from kronika.core.contract.hands import seen_kind
from kronika.core.contract.twins import Thing, kind_of
from kronika.core.contract.unseen import OPEN, Either, Holds, Move, Operation, Place
from kronika.core.contract.view import HIDDEN
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import steps, tokens
from kronika.core.games.viceroy.cards import COST, FIRST_GEM, LAST_CHARACTER, TUCK_TAKEN
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.pyramid import all_segments, is_placed
from kronika.core.games.viceroy.recolouring import SEGMENTS, cost
from kronika.core.games.viceroy.rules.paying import unused_infinite
from kronika.core.games.viceroy.rules.rewards import LAW
from kronika.core.games.viceroy.state import RECOLOUR, SELECT, Player, State, waiting
from kronika.core.games.viceroy.unseen.places import (
    ALL_LAWS,
    ATTACK,
    BID,
    BIDS_LEFT,
    CHARACTERS_DECK,
    CHOSEN,
    CLAIM,
    CLAIMS_LEFT,
    FIRST,
    HAND,
    KEPT,
    LAW_DECK,
    NONE,
    NOTHING,
    OUT,
    PLAY,
    SCREEN,
    SELL,
    SUPPLY,
    TAKEN,
    TUCKED,
    USE,
    USES_LEFT,
    Choice,
    top,
)

OTHERS: Final = {colour: frozenset(COLOURS) - {colour} for colour in COLOURS}
"""By colour: the three others."""


def least_prices(player: Player) -> dict[int, int]:
    """By colour index: the fewest gems that turn a circle of a pyramid which is not recoloured yet (VC-5.2)."""
    painted, least = player.paint[::2], dict[int, int]()
    for _, _, card, colours in all_segments(player):
        for colour in range(4):
            price = SEGMENTS - colours.count(colour)
            if price and card not in painted:
                least[colour] = min(price, least.get(colour, price))
    return least


class Acts:
    """The operations of one event, collected one by one; of the state only what all players know is used."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.step = waiting(state)
        self.found: list[Operation] = []
        self.on_top = len(state.top)
        self.owner_of = {step.card: step.seat for step in state.stack if isinstance(step, (steps.Play, steps.Sale))}
        """By card: the seat of its owner, for the cards that were turned up and still wait."""
        self.aimed = False
        """Whether the action names what law 65 or 66 works on."""

    def move(self, source: Place, goal: Place, kind: Thing | None = None) -> None:
        """One thing goes from a place to another."""
        self.found.append(Move(source, goal, kind))

    def gems(self, source: Place, goal: Place, counts: Iterable[int]) -> None:
        """Move a number of gems of each colour from a place to another."""
        for colour, n in zip(COLOURS, counts, strict=True):
            if n:
                self.found += [Move(source, goal, colour)] * n

    # -- what is done -------------------------------------------------------------------------------------------

    def give_back(self, do: Any) -> None:
        """Two gems of each player, back to the supply (VC-1.6.5)."""
        for owner, pair in enumerate(do.gems):
            for gem in pair:
                self.move(SCREEN[owner], SUPPLY, seen_kind(gem))

    def deal(self, do: Any) -> None:
        """Characters or laws, into the hands."""
        deck = CHARACTERS_DECK if kind_of(do) is do_.Deal else LAW_DECK
        for owner, hand in enumerate(do.hands):
            for card in hand:
                self.move(deck, HAND[owner], seen_kind(card))

    def start(self, do: Any) -> None:
        """The first card, and the one that is kept (VC-1.6.6, VC-6.8)."""
        self.move(HAND[self.seat], FIRST[self.seat], seen_kind(do.card))
        if do.keep is not None:
            self.move(HAND[self.seat], KEPT[self.seat], seen_kind(do.keep))

    def turn_up(self, do: Any) -> None:
        """Onto the display (VC-2.10)."""
        for card in do.cards:
            self.move(CHARACTERS_DECK, OPEN, card)

    def drawn(self, do: Any) -> None:
        """From a deck into a hand, or onto the display (VC-3.12, VC-4.69)."""
        if isinstance(self.step, steps.CardFrom):
            deck = LAW_DECK if self.step.deck == LAW else CHARACTERS_DECK
            self.move(deck, self.hand_of(self.step.seat), seen_kind(do.card))
        else:
            self.move(CHARACTERS_DECK, OPEN, seen_kind(do.card))

    def hand_of(self, owner: int) -> Place:
        """The place for a card that a player takes unseen by others.

        It is the hand. With law 78 in the pyramid, the card can be tucked before it is in the hand (R-31).
        """
        return TAKEN[owner] if is_placed(self.state.players[owner], TUCK_TAKEN) else HAND[owner]

    def bid(self, do: Any) -> None:
        """A bid or none, face down (VC-2.4)."""
        if self.state.phase == SELECT:
            self.select(do)
            return
        seat, what = self.seat, NONE if isinstance(do, do_.Pass) else seen_kind(do.what)
        self.move(BIDS_LEFT[seat], BID[seat], None if what is None else Choice(seat, what))
        if what in COLOURS or what == ATTACK:
            self.found.append(Holds(SCREEN[seat], frozenset((what,))))

    def claim(self, do: Any) -> None:
        """A claim, face down (R-5)."""
        what = seen_kind(do.what)
        self.move(CLAIMS_LEFT[self.seat], CLAIM[self.seat], None if what is None else Choice(self.seat, what))

    def select(self, do: Any) -> None:
        """A card of the hand or none, face down (VC-2.11)."""
        seat = self.seat
        card = Choice(seat, NOTHING) if isinstance(do, do_.Pass) else seen_kind(do.card)
        self.move(OPEN, HAND[seat], Choice(seat, NOTHING))
        self.move(HAND[seat], CHOSEN[seat], card)
        if self.state.options.second_edition:
            use = Choice(seat, _USES[type(do)]) if type(do) in _USES else None
            self.move(USES_LEFT[seat], USE[seat], use)
        if isinstance(do, do_.Select):
            self.can_play(seat, do.card)

    def can_play(self, owner: int, card: int) -> None:
        """The gem of row 1 lies behind the screen, or is an unused infinite one (VC-2.13)."""
        if card > LAST_CHARACTER or unused_infinite(self.state.players[owner])[FIRST_GEM[card]]:
            return
        gem = Holds(SCREEN[owner], frozenset((COLOURS[FIRST_GEM[card]],)))
        sold = Holds(USE[owner], frozenset((Choice(owner, SELL),)))
        self.found.append(Either((gem, sold)) if self.state.options.second_edition else gem)

    def target(self, do: Any) -> None:
        """A card is played that works on another one (VC-4.65, VC-4.66)."""
        if isinstance(self.step, steps.Play):
            self.aimed = True
            self.use(self.seat, PLAY)

    def use(self, owner: int, what: str) -> None:
        """It is seen whether a card is played or sold."""
        if self.state.options.second_edition:
            self.move(USE[owner], OPEN, Choice(owner, what))
            self.move(OPEN, USES_LEFT[owner], Choice(owner, what))

    def place(self, do: Any) -> None:
        """A card is played and paid for (VC-3.8)."""
        step = self.step
        self.use(self.seat, PLAY)
        if isinstance(step, steps.Play) and step.card <= LAST_CHARACTER:
            used = (do.blue, do.red, do.green, do.yellow)
            cost = COST[step.card][do.level]
            self.gems(SCREEN[self.seat], SUPPLY, [max(0, n - own) for n, own in zip(cost, used, strict=True)])

    def recolour(self, do: Any) -> None:
        """Gems pay for a circle (VC-5.2)."""
        price = cost(self.state.players[self.seat], do.card, INDEX[do.colour])
        self.found += [Move(SCREEN[self.seat], SUPPLY, do.colour)] * (price or 0)

    def done(self, do: Any) -> None:
        """A player who stops recolouring was asked, so has enough gems to recolour one of the circles (VC-5.2)."""
        if self.state.phase == RECOLOUR and not self.state.stack:
            prices = least_prices(self.state.players[self.seat])
            ways = [Holds(SCREEN[self.seat], frozenset((COLOURS[colour],)), n) for colour, n in prices.items()]
            self.found.append(Either(tuple(ways)))

    def choose_gems(self, do: Any) -> None:
        """Gems are taken, given away, or laid on a card."""
        step, seat, counts = self.step, self.seat, (do.blue, do.red, do.green, do.yellow)
        if isinstance(step, steps.GemsToTake):
            self.gems(SUPPLY, SCREEN[seat], counts)
        elif isinstance(step, steps.SwapPrice):
            self.give(seat, step.to, counts)
        else:
            self.gems(SCREEN[seat], OUT, counts)

    def give(self, seat: int, to: int, counts: Sequence[int]) -> None:
        """Gems go from screen to screen, for all to see (R-42)."""
        self.gems(SCREEN[seat], OPEN, counts)
        self.gems(OPEN, SCREEN[to], counts)

    def return_law(self, do: Any) -> None:
        """A player who is asked which law to return has two laws at least (VC-4.70)."""
        self.found.append(Holds(HAND[self.seat], ALL_LAWS, 2))
        self.put_on_top(self.seat, do.card)

    def put_on_top(self, owner: int, card: Any) -> None:
        """A law of a hand is put on top of the law deck; a card that was not seen is still a law."""
        self.on_top += 1
        self.move(HAND[owner], top(self.on_top), seen_kind(card))
        if card == HIDDEN:
            self.found.append(Holds(top(self.on_top), ALL_LAWS))

    def tuck(self, do: Any) -> None:
        """A card of the hand, or the one just taken (VC-4.72, VC-4.78)."""
        seat, step = self.seat, self.step
        if not isinstance(step, steps.TakenCard):
            self.move(HAND[seat], TUCKED[seat], seen_kind(do.card))
        elif step.hidden:
            self.move(TAKEN[seat], TUCKED[seat], seen_kind(do.card))
        else:
            self.move(HAND[seat], OPEN, step.card)  # all saw which one was taken

    def decline(self, do: Any) -> None:
        """The card just taken stays in hand; or an own gem is not laid, though there is one (VC-3.12)."""
        seat, step = self.seat, self.step
        if isinstance(step, steps.TakenCard) and step.hidden:
            self.move(TAKEN[seat], HAND[seat])
        elif isinstance(step, steps.GemToLay):
            self.found.append(Holds(SCREEN[seat], frozenset((COLOURS[tokens.gem_colour(step.token)],))))


_USES: Final[Mapping[type, str]] = {do_.Select: PLAY, do_.Sell: SELL}

ACTS: Final[Mapping[Any, Callable[[Acts, Any], None]]] = {
    do_.GiveBack: Acts.give_back,
    do_.Deal: Acts.deal,
    do_.DealLaws: Acts.deal,
    do_.Start: Acts.start,
    do_.TurnUp: Acts.turn_up,
    do_.Drawn: Acts.drawn,
    do_.Bid: Acts.bid,
    do_.Pass: Acts.bid,
    do_.Claim: Acts.claim,
    do_.Select: Acts.select,
    do_.Sell: Acts.select,
    do_.Place: Acts.place,
    do_.Target: Acts.target,
    do_.Gems: Acts.choose_gems,
    do_.Return: Acts.return_law,
    do_.Tuck: Acts.tuck,
    do_.Decline: Acts.decline,
    do_.Recolour: Acts.recolour,
    do_.Done: Acts.done,
}
"""By action."""
