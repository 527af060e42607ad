"""The table as text: what is due, supply and decks, the lanes, the players.

If some pyramids may be shortened to a line, the table has as much detail as the screen has lines for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from msgspec.structs import replace

from kronika.core.basics.text import pluralize
from kronika.core.contract.paper import Paper, side_by_side
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.palette import INK
from kronika.core.games.viceroy.render.cards import amounts, in_short, labelled, listed, things, told
from kronika.core.games.viceroy.render.pyramid import picture
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.view import Swap, View


class _Detail(NamedTuple):
    """The things that are shown in full: the cards in the lanes, the cards in hand, and the cards of the pyramids.

    In full, each card has a line of its own with all that it does, or with what lies on it.
    """

    lanes: bool
    hands: bool
    pyramids: bool


_TWO: Final = 110
"""Width in columns from which two players are shown side by side."""
_ALL: Final = _Detail(lanes=True, hands=True, pyramids=True)
_BIDDING: Final = ("bid", "from_box")
_STILL: Final = {"bid": "still bidding", "from_box": "still bidding", "select": "still building"}
"""By phase: the words for a player who is still in it."""


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Return the table: in full, or with as much detail as the screen holds if some pyramids may be shortened."""
    return paper.first_fitting(_drawings(view, names, paper))


def _drawings(view: View, names: Sequence[str], paper: Paper) -> Iterator[str]:
    """Yield the table from the fullest version to the shortest, each with and without empty lines between blocks."""
    for detail in _details(view.phase in _BIDDING):
        blocks = _blocks(view, names, paper, detail)
        yield "\n\n".join(blocks)
        yield "\n".join(blocks)


def _details(bidding: bool) -> Iterator[_Detail]:
    """Yield less and less detail; the cards that matter in the phase are shown in full longest."""
    yield _ALL
    yield _ALL._replace(pyramids=False)
    yield _Detail(lanes=bidding, hands=not bidding, pyramids=False)
    yield _Detail(lanes=False, hands=False, pyramids=False)


def _blocks(view: View, names: Sequence[str], paper: Paper, detail: _Detail) -> list[str]:
    common = [paper.title(_headline(view, names)), *_common(view, names, paper)]
    blocks = [common, _lanes(view, paper, detail), *_players(view, names, paper, detail)]
    return ["\n".join(block) for block in blocks if block]


def heading(view: View, names: Sequence[str]) -> str:
    """Return the round, and the number of the bidding or building round."""
    kind = "bidding" if view.phase in _BIDDING else "building" if view.phase == "select" else ""
    of_three = f" · {kind} round {view.turn} of 3" if kind else ""
    return (f"Round {view.round} of {ROUNDS}" if view.round else "Set-up") + of_three


def episode(view: View, names: Sequence[str]) -> str:
    """Return the auction of the round, which has up to three bidding rounds."""
    return f"Auction of round {view.round}" if view.phase in _BIDDING else ""


def _headline(view: View, names: Sequence[str]) -> str:
    return f"{heading(view, names)} · {view.due or 'the game is over'}"


def _common(view: View, names: Sequence[str], paper: Paper) -> Iterator[str]:
    decks = f"large {view.large} small {view.small} laws {view.law_deck} out {len(view.discard)}"
    facts = [
        ("Supply", f"{_supply(view)} · {decks}"),
        ("Top law", ", ".join(labelled(law) for law in view.top_laws if law != HIDDEN)),
        ("Virtual", ", ".join(view.virtual)),
        ("Shown", ", ".join(f"{names[seat]}'s {labelled(card)}" for seat, card in view.playing)),
        ("Law 67", _swap(view.swap, names) if view.swap else ""),
        ("Taken", labelled(view.taken) if view.taken not in (EMPTY, HIDDEN) else ""),
    ]
    yield from (told(head.ljust(8), text, paper) for head, text in facts if text)


def _supply(view: View) -> str:
    """The gems in the supply, as one line; a colour that nobody has counted has a `?` for its number."""
    unknown = [f"? {colour}" for colour in COLOURS if colour not in view.supply]
    there = amounts(view.supply, " ") if view.supply else ""
    return " ".join([*([there] if there else []), *unknown])


def _swap(swap: Swap, names: Sequence[str]) -> str:
    parts = [f"with {names[swap.opponent]}"]
    if swap.paid:
        parts.append(f"for {amounts(swap.paid)}")
    if swap.card:
        parts.append(f"giving {swap.token} on {labelled(swap.card)}")
    return " ".join(parts)


def _lanes(view: View, paper: Paper, detail: _Detail) -> list[str]:
    """Return a line for each lane or, with all that they do, for each card."""
    lanes = []
    for colour, slots in view.lanes.items():
        cards = [(slot, slots[slot]) for slot in ("above", "below") if slots[slot]]
        lanes.append((paper.ink(colour.ljust(6), INK[colour]), cards or [("-", EMPTY)]))
    if detail.lanes:
        return listed([(f"{head} {slot:<5}  ", card) for head, cards in lanes for slot, card in cards], paper)
    return [
        paper.row(f"{head} ", [f"{slot:<5} {in_short(card, paper)}" if card else slot for slot, card in cards], " · ")
        for head, cards in lanes
    ]


