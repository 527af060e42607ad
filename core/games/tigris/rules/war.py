"""External conflicts: a tile unites two kingdoms that have leaders of the same colour (TE-6)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.actions import ChooseWar, Commit
from kronika.core.games.tigris.answers import side
from kronika.core.games.tigris.board import (
    BIT,
    COLOURS,
    EMPTY,
    EVERYWHERE,
    LEADER_INDEX,
    LEADERS,
    NAME,
    NOWHERE,
    RED,
    SIZE,
    names_of,
)
from kronika.core.games.tigris.effects import (
    Decided,
    Effect,
    LeaderReturned,
    LinkTaken,
    Removed,
    Spared,
    Strengths,
    United,
    Unpaid,
    WarAvoided,
    WarBegun,
)
from kronika.core.games.tigris.kingdoms import (
    IS_FACE_UP,
    IS_LEADER,
    IS_TREASURE,
    cells,
    crew,
    region_of,
    widen,
)
from kronika.core.games.tigris.rules.commit import check_tiles, commit, spend
from kronika.core.games.tigris.rules.flow import Applied, after_tile, check_actor, refuse_phase, score
from kronika.core.games.tigris.state import (
    FROM_WAR_LEADER,
    FROM_WAR_TILES,
    WAR_ATTACK,
    WAR_CHOOSE,
    WAR_DEFEND,
    State,
    clockwise,
    leader_cell,
)

# -- wars and their sides ---------------------------------------------------------------------------------------


class War(NamedTuple):
    """One war: the seats of attacker and defender, and the supporters of both as sets of cells (TE-6.4, TE-6.5)."""

    attacker: int
    defender: int
    attacking: int
    defending: int


def disputed(board: bytes, kingdom: int) -> list[int]:
    """The colours of which a kingdom, including the unification tile, has two leaders (TE-6.1, TE-6.11)."""
    seen = [0, 0, 0, 0]
    for code in crew(board, cells(board, IS_LEADER) & kingdom):
        seen[code & 3] += 1
    return [colour for colour in range(4) if seen[colour] > 1]


def wars(state: State) -> list[int]:
    """The colours of the wars that are not fought yet, the current one included."""
    return disputed(state.board, region_of(state.board, state.cell))


def roles(state: State, colour: int, kingdom: int) -> tuple[int, int]:
    """The seats of attacker and defender: the first involved, clockwise from the active player, attacks (TE-6.4)."""
    involved = []
    for seat in clockwise(state):
        cell = leader_cell(state, seat, colour)
        if cell >= 0 and kingdom & BIT[cell]:
            involved.append(seat)
    attacker, defender = involved
    return attacker, defender


def due_fighter(state: State) -> int:
    """The seat that commits tiles now: first the attacker, then the defender (TE-6.7)."""
    fighters = [seat for seat in clockwise(state) if leader_cell(state, seat, state.colour) >= 0]
    if len(fighters) > 2:
        fighters = [*roles(state, state.colour, region_of(state.board, state.cell))]
    return fighters[state.phase == WAR_DEFEND]


def war_of(state: State, colour: int, kingdom: int) -> War:
    """The war of this colour in the united kingdom, as the board is now (TE-6.4, TE-6.5)."""
    attacker, defender = roles(state, colour, kingdom)
    tiles = cells(state.board, IS_FACE_UP[colour])
    attacking = side(kingdom, leader_cell(state, attacker, colour), state.cell) & tiles
    defending = side(kingdom, leader_cell(state, defender, colour), state.cell) & tiles
    return War(attacker, defender, attacking, defending)


# -- from one war to the next -----------------------------------------------------------------------------------


def unite(state: State, effects: list[Effect], joined: int) -> Applied:
    """Unite two kingdoms: nobody scores for the tile, and wars may follow (TE-4.5, TE-4.6)."""
    colours = disputed(state.board, joined)
    at = NAME[state.cell]
    effects += (United(at, tuple(LEADERS[colour] for colour in colours)), Unpaid(at, "TE-4.5"))
    if not colours:
        effects.append(LinkTaken(at, "TE-4.6"))
        return after_tile(state, effects, joined)
    return _next_war(state, effects, colours, joined)


def _next_war(state: State, effects: list[Effect], colours: list[int], kingdom: int) -> Applied:
    if len(colours) > 1:
        return replace(state, phase=WAR_CHOOSE), tuple(effects)
    return _begin(state, effects, colours[0], kingdom)


def _begin(state: State, effects: list[Effect], colour: int, kingdom: int) -> Applied:
    war = war_of(state, colour, kingdom)
    effects += (
        WarBegun(LEADERS[colour], war.attacker, war.defender),
        Strengths(war.attacking.bit_count(), war.defending.bit_count(), "TE-6.5"),
    )
    return replace(state, phase=WAR_ATTACK, colour=colour), tuple(effects)


def check_choose(state: State, seat: int, do: ChooseWar) -> None:
    """Raise IllegalAction unless the active player may choose this war now (TE-6.3)."""
    if state.phase != WAR_CHOOSE:
        refuse_phase(state, "choose a war")
    check_actor(seat, state.active, "TE-6.3", "choose the next war")
    colours = wars(state)
    if LEADER_INDEX[do.leader] not in colours:
        between = [LEADERS[colour] for colour in colours]
        raise IllegalAction("TE-6.3", f"There is no war of {do.leader}s to fight.", {"wars": between})


def apply_choose(state: State, seat: int, do: ChooseWar) -> Applied:
    """Begin the chosen war."""
    return _begin(state, [], LEADER_INDEX[do.leader], region_of(state.board, state.cell))


def check_commit(state: State, seat: int, do: Commit) -> None:
    """Raise IllegalAction unless the player may commit this number of tiles of the war's colour now (TE-6.7)."""
    check_actor(seat, due_fighter(state), "TE-6.7", "commit tiles")
    check_tiles(state, seat, state.colour, do.tiles, "TE-6.7")


