"""The rules: who may act, which actions are legal, and their consequences (TT-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.zones import BYTE, remove_card, remove_cards
from kronika.core.games.tides.actions import Deal, Do, Draw, Pick, Relic
from kronika.core.games.tides.cards import label
from kronika.core.games.tides.effects import (
    Doubled,
    Effect,
    Ended,
    RelicsShown,
    Revealed,
    RoundScored,
    Scored,
    Swapped,
    TakenBack,
    TieWon,
)
from kronika.core.games.tides.scoring import RULES, round_totals, score_kingdoms
from kronika.core.games.tides.state import DEAL, DRAW, END, OPEN, PICK, RELIC, State

PLAYERS: Final = (0, 1)
"""The seats of the two players."""
HAND = 5
"""Cards in a full hand (TT-1.4)."""
ROUNDS = 3
"""Rounds of a game (TT-5.1)."""
DRAWN = 2
"""Cards that each player draws in a break (TT-2.8)."""

SWAPPED = Swapped()

DUE: Final = {
    DEAL: ("TT-1.4", "deal the hands"),
    PICK: ("TT-2.1", "pick a card"),
    RELIC: ("TT-2.6", "choose a relic and a discard"),
    DRAW: ("TT-2.8", "draw two cards for each player"),
}
"""By phase: the rule that makes a decision or draw due, and the next step in words."""
TAKEN_BACK = TakenBack()

Applied = tuple[State, tuple[Effect, ...]]
"""The state after an action or outcome, and its effects."""

# -- actors and actions -----------------------------------------------------------------------------------------


def actors(state: State) -> tuple[int, ...]:
    """The seats that must act, or CHANCE; empty at the end of the game.

    Both players choose at the same time (TT-1.2); a player who has chosen waits for the other.
    """
    if state.phase == PICK or state.phase == RELIC:
        return tuple(seat for seat in (0, 1) if not state.sealed[seat])
    return () if state.phase == END else (CHANCE,)


def actions(state: State, seat: int) -> tuple[Do, ...]:
    """All legal actions of a seat: its hand cards (TT-2.1), or the 20 pairs of relic and discard (TT-2.6)."""
    if seat not in actors(state) or seat == CHANCE:
        return ()
    hand = state.hands[seat]
    if state.phase == PICK:
        return tuple(Pick(card) for card in hand)
    return tuple(Relic(keep, discard) for keep in hand for discard in hand if keep != discard)


# -- legality ---------------------------------------------------------------------------------------------------


def check(state: State, seat: int, do: Do) -> None:
    """Raise IllegalAction unless this action or outcome is legal now."""
    _MOVES[type(do)][0](state, seat, do)


def _out_of_turn(state: State, seat: int, phase: int, rule: str, what: str) -> IllegalAction:
    if state.phase != phase:
        return _out_of_phase(state, what)
    if seat not in PLAYERS:
        return IllegalAction("TT-1.2", f"Chance does not {what}: one of the two players does.")
    return IllegalAction(rule, "You have chosen already; {seats} must still choose.", seats=(1 - seat,))


def _out_of_phase(state: State, what: str) -> IllegalAction:
    if state.phase == END:
        return IllegalAction("TT-5.1", "The game is over: the third round is scored.")
    rule, due = DUE[state.phase]
    return IllegalAction(rule, f"You can't {what} now: the next step is to {due}.")


def _check_pick(state: State, seat: int, do: Pick) -> None:
    if state.phase != PICK or seat not in PLAYERS or state.sealed[seat]:
        raise _out_of_turn(state, seat, PICK, "TT-2.1", "pick a card")
    if do.card not in state.hands[seat]:
        raise _not_held(state, seat, do.card, "TT-2.1")


def _check_relic(state: State, seat: int, do: Relic) -> None:
    if state.phase != RELIC or seat not in PLAYERS or state.sealed[seat]:
        raise _out_of_turn(state, seat, RELIC, "TT-2.6", "choose a relic")
    if do.keep == do.discard:
        raise IllegalAction("TT-8.2", f"{label(do.keep)} cannot be both relic and discard: choose two cards.")
    for card in (do.keep, do.discard):
        if card in state.relics[seat]:
            raise IllegalAction("TT-2.6", f"{label(card)} is your relic of an earlier break: it stays where it is.")
        if card not in state.hands[seat]:
            raise _not_held(state, seat, card, "TT-2.6")


def _not_held(state: State, seat: int, card: int, rule: str) -> IllegalAction:
    hand = list(state.hands[seat])
    return IllegalAction(
        rule, f"You do not hold {label(card)}: your hand is {', '.join(map(str, hand))}.", {"hand": hand}
    )


def _check_chance(state: State, seat: int, phase: int, rule: str, what: str) -> None:
    if state.phase != phase:
        raise _out_of_phase(state, what)
    if seat != CHANCE:
        raise IllegalAction(rule, f"A player can't {what}: only chance can.")


def _check_deal(state: State, seat: int, do: Deal) -> None:
    _check_chance(state, seat, DEAL, "TT-1.4", "deal")
    dealt = [card for hand in do.hands for card in hand]
    if len(set(dealt)) < len(dealt):
        raise IllegalAction("TT-1.4", "A card is dealt twice: there is one of each.", {"dealt": dealt})


def _check_draw(state: State, seat: int, do: Draw) -> None:
    if state.phase != DRAW and state.phase != END:
        raise IllegalAction("TT-3.2", "Cards are drawn only in the two breaks.")
    _check_chance(state, seat, DRAW, "TT-2.8", "draw")
    if do.seat != _drawer(state):
        raise IllegalAction("TT-2.8", "{seats} must draw now.", seats=(_drawer(state),))
    if do.cards[0] == do.cards[1]:
        raise IllegalAction("TT-2.8", f"{label(do.cards[0])} is drawn twice: there is one of each.")
    for card in do.cards:
        if card not in state.deck:
            raise IllegalAction("TT-2.8", f"{label(card)} is not in the deck.", {"deck": list(state.deck)})


def _drawer(state: State) -> int:
    """The seat that draws next: first seat 0, then seat 1."""
    return 0 if len(state.hands[0]) < HAND else 1


# -- consequences -----------------------------------------------------------------------------------------------


def apply(state: State, seat: int, do: Do) -> Applied:
    """Return the state after a legal action or outcome, and its effects."""
    return _MOVES[type(do)][1](state, seat, do)


def _apply_deal(state: State, seat: int, do: Deal) -> Applied:
    hands = (bytes(sorted(do.hands[0])), bytes(sorted(do.hands[1])))
    return replace(state, phase=PICK, deck=remove_cards(state.deck, (*do.hands[0], *do.hands[1])), hands=hands), ()


def _apply_pick(state: State, seat: int, do: Pick) -> Applied:
    sealed = (do.card, state.sealed[1]) if seat == 0 else (state.sealed[0], do.card)
    if sealed[1 - seat]:
        return _reveal(state, sealed)
    return replace(state, sealed=sealed), ()


def _reveal(state: State, cards: tuple[int, int]) -> Applied:
    """Reveal both cards (TT-2.2), then exchange the hands (TT-2.3) or score the round after the fifth pick (TT-2.4)."""
    a, b = cards
    kingdoms = (state.kingdoms[0] + BYTE[a], state.kingdoms[1] + BYTE[b])
    rest = (remove_card(state.hands[1], b), remove_card(state.hands[0], a))
    state = replace(state, sealed=OPEN, kingdoms=kingdoms, hands=rest)
    if rest[0]:
        return state, (Revealed(cards), SWAPPED)
    state, effects = score_round(state)
    return state, (Revealed(cards), *effects)


def score_round(state: State) -> Applied:
    """Score both kingdoms (TT-2.4), then begin the break (TT-2.5) or end the game (TT-5.1)."""
    scored = score_kingdoms(state.kingdoms, state.options)
    effects: list[Effect] = []
    for seat, values in enumerate(scored.values):
        if scored.doubled[seat]:
            effects.append(Doubled(seat, scored.doubled[seat]))
        for value in values:
            if value.tie_won:
                effects.append(TieWon(seat, value.card, "TT-4.15" if value.own else "TT-4.18"))
            if value.points:
                effects.append(Scored(seat, value.card, value.points, RULES[value.card]))
    before = round_totals(state.scored, state.options)
    running = (before[0] + scored.points[0], before[1] + scored.points[1])
    history = (*state.scored, state.kingdoms)
    effects.append(RoundScored(state.round, scored.points, running))
    if state.round == ROUNDS:
        return replace(state, scored=history, phase=END), (*effects, Ended(running))
    played = (state.kingdoms[0][-HAND:], state.kingdoms[1][-HAND:])
    hands = (bytes(sorted(played[0])), bytes(sorted(played[1])))
    state = replace(state, scored=history, phase=RELIC, hands=hands, kingdoms=state.relics)
    return state, (*effects, TAKEN_BACK)


def _apply_relic(state: State, seat: int, do: Relic) -> Applied:
    pair = do.keep << 5 | do.discard
    sealed = (pair, state.sealed[1]) if seat == 0 else (state.sealed[0], pair)
    if sealed[1 - seat]:
        return _show_relics(state, sealed)
    return replace(state, sealed=sealed), ()


def _show_relics(state: State, sealed: tuple[int, int]) -> Applied:
    """Show both choices: the relics go to the kingdoms, the discards face up into the box (TT-2.7)."""
    (keep0, drop0), (keep1, drop1) = divmod(sealed[0], 32), divmod(sealed[1], 32)
    relics = (state.relics[0] + BYTE[keep0], state.relics[1] + BYTE[keep1])
    state = replace(
        state,
        phase=DRAW,
        round=state.round + 1,
        sealed=OPEN,
        hands=(remove_cards(state.hands[0], (keep0, drop0)), remove_cards(state.hands[1], (keep1, drop1))),
        kingdoms=relics,
        relics=relics,
        box=bytes(sorted((*state.box, drop0, drop1))),
    )
    return state, (RelicsShown((keep0, keep1), (drop0, drop1)),)


def _apply_draw(state: State, seat: int, do: Draw) -> Applied:
    drawn = bytes(sorted((*state.hands[do.seat], *do.cards)))
    hands = (drawn, state.hands[1]) if do.seat == 0 else (state.hands[0], drawn)
    phase = PICK if do.seat == 1 else DRAW
    return replace(state, phase=phase, hands=hands, deck=remove_cards(state.deck, do.cards)), ()


_MOVES: Final[dict[type, tuple[Callable[[State, int, Any], None], Callable[[State, int, Any], Applied]]]] = {
    Pick: (_check_pick, _apply_pick),
    Relic: (_check_relic, _apply_relic),
    Deal: (_check_deal, _apply_deal),
    Draw: (_check_draw, _apply_draw),
}
"""By type of action or outcome: the function that checks it and the one that applies it."""

# -- chance -----------------------------------------------------------------------------------------------------


def sample(state: State, dice: Dice) -> Do:
    """Return a random outcome: the two first hands (TT-1.4), or two cards for the player who draws next (TT-2.8)."""
    if state.phase == DEAL:
        a, b, c, d, e, f, g, h, i, j = dice.draw(state.deck, 2 * HAND)
        return Deal(((a, b, c, d, e), (f, g, h, i, j)))
    first, second = dice.draw(state.deck, DRAWN)
    return Draw(_drawer(state), (first, second))
