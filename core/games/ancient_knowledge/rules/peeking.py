"""P7: look at technologies of level II, learn one, put the rest under the deck (AK-4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.display import put_under, take_drawn, take_known
from kronika.core.games.ancient_knowledge.effects.technologies import PutUnder
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, codes, technology_id, technology_ids
from kronika.core.games.ancient_knowledge.quantities import unmet
from kronika.core.games.ancient_knowledge.rules.bespoke import candi_sukuh
from kronika.core.games.ancient_knowledge.rules.learning import check_requirements, collect
from kronika.core.games.ancient_knowledge.rules.piles import check_lay, known_next, sample_lay
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import Seen, Table


def _settle_peek(table: Table, step: steps.Peek) -> steps.Peek | None:
    """Look at the next technologies; a deck that runs out is renewed (AK-4.4).

    Then the player learns one if any can be learned, and the rest goes under the deck.
    """
    if step.left:
        if not known_next(table, 2):
            return step
        cards = take_known(table, 2, step.left)
        table.stack.append(steps.Peek(step.seat, step.card, step.left - len(cards), step.cards + cards))
        return None
    cards = bytes(sorted(step.cards))
    if learnable(table, step.seat, cards):
        table.stack.append(steps.PeekLearn(step.seat, step.card, cards))
    else:
        table.stack.append(steps.Under(step.seat, step.card, cards, b""))
    return None


def _check_peek(state: State, step: steps.Peek, seat: int, do: actions.Lay) -> None:
    check_lay(state, do, 2, step.left)


def _peek(table: Table, step: steps.Peek, seat: int, do: actions.Lay) -> None:
    cards = codes(do.technologies)
    table.stack.append(steps.Peek(step.seat, step.card, step.left - len(cards), step.cards + cards))
    take_drawn(table, 2, cards)


def _sample_peek(state: State, step: steps.Peek, dice: Dice) -> actions.Lay:
    return sample_lay(state, 2, step.left, dice)


def learnable(table: Seen, seat: int, cards: bytes) -> list[int]:
    """Return the technologies looked at whose requirements the player meets."""
    player = table.players[seat]
    spare = candi_sukuh(player)
    return [card for card in cards if unmet(player, card, spare) is None]


def _settle_peek_learn(table: Table, step: steps.PeekLearn) -> steps.PeekLearn | None:
    found = learnable(table, step.seat, step.cards)
    if len(found) > 1:
        return step
    _learn(table, step, found[0])
    return None


def _learn(table: Table, step: steps.PeekLearn, technology: int) -> None:
    """Learn a technology; the rest goes under the deck before any card is triggered."""
    collect(table, step.seat, technology, step.card)
    rest = step.cards.replace(bytes((technology,)), b"")
    table.stack.append(steps.Under(step.seat, step.card, rest, b""))


def _peek_options(state: State, step: steps.PeekLearn, seat: int) -> Sequence[Do]:
    return [actions.Learn(technology_id(card)) for card in learnable(state, seat, step.cards)]


def _check_peek_learn(state: State, step: steps.PeekLearn, seat: int, do: actions.Learn) -> None:
    technology = CODES[do.technology]
    if technology not in step.cards:
        raise IllegalAction("AK-4.1", f"{label(technology)} is not one of the technologies looked at.")
    check_requirements(state.players[seat], technology)


def _peek_learn(table: Table, step: steps.PeekLearn, seat: int, do: actions.Learn) -> None:
    _learn(table, step, CODES[do.technology])


def _settle_under(table: Table, step: steps.Under) -> steps.Under | None:
    if len(step.cards) > 1:
        return step
    placed = step.placed + step.cards
    if placed:
        put_under(table, placed, 1 << step.seat)
        table.effects.append(PutUnder(step.seat, technology_ids(placed), IDS[step.card]))
    return None


def _under_options(state: State, step: steps.Under, seat: int) -> Sequence[Do]:
    return [actions.Choose(technology_id(card)) for card in step.cards]


def _check_under(state: State, step: steps.Under, seat: int, do: actions.Choose) -> None:
    if CODES[do.card] not in step.cards:
        raise IllegalAction("AK-4.7", f"{label(CODES[do.card])} is not one of the technologies still to be put under.")


def _under(table: Table, step: steps.Under, seat: int, do: actions.Choose) -> None:
    card = bytes((CODES[do.card],))
    table.stack.append(steps.Under(seat, step.card, step.cards.replace(card, b""), step.placed + card))


DUES: dict[type, StepKind[State, Table]] = {
    steps.Peek: StepKind(
        rule="AK-4.7",
        what="look at technologies",
        settle=_settle_peek,
        takes={actions.Lay: (_check_peek, _peek)},
        seats=chance_seat,
        sample=_sample_peek,
    ),
    steps.PeekLearn: StepKind(
        rule="AK-4.1",
        what="learn one of the technologies looked at",
        settle=_settle_peek_learn,
        takes={actions.Learn: (_check_peek_learn, _peek_learn)},
        options=_peek_options,
    ),
    steps.Under: StepKind(
        rule="AK-4.7",
        what="put the technologies looked at under the deck",
        settle=_settle_under,
        takes={actions.Choose: (_check_under, _under)},
        options=_under_options,
    ),
}
