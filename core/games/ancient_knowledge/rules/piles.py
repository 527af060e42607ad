"""Draws by chance: builder cards (AK-5.1) and technologies from their decks (AK-4.4)."""

from __future__ import annotations

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.cards import LEVEL, label
from kronika.core.games.ancient_knowledge.display import check_board, lay, renew, sort, take_drawn, take_known
from kronika.core.games.ancient_knowledge.effects.builders import PileEmpty
from kronika.core.games.ancient_knowledge.effects.technologies import Laid
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, builder_ids, codes, in_order, technology_ids
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import Table

# -- builder cards ----------------------------------------------------------------------------------------------


def can_draw(table: Table) -> bool:
    """Whether there is a card to draw; an empty draw pile is renewed at every attempt (AK-5.1, OQ-13)."""
    if not table.deck:
        table.reshuffle()
    return bool(table.deck)


def check_draw(state: State, do: actions.Draw, n: int) -> None:
    """Raise IllegalAction unless exactly the due number of cards of the draw pile is drawn."""
    n = min(n, len(state.deck))
    if len(do.cards) != n:
        raise IllegalAction("AK-2.11", f"{pluralize(n, 'card')} must be drawn now, not {len(do.cards)}.", {"due": n})
    if n > 1 and len(set(do.cards)) < n:
        raise IllegalAction("AK-2.11", "A card is drawn twice: there is one of each.", {"cards": list(do.cards)})
    deck = state.deck
    for card in do.cards:
        if CODES[card] not in deck:
            raise IllegalAction("AK-5.1", f"{label(CODES[card])} is not in the draw pile.")


def sample_draw(state: State, n: int, dice: Dice) -> actions.Draw:
    """Return random cards of the draw pile, as many as are due."""
    deck = state.deck
    if n == 1:
        return actions.Draw((BUILDER_IDS[dice.choice(deck) - 1],))
    return actions.Draw(builder_ids(bytes(dice.draw(deck, min(n, len(deck))))))


def _settle_draw(table: Table, step: steps.Draw) -> steps.Draw | None:
    if table.deck or can_draw(table):
        return step
    table.effects.append(PileEmpty(step.seat, step.left))
    return None


def _check_draw(state: State, step: steps.Draw, seat: int, do: actions.Draw) -> None:
    check_draw(state, do, step.left)


def _draw(table: Table, step: steps.Draw, seat: int, do: actions.Draw) -> None:
    cards = codes(do.cards)
    table.to_hand(step.seat, cards)
    if step.left > len(cards):
        table.stack.append(steps.Draw(step.seat, step.left - len(cards)))
    table.take_from_deck(cards)


def _sample_draw(state: State, step: steps.Draw, dice: Dice) -> actions.Draw:
    return sample_draw(state, step.left, dice)


# -- technologies -----------------------------------------------------------------------------------------------


def check_lay(state: State, do: actions.Lay, level: int, n: int) -> None:
    """Raise IllegalAction unless the due number of technologies comes from the top of the deck."""
    deck = state.display.decks[level - 1]
    n = min(n, len(deck))
    if len(do.technologies) != n:
        reason = f"{pluralize(n, 'technology', 'technologies')} must be drawn now, not {len(do.technologies)}."
        raise IllegalAction("AK-2.11", reason, {"due": n})
    if n > 1 and len(set(do.technologies)) < n:
        raise IllegalAction("AK-2.11", "A technology is drawn twice: there is one of each.")
    for card in do.technologies:
        if CODES[card] not in deck:
            where = f"on top of the deck of level {'I' * level}"
            other = "" if LEVEL[CODES[card]] == level else f"; it is of level {'I' * LEVEL[CODES[card]]}"
            raise IllegalAction("AK-4.4", f"{label(CODES[card])} is not {where}{other}.")


def sample_lay(state: State, level: int, n: int, dice: Dice) -> actions.Lay:
    """Return random technologies from the top of the deck, as many as are due."""
    deck = state.display.decks[level - 1]
    return actions.Lay(technology_ids(bytes(dice.draw(deck, min(n, len(deck))))))


def known_next(table: Table, level: int) -> bool:
    """Whether the next technology is one of the known bottom; an empty deck is renewed first (AK-4.4)."""
    if table.display.decks[level - 1]:
        return False
    renew(table, level)
    return not table.display.decks[level - 1]


def _level(table: Table | State, step: steps.Refill) -> int:
    return table.display.boards[step.board].level


def _settle_refill(table: Table, step: steps.Refill) -> steps.Refill | None:
    if not step.left:
        check_board(table, step.board)
        return None
    level = _level(table, step)
    if not known_next(table, level):
        return step
    cards = take_known(table, level, step.left)
    table.effects.append(Laid(step.board + 1, technology_ids(cards)))
    _laid(table, step, sort(cards))
    return None


def _laid(table: Table, step: steps.Refill, cards: bytes) -> None:
    lay(table, step.board, cards)
    if step.left > len(cards):
        table.stack.append(steps.Refill(step.board, step.left - len(cards)))


def _check_refill(state: State, step: steps.Refill, seat: int, do: actions.Lay) -> None:
    check_lay(state, do, _level(state, step), step.left)


def _refill(table: Table, step: steps.Refill, seat: int, do: actions.Lay) -> None:
    cards = in_order(do.technologies)
    _laid(table, step, cards)
    take_drawn(table, _level(table, step), cards)


def _sample_refill(state: State, step: steps.Refill, dice: Dice) -> actions.Lay:
    return sample_lay(state, _level(state, step), step.left, dice)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Draw: StepKind(
        rule="AK-2.11",
        what="draw builder cards",
        settle=_settle_draw,
        takes={actions.Draw: (_check_draw, _draw)},
        seats=chance_seat,
        sample=_sample_draw,
    ),
    steps.Refill: StepKind(
        rule="AK-4.4",
        what="reveal new technologies",
        settle=_settle_refill,
        takes={actions.Lay: (_check_refill, _refill)},
        seats=chance_seat,
        sample=_sample_refill,
    ),
}
