"""Builder cards set aside by an effect (AK-5.2, AK-5.5): of P34 and T4, T3, T22, P33."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.ancient_knowledge import actions, effects, frames
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import ARTIFACT, CITY, COST, TYPE, label
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, builder_id, codes
from kronika.core.games.ancient_knowledge.rules.creating import check_cost, check_home, create
from kronika.core.games.ancient_knowledge.rules.piles import can_draw, check_draw, sample_draw
from kronika.core.games.ancient_knowledge.rules.steps import Kind, chance
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, State
from kronika.core.games.ancient_knowledge.table import Seen, Table

# -- builder cards set aside (P34, T4, T3, T22) -----------------------------------------------------------------


def _settle_gather(table: Table, frame: frames.Gather) -> bool:
    """With fewer cards than wanted, those that exist (AK-5.5)."""
    if frame.left and can_draw(table):
        return True
    table.stack.pop()
    seat, card, cards = frame.seat, frame.card, bytes(sorted(frame.cards))
    if IDS[card] == "T3":
        order = bytes([*table.clockwise(seat), seat])
        table.stack.append(frames.Draft(seat, card, cards, order))
    elif IDS[card] == "T22":
        table.stack.append(frames.Reveal(seat, card, cards))
    else:
        table.stack.append(frames.KeepOne(seat, card, cards))
    return False


def _check_gather(state: State, frame: frames.Gather, seat: int, do: actions.Draw) -> None:
    check_draw(state, do, frame.left)


def _gather(table: Table, frame: frames.Gather, seat: int, do: actions.Draw) -> None:
    cards = codes(do.cards)
    aside = bytes(sorted(frame.cards + cards))
    table.stack[-1] = frames.Gather(frame.seat, frame.card, frame.left - len(cards), aside)
    table.take_from_deck(cards)


def _sample_gather(state: State, frame: frames.Gather, dice: Dice) -> actions.Draw:
    return sample_draw(state, frame.left, dice)


# -- P34, T4: one goes to the hand ------------------------------------------------------------------------------


def _settle_keep(table: Table, frame: frames.KeepOne) -> bool:
    if len(frame.cards) > 1:
        return True
    table.stack.pop()
    if frame.cards:
        _keep_one(table, frame, frame.cards[0])
    return False


def _keep_one(table: Table, frame: frames.KeepOne, card: int) -> None:
    table.to_hand(frame.seat, bytes((card,)))
    table.effects.append(effects.KeptOne(frame.seat, IDS[card], IDS[frame.card]))
    table.discard_aside(frame.seat, frame.cards.replace(bytes((card,)), b""), frame.card)


def _aside_options(state: State, frame: frames.KeepOne | frames.Draft, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in frame.cards]


def _check_aside(state: State, frame: frames.KeepOne | frames.Draft, seat: int, do: actions.Choose) -> None:
    if CODES[do.card] not in frame.cards:
        raise IllegalAction("AK-5.2", f"{label(CODES[do.card])} is not one of the cards set aside.")


def _keep(table: Table, frame: frames.KeepOne, seat: int, do: actions.Choose) -> None:
    table.stack.pop()
    _keep_one(table, frame, CODES[do.card])


# -- T3: everybody picks one ------------------------------------------------------------------------------------


def _settle_draft(table: Table, frame: frames.Draft) -> bool:
    """A full hand takes nothing (AK-2.7); the last card is taken without asking (AK-6.13); the rest is discarded."""
    order, cards = frame.order, frame.cards
    while order and cards and not table.room(order[0]):
        order = order[1:]
    if not order or not cards:
        table.stack.pop()
        table.discard_aside(frame.seat, cards, frame.card)
        return False
    frame = frames.Draft(frame.seat, frame.card, cards, order)
    table.stack[-1] = frame
    if len(cards) > 1:
        return True
    _pick(table, frame, cards[0])
    return False


def _pick(table: Table, frame: frames.Draft, card: int) -> None:
    seat = frame.order[0]
    rest = frame.cards.replace(bytes((card,)), b"")
    table.stack[-1] = frames.Draft(frame.seat, frame.card, rest, frame.order[1:])
    table.take_openly(seat, card, frame.card)


def _draft(table: Table, frame: frames.Draft, seat: int, do: actions.Choose) -> None:
    _pick(table, frame, CODES[do.card])


def _drafter(state: State, frame: frames.Draft) -> tuple[int, ...]:
    return (frame.order[0],)


# -- T22: one artifact is created -------------------------------------------------------------------------------


def _affordable(table: Seen, frame: frames.Reveal) -> list[int]:
    player = table.players[frame.seat]
    if len(player.artifacts) >= ARTIFACT_PLACES:
        return []
    return [card for card in frame.cards if TYPE[card] == ARTIFACT and COST[card] <= len(player.hand)]


def _settle_reveal(table: Table, frame: frames.Reveal) -> bool:
    found = _affordable(table, frame)
    if len(found) > 1:
        return True
    table.stack.pop()
    if found:
        _create_revealed(table, frame, actions.Create(builder_id(found[0])))
    else:
        table.discard_aside(frame.seat, frame.cards, frame.card)
    return False


def _create_revealed(table: Table, frame: frames.Reveal, do: actions.Create) -> None:
    rest = frame.cards.replace(bytes((CODES[do.card],)), b"")
    create(table, frame.seat, do, frame.card, rest)


def _reveal_options(state: State, frame: frames.Reveal, seat: int) -> Sequence[Do]:
    return [actions.Create(builder_id(card)) for card in _affordable(state, frame)]


def _check_reveal(state: State, frame: frames.Reveal, seat: int, do: actions.Create) -> None:
    card = CODES[do.card]
    if card not in frame.cards or TYPE[card] != ARTIFACT:
        raise IllegalAction("AK-3.9", f"{label(card)} is not one of the artifacts looked at.")
    player = state.players[seat]
    check_home(player, card, do.slot)
    check_cost(player, card, do)


def _reveal(table: Table, frame: frames.Reveal, seat: int, do: actions.Create) -> None:
    table.stack.pop()
    _create_revealed(table, frame, do)


# -- P33: cards are revealed until two cities have come up ------------------------------------------------------


def _settle_until(table: Table, frame: frames.Until) -> bool:
    """Stops with a full hand or when no card is left (AK-2.7, AK-5.5)."""
    if frame.left and table.room(frame.seat) and can_draw(table):
        return True
    table.stack.pop()
    table.discard_aside(frame.seat, frame.cards, frame.card)
    return False


def _check_until(state: State, frame: frames.Until, seat: int, do: actions.Draw) -> None:
    check_draw(state, do, 1)


def _until(table: Table, frame: frames.Until, seat: int, do: actions.Draw) -> None:
    cards = codes(do.cards)
    if TYPE[cards[0]] == CITY:
        table.take_openly(frame.seat, cards[0], frame.card)
        table.stack[-1] = frames.Until(frame.seat, frame.card, frame.left - 1, frame.cards)
    else:
        aside = bytes(sorted(frame.cards + cards))
        table.stack[-1] = frames.Until(frame.seat, frame.card, frame.left, aside)
    table.take_from_deck(cards)


def _sample_until(state: State, frame: frames.Until, dice: Dice) -> actions.Draw:
    return sample_draw(state, 1, dice)


KINDS: dict[type, Kind] = {
    frames.Gather: Kind(
        rule="AK-5.2",
        due="builder cards are set aside",
        settle=_settle_gather,
        takes={actions.Draw: (_check_gather, _gather)},
        seats=chance,
        sample=_sample_gather,
    ),
    frames.KeepOne: Kind(
        rule="AK-5.2",
        due="one of the cards looked at is kept",
        settle=_settle_keep,
        takes={actions.Choose: (_check_aside, _keep)},
        options=_aside_options,
    ),
    frames.Draft: Kind(
        rule="AK-2.12",
        due="one of the open cards is taken",
        settle=_settle_draft,
        takes={actions.Choose: (_check_aside, _draft)},
        options=_aside_options,
        seats=_drafter,
    ),
    frames.Reveal: Kind(
        rule="AK-3.9",
        due="one of the artifacts looked at is created",
        settle=_settle_reveal,
        takes={actions.Create: (_check_reveal, _reveal)},
        options=_reveal_options,
    ),
    frames.Until: Kind(
        rule="AK-5.2",
        due="a builder card is revealed",
        settle=_settle_until,
        takes={actions.Draw: (_check_until, _until)},
        seats=chance,
        sample=_sample_until,
    ),
}
