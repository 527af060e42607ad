"""Writing moves as text, with `?` for everything that a viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.tokens import MoveContext
from kronika.core.games.viceroy import steps
from kronika.core.games.viceroy.actions import (
    Bid,
    Choose,
    Deal,
    DealLaws,
    Decline,
    Gems,
    Get,
    Give,
    GiveBack,
    Pass,
    Pay,
    Place,
    Recolour,
    Start,
    Target,
)
from kronika.core.games.viceroy.cards import DOUBLE
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import place_of
from kronika.core.games.viceroy.state import State, waiting

At = MoveContext[State]

# -- what may be hidden -----------------------------------------------------------------------------------------


def bid(do: Bid | Pass, at: At) -> str:
    """Write `bid red` or `pass`.

    Other players can't tell a bid from a pass: they know only which choice is due.
    """
    return "pass" if isinstance(do, Pass) else f"bid {do.what}"


def start(do: Start, at: At) -> str:
    """Write `start 32 keep 5`."""
    return f"start {do.card} keep {do.keep}" if do.keep else f"start {do.card}"


def hands(verb: str, do: Deal | DealLaws, at: At) -> str:
    """Write `deal 3 4 / 5 6`; players know only their own hand."""
    return f"{verb} {' / '.join(map(cards, do.hands))}"


def give_back(do: GiveBack, at: At) -> str:
    """Write `return blue red / green green`; players know only their own gems."""
    return f"return {' / '.join(map(' '.join, do.gems))}"


# -- what all may know ------------------------------------------------------------------------------------------


def cards(some: Sequence[int]) -> str:
    """Write cards by number, separated by spaces."""
    return " ".join(map(str, some))


def gems(do: Gems | Place) -> str:
    """Write the gems of a move one by one, such as `blue red red`; empty for none."""
    counts = (do.blue, do.red, do.green, do.yellow)
    return " ".join(colour for colour, n in zip(COLOURS, counts, strict=True) for _ in range(n))


def place(do: Place, at: At) -> str:
    """Write `place left` or `place 3.1 using blue`."""
    using = gems(do)
    return f"place {_place(do, at)}{f' using {using}' if using else ''}"


def _place(do: Place, at: At) -> str:
    if do.level == 1 and 0 <= at.seat < len(at.state.players):
        player = at.state.players[at.seat]
        if do.column == player.left - 1:
            return "left"
        if do.column == player.left + len(player.rows[0]):
            return "right"
    return f"{do.level}.{do.column}"


def recolour(do: Recolour, at: At) -> str:
    """Write `recolour 2.0 green`."""
    lies = place_of(at.state.players[at.seat], do.card) if 0 <= at.seat < len(at.state.players) else None
    return f"recolour {f'{lies[0]}.{lies[1]}' if lies else do.card} {do.colour}"


def decline(do: Decline, at: At) -> str:
    """Write `decline`, or `keep` for a card that may be tucked."""
    return "keep" if isinstance(waiting(at.state), steps.TakenCard) else "decline"


# -- laws -------------------------------------------------------------------------------------------------------


def law(do: Choose | Target | Pay | Give | Get, at: At) -> str:
    """Write a choice with its law: `law 83 infinite red`, `law 65 replace 17`, `law 67 pay Bob`."""
    match do:
        case Choose():
            return _choose(do, at)
        case Target():
            return _target(do, at)
        case Pay():
            return f"law 67 pay {at.name(do.seat)}"
        case Give():
            return f"law 67 give {do.card} {do.token}"
        case Get():
            return f"law 67 get {do.card} {do.token}"


def _choose(do: Choose, at: At) -> str:
    step = waiting(at.state)
    head = f"law {step.law}" if isinstance(step, steps.LawChoice) else "choose"
    return f"{head} {do.option.replace('-', ' ')}"


def _target(do: Target, at: At) -> str:
    step = waiting(at.state)
    if isinstance(step, steps.FreeTuck):
        return f"law 74 tuck {do.card}"
    if isinstance(step, steps.Play) and step.card == DOUBLE:
        return f"law 66 under {do.card}"
    return f"law 65 replace {do.card}"
