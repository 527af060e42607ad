"""Writing moves as text, with `?` for everything that a viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.notation import MoveContext
from kronika.core.games.viceroy import steps
from kronika.core.games.viceroy.actions import (
    Bid,
    Choose,
    Deal,
    DealLaws,
    Decline,
    Drawn,
    Gems,
    Get,
    Give,
    GiveBack,
    Pass,
    Pay,
    Place,
    Recolour,
    Sell,
    Start,
    Target,
    Tuck,
)
from kronika.core.games.viceroy.cards import DOUBLE
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import place_of
from kronika.core.games.viceroy.rules import due
from kronika.core.games.viceroy.state import State, waiting

At = MoveContext[State]

# -- what is secret ---------------------------------------------------------------------------------------------


def secret(verb: str, what: object, at: At) -> str:
    """Write a choice that only its player knows."""
    return f"{verb} {what if at.knows(at.seat) else '?'}"


def bid(do: Bid | Pass, at: At) -> str:
    """Write `bid red` or `pass`.

    Other players can't tell a bid from a pass: they know only which choice is due.
    """
    if at.knows(at.seat):
        return f"bid {do.what}" if isinstance(do, Bid) else "pass"
    return "bid ?" if Bid in due(at.state)[0].takes else "select ?"


def sell(do: Sell, at: At) -> str:
    """Write `sell 36`. For other players it looks like any other selected card."""
    return f"sell {do.card}" if at.knows(at.seat) else "select ?"


def start(do: Start, at: At) -> str:
    """Write `start 32 keep 5`."""
    keep = f" keep {do.keep}" if do.keep and at.knows(at.seat) else ""
    return secret("start", do.card, at) + keep


def tuck(do: Tuck, at: At) -> str:
    """Write `tuck 36`. Everybody sees what law 78 tucks if the card was public when taken (R-31)."""
    step = waiting(at.state)
    public = isinstance(step, steps.TakenCard) and not step.hidden
    return f"tuck {do.card}" if public else secret("tuck", do.card, at)


def drawn(do: Drawn, at: At) -> str:
    """Write `card 32`; only the player who draws a card knows it."""
    step = waiting(at.state)
    known = not isinstance(step, steps.CardFrom) or at.knows(step.seat)
    return f"card {do.card if known else '?'}"


def hands(verb: str, do: Deal | DealLaws, at: At) -> str:
    """Write `deal 3 4 / 5 6`; players know only their own hand."""
    return f"{verb} {' / '.join(cards(hand, at.knows(owner)) for owner, hand in enumerate(do.hands))}"


def give_back(do: GiveBack, at: At) -> str:
    """Write `return blue red / green green`; players know only their own gems."""
    pairs = (" ".join(pair) if at.knows(owner) else "? ?" for owner, pair in enumerate(do.gems))
    return f"return {' / '.join(pairs)}"


# -- what all may know ------------------------------------------------------------------------------------------


def cards(some: Sequence[int], known: bool = True) -> str:
    """Write cards by number, separated by spaces."""
    return " ".join(str(card) if known else "?" for card in some)


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
