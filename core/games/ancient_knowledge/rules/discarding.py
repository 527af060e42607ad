"""Discarding from the hand and from the board, as a cost or by force (AK-5.4, AK-6.2, AK-2.12)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any, finish_step
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import NO, YES, Do
from kronika.core.games.ancient_knowledge.cards import ONLY_TYPE, OPS, TYPES, Op, sift
from kronika.core.games.ancient_knowledge.choosing import Choice
from kronika.core.games.ancient_knowledge.ids import builder_id
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.games.ancient_knowledge.table import Seen, Table
from kronika.core.games.ancient_knowledge.timeline import filled


def fitting(hand: bytes, op: Op) -> bytes:
    """Return the hand cards that an op can discard: those of its types, or all if it names none."""
    return sift(hand, ONLY_TYPE[TYPES.index(op.types[0])]) if op.types else hand


def payable(player: Player, cost: Op) -> bool:
    """Whether a cost can be paid in full (AK-6.2); a card can always discard itself."""
    if cost.op == "discard_self":
        return True
    assert isinstance(cost.n, int)
    return len(fitting(player.hand, cost)) >= cost.n


def set_result(table: Table, card: int, n: int) -> None:
    """Record how much was processed, for the rule of `card` that waits below."""
    below = table.stack[-1] if table.stack else None
    if isinstance(below, steps.Running) and below.card == card:
        table.stack[-1] = steps.Running(below.seat, below.card, below.rule, below.pc, n)


# -- from the hand ----------------------------------------------------------------------------------------------


def _pool(player: Player, step: steps.HandDiscard) -> bytes:
    return fitting(player.hand, OPS[step.card][step.rule][0]) if step.card else player.hand


def _of_hand(table: Seen, step: steps.HandDiscard) -> Choice:
    pool = _pool(table.players[step.seat], step)
    return Choice(pool, step.chosen, step.left, not step.upto, table.options.any_order)


def _may_stop(step: steps.HandDiscard) -> bool:
    """Whether the player may decline the whole effect, or stop before all cards are chosen.

    An archive action discards at least one card (AK-2.4, OQ-22).
    """
    if step.chosen:
        return step.upto
    return step.may or (step.upto and step.card != 0)


def _settle_hand(table: Table, step: steps.HandDiscard) -> steps.HandDiscard | None:
    choice = _of_hand(table, step)
    if step.upto:
        open_cards = choice.open
        if step.left and open_cards and (_may_stop(step) or len(open_cards) > 1):
            return step
        chosen = step.chosen if _may_stop(step) else open_cards[:1]
        _finish_hand(table, step, chosen)
        return None
    everything = choice.only_way
    if everything is None or (step.may and not step.chosen):
        return step
    _finish_hand(table, step, everything)
    return None


def _finish_hand(table: Table, step: steps.HandDiscard, chosen: bytes) -> None:
    if step.card:
        table.discard_from_hand(step.seat, chosen, step.card, "AK-6.2")
        set_result(table, step.card, len(chosen))
    else:
        archive(table, step.seat, chosen)


def archive(table: Table, seat: int, chosen: bytes) -> None:
    """Discard the cards and take as much knowledge off (AK-2.4)."""
    table.discard_from_hand(seat, chosen, 0, "AK-2.4")
    timeline = table.players[seat].timeline
    table.stack.append(steps.Spread(seat, 0, len(chosen), filled(timeline), False, False))


def _hand_options(state: State, step: steps.HandDiscard, seat: int) -> Sequence[Do]:
    listed: list[Do] = [actions.Discard((builder_id(card),)) for card in _of_hand(state, step).open]
    return [*listed, NO] if _may_stop(step) else listed


def _check_hand(state: State, step: steps.HandDiscard, seat: int, do: actions.Discard) -> None:
    choice = _of_hand(state, step)
    why = (
        "is not in your hand"
        if len(choice.pool) == len(state.players[seat].hand)
        else "is not an artifact in your hand"
    )
    rule = "AK-6.2" if step.card else "AK-2.4"
    choice.check(do.cards, rule, why)


def _discard_hand(table: Table, step: steps.HandDiscard, seat: int, do: actions.Discard) -> None:
    chosen = _of_hand(table, step).after(do.cards)
    left = step.left + len(step.chosen) - len(chosen)
    if left:
        table.stack.append(steps.HandDiscard(seat, step.card, step.rule, left, chosen, step.may, step.upto))
    else:
        _finish_hand(table, step, chosen)


def _check_no(state: State, step: steps.HandDiscard, seat: int, do: actions.No) -> None:
    if not _may_stop(step):
        if not step.card:
            raise IllegalAction("AK-2.4", "An archive action discards at least one card.")
        if step.may:
            raise IllegalAction("AK-6.2", "Pay the cost in full once you have begun.", {"left": step.left})
        raise IllegalAction("AK-6.1", "This discard is not optional: the card does not say `may`.")


def _stop_hand(table: Table, step: steps.HandDiscard, seat: int, do: actions.No) -> None:
    if step.may and not step.chosen:
        table.stack.pop()  # declining the cost declines the rule that it pays for
    else:
        _finish_hand(table, step, step.chosen)


# -- artifacts (P13) --------------------------------------------------------------------------------------------


def _of_board(table: Seen, step: steps.ArtifactDiscard) -> Choice:
    pool = table.players[step.seat].artifacts
    return Choice(pool, step.chosen, len(pool) - len(step.chosen), False, table.options.any_order)


def _settle_artifacts(table: Table, step: steps.ArtifactDiscard) -> steps.ArtifactDiscard | None:
    if _of_board(table, step).open:
        return step
    _finish_artifacts(table, step)
    return None


def _finish_artifacts(table: Table, step: steps.ArtifactDiscard) -> None:
    table.discard_artifacts(step.seat, step.chosen, step.card, "AK-6.1")
    set_result(table, step.card, len(step.chosen))


def _artifact_options(state: State, step: steps.ArtifactDiscard, seat: int) -> Sequence[Do]:
    return [*(actions.Discard((builder_id(card),)) for card in _of_board(state, step).open), NO]


def _check_artifacts(state: State, step: steps.ArtifactDiscard, seat: int, do: actions.Discard) -> None:
    _of_board(state, step).check(do.cards, "AK-6.2", "is not on your board")


def _discard_artifacts(table: Table, step: steps.ArtifactDiscard, seat: int, do: actions.Discard) -> None:
    table.stack.append(steps.ArtifactDiscard(seat, step.card, _of_board(table, step).after(do.cards)))


def _stop_artifacts(table: Table, step: steps.ArtifactDiscard, seat: int, do: actions.No) -> None:
    _finish_artifacts(table, step)


# -- opponents (M9, M10, P8, A34, T26) --------------------------------------------------------------------------


def force(table: Table, seat: int, card: int, n: int, artifacts: bool) -> None:
    """Make every opponent discard `n` cards, or as many as they have (AK-6.7)."""
    need = bytearray(len(table.players))
    for other in table.opponents(seat):
        need[other] = min(n, len(_theirs(table.players[other], artifacts)))
    if any(need):
        table.stack.append(steps.Forced(seat, card, artifacts, bytes(need), (b"",) * len(need)))


def _theirs(player: Player, artifacts: bool) -> bytes:
    return player.artifacts if artifacts else player.hand


def _of_forced(table: Seen, step: steps.Forced, seat: int) -> Choice:
    chosen = step.chosen[seat]
    pool = _theirs(table.players[seat], step.artifacts)
    return Choice(pool, chosen, step.need[seat] - len(chosen), True, table.options.any_order)


def _forced_seats(state: State, step: steps.Forced) -> tuple[int, ...]:
    return tuple([seat for seat, chosen in enumerate(step.chosen) if len(chosen) < step.need[seat]])


def _settle_forced(table: Table, step: steps.Forced) -> steps.Forced | None:
    """Discard for all players at once when the last has chosen, clockwise from the active player (AK-2.12, OQ-30)."""
    chosen = list(step.chosen)
    for seat, need in enumerate(step.need):
        if len(chosen[seat]) < need:
            everything = _of_forced(table, step, seat).only_way
            chosen[seat] = chosen[seat] if everything is None else everything
    if any(len(cards) < need for cards, need in zip(chosen, step.need, strict=True)):
        return steps.Forced(step.seat, step.card, step.artifacts, step.need, tuple(chosen))
    for seat in table.clockwise(step.seat):
        if step.artifacts:
            table.discard_artifacts(seat, chosen[seat], step.card, "AK-2.12")
        else:
            table.discard_from_hand(seat, chosen[seat], step.card, "AK-2.12")
    return None


def _forced_options(state: State, step: steps.Forced, seat: int) -> Sequence[Do]:
    return [actions.Discard((builder_id(card),)) for card in _of_forced(state, step, seat).open]


def _check_forced(state: State, step: steps.Forced, seat: int, do: actions.Discard) -> None:
    why = "is not on your board" if step.artifacts else "is not in your hand"
    _of_forced(state, step, seat).check(do.cards, "AK-2.12", why)


def _discard_forced(table: Table, step: steps.Forced, seat: int, do: actions.Discard) -> None:
    chosen = _of_forced(table, step, seat).after(do.cards)
    everyone = (*step.chosen[:seat], chosen, *step.chosen[seat + 1 :])
    table.stack.append(steps.Forced(step.seat, step.card, step.artifacts, step.need, everyone))


# -- itself (A15, A21, A31) -------------------------------------------------------------------------------------


def _ask_options(state: State, step: steps.Ask, seat: int) -> Sequence[Do]:
    return (YES, NO)


def _discard_itself(table: Table, step: steps.Ask, seat: int, do: actions.Yes) -> None:
    table.stack.append(steps.Running(seat, step.card, step.rule, 1, 0))
    table.leave(seat, step.card, "AK-6.11")


DUES: dict[type, StepKind[State, Table]] = {
    steps.HandDiscard: StepKind(
        rule="AK-6.2",
        what="choose hand cards to discard",
        settle=_settle_hand,
        takes={actions.Discard: (_check_hand, _discard_hand), actions.No: (_check_no, _stop_hand)},
        options=_hand_options,
    ),
    steps.ArtifactDiscard: StepKind(
        rule="AK-6.2",
        what="choose artifacts to discard",
        settle=_settle_artifacts,
        takes={actions.Discard: (_check_artifacts, _discard_artifacts), actions.No: (accept_any, _stop_artifacts)},
        options=_artifact_options,
    ),
    steps.Forced: StepKind(
        rule="AK-2.12",
        what="choose cards to discard",
        settle=_settle_forced,
        takes={actions.Discard: (_check_forced, _discard_forced)},
        options=_forced_options,
        seats=_forced_seats,
    ),
    steps.Ask: StepKind(
        rule="AK-6.1",
        what="discard an artifact for its effect, or decline",
        takes={actions.Yes: (accept_any, _discard_itself), actions.No: (accept_any, finish_step)},
        options=_ask_options,
    ),
}
