"""The views of the table: everything that one viewer may know (TE-1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from typing import Annotated, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.annotations import NotObserved, SeatNumber, Unordered, choices
from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.contract.result import ScoreSheet
from kronika.core.contract.unseen import Lies
from kronika.core.contract.view import View as BaseView
from kronika.core.contract.view import can_see
from kronika.core.games.tigris.board import (
    BUILDINGS,
    CATASTROPHE,
    COLOURS,
    HOARD,
    LEADER,
    LEADERS,
    MONUMENTS,
    NAME,
    NOWHERE,
    RED,
    SIZE,
    TILE,
    TURNED,
    TURNED_HOARD,
    BoardName,
    Cell,
    Colour,
    Dynasty,
    Leader,
    Monument,
    names_of,
)
from kronika.core.games.tigris.kingdoms import (
    IS_LEADER,
    IS_OCCUPIED,
    IS_TREASURE,
    SEATS,
    cells,
    kingdoms,
    region_of,
    regions,
)
from kronika.core.games.tigris.rules.flow import DUE
from kronika.core.games.tigris.rules.listing import actors
from kronika.core.games.tigris.rules.revolt import defender_of, strengths
from kronika.core.games.tigris.rules.war import war_of, wars
from kronika.core.games.tigris.scoring import colour_points, score, totals
from kronika.core.games.tigris.state import (
    CONFLICTS,
    END,
    PHASES,
    REVOLT_ATTACK,
    REVOLT_DEFEND,
    WAR_ATTACK,
    WAR_CHOOSE,
    WAR_DEFEND,
    State,
    leader_cell,
)

T = TypeVar("T")
Counts = dict[Colour, int]
Cells = Annotated[tuple[Cell, ...], Unordered]


_NAMES: Final[tuple[Cell, ...]] = tuple([NAME.get(index, "A1") for index in range(SIZE)])
"""By index: the cell's name. The padding is always empty, and its name never used."""
_FACE_UP: Final[dict[int, Colour]] = {**{TILE + colour: COLOURS[colour] for colour in range(4)}, HOARD: COLOURS[RED]}
"""By code of a cell: the colour of a face-up tile. Below: that of a face-down tile, the leader, the catastrophe."""
_FACE_DOWN: Final[dict[int, Colour]] = {
    **{TURNED + colour: COLOURS[colour] for colour in range(4)},
    TURNED_HOARD: COLOURS[RED],
}
_LEADERS: Final[dict[int, tuple[SeatNumber, Leader]]] = {
    LEADER + 4 * seat + colour: (seat, leader) for seat in range(SEATS) for colour, leader in enumerate(LEADERS)
}
_CATASTROPHES: Final = {CATASTROPHE: None}


class Conflict(Struct, frozen=True):
    """The current conflict.

    `at` is the cell of the placed tile or leader, `leader` the kind of leader in conflict, and `committed` the number
    of tiles that the attacker has committed, once it is public. `attack` and `defence` are the strengths on the board:
    adjacent temples in a revolt, supporters in a war. `wars` are the leaders of all wars that are not fought yet, the
    current one included. While the active player chooses the next war, all other fields except `kind` and `at` are
    empty.
    """

    kind: Annotated[str, choices(("revolt", "war"))]
    at: Cell
    wars: Annotated[tuple[Leader, ...], Unordered] = ()
    leader: Leader | None = None
    attacker: SeatNumber | None = None
    defender: SeatNumber | None = None
    committed: int | None = None
    attack: int | None = None
    defence: int | None = None


class Player(Struct, frozen=True):
    """A player's pieces and points.

    `leaders` has the cell of each leader, None if it is in the supply. `tiles` is the number of tiles in hand, which is
    public. `hand` (by colour), `points` (by colour, without treasures) and `treasures` are None if another player's
    screen hides them from the viewer.
    """

    dynasty: Dynasty
    leaders: Annotated[dict[Leader, Cell | None], NotObserved]
    catastrophes: int
    tiles: int
    hand: Counts | None
    points: Counts | None
    treasures: int | None


