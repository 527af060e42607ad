"""The table as text: the board as a picture, then what is going on, then the players.

A cell is three signs wide. A tile is the initial of its name, `T S F M`, with `*` for a treasure (`!` for one that must
be taken before others), `^` for a building, `+` for the unification tile. A leader is two letters: dynasty and leader,
`Lk` for the Lion's king. A tile under a monument is `#` and one of the monument's colours: `#R #K` above `#R #K`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.game import CHANCE
from kronika.core.games.tigris.board import (
    BIT,
    CELL_NAMES,
    COLOUR_INDEX,
    COLOURS,
    COLUMNS,
    INDEX,
    LEADER_INDEX,
    MAPS,
    MONUMENT_COLOURS,
    MONUMENT_INDEX,
    NAME,
    ROWS,
    STEP,
    TILES,
    Cell,
    Colour,
)
from kronika.core.games.tigris.patterns import square_at
from kronika.core.games.tigris.view import Conflict, View
from kronika.core.paper import Paper
from kronika.core.words import count, listing

INK: Final[dict[Colour, tuple[str, ...]]] = {"red": ("red",), "black": (), "blue": ("blue",), "green": ("green",)}
LETTER: Final[dict[Colour, str]] = {"red": "R", "black": "K", "blue": "B", "green": "G"}
_WIDTH: Final = 4
_SIGNS: Final = (
    "T temple, S settlement, F farm, M market, ~ river, Lk the Lion's king, XX catastrophe; * treasure, "
    "! one to take first, ^ building, + unification tile; #R #K tiles under a monument (K black)"
)


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Headline, board, monuments, players."""
    blocks = ["\n".join(_headline(view, names, paper)), "\n".join(_board(view, paper))]
    blocks.append("\n".join(_common(view, paper)))
    blocks += ["\n".join(_player(view, seat, names, paper)) for seat in range(len(view.players))]
    return "\n\n".join(blocks)


# -- what is going on -------------------------------------------------------------------------------------------


def heading(view: View, names: Sequence[str]) -> str:
    """Whose turn it is; the game has no rounds."""
    before = view.phase in ("deal", "start")
    return "Before the game" if before else "The game is over" if view.phase == "end" else f"{names[view.turn]}'s turn"


def _headline(view: View, names: Sequence[str], paper: Paper) -> Iterator[str]:
    playing = view.phase not in ("deal", "start", "end")
    left = f", {count(view.actions_left, 'action')} left" if playing and view.actions_left else ""
    yield paper.ink(f"{heading(view, names)}{left}", "bold")
    if view.phase == "end":
        return
    if view.conflict is not None:
        yield _conflict(view.conflict, names)
    who = "chance" if view.actors == (CHANCE,) else listing([names[seat] for seat in view.actors])
    what = {
        "deal": "the first hands",
        "start": "the start player",
        "action": "an action",
        "swap": "tiles for the swap",
        "revolt attack": "temples to commit",
        "revolt defence": "temples to commit",
        "war choice": "which war is next",
        "war attack": "tiles to commit",
        "war defence": "tiles to commit",
        "building": f"a building for the line at {view.placed}, or none",
        "monument": f"a monument on the square at {view.placed}, or none",
        "treasure": "which treasures to take",
        "refill": "tiles for the refill",
    }[view.phase]
    yield f"Due: {who}, {what}"


def _conflict(conflict: Conflict, names: Sequence[str]) -> str:
    if conflict.leader is None or conflict.attacker is None or conflict.defender is None:
        return f"Wars at {conflict.at}: {listing([f'{leader}s' for leader in conflict.wars])}"
    kind = "Revolt" if conflict.kind == "revolt" else "War"
    committed = f", {conflict.committed} committed" if conflict.committed is not None else ""
    attacker, defender = names[conflict.attacker], names[conflict.defender]
    return f"{kind} of {conflict.leader}s at {conflict.at}: {attacker}{committed} against {defender}"


# -- the board --------------------------------------------------------------------------------------------------


def _board(view: View, paper: Paper) -> Iterator[str]:
    signs = _signs(view, paper)
    yield "    " + "".join(chr(ord("A") + column).ljust(_WIDTH) for column in range(COLUMNS)).rstrip()
    for row in range(ROWS):
        cells = CELL_NAMES[row * COLUMNS : (row + 1) * COLUMNS]
        line = "".join(text + " " * (_WIDTH - width) for text, width in (signs[cell] for cell in cells))
        yield f"{row + 1:>2}  {line.rstrip()}"


