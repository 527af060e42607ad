"""Builder cards set aside by P34, T4, T3, T22 and P33 (AK-5.2, AK-5.5)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import ARTIFACT, CITY, COST, TYPE, label
from kronika.core.games.ancient_knowledge.effects.builders import KeptOne
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, builder_id, codes
from kronika.core.games.ancient_knowledge.rules.creating import check_cost, check_home, create
from kronika.core.games.ancient_knowledge.rules.piles import can_draw, check_draw, sample_draw
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, State
from kronika.core.games.ancient_knowledge.table import Seen, Table

# -- builder cards set aside (P34, T4, T3, T22) -----------------------------------------------------------------


def _settle_gather(table: Table, step: steps.Gather) -> steps.Gather | None:
    """Wait for more cards; if too few exist, continue with those that do (AK-5.5)."""
    if step.left and can_draw(table):
        return step
    seat, card, cards = step.seat, step.card, bytes(sorted(step.cards))
    if IDS[card] == "T3":
        order = bytes([*table.clockwise(seat), seat])
        table.stack.append(steps.Draft(seat, card, cards, order))
    elif IDS[card] == "T22":
        table.stack.append(steps.Reveal(seat, card, cards))
    else:
        table.stack.append(steps.KeepOne(seat, card, cards))
    return None


def _check_gather(state: State, step: steps.Gather, seat: int, do: actions.Draw) -> None:
    check_draw(state, do, step.left)


def _gather(table: Table, step: steps.Gather, seat: int, do: actions.Draw) -> None:
    cards = codes(do.cards)
    aside = bytes(sorted(step.cards + cards))
    table.stack.append(steps.Gather(step.seat, step.card, step.left - len(cards), aside))
    table.take_from_deck(cards)


def _sample_gather(state: State, step: steps.Gather, dice: Dice) -> actions.Draw:
    return sample_draw(state, step.left, dice)


# -- P34, T4: one goes to the hand ------------------------------------------------------------------------------


def _settle_keep(table: Table, step: steps.KeepOne) -> steps.KeepOne | None:
    if len(step.cards) > 1:
        return step
    if step.cards:
        _keep_one(table, step, step.cards[0])
    return None


def _keep_one(table: Table, step: steps.KeepOne, card: int) -> None:
    table.to_hand(step.seat, bytes((card,)))
    table.effects.append(KeptOne(step.seat, IDS[card], IDS[step.card]))
    table.discard_aside(step.seat, step.cards.replace(bytes((card,)), b""), step.card)


def _aside_options(state: State, step: steps.KeepOne | steps.Draft, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in step.cards]


def _check_aside(state: State, step: steps.KeepOne | steps.Draft, seat: int, do: actions.Choose) -> None:
    if CODES[do.card] not in step.cards:
        raise IllegalAction("AK-5.2", f"{label(CODES[do.card])} is not one of the cards set aside.")


def _keep(table: Table, step: steps.KeepOne, seat: int, do: actions.Choose) -> None:
    _keep_one(table, step, CODES[do.card])


# -- T3: everybody picks one ------------------------------------------------------------------------------------


def _settle_draft(table: Table, step: steps.Draft) -> steps.Draft | None:
    """Skip a full hand (AK-2.7), take the last card without asking (AK-6.13), and discard the rest at the end."""
    order, cards = step.order, step.cards
    while order and cards and not table.room(order[0]):
        order = order[1:]
    if not order or not cards:
        table.discard_aside(step.seat, cards, step.card)
        return None
    step = steps.Draft(step.seat, step.card, cards, order)
    if len(cards) > 1:
        return step
    _pick(table, step, cards[0])
    return None


def _pick(table: Table, step: steps.Draft, card: int) -> None:
    seat = step.order[0]
    rest = step.cards.replace(bytes((card,)), b"")
    table.stack.append(steps.Draft(step.seat, step.card, rest, step.order[1:]))
    table.take_openly(seat, card, step.card)


def _draft(table: Table, step: steps.Draft, seat: int, do: actions.Choose) -> None:
    _pick(table, step, CODES[do.card])


def _drafter(state: State, step: steps.Draft) -> tuple[int, ...]:
    return (step.order[0],)


# -- T22: one artifact is created -------------------------------------------------------------------------------


def _affordable(table: Seen, step: steps.Reveal) -> list[int]:
    player = table.players[step.seat]
    if len(player.artifacts) >= ARTIFACT_PLACES:
        return []
    return [card for card in step.cards if TYPE[card] == ARTIFACT and COST[card] <= len(player.hand)]


def _settle_reveal(table: Table, step: steps.Reveal) -> steps.Reveal | None:
    found = _affordable(table, step)
    if len(found) > 1:
        return step
    if found:
        _create_revealed(table, step, actions.Create(builder_id(found[0])))
    else:
        table.discard_aside(step.seat, step.cards, step.card)
    return None


def _create_revealed(table: Table, step: steps.Reveal, do: actions.Create) -> None:
    rest = step.cards.replace(bytes((CODES[do.card],)), b"")
    create(table, step.seat, do, step.card, rest)


def _reveal_options(state: State, step: steps.Reveal, seat: int) -> Sequence[Do]:
    return [actions.Create(builder_id(card)) for card in _affordable(state, step)]


def _check_reveal(state: State, step: steps.Reveal, seat: int, do: actions.Create) -> None:
    card = CODES[do.card]
    if card not in step.cards or TYPE[card] != ARTIFACT:
        raise IllegalAction("AK-3.9", f"{label(card)} is not one of the artifacts looked at.")
    player = state.players[seat]
    check_home(player, card, do.slot)
    check_cost(player, card, do)


def _reveal(table: Table, step: steps.Reveal, seat: int, do: actions.Create) -> None:
    _create_revealed(table, step, do)


# -- P33: cards are revealed until two cities have come up ------------------------------------------------------


def _settle_until(table: Table, step: steps.Until) -> steps.Until | None:
    """Wait for the next card; stop at a full hand or when no card is left (AK-2.7, AK-5.5)."""
    if step.left and table.room(step.seat) and can_draw(table):
        return step
    table.discard_aside(step.seat, step.cards, step.card)
    return None


def _check_until(state: State, step: steps.Until, seat: int, do: actions.Draw) -> None:
    check_draw(state, do, 1)


def _until(table: Table, step: steps.Until, seat: int, do: actions.Draw) -> None:
    cards = codes(do.cards)
    if TYPE[cards[0]] == CITY:
        table.take_openly(step.seat, cards[0], step.card)
        table.stack.append(steps.Until(step.seat, step.card, step.left - 1, step.cards))
    else:
        aside = bytes(sorted(step.cards + cards))
        table.stack.append(steps.Until(step.seat, step.card, step.left, aside))
    table.take_from_deck(cards)


def _sample_until(state: State, step: steps.Until, dice: Dice) -> actions.Draw:
    return sample_draw(state, 1, dice)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Gather: StepKind(
        rule="AK-5.2",
        what="set builder cards aside",
        settle=_settle_gather,
        takes={actions.Draw: (_check_gather, _gather)},
        seats=chance_seat,
        sample=_sample_gather,
    ),
    steps.KeepOne: StepKind(
        rule="AK-5.2",
        what="keep one of the cards looked at",
        settle=_settle_keep,
        takes={actions.Choose: (_check_aside, _keep)},
        options=_aside_options,
    ),
    steps.Draft: StepKind(
        rule="AK-2.12",
        what="take one of the face-up cards",
        settle=_settle_draft,
        takes={actions.Choose: (_check_aside, _draft)},
        options=_aside_options,
        seats=_drafter,
    ),
    steps.Reveal: StepKind(
        rule="AK-3.9",
        what="create one of the artifacts looked at",
        settle=_settle_reveal,
        takes={actions.Create: (_check_reveal, _reveal)},
        options=_reveal_options,
    ),
    steps.Until: StepKind(
        rule="AK-5.2",
        what="reveal a builder card",
        settle=_settle_until,
        takes={actions.Draw: (_check_until, _until)},
        seats=chance_seat,
        sample=_sample_until,
    ),
}
