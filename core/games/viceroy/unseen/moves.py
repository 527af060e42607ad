"""What an event means for the hidden things in their places: what the action moves, then what its effects do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from kronika.core.contract.twins import Thing, kind_of
from kronika.core.contract.unseen import OPEN, Either, Holds, Lacks, Move, Operation, Place
from kronika.core.contract.view import HIDDEN
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects, steps, tokens
from kronika.core.games.viceroy.cards import COST, FIRST_GEM, LAST_CHARACTER, TUCK_TAKEN
from kronika.core.games.viceroy.effects import Effect
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
    DISCARD,
    FIRST,
    HAND,
    KEPT,
    LAW_DECK,
    NO_CARD,
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

NO_GEM: Final = {f"there is no {colour} gem": colour for colour in COLOURS}
"""By the words of the effect `Nothing`: the gem that neither the supply nor the player has (VC-3.12)."""
OTHERS: Final = {colour: frozenset(COLOURS) - {colour} for colour in COLOURS}
"""By colour: the three others."""


def operations(state: State, seat: int, do: Any, then: Sequence[Effect]) -> list[Operation]:
    """Cards between decks, hands and pyramids; gems and attack tokens between screens and supply; secret choices."""
    moves = _Moves(state, seat)
    kind = kind_of(do)
    if act := _ACTS.get(kind):
        act(moves, do)
    if kind in _SELECTIONS and then:
        moves.nobody_plays(then)
    for effect in then[moves.done_by(kind, then) :]:
        if follow := _FOLLOWS.get(kind_of(effect)):
            follow(moves, effect)
    return moves.found


def known(thing: Any) -> Any:
    """A thing, None for one that was not seen."""
    return None if thing == HIDDEN else thing


def least_prices(player: Player) -> dict[int, int]:
    """By colour index: the fewest gems that turn a circle of a pyramid which is not recoloured yet (VC-5.2)."""
    painted, least = player.paint[::2], dict[int, int]()
    for _, _, card, colours in all_segments(player):
        for colour in range(4):
            price = SEGMENTS - colours.count(colour)
            if price and card not in painted:
                least[colour] = min(price, least.get(colour, price))
    return least


class _Moves:
    """The operations of one event, collected one by one; of the state only what all players know is used."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.step = waiting(state)
        self.found: list[Operation] = []
        self.on_top = len(state.top)
        self.owner_of = {step.card: step.seat for step in state.stack if isinstance(step, (steps.Play, steps.Sale))}
        """Whose are the cards that were turned up and still wait."""
        self.aimed = False
        """Whether the action names what law 65 or 66 works on."""

    def move(self, source: Place, goal: Place, kind: Thing | None = None) -> None:
        self.found.append(Move(source, goal, kind))

    def gems(self, source: Place, goal: Place, counts: Iterable[int]) -> None:
        for colour, n in zip(COLOURS, counts, strict=True):
            if n:
                self.found += [Move(source, goal, colour)] * n

    # -- what is done -------------------------------------------------------------------------------------------

    def give_back(self, do: Any) -> None:
        for owner, pair in enumerate(do.gems):
            for gem in pair:
                self.move(SCREEN[owner], SUPPLY, known(gem))

    def deal(self, do: Any) -> None:
        deck = CHARACTERS_DECK if kind_of(do) is do_.Deal else LAW_DECK
        for owner, hand in enumerate(do.hands):
            for card in hand:
                self.move(deck, HAND[owner], known(card))

    def start(self, do: Any) -> None:
        self.move(HAND[self.seat], FIRST[self.seat], known(do.card))
        if do.keep is not None:
            self.move(HAND[self.seat], KEPT[self.seat], known(do.keep))

    def turn_up(self, do: Any) -> None:
        for card in do.cards:
            self.move(CHARACTERS_DECK, OPEN, card)

    def drawn(self, do: Any) -> None:
        if isinstance(self.step, steps.CardFrom):
            deck = LAW_DECK if self.step.deck == LAW else CHARACTERS_DECK
            self.move(deck, self._hand_of(self.step.seat), known(do.card))
        else:
            self.move(CHARACTERS_DECK, OPEN, known(do.card))

    def _hand_of(self, owner: int) -> Place:
        """Where a card goes that its owner alone sees: law 78 may tuck it before it is one of the hand (R-31)."""
        return TAKEN[owner] if is_placed(self.state.players[owner], TUCK_TAKEN) else HAND[owner]

    def bid(self, do: Any) -> None:
        if self.state.phase == SELECT:
            self.select(do)
            return
        seat, what = self.seat, NONE if isinstance(do, do_.Pass) else known(do.what)
        self.move(BIDS_LEFT[seat], BID[seat], None if what is None else Choice(seat, what))
        if what in COLOURS or what == ATTACK:
            self.found.append(Holds(SCREEN[seat], frozenset((what,))))

    def claim(self, do: Any) -> None:
        what = known(do.what)
        self.move(CLAIMS_LEFT[self.seat], CLAIM[self.seat], None if what is None else Choice(self.seat, what))

    def select(self, do: Any) -> None:
        seat = self.seat
        card = Choice(seat, NOTHING) if isinstance(do, do_.Pass) else known(do.card)
        self.move(OPEN, HAND[seat], Choice(seat, NOTHING))
        self.move(HAND[seat], CHOSEN[seat], card)
        if self.state.options.second_edition:
            use = Choice(seat, _USES[type(do)]) if type(do) in _USES else None
            self.move(USES_LEFT[seat], USE[seat], use)
        if isinstance(do, do_.Select):
            self._can_play(seat, do.card)

    def _can_play(self, owner: int, card: int) -> None:
        """The gem of row 1 lies behind the screen, or is an unused infinite one (VC-2.13)."""
        if card > LAST_CHARACTER or unused_infinite(self.state.players[owner])[FIRST_GEM[card]]:
            return
        gem = Holds(SCREEN[owner], frozenset((COLOURS[FIRST_GEM[card]],)))
        sold = Holds(USE[owner], frozenset((Choice(owner, SELL),)))
        self.found.append(Either((gem, sold)) if self.state.options.second_edition else gem)

    def target(self, do: Any) -> None:
        if isinstance(self.step, steps.Play):
            self.aimed = True
            self._uses(self.seat, PLAY)

    def _uses(self, owner: int, what: str) -> None:
        """It is seen whether a card is played or sold."""
        if self.state.options.second_edition:
            self.move(USE[owner], OPEN, Choice(owner, what))
            self.move(OPEN, USES_LEFT[owner], Choice(owner, what))

    def place(self, do: Any) -> None:
        step = self.step
        self._uses(self.seat, PLAY)
        if isinstance(step, steps.Play) and step.card <= LAST_CHARACTER:
            used = (do.blue, do.red, do.green, do.yellow)
            cost = COST[step.card][do.level]
            self.gems(SCREEN[self.seat], SUPPLY, [max(0, n - own) for n, own in zip(cost, used, strict=True)])

    def recolour(self, do: Any) -> None:
        price = cost(self.state.players[self.seat], do.card, INDEX[do.colour])
        self.found += [Move(SCREEN[self.seat], SUPPLY, do.colour)] * (price or 0)

    def done(self, do: Any) -> None:
        """Who is asked has gems enough to turn one of the circles (VC-5.2)."""
        if self.state.phase == RECOLOUR and not self.state.stack:
            prices = least_prices(self.state.players[self.seat])
            ways = [Holds(SCREEN[self.seat], frozenset((COLOURS[colour],)), n) for colour, n in prices.items()]
            self.found.append(Either(tuple(ways)))

    def choose_gems(self, do: Any) -> None:
        step, seat, counts = self.step, self.seat, (do.blue, do.red, do.green, do.yellow)
        if isinstance(step, steps.GemsToTake):
            self.gems(SUPPLY, SCREEN[seat], counts)
        elif isinstance(step, steps.SwapPrice):
            self._give(seat, step.to, counts)
        else:
            self.gems(SCREEN[seat], OUT, counts)

    def _give(self, seat: int, to: int, counts: Sequence[int]) -> None:
        self.gems(SCREEN[seat], OPEN, counts)
        self.gems(OPEN, SCREEN[to], counts)

    def return_law(self, do: Any) -> None:
        self.found.append(Holds(HAND[self.seat], ALL_LAWS, 2))
        self._on_top(self.seat, do.card)

    def _on_top(self, owner: int, card: Any) -> None:
        self.on_top += 1
        self.move(HAND[owner], top(self.on_top), known(card))
        if card == HIDDEN:
            self.found.append(Holds(top(self.on_top), ALL_LAWS))

    def tuck(self, do: Any) -> None:
        seat, step = self.seat, self.step
        if not isinstance(step, steps.TakenCard):
            self.move(HAND[seat], TUCKED[seat], known(do.card))
        elif step.hidden:
            self.move(TAKEN[seat], TUCKED[seat], known(do.card))
        else:
            self.move(HAND[seat], OPEN, known(do.card))

    def decline(self, do: Any) -> None:
        seat, step = self.seat, self.step
        if isinstance(step, steps.TakenCard) and step.hidden:
            self.move(TAKEN[seat], HAND[seat])
        elif isinstance(step, steps.GemToLay):
            self.found.append(Holds(SCREEN[seat], frozenset((COLOURS[tokens.gem_colour(step.token)],))))

    # -- what follows -------------------------------------------------------------------------------------------

    def started(self, effect: Any) -> None:
        for owner, card in enumerate(effect.cards):
            self.move(FIRST[owner], OPEN, card)
            if self.state.options.second_edition:
                # Two of the four go back into the deck, which is split only then (VC-6.8).
                self.found += [Move(HAND[owner], CHARACTERS_DECK)] * 2
                self.move(KEPT[owner], HAND[owner])

    def bids_shown(self, effect: Any) -> None:
        for owner, bid in enumerate(effect.bids):
            if not bid:
                continue
            choice = Choice(owner, bid)
            self.move(BID[owner], OPEN, choice)
            self.move(OPEN, BIDS_LEFT[owner], choice)
            if bid in COLOURS:
                self.move(SCREEN[owner], SUPPLY, bid)
            elif bid == ATTACK:
                self.found.append(Holds(SCREEN[owner], frozenset((ATTACK,))))

    def claimed(self, effect: Any) -> None:
        for owner, what in zip(effect.seats, effect.claims, strict=True):
            self.move(CLAIM[owner], OPEN, Choice(owner, what))
            self.move(OPEN, CLAIMS_LEFT[owner], Choice(owner, what))

    def took(self, effect: Any) -> None:
        if effect.rule == "VC-2.5.1":
            self.move(SCREEN[effect.seat], OUT, ATTACK)
        self.move(OPEN, HAND[effect.seat], effect.card)

    def missed(self, effect: Any) -> None:
        if effect.bid == ATTACK:
            self.move(SCREEN[effect.seats[0]], OUT, ATTACK)

    def selection_shown(self, effect: Any) -> None:
        for owner, card in enumerate(effect.cards):
            if card:
                self.owner_of[card] = owner
                self.move(CHOSEN[owner], OPEN, card)
                self.move(HAND[owner], NO_CARD[owner], Choice(owner, NOTHING))
                self._can_play(owner, card)
            elif not self.state.players[owner].out:
                self._plays_none(owner)

    def _plays_none(self, owner: int) -> None:
        self.move(CHOSEN[owner], OPEN, Choice(owner, NOTHING))
        if self.state.options.second_edition:
            self.move(USE[owner], USES_LEFT[owner])

    def got_gems(self, effect: Any) -> None:
        self.gems(SUPPLY, SCREEN[effect.seat], effect.gems)

    def got_tokens(self, effect: Any) -> None:
        """Infinite gems and their copies come from the supply, plain ones by law 76 from the screen (R-41)."""
        source, goal = (SCREEN[effect.seat], OPEN) if effect.rule == "VC-4.76" else (SUPPLY, OUT)
        for token in effect.tokens:
            sort, _, colour = token.partition("-")
            if sort in ("infinite", "gem"):
                self.move(source, goal, colour)

    def got_attack(self, effect: Any) -> None:
        self.found += [Move(OPEN, SCREEN[effect.seat], ATTACK)] * effect.n

    def gems_given(self, effect: Any) -> None:
        """Without a choice: those three are all, or all are of one colour."""
        self._give(effect.seat, effect.to, effect.gems)
        if sum(self.state.players[effect.seat].gems) > sum(effect.gems):
            colour = COLOURS[max(range(4), key=effect.gems.__getitem__)]
            self.found.append(Lacks(SCREEN[effect.seat], OTHERS[colour]))

    def nothing(self, effect: Any) -> None:
        if colour := NO_GEM.get(effect.why):
            self.found += [Lacks(place, frozenset((colour,))) for place in (SCREEN[effect.seat], SUPPLY)]

    def known_law_drawn(self, effect: Any) -> None:
        self.move(top(self.on_top), self._hand_of(effect.seat), known(effect.card))
        self.on_top -= 1

    def returned_law(self, effect: Any) -> None:
        """Without a choice: it is the only one of the hand."""
        self._on_top(effect.seat, effect.card)
        self.found.append(Lacks(HAND[effect.seat], ALL_LAWS))

    def tucked(self, effect: Any) -> None:
        if effect.rule == "VC-4.66" and not self.aimed:
            self._uses(effect.seat, PLAY)

    def replaced(self, effect: Any) -> None:
        if not self.aimed:
            self._uses(effect.seat, PLAY)
        self.move(OPEN, HAND[effect.seat], effect.card)

    def removed(self, effect: Any) -> None:
        """A card is sold; at the end all hands are laid open together (VC-5.1)."""
        if effect.rule == "VC-6.8":
            self._uses(self.owner_of[effect.cards[0]], SELL)
        if effect.rule != "VC-5.1":
            return
        for owner in range(len(self.state.players)):
            self.found += [Move(HAND[owner], DISCARD)] * self._cards_in(owner)
        for card in effect.cards:
            self.move(DISCARD, OPEN, card)

    def _cards_in(self, owner: int) -> int:
        """How many cards are in a hand now, by the state before and what has moved since."""
        player, stack = self.state.players[owner], self.state.stack
        n = len(player.hand)
        for step in stack:
            if isinstance(step, (steps.Play, steps.Sale)) or (isinstance(step, steps.TakenCard) and step.hidden):
                n -= step.seat == owner
        for one in self.found:
            if isinstance(one, Move):
                n += (one.goal == HAND[owner]) - (one.source == HAND[owner])
        return n

    def nobody_plays(self, then: Sequence[Effect]) -> None:
        """All who were to select a card have passed: then none is shown (VC-2.11)."""
        state = self.state
        if state.phase == SELECT and not state.stack and not isinstance(then[0], effects.SelectionShown):
            for owner, player in enumerate(state.players):
                if not player.out:
                    self._plays_none(owner)

    def done_by(self, kind: Any, then: Sequence[Effect]) -> int:
        """How many of the first effects are what the action itself has moved."""
        own = effects.ReturnedLaw if kind is do_.Return else _OWN.get(type(self.step)) if kind is do_.Gems else None
        n = 0
        while own is not None and n < len(then) and kind_of(then[n]) is own:
            n += 1
            if own is not effects.GotTokens:
                break
        return n


