"""The table as text: ships and harbours, the sites with their stones, the players and the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.basics.columns import columns_of, left_aligned
from kronika.core.basics.text import normalize, pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.paper import Paper, display_width, side_by_side
from kronika.core.games.imhotep.board import (
    CHAMBER,
    MARKET,
    OBELISKS,
    PYRAMID_A,
    PYRAMID_NAMES,
    PYRAMIDS,
    ROUNDS,
    SITE_TITLES,
    SITES,
    SLED,
    TEMPLE,
    temple_width,
)
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.palette import INK
from kronika.core.games.imhotep.view import View

_INDENT: Final = 4
"""Indentation of the lines of a site, in characters."""
_TITLE: Final = len("Burial chamber A")
"""Width of a site's title, in characters."""
_HEAD: Final = _TITLE + len(" [3a]  ")
"""Width of a site's title and harbour, in characters."""
_HALF: Final = 40
"""The column at which the second of two sites side by side begins."""
_FREE: Final = "."
"""The sign of a free place."""
_GLUE: Final = "\N{NO-BREAK SPACE}"
"""The space between words that must stay on one line."""

_DUE: Final = {
    "start": "draw the start player",
    "round_card": "turn up a round card",
    "fill": "fill the market row",
    "draw": "draw a card",
    "pair": "look at the pair",
    "turn": "{name}'s turn",
    "market": "{name} takes a card",
    "keep": "{name} keeps one card of the pair",
    "pyramid": "{name} chooses a pyramid",
    "bonus_card": "{name} may take the top card of the deck (bonus card) or skip",
    "bonus_stones": "{name} may take stones (bonus stones) or skip",
    "bonus_place": "{name} may load a stone (bonus 4:2) or skip",
    "choose": "{name} chooses points or stones",
    "over": "the game is over",
}
"""By phase: the step that is due, in words."""


_LEGEND: Final = {
    "A": "a stone, here of Anna: the letter and colour of each player are before the name below the board",
    ".": "a free place",
    "[3a]": "the ship in the harbour of a site, here the first ship for 3 stones; [ ] is a free harbour",
    "At sea": "ships that have not sailed, with their slots from the bow; a ship can sail with one stone fewer than it "
    "can carry, the smallest ship with its one stone",
    "2 1 4": "in the pyramids: the points of a free place; beside: stones for which there was no place",
    "2: A B": "in the temple: a level and its stones; the top level comes first",
    "towers": "the points of each tower space and who has built there, - for nobody",
    "one unused": "one of the remaining round cards is out of the game, and nobody knows which",
}


class _Pen:
    """Draws the stones of a table: a letter for each player, in the player's ink."""

    def __init__(self, names: Sequence[str], paper: Paper) -> None:
        self.paper = paper
        self.letters = letters_of(names)

    def stone(self, seat: int) -> str:
        """A stone of a seat; for -1 a free place."""
        if seat < 0:
            return self.paper.ink(_FREE, "dim")
        return self.paper.ink(self.letters[seat], INK[seat])

    def stones(self, seats: Sequence[int]) -> str:
        """Stones side by side."""
        return " ".join(map(self.stone, seats))

    def places(self, seats: Sequence[int], free: Sequence[str]) -> list[str]:
        """The stones, then the texts of the places that are still free."""
        return [*map(self.stone, seats), *(self.paper.ink(text, "dim") for text in free[len(seats) :])]


