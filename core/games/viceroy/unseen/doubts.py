"""The hidden things on which the effects of an event depend, and what comes after it.

The rules ask nobody if there is no choice. So effects depend on gems in the supply and those that screens hide, on laws
in hands, and at the end on who can pay for a circle (VC-3.4, VC-3.12, VC-4.67, VC-4.70, VC-4.76, VC-5.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.contract.unseen import Holds, Lacks, Lies, Place, Ways
from kronika.core.games.viceroy import effects, steps, tokens
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.recolouring import can_repaint
from kronika.core.games.viceroy.rules.rewards import IN_TURN
from kronika.core.games.viceroy.state import IN, RECOLOUR, Player, State, waiting
from kronika.core.games.viceroy.unseen.acts import OTHERS, least_prices
from kronika.core.games.viceroy.unseen.moves import NO_GEM, own_effects
from kronika.core.games.viceroy.unseen.places import ALL_LAWS, HAND, SCREEN, SUPPLY

Bound = Holds | Lacks


def doubts(state: State, seat: int, do: Any, then: Sequence[Effect], after: State) -> Ways:
    """The ways to place things so that an event has other effects, or is followed by another choice.

    `then` are its effects in a full game, and `after` is the state after it there.
    """
    own = own_effects(state, do, then)
    found = [(n, bound) for n, effect in enumerate(then) for bound in _of_effect(effect, n < own, after)]
    found += [(len(then), bound) for bound in _of_step(waiting(after))]
    found += _of_missing_law(state, do, then, after)
    ways = [[one] for one in found]
    if after.phase == RECOLOUR:
        ways.append([(len(then), bound) for bound in _nobody_pays(after)])
    return ways


def _of_effect(effect: Effect, is_own: bool, after: State) -> Iterator[Bound]:
    """The bounds under which an effect is another one; `is_own`: whether the action itself has named it."""
    match effect:
        case effects.CircleClosed(colour=colour, gem=gem):
            yield _lacks(SUPPLY, colour) if gem else _holds(SUPPLY, colour, 1)
        case effects.GotGems(_, gems, rule) if not is_own and rule != "VC-3.4":
            yield from _more(SUPPLY, gems)
        case effects.GemsGiven(seat, _, gems) if not is_own:
            yield from _more(SCREEN[seat], gems)
        case effects.GotTokens(seat, _, laid, rule) if not is_own:
            yield from _laid(seat, laid, rule)
        case effects.Nothing(seat, why) if why in NO_GEM:
            yield _holds(SUPPLY, NO_GEM[why], 1)
            yield _holds(SCREEN[seat], NO_GEM[why], 1)
        case effects.ReturnedLaw(seat) if not is_own:
            yield Holds(HAND[seat], ALL_LAWS, 2)
            yield Lacks(HAND[seat], ALL_LAWS)
        case effects.Ended():
            for owner, player in enumerate(after.players):
                if not has_stopped(player):
                    for lane, price in least_prices(player).items():
                        yield _holds(SCREEN[owner], COLOURS[lane], price)


def _laid(seat: int, laid: Sequence[str], rule: str) -> Iterator[Bound]:
    """The bounds under which other gems are laid on a card: all of the screen (R-30), or one of the supply (R-16)."""
    sorts = [name.partition("-") for name in laid]
    colours = [colour for sort, _, colour in sorts if sort in ("infinite", "gem")]
    if rule == "VC-4.76":
        yield from _more(SCREEN[seat], [colours.count(colour) for colour in COLOURS])
    else:
        yield from (_lacks(SUPPLY, colour) for colour in colours)


def _of_step(step: steps.Step | None) -> Iterator[Bound]:
    """The bounds under which the player of a step has no choice there."""
    match step:
        case steps.GemsToTake(_, _, 0, rule) if rule not in IN_TURN:
            yield from (Lacks(SUPPLY, others) for others in OTHERS.values())
        case steps.SwapPrice(seat):
            yield from (Lacks(SCREEN[seat], others) for others in OTHERS.values())
        case steps.GemToLay(seat):
            colour = COLOURS[tokens.gem_colour(step.token)]
            yield from (_holds(SUPPLY, colour, 1), _lacks(SCREEN[seat], colour))
        case steps.LawsToReturn(seat):
            yield Lacks(HAND[seat], ALL_LAWS, 1)


def _of_missing_law(state: State, do: Any, then: Sequence[Effect], after: State) -> Iterator[tuple[int, Bound]]:
    """The bound that a hand has a law, if it was due to return one and had none: no effect says so (VC-4.70)."""
    due = [step for step in state.stack if isinstance(step, steps.LawsToReturn)]
    left = sum(step.n for step in after.stack if isinstance(step, steps.LawsToReturn))
    returned = [n for n, effect in enumerate(then, 1) if isinstance(effect, effects.ReturnedLaw)]
    if due and sum(step.n for step in due) - len(returned) > left:
        yield max([own_effects(state, do, then), *returned]), Holds(HAND[due[0].seat], ALL_LAWS)


def _nobody_pays(after: State) -> Iterator[Bound]:
    """The bounds under which no player can pay for a circle any more, and the game ends (VC-5.2)."""
    for owner, player in enumerate(after.players):
        if not has_stopped(player):
            for colour, price in least_prices(player).items():
                yield Lacks(SCREEN[owner], frozenset((COLOURS[colour],)), price - 1)


def due(state: State, lies: Lies) -> dict[int, bool] | None:
    """Whether it is proved that a seat may still recolour, for each that perhaps may (VC-5.2); None in other phases."""
    if state.phase != RECOLOUR or state.stack:
        return None
    found: dict[int, bool] = {}
    for owner, player in enumerate(state.players):
        prices = [] if has_stopped(player) else [*least_prices(player).items()]
        if any(lies.most(SCREEN[owner], COLOURS[colour]) >= price for colour, price in prices):
            found[owner] = any(lies.least(SCREEN[owner], COLOURS[colour]) >= price for colour, price in prices)
    return found if len(found) > 1 else dict.fromkeys(found, True)


def has_stopped(player: Player) -> bool:
    """Whether a player has said to recolour nothing more: only who can recolour a circle is asked."""
    return player.out != IN and can_repaint(player)


def _holds(place: Place, colour: str, n: int) -> Bound:
    return Holds(place, frozenset((colour,)), n)


def _lacks(place: Place, colour: str) -> Bound:
    return Lacks(place, frozenset((colour,)))


def _more(place: Place, gems: Sequence[int]) -> Iterator[Bound]:
    """The bounds that there is one more gem of a colour than these."""
    return (_holds(place, colour, n + 1) for colour, n in zip(COLOURS, gems, strict=True))
