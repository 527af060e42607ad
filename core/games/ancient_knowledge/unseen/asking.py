"""Conclusions about hidden cards from what happened after they were used (AK-6.13).

An effect that can do nothing is skipped, and a choice with one option is made at once. So what others see happen
depends on cards that they do not see. There are four such questions. Every way to answer them is played with made-up
cards. The possible ways are those that have the effects that were seen and lead to the event that came next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.twins import Partial, kind_of
from kronika.core.contract.unseen import End, Holds, Lacks, Place, Ways
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.cards import ARTIFACT, COST, FACTS, RULES, TYPE
from kronika.core.games.ancient_knowledge.effects import builders, technologies, turns
from kronika.core.games.ancient_knowledge.ids import BUILDERS, CODES, IDS
from kronika.core.games.ancient_knowledge.quantities import holds
from kronika.core.games.ancient_knowledge.rules import STEPS, actors, begin
from kronika.core.games.ancient_knowledge.rules.creating import creatable
from kronika.core.games.ancient_knowledge.rules.peeking import learnable
from kronika.core.games.ancient_knowledge.rules.phases import settle_turns
from kronika.core.games.ancient_knowledge.rules.turn import BEGINS
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, DECKS, State
from kronika.core.games.ancient_knowledge.table import Table, lay_out
from kronika.core.games.ancient_knowledge.unseen.places import ASIDE, HAND, PEEKED
from kronika.core.games.ancient_knowledge.unseen.telling import redacted_effect

Bound = Holds | Lacks
Next = tuple[int, Any] | None

WAYS: Final = 100
"""Ways that are played at most; with more of them nothing is said."""

ARTIFACTS: Final = tuple(code for code in range(1, BUILDERS + 1) if TYPE[code] == ARTIFACT)
ALL: Final = range(1, BUILDERS + 1)


def _is_asking(code: int) -> bool:
    return any(
        op.op in ("create", "reveal_create", "peek_learn") or _is_of_types(op)
        for rule in RULES[code]
        for op in rule.ops
    )


def _is_of_types(op: Any) -> bool:
    return op.op == "discard_hand" and bool(op.types)


ASKING: Final = frozenset(IDS[code] for code in range(1, len(FACTS)) if _is_asking(code))
"""The cards whose effects depend on hidden cards."""


class Answer(Struct, frozen=True):
    """A possible answer to a question about hidden cards: its bounds, and example cards that meet them."""

    bounds: tuple[Bound, ...]
    cards: bytes


class Named(Struct, frozen=True):
    """The cards that were first seen in an event; `others`: whether more of them may have been, not named here."""

    cards: Sequence[int]
    others: bool = False


# -- from outside -----------------------------------------------------------------------------------------------


def ways(state: State, seat: int, do: Any, then: Sequence[Any], after: Next) -> Ways:
    """The ways in which cards can be placed in an event, by its effects as they were seen and by the next event.

    `after` is the seat and the action of the next event, None if there is none yet. One way without bounds is returned
    if no hidden card can have decided anything, or if there are more than `WAYS` ways.
    """
    if not _may_ask(state, then):
        return ((),)
    found, is_all = _fitting_ways(state, seat, do, then, after)
    return [bounds for _, bounds in found] if is_all else ((),)


def ends(state: State, seat: int, do: Any, then: Sequence[Any], after: Next) -> list[End]:
    """The states after an event, with made-up cards, each with its way; from what `ways` gets."""
    if not _may_ask(state, then):
        return []
    return [(table.state(), bounds) for table, bounds in _fitting_ways(state, seat, do, then, after)[0]]


def _fitting_ways(
    state: State, seat: int, do: Any, then: Sequence[Any], after: Next
) -> tuple[list[tuple[Table, list[tuple[int, Bound]]]], bool]:
    """The ways that have these effects and lead to the next event, each with its table; whether these are all."""
    told = [_openly(effect) for effect in then]
    named = [CODES[effect.card] for effect in told if type(effect) is builders.Created]
    named += [CODES[effect.technology] for effect in told if type(effect) is technologies.Learned]
    found: list[tuple[Table, list[tuple[int, Bound]]]] = []
    for n, (effects, table, bounds) in enumerate(_ways(state, seat, do, Named(named))):
        if n >= WAYS:
            return found, False
        if effects == told and (after is None or _leads_to(table, *after)):
            found.append((table, bounds))
    return found, True


def outcomes(state: State, seat: int, do: Any, shown: Sequence[str]) -> list[Ways]:
    """The ways in which cards can be placed, for each outcome of a move that others can distinguish.

    `shown` are cards that were first seen in the event. One outcome more is that a card not among them comes to be
    seen. At most `WAYS` ways are played.
    """
    found: list[tuple[list[Any], list[list[tuple[int, Bound]]]]] = []
    for effects, _, bounds in islice(_ways(state, seat, do, Named([CODES[card] for card in shown], True)), WAYS):
        alike = next((ways for other, ways in found if other == effects), None)
        if alike is None:
            found.append((effects, [bounds]))
        else:
            alike.append(bounds)
    return [ways for _, ways in found]


def _may_ask(state: State, then: Sequence[Any]) -> bool:
    step = state.stack[-1] if state.stack else None
    if isinstance(step, (steps.Gather, steps.Peek)) and IDS[step.card] in ASKING:
        return True
    return any(kind_of(effect) is turns.Activated and effect.card in ASKING for effect in then)


def _openly(effect: Any) -> Any:
    """An effect as all see it."""
    if isinstance(effect, Partial):
        effect = effect.of(*[getattr(effect, name) for name in effect.of.__struct_fields__])
    return redacted_effect(effect, BYSTANDER)


# -- every way --------------------------------------------------------------------------------------------------

Way = tuple[list[Any], Table, list[tuple[int, Bound]]]


def _ways(state: State, seat: int, do: Any, named: Named) -> Iterator[Way]:
    """Each way to answer the questions of an event: its effects as all see them, the table at the end, its bounds."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        given = waiting.pop()
        table = lay_out(state)
        begin(table, seat, do)
        answers: list[int] = []
        bounds: list[tuple[int, Bound]] = []
        for options in _asked(table, named):
            at = given[len(answers)] if len(answers) < len(given) else 0
            if len(answers) >= len(given):
                waiting += [(*answers, other) for other in range(1, len(options))]
            answers.append(at)
            bounds += [(len(table.effects), bound) for bound in options[at].bounds]
            _suppose(table, options[at].cards)
        yield [_openly(effect) for effect in table.effects], table, bounds


