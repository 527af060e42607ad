"""The archive and excavate actions (AK-2.4, AK-2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, accept_any, finish_step
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import ARCHIVE, NO, YES, Do
from kronika.core.games.ancient_knowledge.cards import A25, FACTS
from kronika.core.games.ancient_knowledge.choosing import Choice
from kronika.core.games.ancient_knowledge.effects.timeline import Rotated
from kronika.core.games.ancient_knowledge.effects.turns import Activated
from kronika.core.games.ancient_knowledge.ids import IDS, ids, in_order
from kronika.core.games.ancient_knowledge.rules import bespoke
from kronika.core.games.ancient_knowledge.rules.answers import answer_excavation
from kronika.core.games.ancient_knowledge.rules.discarding import archive
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.games.ancient_knowledge.table import Table
from kronika.core.games.ancient_knowledge.timeline import filled

# -- archive ----------------------------------------------------------------------------------------------------


def can_archive(player: Player) -> bool:
    """Whether a player has a card to discard and knowledge to take off (AK-2.4, OQ-11, OQ-22)."""
    return bool(player.hand) and any(player.knowledge)


def check_archive(state: State, seat: int, do: actions.Archive) -> None:
    """Raise IllegalAction unless every discarded card can take a knowledge off (AK-2.4)."""
    player = state.players[seat]
    knowledge = sum(player.knowledge)
    if not knowledge:
        raise IllegalAction("AK-2.4", "There is no knowledge on your timeline: no card can be discarded.")
    if not player.hand:
        raise IllegalAction("AK-2.4", "You have no card to discard.")
    if len(do.discard) > knowledge:
        reason = f"Every card takes one knowledge off, and your timeline has {knowledge or 'none'}."
        raise IllegalAction("AK-2.4", reason, {"knowledge": knowledge})
    Choice(player.hand, b"", len(player.hand), False, True).check(do.discard, "AK-2.4", "is not in your hand")


def start_archive(table: Table, seat: int, do: actions.Archive) -> None:
    """Discard the named cards; if none is named, let the player choose cards one by one."""
    if do.discard:
        archive(table, seat, in_order(do.discard))
        return
    player = table.players[seat]
    most = min(len(player.hand), sum(player.knowledge))
    table.stack.append(steps.HandDiscard(seat, 0, 0, most, b"", False, True))


def _settle_by(table: Table, step: steps.ArchiveBy) -> steps.ArchiveBy | None:
    if can_archive(table.players[step.seat]):
        return step
    return None


def _by_options(state: State, step: steps.ArchiveBy, seat: int) -> Sequence[Do]:
    return (ARCHIVE, NO)


def _check_by(state: State, step: steps.ArchiveBy, seat: int, do: actions.Archive) -> None:
    check_archive(state, seat, do)


def _archive_by(table: Table, step: steps.ArchiveBy, seat: int, do: actions.Archive) -> None:
    start_archive(table, seat, do)


# -- excavate ---------------------------------------------------------------------------------------------------


def check_excavate(state: State, seat: int, do: actions.Excavate) -> None:
    """Raise IllegalAction unless this number of monuments of the Past is not rotated yet (AK-2.5)."""
    upright = state.players[seat].rotated.count(0)
    if do.monuments > upright:
        reason = f"{pluralize(upright, 'monument')} of your Past can be rotated, not {do.monuments}."
        raise IllegalAction("AK-2.5", reason, {"upright": upright})


def excavate(table: Table, seat: int, do: actions.Excavate) -> None:
    """Rotate monuments, draw cards or take knowledge off (A25), then trigger other cards (OQ-24)."""
    n = do.monuments
    rotated = table.turn_past(seat, n, upright=False)
    table.effects.append(Rotated(seat, ids(rotated)))
    player = table.players[seat]
    answer_excavation(table, seat, n)
    draws = n * bespoke.phaistos_disc(player)
    if bespoke.kensington_runestone(player, n):
        table.stack.append(steps.Replace(seat, draws))
    else:
        table.draw(seat, draws)


def _replace_options(state: State, step: steps.Replace, seat: int) -> Sequence[Do]:
    return (YES, NO)


def _instead(table: Table, step: steps.Replace, seat: int, do: actions.Yes) -> None:
    table.effects.append(Activated(seat, IDS[A25], "AK-2.5"))
    n = FACTS[A25].rules[0].do[0].n
    assert isinstance(n, int)
    table.stack.append(steps.Spread(seat, A25, n, filled(table.players[seat].timeline), True, False))


def _as_usual(table: Table, step: steps.Replace, seat: int, do: actions.No) -> None:
    table.draw(seat, step.draws)


DUES: dict[type, StepKind[State, Table]] = {
    steps.ArchiveBy: StepKind(
        rule="AK-2.4",
        what="take an archive action, or decline",
        settle=_settle_by,
        takes={actions.Archive: (_check_by, _archive_by), actions.No: (accept_any, finish_step)},
        options=_by_options,
    ),
    steps.Replace: StepKind(
        rule="AK-2.5",
        what="choose whether to draw cards or to take knowledge off",
        takes={actions.Yes: (accept_any, _instead), actions.No: (accept_any, _as_usual)},
        options=_replace_options,
    ),
}
