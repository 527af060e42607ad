"""Moves as a person types them.

`red C5`, `king D4`, `king D4>F6`, `withdraw king`, `catastrophe E6`, `swap red red blue`, `end`; `commit 2`,
`war traders`, `build C5`, `no building`, `monument C4 red-blue`, `no monument`, `take B2`; for chance `start Anna`,
`draw Anna red red blue`. A tile is its colour or its name; words may be shortened while they stay clear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from kronika.core.errors import NotationError
from kronika.core.game import Viewer
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
from kronika.core.games.tigris.state import HAND, State
from kronika.core.moves import find_player
from kronika.core.words import closest, fold, lookup

TILE_WORDS: Final[dict[str, Colour]] = {
    word: colour for words in (COLOURS, TILES) for word, colour in zip(words, COLOURS, strict=True)
}
"""Colours and tile names -> colour."""
LEADER_WORDS: Final[dict[str, Leader]] = {word: leader for leader in LEADERS for word in (leader, f"{leader}s")}
_VERBS: Final[dict[str, str]] = {
    **{word: word for word in (*TILE_WORDS, *LEADERS)},
    **{
        word: word
        for word in ("withdraw", "catastrophe", "swap", "end", "commit", "war", "build", "monument", "no", "take")
    },
    **{word: word for word in ("start", "draw")},
}
_SAMPLES: Final = ("red C5", "king D4", "king D4>F6", "withdraw king", "swap red blue", "end")


def parse(state: State, seat: int, text: str, names: Sequence[str]) -> Do:
    """Reads a move or an outcome. Raises NotationError."""
    first, _, rest = text.strip().partition(" ")
    if not first:
        raise NotationError("There is no move.", _SAMPLES[:3])
    if not any(fold(first) in word for word in _VERBS) and not closest(first, _VERBS):
        raise NotationError(f"{first!r} is no move.", _SAMPLES[:3])
    verb = lookup(first, _VERBS, "move")
    if verb in TILE_WORDS:
        return PlaceTile(TILE_WORDS[verb], cell(rest))
    if verb in LEADER_WORDS:
        return _parse_leader(LEADER_WORDS[verb], rest)
    return _READERS[verb](rest, names)


# -- parts ------------------------------------------------------------------------------------------------------


def cell(text: str) -> Cell:
    """A cell: column A-P and row 1-11."""
    name = text.strip().upper()
    if name not in INDEX:
        what = f"{text.strip()!r} is no cell" if name else "Which cell"
        raise NotationError(f"{what}: a cell is a column A to P and a row 1 to 11, as in C5.")
    return NAME[INDEX[name]]


def tiles(text: str) -> tuple[int, int, int, int]:
    """Tiles by colour: `red red blue`."""
    words = text.replace(",", " ").split()
    colours = [lookup(word, TILE_WORDS, "tile") for word in words]
    red, black, blue, green = (colours.count(colour) for colour in COLOURS)
    return red, black, blue, green


def _handful(text: str) -> tuple[int, int, int, int]:
    named = tiles(text)
    if sum(named) > HAND:
        raise NotationError(f"{sum(named)} tiles are named; a hand has {HAND} at most.")
    return named


def _leader(text: str) -> Leader:
    if not text.strip():
        raise NotationError("Which leader?", LEADERS)
    return lookup(text, LEADER_WORDS, "leader")


def monument(text: str) -> Monument:
    """Two colours in any order: `red-blue`."""
    pair = {lookup(word, TILE_WORDS, "colour") for word in re.split(r"[\s/+-]+", text.strip()) if word}
    found = [name for name in MONUMENTS if set(name.split("-")) == pair]
    if not found:
        raise NotationError(f"{text.strip()!r} is no monument: name two colours.", MONUMENTS[:3])
    return found[0]


# -- verbs ------------------------------------------------------------------------------------------------------


def _parse_leader(leader: Leader, text: str) -> PlaceLeader | MoveLeader:
    start, arrow, to = text.partition(">")
    return MoveLeader(leader, cell(start), cell(to)) if arrow else PlaceLeader(leader, cell(text))


def _parse_swap(text: str, names: Sequence[str]) -> Swap:
    if not text.strip():
        raise NotationError("Swap which tiles?", ["swap red red blue"])
    return Swap(*_handful(text))


def _parse_end(text: str, names: Sequence[str]) -> EndTurn:
    if fold(text) not in ("", "turn"):
        raise NotationError(f"`end` stands alone, without {text.strip()!r}.", ["end"])
    return EndTurn()


def _parse_commit(text: str, names: Sequence[str]) -> Commit:
    number = text.strip()
    if not (number.isascii() and number.isdecimal() and len(number) < 3 and int(number) <= HAND):
        raise NotationError(f"Commit how many tiles? A number from 0 to {HAND}.", ["commit 2"])
    return Commit(int(number))


def _parse_monument(text: str, names: Sequence[str]) -> BuildMonument:
    at, _, colours = text.strip().partition(" ")
    if not colours.strip():
        raise NotationError("A monument is a top left cell and two colours.", ["monument C4 red-blue"])
    return BuildMonument(cell(at), monument(colours))


def _parse_no(text: str, names: Sequence[str]) -> DeclineBuilding | DeclineMonument:
    declined: dict[str, DeclineBuilding | DeclineMonument] = {
        "building": DeclineBuilding(),
        "monument": DeclineMonument(),
    }
    return lookup(text, declined, "choice to decline")


def _parse_take(text: str, names: Sequence[str]) -> TakeTreasures:
    cells = tuple(cell(word) for word in text.replace(",", " ").split())
    if not 1 <= len(cells) <= 13:
        raise NotationError("Take which treasures? Name their cells.", ["take B2"])
    return TakeTreasures(cells)


def _parse_start(text: str, names: Sequence[str]) -> StartPlayer:
    return StartPlayer(find_player(text.strip(), names))


def _parse_draw(text: str, names: Sequence[str]) -> Draw:
    # A name may consist of several words: the tiles are the words after it.
    words = text.split()
    longest = max(len(fold(name).split()) for name in names)
    for length in range(min(len(words), longest), 0, -1):
        name = " ".join(words[:length])
        if fold(name) in map(fold, names) or (length == 1 and name.isdecimal()):
            return Draw(find_player(name, names), *_handful(" ".join(words[length:])))
    raise NotationError("A draw names the player and the tiles.", [f"draw {names[0]} red red blue"])


_READERS: Final[dict[str, Callable[[str, Sequence[str]], Do]]] = {
    "withdraw": lambda text, names: WithdrawLeader(_leader(text)),
    "catastrophe": lambda text, names: PlayCatastrophe(cell(text)),
    "swap": _parse_swap,
    "end": _parse_end,
    "commit": _parse_commit,
    "war": lambda text, names: ChooseWar(_leader(text)),
    "build": lambda text, names: PlaceBuilding(cell(text)),
    "monument": _parse_monument,
    "no": _parse_no,
    "take": _parse_take,
    "start": _parse_start,
    "draw": _parse_draw,
}

# -- writing ----------------------------------------------------------------------------------------------------


def format(state: State, seat: int, do: Do, names: Sequence[str], viewer: Viewer = None) -> str:
    """The notation of a move; tiles swapped and drawn as `?` for a viewer who may not know them."""
    match do:
        case PlaceTile(colour, at):
            return f"{colour} {at}"
        case PlaceLeader(leader, at):
            return f"{leader} {at}"
        case MoveLeader(leader, start, to):
            return f"{leader} {start}>{to}"
        case WithdrawLeader(leader):
            return f"withdraw {leader}"
        case PlayCatastrophe(at):
            return f"catastrophe {at}"
        case Swap(red, black, blue, green):
            return f"swap {_tile_words((red, black, blue, green), viewer in (None, seat))}"
        case Draw(drawer, red, black, blue, green):
            shown = _tile_words((red, black, blue, green), viewer in (None, drawer))
            return f"draw {names[drawer]} {shown}".rstrip()
        case EndTurn():
            return "end"
        case _:
            return _format_answer(do, names)


def _format_answer(do: Do, names: Sequence[str]) -> str:
    match do:
        case Commit(number):
            return f"commit {number}"
        case ChooseWar(leader):
            return f"war {leader}s"
        case PlaceBuilding(at):
            return f"build {at}"
        case DeclineBuilding():
            return "no building"
        case BuildMonument(at, colours):
            return f"monument {at} {colours}"
        case DeclineMonument():
            return "no monument"
        case TakeTreasures(cells):
            return f"take {' '.join(cells)}"
        case StartPlayer(first):
            return f"start {names[first]}"
        case _:
            raise TypeError(f"not an action: {do!r}")


def _tile_words(counts: Sequence[int], shown: bool) -> str:
    if not shown:
        return " ".join("?" * sum(counts))
    return " ".join(colour for colour, n in zip(COLOURS, counts, strict=True) for _ in range(n))
