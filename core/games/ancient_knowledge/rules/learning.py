"""Learning technologies, and changing the display by effects (AK-4.1 to AK-4.4, AK-4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, finish_step
from kronika.core.contract.zones import insert_sorted
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import FACTS, LEVEL, P19, label
from kronika.core.games.ancient_knowledge.display import board_of, check_board, on_display, put_under, take_from_board
from kronika.core.games.ancient_knowledge.effects.technologies import Buried, Eased, Learned
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, SOURCES, technology_id, technology_ids
from kronika.core.games.ancient_knowledge.quantities import quantity, unmet
from kronika.core.games.ancient_knowledge.rules import bespoke
from kronika.core.games.ancient_knowledge.rules.answers import answer_learning
from kronika.core.games.ancient_knowledge.rules.knowledge import check_may
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.games.ancient_knowledge.table import Seen, Table

# -- what can be learned ----------------------------------------------------------------------------------------


def learnable(table: Seen, seat: int, ignore: bool = False) -> list[int]:
    """Return the technologies on display whose requirements are met, or all if they are ignored, board by board."""
    shown = on_display(table.display)
    if ignore:
        return list(shown)
    player = table.players[seat]
    spare = bespoke.candi_sukuh(player)
    return [technology for technology in shown if unmet(player, technology, spare) is None]


def check_learn(state: State, seat: int, do: actions.Learn, ignore: bool = False) -> None:
    """Raise IllegalAction unless the technology is on display and its requirements are met (AK-4.1)."""
    technology = CODES[do.technology]
    if board_of(state.display, technology) is None:
        raise IllegalAction("AK-4.1", f"{label(technology)} is not on display.")
    if not ignore and FACTS[technology].requirement:
        check_requirements(state.players[seat], technology)


def check_requirements(player: Player, technology: int) -> None:
    """Raise IllegalAction unless a player meets the requirements of a technology (AK-4.1)."""
    missing = unmet(player, technology, bespoke.candi_sukuh(player))
    if missing is not None:
        have = quantity(player, missing.q)
        reason = f"{label(technology)} needs {FACTS[technology].needs}."
        raise IllegalAction("AK-4.1", reason, {"quantity": missing.q, "value": have})


# -- learning ---------------------------------------------------------------------------------------------------


def learn(table: Table, seat: int, technology: int, source: int) -> None:
    """Take the technology, refill its board, then trigger its effect and other cards (AK-4.3, OQ-15)."""
    at = board_of(table.display, technology)
    assert at is not None
    take_from_board(table, at, technology)
    collect(table, seat, technology, source)
    check_board(table, at)


def collect(table: Table, seat: int, technology: int, source: int) -> None:
    """Add a technology to the collection of a player, and put the triggered cards on the stack."""
    p = table.players[seat]
    table.effects.append(Learned(seat, IDS[technology], SOURCES[source]))
    if P19 in p.timeline and not _ignores(source) and unmet(p, technology, 0) is not None:
        table.effects.append(Eased(seat, IDS[technology], IDS[P19]))
    technologies = insert_sorted(p.technologies, technology)
    table.players[seat] = Player(p.hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, technologies, p.lost)
    answer_learning(table, seat, technology)


def _ignores(source: int) -> bool:
    """Whether the card that lets a player learn ignores requirements (M34)."""
    return source != 0 and any(op.ignore_requirements for rule in FACTS[source].rules for op in rule.do)


# -- learned by an effect ---------------------------------------------------------------------------------------


def _settle_by(table: Table, step: steps.LearnBy) -> steps.LearnBy | None:
    found = learnable(table, step.seat, step.ignore)
    if found and (step.may or len(found) > 1):
        return step
    if found:
        learn(table, step.seat, found[0], step.card)
    return None


def _by_options(state: State, step: steps.LearnBy, seat: int) -> Sequence[Do]:
    listed: list[Do] = [actions.Learn(technology_id(card)) for card in learnable(state, seat, step.ignore)]
    return [*listed, NO] if step.may else listed


def _check_by(state: State, step: steps.LearnBy, seat: int, do: actions.Learn) -> None:
    check_learn(state, seat, do, step.ignore)


def _learn_by(table: Table, step: steps.LearnBy, seat: int, do: actions.Learn) -> None:
    learn(table, seat, CODES[do.technology], step.card)


# -- technologies put under their decks (P35, T27) --------------------------------------------------------------


def _buriable(table: Seen, step: steps.Bury) -> list[int]:
    shown = on_display(table.display)
    return [card for card in shown if card not in step.chosen and step.level in (0, LEVEL[card])]


def _settle_bury(table: Table, step: steps.Bury) -> steps.Bury | None:
    open_cards = _buriable(table, step) if step.left else []
    if len(open_cards) > 1:
        return step
    chosen = step.chosen + bytes(open_cards)
    if chosen:
        boards = set()
        for technology in chosen:
            at = board_of(table.display, technology)
            assert at is not None
            boards.add(at)
            take_from_board(table, at, technology)
        table.effects.append(Buried(step.seat, technology_ids(chosen), IDS[step.card]))
        put_under(table, chosen, (1 << len(table.players)) - 1)
        table.stack.extend(steps.Refill(at, 0) for at in sorted(boards, reverse=True))
    return None


def _bury_options(state: State, step: steps.Bury, seat: int) -> Sequence[Do]:
    return [actions.Choose(technology_id(card)) for card in _buriable(state, step)]


def _check_bury(state: State, step: steps.Bury, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    if card in step.chosen:
        raise IllegalAction("AK-4.7", f"{label(card)} is chosen already: it takes two different technologies.")
    if card not in on_display(state.display):
        raise IllegalAction("AK-4.7", f"{label(card)} is not a technology on display.")
    if step.level and LEVEL[card] != step.level:
        raise IllegalAction("AK-4.7", f"{label(card)} is not of level {'I' * step.level}.")


def _bury(table: Table, step: steps.Bury, seat: int, do: actions.Choose) -> None:
    chosen = step.chosen + bytes((CODES[do.card],))
    table.stack.append(steps.Bury(seat, step.card, step.level, step.left - 1, chosen))


DUES: dict[type, StepKind[State, Table]] = {
    steps.LearnBy: StepKind(
        rule="AK-4.1",
        what="learn a technology with the effect",
        settle=_settle_by,
        takes={actions.Learn: (_check_by, _learn_by), actions.No: (check_may, finish_step)},
        options=_by_options,
    ),
    steps.Bury: StepKind(
        rule="AK-4.7",
        what="choose technologies on display to put under their decks",
        settle=_settle_bury,
        takes={actions.Choose: (_check_bury, _bury)},
        options=_bury_options,
    ),
}