def _signs(view: View, paper: Paper) -> dict[Cell, tuple[str, int]]:
    """By cell: what is drawn, and how wide it is without colour."""
    chart = MAPS[view.board]
    signs: dict[Cell, tuple[str, int]] = {}
    for cell in CELL_NAMES:
        river = bool(chart.river & BIT[INDEX[cell]])
        signs[cell] = (paper.ink("~", "cyan"), 1) if river else (paper.ink(".", "dim"), 1)
    marks = _marks(view)
    for cell, colour in view.tiles.items():
        mark = marks.get(cell, "")
        letter = TILES[COLOUR_INDEX[colour]][0].upper()
        signs[cell] = (paper.ink(letter, *INK[colour]) + paper.ink(mark, "yellow"), 1 + len(mark))
    for cell, half in _halves(view).items():
        mark = marks.get(cell, "")
        signs[cell] = (paper.ink(f"#{LETTER[half]}", *INK[half]) + paper.ink(mark, "yellow"), 2 + len(mark))
    for cell, (seat, leader) in view.leaders.items():
        text = view.players[seat].dynasty[0].upper() + leader[0]
        signs[cell] = (paper.ink(text, *INK[COLOURS[LEADER_INDEX[leader]]], "bold"), 2)
    for cell in view.catastrophes:
        signs[cell] = (paper.ink("XX", "magenta"), 2)
    return signs


def _marks(view: View) -> dict[Cell, str]:
    """By cell: the signs behind a tile."""
    first = MAPS[view.board].priority
    marks: dict[Cell, str] = {cell: "!" if first & BIT[INDEX[cell]] else "*" for cell in view.treasures}
    for cell in (view.buildings or {}).values():
        if cell is not None:
            marks[cell] = marks.get(cell, "") + "^"
    if view.unification is not None:
        marks[view.unification] = marks.get(view.unification, "") + "+"
    return marks


def _halves(view: View) -> dict[Cell, Colour]:
    """By face-down cell: the colour of the monument's half that stands over it, left or right."""
    halves: dict[Cell, Colour] = {}
    for name, corner in view.monuments.items():
        if corner is not None:
            left, right = MONUMENT_COLOURS[MONUMENT_INDEX[name]]
            for cell in square_at(INDEX[corner]):
                halves[NAME[cell]] = COLOURS[left if (cell - INDEX[corner]) % STEP == 0 else right]
    return halves


# -- beside the board -------------------------------------------------------------------------------------------


def _common(view: View, paper: Paper) -> Iterator[str]:
    yield paper.beside("Signs      ", _SIGNS)
    built = [f"{name} {cell}" for name, cell in view.monuments.items() if cell is not None]
    stock = [name for name, cell in view.monuments.items() if cell is None]
    yield paper.beside("Monuments  ", "; ".join([*built, f"in stock: {', '.join(stock) or 'none'}"]))
    if view.buildings is not None:
        places = [f"{name} {cell or 'in stock'}" for name, cell in view.buildings.items()]
        yield paper.beside("Buildings  ", "; ".join(places))
    bag = count(view.bag_tiles, "tile")
    if view.bag is not None:
        bag = f"{bag}: {_tiles(view.bag)}"
    yield f"Bag        {bag}"
    if view.out is not None and any(view.out.values()):
        yield f"Out        {_tiles(view.out)}"


def _player(view: View, seat: int, names: Sequence[str], paper: Paper) -> Iterator[str]:
    player = view.players[seat]
    turn = "> " if seat == view.turn and view.phase != "end" else "  "
    yield turn + paper.ink(names[seat], "bold") + f" ({player.dynasty.capitalize()}){_total(view.totals[seat])}"
    if player.points is not None:
        points = "  ".join(f"{colour} {player.points[colour]}" for colour in COLOURS)
        yield f"  points   {points}  and {count(player.treasures or 0, 'treasure')}"
    supply = [leader for leader, cell in player.leaders.items() if cell is None]
    yield f"  supply   {', '.join([*supply, count(player.catastrophes, 'catastrophe')])}"
    hand = _tiles(player.hand) if player.hand is not None else count(player.tiles, "tile")
    yield f"  hand     {hand}"


def _total(total: int | None) -> str:
    return f"  score {total}" if total is not None else ""


def _tiles(counts: dict[Colour, int]) -> str:
    return "  ".join(f"{n} {colour}" for colour, n in counts.items() if n) or "empty"
