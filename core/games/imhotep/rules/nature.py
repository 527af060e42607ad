"""The outcomes of chance: the start player, round cards, the market row, drawn cards and the pair (IM-2.22)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import gt

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.zones import BYTE, add_to_tally, expand_tally, subtract_tallies, tally_of
from kronika.core.games.imhotep.actions import Do, Draw, Fill, Pair, Start, TurnUp
from kronika.core.games.imhotep.board import ROUND_CARDS, RoundCardName
from kronika.core.games.imhotep.cards import CARD_NAMES, CODE_OF, KINDS, NO_CARDS, UNSEEN, CardName
from kronika.core.games.imhotep.effects import PairLaid, Reshuffled, RoundBegan, RowShort, Started
from kronika.core.games.imhotep.rules.due import actors, due, refuse
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import next_round
from kronika.core.games.imhotep.rules.stack import Applied, Effects
from kronika.core.games.imhotep.rules.stock import cards_left, discard, gain, ready_deck
from kronika.core.games.imhotep.state import (
    EMPTY,
    FILL,
    KEEP,
    ROUND_CARD,
    SHOW_PAIR,
    START,
    TURN,
    VISIBLE,
    Market,
    State,
    Step,
    started,
)

SPACES = {"a": 4, "b": 3}
"""By side of the market: the face-up cards of the row (IM-2.2)."""
PAIR = 2
"""Cards of the pair (IM-2.2)."""
LAID_OUT = {card: tuple(EMPTY[int(capacity)] for capacity in card) for cards in ROUND_CARDS.values() for card in cards}
"""By round card: its empty ships (IM-1.3)."""
_ONE = {card: 1 << 8 * kind for kind, card in enumerate(CARD_NAMES)}
"""By name of a card: the tally of this one card, as a number."""


def row_cards(state: State) -> int:
    """The number of cards to turn up for the row, fewer only if deck and discard pile hold fewer (IM-2.2)."""
    return min(SPACES[state.options.market], sum(state.market.deck) + sum(state.market.discard))


# -- legality ---------------------------------------------------------------------------------------------------


def _check_due(state: State, seat: int, word: str, what: str) -> None:
    if due(state)[0] != word:
        refuse(state, seat, what)
    if seat != CHANCE:
        raise IllegalAction("IM-2.22", f"A player can't {what}: only chance can.")


def check_start(state: State, seat: int, do: Start) -> None:
    """Raise IllegalAction unless the start player is due and is one of the players (IM-1.6)."""
    _check_due(state, seat, "start", "draw the start player")
    if do.seat >= len(state.sleds):
        raise IllegalAction("IM-1.6", f"There are only {len(state.sleds)} players.")


def check_turn_up(state: State, seat: int, do: TurnUp) -> None:
    """Raise IllegalAction unless this round card can be turned up now (IM-1.3, IM-2.1).

    It must be for this number of players and must not have been turned up before.
    """
    _check_due(state, seat, "round_card", "turn up a round card")
    cards = ROUND_CARDS[len(state.sleds)]
    if do.ships not in cards:
        reason = f"{do.ships} is not a round card for {len(state.sleds)} players. These are: {join_words(cards)}."
        raise IllegalAction("IM-1.3", reason)
    if not state.round_cards >> cards.index(do.ships) & 1:
        raise IllegalAction("IM-2.1", f"The round card {do.ships} has been used in this game.")


def hidden_round_cards(state: State) -> list[RoundCardName]:
    """The round cards for this number of players that have not been turned up."""
    cards = ROUND_CARDS[len(state.sleds)]
    return [card for at, card in enumerate(cards) if state.round_cards >> at & 1]


def check_fill(state: State, seat: int, do: Fill) -> None:
    """Raise IllegalAction unless these cards can fill the row now (IM-2.2).

    Their number must fit, and they must come from the deck; only if it holds too few, also from the discard pile.
    """
    _check_due(state, seat, "fill", "fill the market row")
    n = row_cards(state)
    if len(do.cards) != n:
        raise IllegalAction("IM-2.2", f"{pluralize(n, 'card')} must be turned up, not {len(do.cards)}.")
    drawn = _tally(do.cards)
    deck, pile = state.market.deck, state.market.discard
    short = sum(deck) < n
    if not short and not any(map(gt, drawn, deck)):
        return
    for kind, wanted in enumerate(drawn):
        if wanted > deck[kind] + (pile[kind] if short else 0):
            raise IllegalAction("IM-2.2", f"There are not {wanted} of {CARD_NAMES[kind]} to turn up.")
        if short and wanted < deck[kind]:
            raise IllegalAction("IM-2.2", f"The whole deck must be turned up first, {CARD_NAMES[kind]} too.")


def _tally(cards: Sequence[CardName]) -> bytes:
    number = 0
    for card in cards:
        number += _ONE[card]
    return number.to_bytes(KINDS, "little")


def check_draw(state: State, seat: int, do: Draw) -> None:
    """Raise IllegalAction unless a card is due and this one is in the deck (IM-2.22)."""
    _check_due(state, seat, "draw", "draw a card")
    if not state.market.deck[CODE_OF[do.card]]:
        raise IllegalAction("IM-2.22", f"There is no {do.card} in the deck.")


def check_pair(state: State, seat: int, do: Pair) -> None:
    """Raise IllegalAction unless the pair can consist of these cards (IM-2.22).

    Their number must fit. Cards known by elimination must be among them, and the others must be unseen cards.
    """
    _check_due(state, seat, "pair", "look at the pair")
    pair = state.market.pair
    if len(do.cards) != len(pair):
        raise IllegalAction("IM-2.22", f"The pair has {pluralize(len(pair), 'card')}, not {len(do.cards)}.")
    shown = _tally(do.cards)
    known = tally_of(pair, KINDS)
    for kind, n in enumerate(shown):
        if n < known[kind]:
            raise IllegalAction("IM-2.22", f"By elimination, {CARD_NAMES[kind]} is in the pair.")
        if n - known[kind] > state.market.deck[kind]:
            raise IllegalAction("IM-2.22", f"No unseen card is {CARD_NAMES[kind]}.")


# -- consequences -----------------------------------------------------------------------------------------------


def apply_start(state: State, seat: int, do: Start) -> Applied:
    """Fill the sleds, beginning with the start player (IM-1.6)."""
    state = started(state, do.seat)
    return state, (Started(do.seat, tuple(state.sleds)),)


def apply_turn_up(state: State, seat: int, do: TurnUp) -> Applied:
    """Begin the round: lay out the four ships (IM-2.1)."""
    effects: Effects = [RoundBegan(state.round, state.first)]
    card = ROUND_CARDS[len(state.sleds)].index(do.ships)
    state = replace(state, phase=FILL, round_cards=state.round_cards ^ 1 << card, ships=LAID_OUT[do.ships])
    if not row_cards(state):
        state = _begin_turns(state, effects, state.market, 0)
    return state, tuple(effects)


def apply_fill(state: State, seat: int, do: Fill) -> Applied:
    """Turn up the row, with a reshuffle if the deck is too small, and lay the pair on side B (IM-2.2)."""
    effects: Effects = []
    row, market = _tally(do.cards), state.market
    if len(do.cards) <= sum(market.deck):
        market = Market(subtract_tallies(market.deck, row), row, market.pair, market.discard)
    else:
        effects.append(Reshuffled(sum(market.discard)))
        market = Market(
            subtract_tallies(market.discard, subtract_tallies(row, market.deck)), row, market.pair, NO_CARDS
        )
    return _begin_turns(state, effects, market, len(do.cards)), tuple(effects)


def _begin_turns(state: State, effects: Effects, market: Market, row: int) -> State:
    """Lay the pair on side B (IM-2.2), then begin the start player's turn (IM-2.3)."""
    missing = SPACES[state.options.market] - row
    if state.options.market == "b":
        laid = 0
        while laid < PAIR and cards_left(market):
            market = ready_deck(market, effects)
            market = replace(market, pair=market.pair + BYTE[UNSEEN])
            laid += 1
        missing += PAIR - laid
        effects.append(PairLaid(laid))
    if missing:
        effects.append(RowShort(missing))
    return replace(state, phase=TURN, market=market)


