"""The table as text: the phase, the board drawn as a grid, the stock and the players.

A cell is four characters wide. The first is the number of its kingdom, a space if it is in none. A tile is the initial
of its name, `T S F M`, followed by `*` for a treasure (`!` for one that must be taken before others), by `^` for a
building and by `+` for the unification tile. A leader is two letters, for dynasty and leader: `Lk` is the Lion's king.
A tile under a monument is `#` and one of the monument's colours: `#R #K` above `#R #K`.

The stock is printed beside the board; on wide paper the players are beside the board and the stock is below. On narrow
paper cells are three characters wide, without kingdom numbers, and the kingdoms are listed below the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.paper import Paper, side_by_side
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
from kronika.core.games.tigris.palette import INK, MARK, RIVER, WRECK
from kronika.core.games.tigris.patterns import square_at
from kronika.core.games.tigris.view import Conflict, Player, View

LETTER: Final[dict[Colour, str]] = {"red": "R", "black": "K", "blue": "B", "green": "G"}
"""By colour: its letter in a monument."""
_COLOUR: Final = re.compile(rf"\b(?:{'|'.join(COLOURS)})\b")
_NUMBERS: Final = "123456789abcdefg"
"""The signs of the kingdoms. There are never more kingdoms than leaders, 16."""
_BOARD: Final = 3 + 4 * COLUMNS
"""Width of the board, in characters."""
_GAP: Final = 2
"""Width of the gap between the board and the text beside it, in characters."""
_STOCK: Final = len("market hall")
"""Width of the stock, in characters."""
_PLAYER: Final = 40
"""The least width for the players beside the board, in characters."""


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Return the table as text: headline, board, stock and players, laid out for the width of the paper.

    A screen that is too small for it has the other players in a line each, then the player of the screen in two.
    """
    return paper.first_fitting(_drawings(view, names, paper))


def _drawings(view: View, names: Sequence[str], paper: Paper) -> Iterator[str]:
    """Yield the table from the fullest version to the shortest."""
    pair = len(view.players) == 2
    yield _drawn(view, names, paper, whole=paper.shows if not pair else _everyone, rows=3)
    if pair:
        yield _drawn(view, names, paper, whole=paper.shows, rows=3)
    yield _drawn(view, names, paper, whole=paper.shows, rows=2)


def _everyone(seat: int) -> bool:
    return True


def _drawn(view: View, names: Sequence[str], paper: Paper, *, whole: Callable[[int], bool], rows: int) -> str:
    """Return the table with the players that are `whole` in this number of rows, the others in one."""
    beside = paper.width - _BOARD - _GAP
    board = _board(view, paper)
    if beside >= _PLAYER:
        players = _players(view, names, Paper(beside, paper.colour), whole, rows)
        body = [*side_by_side(board, players, _BOARD + _GAP), "", *_stock_lines(view, paper)]
    else:
        players = _players(view, names, paper, whole, rows)
        if beside >= _STOCK:
            body = [*side_by_side(board, _stock(view, paper), _BOARD + _GAP), *filter(None, [_bag(view)]), *players]
        else:
            body = [*board, *_kingdoms(view, paper), *_stock_lines(view, paper), *players]
    return "\n".join([*_headline(view, names, paper), *body]).rstrip()


# -- the headline -----------------------------------------------------------------------------------------------


def heading(view: View, names: Sequence[str]) -> str:
    """Return the heading of a page: the player whose turn it is, since the game has no rounds."""
    before = view.phase in ("deal", "start")
    return "Before the game" if before else "The game is over" if view.phase == "end" else f"{names[view.turn]}'s turn"


def episode(view: View, names: Sequence[str]) -> str:
    """Return the sides of the revolt or war in which tiles are committed."""
    conflict = view.conflict
    if conflict is None or conflict.leader is None or conflict.attacker is None or conflict.defender is None:
        return ""
    return f"{names[conflict.attacker]} attacks {names[conflict.defender]}'s {conflict.leader}: {conflict.kind}"


def _headline(view: View, names: Sequence[str], paper: Paper) -> Iterator[str]:
    if view.phase == "end":
        yield paper.ink("The game is over", "bold")
        return
    left = f", {pluralize(view.actions_left, 'action')} left" if view.phase != "start" and view.actions_left else ""
    turn = f"{heading(view, names)}{left}"
    yield paper.beside("", f"{turn} · Due: {_due(view, names)}").replace(turn, paper.ink(turn, "bold"))
    if view.conflict is not None:
        yield paper.beside("", _conflict(view.conflict, names))


