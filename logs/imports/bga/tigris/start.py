"""The start of a game of Tigris & Euphrates on Board Game Arena: options, order of play, first hands, tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kronika.core.games.tigris.board import BIT, CELL_NAMES, COLOURS, COLUMNS, MAPS, ROWS, STEP, BoardName, Cell
from kronika.core.games.tigris.state import CATASTROPHES, HAND
from kronika.logs.imports.notices import Archive, Person, refuse
from kronika.logs.imports.values import as_int, as_word

TEMPLES: Final[tuple[tuple[int, int], ...]] = (
    (1, 1), (10, 0), (5, 2), (15, 1), (13, 4), (8, 6), (1, 7), (14, 8), (5, 9), (10, 10),
)  # fmt: skip
"""Column and row of each temple of the classic board, in the order of the platform's numbers."""
OPENING: Final = ("placeTile", "placeLeader", "catastrophe", "discardNotif")
"""Kinds of notifications for moves with which a player can begin a turn."""
_BOARD, _SUPPORT, _WONDER, _BUILDINGS = "100", "101", "102", "103"
"""The platform's numbers of the options."""


def options_of(archive: Archive) -> dict[str, Any]:
    """The options of a game: those of the archive, or else those that its moves need. Raises LogError for others."""
    told = {key: _choice(value) for key, value in archive.options.items()}
    if told.get(_SUPPORT) == 2:
        refuse(archive.path, None, "setup", "it has the English variant of support, which these rules do not have.")
    if told.get(_WONDER) == 2 or "placeWonder" in archive.kinds():
        refuse(archive.path, None, "setup", "it is played with the wonder, which these rules do not have.")
    board = told.get(_BOARD) or as_int(archive.start.get("game_board")) or 0
    built = "buildCivilizationBuilding" in archive.kinds() or bool(archive.start.get("buildings"))
    return {
        "board": {1: "classic", 2: "advanced"}.get(board) or _board_by_moves(archive),
        "buildings": built or told.get(_BUILDINGS) == 2,
        "building_point": "scorer",
        "building_catastrophe": False,
    }


def _choice(value: Any) -> int | None:
    return as_int(value.get("value") if isinstance(value, Mapping) else value)


def _board_by_moves(archive: Archive) -> BoardName:
    """The board whose river has all farms and nothing else; the classic one if both or neither fit."""
    boards: tuple[BoardName, ...] = ("classic", "advanced")
    for name in boards:
        river = MAPS[name].river
        if all(bool(river & BIT[at]) == is_farm for at, is_farm in _placed(archive)):
            return name
    return "classic"


def _placed(archive: Archive) -> Iterator[tuple[int, bool]]:
    for notice in archive.notices:
        x, y = as_int(notice.args.get("x")), as_int(notice.args.get("y"))
        if notice.kind not in ("placeTile", "placeLeader") or x is None or y is None or cell_at(x, y) is None:
            continue
        colours = (notice.args.get("color"), notice.args.get("war_color"))
        yield y * STEP + x, notice.kind == "placeTile" and "blue" in colours


def people_of(archive: Archive) -> list[Person]:
    """The players in the order of play: by their places, or by their first turns if places are unknown."""
    people = list(archive.people)
    if all(person.place for person in people):
        return people
    order = list(dict.fromkeys(_on_turn(archive)))
    return sorted(people, key=lambda person: order.index(person.id) if person.id in order else len(order))


def _on_turn(archive: Archive) -> Iterator[str]:
    named = {person.name: person.id for person in archive.people}
    for notice in archive.notices:
        if notice.kind in OPENING:
            who = as_word(notice.args.get("player_id")) or named.get(as_word(notice.args.get("player_name")), "")
            if who:
                yield who


def is_full(archive: Archive) -> bool:
    """Whether the archive shows every hand: the first one and the private notifications of each player."""
    ids = [person.id for person in archive.people]
    hands = first_hands(archive)
    return set(archive.viewers) == set(ids) and all(len(hands.get(who, ())) == HAND for who in ids)


def first_hands(archive: Archive) -> dict[str, list[str]]:
    """The colours of the complete first hands in the archive, by the ids of their owners."""
    hands: dict[str, list[str]] = {}
    for row in _first_tiles(archive):
        hands.setdefault(row["owner"], []).append(row["kind"])
    return {who: tiles for who, tiles in hands.items() if len(tiles) == HAND}


def _first_tiles(archive: Archive) -> Iterator[dict[str, Any]]:
    """The tiles of the first hands, each with id, colour and owner; a tile without an owner is the viewer's."""
    told = archive.start.get("hand")
    rows = told.values() if isinstance(told, Mapping) else told if isinstance(told, list) else ()
    viewer = archive.viewers[0] if len(archive.viewers) == 1 else ""
    for row in rows:
        if isinstance(row, Mapping) and row.get("kind") in COLOURS:
            yield {"id": as_int(row.get("id")), "kind": row["kind"], "owner": as_word(row.get("owner")) or viewer}


def known_tiles(archive: Archive) -> dict[int, str]:
    """The colours of the tiles in the known first hands, by the numbers of the tiles."""
    hands = first_hands(archive)
    return {row["id"]: row["kind"] for row in _first_tiles(archive) if row["id"] is not None and row["owner"] in hands}


def temple_cells(archive: Archive, board: BoardName) -> dict[int, Cell]:
    """The cells of the first temples by the numbers of their tiles, from the archive or the platform's numbering."""
    told = archive.start.get("board")
    rows = told.values() if isinstance(told, Mapping) else told if isinstance(told, list) else ()
    found: dict[int, Cell] = {}
    for row in rows:
        if isinstance(row, Mapping):
            number, cell = as_int(row.get("id")), cell_at(as_int(row.get("posX")), as_int(row.get("posY")))
            if number is not None and cell is not None:
                found[number] = cell
    if found or board != "classic":
        return found
    first = CATASTROPHES * len(archive.people)
    return {first + n: CELL_NAMES[y * COLUMNS + x] for n, (x, y) in enumerate(TEMPLES)}


def cell_at(x: int | None, y: int | None) -> Cell | None:
    """The cell in a column and a row, both from 0; None if it is not on the board."""
    if x is None or y is None or x not in range(COLUMNS) or y not in range(ROWS):
        return None
    return CELL_NAMES[y * COLUMNS + x]