class View(BaseView, frozen=True):
    """The table as one viewer knows it.

    TE-1.1 says which cells of a `board` are river. Pieces are listed by cell: `tiles` face up, `face_down` under
    monuments, `leaders` as seat and leader. `unification` is the cell of the unification tile during a war, and
    `placed` that of the tile or leader whose consequences are not over yet. `monuments` has the top left cell of each
    monument and `buildings` the cell of each building, None in stock; a game without buildings has None for
    `buildings`. `bag_tiles` is the number of tiles in the bag. `bag` and `out` (the tiles out of the game), by colour,
    are only for the referee.
    """

    phase: Annotated[str, choices(PHASES)]
    board: BoardName
    turn: SeatNumber
    actions_left: int
    placed: Cell | None
    unification: Cell | None
    conflict: Conflict | None
    tiles: dict[Cell, Colour]
    face_down: dict[Cell, Colour]
    treasures: Cells
    leaders: dict[Cell, tuple[SeatNumber, Leader]]
    catastrophes: Cells
    monuments: dict[Monument, Cell | None]
    buildings: dict[Annotated[str, choices(BUILDINGS)], Cell | None] | None
    kingdoms: Annotated[tuple[Cells, ...], Unordered, NotObserved]
    leaderless: Annotated[tuple[Cells, ...], Unordered, NotObserved]
    players: tuple[Player, ...]
    bag_tiles: int
    bag: Annotated[Counts | None, NotObserved]
    out: Annotated[Counts | None, NotObserved]


def view(state: State, seat: Viewer) -> View:
    """Return the table as a viewer may know it; None is the referee, who knows everything."""
    board = state.board
    occupied, leaders = cells(board, IS_OCCUPIED), cells(board, IS_LEADER)
    realms = kingdoms(occupied, leaders)
    everything = seat is None
    conflict = _conflict(state)
    return View(
        viewer=seat,
        actors=actors(state),
        due=_due(state, conflict),
        totals=_totals(state, seat),
        phase=PHASES[state.phase],
        board=state.options.board,
        turn=state.active,
        actions_left=state.left,
        placed=NAME.get(state.cell),
        unification=NAME[state.cell] if state.phase in (WAR_CHOOSE, WAR_ATTACK, WAR_DEFEND) else None,
        conflict=conflict,
        tiles=_by_cell(board, _FACE_UP),
        face_down=_by_cell(board, _FACE_DOWN),
        treasures=names_of(cells(board, IS_TREASURE)),
        leaders=_by_cell(board, _LEADERS),
        catastrophes=tuple(_by_cell(board, _CATASTROPHES)),
        monuments={name: NAME.get(cell) for name, cell in zip(MONUMENTS, state.monuments, strict=True)},
        buildings={name: NAME.get(cell) for name, cell in zip(BUILDINGS, state.buildings, strict=True)}
        if state.options.buildings or any(cell != NOWHERE for cell in state.buildings)
        else None,
        kingdoms=_names(realms),
        leaderless=_names(regions(occupied & ~sum(realms))),
        players=tuple(_player(state, owner, seat) for owner in range(len(state.hands))),
        bag_tiles=sum(state.bag),
        bag=_counts(state.bag) if everything else None,
        out=_counts([sum(column) for column in zip(state.seen, *state.swapped, strict=True)]) if everything else None,
    )


def _by_cell(board: bytes, pieces: Mapping[int, T]) -> dict[Cell, T]:
    """The pieces of these codes by cell, row by row."""
    marks = board.translate(_marks(tuple(pieces)))
    names: tuple[Cell, ...] = (*compress(_NAMES, marks),)
    return {name: pieces[code] for name, code in zip(names, compress(board, marks), strict=True)}


@cache
def _marks(codes: tuple[int, ...]) -> bytes:
    return bytes(code in codes for code in range(256))


