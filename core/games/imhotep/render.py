"""The table as text: ships and harbours, the sites with the stones as they lie, the players, the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kronika.core.game import CHANCE
from kronika.core.games.imhotep.board import PYRAMID_A, PYRAMID_NAMES, ROUNDS, SITE_TITLES, SITES, SLED, temple_width
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.view import View
from kronika.core.paper import Paper
from kronika.core.words import count, fold

_INKS: Final = ("cyan", "yellow", "magenta", "green")
_INDENT: Final = 4
_FREE: Final = "."
_GLUE: Final = "\N{NO-BREAK SPACE}"
"""Between words that stay on one line."""

_DUE: Final = {
    "start": "the start player is to be drawn",
    "round_card": "a round card is to be turned up",
    "fill": "the market row is to be filled",
    "draw": "a card is to be drawn",
    "pair": "the pair is to be looked at",
    "turn": "{name} to act",
    "market": "{name} takes a card",
    "keep": "{name} keeps one card of the pair",
    "pyramid": "{name} chooses a pyramid",
    "bonus_card": "{name} may take a card of the deck (bonus card) or skip",
    "bonus_stones": "{name} may take stones (bonus stones) or skip",
    "bonus_place": "{name} may load a stone (bonus 4:2) or skip",
    "choose": "{name} chooses points or stones",
    "over": "the game is over",
}


class _Pen:
    """How the stones of this table are drawn: a letter for each player, in the player's ink."""

    def __init__(self, names: Sequence[str], paper: Paper) -> None:
        self.paper = paper
        self.letters = letters_of(names)

    def stone(self, seat: int) -> str:
        """A stone, or a free place."""
        if seat < 0:
            return self.paper.ink(_FREE, "dim")
        return self.paper.ink(self.letters[seat], _INKS[seat])

    def stones(self, seats: Sequence[int]) -> str:
        """Stones side by side."""
        return " ".join(map(self.stone, seats))

    def places(self, seats: Sequence[int], free: Sequence[str]) -> list[str]:
        """Stones, then what stands on the places that are still free."""
        return [*map(self.stone, seats), *(self.paper.ink(text, "dim") for text in free[len(seats) :])]


