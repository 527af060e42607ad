"""Laws (section 4): their immediate effects. What they are worth at the end is in `scoring`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DONE, Choose, Do, Done, Drawn, Gems, Return, Target, Tuck
from kronika.core.games.viceroy.cards import (
    CHOICES,
    DOUBLE,
    DRAW_LAWS,
    LAST_CHARACTER,
    LAWS,
    LAY_GEMS,
    REPLACE,
    SWAP,
    TAKE_DISPLAYED,
    TUCK_FREE,
    TUCK_HAND,
    is_law,
    label,
)
from kronika.core.games.viceroy.due import Chance, Decision
from kronika.core.games.viceroy.effects import Refilled, Replaced, ReturnedLaw, Took, WillSkip
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import (
    LEVELS,
    TOP_LAW_LEVEL,
    card_at,
    circle_colour,
    free_cards,
    place_of,
    placed,
    with_card,
    without_card,
)
from kronika.core.games.viceroy.rules.display import SLOTS, PickDisplayed
from kronika.core.games.viceroy.rules.rewards import LAW, check_gems, chosen_gems, gem_options, pick_gems
from kronika.core.games.viceroy.state import Player, State
from kronika.core.games.viceroy.steps import (
    CardFrom,
    DisplayPick,
    FreeTuck,
    Gain,
    GemsOnLaw,
    GemToLay,
    HandTuck,
    LawChoice,
    LawsToReturn,
    Refill,
    SwapPartner,
)
from kronika.core.games.viceroy.table import Table
from kronika.core.zones import minus, without, without_all

LAWS_DRAWN = 3
LAWS_RETURNED = 2
MOST_GEMS_LAID = 8


def take_effect(table: Table, seat: int, law: int) -> None:
    """The immediate effect of a law that has just been laid, if it has one."""
    if law in CHOICES:
        table.push(LawChoice(seat, law))
    elif law in _EFFECTS:
        _EFFECTS[law](table, seat)


# -- laws 65 and 66: their own placement ------------------------------------------------------------------------


def targets(player: Player, law: int) -> list[int]:
    """The cards that law 65 may replace (R-21), or the characters that law 66 may go under (R-23)."""
    if law == REPLACE:
        return [card for level, _, card in placed(player) if level <= TOP_LAW_LEVEL]
    return [card for _, _, card in placed(player) if not is_law(card)]


def check_target(player: Player, law: int, do: Do) -> None:
    """Raises IllegalAction unless the law may work on that card."""
    rule = f"VC-4.{law}"
    what = "takes the place of another card" if law == REPLACE else "goes under a character"
    if not isinstance(do, Target):
        raise IllegalAction(rule, f"Law {law} {what} of your pyramid: it is not laid on an open place.")
    place = place_of(player, do.card)
    if place is None:
        raise IllegalAction(rule, f"{label(do.card)} does not lie in your pyramid.")
    if law == REPLACE and place[0] > TOP_LAW_LEVEL:
        raise IllegalAction(rule, "A law may not lie on level 5.")
    if law == DOUBLE and is_law(do.card):
        raise IllegalAction(rule, f"Law {law} {what}: {label(do.card)} is a law.")


def work_on(table: Table, seat: int, law: int, target: int) -> None:
    """Law 65 replaces the target, law 66 goes under it."""
    if law == REPLACE:
        _replace(table, seat, target)
    else:
        _double(table, seat, target)


def _replace(table: Table, seat: int, target: int) -> None:
    """Tokens and tucked cards stay at the place (R-21); each circle newly of one colour pays (R-22)."""
    player = table.players[seat]
    place = place_of(player, target)
    assert place is not None
    level, column = place
    before = {circle for circle in _circles_of(player, level, column) if circle_colour(player, *circle) >= 0}
    left, rows = with_card(player, level, column, REPLACE)
    player = table.change(
        seat,
        hand=without(player.hand, REPLACE),
        shown=without(player.shown, REPLACE),
        left=left,
        rows=rows,
        tokens=tokens.move(player.tokens, target, REPLACE),
        tucked=tokens.move(player.tucked, target, REPLACE),
    )
    table.tell(Replaced(seat, target, level, column))
    for circle in _circles_of(player, level, column):
        if circle not in before:
            table.close_circle(seat, *circle)
    table.enter_hand(seat, target, hidden=False)


def _circles_of(player: Player, level: int, column: int) -> list[tuple[int, int]]:
    """The circles that the card at a place is part of, by their top cards."""
    own = [(level, column)] if level > 1 else []
    above = [(level + 1, column - 1), (level + 1, column)] if level < LEVELS else []
    return own + [circle for circle in above if card_at(player, *circle)]


def _double(table: Table, seat: int, target: int) -> None:
    """One identical token for each; gems come from the supply or the screen (R-23, R-41)."""
    table.tuck(seat, DOUBLE, target, hidden=False, rule="VC-4.66")
    on = tokens.on(table.players[seat].tokens, target)
    for code in sorted({code for code in on if tokens.gem_colour(code) < 0}):
        table.lay(seat, target, code, n=on.count(code), rule="VC-4.66")
    gems = [tokens.copy_of(code) for code in on if tokens.gem_colour(code) >= 0]
    table.push(*(GemToLay(seat, target, code, "VC-4.66") for code in sorted(gems)))
    if not on:
        table.nothing(seat, f"no token lies on {label(target)}", "VC-4.66")


# -- laws with a choice -----------------------------------------------------------------------------------------


class Choosing(Decision[LawChoice]):
    """One option of a law; it may be chosen even if it can't be fulfilled (R-17)."""

    rule = "VC-4.0"
    what = "a player chooses the option of a law"
    kinds = (Choose,)

    def options(self, state: State, step: LawChoice, seat: int) -> Sequence[Do]:
        """As printed."""
        return CHOICE_ACTIONS[step.law]

    def check(self, state: State, step: LawChoice, seat: int, do: Do) -> None:
        """It must be one of the law's."""
        assert isinstance(do, Choose)
        if do.option not in CHOICES[step.law]:
            choices = ", ".join(CHOICES[step.law])
            raise IllegalAction(f"VC-4.{step.law}", f"Law {step.law} offers {choices}.")

    def play(self, table: Table, step: LawChoice, seat: int, do: Do) -> None:
        """Like a reward for the law."""
        assert isinstance(do, Choose)
        parts = CHOICES[step.law][do.option]
        table.push(*(Gain(seat, step.law, part, f"VC-4.{step.law}") for part in parts))


