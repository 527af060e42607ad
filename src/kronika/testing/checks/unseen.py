"""A game that is recorded by somebody who does not see all: what it declares of hidden things is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.twins import agrees, filled, holes
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Trade
from kronika.core.unseen.completion import Completion
from kronika.testing.playouts import Step, Table


def witnesses(table: Table) -> tuple[int, ...]:
    """Each seat, and a bystander; nobody for a game that can be recorded by the referee alone."""
    return (*table.seats, BYSTANDER) if _is_recorded(table) else ()


def _is_recorded(table: Table) -> bool:
    """Whether a witness can record the game under its options."""
    try:
        return table.game.hidden is not None and table.game.hidden.supply(table.steps[0].before) is not None
    except BadSetup:
        return False


def test_what_a_witness_sees_is_data_and_text(table: Table) -> None:
    """It is written and read back, and the whole action can be it."""
    hidden, names = table.game.hidden, table.names
    for step in table.steps:
        for witness in witnesses(table):
            assert hidden is not None
            seen = table.game.redacted(step.before, step.by, step.do, witness)
            assert agrees(seen, step.do)
            text = table.game.format(step.before, step.by, seen, names)
            assert hidden.parse(step.before, step.by, text, names) == seen, text
            assert ("?" in text.split()) == (holes(seen) > 0), text


def test_things_move_as_the_game_declares(table: Table) -> None:
    """The visible part of a move is a part of the whole move. In the true game each thing is at the place it leaves."""
    hidden = table.game.hidden
    if hidden is None or not _is_recorded(table):
        return
    there = {place: Counter(things) for place, things in hidden.supply(table.steps[0].before).items()}
    for step in table.steps:
        whole = hidden.operations(step.before, step.by, step.do, step.then)
        for one in whole:
            _goes(there, one)
        for witness in witnesses(table):
            _is_a_part(table, step, witness, whole)


def _is_a_part(table: Table, step: Step, witness: int, whole: Any) -> None:
    game, hidden = table.game, table.game.hidden
    assert hidden is not None
    seen = game.redacted(step.before, step.by, step.do, witness)
    told = [effect for one in step.then if (effect := game.redacted_effect(one, witness)) is not None]
    moves = hidden.operations(step.before, step.by, seen, told)
    own = hidden.operations(step.before, step.by, seen, ())
    assert list(moves[: len(own)]) == list(own), "what the action moves comes first"
    things = [true.kind for true, one in zip(whole, moves, strict=True) if _is_unseen(one)]
    assert sum(map(_is_unseen, own)) >= holes(seen), "one move without a kind for each hole"
    assert filled(seen, things) == step.do
    for true, one in zip(whole, moves, strict=True):
        if isinstance(one, Move):
            assert (one.source, one.goal) == (true.source, true.goal)
            assert one.kind in (None, true.kind)


def _is_unseen(one: Operation) -> bool:
    return isinstance(one, Move) and one.kind is None


def _goes(there: dict[Place, Counter[Any]], one: Operation) -> None:
    """Moves a thing, which must be where it comes from."""
    if isinstance(one, Trade):
        there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
    elif isinstance(one, Move):
        lying = list(there.get(one.source, Counter()).elements())
        assert one.kind is not None or len(lying) == 1, "the whole action hides nothing but what can be one thing alone"
        kind = lying[0] if one.kind is None else one.kind
        if one.source != OPEN:
            assert there.get(one.source, Counter())[kind] > 0, f"there is no {kind} in {one.source}"
            there[one.source][kind] -= 1
        if one.goal != OPEN:
            there.setdefault(one.goal, Counter())[kind] += 1
    else:
        held = sum(there.get(one.place, Counter())[kind] for kind in one.kinds)
        assert held >= one.least if isinstance(one, Holds) else isinstance(one, Lacks) and held <= one.most


def test_a_witness_has_a_whole_game(table: Table) -> None:
    """A full game is found that agrees with what was seen, and by which a bystander sees the same table."""
    for witness in witnesses(table):
        found = Completion(table.game, witness, table.steps[0].before)
        for step, done in zip(table.steps, _recorded(table, found), strict=True):
            assert agrees(table.game.redacted(step.before, step.by, step.do, witness), done)
            assert table.game.result(found.states[-1]) == table.game.result(step.after)
        assert found.game.actors(found.states[-1]) == table.game.actors(table.steps[-1].after)


def _recorded(table: Table, found: Completion) -> Iterator[Any]:
    for step in table.steps:
        seen = table.game.redacted(step.before, step.by, step.do, found.witness)
        found.add(step.by, seen, found.seen_effects(step.then))
        yield found.dos[-1]


def test_a_bystander_is_shown_what_was_seen(table: Table) -> None:
    """The view of a bystander is the same in the true game and in another one that agrees with what was seen."""
    game = table.game
    if not game.knows_bystander or game.hidden is None or not _is_recorded(table):
        return
    found = Completion(game, BYSTANDER, table.steps[0].before)
    for step in table.steps:
        found.add(step.by, game.redacted(step.before, step.by, step.do, BYSTANDER), found.seen_effects(step.then))
        for (place, seat), things in game.hidden.looks(step.after, step.then, BYSTANDER):
            found.look(seat, tuple(things), place)
        if not step.number % 7 or step is table.steps[-1]:
            assert game.view(found.states[-1], BYSTANDER) == game.view(step.after, BYSTANDER)
