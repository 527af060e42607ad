"""The ops of SPEC 6.1: each is carried out at once, or leaves a step for a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import TYPES, Op, OpName, Type
from kronika.core.games.ancient_knowledge.quantities import amount, targets
from kronika.core.games.ancient_knowledge.rules import bespoke
from kronika.core.games.ancient_knowledge.rules.discarding import fitting, force
from kronika.core.games.ancient_knowledge.rules.moving import movable_targets
from kronika.core.games.ancient_knowledge.table import Table

CarryOut = Callable[[Table, steps.Running, Op, bool], None]
"""A function that carries out an op: its arguments are the table, the running rule, the op, and whether it is optional.
"""


def _n(table: Table, run: steps.Running, op: Op) -> int:
    n = op.n
    return n if isinstance(n, int) else amount(table, run.seat, run.card, n, run.result)


# -- cards ------------------------------------------------------------------------------------------------------


def draw(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Draw cards up to the hand limit."""
    table.draw(run.seat, _n(table, run, op))


def discard_hand(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Discard hand cards: as a cost (`may`), up to `n`, or `n` as far as there are any."""
    n = min(_n(table, run, op), len(fitting(table.players[run.seat].hand, op)))
    if n:
        table.stack.append(steps.HandDiscard(run.seat, run.card, run.rule, n, b"", may, op.upto))


def discard_artifacts(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Discard any number of the player's artifacts."""
    if table.players[run.seat].artifacts:
        table.stack.append(steps.ArtifactDiscard(run.seat, run.card, b""))


def discard_self(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Discard the card itself; knowledge on it goes to the supply (R-1, OQ-1)."""
    table.leave(run.seat, run.card, "AK-2.10")


def opponents_discard(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Make every opponent discard as many as possible, up to `n`."""
    force(table, run.seat, run.card, _n(table, run, op), op.artifacts)


def create(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Create a hand card by the normal rules (AK-3.9)."""
    table.stack.append(steps.CreateBy(run.seat, run.card, type_bits(op.types)))


def type_bits(types: tuple[Type, ...]) -> int:
    """Return a set of card types as a number with a bit for each type."""
    return sum(1 << TYPES.index(name) for name in types)


def archive(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Take one archive action (C32)."""
    table.stack.append(steps.ArchiveBy(run.seat, run.card))


def peek_keep(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Look at `n` cards and keep one; skipped with a full hand (R-8, OQ-7)."""
    if table.room(run.seat):
        table.stack.append(steps.Gather(run.seat, run.card, _n(table, run, op), b""))


# -- knowledge --------------------------------------------------------------------------------------------------


def remove_knowledge(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Take knowledge off the player's monuments, in one of four modes."""
    player = table.players[run.seat]
    reach = targets(player, run.card, op.target, carrying=True)
    n = _n(table, run, op)
    if not reach or not n:
        return
    if op.mode == "each":
        for place in reach:
            table.take_knowledge(run.seat, place, n, run.card)
    elif op.mode == "spread" or op.upto:
        # P15 (`single` up to n): the first token taken shows which monument, so taking none is one choice (OQ-6)
        table.stack.append(steps.Spread(run.seat, run.card, n, reach, op.upto, op.mode == "single"))
    else:
        picks = op.pick if op.mode == "pick" else 1
        table.stack.append(steps.Pick(run.seat, run.card, n, picks, reach, may))


def remove_lost(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Remove lost knowledge to the supply."""
    n = min(_n(table, run, op), table.players[run.seat].lost)
    if op.upto and n:
        table.stack.append(steps.LessLost(run.seat, run.card, n))
    else:
        table.remove_lost(run.seat, n, run.card)


def add_knowledge_opponents(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Add knowledge to one monument of every opponent who has one (AK-6.7)."""
    reached = bytes([other for other in table.opponents(run.seat) if any(table.players[other].timeline)])
    if reached:
        table.stack.append(steps.AddTokens(run.seat, run.card, _n(table, run, op), reached))


# -- the timeline and the Past ----------------------------------------------------------------------------------


def move_monument(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Move a monument to another slot (AK-3.7)."""
    reach = movable_targets(table, run.seat, run.card, op.target, op.to_slot)
    if reach:
        table.stack.append(steps.MoveWho(run.seat, run.card, reach, op.to_slot, may))


def swap_monuments(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Let two monuments exchange places (AK-3.7)."""
    table.stack.append(steps.Swap(run.seat, run.card, 0 if op.any else run.card))


def straighten(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Straighten monuments of the Past, as many as possible (AK-6.9)."""
    table.straighten(run.seat, _n(table, run, op), run.card)


# -- technologies -----------------------------------------------------------------------------------------------


def learn(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Learn a technology on display."""
    table.stack.append(steps.LearnBy(run.seat, run.card, op.ignore_requirements, may))


def tech_to_bottom(table: Table, run: steps.Running, op: Op, may: bool) -> None:
    """Put technologies on display under their decks; all are chosen before a board is refilled (OQ-8)."""
    table.stack.append(steps.Bury(run.seat, run.card, op.level, _n(table, run, op), b""))


CARRY_OUT: Final[dict[OpName, CarryOut]] = {
    "draw": draw,
    "discard_hand": discard_hand,
    "discard_artifacts": discard_artifacts,
    "discard_self": discard_self,
    "opponents_discard": opponents_discard,
    "create": create,
    "archive": archive,
    "peek_keep": peek_keep,
    "remove_knowledge": remove_knowledge,
    "remove_lost": remove_lost,
    "add_knowledge_opponents": add_knowledge_opponents,
    "move_monument": move_monument,
    "swap_monuments": swap_monuments,
    "straighten": straighten,
    "learn": learn,
    "tech_to_bottom": tech_to_bottom,
    "skip_decline_phase": bespoke.potala_palace,
    "steal_card": bespoke.menhir_of_kerloas,
    "give_lost_to_opponent": bespoke.barabar_caves,
    "peek_learn": bespoke.pyramid_of_the_niches,
    "draw_until": bespoke.calakmul,
    "draft": bespoke.hermes_trismegistus,
    "reveal_create": bespoke.ancient_greek,
}