def _due(view: View, names: Sequence[str]) -> str:
    who = "chance" if view.actors == (CHANCE,) else join_words([names[seat] for seat in view.actors])
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
    return f"{who}, {what}"


def _conflict(conflict: Conflict, names: Sequence[str]) -> str:
    if conflict.leader is None or conflict.attacker is None or conflict.defender is None:
        return f"Wars at {conflict.at}: {join_words([f'{leader}s' for leader in conflict.wars])}"
    kind = "Revolt" if conflict.kind == "revolt" else "War"
    attack = f"{conflict.attack} + {conflict.committed}" if conflict.committed is not None else f"{conflict.attack}"
    attacker, defender = (
        f"{names[conflict.attacker]} with {attack}",
        f"{names[conflict.defender]} with {conflict.defence}",
    )
    return f"{kind} of {conflict.leader}s at {conflict.at}: {attacker} against {defender}"


# -- the board --------------------------------------------------------------------------------------------------


def _board(view: View, paper: Paper) -> Iterator[str]:
    """The lines of the board; cells show the numbers of their kingdoms unless the paper is too narrow."""
    signs = _signs(view, paper)
    wide = paper.width >= _BOARD
    numbers = {cell: _NUMBERS[n] for n, realm in enumerate(view.kingdoms) for cell in realm} if wide else {}
    size = 3 if wide else 2
    head = " " * (3 if wide else 2)
    yield (head + "".join(f" {chr(ord('A') + column):<{size}}" for column in range(COLUMNS))).rstrip()
    for row in range(ROWS):
        line = f"{row + 1:>2}".ljust(len(head))
        for cell in CELL_NAMES[row * COLUMNS : (row + 1) * COLUMNS]:
            text, width = signs[cell]
            lead = paper.ink(numbers[cell], "dim") if cell in numbers else " " if width <= size else ""
            line += lead + text + " " * (size - width)
        yield line.rstrip()


def _signs(view: View, paper: Paper) -> dict[Cell, tuple[str, int]]:
    """By cell: its text, coloured, and the width of this text without the colour codes."""
    chart = MAPS[view.board]
    signs: dict[Cell, tuple[str, int]] = {}
    for cell in CELL_NAMES:
        river = bool(chart.river & BIT[INDEX[cell]])
        signs[cell] = (paper.ink("~", RIVER), 1) if river else (paper.ink(".", "dim"), 1)
    marks = _marks(view)
    for cell, colour in view.tiles.items():
        mark = marks.get(cell, "")
        letter = TILES[COLOUR_INDEX[colour]][0].upper()
        signs[cell] = (paper.ink(letter, INK[colour]) + paper.ink(mark, MARK), 1 + len(mark))
    for cell, half in _halves(view).items():
        mark = marks.get(cell, "")
        signs[cell] = (paper.ink(f"#{LETTER[half]}", INK[half]) + paper.ink(mark, MARK), 2 + len(mark))
    for cell, (seat, leader) in view.leaders.items():
        text = view.players[seat].dynasty[0].upper() + leader[0]
        signs[cell] = (paper.ink(text, INK[COLOURS[LEADER_INDEX[leader]]], "bold"), 2)
    for cell in view.catastrophes:
        signs[cell] = (paper.ink("XX", WRECK), 2)
    return signs


def _marks(view: View) -> dict[Cell, str]:
    """By cell: the marks after the letter of its tile."""
    first = MAPS[view.board].priority
    marks: dict[Cell, str] = {cell: "!" if first & BIT[INDEX[cell]] else "*" for cell in view.treasures}
    for cell in (view.buildings or {}).values():
        if cell is not None:
            marks[cell] = marks.get(cell, "") + "^"
    if view.unification is not None:
        marks[view.unification] = marks.get(view.unification, "") + "+"
    return marks


def _halves(view: View) -> dict[Cell, Colour]:
    """By cell under a monument: the colour of the monument's half over it, left or right."""
    halves: dict[Cell, Colour] = {}
    for name, corner in view.monuments.items():
        if corner is not None:
            left, right = MONUMENT_COLOURS[MONUMENT_INDEX[name]]
            for cell in square_at(INDEX[corner]):
                halves[NAME[cell]] = COLOURS[left if (cell - INDEX[corner]) % STEP == 0 else right]
    return halves


# -- beside and below the board ---------------------------------------------------------------------------------


def _kingdoms(view: View, paper: Paper) -> Iterator[str]:
    """The cells of each kingdom, if the board has no room for the numbers."""
    if paper.width < _BOARD:
        for number, realm in zip(_NUMBERS, view.kingdoms, strict=False):
            yield paper.beside(f"Kingdom {number}  ", " ".join(realm))


