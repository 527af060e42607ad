"""The text of moves, read and written: `red C5`, `king D4`, `king D4>F6`, `withdraw king`, `swap red red blue`, `end`.

A tile can be typed by its colour or its name: `red C5` and `temple C5` are the same move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeVar, cast

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import lookup, pluralize, quoted
from kronika.core.contract.forms import form_verb
from kronika.core.contract.game import CHANCE
from kronika.core.contract.notation import Notation, example_things, part_of
from kronika.core.contract.tokens import MoveContext, MoveTokens, expand_counts
from kronika.core.contract.verbs import Prompt, Verb
from kronika.core.contract.view import HIDDEN
from kronika.core.games.tigris.actions import (
    BuildMonument,
    ChooseWar,
    Commit,
    DeclineBuilding,
    DeclineMonument,
    Do,
    Draw,
    EndTurn,
    MoveLeader,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    StartPlayer,
    Swap,
    TakeTreasures,
    WithdrawLeader,
)
from kronika.core.games.tigris.board import (
    COLOURS,
    DYNASTIES,
    INDEX,
    LEADERS,
    MONUMENTS,
    NAME,
    TILES,
    Cell,
    Colour,
    Leader,
    Monument,
)
from kronika.core.games.tigris.state import HAND, TREASURES, State
from kronika.core.games.tigris.unseen import redacted

WRITTEN: Final = (
    "A cell is a column A to P and a row 1 to 11: C5. A tile is red, black, blue or green, or a temple, settlement, "
    "farm or market. Name several one by one, red red blue, or counted, 2 red 1 blue. A leader is a king, priest, "
    "farmer or trader."
)

TILE_WORDS: Final[dict[str, Colour]] = {
    word: colour for words in (COLOURS, TILES) for word, colour in zip(words, COLOURS, strict=True)
}
"""The words for a tile: by colour or tile name, its colour."""
LEADER_WORDS: Final[dict[str, Leader]] = {word: leader for leader in LEADERS for word in (leader, f"{leader}s")}
"""The words for a leader: by singular or plural, the leader."""

_DECLINED: Final[dict[str, DeclineBuilding | DeclineMonument]] = {
    "building": DeclineBuilding(),
    "monument": DeclineMonument(),
}
_MOST_TREASURES: Final = TREASURES - 1
"""The largest number of treasures that a move can take: all but one (TE-8.1)."""

T = TypeVar("T", Draw, Swap)

Behind = MoveTokens[State]
At = MoveContext[State]

# -- parts of moves, also used by hand-written positions --------------------------------------------------------


def cell(text: str) -> Cell:
    """Read a cell: a column A-P and a row 1-11. Raises NotationError."""
    name = text.strip().upper()
    if name not in INDEX:
        what = f"{quoted(text.strip())} is not a cell" if name else "Which cell"
        raise NotationError(f"{what}: a cell is a column A to P and a row 1 to 11, as in C5.")
    return NAME[INDEX[name]]


def tiles(text: str) -> tuple[int, int, int, int]:
    """Read tiles, `red red blue` or `2 red 1 blue`: their numbers by colour. Raises NotationError."""
    colours = colours_of(text)
    red, black, blue, green = (colours.count(colour) for colour in COLOURS)
    return red, black, blue, green


def colours_of(text: str) -> list[Colour]:
    """Read tiles as a list of their colours, one for each tile. Raises NotationError."""
    return expand_counts(text, TILE_WORDS, "tile")


def monument(text: str) -> Monument:
    """Read a monument: two colours in any order, as in `red-blue`. Raises NotationError."""
    pair = {lookup(word, TILE_WORDS, "colour") for word in re.split(r"[\s/+-]+", text.strip()) if word}
    halves = {name: set(name.split("-")) for name in MONUMENTS}
    found: list[Monument] = [name for name in MONUMENTS if halves[name] == pair]
    if not found:
        like = [name for name in MONUMENTS if halves[name] < pair or halves[name] > pair]
        raise NotationError(f"{quoted(text.strip())} is not a monument: name two colours.", like)
    return found[0]


# -- reading ----------------------------------------------------------------------------------------------------


def _read_cell(words: Behind) -> Cell:
    return cell(words.rest("cell"))


def _read_tiles(words: Behind, kind: type[T], fewest: int, **others: int) -> T:
    """Read a draw or a swap; if some tiles are hidden, its counterpart with a number of unseen tiles."""
    named = expand_counts(words.all(), TILE_WORDS, "tile", holes=words.holes)
    words.counted(len(named), "tile", fewest, HAND)
    counts = {colour: named.count(colour) for colour in COLOURS}
    if unseen := len(named) - sum(counts.values()):
        return cast(T, part_of(kind, **others, **counts, unseen=unseen))
    return kind(**others, **counts)


def _read_end(words: Behind) -> EndTurn:
    words.skip("turn")
    return EndTurn()


def _read_monument(words: Behind) -> BuildMonument:
    return BuildMonument(cell(words.word("cell")), monument(words.rest("monument")))


def _read_take(words: Behind) -> TakeTreasures:
    cells = words.all().replace(",", " ").split()
    words.counted(len(cells), "cell", 1, _MOST_TREASURES)
    return TakeTreasures(tuple([cell(word) for word in cells]))


# -- writing ----------------------------------------------------------------------------------------------------


def _write_draw(do: Draw, at: At) -> str:
    return f"draw {at.name(do.seat)} {_tile_words(do)}".rstrip()


def _write_swap(do: Swap, at: At) -> str:
    return f"swap {_tile_words(do)}"


def _tile_words(do: Draw | Swap) -> str:
    words = [colour for colour in COLOURS for _ in range(getattr(do, colour))]
    return " ".join((*words, *HIDDEN * getattr(do, "unseen", 0)))


def _write_leader(do: PlaceLeader | MoveLeader, at: At) -> str:
    return f"{do.leader} {do.at}" if isinstance(do, PlaceLeader) else f"{do.leader} {do.start}>{do.to}"


def _due_draw(do: Draw, at: At) -> Prompt:
    tiles, name = do.red + do.black + do.blue + do.green, at.name(do.seat)
    return Prompt(
        f"{pluralize(tiles, 'tile')} from the bag for {name}",
        f"draw {name}",
        example_things(tiles, "red", "red", "blue"),
    )


# -- the table --------------------------------------------------------------------------------------------------


def _tile(colour: Colour, name: str) -> Verb:
    return Verb(
        f"{colour} CELL",
        f"{colour} C5",
        f"places a {colour} tile, a {name} (TE-4.1)",
        (PlaceTile,),
        lambda words: PlaceTile(colour, _read_cell(words)),
        lambda do, at: f"{do.tile} {do.at}",
        also=(name, name[0]),
    )


def _leader(leader: Leader) -> Verb:
    def read(words: Behind) -> PlaceLeader | MoveLeader:
        start, *to = words.split(">")
        if len(to) > 1:
            raise words.wrong("A leader moves from one cell to another.")
        at = _read_cell(start)
        return MoveLeader(leader, at, _read_cell(to[0])) if to else PlaceLeader(leader, at)

    return Verb(
        f"{leader} [CELL>]CELL",
        f"{leader} D4",
        f"places the {leader}, or moves it from the first cell to the second (TE-3.4, TE-3.5)",
        (PlaceLeader, MoveLeader),
        read,
        _write_leader,
    )


class _Moves(Notation[State, Do]):
    """The moves, in which a leader may be typed by its code on the board: `Lk D4` is the Lion's king."""

    def parse(self, state: State, seat: int, text: str, names: Sequence[str]) -> Do:
        return super().parse(state, seat, _in_words(state, seat, text), names)

    def parse_seen(self, state: State, seat: int, text: str, names: Sequence[str]) -> Any:
        return super().parse_seen(state, seat, _in_words(state, seat, text), names)


