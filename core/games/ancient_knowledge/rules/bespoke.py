"""The cards that need code of their own (SPEC 6.1), one function each, in the order C, M, P, A, T.

Functions with the parameters (table, run, op, may) are ops of the interpreter; the others are called where the standing
effect of a card matters. The decisions that follow are in `aside`, `peeking`, `opponents` and `digging`.
"""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import A25, A29, A32, FACTS, M36, P19, Op
from kronika.core.games.ancient_knowledge.display import available
from kronika.core.games.ancient_knowledge.effects.turns import DeclineCancelled
from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.core.games.ancient_knowledge.state import DECLINE, Player
from kronika.core.games.ancient_knowledge.table import Table, turn_of


def potala_palace(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """C30 cancels the decline phase of the current turn, unless that phase has begun (R-13, OQ-16)."""
    turn = turn_of(table, run.seat)
    if turn is not None and turn.phase != DECLINE:
        table.set_turn(replace(turn, skip=True))
        table.effects.append(DeclineCancelled(run.seat, IDS[run.card]))


def menhir_of_kerloas(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """M14 takes a card from the hand of an opponent; it is skipped with a full hand."""
    if table.room(run.seat):
        table.stack.append(steps.Rival(run.seat, run.card))


def barabar_caves(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """M15 puts 3 lost knowledge, or all if there is less, on a monument of an opponent, if there is one (R-7, OQ-3)."""
    assert isinstance(op.n, int)
    n = min(op.n, table.players[run.seat].lost)
    if n:
        table.stack.append(steps.Give(run.seat, run.card, n))


def poulnabrone_dolmen(card: int, source: int) -> bool:
    """Whether M36 reacts to the creation of a monument: not to itself, nor to one that its own effect creates (R-5)."""
    return M36 not in (card, source)


def pyramid_of_the_niches(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """P7 looks at up to 7 technologies of level II; it is skipped if there are none."""
    assert isinstance(op.n, int)
    n = min(op.n, available(table.display, 2))
    if n:
        table.stack.append(steps.Peek(run.seat, run.card, n, b""))


def candi_sukuh(player: Player) -> int:
    """Return how many numbers of a requirement may be 1 too small because of P19 (R-14, OQ-18)."""
    return 1 if P19 in player.timeline else 0


def calakmul(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """P33 reveals cards until two cities have appeared."""
    assert isinstance(op.n, int)
    table.stack.append(steps.Until(run.seat, run.card, op.n, b""))


def kensington_runestone(player: Player, rotated: int) -> bool:
    """Whether A25 lets a player take knowledge off instead of drawing, after rotating this number of monuments."""
    return A25 in player.artifacts and rotated == FACTS[A25].rules[0].rotated


def phaistos_disc(player: Player) -> int:
    """Return the number of cards drawn for each rotated monument: 3 with A29, else 2 (AK-2.5)."""
    return FACTS[A29].rules[0].value if A29 in player.artifacts else 2


def elongated_skulls(table: Table, seat: int) -> None:
    """A32 reacts to the end of the declines; it counts all knowledge lost in this phase."""
    if A32 in table.players[seat].artifacts:
        table.stack.append(steps.Running(seat, A32, 0, 0, 0))


def hermes_trismegistus(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """T3 reveals 5 cards, and the players pick one each in turn."""
    assert isinstance(op.n, int)
    table.stack.append(steps.Gather(run.seat, run.card, op.n, b""))


def ancient_greek(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """T22 looks at 10 cards and creates an artifact among them."""
    assert isinstance(op.n, int)
    table.stack.append(steps.Gather(run.seat, run.card, op.n, b""))