def _stock(view: View, paper: Paper) -> Iterator[str]:
    """The monuments and buildings in stock, one in each line, and the number of tiles in the bag."""
    yield paper.ink("In stock", "bold")
    for name in _in_stock(view):
        yield _coloured(name, paper)
    yield f"Bag {view.bag_tiles}"


def _in_stock(view: View) -> list[str]:
    """The names of the monuments and buildings that are not on the board."""
    pieces = [*view.monuments.items(), *(view.buildings or {}).items()]
    return [name for name, cell in pieces if cell is None]


def _stock_lines(view: View, paper: Paper) -> Iterator[str]:
    yield _coloured(paper.beside("In stock  ", ", ".join(_in_stock(view)) or "nothing"), paper)
    yield _coloured(paper.beside("", _bag(view)), paper) if view.bag else f"Bag {pluralize(view.bag_tiles, 'tile')}"


def _bag(view: View) -> str:
    """The tiles in the bag and out of the game, which only the referee knows; an empty text for anyone else."""
    if view.bag is None or view.out is None:
        return ""
    return f"Bag {_tiles(view.bag, ' ')} · out {_tiles(view.out, ' ')}"  # with commas it would not fit in one line


# -- the players ------------------------------------------------------------------------------------------------


def _players(view: View, names: Sequence[str], paper: Paper, whole: Callable[[int], bool], rows: int) -> Iterator[str]:
    """The lines of each player: all details of those that are `whole`, else one line."""
    for seat, player in enumerate(view.players):
        sign = "> " if seat == view.turn and view.phase != "end" else "  "
        head = f"{sign}{paper.ink(names[seat], 'bold')} ({player.dynasty.capitalize()})  "
        if whole(seat):
            yield from _whole(head, player, view.totals[seat], paper, rows)
        else:
            yield from _short(head, player, view.totals[seat], paper)


def _whole(head: str, player: Player, total: int | None, paper: Paper, rows: int) -> Iterator[str]:
    points = ""
    if player.points is not None:
        amounts = ", ".join(f"{colour} {player.points[colour]}" for colour in COLOURS)
        points = f"score {total}: {amounts}, {pluralize(player.treasures or 0, 'treasure')}"
    hand = _tiles(player.hand, ", ") if player.hand is not None else pluralize(player.tiles, "tile")
    yield _below(head, points, paper).rstrip()
    if rows > 2:
        yield _below("  supply   ", _supply(player), paper)
        yield _below("  hand     ", hand, paper)
    else:
        yield _below("  hand     ", f"{hand} · {_supply(player)}", paper)


def _short(head: str, player: Player, total: int | None, paper: Paper) -> Iterator[str]:
    score = f"score {total} · " if total is not None else ""
    yield paper.beside(head, f"{score}{pluralize(player.tiles, 'tile')} · {_supply(player)}")


def _supply(player: Player) -> str:
    """The leaders and catastrophes in a player's supply, in words."""
    leaders: list[str] = [leader for leader, cell in player.leaders.items() if cell is None]
    if len(leaders) == len(player.leaders):
        leaders = ["all leaders"]
    return ", ".join([*leaders, pluralize(player.catastrophes, "catastrophe")])


def _tiles(counts: dict[Colour, int], between: str) -> str:
    return between.join(f"{n} {colour}" for colour, n in counts.items() if n) or "empty"


def _below(head: str, text: str, paper: Paper) -> str:
    """The text to the right of a head, with the names of colours in their colours."""
    return head + _coloured(paper.beside(head, text)[len(head) :], paper)


def _coloured(text: str, paper: Paper) -> str:
    return _COLOUR.sub(lambda found: paper.ink(found[0], INK[found[0]]), text)


# -- the legend -------------------------------------------------------------------------------------------------


def legend(paper: Paper) -> str:
    """Return the legend of the board's signs, in lines (`Game.legend`)."""
    return paper.explained(_LEGEND)


_LEGEND: Final = {
    ">": "the player whose turn it is",
    "1T": "a number before a sign is the number of its kingdom; a region without a leader has no number",
    "T": "temple, red",
    "S": "settlement, black",
    "F": "farm, blue",
    "M": "market, green",
    "Lk": "the Lion's king: dynasty (Archer, Bull, Potter, Lion), then priest, king, farmer or trader",
    "T*": "a tile with a treasure; T! a treasure that must be taken before the others",
    "T^": "a tile with a building of its colour",
    "T+": "a tile under the unification tile: the two kingdoms that it unites are at war",
    "#R #K": "tiles under the red and the black half of a monument; #B blue, #G green",
    "XX": "catastrophe",
    "~ .": "river, land",
}