def _in_words(state: State, seat: int, text: str) -> str:
    """The move with leaders of the player by name. Raises NotationError for those of another dynasty."""
    if seat == CHANCE:
        return text
    own = state.options.dynasties[seat]
    return " ".join(_leader_of(own, word) if word.casefold() in _CODES else word for word in text.split())


def _leader_of(own: str, code: str) -> str:
    dynasty, leader = _CODES[code.casefold()]
    if dynasty != own:
        raise NotationError(
            f"{quoted(code)} is the {dynasty.title()}'s {leader}; yours is {own[0].upper()}{leader[0]}."
        )
    return leader


_CODES: Final = {f"{dynasty[0]}{leader[0]}": (dynasty, leader) for dynasty in DYNASTIES for leader in LEADERS}
"""The leaders on the board, by the first letters of dynasty and leader."""

NOTATION: Final = _Moves(
    (
        *(_tile(colour, name) for colour, name in zip(COLOURS, TILES, strict=True)),
        *(_leader(leader) for leader in LEADERS),
        form_verb(
            "withdraw LEADER",
            "withdraw king",
            "takes a leader back from the board (TE-3.6)",
            WithdrawLeader,
            {"LEADER": LEADER_WORDS},
        ),
        Verb(
            "catastrophe CELL",
            "catastrophe E6",
            "plays a catastrophe on an empty cell or on a tile (TE-4.8)",
            (PlayCatastrophe,),
            lambda words: PlayCatastrophe(_read_cell(words)),
            lambda do, at: f"catastrophe {do.at}",
            rare=True,
        ),
        Verb(
            "swap TILES",
            "swap red red blue",
            "puts tiles from the hand out of the game and draws as many (TE-4.10)",
            (Swap,),
            lambda words: _read_tiles(words, Swap, fewest=1),
            _write_swap,
            rare=True,
        ),
        Verb(
            "end [turn]",
            "end",
            "ends the turn with an action left (TE-2.1)",
            (EndTurn,),
            _read_end,
            lambda do, at: "end",
        ),
        Verb(
            "commit NUMBER",
            "commit 2",
            "commits tiles from the hand to a conflict (TE-5.4, TE-6.7)",
            (Commit,),
            lambda words: Commit(words.number(0, HAND, "number of tiles")),
            lambda do, at: f"commit {do.tiles}",
        ),
        Verb(
            "war LEADER",
            "war traders",
            "chooses which of several wars is fought next (TE-6.3)",
            (ChooseWar,),
            lambda words: ChooseWar(words.one(LEADER_WORDS, "leader")),
            lambda do, at: f"war {do.leader}s",
        ),
        Verb(
            "build CELL",
            "build C5",
            "places the building of the placed tile's colour on the new line, or moves it there (TE-10.2, TE-10.3)",
            (PlaceBuilding,),
            lambda words: PlaceBuilding(_read_cell(words)),
            lambda do, at: f"build {do.at}",
        ),
        Verb(
            "monument CELL COLOUR-COLOUR",
            "monument C4 red-blue",
            "builds a monument on the square of four tiles with this top left cell (TE-7.1, TE-7.2)",
            (BuildMonument,),
            _read_monument,
            lambda do, at: f"monument {do.at} {do.monument}",
        ),
        Verb(
            "no building|monument",
            "no building",
            "declines to place a building or to build a monument (TE-10.2, TE-7.4)",
            (DeclineBuilding, DeclineMonument),
            lambda words: words.one(_DECLINED, "offer to decline"),
            lambda do, at: "no building" if isinstance(do, DeclineBuilding) else "no monument",
        ),
        Verb(
            "take CELLS",
            "take B2",
            "takes the treasures on these cells (TE-8.1)",
            (TakeTreasures,),
            _read_take,
            lambda do, at: f"take {' '.join(do.cells)}",
        ),
        form_verb(
            "start NAME",
            "start Anna",
            "who begins (TE-1.4)",
            StartPlayer,
            chance=True,
            prompt=lambda do, at: Prompt("who begins", "start", at.name(0)),
        ),
        Verb(
            "draw NAME TILES",
            "draw Anna red red blue",
            "a player draws tiles from the bag (TE-2.5)",
            (Draw,),
            lambda words: _read_tiles(words, Draw, fewest=0, seat=words.first_player()),
            _write_draw,
            chance=True,
            prompt=_due_draw,
        ),
    ),
    redacted,
)
