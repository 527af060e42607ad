"""Random deals of what a seat can't know (determinization, AK-1.5): hands, piles, cards looked at, hidden choices."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import OPS
from kronika.core.games.ancient_knowledge.display import pair
from kronika.core.games.ancient_knowledge.rules import settle
from kronika.core.games.ancient_knowledge.rules.discarding import fitting
from kronika.core.games.ancient_knowledge.rules.peeking import learnable
from kronika.core.games.ancient_knowledge.rules.phases import is_open
from kronika.core.games.ancient_knowledge.state import KEPT, State
from kronika.core.games.ancient_knowledge.table import lay_out
from kronika.core.games.ancient_knowledge.view import is_private, sees_hand

TRIES = 60
"""Number of deals to try until one agrees with what the seat has seen; after that the state is left as it is."""


def redeal(state: State, seat: int, dice: Dice) -> State:
    """Return a random state that `seat` cannot tell from this one."""
    for _ in range(TRIES):
        dealt = _deal(_deal_technologies(state, seat, dice), seat, dice)
        if _fits(dealt):
            return dealt
    return state


def _fits(state: State) -> bool:
    """Whether the game would wait at the same point in this state: a step that would be skipped cannot be due."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, steps.PeekLearn) and not learnable(state, step.seat, step.cards):
        return False
    if settle(lay_out(state)) != (state, ()):
        return False
    if isinstance(step, steps.HandDiscard) and step.card:
        pool = fitting(state.players[step.seat].hand, OPS[step.card][step.rule][0])
        return len(pool) >= step.left + len(step.chosen)
    return True


# -- builder cards ----------------------------------------------------------------------------------------------


def _deal(state: State, seat: int, dice: Dice) -> State:
    """Return the state with the hidden builder cards shuffled; every hidden zone keeps its number of cards."""
    pool = _Pool(state.deck + state.discard)
    hidden = [owner for owner in range(len(state.players)) if not _known_hand(state, owner, seat)]
    for owner in hidden:
        pool.add(state.players[owner].hand, _fixed(state, owner))
    for step in state.stack:
        pool.add(_aside(step, seat))
    pool.shuffle(dice)
    players = list(state.players)
    for owner in hidden:
        fixed = _fixed(state, owner)
        hand = pool.take(len(players[owner].hand) - len(fixed)) + fixed
        players[owner] = replace(players[owner], hand=bytes(sorted(hand)))
    stack = [_with_aside(step, seat, pool) for step in state.stack]
    discard = pool.take(len(state.discard))
    deck = bytes(sorted(pool.take(len(state.deck))))
    state = replace(state, players=tuple(players), deck=deck, discard=discard, stack=tuple(stack))
    return _choose_again(state, seat, hidden, dice)


class _Pool:
    """Cards to be dealt again."""

    def __init__(self, cards: bytes) -> None:
        self.cards = list(cards)

    def add(self, cards: Iterable[int], but: bytes = b"") -> None:
        self.cards.extend(card for card in cards if card not in but)

    def shuffle(self, dice: Dice) -> None:
        self.cards = dice.draw(sorted(self.cards), len(self.cards))

    def take(self, n: int) -> bytes:
        taken, self.cards = self.cards[:n], self.cards[n:]
        return bytes(taken)


def _known_hand(state: State, owner: int, seat: int) -> bool:
    return sees_hand(state.stack[-1] if state.stack else None, owner, seat)


def _fixed(state: State, owner: int) -> bytes:
    """Return the hand cards that everybody knows: those seen when they entered it, and a card being created."""
    paying = [step.card for step in state.stack if isinstance(step, steps.Pay) and step.seat == owner]
    return bytes([card for card in state.players[owner].hand if card in state.shown or card in paying])


def _aside(step: steps.Step, seat: int) -> bytes:
    """Return the builder cards set aside by a step that `seat` cannot see."""
    if isinstance(step, steps.Pay):
        return b"" if step.seat == seat else step.aside
    if isinstance(step, (steps.Gather, steps.KeepOne, steps.Reveal)) and is_private(step) and step.seat != seat:
        return step.cards
    return b""