_OWN: Final[Mapping[type, type]] = {
    steps.GemsToTake: effects.GotGems,
    steps.SwapPrice: effects.GemsGiven,
    steps.GemsOnLaw: effects.GotTokens,
    steps.GemToLay: effects.GotTokens,
}
"""By the step that gems are chosen for: the effect that tells of them."""

_USES: Final[Mapping[type, str]] = {do_.Select: PLAY, do_.Sell: SELL}
_SELECTIONS: Final = (do_.Select, do_.Sell, do_.Pass)

_ACTS: Final[Mapping[Any, Callable[[_Moves, Any], None]]] = {
    do_.GiveBack: _Moves.give_back,
    do_.Deal: _Moves.deal,
    do_.DealLaws: _Moves.deal,
    do_.Start: _Moves.start,
    do_.TurnUp: _Moves.turn_up,
    do_.Drawn: _Moves.drawn,
    do_.Bid: _Moves.bid,
    do_.Pass: _Moves.bid,
    do_.Claim: _Moves.claim,
    do_.Select: _Moves.select,
    do_.Sell: _Moves.select,
    do_.Place: _Moves.place,
    do_.Target: _Moves.target,
    do_.Gems: _Moves.choose_gems,
    do_.Return: _Moves.return_law,
    do_.Tuck: _Moves.tuck,
    do_.Decline: _Moves.decline,
    do_.Recolour: _Moves.recolour,
    do_.Done: _Moves.done,
}

_FOLLOWS: Final[Mapping[Any, Callable[[_Moves, Any], None]]] = {
    effects.Started: _Moves.started,
    effects.BidsShown: _Moves.bids_shown,
    effects.Claimed: _Moves.claimed,
    effects.Took: _Moves.took,
    effects.Missed: _Moves.missed,
    effects.SelectionShown: _Moves.selection_shown,
    effects.GotGems: _Moves.got_gems,
    effects.GotTokens: _Moves.got_tokens,
    effects.GotAttack: _Moves.got_attack,
    effects.GemsGiven: _Moves.gems_given,
    effects.Nothing: _Moves.nothing,
    effects.KnownLawDrawn: _Moves.known_law_drawn,
    effects.ReturnedLaw: _Moves.returned_law,
    effects.Tucked: _Moves.tucked,
    effects.Replaced: _Moves.replaced,
    effects.Removed: _Moves.removed,
}