# -- the players ------------------------------------------------------------------------------------------------


def _players(view: View, names: Sequence[str], paper: Paper, detail: _Detail) -> Iterator[list[str]]:
    """Yield the pyramids shown in full, two side by side if there is room, then a line for each other player."""
    whole = [seat for seat in range(len(names)) if paper.shows(seat)]
    if paper.width >= _TWO and len(whole) > 1:
        half = replace(paper, width=paper.width // 2 - 1)
        for left, right in zip_longest(whole[::2], whole[1::2]):
            pair = [_whole(view, seat, names, half, detail) for seat in (left, right) if seat is not None]
            yield side_by_side(pair[0], pair[-1] if right is not None else [], half.width + 2)
    else:
        yield from (_whole(view, seat, names, paper, detail) for seat in whole)
    yield [_short(view, seat, names, paper) for seat in range(len(names)) if seat not in whole]


def _name(view: View, seat: int, names: Sequence[str], paper: Paper) -> str:
    """Return the name of a player, with a sign before it if the player may act now."""
    return f"{'>' if seat in view.actors else ' '} {paper.ink(names[seat], 'bold')}  "


def _points(view: View, seat: int) -> str:
    total = view.totals[seat]
    return "points unknown" if total is None else pluralize(total, "point")


def _part(view: View, seat: int) -> Iterator[str]:
    """Yield how a player takes part in the phase, and a sealed choice."""
    status, chosen = view.status[seat], view.chosen[seat]
    if part := _STILL.get(view.phase, "") if status == "in" else status:
        yield part
    if chosen:
        yield "has chosen" if chosen == HIDDEN else f"chosen: {chosen}"


def _whole(view: View, seat: int, names: Sequence[str], paper: Paper, detail: _Detail) -> list[str]:
    facts = " · ".join([_points(view, seat), *_part(view, seat)])
    lines = [paper.beside(_name(view, seat, names, paper), facts), *_pyramid(view, seat, paper, detail)]
    gems, attacks = view.gems[seat], view.attacks[seat]
    if gems is not None and attacks is not None:
        lines.append(told("  screen  ", f"{amounts(gems)}; {pluralize(attacks, 'attack token')}", paper))
    known = [card for card in view.hands[seat] if card != HIDDEN]
    if detail.hands:
        lines += listed([("  hand    ", card) for card in known], paper)
    elif known:
        lines.append(paper.row("  hand    ", [in_short(card, paper) for card in known], " · "))
    if unknown := len(view.hands[seat]) - len(known):
        lines.append(f"  hand    ({pluralize(unknown, 'card')} unknown)")
    return lines


def _pyramid(view: View, seat: int, paper: Paper, detail: _Detail) -> list[str]:
    """Return the picture of a pyramid, and below it the cards that have something on or under them."""
    pyramid = view.pyramids[seat]
    if not pyramid:
        return ["  (no pyramid yet)"]
    held = {place: things(spot) for place, spot in pyramid.items()}
    lines = picture(pyramid, view.circles[seat], paper)
    if detail.pyramids:
        named = ((f"  {place:<5} {labelled(pyramid[place].card)}  ", what) for place, what in held.items() if what)
        return [*lines, *(told(head, what, paper) for head, what in named)]
    parts = [f"{place} {what}" for place, what in held.items() if what]
    return [*lines, told("  ", " · ".join(parts), paper)] if parts else lines


def _short(view: View, seat: int, names: Sequence[str], paper: Paper) -> str:
    """Return a player in one line: points, pyramid, known gems, hand, and part in the phase."""
    pyramid, gems = view.pyramids[seat], view.gems[seat]
    facts = [_points(view, seat), f"{pluralize(len(pyramid), 'card')}, height {max(pyramid, default='0')[0]}"]
    if gems is not None:
        facts.append(pluralize(sum(gems.values()), "gem"))
    facts += [f"{len(view.hands[seat])} in hand", *_part(view, seat)]
    return paper.beside(_name(view, seat, names, paper), " · ".join(facts))


# -- the signs explained ----------------------------------------------------------------------------------------


def legend(paper: Paper) -> str:
    """Return an explanation of the signs of the table, in lines."""
    return paper.explained(_LEGEND)


_LEGEND: Final = {
    ">": "a player who may act now",
    "b r g y": "blue, red, green, yellow",
    "[1.0:22]": "card 22 at the place 1.0, level 1 and column 0; 65 to 88 are laws. A card on two others has the "
    "column of the left one; in a wide pyramid the levels and columns are at the edges",
    "grb": "the circle of three cards: corner of the left one, half circle of the upper one, corner of the right one",
    "(g)": "a one-colour circle",
    "g b": "two corners with no card above them yet",
    "gb/r": "a card by itself: its corners at the top, left and right, and its half circle",
    "y 2 vp": "a row of a character, from level 1: its gem and the reward; a level costs the gems of all rows up to it",
    "above": "in a lane, the card left over from the last auction; below: the new card",
    "out": "the number of cards in the discard pile",
}