def letters_of(names: Sequence[str]) -> list[str]:
    """A letter for each player: the first of the name that no one before has, else the number of the seat."""
    letters: list[str] = []
    for seat, name in enumerate(names, 1):
        own = (char.upper() for char in fold(name) if char.isalnum())
        letters.append(next((char for char in own if char not in letters), str(seat)))
    return letters


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Headline, ships, sites, players, cards."""
    pen = _Pen(names, paper)
    sites = (_market, _pyramids, _temple, _chamber, _obelisks)
    blocks = [
        [paper.ink(_headline(view, names), "bold")],
        _ships(view, pen),
        [line for site in sites for line in site(view, pen)],
        [_player(view, seat, names, pen) for seat in range(len(names))],
        _cards(view, paper),
    ]
    return "\n\n".join("\n".join(block) for block in blocks).replace(_GLUE, " ")


def heading(view: View, names: Sequence[str]) -> str:
    """The round. Nearly every turn is one move, which says whose it is."""
    return f"Round {view.round} of {ROUNDS}"


def _headline(view: View, names: Sequence[str]) -> str:
    name = next((names[seat] for seat in view.actors if seat != CHANCE), "")
    return f"{heading(view, names)} · {_DUE[view.phase].format(name=name)}"


def _ships(view: View, pen: _Pen) -> list[str]:
    if not view.ships:
        return ["Ships: none laid out"]
    lines = ["Ships, from the bow"]
    labels = ship_labels([ship.size for ship in view.ships])
    for label, ship in zip(labels, view.ships, strict=True):
        if ship.site:
            where = f"at the {SITE_TITLES[SITES.index(ship.site)]}"
            left = f", still on board: {pen.stones(view.cargo) or '-'}" if ship.site == view.unloading else ""
            lines.append(f"{'':{_INDENT}}{label:<3} {where}{left}")
        else:
            aboard = sum(seat >= 0 for seat in ship.slots)
            needs = "may sail" if aboard >= ship.minimum else f"sails with {ship.minimum}"
            lines.append(f"{'':{_INDENT}}{label:<3} {pen.stones(ship.slots)}{'':{10 - 2 * ship.size}}{needs}")
    return lines


def _head(view: View, site: int) -> str:
    return f"{SITE_TITLES[site].capitalize()} {view.sides[SITES[site]].upper()}"


def _market(view: View, pen: _Pen) -> list[str]:
    row = _listed(view.row) or "no card"
    pair = f"; face down: {', '.join(word.replace('_', _GLUE) for word in view.pair)}" if view.pair else ""
    return [pen.paper.beside(f"{_head(view, 0)}: ", row + pair)]


def _pyramids(view: View, pen: _Pen) -> list[str]:
    lines = [_head(view, 1)]
    if len(view.pyramids) == 1:
        (stones,) = view.pyramids
        laid = pen.places(stones[: len(PYRAMID_A)], list(map(str, PYRAMID_A)))
        extra = stones[len(PYRAMID_A) :]
        # The three levels side by side, each filled by columns from the top left (IM-3.7).
        for row in range(3):
            levels = [" ".join(laid[row:9:3])]
            if row < 2:
                levels.append(" ".join(laid[9 + row : 13 : 2]))
            if row < 1:
                levels.append(laid[13])
            lines.append(" " * _INDENT + "   ".join(levels))
    else:
        extra = view.pyramids[-1]
        for name, stones, places in zip(PYRAMID_NAMES, view.pyramids, view.pyramid_places, strict=False):
            values = [str(value) if isinstance(value, int) else f"1+{value}" for value in places]
            lines.append(f"{'':{_INDENT}}{name:<7} {' '.join(pen.places(stones, values))}")
    if extra:
        lines.append(f"{'':{_INDENT}}beside: {pen.stones(extra)}")
    return lines


def _temple(view: View, pen: _Pen) -> list[str]:
    width = temple_width(len(view.sleds))
    levels = [view.temple[at : at + width] for at in range(0, len(view.temple), width)]
    lines = [_head(view, 2)]
    for number, level in reversed(list(enumerate(levels, 1))):
        lines.append(f"{'':{_INDENT}}level {number:<2} {pen.stones(level)}")
    if not levels:
        lines.append(f"{'':{_INDENT}}level 1  {pen.stones([-1] * width)}")
    if view.temple_spaces:
        bonuses = ", ".join(bonus.replace("_", _GLUE) for bonus in view.temple_spaces)
        lines.append(pen.paper.beside(" " * _INDENT + "spaces: ", bonuses))
    return lines


def _chamber(view: View, pen: _Pen) -> list[str]:
    rows = [pen.stones(row) or pen.stones([-1]) for row in view.chamber_rows]
    return [_head(view, 3), *(" " * _INDENT + row for row in rows)]


def _obelisks(view: View, pen: _Pen) -> list[str]:
    stones = [pen.stones([seat] * n) for seat, n in enumerate(view.obelisks) if n]
    lines = [_head(view, 4), " " * _INDENT + ("   ".join(stones) or pen.stones([-1]))]
    if view.towers:
        spaces = " ".join(
            f"{tower.points}:{pen.letters[tower.seat] if tower.seat >= 0 else '-'}" for tower in view.towers
        )
        lines.append(pen.paper.beside(" " * _INDENT + "towers: ", spaces))
    return lines


def _player(view: View, seat: int, names: Sequence[str], pen: _Pen) -> str:
    width = max(map(len, names))
    head = f"{pen.stone(seat)} {names[seat]:<{width}} {count(view.totals[seat], 'point'):>10}"
    stones = f"sled {view.sleds[seat]} of {SLED}, quarry {view.quarries[seat]:>2}"
    going_on = view.ships and view.phase != "over"
    marks = [word for word, whose in (("starts", view.first), ("turn", view.turn)) if going_on and whose == seat]
    rest = "; ".join(filter(None, (stones, ", ".join(marks), _listed(view.cards[seat]))))
    return pen.paper.beside(f"{head}  ", rest)


def _cards(view: View, paper: Paper) -> list[str]:
    unseen = _listed([word for word, n in view.unseen.items() for _ in range(n)])
    return [
        paper.beside(f"Deck {view.deck_size}, unseen: ", unseen or "nothing"),
        paper.beside(f"Discard {len(view.discard)}: ", _listed(view.discard) or "empty"),
        paper.beside("Round cards to come, less one: ", " ".join(view.round_cards)),
    ]


def _listed(words: Sequence[str]) -> str:
    """`lever, statue x2` without repeating a card."""
    counted = Counter(word.replace("_", _GLUE) for word in words)
    return ", ".join(word if n == 1 else f"{word}{_GLUE}x{n}" for word, n in counted.items())