# -- law 69: a displayed card -----------------------------------------------------------------------------------


def _start_display(table: Table, seat: int) -> None:
    """The next auction is skipped (R-25)."""
    table.change(seat, skips=True)
    table.tell(WillSkip(seat))
    table.push(DisplayPick(seat))


class DisplayPicking(PickDisplayed[DisplayPick]):
    """A displayed card is taken into hand (law 69)."""

    rule = "VC-4.69"
    what = "law 69 takes a displayed card"

    def take(self, table: Table, seat: int, slot: int) -> None:
        """The slot is filled after that."""
        card = table.empty_slot(slot)
        table.tell(Took(seat, card, self.rule))
        table.push(Refill(slot))
        table.enter_hand(seat, card, hidden=False)

    def nothing(self, table: Table, seat: int) -> None:
        """The law comes to nothing."""
        table.nothing(seat, "no card is on display", self.rule)


class Refilling(Chance[Refill]):
    """The top card of the small deck fills the slot (law 69)."""

    rule = "VC-4.69"
    what = "a card of the small deck fills the slot"
    kinds = (Drawn,)

    def run(self, table: Table, step: Refill) -> bool:
        """With an empty deck the slot stays empty (R-25)."""
        if table.small:
            return False
        self._tell(table, step.slot, 0)
        return True

    def check(self, state: State, step: Refill, seat: int, do: Do) -> None:
        """A character nobody has seen yet."""
        assert isinstance(do, Drawn)
        if do.card not in state.unseen:
            raise IllegalAction(self.rule, f"{label(do.card)} can't come from the small deck.")

    def play(self, table: Table, step: Refill, seat: int, do: Do) -> None:
        """Face up."""
        assert isinstance(do, Drawn)
        table.unseen = without(table.unseen, do.card)
        table.small -= 1
        table.fill_slot(step.slot, do.card)
        self._tell(table, step.slot, do.card)

    def sample(self, state: State, step: Refill, dice: Dice) -> Do:
        """Uniform over the unseen characters."""
        return Drawn(dice.choice(state.unseen))

    def _tell(self, table: Table, slot: int, card: int) -> None:
        table.tell(Refilled(COLOURS[slot // 2], SLOTS[slot % 2], card))


# -- law 70: laws drawn and returned ----------------------------------------------------------------------------


def _start_drawing(table: Table, seat: int) -> None:
    """Three laws are drawn, fewer from a short deck, and two of the hand go back (R-26)."""
    drawn = min(LAWS_DRAWN, len(table.laws) + len(table.top))
    if drawn:
        table.push(*(CardFrom(seat, LAW),) * drawn, LawsToReturn(seat, min(LAWS_RETURNED, drawn)))
    else:
        table.nothing(seat, "the law deck is empty", "VC-4.70")


class Returning(Decision[LawsToReturn]):
    """Laws of the hand go on top of the law deck, the lower one first (law 70)."""

    rule = "VC-4.70"
    what = "a player puts a law on top of the law deck"
    kinds = (Return,)

    def run(self, table: Table, step: LawsToReturn) -> bool:
        """The only law goes without asking."""
        laws = _laws_in_hand(table.players[step.seat])
        if len(laws) > 1:
            return False
        if laws:
            self._put(table, step, laws[0])
        return True

    def options(self, state: State, step: LawsToReturn, seat: int) -> Sequence[Do]:
        """Every law in hand."""
        return [Return(law) for law in _laws_in_hand(state.players[seat])]

    def check(self, state: State, step: LawsToReturn, seat: int, do: Do) -> None:
        """A law, and held."""
        assert isinstance(do, Return)
        if do.card not in _laws_in_hand(state.players[seat]):
            raise IllegalAction(self.rule, f"{label(do.card)} is not a law in your hand.")

    def play(self, table: Table, step: LawsToReturn, seat: int, do: Do) -> None:
        """On top of what was returned before."""
        assert isinstance(do, Return)
        self._put(table, step, do.card)

    def _put(self, table: Table, step: LawsToReturn, law: int) -> None:
        table.remove_from_hand(step.seat, law)
        # Nobody else knows which law it was, so that no law of the hand is known any more.
        table.change(step.seat, shown=without_all(table.players[step.seat].shown, LAWS))
        table.top = bytes((law,)) + table.top
        table.top_by = step.seat
        table.tell(ReturnedLaw(step.seat, law))
        if step.n > 1:
            table.push(LawsToReturn(step.seat, step.n - 1))


def _laws_in_hand(player: Player) -> list[int]:
    return [card for card in player.hand if card > LAST_CHARACTER]


# -- laws 72, 74 and 76: what is put under or on them -----------------------------------------------------------


class HandTucking(Decision[HandTuck]):
    """Any number of hand cards go under law 72, now and not later (R-27)."""

    rule = "VC-4.72"
    what = "a player tucks hand cards under law 72"
    kinds = (Tuck, Done)

    def run(self, table: Table, step: HandTuck) -> bool:
        """An empty hand ends it."""
        return not table.players[step.seat].hand

    def options(self, state: State, step: HandTuck, seat: int) -> Sequence[Do]:
        """Every hand card, or no more."""
        return [*map(Tuck, state.players[seat].hand), DONE]

    def check(self, state: State, step: HandTuck, seat: int, do: Do) -> None:
        """The card is in hand."""
        if type(do) is Tuck and do.card not in state.players[seat].hand:
            raise IllegalAction(self.rule, f"You do not hold {label(do.card)}.")

    def play(self, table: Table, step: HandTuck, seat: int, do: Do) -> None:
        """Face down."""
        if type(do) is Tuck:
            table.tuck(seat, do.card, TUCK_HAND, hidden=True, rule=self.rule)
            # Nobody else knows which card it was, so that no card of the hand is known any more.
            table.change(seat, shown=b"")
            table.push(step)


class FreeTucking(Decision[FreeTuck]):
    """A free card of the own pyramid goes under law 74, with its tokens (R-28, R-29)."""

    rule = "VC-4.74"
    what = "a free card goes under law 74"
    kinds = (Target,)

    def run(self, table: Table, step: FreeTuck) -> bool:
        """The only free card goes without asking."""
        found = free_targets(table.players[step.seat], table)
        if len(found) > 1:
            return False
        if found:
            self._tuck(table, step.seat, found[0])
        else:
            table.nothing(step.seat, "no card of the pyramid is free", self.rule)
        return True

    def options(self, state: State, step: FreeTuck, seat: int) -> Sequence[Do]:
        """Every free card."""
        return [Target(card) for card in free_targets(state.players[seat], state)]

    def check(self, state: State, step: FreeTuck, seat: int, do: Do) -> None:
        """It must be free (VC-3.6)."""
        assert isinstance(do, Target)
        if do.card not in free_targets(state.players[seat], state):
            raise IllegalAction(
                "VC-3.6" if do.card != TUCK_FREE else self.rule,
                f"{label(do.card)} is not a free card of your pyramid: at the end of its row or on the highest level, "
                "with no card on it and none under it.",
            )

    def play(self, table: Table, step: FreeTuck, seat: int, do: Do) -> None:
        """Out of its place."""
        assert isinstance(do, Target)
        self._tuck(table, seat, do.card)

    def _tuck(self, table: Table, seat: int, card: int) -> None:
        player = table.players[seat]
        place = place_of(player, card)
        assert place is not None
        left, rows = without_card(player, *place)
        table.change(seat, left=left, rows=rows, tokens=tokens.move(player.tokens, card, TUCK_FREE))
        table.tuck(seat, card, TUCK_FREE, hidden=False, rule=self.rule)


def free_targets(player: Player, of: State | Table) -> list[int]:
    """The free cards except law 74 itself, which lies in place when they are determined (R-29)."""
    return [card for card in free_cards(player, of.options) if card != TUCK_FREE]


class GemsLaying(Decision[GemsOnLaw]):
    """Up to 8 gems of the screen are laid on law 76 (R-30)."""

    rule = "VC-4.76"
    what = "a player lays gems on law 76"
    kinds = (Gems,)

    def run(self, table: Table, step: GemsOnLaw) -> bool:
        """Without gems there is nothing to lay."""
        if any(table.players[step.seat].gems):
            return False
        table.nothing(step.seat, "there are no gems behind the screen", self.rule)
        return True

    def options(self, state: State, step: GemsOnLaw, seat: int) -> Sequence[Do]:
        """Every way to lay none to eight."""
        gems = state.players[seat].gems
        return gem_options(gems, 0, min(MOST_GEMS_LAID, sum(gems)))

    def pick(self, state: State, step: GemsOnLaw, seat: int, dice: Dice) -> Do:
        """How many, then which."""
        gems = state.players[seat].gems
        return pick_gems(gems, 0, min(MOST_GEMS_LAID, sum(gems)), dice)

    def check(self, state: State, step: GemsOnLaw, seat: int, do: Do) -> None:
        """At most eight, of the own."""
        check_gems(state.players[seat].gems, 0, MOST_GEMS_LAID, do, self.rule, "behind your screen")

    def play(self, table: Table, step: GemsOnLaw, seat: int, do: Do) -> None:
        """Plain gems, no infinite ones."""
        assert isinstance(do, Gems)
        chosen = chosen_gems(do)
        table.change(seat, gems=minus(table.players[seat].gems, chosen))
        for colour, n in enumerate(chosen):
            if n:
                table.lay(seat, LAY_GEMS, tokens.PLAIN + colour, n=n, rule=self.rule)


# CHOICES holds the words that Choose lists; mypy knows them only as text.
CHOICE_ACTIONS = {law: tuple(Choose(option) for option in options) for law, options in CHOICES.items()}  # type: ignore[arg-type]

_EFFECTS: dict[int, Callable[[Table, int], None]] = {
    SWAP: lambda table, seat: table.push(SwapPartner(seat)),
    TAKE_DISPLAYED: _start_display,
    DRAW_LAWS: _start_drawing,
    TUCK_HAND: lambda table, seat: table.push(HandTuck(seat)),
    TUCK_FREE: lambda table, seat: table.push(FreeTuck(seat)),
    LAY_GEMS: lambda table, seat: table.push(GemsOnLaw(seat)),
}