def _asked(table: Table, named: Named) -> Iterator[Sequence[Answer]]:
    """Yield the possible answers at each question, and settle steps as the rules do until somebody must decide.

    `_suppose` sets the answer before the next one is asked for.
    """
    while True:
        if not table.stack:
            if settle_turns(table):
                return
            continue
        options = _options(table, table.stack[-1], named)
        if options:
            yield options
        step = table.stack.pop()
        step = STEPS.due(step).settle(table, step)
        if step is not None:
            table.stack.append(step)
            return


def _suppose(table: Table, cards: bytes) -> None:
    """Has the cards in question be these."""
    match table.stack[-1]:
        case steps.Reveal(seat, card):
            table.stack[-1] = steps.Reveal(seat, card, cards)
        case steps.Peek(seat, card, left):
            table.stack[-1] = steps.Peek(seat, card, left, cards)
        case steps.CreateBy(seat) | steps.Running(seat):
            table.set_hand(seat, cards)


# -- the questions ----------------------------------------------------------------------------------------------


def _options(table: Table, step: steps.Step, named: Named) -> Sequence[Answer]:
    match step:
        case steps.CreateBy():
            player = table.players[step.seat]
            fitting = creatable(player, step.types)
            return _enough(HAND[step.seat], fitting, 1, len(player.hand)) if fitting else ()
        case steps.Running(pc=0):
            return _payable(table, step)
        case steps.Reveal():
            return _revealed(table, step, named)
        case steps.Peek(left=0):
            fitting = learnable(table, step.seat, DECKS[1])
            return _how_many(PEEKED[step.seat], fitting, fitting, named, DECKS[1], len(step.cards))
    return ()


