"""Creating monuments and artifacts, by action or by effect (AK-3)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.pending import StepKind, accept_any, finish_step
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import (
    ALL_BUILDERS,
    ARTIFACT,
    COST,
    ENTERS_WITH_LESS,
    KNOWLEDGE,
    LOCKED,
    ONLY_ENTRY,
    RULES,
    SLOT,
    TYPE,
    TYPES,
    label,
    sift,
)
from kronika.core.games.ancient_knowledge.choosing import Choice
from kronika.core.games.ancient_knowledge.effects.builders import Created, EnteredWithLess
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, ONE, builder_id, ids, in_order
from kronika.core.games.ancient_knowledge.quantities import amount, holds
from kronika.core.games.ancient_knowledge.rules.answers import answer_creation
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, Player, State
from kronika.core.games.ancient_knowledge.table import Seen, Table
from kronika.core.games.ancient_knowledge.timeline import free_slots

EVERY_TYPE = 0b1111

# -- what can be created ----------------------------------------------------------------------------------------


def cost_of(card: int, slot: int) -> int:
    """Return the number of cards to discard: the printed cost, and one for each slot of difference (AK-3.1).

    Artifacts have no slot: theirs is 0.
    """
    return COST[card] + abs(slot - SLOT[card]) if slot else COST[card]


def creations(player: Player, types: int) -> list[Do]:
    """Return every creation that the hand can pay for, of these types of cards and on every possible slot."""
    slots = free_slots(player.timeline)
    spare = len(player.hand) - 1
    listed: list[Do] = []
    for card in player.hand:
        if types >> TYPE[card] & 1:
            name = builder_id(card)
            listed.extend([actions.Create(name, slot) for slot in _homes(player, card, slots, spare)])
    return listed


def _homes(player: Player, card: int, slots: list[int], spare: int) -> list[int]:
    """Return the slots on which a hand card can be created if `spare` cards can pay for it; 0 is the board."""
    reach = spare - COST[card]
    if reach < 0:
        return []
    if TYPE[card] == ARTIFACT:
        return [0] if len(player.artifacts) < ARTIFACT_PLACES else []
    home = SLOT[card]
    if LOCKED[card]:
        return [home] if home in slots else []
    return [slot for slot in slots if -reach <= slot - home <= reach]


def can_create(player: Player, types: int) -> bool:
    """Whether the hand can pay for any creation of these types."""
    slots = free_slots(player.timeline)
    spare = len(player.hand) - 1
    return any(types >> TYPE[card] & 1 and _homes(player, card, slots, spare) for card in player.hand)


def creatable(player: Player, types: int) -> list[int]:
    """The cards of these types that the player could create if the hand held one: all see which."""
    slots = free_slots(player.timeline)
    spare = len(player.hand) - 1
    return [card for card in ALL_BUILDERS if types >> TYPE[card] & 1 and _homes(player, card, slots, spare)]


def check_create(state: State, seat: int, do: actions.Create, types: int = EVERY_TYPE) -> None:
    """Raise IllegalAction unless the hand card can be created there, and the discards named pay for it exactly."""
    player, card = state.players[seat], CODES[do.card]
    if card not in player.hand:
        raise IllegalAction("AK-3.1", f"{label(card)} is not in your hand.")
    if not types >> TYPE[card] & 1:
        wanted = join_words([name for at, name in enumerate(TYPES) if types >> at & 1], "or")
        raise IllegalAction("AK-3.9", f"{label(card)} is not a {wanted}: this effect creates nothing else.")
    check_home(player, card, do.slot)
    check_cost(player, card, do)


def check_home(player: Player, card: int, slot: int) -> None:
    """Raise IllegalAction unless there is room for the card on the slot or the board."""
    if TYPE[card] == ARTIFACT:
        if slot:
            raise IllegalAction("AK-3.5", f"{label(card)} is an artifact: it goes on the board, not on a slot.")
        if len(player.artifacts) >= ARTIFACT_PLACES:
            raise IllegalAction("AK-3.5", "All five artifact places are taken.")
        return
    if not slot:
        reason = f"{label(card)} is a monument: on which slot? It starts on {SLOT[card]}."
        raise IllegalAction("AK-3.1", reason, {"slot": SLOT[card]})
    if LOCKED[card] and slot != SLOT[card]:
        raise IllegalAction("AK-3.2", f"{label(card)} is locked: it can only be created on slot {SLOT[card]}.")
    if player.timeline[2 * slot - 1]:
        raise IllegalAction("AK-3.3", f"Both halves of slot {slot} are taken.", {"free": free_slots(player.timeline)})


def check_cost(player: Player, card: int, do: actions.Create) -> None:
    """Raise IllegalAction unless the hand can pay, and the discards, if any are named, are exactly the cost."""
    rule = "AK-3.5" if TYPE[card] == ARTIFACT else "AK-3.1"
    cost = cost_of(card, do.slot)
    pool = player.hand.replace(ONE[card], b"")
    if cost > len(pool):
        others = f"You have only {pluralize(len(pool), 'other hand card')}."
        raise IllegalAction(rule, f"{label(card)} costs {pluralize(cost, 'card')} there. {others}", {"cost": cost})
    if not do.discard:
        return
    if len(do.discard) != cost:
        raise IllegalAction(rule, f"{label(card)} costs {pluralize(cost, 'card')} there, not {len(do.discard)}.")
    if do.card in do.discard:
        raise IllegalAction(rule, f"{label(card)} cannot pay for itself.")
    Choice(pool, b"", cost, True, True).check(do.discard, rule, "is not in your hand")


# -- paying and placing -----------------------------------------------------------------------------------------


def create(table: Table, seat: int, do: actions.Create, source: int = 0, aside: bytes = b"") -> None:
    """Create a hand card or, for T22, a card set aside; a cost that is not named yet is chosen card by card.

    `source` is the card whose effect creates, 0 for the action. `aside` are the other cards that T22 has set aside.
    """
    card = CODES[do.card]
    paid = in_order(do.discard) if do.discard else b""
    left = cost_of(card, do.slot) - len(paid)
    if left:
        table.stack.append(steps.Pay(seat, card, do.slot, source, left, paid, aside))
    else:
        _place(table, seat, card, do.slot, source, paid, aside)


def _payment(table: Seen, step: steps.Pay) -> Choice:
    pool = table.players[step.seat].hand.replace(ONE[step.card], b"")
    return Choice(pool, step.chosen, step.left, True, table.options.any_order)


def _settle_pay(table: Table, step: steps.Pay) -> steps.Pay | None:
    paid = _payment(table, step).only_way
    if paid is None:
        return step
    _place(table, step.seat, step.card, step.slot, step.source, paid, step.aside)
    return None


def _place(table: Table, seat: int, card: int, slot: int, source: int, paid: bytes, aside: bytes) -> None:
    """Discard the cost, place the card with its knowledge, and trigger its own and other effects (AK-3.4)."""
    if paid:
        table.discard_from_hand(seat, paid, card, "AK-3.1" if slot else "AK-3.5")
    if table.shown:
        table.shown = table.shown.replace(ONE[card], b"")
    if slot:
        _enter(table, seat, card, slot)
    else:
        table.install(seat, card)
        table.effects.append(Created(seat, IDS[card], 0, 0, "AK-3.5"))
    if aside:
        table.discard_aside(seat, aside, source)
    answer_creation(table, seat, card, slot, source)


def _enter(table: Table, seat: int, card: int, slot: int) -> None:
    """Place a new monument with its knowledge: the printed number minus all reductions, at least 0 (AK-3.4, R-21)."""
    printed = knowledge = KNOWLEDGE[card]
    sources = _reducers(table, seat, card) if printed else {}
    if sources:
        knowledge = max(printed - sum(sources.values()), 0)
    table.enter(seat, card, slot, knowledge)
    table.effects.append(Created(seat, IDS[card], slot, knowledge, "AK-3.4"))
    if sources:
        table.effects.append(EnteredWithLess(seat, IDS[card], printed, knowledge, ids(bytes(sources))))


def _reducers(table: Table, seat: int, card: int) -> dict[int, int]:
    """Return, for each card that reduces the knowledge of a new monument, the amount.

    The new monument is not on the timeline yet.
    """
    player = table.players[seat]
    found = {}
    for other in sift(player.timeline + player.artifacts, ONLY_ENTRY):
        rule = RULES[other][0]
        if TYPES[TYPE[card]] in rule.types and holds(player, rule.when, other):
            found[other] = -amount(table, seat, other, rule.delta, 0)
    own = ENTERS_WITH_LESS.get(card)
    if own is not None and holds(player, own.when, card):
        found[card] = -amount(table, seat, card, own.delta, 0)
    return {other: less for other, less in found.items() if less} if found else found


def _pay_options(state: State, step: steps.Pay, seat: int) -> Sequence[Do]:
    return [actions.Discard((builder_id(card),)) for card in _payment(state, step).open]


def _check_pay(state: State, step: steps.Pay, seat: int, do: actions.Discard) -> None:
    rule = "AK-3.1" if step.slot else "AK-3.5"
    if IDS[step.card] in do.cards:
        raise IllegalAction(rule, f"{label(step.card)} cannot pay for itself.")
    _payment(state, step).check(do.cards, rule, "is not in your hand")


def _pay(table: Table, step: steps.Pay, seat: int, do: actions.Discard) -> None:
    chosen = _payment(table, step).after(do.cards)
    left = step.left + len(step.chosen) - len(chosen)
    if left:
        table.stack.append(steps.Pay(seat, step.card, step.slot, step.source, left, chosen, step.aside))
    else:
        _place(table, seat, step.card, step.slot, step.source, chosen, step.aside)


# -- created by an effect ---------------------------------------------------------------------------------------


def _settle_by(table: Table, step: steps.CreateBy) -> steps.CreateBy | None:
    if can_create(table.players[step.seat], step.types):
        return step
    return None


def _by_options(state: State, step: steps.CreateBy, seat: int) -> Sequence[Do]:
    return [*creations(state.players[seat], step.types), NO]


def _check_by(state: State, step: steps.CreateBy, seat: int, do: actions.Create) -> None:
    check_create(state, seat, do, step.types)


def _create_by(table: Table, step: steps.CreateBy, seat: int, do: actions.Create) -> None:
    create(table, seat, do, step.card)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Pay: StepKind(
        rule="AK-3.1",
        what="discard cards to pay for the created card",
        settle=_settle_pay,
        takes={actions.Discard: (_check_pay, _pay)},
        options=_pay_options,
    ),
    steps.CreateBy: StepKind(
        rule="AK-3.9",
        what="create a card with the effect, or decline",
        settle=_settle_by,
        takes={actions.Create: (_check_by, _create_by), actions.No: (accept_any, finish_step)},
        options=_by_options,
    ),
}
