"""Internal conflicts: a leader enters a kingdom with another leader of its colour (TE-5)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.actions import Commit
from kronika.core.games.tigris.board import BIT, EMPTY, LEADERS, NAME, RED
from kronika.core.games.tigris.effects import Decided, Effect, LeaderReturned, RevoltBegun, Strengths
from kronika.core.games.tigris.kingdoms import region_of, temples_beside
from kronika.core.games.tigris.rules.commit import check_tiles, commit, spend
from kronika.core.games.tigris.rules.flow import Applied, after_joining, check_actor, finish_action, score
from kronika.core.games.tigris.state import FROM_REVOLT, REVOLT_ATTACK, REVOLT_DEFEND, State, leader_cell


def rival(state: State, kingdom: int, colour: int) -> int | None:
    """The other player with a leader of this colour in the kingdom that the active player enters; or None (TE-5.1)."""
    for seat in range(len(state.hands)):
        if seat != state.active:
            cell = leader_cell(state, seat, colour)
            if cell >= 0 and kingdom & BIT[cell]:
                return seat
    return None


def defender_of(state: State) -> int:
    """The seat of the defender in the current revolt: the owner of the other leader (TE-5.2)."""
    others = [seat for seat in range(len(state.hands)) if seat != state.active]
    on_board = [seat for seat in others if leader_cell(state, seat, state.colour) >= 0]
    if len(on_board) == 1:
        return on_board[0]
    defender = rival(state, region_of(state.board, state.cell), state.colour)
    assert defender is not None, "a revolt has two sides"
    return defender


def strengths(state: State, defender: int) -> tuple[int, int]:
    """The board strengths of attacker and defender; a temple adjacent to both counts for both (TE-5.3)."""
    stands = leader_cell(state, defender, state.colour)
    return temples_beside(state.board, state.cell), temples_beside(state.board, stands)


def begin_revolt(state: State, colour: int, defender: int) -> Applied:
    """Begin the revolt; the attacker commits first (TE-5.4)."""
    state = replace(state, phase=REVOLT_ATTACK, colour=colour)
    begun = RevoltBegun(LEADERS[colour], state.active, defender)
    return state, (begun, Strengths(*strengths(state, defender), "TE-5.3"))


def check_commit(state: State, seat: int, do: Commit) -> None:
    """Raise IllegalAction unless the player may commit this number of temples now (TE-5.4)."""
    actor = state.active if state.phase == REVOLT_ATTACK else defender_of(state)
    check_actor(seat, actor, "TE-5.4", "commit temples")
    check_tiles(state, seat, RED, do.tiles, "TE-5.4")


def apply_commit(state: State, seat: int, do: Commit) -> Applied:
    """Commit temples; the attacker's number is public before the defender commits (TE-5.4)."""
    if state.phase == REVOLT_ATTACK:
        return replace(commit(state, seat, RED, do.tiles), phase=REVOLT_DEFEND, number=do.tiles), ()
    return _decide(commit(state, seat, RED, do.tiles), seat, do.tiles)


def _decide(state: State, defender: int, committed: int) -> Applied:
    """Decide the revolt and carry out its consequences (TE-5.5, TE-5.6)."""
    attacker, colour = state.active, state.colour
    attack, defence = strengths(state, defender)
    attack += state.number
    defence += committed
    won = attack > defence
    winner, loser = (attacker, defender) if won else (defender, attacker)
    effects: list[Effect] = [Decided(LEADERS[colour], winner, loser, attack, defence, "TE-5.5")]
    beaten = leader_cell(state, loser, colour)
    effects.append(LeaderReturned(loser, LEADERS[colour], NAME[beaten], "TE-5.6"))
    state = spend(state, effects, RED, committed, "TE-5.6")
    state = replace(state, board=replace_byte(state.board, beaten, EMPTY))
    state = score(state, effects, winner, FROM_REVOLT, RED, 1, "TE-5.6")
    if won:
        return after_joining(state, effects, region_of(state.board, state.cell))
    return finish_action(state, effects)
