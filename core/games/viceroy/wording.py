"""Effects as clauses; a card that a viewer may not know is `a card`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.games.viceroy import effects
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.gems import words


def describe(effect: effects.Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause; a card that a viewer may not know is `a card`."""
    return _CLAUSES[type(effect)](effect, names, viewer)


def _each(names: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True) if value)


def _bids(e: effects.BidsShown, names: Sequence[str], viewer: Viewer) -> str:
    bids = [f"{name} bids {bid}" for name, bid in zip(names, e.bids, strict=True) if bid]
    virtual = [f"a virtual opponent bids {gem}" for gem in e.virtual if gem]
    return ", ".join([*bids, *virtual])


def _claims(e: effects.Claimed, names: Sequence[str], viewer: Viewer) -> str:
    said = ", ".join(f"{names[seat]} says {claim}" for seat, claim in zip(e.seats, e.claims, strict=True))
    return f"{said}: {'they agree' if e.agreed else 'no agreement'}"


def _missed(e: effects.Missed, names: Sequence[str], viewer: Viewer) -> str:
    who = join_words([names[seat] for seat in e.seats])
    return f"{who} {'get' if len(e.seats) > 1 else 'gets'} no card for {e.bid}"


def _circle(e: effects.CircleClosed, names: Sequence[str], viewer: Viewer) -> str:
    there = "" if e.gem else f", but there is no {e.colour} gem in the supply"
    return f"{names[e.seat]} closes a {e.colour} circle at {e.level}.{e.column}{there}"


def _paid(e: effects.Paid, names: Sequence[str], viewer: Viewer) -> str:
    saved = f" and uses infinite gems: {words(e.infinite)}" if any(e.infinite) else ""
    return f"{names[e.seat]} pays {words(e.gems)}{saved}"


def _some(owner: int, card: int, viewer: Viewer) -> str:
    return label(card) if viewer is None or viewer == owner else "a card"


def _tucked(e: effects.Tucked, names: Sequence[str], viewer: Viewer) -> str:
    card = _some(e.seat, e.card, viewer) if e.hidden else label(e.card)
    return f"{names[e.seat]} tucks {card} under {label(e.under)}"


def _swapped(e: effects.Swapped, names: Sequence[str], viewer: Viewer) -> str:
    own = f"{names[e.seat]}'s {e.token} on {label(e.card)}"
    return f"{own} and {names[e.other]}'s {e.other_token} on {label(e.other_card)} change places"


def _refilled(e: effects.Refilled, names: Sequence[str], viewer: Viewer) -> str:
    where = f"{e.slot} the {e.lane} auction card"
    return f"{label(e.card)} comes {where}" if e.card else f"nothing comes {where}: the small deck is empty"


_CLAUSES: dict[type, Callable[[Any, Sequence[str], Viewer], str]] = {
    effects.Started: lambda e, names, viewer: f"first cards: {_each(names, [label(card) for card in e.cards])}",
    effects.RoundBegan: lambda e, names, viewer: f"round {e.round} begins",
    effects.SkippedAuction: lambda e, names, viewer: f"{names[e.seat]} skips this auction",
    effects.BidsShown: _bids,
    effects.BidsReturned: lambda e, names, viewer: f"the gems bid go to the supply: {words(e.gems)}",
    effects.Took: lambda e, names, viewer: f"{names[e.seat]} takes {label(e.card)}",
    effects.Missed: _missed,
    effects.VirtualStays: lambda e, names, viewer: (
        f"{pluralize(e.n, f'virtual opponent with {e.bid} gets', f'virtual opponents with {e.bid} get')} no card"
    ),
    effects.Claimed: _claims,
    effects.Passed: lambda e, names, viewer: f"{names[e.seat]} has passed",
    effects.GotGems: lambda e, names, viewer: f"{names[e.seat]} takes {words(e.gems)}",
    effects.Removed: lambda e, names, viewer: f"discarded: {', '.join(map(label, e.cards))}",
    effects.Slid: lambda e, names, viewer: f"moved up: {', '.join(label(card) for card in e.cards if card)}",
    effects.SelectionShown: lambda e, names, viewer: (
        f"shown: {_each(names, [label(card) if card else '' for card in e.cards])}"
    ),
    effects.Paid: _paid,
    effects.Placed: lambda e, names, viewer: f"{names[e.seat]} lays {label(e.card)} at {e.level}.{e.column}",
    effects.CircleClosed: _circle,
    effects.GotTokens: lambda e, names, viewer: f"{names[e.seat]} gets {', '.join(e.tokens)} on {label(e.card)}",
    effects.GotAttack: lambda e, names, viewer: f"{names[e.seat]} gets {pluralize(e.n, 'attack token')}",
    effects.Nothing: lambda e, names, viewer: f"{names[e.seat]} gets nothing: {e.why}",
    effects.KnownLawDrawn: lambda e, names, viewer: (
        f"{names[e.seat]} draws the law on top: {_some(e.seat, e.card, viewer)}"
    ),
    effects.Tucked: _tucked,
    effects.Replaced: lambda e, names, viewer: (
        f"law 65 replaces {names[e.seat]}'s {label(e.card)} at {e.level}.{e.column}, which goes to the hand"
    ),
    effects.GemsGiven: lambda e, names, viewer: f"{names[e.seat]} gives {names[e.to]} {words(e.gems)}",
    effects.Swapped: _swapped,
    effects.WillSkip: lambda e, names, viewer: f"{names[e.seat]} will skip the next auction",
    effects.Refilled: _refilled,
    effects.ReturnedLaw: lambda e, names, viewer: (
        f"{names[e.seat]} puts {_some(e.seat, e.card, viewer)} on top of the law deck"
    ),
    effects.Recoloured: lambda e, names, viewer: (
        f"{names[e.seat]} turns the circle below {label(e.card)} {e.colour} for {pluralize(e.gems, 'gem')}"
    ),
    effects.Ended: lambda e, names, viewer: f"the game ends: {_each(names, [str(total) for total in e.totals])}",
}