def letters_of(names: Sequence[str]) -> list[str]:
    """A letter for each player: the first letter of the name that no earlier player has, else the seat from 1."""
    letters: list[str] = []
    for seat, name in enumerate(names, 1):
        own = (char.upper() for char in normalize(name) if char.isalnum())
        letters.append(next((char for char in own if char not in letters), str(seat)))
    return letters


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Return the table as text: headline, ships, sites with their harbours, players and cards.

    A screen that is too small for all lines omits the unseen cards first, because they are all cards except those that
    are face up. Then it omits the empty lines.
    """
    pen = _Pen(names, paper)
    parts = [
        paper.title(_headline(view, names)),
        "\n".join((*_ships(view, pen), *_sites(view, pen))),
        "\n".join(_player(view, seat, names, pen) for seat in range(len(names))),
    ]
    unseen, known = _unseen(view, paper), _cards(view, paper)
    drawings = ("\n\n".join((*parts, f"{unseen}\n{known}")), "\n\n".join((*parts, known)), "\n".join((*parts, known)))
    return paper.first_fitting(drawings).replace(_GLUE, " ")


def legend(paper: Paper) -> str:
    """Return the legend of the table's signs, in lines (`Game.legend`)."""
    return paper.explained(_LEGEND)


def heading(view: View, names: Sequence[str]) -> str:
    """Return the heading of a page: the round. A turn needs no heading, because most are a single move."""
    return f"Round {view.round} of {ROUNDS}"


def _headline(view: View, names: Sequence[str]) -> str:
    name = next((names[seat] for seat in view.actors if seat != CHANCE), "")
    return f"{heading(view, names)} · {_DUE[view.phase].format(name=name)}"


def _ships(view: View, pen: _Pen) -> Iterator[str]:
    """The ships that have not sailed, with their slots from the bow; then the ship that is being unloaded."""
    labels = ship_labels([ship.size for ship in view.ships])
    at_sea = [(label, ship) for label, ship in zip(labels, view.ships, strict=True) if not ship.site]
    ships = [f"{label} {pen.stones(ship.slots)}" for label, ship in at_sea]
    ready = [label for label, ship in at_sea if sum(seat >= 0 for seat in ship.slots) >= ship.minimum]
    if ready:
        ships.append(f"may sail: {', '.join(ready)}")
    yield pen.paper.row("At sea".ljust(_HEAD), ships or ["no ship"], "   ")
    if view.unloading:
        site = SITES.index(view.unloading)
        cargo = pen.stones(view.cargo) or "-"
        yield f"{f'At the {SITE_TITLES[site]}':<{_HEAD}}still on board: {cargo}"


def _sites(view: View, pen: _Pen) -> Iterator[str]:
    """The lines of the sites, in the order of `SITES`.

    Pyramids and burial chamber take several lines; they are printed side by side if the paper is wide enough.
    """
    yield _market(view, pen)
    pyramids, chamber = list(_pyramids(view, pen)), list(_chamber(view, pen))
    if max(map(display_width, pyramids)) < _HALF and _HALF + max(map(display_width, chamber)) <= pen.paper.width:
        yield from side_by_side(pyramids, chamber, _HALF)
    else:
        yield from (*pyramids, *chamber)
    yield from _temple(view, pen)
    yield from _obelisks(view, pen)


def _head(view: View, site: int) -> str:
    """The title of a site with its side and the ship in its harbour: `Temple A         [3a]`."""
    labels = ship_labels([ship.size for ship in view.ships])
    lies = next((label for label, ship in zip(labels, view.ships, strict=True) if ship.site == SITES[site]), " ")
    title = f"{SITE_TITLES[site].capitalize()} {view.sides[SITES[site]].upper()}"
    return f"{title:<{_TITLE}} [{lies}]".ljust(_HEAD)


def _market(view: View, pen: _Pen) -> str:
    row = _listed(view.row) or "no card"
    pair = f"; face down: {', '.join(word.replace('_', _GLUE) for word in view.pair)}" if view.pair else ""
    return pen.paper.beside(_head(view, MARKET), row + pair)


