"""Rewards (VC-3.11, VC-3.12): the parts of a reward row, gems and cards of free choice, gems laid on cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, accept_any, chance_seat, finish_step
from kronika.core.contract.zones import remove_card
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DECLINE, Deck, Decline, Do, Draw, Drawn, Gems, Reward, Tuck
from kronika.core.games.viceroy.cards import ATTACK, CARD, GEMS, REWARD, TOKEN, TUCK_TAKEN, Part, label
from kronika.core.games.viceroy.effects import GotAttack, KnownLawDrawn
from kronika.core.games.viceroy.gems import COLOURS, choices, counts, covers, words
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.steps import CardFrom, CardToDraw, Gain, GemsToTake, GemToLay, LevelFive, TakenCard
from kronika.core.games.viceroy.table import Table

IN_TURN = ("VC-2.7", "VC-6.8")
"""The rules, passing and selling, under which a player always takes gems by an action.

Several players then take gems one after another, so each taking is an event of its own.
"""
LEVEL_FIVE_VP = tokens.VP + 15
SMALL, LAW = 0, 1
DECKS: Final[tuple[Deck, Deck]] = ("small", "law")
REWARDS = (Reward("rows"), Reward("15"))
DRAWS: Final = tuple(map(Draw, DECKS))


def _settle_gain(table: Table, step: Gain) -> None:
    """Give the part of the reward."""
    gain(table, step.seat, step.card, step.part, step.rule)


def gain(table: Table, seat: int, card: int, part: Part, rule: str) -> None:
    """Give a part of a reward: tokens at once, everything else as a step of its own."""
    kind = part.kind
    if kind == TOKEN:
        table.lay(seat, card, part.what, n=part.n, rule=rule)
    elif kind == GEMS:
        table.stack.append(GemsToTake(seat, part.n, 0, rule))
    elif kind == CARD:
        table.stack += [CardToDraw(seat)] * part.n
    elif kind == ATTACK:
        # Attack tokens go behind the screen, also those of laws 71 and 77.
        table.change(seat, attacks=table.players[seat].attacks + part.n)
        table.tell(GotAttack(seat, part.n, rule))
    else:
        table.stack.append(GemToLay(seat, card, tokens.INFINITE + part.what, rule))


def _level_five_options(state: State, step: LevelFive, seat: int) -> Sequence[Do]:
    """Return the two rewards of level 5."""
    return REWARDS


def _level_five(table: Table, step: LevelFive, seat: int, do: Reward) -> None:
    """Give the VP token, or the three lower rows in their order (R-14)."""
    if do.what == "15":
        table.lay(seat, step.card, LEVEL_FIVE_VP, n=1, rule="VC-3.11")
    else:
        rows = REWARD[step.card][1:4]
        table.push(*(Gain(seat, step.card, part, "VC-3.12") for row in rows for part in row))


# -- gems of free choice ----------------------------------------------------------------------------------------


def gem_options(stock: Sequence[int], fewest: int, most: int) -> list[Do]:
    """Return every way to choose `fewest` to `most` gems."""
    return [Gems(*chosen) for chosen in choices(stock, fewest, most)]


def pick_gems(stock: Sequence[int], fewest: int, most: int, dice: Dice) -> Gems:
    """Return a random way to choose `fewest` to `most` gems: first how many, then gem by gem."""
    return Gems(*dice.draw_counts(stock, fewest + dice.below(most - fewest + 1)))


def chosen_gems(do: Gems) -> tuple[int, int, int, int]:
    """Return the gems of an action as a number for each colour."""
    return (do.blue, do.red, do.green, do.yellow)


def check_gems(stock: Sequence[int], fewest: int, most: int, do: Gems, rule: str, where: str) -> None:
    """Raise IllegalAction unless these gems are in the stock, and their number is from `fewest` to `most`.

    `where` names the place of the stock in the message.
    """
    chosen = chosen_gems(do)
    number = do.blue + do.red + do.green + do.yellow
    if not covers(stock, chosen):
        raise IllegalAction(rule, f"You can choose only from the gems {where}: {words(stock)}.", {"gems": list(stock)})
    if not fewest <= number <= most:
        due = pluralize(fewest, "gem is", "gems are") if fewest == most else f"{fewest} to {most} gems are"
        raise IllegalAction(rule, f"{due} due, not {number}.")


def _settle_gems_to_take(table: Table, step: GemsToTake) -> GemsToTake | None:
    """Take the gems at once if there is no choice, except under `IN_TURN`, where the player does it for all to see."""
    if step.rule in IN_TURN and any(table.supply):
        return step
    fewest, most = _bounds(table.supply, step)
    if not most:
        table.nothing(step.seat, "the supply is empty", step.rule)
    elif fewest == sum(table.supply) or (fewest == most and max(table.supply) == sum(table.supply)):
        table.gain_gems(step.seat, counts(next(choices(table.supply, fewest, fewest))), step.rule)
    else:
        return step
    return None


def _gems_to_take_options(state: State, step: GemsToTake, seat: int) -> Sequence[Do]:
    """Return every way to take the gems."""
    return gem_options(state.supply, *_bounds(state.supply, step))


def _pick_gems_to_take(state: State, step: GemsToTake, seat: int, dice: Dice) -> Do:
    """Return a random way to take the gems."""
    return pick_gems(state.supply, *_bounds(state.supply, step), dice)


def _check_gems_to_take(state: State, step: GemsToTake, seat: int, do: Gems) -> None:
    """Raise IllegalAction unless the supply has these gems and their number is right."""
    fewest, most = _bounds(state.supply, step)
    check_gems(state.supply, fewest, most, do, step.rule, "in the supply")


def _gems_to_take(table: Table, step: GemsToTake, seat: int, do: Gems) -> None:
    """Move the gems behind the screen."""
    table.gain_gems(seat, chosen_gems(do), step.rule)


def _bounds(supply: bytes, step: GemsToTake) -> tuple[int, int]:
    there, must = sum(supply), step.must
    most = must + step.may
    return must if must < there else there, most if most < there else there


# -- cards ------------------------------------------------------------------------------------------------------


def _settle_card_to_draw(table: Table, step: CardToDraw) -> CardToDraw | None:
    """Wait for the choice of a deck if both have cards; two empty decks give nothing."""
    laws = len(table.laws) + len(table.top)
    if table.small and laws:
        return step
    if table.small or laws:
        table.push(CardFrom(step.seat, SMALL if table.small else LAW))
    else:
        table.nothing(step.seat, "both decks are empty", "VC-3.12")
    return None


def _card_to_draw_options(state: State, step: CardToDraw, seat: int) -> Sequence[Do]:
    """Return the two decks."""
    return DRAWS


def _card_to_draw(table: Table, step: CardToDraw, seat: int, do: Draw) -> None:
    """Draw from the chosen deck; the card is a matter of chance."""
    table.push(CardFrom(seat, DECKS.index(do.deck)))


def _settle_card_from(table: Table, step: CardFrom) -> CardFrom | None:
    """Draw a law that is known to be on top of the law deck; wait for chance in all other cases."""
    if step.deck == SMALL or not table.top:
        return step
    card, table.top = table.top[0], table.top[1:]
    table.top_by = table.top_by if table.top else 0
    table.tell(KnownLawDrawn(step.seat, card))
    table.enter_hand(step.seat, card, hidden=True)
    return None


def _check_card_from(state: State, step: CardFrom, seat: int, do: Drawn) -> None:
    """Raise IllegalAction unless the card may be in that deck."""
    if do.card not in _deck(state, step):
        raise IllegalAction("VC-3.12", f"{label(do.card)} can't come from the {DECKS[step.deck]} deck.")


def _card_from(table: Table, step: CardFrom, seat: int, do: Drawn) -> None:
    """Move the card from the deck into the hand."""
    if step.deck == SMALL:
        table.unseen = remove_card(table.unseen, do.card)
        table.small -= 1
    else:
        table.laws = remove_card(table.laws, do.card)
    table.enter_hand(step.seat, do.card, hidden=True)


def _sample_card_from(state: State, step: CardFrom, dice: Dice) -> Do:
    """Return a random card, all cards of the deck with unknown place equally likely."""
    return Drawn(dice.choice(_deck(state, step)))


def _deck(state: State, step: CardFrom) -> bytes:
    return state.unseen if step.deck == SMALL else state.laws


def _taken_card_options(state: State, step: TakenCard, seat: int) -> Sequence[Do]:
    """Return both options: tuck the card, or keep it."""
    return Tuck(step.card), DECLINE


def _check_taken_card(state: State, step: TakenCard, seat: int, do: Tuck) -> None:
    """Raise IllegalAction unless it is the card just taken."""
    if do.card != step.card:
        raise IllegalAction("VC-4.78", f"Only the card just taken, {label(step.card)}, can be tucked.")


def _taken_card(table: Table, step: TakenCard, seat: int, do: Tuck) -> None:
    """Tuck the card under law 78."""
    table.tuck(seat, do.card, TUCK_TAKEN, hidden=step.hidden, rule="VC-4.78")


# -- gems on cards ----------------------------------------------------------------------------------------------


def _settle_gem_to_lay(table: Table, step: GemToLay) -> GemToLay | None:
    """Lay a gem of the supply without asking.

    If the supply has none of that colour, the player may use a gem of the screen; without one, the reward is lost
    (R-16).
    """
    colour = tokens.gem_colour(step.token)
    if table.supply[colour]:
        table.lay_gem(step.seat, step.card, step.token, own=False, rule=step.rule)
    elif table.players[step.seat].gems[colour]:
        return step
    else:
        table.nothing(step.seat, f"there is no {COLOURS[colour]} gem", step.rule)
    return None


def _gem_to_lay_options(state: State, step: GemToLay, seat: int) -> Sequence[Do]:
    """Return both options: a gem of the player's own, or none."""
    return _own_gem(step), DECLINE


