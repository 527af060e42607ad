"""Operations of events on hidden things in their places: those of the action, then those of its effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kronika.core.contract.hands import seen_kind
from kronika.core.contract.twins import holes, kind_of
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation
from kronika.core.contract.view import HIDDEN
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects, steps
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.state import SELECT, State, waiting
from kronika.core.games.viceroy.unseen.acts import ACTS, OTHERS, Acts
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
    NO_CARD,
    NOTHING,
    OUT,
    PLAY,
    SCREEN,
    SELL,
    SUPPLY,
    TUCKED,
    USE,
    USES_LEFT,
    Choice,
    top,
)

NO_GEM: Final = {f"there is no {colour} gem": colour for colour in COLOURS}
"""By the words of the effect `Nothing`: the gem that neither the supply nor the player has (VC-3.12)."""


def operations(state: State, seat: int, do: Any, then: Sequence[Effect]) -> list[Operation]:
    """Cards between decks, hands and pyramids; gems and attack tokens between screens and supply; secret choices."""
    moves = _Moves(state, seat)
    kind = kind_of(do)
    if act := ACTS.get(kind):
        act(moves, do)
    if kind in _SELECTIONS and then:
        moves.nobody_plays(then)
    if kind in _FACE_DOWN and then and holes(do):
        moves.reported(then[0])
    for effect in then[own_effects(state, do, then) :]:
        if follow := _FOLLOWS.get(kind_of(effect)):
            follow(moves, effect)
    return moves.found


class _Moves(Acts):
    """The operations of an action and of its effects, collected one by one."""

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
                self.can_play(owner, card)
            elif not self.state.players[owner].out:
                self._plays_none(owner)

    def _plays_none(self, owner: int) -> None:
        self.move(CHOSEN[owner], OPEN, Choice(owner, NOTHING))
        if self.state.options.second_edition:
            self.move(USE[owner], USES_LEFT[owner])

    def circle_closed(self, effect: Any) -> None:
        if not effect.gem:
            self.found.append(Lacks(SUPPLY, frozenset((effect.colour,))))

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
        self.give(effect.seat, effect.to, effect.gems)
        if sum(self.state.players[effect.seat].gems) > sum(effect.gems):
            colour = COLOURS[max(range(4), key=effect.gems.__getitem__)]
            self.found.append(Lacks(SCREEN[effect.seat], OTHERS[colour]))

    def nothing(self, effect: Any) -> None:
        if colour := NO_GEM.get(effect.why):
            self.found += [Lacks(place, frozenset((colour,))) for place in (SCREEN[effect.seat], SUPPLY)]

    def known_law_drawn(self, effect: Any) -> None:
        self.move(top(self.on_top), self.hand_of(effect.seat), seen_kind(effect.card))
        self.on_top -= 1

    def reported(self, effect: Any) -> None:
        """The first effect may name the card that the action puts somewhere face down and does not name."""
        kind = kind_of(effect)
        if kind in (effects.ReturnedLaw, effects.Tucked) and effect.card != HIDDEN:
            place = top(self.on_top) if kind is effects.ReturnedLaw else TUCKED[effect.seat]
            self.found.append(Holds(place, frozenset((effect.card,))))

    def returned_law(self, effect: Any) -> None:
        """Without a choice: it is the only one of the hand."""
        self.put_on_top(effect.seat, effect.card)
        self.found.append(Lacks(HAND[effect.seat], ALL_LAWS))

    def tucked(self, effect: Any) -> None:
        if effect.rule == "VC-4.66" and not self.aimed:
            self.use(effect.seat, PLAY)

    def replaced(self, effect: Any) -> None:
        if not self.aimed:
            self.use(effect.seat, PLAY)
        self.move(OPEN, HAND[effect.seat], effect.card)

    def removed(self, effect: Any) -> None:
        """A card is sold; at the end all hands are laid open together (VC-5.1)."""
        if effect.rule == "VC-6.8":
            self.use(self.owner_of[effect.cards[0]], SELL)
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


def own_effects(state: State, do: Any, then: Sequence[Effect]) -> int:
    """The number of the first effects that report what the action itself has moved."""
    kind = kind_of(do)
    own = effects.ReturnedLaw if kind is do_.Return else _OWN.get(type(waiting(state))) if kind is do_.Gems else None
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
"""By the step that gems are chosen for: the effect that reports them."""

_SELECTIONS: Final = (do_.Select, do_.Sell, do_.Pass)
_FACE_DOWN: Final = (do_.Return, do_.Tuck)

_FOLLOWS: Final[Mapping[Any, Callable[[_Moves, Any], None]]] = {
    effects.Started: _Moves.started,
    effects.BidsShown: _Moves.bids_shown,
    effects.Claimed: _Moves.claimed,
    effects.CircleClosed: _Moves.circle_closed,
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