def apply_commit(state: State, seat: int, do: Commit) -> Applied:
    """Commit tiles; the attacker's number is public before the defender commits (TE-6.7)."""
    if state.phase == WAR_ATTACK:
        return replace(commit(state, seat, state.colour, do.tiles), phase=WAR_DEFEND, number=do.tiles), ()
    return _decide(commit(state, seat, state.colour, do.tiles), do.tiles)


# -- the outcome of a war ---------------------------------------------------------------------------------------


def _decide(state: State, committed: int) -> Applied:
    """Decide the war and carry out its consequences (TE-6.8), then continue with the other wars (TE-6.11, TE-6.12)."""
    colour = state.colour
    kingdom = region_of(state.board, state.cell)
    war = war_of(state, colour, kingdom)
    before = disputed(state.board, kingdom)
    attack = war.attacking.bit_count() + state.number
    defence = war.defending.bit_count() + committed
    won = attack > defence
    winner, loser = (war.attacker, war.defender) if won else (war.defender, war.attacker)
    effects: list[Effect] = [Decided(LEADERS[colour], winner, loser, attack, defence, "TE-6.8")]
    state = spend(state, effects, colour, committed, "TE-6.8")
    state, removed = _rout(state, effects, loser, war.defending if won else war.attacking)
    state = score(state, effects, winner, FROM_WAR_LEADER, colour, 1, "TE-6.8")
    if removed:
        state = score(state, effects, winner, FROM_WAR_TILES, colour, removed, "TE-6.8")
    return _recount(state, effects, [other for other in before if other != colour])


def _rout(state: State, effects: list[Effect], loser: int, supporters: int) -> tuple[State, int]:
    """Return the loser's leader and remove its supporters, except those that stay (TE-6.8).

    Returns the new state and the number of tiles removed.
    """
    colour = state.colour
    stands = leader_cell(state, loser, colour)
    gone = supporters & ~_spared(state, effects, stands, supporters)
    effects.append(LeaderReturned(loser, LEADERS[colour], NAME[stands], "TE-6.8"))
    board = replace_byte(state.board, stands, EMPTY)
    removed = gone.bit_count()
    if removed:
        effects.append(Removed(COLOURS[colour], names_of(gone), "TE-6.8"))
    while gone:
        cell = SIZE - gone.bit_length()
        gone ^= BIT[cell]
        board = replace_byte(board, cell, EMPTY)
    return replace(state, board=board, seen=replace_byte(state.seen, colour, state.seen[colour] + removed)), removed


def _spared(state: State, effects: list[Effect], loser: int, supporters: int) -> int:
    """The supporters that stay, as a set of cells; adds an effect for them.

    In a war of priests these are temples with a treasure or beside a leader other than the losing priest on the cell
    `loser` (TE-6.9). In any war a tile with a building stays (TE-6.10).
    """
    stay = 0
    if state.colour == RED:
        others = cells(state.board, IS_LEADER) & ~BIT[loser]
        stay = (cells(state.board, IS_TREASURE) | widen(others) & EVERYWHERE) & supporters
        if stay:
            effects.append(Spared(names_of(stay), "TE-6.9"))
    building = state.buildings[state.colour]
    if building != NOWHERE and BIT[building] & supporters & ~stay:
        stay |= BIT[building]
        effects.append(Spared((NAME[building],), "TE-6.10"))
    return stay


def _recount(state: State, effects: list[Effect], before: list[int]) -> Applied:
    """Work out the kingdoms again: wars between separated leaders are off, the others follow (TE-6.11, TE-6.12)."""
    joined = region_of(state.board, state.cell)
    colours = disputed(state.board, joined)
    effects += (WarAvoided(LEADERS[colour]) for colour in before if colour not in colours)
    if colours:
        return _next_war(state, effects, colours, joined)
    effects.append(LinkTaken(NAME[state.cell], "TE-6.12"))
    return after_tile(replace(state, colour=0), effects, joined)
