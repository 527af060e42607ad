"""Cards as things in places, and how events move them (AK-5).

Cards of the hand that are chosen one by one to be discarded lie apart until all of them are. The first ten cards are
separated into those that are kept and the rest of the hand. Only technologies of level II are followed: those of level
I are all seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.contract.hands import seen_kind
from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import OPEN, Holds, Move, Operation, Place, Trade
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.cards import FACTS, LEVEL, OPS, PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.choosing import chosen_by
from kronika.core.games.ancient_knowledge.effects import builders, technologies, turns
from kronika.core.games.ancient_knowledge.ids import CODES, technology_ids
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.unseen.places import (
    ARTIFACTS,
    ASIDE,
    BOARD,
    BOTTOM,
    CHOSEN,
    DECK,
    HAND,
    KEPT,
    LAID,
    PEEKED,
    PILE,
    T22,
    TECHNOLOGIES,
    bottom,
    boxed,
)


def operations(state: State, seat: int, do: Any, then: Sequence[Any]) -> list[Operation]:
    """The operations of an event: first on the cards that its action names, then on those that its effects move."""
    step = state.stack[-1] if state.stack else None
    by_kind = _ACTIONS.get(kind_of(do))
    found = by_kind(state, step, seat, do) if by_kind else []
    if then:
        _Effects(state, step, seat, do, found).follow(then)
    return found


def _move(source: Place, goal: Place, card: Any) -> Move:
    return Move(source, goal, seen_kind(card))


def _moves(source: Place, goal: Place, cards: Sequence[Any]) -> list[Operation]:
    return [_move(source, goal, card) for card in cards]


# -- what is named ----------------------------------------------------------------------------------------------

Step = steps.Step | None


def _keep(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    return _moves(HAND[seat], KEPT[seat], do.cards)


def _home(seat: int, card: str) -> Place:
    return BOARD[seat] if card in ARTIFACTS else OPEN


def _create(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    """A card of T22 lies aside until it is paid for."""
    first: Operation = (
        Holds(ASIDE[seat], frozenset((do.card,)))
        if isinstance(step, steps.Reveal)
        else Move(HAND[seat], _home(seat, do.card), do.card)
    )
    return [first, *_moves(HAND[seat], CHOSEN[seat], do.discard)]


def _archive(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    return _moves(HAND[seat], CHOSEN[seat], do.discard)


def _discard(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    if isinstance(step, steps.ArtifactDiscard):
        return []
    if isinstance(step, steps.Forced) and step.artifacts:
        return _moves(BOARD[seat], LAID[seat], do.cards)
    found = _moves(HAND[seat], CHOSEN[seat], do.cards)
    if isinstance(step, steps.HandDiscard) and step.card and OPS[step.card][step.rule][0].types:
        found.append(Holds(CHOSEN[seat], ARTIFACTS, len(step.chosen) + len(do.cards)))
    return found


def _choose(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    match step:
        case steps.Steal():
            return [_move(HAND[step.victim], HAND[seat], do.card)]
        case steps.KeepOne():
            return [_move(ASIDE[seat], HAND[seat], do.card)]
        case steps.Under():
            return [_move(PEEKED[seat], bottom(len(state.display.bottoms[1]) + len(step.placed)), do.card)]
    return []


def _learn(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    return [Move(PEEKED[seat], OPEN, do.technology)] if isinstance(step, steps.PeekLearn) else []


def _deal(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    return [_move(DECK, HAND[owner], card) for owner, hand in enumerate(do.hands) for card in hand]


def _draw(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    match step:
        case steps.Draw():
            goal = HAND[step.seat]
        case steps.Gather() if step.card not in PUBLIC_DRAWS:
            goal = ASIDE[step.seat]
        case _:
            goal = OPEN
    return _moves(DECK, goal, do.cards)


def _lay(state: State, step: Step, seat: int, do: Any) -> list[Operation]:
    if not isinstance(step, steps.Peek):
        return _moves(TECHNOLOGIES, OPEN, _of_level_two(do.technologies))
    found = _moves(TECHNOLOGIES, PEEKED[step.seat], do.technologies)
    left = step.left - len(do.technologies)
    return [*found, *_from_bottom(len(state.display.bottoms[1]), [None] * left, PEEKED[step.seat])]


def _from_bottom(size: int, cards: Sequence[str | None], goal: Place) -> list[Operation]:
    """Cards of a deck of which nothing but the known bottom is left; what is beneath them moves up."""
    n = min(len(cards), size)
    moves: list[Operation] = [Move(bottom(at), goal, cards[at]) for at in range(n)]
    return [*moves, *(Trade(bottom(at), bottom(at + n)) for at in range(size - n) if n)]


def _of_level_two(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card != HIDDEN and LEVEL[CODES[card]] == 2]


_ACTIONS: Final[dict[type, Callable[[State, Step, int, Any], list[Operation]]]] = {
    actions.Keep: _keep,
    actions.Create: _create,
    actions.Archive: _archive,
    actions.Discard: _discard,
    actions.Choose: _choose,
    actions.Learn: _learn,
    actions.Deal: _deal,
    actions.Draw: _draw,
    actions.Lay: _lay,
}

# -- what follows -----------------------------------------------------------------------------------------------


class _Effects:
    """The operations of an event: `found` begins as those of its action, and `follow` adds those of its effects."""

    def __init__(self, state: State, step: Step, seat: int, do: Any, found: list[Operation]) -> None:
        self.state = state
        self.step = step
        self.found = found
        self.kind = kind_of(do)
        self.kept = False
        """Whether everybody has kept six of the first ten cards."""
        self.named = self._named(seat)
        """By seat: the number of cards chosen, in this event and before, that no effect has discarded yet."""
        self.placing = self._is_placing()
        """Whether a card is being created that has left the hand already."""
        taken = sum(isinstance(one, Move) and one.source == TECHNOLOGIES for one in found)
        self.top = len(state.display.decks[1]) - taken
        """The number of cards above the known bottom of the deck of level II; `bottoms` is that of the bottom."""
        from_bottom = sum(isinstance(one, Move) and one.source in BOTTOM for one in found)
        self.bottoms = len(state.display.bottoms[1]) - from_bottom
        self.gone: tuple[str, ...] = technology_ids(state.display.discards[1])
        """The technologies in the discard pile of level II."""

    def _named(self, seat: int) -> dict[int, int]:
        seats = range(len(self.state.players))
        named = {owner: 0 if self._is_without_choice(owner) else len(chosen_by(self.step, owner)) for owner in seats}
        if self.kind in (actions.Discard, actions.Archive, actions.Create) and seat >= 0:
            named[seat] += sum(isinstance(one, Move) and one.goal in (CHOSEN[seat], LAID[seat]) for one in self.found)
        return named

    def _is_without_choice(self, owner: int) -> bool:
        """Whether an opponent must discard all cards of a place. Then no action has named them."""
        step, player = self.step, self.state.players[owner]
        if not isinstance(step, steps.Forced):
            return False
        return step.need[owner] == len(player.artifacts if step.artifacts else player.hand)

    def _is_placing(self) -> bool:
        if self.kind is actions.Create:
            return not isinstance(self.step, steps.Reveal)
        return isinstance(self.step, steps.Pay) and self.step.source != T22

    def follow(self, then: Sequence[Any]) -> None:
        """Adds what the effects move."""
        for effect in then:
            by_kind = _EFFECTS.get(kind_of(effect))
            if by_kind:
                self.found += by_kind(self, effect)

    def discarded(self, effect: Any) -> list[Operation]:
        """Those not named are all that the hand has left; but the first hands are what they keep."""
        seat = effect.seat
        hand = HAND[seat]
        if self.kept:
            return [*_moves(hand, PILE, effect.cards), Trade(hand, KEPT[seat])]
        return _moves(CHOSEN[seat] if self.named.pop(seat, 0) else hand, PILE, effect.cards)

    def hands_kept(self, effect: Any) -> list[Operation]:
        self.kept = True
        return []

    def aside_discarded(self, effect: Any) -> list[Operation]:
        source = OPEN if CODES[effect.source] in PUBLIC_DRAWS else ASIDE[effect.seat]
        return _moves(source, PILE, effect.cards)

    def left_play(self, effect: Any) -> list[Operation]:
        source = OPEN
        if effect.card in ARTIFACTS:
            forced = isinstance(self.step, steps.Forced) and self.step.artifacts and self.named[effect.seat]
            source = LAID[effect.seat] if forced else BOARD[effect.seat]
        return [Move(source, PILE, effect.card)]

    def took(self, effect: Any) -> list[Operation]:
        return _moves(OPEN, HAND[effect.seat], effect.cards)

    def kept_one(self, effect: Any) -> list[Operation]:
        if self.kind is actions.Choose:
            return []
        return [_move(ASIDE[effect.seat], HAND[effect.seat], effect.card)]

    def stolen(self, effect: Any) -> list[Operation]:
        if self.kind is actions.Choose and isinstance(self.step, steps.Steal):
            return []
        return [_move(HAND[effect.victim], HAND[effect.seat], effect.card)]

    def created(self, effect: Any) -> list[Operation]:
        if self.placing:
            self.placing = False
            return []
        return [Move(ASIDE[effect.seat], BOARD[effect.seat], effect.card)]

    def reshuffled(self, effect: Any) -> list[Operation]:
        return [Trade(DECK, PILE)]

    # -- technologies -------------------------------------------------------------------------------------------

    def learned(self, effect: Any) -> list[Operation]:
        """The move of a technology that P7 looked at, if it is learned without a choice."""
        if effect.source != "P7" or self.kind is actions.Learn:
            return []
        return [Move(PEEKED[effect.seat], OPEN, effect.technology)]

    def put_under(self, effect: Any) -> list[Operation]:
        named = sum(isinstance(one, Move) and one.source == PEEKED[effect.seat] for one in self.found)
        named = named if self.kind is actions.Choose else 0
        named += len(self.step.placed) if isinstance(self.step, steps.Under) else 0
        first, self.bottoms = self.bottoms, self.bottoms + len(effect.technologies)
        laid = [(bottom(first + at), card) for at, card in enumerate(effect.technologies)]
        before: list[Operation] = [Holds(at, frozenset((card,))) for at, card in laid[:named] if card != HIDDEN]
        return [*before, *(_move(PEEKED[effect.seat], at, card) for at, card in laid[named:])]

    def buried(self, effect: Any) -> list[Operation]:
        cards = _of_level_two(effect.technologies)
        first, self.bottoms = self.bottoms, self.bottoms + len(cards)
        return [Move(OPEN, bottom(first + at), card) for at, card in enumerate(cards)]

    def laid(self, effect: Any) -> list[Operation]:
        """Out of the known bottom: what is beneath moves up."""
        cards = _of_level_two(effect.technologies)
        size, self.bottoms = self.bottoms, self.bottoms - len(cards)
        return _from_bottom(size, cards, OPEN)

    def activated(self, effect: Any) -> list[Operation]:
        """P7 looks at what is known to lie at the bottom where nothing lies on top of it."""
        if effect.card != "P7" or self.top or not self.bottoms:
            return []
        most = FACTS[CODES["P7"]].rules[0].do[0].n
        assert isinstance(most, int)
        size, n = self.bottoms, min(most, self.bottoms + len(self.gone))
        self.bottoms = max(size - n, 0)
        return _from_bottom(size, [None] * n, PEEKED[effect.seat])

    def cleared(self, effect: Any) -> list[Operation]:
        self.gone = (*self.gone, *_of_level_two(effect.technologies))
        return []

    def renewed(self, effect: Any) -> list[Operation]:
        if effect.level == 1:
            return []
        cards, self.gone = self.gone, ()
        self.top = len(cards)
        return [Move(OPEN, TECHNOLOGIES, card) for card in cards]

    def boxed(self, effect: Any) -> list[Operation]:
        """The rest of a level is out of the game, wherever it lay."""
        if effect.level == 1:
            return []
        n, self.bottoms, self.gone, self.top = self.bottoms, 0, (), 0
        out = (boxed(effect.board, at) for at in range(n + 1))
        return [Trade(place, next(out)) for place in (TECHNOLOGIES, *map(bottom, range(n)))]


_EFFECTS: Final[dict[type, Callable[[_Effects, Any], list[Operation]]]] = {
    builders.Discarded: _Effects.discarded,
    turns.HandsKept: _Effects.hands_kept,
    builders.SetAsideDiscarded: _Effects.aside_discarded,
    builders.LeftPlay: _Effects.left_play,
    builders.Took: _Effects.took,
    builders.KeptOne: _Effects.kept_one,
    builders.Stolen: _Effects.stolen,
    builders.Created: _Effects.created,
    builders.Reshuffled: _Effects.reshuffled,
    turns.Activated: _Effects.activated,
    technologies.Learned: _Effects.learned,
    technologies.PutUnder: _Effects.put_under,
    technologies.Buried: _Effects.buried,
    technologies.Laid: _Effects.laid,
    technologies.BoardCleared: _Effects.cleared,
    technologies.TechnologiesReshuffled: _Effects.renewed,
    technologies.BoardBoxed: _Effects.boxed,
}