def apply_draw(state: State, seat: int, do: Draw) -> Applied:
    """Give the card to its player: by a pyramid's bonus (IM-3.8) or by the temple (IM-3.11)."""
    effects: Effects = []
    *before, step = state.stack
    kind, market = CODE_OF[do.card], state.market
    market = replace(market, deck=add_to_tally(market.deck, kind, -1))
    rule = "IM-3.11" if before[-1].kind == VISIBLE else "IM-3.8"
    state = gain(state, effects, market, tuple(before), step.seat, kind, rule)
    return resolve(state, effects), tuple(effects)


def apply_pair(state: State, seat: int, do: Pair) -> Applied:
    """Reveal the pair: to its taker (IM-3.5), or to all if nobody took it (IM-2.16)."""
    effects: Effects = []
    public = state.market.pair
    pair = bytes(sorted(CODE_OF[card] for card in do.cards))
    deck = subtract_tallies(state.market.deck, subtract_tallies(tally_of(pair, KINDS), tally_of(public, KINDS)))
    market = replace(state.market, deck=deck, pair=b"")
    if state.phase == SHOW_PAIR:
        for kind in pair:
            market = discard(market, effects, kind, "IM-2.16")
        return next_round(state, market), tuple(effects)
    *before, step = state.stack
    if len(pair) > 1:
        keep = Step(KEEP, step.seat, 0, 0, public)
        return replace(state, market=replace(market, pair=pair), stack=(*before, keep)), ()
    (kind,) = pair
    state = gain(state, effects, market, tuple(before), step.seat, kind, "IM-3.5")
    return resolve(state, effects), tuple(effects)


# -- sampling ---------------------------------------------------------------------------------------------------


def sample(state: State, dice: Dice) -> Do:
    """Return a random outcome for the step that is due."""
    market = state.market
    if state.stack and actors(state)[0] == CHANCE and due(state)[0] == "draw":
        return Draw(CARD_NAMES[dice.choice(expand_tally(market.deck))])
    if state.phase == START:
        return Start(dice.below(len(state.sleds)))
    if state.phase == ROUND_CARD:
        return TurnUp(dice.choice(hidden_round_cards(state)))
    if state.phase == FILL:
        n = row_cards(state)
        old = dice.draw(expand_tally(market.deck), min(n, sum(market.deck)))
        return Fill(_names([*old, *dice.draw(expand_tally(market.discard), n - len(old))]))
    known = market.pair.rstrip(BYTE[UNSEEN])
    return Pair(_names([*known, *dice.draw(expand_tally(market.deck), len(market.pair) - len(known))]))


def _names(kinds: Sequence[int]) -> tuple[CardName, ...]:
    return tuple(CARD_NAMES[kind] for kind in sorted(kinds))
