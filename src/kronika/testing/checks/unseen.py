"""Games recorded by a witness who does not see everything: the game's declarations about hidden things are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.game import BYSTANDER, CHANCE
from kronika.core.contract.twins import Partial, agrees, holes
from kronika.core.contract.unseen import OPEN, Hidden, Move, Operation, Place, Trade
from kronika.core.sessions.events import Seen, done_text
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.rows import is_met
from kronika.core.unseen.starting import completion_of
from kronika.testing.playouts import Step, Table


def witnesses(table: Table) -> tuple[int, ...]:
    """The witnesses that can record the game: each seat, and a bystander; none if only the referee can record it."""
    return (*table.seats, BYSTANDER) if _is_recorded(table) else ()


def _is_recorded(table: Table) -> bool:
    """Whether a witness can record the game under its options."""
    try:
        return table.game.hidden is not None and table.game.hidden.supply(table.steps[0].before) is not None
    except BadSetup:
        return False


def test_what_a_witness_sees_is_data_and_text(table: Table) -> None:
    """The visible part of an action agrees with the whole action, and is the same when written and read back."""
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
    """The operations of a visible action agree with those of the whole action.

    In the true game, each thing that is moved is in the place that it leaves.
    """
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
    pairs = list(zip(_goes_somewhere(whole), _goes_somewhere(moves), strict=True))
    things = [true.kind for true, one in pairs if _is_unseen(one)]
    assert sum(map(_is_unseen, own)) >= holes(seen), "one move without a kind for each hole"
    assert (hidden.whole(seen, things) if isinstance(seen, Partial) else seen) == step.do
    for true, one in pairs:
        if isinstance(one, Move):
            assert (one.source, one.goal) == (true.source, true.goal)
            assert one.kind in (None, true.kind)


def _goes_somewhere(moves: Sequence[Operation]) -> list[Any]:
    """The moves and trades among operations, without bounds: fewer bounds may follow from what was seen."""
    return [one for one in moves if isinstance(one, (Move, Trade))]


def _is_unseen(one: Operation) -> bool:
    return isinstance(one, Move) and one.kind is None


def _goes(there: dict[Place, Counter[Any]], one: Operation) -> None:
    """Carry out an operation on the places `there`. Asserts that a thing that is moved is in the place it leaves."""
    if isinstance(one, Trade):
        there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
    elif isinstance(one, Move):
        source = there.get(one.source, Counter())
        kind = one.kind if one.kind is not None else _any(source)
        if one.source != OPEN:
            assert source[kind] > 0, f"there is no {kind} in {one.source}"
            source[kind] -= 1
        if one.goal != OPEN:
            there.setdefault(one.goal, Counter())[kind] += 1
    else:
        assert is_met(one, there)


def _any(things: Counter[Any]) -> Any:
    """The kind of a thing that moves without a name, from the things in its place.

    Any kind will do: either all things of the place move in this way, or there is only one.
    """
    return next(kind for kind, n in things.items() if n > 0)


def test_a_witness_has_a_whole_game(table: Table) -> None:
    """`Completion` finds a full game that agrees with what the witness saw and has the same result and actors."""
    for witness in witnesses(table):
        found = completion_of(table.game, witness, table.steps[0].before)
        for step in table.steps:
            _record(table, step, found)
            assert agrees(table.game.redacted(step.before, step.by, step.do, witness), found.dos[-1])
            assert table.game.result(found.states[-1]) == table.game.result(step.after)
            _look(table, step, found)
        assert found.game.actors(found.states[-1]) == table.game.actors(table.steps[-1].after)


def _record(table: Table, step: Step, found: Completion) -> None:
    seen = table.game.redacted(step.before, step.by, step.do, found.witness)
    found.add(step.by, seen, found.seen_effects(step.then))


def _look(table: Table, step: Step, found: Completion) -> None:
    """Record what the witness sees without an action after a step."""
    hidden = table.game.hidden
    assert hidden is not None
    for (place, seat), things in hidden.looks(step.after, step.then, found.witness):
        found.look(seat, tuple(things), place)


def test_a_bystander_is_shown_what_was_seen(table: Table) -> None:
    """The view of a bystander is the same in the true game and in another game that agrees with what was seen."""
    game = table.game
    if not game.knows_bystander or game.hidden is None or not _is_recorded(table):
        return
    found = completion_of(game, BYSTANDER, table.steps[0].before)
    for step in table.steps:
        _record(table, step, found)
        _look(table, step, found)
        if not step.number % 7 or step is table.steps[-1]:
            assert game.view(found.states[-1], BYSTANDER) == game.view(step.after, BYSTANDER)


def test_what_was_seen_can_be_typed(table: Table) -> None:
    """Things in a place, things laid open and things that are possible are printed as they can be typed."""
    hidden = table.game.hidden
    if hidden is None or not _is_recorded(table):
        return
    there = {place: Counter(things) for place, things in hidden.supply(table.start).items()}
    for step in table.steps:
        before = {place: Counter(things) for place, things in there.items()}
        moves = hidden.operations(step.before, step.by, step.do, step.then)
        for one in moves:
            _goes(there, one)
        for place in before.keys() | there.keys():
            if place[0] in (*hidden.places, *hidden.shared) and there.get(place) != before.get(place):
                lying = there.get(place, Counter()).elements()
                _is_typed_back(table, step, place, [thing for thing in lying if not hidden.is_nothing(thing)])
        shown = [one for one in moves if isinstance(one, Move) and one.kind is not None and one.goal == OPEN]
        _are_read_back(
            hidden,
            [one.source for one in shown if one.source != OPEN],
            [one.kind for one in shown if one.source != OPEN],
        )


def _is_typed_back(table: Table, step: Step, place: Place, things: Sequence[Any]) -> None:
    """Assert that an observation of these things in a place is read back, and each of the things as it is called."""
    hidden, (word, seat) = table.game.hidden, place
    assert hidden is not None
    if not things:
        return
    seen = Seen(seat, tuple(things), word)
    text = done_text(table.game, step.after, CHANCE, seen, table.names)
    whose = "" if seat < 0 else f"{table.names[seat]} "
    assert text.startswith(f"seen {whose}{word} "), text
    read = hidden.things(text.removeprefix(f"seen {whose}{word} "))
    assert Counter(read) == Counter(things), text
    for thing in {*things}:
        assert [*hidden.things(hidden.written((thing,)))] == [thing], hidden.written((thing,))


def _are_read_back(hidden: Hidden, places: Sequence[Place], things: Sequence[Any]) -> None:
    """Assert that things that leave these places openly are read back after `shows`."""
    text = hidden.written(things)
    read = [hidden.kind_at(place, thing) for place, thing in zip(places, hidden.things(text), strict=True)]
    assert read == [*things], text
