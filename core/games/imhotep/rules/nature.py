"""Chance: the start player, round cards, the market row, drawn cards and the pair (IM-2.22)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.game import CHANCE
from kronika.core.games.imhotep.actions import (
    Do,
    Draw,
    Fill,
    Pair,
    PairLaid,
    RoundBegan,
    RowShort,
    Start,
    Started,
    TurnUp,
)
from kronika.core.games.imhotep.board import ROUND_CARDS, RoundCardName
from kronika.core.games.imhotep.cards import CARD_NAMES, CODE_OF, KINDS, UNSEEN, CardName
from kronika.core.games.imhotep.counts import BYTE, add, minus, spread, tally
from kronika.core.games.imhotep.rules.draft import Draft, Result
from kronika.core.games.imhotep.rules.due import actors, due, refuse
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import next_round
from kronika.core.games.imhotep.rules.stock import discard, gain, lay_pair_card, reshuffle
from kronika.core.games.imhotep.state import (
    FILL,
    KEEP,
    ROUND_CARD,
    SHOW_PAIR,
    START,
    TURN,
    VISIBLE,
    State,
    started,
)
from kronika.core.words import count

SPACES = {"a": 4, "b": 3}
"""Face-up cards of the market row, by side (IM-2.2)."""
PAIR = 2


def row_cards(state: State) -> int:
    """How many cards are turned up for the row: fewer only when deck and discard pile run out (IM-2.2)."""
    return min(SPACES[state.options.market], sum(state.market.deck) + sum(state.market.discard))


# -- what is legal ----------------------------------------------------------------------------------------------


def _check_due(state: State, seat: int, word: str, what: str) -> None:
    if due(state)[0] != word:
        refuse(state, seat, what)
    if seat != CHANCE:
        raise IllegalAction("IM-2.22", f"To {what} is up to chance, not to a player.")


def check_start(state: State, seat: int, do: Start) -> None:
    """One of the players (IM-1.6)."""
    _check_due(state, seat, "start", "draw the start player")
    if do.seat >= len(state.sleds):
        raise IllegalAction("IM-1.6", f"There are only {len(state.sleds)} players.")


def check_turn_up(state: State, seat: int, do: TurnUp) -> None:
    """A card for this number of players that has not been turned up (IM-1.3, IM-2.1)."""
    _check_due(state, seat, "round_card", "turn up a round card")
    seats = len(state.sleds)
    if do.ships not in ROUND_CARDS[seats]:
        raise IllegalAction("IM-1.3", f"{do.ships} is no round card for {seats} players.")
    if do.ships not in hidden_round_cards(state):
        raise IllegalAction("IM-2.1", f"The round card {do.ships} has been used in this game.")


def hidden_round_cards(state: State) -> list[RoundCardName]:
    """The round cards of this number of players that nobody has seen."""
    cards = ROUND_CARDS[len(state.sleds)]
    return [card for at, card in enumerate(cards) if state.round_cards >> at & 1]


def check_fill(state: State, seat: int, do: Fill) -> None:
    """So many cards as there are spaces, from the deck, then from the discard pile (IM-2.2)."""
    _check_due(state, seat, "fill", "fill the market row")
    n = row_cards(state)
    if len(do.cards) != n:
        raise IllegalAction("IM-2.2", f"{count(n, 'card')} are turned up here, not {len(do.cards)}.")
    drawn = _tally(do.cards)
    deck, pile = state.market.deck, state.market.discard
    short = sum(deck) < n
    for kind, wanted in enumerate(drawn):
        if wanted > deck[kind] + (pile[kind] if short else 0):
            raise IllegalAction("IM-2.2", f"There are not {wanted} of {CARD_NAMES[kind]} to turn up.")
        if short and wanted < deck[kind]:
            raise IllegalAction("IM-2.2", f"All that is left of the deck is turned up, {CARD_NAMES[kind]} too.")


def _tally(cards: Sequence[CardName]) -> bytes:
    return tally(bytes(CODE_OF[card] for card in cards), KINDS)


def check_draw(state: State, seat: int, do: Draw) -> None:
    """A card of the deck."""
    _check_due(state, seat, "draw", "draw a card")
    if not state.market.deck[CODE_OF[do.card]]:
        raise IllegalAction("IM-2.22", f"There is no {do.card} in the deck.")


def check_pair(state: State, seat: int, do: Pair) -> None:
    """As many cards as lie there: those known, and unseen ones."""
    _check_due(state, seat, "pair", "look at the pair")
    pair = state.market.pair
    if len(do.cards) != len(pair):
        raise IllegalAction("IM-2.22", f"The pair is {count(len(pair), 'card')}, not {len(do.cards)}.")
    shown = _tally(do.cards)
    known = tally(pair, KINDS)
    for kind, n in enumerate(shown):
        if n < known[kind]:
            raise IllegalAction("IM-2.22", f"By elimination {CARD_NAMES[kind]} lies in the pair.")
        if n - known[kind] > state.market.deck[kind]:
            raise IllegalAction("IM-2.22", f"There is no such {CARD_NAMES[kind]} unseen.")


# -- what it does -----------------------------------------------------------------------------------------------


def apply_start(state: State, seat: int, do: Start) -> Result:
    """The sleds are filled (IM-1.6)."""
    state = started(state, do.seat)
    return state, (Started(do.seat, tuple(state.sleds)),)


def apply_turn_up(state: State, seat: int, do: TurnUp) -> Result:
    """The four ships are laid out (IM-2.1)."""
    draft = Draft(state)
    draft.round_cards ^= 1 << ROUND_CARDS[len(state.sleds)].index(do.ships)
    draft.ships = tuple(bytes(int(capacity)) for capacity in do.ships)
    draft.effects.append(RoundBegan(draft.round, draft.first))
    if row_cards(state):
        draft.phase = FILL
    else:
        _begin_turns(draft, 0)
    return draft.result()


def apply_fill(state: State, seat: int, do: Fill) -> Result:
    """The row is turned up, the discard pile being shuffled in the middle if need be, and the pair is laid (IM-2.2)."""
    draft = Draft(state)
    draft.row = _tally(do.cards)
    if len(do.cards) <= sum(draft.deck):
        draft.deck = minus(draft.deck, draft.row)
    else:
        reshuffle(draft, minus(draft.discard, minus(draft.row, draft.deck)))
    _begin_turns(draft, len(do.cards))
    return draft.result()


def _begin_turns(draft: Draft, row: int) -> None:
    """The pair is laid on side B (IM-2.2), and the start player has the first turn (IM-2.3)."""
    missing = SPACES[draft.options.market] - row
    if draft.options.market == "b":
        laid = sum(lay_pair_card(draft) for _ in range(PAIR))
        missing += PAIR - laid
        draft.effects.append(PairLaid(laid))
    if missing:
        draft.effects.append(RowShort(missing))
    draft.phase = TURN


def apply_draw(state: State, seat: int, do: Draw) -> Result:
    """The card goes to who draws it: by a pyramid's bonus, or by the temple."""
    draft = Draft(state)
    owner = draft.stack.pop().seat
    kind = CODE_OF[do.card]
    draft.deck = add(draft.deck, kind, -1)
    gain(draft, owner, kind, "IM-3.11" if draft.stack[-1].kind == VISIBLE else "IM-3.8")
    resolve(draft)
    return draft.result()