def _check_gem_to_lay(state: State, step: GemToLay, seat: int, do: Gems) -> None:
    """Raise IllegalAction unless it is one gem of the right colour."""
    if do != _own_gem(step):
        raise IllegalAction(step.rule, f"Lay one {COLOURS[tokens.gem_colour(step.token)]} gem, or none.")


def _gem_to_lay(table: Table, step: GemToLay, seat: int, do: Gems) -> None:
    """Lay the player's own gem on the card."""
    table.lay_gem(seat, step.card, step.token, own=True, rule=step.rule)


def _own_gem(step: GemToLay) -> Gems:
    colour = tokens.gem_colour(step.token)
    return Gems(*(int(colour == i) for i in range(4)))


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # One part of a reward is given; the parts of a row follow each other left to right (VC-3.12).
    Gain: StepKind(rule="VC-3.12", what="give a part of a reward", settle=_settle_gain),
    # On level 5: the rewards of rows 1, 2 and 3, or 15 VP (VC-3.11).
    LevelFive: StepKind(
        rule="VC-3.11",
        what="choose the reward of level 5",
        takes={Reward: (accept_any, _level_five)},
        options=_level_five_options,
    ),
    # Gems of any colours are taken from the supply: all that are due, as far as it has them (VC-2.7, VC-3.12, R-8).
    GemsToTake: StepKind(
        rule="VC-3.12",
        what="take gems",
        settle=_settle_gems_to_take,
        takes={Gems: (_check_gems_to_take, _gems_to_take)},
        options=_gems_to_take_options,
        pick=_pick_gems_to_take,
    ),
    # One card is drawn from the small deck or the law deck, chosen freely card by card (VC-3.12, R-15).
    CardToDraw: StepKind(
        rule="VC-3.12",
        what="choose a deck to draw from",
        settle=_settle_card_to_draw,
        takes={Draw: (accept_any, _card_to_draw)},
        options=_card_to_draw_options,
    ),
    # The next card of a deck is drawn. A law known to be on top is drawn without chance.
    CardFrom: StepKind(
        rule="VC-3.12",
        what="draw a card",
        settle=_settle_card_from,
        takes={Drawn: (_check_card_from, _card_from)},
        seats=chance_seat,
        sample=_sample_card_from,
    ),
    # The owner of law 78 may tuck the card just taken.
    TakenCard: StepKind(
        rule="VC-4.78",
        what="tuck the card just taken under law 78, or decline",
        takes={Tuck: (_check_taken_card, _taken_card), Decline: (accept_any, finish_step)},
        options=_taken_card_options,
    ),
    # An infinite gem or the copy of a gem comes from the supply or, if it has none, from the screen (VC-3.12, R-16).
    GemToLay: StepKind(
        rule="VC-3.12",
        what="lay a gem on the card, or none",
        settle=_settle_gem_to_lay,
        takes={Gems: (_check_gem_to_lay, _gem_to_lay), Decline: (accept_any, finish_step)},
        options=_gem_to_lay_options,
    ),
}