def _pyramids(view: View, pen: _Pen) -> Iterator[str]:
    yield _head(view, PYRAMIDS).rstrip()
    if len(view.pyramids) == 1:
        (stones,) = view.pyramids
        laid = pen.places(stones[: len(PYRAMID_A)], list(map(str, PYRAMID_A)))
        extra = stones[len(PYRAMID_A) :]
        # The three levels side by side; each is filled by columns from the top left (IM-3.7).
        yield f"{'':{_INDENT}}{' '.join(laid[0:9:3])}   {' '.join(laid[9:13:2])}   {laid[13]}"
        yield f"{'':{_INDENT}}{' '.join(laid[1:9:3])}   {' '.join(laid[10:13:2])}"
        yield f"{'':{_INDENT}}{' '.join(laid[2:9:3])}"
    else:
        extra = view.pyramids[-1]
        for name, stones, places in zip(PYRAMID_NAMES, view.pyramids, view.pyramid_places, strict=False):
            values = [str(value) if isinstance(value, int) else f"1+{value}" for value in places]
            yield f"{'':{_INDENT}}{name:<7} {' '.join(pen.places(stones, values))}"
    if extra:
        yield f"{'':{_INDENT}}beside: {pen.stones(extra)}"


def _chamber(view: View, pen: _Pen) -> Iterator[str]:
    """The rows of the burial chamber, with the place for the next stone (IM-3.12)."""
    yield _head(view, CHAMBER).rstrip()
    heights = list(map(len, view.chamber_rows))
    for number, row in enumerate(view.chamber_rows):
        free = [-1] if number == heights.index(min(heights)) else []
        yield f"{'':{_INDENT}}{pen.stones([*row, *free])}".rstrip()


def _temple(view: View, pen: _Pen) -> Iterator[str]:
    """The levels of the temple from the top, each with its number."""
    width = temple_width(len(view.sleds))
    levels = [view.temple[at : at + width] for at in range(0, len(view.temple), width)] or [()]
    words = [f"{n}: {pen.stones([*level, *[-1] * (width - len(level))])}" for n, level in enumerate(levels, 1)]
    yield pen.paper.row(_head(view, TEMPLE), words[::-1], "   ")
    if view.temple_spaces:
        bonuses = ", ".join(bonus.replace("_", _GLUE) for bonus in view.temple_spaces)
        yield pen.paper.beside(" " * _INDENT + "spaces: ", bonuses)


def _obelisks(view: View, pen: _Pen) -> Iterator[str]:
    stones = [pen.stones([seat] * n) for seat, n in enumerate(view.obelisks) if n]
    yield pen.paper.row(_head(view, OBELISKS), stones or [pen.stones([-1])], "   ")
    if view.towers:
        spaces = " ".join(
            f"{tower.points}:{pen.letters[tower.seat] if tower.seat >= 0 else '-'}" for tower in view.towers
        )
        yield pen.paper.beside(" " * _INDENT + "towers: ", spaces)


def _player(view: View, seat: int, names: Sequence[str], pen: _Pen) -> str:
    name = left_aligned(names[seat], max(map(columns_of, names)))
    head = f"{pen.stone(seat)} {name} {pluralize(view.totals[seat], 'point'):>10}"
    stones = f"sled {view.sleds[seat]} of {SLED}, quarry {view.quarries[seat]:>2}"
    going_on = view.ships and view.phase != "over"
    marks = [word for word, whose in (("starts", view.first), ("turn", view.turn)) if going_on and whose == seat]
    rest = "; ".join(filter(None, (stones, ", ".join(marks), _listed(view.cards[seat]))))
    return pen.paper.beside(f"{head}  ", rest)


def _unseen(view: View, paper: Paper) -> str:
    return paper.beside("Unseen: ", _listed([word for word, n in view.unseen.items() for _ in range(n)]) or "nothing")


def _cards(view: View, paper: Paper) -> str:
    to_come = " ".join(view.round_cards)
    deck = paper.beside(f"Deck {view.deck_size}, rounds (one unused): ", to_come)
    return f"{deck}\n{paper.beside(f'Discard {len(view.discard)}: ', _listed(view.discard) or 'empty')}"


def _listed(words: Sequence[str]) -> str:
    """A list of cards, each kind once with its number: `lever, statue x2`."""
    counted = Counter(word.replace("_", _GLUE) for word in words)
    return ", ".join(word if n == 1 else f"{word}{_GLUE}x{n}" for word, n in counted.items())