def apply_pair(state: State, seat: int, do: Pair) -> Result:
    """The pair is seen: by its taker (IM-3.5), or by all when nobody took it (IM-2.16)."""
    draft = Draft(state)
    public = draft.pair
    draft.pair = bytes(sorted(CODE_OF[card] for card in do.cards))
    draft.deck = minus(draft.deck, minus(tally(draft.pair, KINDS), tally(public, KINDS)))
    if draft.phase == SHOW_PAIR:
        for kind in draft.pair:
            discard(draft, kind, "IM-2.16")
        draft.pair = b""
        next_round(draft)
        return draft.result()
    owner = draft.stack.pop().seat
    if len(draft.pair) > 1:
        draft.push(KEEP, owner, 0, public)
        return draft.result()
    (kind,) = draft.pair
    draft.pair = b""
    gain(draft, owner, kind, "IM-3.5")
    resolve(draft)
    return draft.result()


# -- sampling ---------------------------------------------------------------------------------------------------


def sample(state: State, dice: Dice) -> Do:
    """The outcome that is due, drawn from all that is unseen."""
    market = state.market
    if state.stack and actors(state)[0] == CHANCE and due(state)[0] == "draw":
        return Draw(CARD_NAMES[dice.choice(spread(market.deck))])
    if state.phase == START:
        return Start(dice.below(len(state.sleds)))
    if state.phase == ROUND_CARD:
        return TurnUp(dice.choice(hidden_round_cards(state)))
    if state.phase == FILL:
        n = row_cards(state)
        old = dice.draw(spread(market.deck), min(n, sum(market.deck)))
        return Fill(_names([*old, *dice.draw(spread(market.discard), n - len(old))]))
    known = market.pair.rstrip(BYTE[UNSEEN])
    return Pair(_names([*known, *dice.draw(spread(market.deck), len(market.pair) - len(known))]))


def _names(kinds: Sequence[int]) -> tuple[CardName, ...]:
    return tuple(CARD_NAMES[kind] for kind in sorted(kinds))