def _payable(table: Table, step: steps.Running) -> Sequence[Answer]:
    """The answers to whether the hand can pay a cost of cards of a type (A7); empty if that is not asked."""
    rule = RULES[step.card][step.rule]
    player = table.players[step.seat]
    if not rule.cost or not rule.cost[0].types or not holds(player, rule.when, step.card):
        return ()
    n = rule.cost[0].n
    assert isinstance(n, int)
    return _enough(HAND[step.seat], ARTIFACTS, n, len(player.hand)) if len(player.hand) >= n else ()


def _revealed(table: Table, step: steps.Reveal, named: Named) -> Sequence[Answer]:
    """Which artifacts among the cards set aside can be paid for: none, several, or one, which is created at once."""
    player = table.players[step.seat]
    if len(player.artifacts) >= ARTIFACT_PLACES:
        return ()
    fitting = [card for card in ARTIFACTS if COST[card] <= len(player.hand)]
    free = [card for card in fitting if not COST[card]]
    return _how_many(ASIDE[step.seat], fitting, free, named, ALL, len(step.cards)) + _dear(step, fitting)


def _dear(step: steps.Reveal, fitting: Sequence[int]) -> list[Answer]:
    """For each cost above 0, the answer that the only affordable artifact has this cost.

    Others do not see which artifact it is before it is paid for, but they know what it costs.
    """
    found = []
    for cost in sorted({COST[card] for card in fitting if COST[card]}):
        alike = [card for card in fitting if COST[card] == cost]
        place, kinds = ASIDE[step.seat], _kinds(fitting)
        bounds = (Holds(place, _kinds(alike)), Lacks(place, kinds, 1))
        found.append(Answer(bounds, _some(alike[:1], fitting, ALL, len(step.cards))))
    return found


def _enough(place: Place, fitting: Collection[int], n: int, size: int) -> list[Answer]:
    """The two answers: at least n of the `size` cards in a place fit, or fewer do."""
    kinds = _kinds(fitting)
    some = sorted(fitting)[:n]
    return [
        Answer((Holds(place, kinds, n),), _some(some, fitting, ALL, size)),
        Answer((Lacks(place, kinds, n - 1),), _some((), fitting, ALL, size)),
    ]


def _how_many(
    place: Place, fitting: Sequence[int], seen: Sequence[int], named: Named, among: Iterable[int], size: int
) -> list[Answer]:
    """The answers: none of the `size` cards in a place fits, several do, or exactly one does, and is seen at once.

    `seen` are those that are seen if they are the only ones that fit.
    """
    kinds = _kinds(fitting)
    found = [Answer((Lacks(place, kinds),) if kinds else (), _some((), fitting, among, size))]
    if len(fitting) > 1 and size > 1:
        found.append(Answer((Holds(place, kinds, 2),), _some(sorted(fitting)[:2], fitting, among, size)))
    for card in named.cards:
        if card in fitting:
            bounds = (Holds(place, _kinds((card,))), Lacks(place, kinds - _kinds((card,))))
            found.append(Answer(bounds, _some((card,), fitting, among, size)))
    others = [card for card in seen if card not in named.cards]
    if others and named.others and size:
        bounds = (Holds(place, _kinds(others)), Lacks(place, kinds, 1))
        found.append(Answer(bounds, _some(others[:1], fitting, among, size)))
    return found


def _kinds(cards: Iterable[int]) -> frozenset[str]:
    return frozenset(IDS[card] for card in cards)


def _some(cards: Sequence[int], fitting: Collection[int], among: Iterable[int], size: int) -> bytes:
    """Example cards, `size` of them in order: the given ones, and others of `among` that do not fit."""
    rest = [card for card in among if card not in fitting]
    return bytes(sorted([*cards, *rest][:size]))


# -- what comes next --------------------------------------------------------------------------------------------


def _leads_to(table: Table, seat: int, do: Any) -> bool:
    """Whether a player can take this action next, as far as all players know."""
    state, kind = table.state(), kind_of(do)
    if seat not in actors(state):
        return False
    if state.stack:
        step = state.stack[-1]
        if kind not in STEPS.due(step).takes:
            return False
        if isinstance(step, steps.CreateBy) and kind is actions.Create:
            return bool(step.types >> TYPE[CODES[do.card]] & 1)
        return not isinstance(step, steps.Waiting) or CODES[do.card] in step.cards
    return kind in BEGINS and any(turn.seat == seat and turn.phase == BEGINS[kind][0] for turn in state.turns)
