"""Moves written out in notation, and effects as clauses; what a viewer may not know is `?`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kronika.core.game import Viewer
from kronika.core.games.viceroy import actions as a
from kronika.core.games.viceroy import effects, steps
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.gems import COLOURS, words
from kronika.core.games.viceroy.pyramid import place_of
from kronika.core.games.viceroy.rules import due
from kronika.core.games.viceroy.state import State
from kronika.core.words import count, listing

# -- moves ------------------------------------------------------------------------------------------------------


def format(state: State, seat: int, do: a.Do, names: Sequence[str], viewer: Viewer = None) -> str:
    """The notation of a move; what only its maker knows is `?` for another viewer."""
    known = viewer is None or viewer == seat
    match do:
        case a.Start():
            keep = f" keep {do.keep}" if do.keep else ""
            return f"start {do.card}{keep}" if known else "start ?"
        case a.Bid() | a.Pass() | a.Select() | a.Sell() | a.Claim() | a.Return() if not known:
            return f"{_secret(state, do)} ?"
        case a.Tuck() if not known and not _open_tuck(state):
            return "tuck ?"
        case a.Deal() | a.DealLaws():
            word = "deal" if isinstance(do, a.Deal) else "laws"
            hands = (_cards(hand, viewer in (None, owner)) for owner, hand in enumerate(do.hands))
            return f"{word} {' / '.join(hands)}"
        case a.GiveBack():
            pairs = (" ".join(pair) if viewer in (None, owner) else "? ?" for owner, pair in enumerate(do.gems))
            return f"return {' / '.join(pairs)}"
        case a.Drawn():
            return f"card {do.card if _sees_draw(state, viewer) else '?'}"
        case a.Place():
            return f"place {_place(state, seat, do)}{_using(do)}"
        case a.Target():
            return _target(state, do)
        case a.Recolour():
            place = place_of(state.players[seat], do.card) if 0 <= seat < len(state.players) else None
            return f"recolour {f'{place[0]}.{place[1]}' if place else do.card} {do.colour}"
        case a.Decline():
            return "keep" if state.stack and isinstance(state.stack[-1], steps.TakenCard) else "decline"
        case _:
            return _FORMATS[type(do)](state, do, names)


def _secret(state: State, do: a.Do) -> str:
    if isinstance(do, a.Return):
        return "return"
    if isinstance(do, a.Claim):
        return "claim"
    return "select" if isinstance(do, a.Select | a.Sell) or a.Bid not in due(state)[0].kinds else "bid"


def _open_tuck(state: State) -> bool:
    """Do all see which card is tucked? So it is with law 78 and a card that was public when taken."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, steps.TakenCard) and not top.hidden


def _sees_draw(state: State, viewer: Viewer) -> bool:
    top = state.stack[-1] if state.stack else None
    return viewer is None or not isinstance(top, steps.CardFrom) or top.seat == viewer


def _cards(cards: Sequence[int], known: bool) -> str:
    return " ".join(str(card) if known else "?" for card in cards)


def _place(state: State, seat: int, do: a.Place) -> str:
    if do.level == 1 and 0 <= seat < len(state.players):
        player = state.players[seat]
        if do.column == player.left - 1:
            return "left"
        if do.column == player.left + len(player.rows[0]):
            return "right"
    return f"{do.level}.{do.column}"


def _using(do: a.Place) -> str:
    used = _spelled((do.blue, do.red, do.green, do.yellow))
    return f" using {used}" if used else ""


def _spelled(gems: Sequence[int]) -> str:
    return " ".join(colour for colour, n in zip(COLOURS, gems, strict=True) for _ in range(n))


def _target(state: State, do: a.Target) -> str:
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.FreeTuck):
        return f"law 74 tuck {do.card}"
    if isinstance(top, steps.Play) and top.card == 66:
        return f"law 66 under {do.card}"
    return f"law 65 replace {do.card}"


def _choose(state: State, do: a.Choose, names: Sequence[str]) -> str:
    top = state.stack[-1] if state.stack else None
    head = f"law {top.law}" if isinstance(top, steps.LawChoice) else "choose"
    return f"{head} {do.option.replace('-', ' ')}"


_FORMATS: dict[type, Callable[[State, Any, Sequence[str]], str]] = {
    a.Bid: lambda state, do, names: f"bid {do.what}",
    a.Pass: lambda state, do, names: "pass",
    a.Take: lambda state, do, names: f"take {do.lane} {do.slot}",
    a.Claim: lambda state, do, names: f"claim {do.what}",
    a.Discard: lambda state, do, names: f"discard {do.lane} {do.slot}",
    a.Gems: lambda state, do, names: f"gems {_spelled((do.blue, do.red, do.green, do.yellow)) or 'none'}",
    a.Select: lambda state, do, names: f"select {do.card}",
    a.Sell: lambda state, do, names: f"sell {do.card}",
    a.Reward: lambda state, do, names: f"reward {do.what}",
    a.Draw: lambda state, do, names: f"draw {do.deck}",
    a.Choose: _choose,
    a.Pay: lambda state, do, names: f"law 67 pay {names[do.seat] if do.seat < len(names) else do.seat}",
    a.Give: lambda state, do, names: f"law 67 give {do.card} {do.token}",
    a.Get: lambda state, do, names: f"law 67 get {do.card} {do.token}",
    a.Return: lambda state, do, names: f"return {do.card}",
    a.Tuck: lambda state, do, names: f"tuck {do.card}",
    a.Done: lambda state, do, names: "done",
    a.TurnUp: lambda state, do, names: f"turn up {_cards(do.cards, True)}",
    a.FromBox: lambda state, do, names: f"box {' '.join(do.gems)}",
}

# -- effects ----------------------------------------------------------------------------------------------------


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
    who = listing([names[seat] for seat in e.seats])
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
    effects.VirtualStays: lambda e, names, viewer: f"{count(e.n, 'virtual opponent')} with {e.bid} get no card",
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
    effects.GotAttack: lambda e, names, viewer: f"{names[e.seat]} gets {count(e.n, 'attack token')}",
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
        f"{names[e.seat]} turns the circle below {label(e.card)} {e.colour} for {count(e.gems, 'gem')}"
    ),
    effects.Ended: lambda e, names, viewer: f"the game ends: {_each(names, [str(total) for total in e.totals])}",
}