def _with_aside(step: steps.Step, seat: int, pool: _Pool) -> steps.Step:
    n = len(_aside(step, seat))
    if not n:
        return step
    if isinstance(step, steps.Pay):
        return replace(step, aside=bytes(sorted(pool.take(n))))
    assert isinstance(step, (steps.Gather, steps.KeepOne, steps.Reveal))
    return replace(step, cards=bytes(sorted(pool.take(n))))


# -- choices that are not shown yet -----------------------------------------------------------------------------


def _choose_again(state: State, seat: int, hidden: list[int], dice: Dice) -> State:
    """Return the state with the hidden choices of other players made again."""
    stack = tuple(_chosen_again(state, step, seat, hidden, dice) for step in state.stack)
    offers = bytes(
        dice.choice(state.players[owner].hand) if is_open(offered) and owner in hidden else offered
        for owner, offered in enumerate(state.offers)
    )
    return replace(state, stack=stack, offers=offers)


def _chosen_again(state: State, step: steps.Step, seat: int, hidden: list[int], dice: Dice) -> steps.Step:
    match step:
        case steps.Keep():
            chosen = [
                _some(state, state.players[owner].hand, len(cards), KEPT, dice) if owner in hidden else cards
                for owner, cards in enumerate(step.chosen)
            ]
            return replace(step, chosen=tuple(chosen))
        case steps.Forced():
            chosen = list(step.chosen)
            for owner, player in enumerate(state.players):
                if owner != seat:
                    pool = player.artifacts if step.artifacts else player.hand
                    chosen[owner] = _some(state, pool, len(chosen[owner]), step.need[owner], dice)
            return replace(step, chosen=tuple(chosen))
        case steps.Pay() if step.seat in hidden:
            pool = state.players[step.seat].hand.replace(bytes((step.card,)), b"")
            n = len(step.chosen)
            return replace(step, chosen=_some(state, pool, n, n + step.left, dice))
        case steps.HandDiscard() if step.seat in hidden:
            hand = state.players[step.seat].hand
            pool = fitting(hand, OPS[step.card][step.rule][0]) if step.card else hand
            n = len(step.chosen)
            return replace(step, chosen=_some(state, pool, n, n if step.upto else n + step.left, dice))
    return step


def _some(state: State, pool: bytes, n: int, need: int, dice: Dice) -> bytes:
    """Return random cards of a pool that may be the first `n` of `need` chosen cards.

    They can be any cards or, in a game with a fixed order, the lowest of a random choice.
    """
    if need > len(pool):
        return pool[:n]
    return bytes(sorted(dice.draw(pool, n if state.options.any_order else need))[:n])


# -- technologies -----------------------------------------------------------------------------------------------


def _deal_technologies(state: State, seat: int, dice: Dice) -> State:
    """Return the state with the hidden technologies dealt again.

    Only P7 hides technologies: those it looks at, and those it has put under the level II deck.
    """
    d = state.display
    hidden = [not seen >> seat & 1 for seen in d.seen[1]]
    pool = _Pool(d.decks[1])
    pool.add(card for card, unknown in zip(d.bottoms[1], hidden, strict=True) if unknown)
    for step in state.stack:
        pool.add(_peeked(step, seat))
    pool.shuffle(dice)
    bottom = bytes([pool.take(1)[0] if unknown else card for card, unknown in zip(d.bottoms[1], hidden, strict=True)])
    stack = tuple(_peeked_again(step, seat, pool) for step in state.stack)
    deck = bytes(sorted(pool.take(len(d.decks[1]))))
    display = replace(d, decks=pair(d.decks, 2, deck), bottoms=pair(d.bottoms, 2, bottom))
    return replace(state, display=display, stack=stack)


def _peeked(step: steps.Step, seat: int) -> bytes:
    """Return the technologies looked at by a step that `seat` cannot see."""
    match step:
        case steps.Peek() | steps.PeekLearn() if step.seat != seat:
            return step.cards
        case steps.Under() if step.seat != seat:
            return step.cards + step.placed
    return b""


def _peeked_again(step: steps.Step, seat: int, pool: _Pool) -> steps.Step:
    match step:
        case steps.Peek() | steps.PeekLearn() if step.seat != seat:
            return replace(step, cards=bytes(sorted(pool.take(len(step.cards)))))
        case steps.Under() if step.seat != seat:
            cards = bytes(sorted(pool.take(len(step.cards))))
            return replace(step, cards=cards, placed=pool.take(len(step.placed)))
    return step