def _names(realms: Iterable[int]) -> tuple[tuple[Cell, ...], ...]:
    # Sets that have no cell in common: the one with the first cell is the greatest number.
    return tuple([names_of(realm) for realm in sorted(realms, reverse=True)])


def _counts(tiles: Sequence[int]) -> Counts:
    return dict(zip(COLOURS, tiles, strict=True))


def _due(state: State, conflict: Conflict | None) -> str:
    """The next step in words; in a conflict with the strengths of both sides, which everybody can count."""
    if state.phase == END:
        return ""
    due = DUE[state.phase][1]
    if conflict is None or conflict.leader is None:
        return due
    committed = f" and {conflict.committed} committed" if conflict.committed is not None else ""
    return f"{due} (attack {conflict.attack} on the board{committed}, defence {conflict.defence} on the board)"


def _conflict(state: State) -> Conflict | None:
    if state.phase not in CONFLICTS:
        return None
    at = NAME[state.cell]
    if state.phase == WAR_CHOOSE:
        return Conflict("war", at, wars=tuple(LEADERS[colour] for colour in wars(state)))
    committed = state.number if state.phase in (REVOLT_DEFEND, WAR_DEFEND) else None
    leader = LEADERS[state.colour]
    if state.phase in (REVOLT_ATTACK, REVOLT_DEFEND):
        defender = defender_of(state)
        return Conflict("revolt", at, (), leader, state.active, defender, committed, *strengths(state, defender))
    war = war_of(state, state.colour, region_of(state.board, state.cell))
    sides = war.attacking.bit_count(), war.defending.bit_count()
    pending: tuple[Leader, ...] = tuple(LEADERS[colour] for colour in wars(state))
    return Conflict("war", at, pending, leader, war.attacker, war.defender, committed, *sides)


def sees_screen(state: State, owner: int, viewer: Viewer) -> bool:
    """Whether the viewer sees the tiles in a player's hand; at the end of the game everybody does."""
    return can_see(viewer, owner) or state.phase == END


def sees_points(state: State, owner: int, viewer: Viewer) -> bool:
    """Whether the viewer sees a player's points and treasures.

    A bystander does, too: each point is gained in public, and a bystander keeps count (TE-1.5).
    """
    return viewer == BYSTANDER or sees_screen(state, owner, viewer)


def sheet(state: State, viewer: Viewer) -> ScoreSheet:
    """Return the score sheet without the points that screens hide from the viewer (TE-1.5)."""
    items = tuple(item for item in score(state) if sees_points(state, item.seat, viewer))
    return ScoreSheet(items, _totals(state, viewer))


def _totals(state: State, viewer: Viewer) -> tuple[int | None, ...]:
    return tuple(n if sees_points(state, owner, viewer) else None for owner, n in enumerate(totals(state)))


def _player(state: State, owner: int, viewer: Viewer) -> Player:
    where: dict[Leader, Cell | None] = {
        leader: NAME.get(leader_cell(state, owner, colour)) for colour, leader in enumerate(LEADERS)
    }
    hand = state.hands[owner]
    is_open, counts = sees_screen(state, owner, viewer), sees_points(state, owner, viewer)
    return Player(
        dynasty=state.options.dynasties[owner],
        leaders=where,
        catastrophes=state.catastrophes[owner],
        tiles=sum(hand),
        hand=_counts(hand) if is_open else None,
        points=_counts(colour_points(state, owner)) if counts else None,
        treasures=state.treasures[owner] if counts else None,
    )


def known(view: View, viewer: Viewer, lies: Lies) -> View:
    """Return the view with every hand that is proved, and without those that could be different."""
    players = [replace(player, hand=_proved(view, owner, lies)) for owner, player in enumerate(view.players)]
    return replace(view, players=tuple(players))


def _proved(view: View, owner: int, lies: Lies) -> Counts | None:
    hand: Counts = {}
    for colour in COLOURS:
        n = lies.exactly(("hand", owner), colour)
        if n is None:
            return None
        hand[colour] = n
    return hand
