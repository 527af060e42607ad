"""Dealing anew all that one seat cannot know (AK-1.5): hands, piles, cards looked at in secret, hidden choices."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.games.ancient_knowledge import frames
from kronika.core.games.ancient_knowledge.cards import OPS
from kronika.core.games.ancient_knowledge.display import pair
from kronika.core.games.ancient_knowledge.rules import settle
from kronika.core.games.ancient_knowledge.rules.discarding import fitting
from kronika.core.games.ancient_knowledge.rules.phases import is_open
from kronika.core.games.ancient_knowledge.state import KEPT, State
from kronika.core.games.ancient_knowledge.table import lay_out
from kronika.core.games.ancient_knowledge.view import is_private, sees_hand

TRIES = 60
"""Deals that are tried until one fits what the seat sees others do; then the state is left as it is."""


def redeal(state: State, seat: int, dice: Dice) -> State:
    """A random state that `seat` cannot tell from this one."""
    for _ in range(TRIES):
        dealt = _deal(_deal_technologies(state, seat, dice), seat, dice)
        if _fits(dealt):
            return dealt
    return state


def _fits(state: State) -> bool:
    """Would the table wait where it waits? A step that would have been passed over cannot be due."""
    if settle(lay_out(state)) != (state, ()):
        return False
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, frames.HandDiscard) and frame.card:
        pool = fitting(state.players[frame.seat].hand, OPS[frame.card][frame.rule][0])
        return len(pool) >= frame.left + len(frame.chosen)
    return True


# -- builder cards ----------------------------------------------------------------------------------------------


def _deal(state: State, seat: int, dice: Dice) -> State:
    """Shuffles the hidden builder cards and puts as many into each hidden zone as were there."""
    pool = _Pool(state.deck + state.discard[:-1])
    hidden = [owner for owner in range(len(state.players)) if not _known_hand(state, owner, seat)]
    for owner in hidden:
        pool.add(state.players[owner].hand, _fixed(state, owner))
    for frame in state.stack:
        pool.add(_aside(frame, seat))
    pool.shuffle(dice)
    players = list(state.players)
    for owner in hidden:
        fixed = _fixed(state, owner)
        hand = pool.take(len(players[owner].hand) - len(fixed)) + fixed
        players[owner] = replace(players[owner], hand=bytes(sorted(hand)))
    stack = [_with_aside(frame, seat, pool) for frame in state.stack]
    discard = pool.take(max(len(state.discard) - 1, 0)) + state.discard[-1:]
    deck = bytes(sorted(pool.take(len(state.deck))))
    state = replace(state, players=tuple(players), deck=deck, discard=discard, stack=tuple(stack))
    return _choose_anew(state, seat, hidden, dice)


class _Pool:
    """Cards to be dealt anew."""

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
    """The hand cards that everybody knows: those seen to enter it, and the one being created and not yet paid."""
    paying = [frame.card for frame in state.stack if isinstance(frame, frames.Pay) and frame.seat == owner]
    return bytes([card for card in state.players[owner].hand if card in state.shown or card in paying])


def _aside(frame: frames.Frame, seat: int) -> bytes:
    """The builder cards set aside that `seat` cannot see."""
    if isinstance(frame, frames.Pay):
        return b"" if frame.seat == seat else frame.aside
    if isinstance(frame, (frames.Gather, frames.KeepOne, frames.Reveal)) and is_private(frame) and frame.seat != seat:
        return frame.cards
    return b""


def _with_aside(frame: frames.Frame, seat: int, pool: _Pool) -> frames.Frame:
    n = len(_aside(frame, seat))
    if not n:
        return frame
    if isinstance(frame, frames.Pay):
        return replace(frame, aside=bytes(sorted(pool.take(n))))
    assert isinstance(frame, (frames.Gather, frames.KeepOne, frames.Reveal))
    return replace(frame, cards=bytes(sorted(pool.take(n))))


# -- choices that are not shown yet -----------------------------------------------------------------------------


def _choose_anew(state: State, seat: int, hidden: list[int], dice: Dice) -> State:
    """Whatever others have chosen and not shown yet, they may have chosen otherwise."""
    stack = tuple(_chosen_anew(state, frame, seat, hidden, dice) for frame in state.stack)
    offers = bytes(
        dice.choice(state.players[owner].hand) if is_open(offered) and owner in hidden else offered
        for owner, offered in enumerate(state.offers)
    )
    return replace(state, stack=stack, offers=offers)


def _chosen_anew(state: State, frame: frames.Frame, seat: int, hidden: list[int], dice: Dice) -> frames.Frame:
    match frame:
        case frames.Keep():
            chosen = [
                _prefix(state.players[owner].hand, len(cards), KEPT, dice) if owner in hidden else cards
                for owner, cards in enumerate(frame.chosen)
            ]
            return replace(frame, chosen=tuple(chosen))
        case frames.Forced():
            chosen = list(frame.chosen)
            for owner, player in enumerate(state.players):
                if owner != seat:
                    pool = player.artifacts if frame.artifacts else player.hand
                    chosen[owner] = _prefix(pool, len(chosen[owner]), frame.need[owner], dice)
            return replace(frame, chosen=tuple(chosen))
        case frames.Pay() if frame.seat in hidden:
            pool = state.players[frame.seat].hand.replace(bytes((frame.card,)), b"")
            n = len(frame.chosen)
            return replace(frame, chosen=_prefix(pool, n, n + frame.left, dice))
        case frames.HandDiscard() if frame.seat in hidden:
            hand = state.players[frame.seat].hand
            pool = fitting(hand, OPS[frame.card][frame.rule][0]) if frame.card else hand
            n = len(frame.chosen)
            return replace(frame, chosen=_prefix(pool, n, n if frame.upto else n + frame.left, dice))
    return frame


def _prefix(pool: bytes, n: int, need: int, dice: Dice) -> bytes:
    """The first n of `need` random cards of a pool, as they are chosen: in order."""
    if need > len(pool):
        return pool[:n]
    return bytes(sorted(dice.draw(pool, need))[:n])


# -- technologies -----------------------------------------------------------------------------------------------


def _deal_technologies(state: State, seat: int, dice: Dice) -> State:
    """Only P7 hides technologies: those it looks at, and those it has put under the deck of level II."""
    d = state.display
    hidden = [not seen >> seat & 1 for seen in d.seen[1]]
    pool = _Pool(d.decks[1])
    pool.add(card for card, unknown in zip(d.bottoms[1], hidden, strict=True) if unknown)
    for frame in state.stack:
        pool.add(_peeked(frame, seat))
    pool.shuffle(dice)
    bottom = bytes([pool.take(1)[0] if unknown else card for card, unknown in zip(d.bottoms[1], hidden, strict=True)])
    stack = tuple(_peeked_anew(frame, seat, pool) for frame in state.stack)
    deck = bytes(sorted(pool.take(len(d.decks[1]))))
    display = replace(d, decks=pair(d.decks, 2, deck), bottoms=pair(d.bottoms, 2, bottom))
    return replace(state, display=display, stack=stack)


def _peeked(frame: frames.Frame, seat: int) -> bytes:
    """The technologies looked at that `seat` cannot see."""
    match frame:
        case frames.Peek() | frames.PeekLearn() if frame.seat != seat:
            return frame.cards
        case frames.Under() if frame.seat != seat:
            return frame.cards + frame.placed
    return b""


def _peeked_anew(frame: frames.Frame, seat: int, pool: _Pool) -> frames.Frame:
    match frame:
        case frames.Peek() | frames.PeekLearn() if frame.seat != seat:
            return replace(frame, cards=bytes(sorted(pool.take(len(frame.cards)))))
        case frames.Under() if frame.seat != seat:
            cards = bytes(sorted(pool.take(len(frame.cards))))
            return replace(frame, cards=cards, placed=pool.take(len(frame.placed)))
    return frame
