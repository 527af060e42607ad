"""Triggered cards, their order (AK-3.4, AK-4.3, AK-2.5, AK-6.3, AK-6.8), and how a rule of a card is resolved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import (
    KIND,
    ONLY_AFTER_CREATE,
    ONLY_AFTER_EXCAVATE,
    ONLY_AFTER_LEARN,
    OPS,
    RULES,
    RULES_ON,
    TYPE,
    Filter,
    Trigger,
    label,
    sift,
)
from kronika.core.games.ancient_knowledge.effects.turns import Activated, Skipped, Spent
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, ONE
from kronika.core.games.ancient_knowledge.quantities import holds
from kronika.core.games.ancient_knowledge.rules import bespoke
from kronika.core.games.ancient_knowledge.rules.discarding import payable
from kronika.core.games.ancient_knowledge.rules.ops import CARRY_OUT
from kronika.core.games.ancient_knowledge.state import MOST_SEATS, State
from kronika.core.games.ancient_knowledge.table import Table

CREATED: Final = 0
LEARNED: Final = 1
EXCAVATED: Final = 2
"""The events that trigger cards."""

_ON: Final[tuple[Trigger, ...]] = ("after_create", "after_learn", "after_excavate")

_IMMEDIATE: Final = RULES_ON["immediate"]

_CITED: Final[dict[Trigger, str]] = {
    "immediate": "AK-6.4",
    "timeline": "AK-2.8",
    "decline": "AK-2.10",
    "after_create": "AK-6.8",
    "after_learn": "AK-6.8",
    "after_excavate": "AK-6.8",
    "decline_phase_end": "AK-2.9",
}

# -- events -----------------------------------------------------------------------------------------------------


def answer_creation(table: Table, seat: int, card: int, slot: int, source: int) -> None:
    """Trigger the immediate effect of a created card, and every card of its owner that reacts to the creation.

    `source` is the card whose effect creates, 0 for an action.
    """
    player = table.players[seat]
    alert = sift(player.timeline + player.artifacts, ONLY_AFTER_CREATE[TYPE[card]])
    if alert:
        alert = bytes([other for other in alert if _answers(other, card, slot, source)])
    if alert or _IMMEDIATE[card]:
        _answer(table, seat, CREATED, card, alert)


def _answers(other: int, card: int, slot: int, source: int) -> bool:
    wanted = _filter(other, "after_create")
    if wanted.slots and slot not in wanted.slots:
        return False
    return not wanted.not_from or bespoke.poulnabrone_dolmen(card, source)


def answer_learning(table: Table, seat: int, technology: int) -> None:
    """Trigger the immediate effect of a technology, and every card in play of its owner that reacts to its kind."""
    player = table.players[seat]
    alert = sift(player.timeline + player.artifacts, ONLY_AFTER_LEARN[KIND[technology]])
    if alert or _IMMEDIATE[technology]:
        _answer(table, seat, LEARNED, technology, alert)


def answer_excavation(table: Table, seat: int, rotated: int) -> None:
    """Trigger every card of a player that reacts to an excavation of this number of monuments."""
    player = table.players[seat]
    alert = sift(player.timeline + player.artifacts, ONLY_AFTER_EXCAVATE)
    if alert:
        answering = [other for other in alert if _dug_enough(_filter(other, "after_excavate"), rotated)]
        _answer(table, seat, EXCAVATED, 0, bytes(answering))


def _dug_enough(wanted: Filter, rotated: int) -> bool:
    return rotated == wanted.rotated_eq if wanted.rotated_eq else rotated >= wanted.rotated_min


def _filter(card: int, on: Trigger) -> Filter:
    return RULES[card][RULES_ON[on][card][0]].filter


def _answer(table: Table, seat: int, event: int, card: int, others: bytes) -> None:
    cards = ONE[card] + others if _IMMEDIATE[card] else others
    if len(cards) > 1:
        table.stack.append(steps.Waiting(seat, event, card, bytes(sorted(cards))))
    elif cards:
        on = "immediate" if cards[0] == card else _ON[event]
        table.stack.extend(STARTS[on][cards[0]][seat])


# -- the order of answers ---------------------------------------------------------------------------------------


def _settle_waiting(table: Table, step: steps.Waiting) -> steps.Waiting | None:
    """Skip cards that are no longer in play (AK-6.12, OQ-28); the last card needs no decision (AK-6.13)."""
    here, player = step.cards, table.players[step.seat]
    gone = here.translate(None, player.timeline + player.artifacts + player.technologies)
    if gone:
        table.effects.extend(Skipped(step.seat, IDS[card]) for card in gone)
        here = here.translate(None, gone)
        step = steps.Waiting(step.seat, step.event, step.card, here)
    if len(here) > 1:
        return step
    if here:
        table.stack.extend(STARTS[_trigger(step, here[0])][here[0]][step.seat])
    return None


def _trigger(step: steps.Waiting, card: int) -> Trigger:
    return "immediate" if card == step.card else _ON[step.event]


def _waiting_options(state: State, step: steps.Waiting, seat: int) -> Sequence[Do]:
    return [actions.Activate(IDS[card]) for card in step.cards]


def _check_activate(state: State, step: steps.Waiting, seat: int, do: actions.Activate) -> None:
    if CODES[do.card] not in step.cards:
        waiting = ", ".join(IDS[card] for card in step.cards)
        raise IllegalAction("AK-6.8", f"{label(CODES[do.card])} is not triggered now. You can activate: {waiting}.")


def _activate(table: Table, step: steps.Waiting, seat: int, do: actions.Activate) -> None:
    card = CODES[do.card]
    rest = step.cards.replace(ONE[card], b"")
    table.stack.append(steps.Waiting(step.seat, step.event, step.card, rest))
    table.stack.extend(STARTS[_trigger(step, card)][card][step.seat])


# -- a rule of a card -------------------------------------------------------------------------------------------

STARTS: Final = {
    on: tuple(
        tuple(tuple(steps.Running(seat, card, rule, 0, 0) for rule in reversed(rules)) for seat in range(MOST_SEATS))
        for card, rules in enumerate(by_card)
    )
    for on, by_card in RULES_ON.items()
}
"""By trigger, card and seat: the steps for all rules of a card with that trigger, last rule first for the stack."""

_OPS: Final = tuple(
    tuple(
        (
            rule,
            tuple(Activated(seat, IDS[card], _CITED.get(rule.on, "")) for seat in range(MOST_SEATS)),
            tuple((op, CARRY_OUT[op.op], n < len(OPS[card][at])) for n, op in enumerate(OPS[card][at], 1)),
        )
        for at, rule in enumerate(rules)
    )
    for card, rules in enumerate(RULES)
)
"""By card and rule: the rule, the effect that reports it for each seat, and its ops.

Each op comes with the function that carries it out, and whether more ops follow.
"""


def _run(table: Table, step: steps.Running) -> None:
    """Carry out the next op of a rule; before the first one, check its conditions and its cost."""
    seat, card, pc = step.seat, step.card, step.pc
    rule, activated, ops = _OPS[card][step.rule]
    if not pc:
        if rule.when and not holds(table.players[seat], rule.when, card):
            table.effects.append(Spent(seat, IDS[card], activated[seat].rule))
            return
        table.effects.append(activated[seat])
        if rule.cost:
            if not payable(table.players[seat], rule.cost[0]):
                return
            if rule.cost[0].op == "discard_self":
                table.stack.append(steps.Ask(seat, card, step.rule))
                return
    op, carry_out, more = ops[pc]
    if more:
        table.stack.append(steps.Running(seat, card, step.rule, pc + 1, step.result))
    carry_out(table, step, op, rule.may and not pc)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Waiting: StepKind(
        rule="AK-6.3",
        what="choose which triggered card is next",
        settle=_settle_waiting,
        takes={actions.Activate: (_check_activate, _activate)},
        options=_waiting_options,
    ),
    steps.Running: StepKind(rule="AK-6.3", what="continue the effect", settle=_run),
}
