"""The table as text.

A pyramid is drawn as one. Between the two top corners of a card stands its number, below it its half circle; so a
circle is the block of four letters where three cards meet. A circle of one colour is in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kronika.core.games.viceroy.cards import BOTTOM, BY_ID, TOP_LEFT, TOP_RIGHT, Character, label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.view import Spot, Swap, View
from kronika.core.moves import seat_name
from kronika.core.paper import Paper
from kronika.core.view import EMPTY, HIDDEN
from kronika.core.words import count, listing

_NAME = max(len(label(card)) for card in BY_ID) + 1
_CELLS = (8, 6)
"""Widths of a card in the picture, the first that fits is taken."""
_MARGIN = 3


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """What is due, supply and decks, the lanes, then each player."""
    headline = [paper.ink(line, "bold") for line in paper.beside("", _headline(view, names)).split("\n")]
    players = (_player(view, seat, names, paper) for seat in range(len(names)))
    blocks = [[*headline, *_common(view, names, paper)], _lanes(view, paper), *players]
    return "\n\n".join("\n".join(block) for block in blocks)


def heading(view: View, names: Sequence[str]) -> str:
    """The round, and which bidding or building round of it."""
    kind = {"bid": "bidding", "from_box": "bidding", "select": "building"}.get(view.phase, "")
    of_three = f" · {kind} round {view.turn} of 3" if kind else ""
    return (f"Round {view.round} of {ROUNDS}" if view.round else "Set-up") + of_three


def _headline(view: View, names: Sequence[str]) -> str:
    parts = [heading(view, names), view.due or "the game is over"]
    players = [seat_name(seat, names) for seat in view.actors if seat >= 0]
    if players:
        parts.append(f"{listing(players)} to act")
    return " · ".join(parts)


def _common(view: View, names: Sequence[str], paper: Paper) -> list[str]:
    decks = f"large {view.large}, small {view.small}, laws {view.law_deck}"
    facts = [
        ("Supply", _gems(view.supply)),
        ("Decks", f"{decks}; {count(len(view.discard), 'card')} discarded"),
        ("Top law", ", ".join(_label(law) for law in view.top_laws if law != HIDDEN)),
        ("Virtual", ", ".join(view.virtual)),
        ("Shown", ", ".join(_label(card) for _, card in view.playing)),
        ("Law 67", _swap(view.swap, names) if view.swap else ""),
        ("Taken", _label(view.taken) if view.taken not in (EMPTY, HIDDEN) else ""),
    ]
    return [paper.beside(head.ljust(9), text) for head, text in facts if text]


def _swap(swap: Swap, names: Sequence[str]) -> str:
    parts = [f"with {names[swap.opponent]}"]
    if swap.paid:
        parts.append(f"for {_gems(swap.paid)}")
    if swap.card:
        parts.append(f"giving {swap.token} on {_label(swap.card)}")
    return " ".join(parts)


def _gems(gems: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {colour}" for colour, n in gems.items() if n) or "no gems"


def _lanes(view: View, paper: Paper) -> list[str]:
    lines: list[str] = []
    for colour, slots in view.lanes.items():
        head = paper.ink(colour.ljust(6), colour)
        lines.extend(_card(f"{head} {slot}  ", slots[slot], paper) for slot in ("above", "below") if slots[slot])
        if not any(slots.values()):
            lines.append(f"{head} -")
    return lines


def _label(card: str) -> str:
    return label(int(card))


def _card(head: str, id: str, paper: Paper) -> str:
    """Name, colours of the segments, and what it does."""
    card = int(id)
    colours = f"{_dye(TOP_LEFT[card], paper)}{_dye(TOP_RIGHT[card], paper)}/{_dye(BOTTOM[card], paper)}"
    facts = BY_ID[card]
    text = _rows(facts) if isinstance(facts, Character) else facts.text
    return paper.beside(f"{head}{label(card).ljust(_NAME)} {colours}  ", text)


def _rows(card: Character) -> str:
    """Costs by their first letters, and rewards: `g card · b 5 gems`."""
    rows = (row.partition(": ") for row in card.rows)
    return " · ".join(f"{cost[0]} {reward}" for cost, _, reward in rows)


def _dye(colour: int, paper: Paper) -> str:
    return paper.ink(COLOURS[colour][0], COLOURS[colour])


# -- a player ---------------------------------------------------------------------------------------------------


def _player(view: View, seat: int, names: Sequence[str], paper: Paper) -> list[str]:
    facts = f"{count(view.points[seat], 'point')} · {view.status[seat]}"
    if chosen := view.chosen[seat]:
        facts += f" · chosen: {'face down' if chosen == HIDDEN else chosen}"
    head = paper.beside(f"{paper.ink(names[seat], 'bold')}  ", facts)
    lines = [head, *_picture(view, seat, paper), *_details(view.pyramids[seat], paper)]
    gems, attacks = view.gems[seat], view.attacks[seat]
    if gems is not None and attacks is not None:
        lines.append(paper.beside("  screen  ", f"{_gems(gems)}; {count(attacks, 'attack token')}"))
    hand = view.hands[seat]
    lines.extend(_card("  hand    ", card, paper) for card in hand if card != HIDDEN)
    if HIDDEN in hand:
        lines.append(f"  hand    ({count(hand.count(HIDDEN), 'card')} unknown)")
    return lines


def _details(pyramid: Mapping[str, Spot], paper: Paper) -> list[str]:
    """What lies on and under the cards."""
    lines = []
    for place, spot in pyramid.items():
        if spot.tokens or spot.tucked:
            facts = [", ".join(spot.tokens)] if spot.tokens else []
            if spot.tucked:
                under = ", ".join("an unknown card" if card == HIDDEN else _label(card) for card in spot.tucked)
                facts.append(f"under it {under}")
            lines.append(paper.beside(f"  {place:<5} {_label(spot.card)}  ", "; ".join(facts)))
    return lines


def _picture(view: View, seat: int, paper: Paper) -> list[str]:
    """The pyramid, level 1 at the bottom with its columns; too wide a one as a list."""
    spots = {_parse(place): spot.card for place, spot in view.pyramids[seat].items()}
    if not spots:
        return ["  (no pyramid yet)"]
    base = [column for level, column in spots if level == 1]
    first, width = min(base), max(base) - min(base) + 1
    cell = next((size for size in _CELLS if width * size + _MARGIN <= paper.width), 0)
    if not cell:
        return [_card(f"  {level}.{column:<4} ", card, paper) for (level, column), card in spots.items()]
    lines = []
    for level in range(max(level for level, _ in spots), 0, -1):
        row = {column: card for (lvl, column), card in spots.items() if lvl == level}
        shift = _MARGIN + (level - 1) * cell // 2
        tops = {shift + (column - first) * cell: _top(card, cell, paper) for column, card in row.items()}
        lines.append(_spread(tops, cell, f"{level}"))
        if level > 1:
            circles = {
                shift + (column - first) * cell: _circle(card, view.circles[seat][f"{level}.{column}"], cell, paper)
                for column, card in row.items()
            }
            lines.append(_spread(circles, cell, " "))
    axis = {_MARGIN + (column - first) * cell: str(column).center(cell) for column in range(first, first + width)}
    lines.append(_spread(axis, cell, " "))
    return lines


def _parse(place: str) -> tuple[int, int]:
    level, _, column = place.partition(".")
    return int(level), int(column)


def _top(card: str, cell: int, paper: Paper) -> str:
    left, right = (_dye(colours[int(card)], paper) for colours in (TOP_LEFT, TOP_RIGHT))
    return f"{left}{card.center(cell - 2)}{right}"


def _circle(card: str, colour: str, cell: int, paper: Paper) -> str:
    edge = " " * (cell // 2 - 2)
    if colour == "mixed":
        return f"{edge} {_dye(BOTTOM[int(card)], paper) * 2} {edge}"
    return f"{edge}({paper.ink(colour[0] * 2, colour)}){edge}"


def _spread(parts: Mapping[int, str], cell: int, head: str) -> str:
    """Parts of `cell` visible characters at their columns; they may hold ink, so that len() can't place them."""
    line, at = head, len(head)
    for column, part in sorted(parts.items()):
        line += " " * (column - at) + part
        at = column + cell
    return line.rstrip()
