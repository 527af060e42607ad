"""States as values: they are plain data, never change, and are the same after a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.testing.assertions import assert_plain, refusal
from kronika.testing.playouts import SHOWN, Table, cases, spread

FEW: Final = 4
"""A field with fewer different values than this may be equal to something else by accident."""


def test_states_hold_plain_data_only(table: Table) -> None:
    for step in table.steps:
        assert_plain(table.game, step.after)
    assert_plain(table.game, table.start)
    assert table.start.options == table.case.options


def test_states_hold_nothing_that_follows_from_the_rest(game: AnyGame) -> None:
    """No field of a state repeats the scores, or the number of things in another field, in all states of some games."""
    states = [state for case in cases(game) for state in Table(case, 0).some_states()]
    tellers = {"the scores": [game.totals(state) for state in states]}
    for name in game.State.__struct_fields__:
        held = [getattr(state, name) for state in states]
        if all(isinstance(value, (tuple, bytes)) for value in held):
            tellers[f"the number of things in `{name}`"] = [(len(value),) for value in held]
            if all(isinstance(part, (tuple, bytes)) for value in held for part in value):
                tellers[f"how many things each part of `{name}` has"] = [tuple(map(len, value)) for value in held]
    for name in game.State.__struct_fields__:
        values = [_numbers(getattr(state, name)) for state in states]
        for what, others in tellers.items():
            repeated = values == others and len(set(values)) >= FEW
            if repeated and not (what == "the scores" and _is_scored_from(game, states, name)):
                raise AssertionError(f"the field `{name}` of the state is {what}")


def _is_scored_from(game: AnyGame, states: Sequence[Any], name: str) -> bool:
    """Whether the scores are read from this field: then they follow from it, and it does not follow from the rest."""
    one = states[-1]
    for other in states:
        if len(game.totals(other)) == len(game.totals(one)) and game.totals(other) != game.totals(one):
            return bool(game.totals(replace(one, **{name: getattr(other, name)})) == game.totals(other))
    return False


def _numbers(value: Any) -> tuple[Any, ...]:
    """The value as a tuple, so that it can be compared with scores by seat."""
    return tuple(value) if isinstance(value, (tuple, bytes)) else (value,)


def test_encoding_and_decoding_is_the_identity(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        for module in (msgspec.msgpack, msgspec.json):
            for value, kind in (
                (step.before, game.State),
                (step.do, game.Do),
                *((effect, game.Effect) for effect in step.then),
            ):
                again = module.decode(module.encode(value), type=kind)
                assert again == value
                assert type(again) is type(value)
        assert digest(msgspec.msgpack.decode(msgspec.msgpack.encode(step.before), type=game.State)) == digest(
            step.before
        )
        for seat in (None, *table.seats):
            msgspec.json.encode(game.view(step.before, seat))


def test_old_states_never_change(table: Table) -> None:
    game = table.game
    steps = table.some_steps()
    before = [digest(step.before) for step in steps]
    for step in steps:
        for seat in table.seats:
            for do in spread(game.actions(step.before, seat), 5):
                game.apply(step.before, seat, do)
            game.redeal(step.before, seat, Dice(0))
            game.render(game.view(step.before, seat), table.names, Paper())
        game.apply(step.before, step.by, step.do)
        game.score(step.before)
        game.result(step.before)
    assert [digest(step.before) for step in steps] == before


def test_replaying_gives_the_same(table: Table) -> None:
    """A replay from the set-up gives the same states and effects, with all actions encoded and decoded as in a log."""
    game = table.game
    state = game.setup(table.case.options, table.case.seats)
    for step in table.steps:
        do = msgspec.json.decode(msgspec.json.encode(step.do), type=game.Do)
        assert refusal(game, state, step.by, do) is None
        state, then = game.apply(state, step.by, do)
        assert digest(state) == digest(step.after)
        assert then == step.then
        assert isinstance(then, tuple)


def test_undo_and_redo(table: Table) -> None:
    game, random = table.game, table.random()
    session = Session.new(game, table.names, seed=table.number, options=plain_options(table.case.options))
    after: list[tuple[int, str]] = []
    while session.actors and len(after) < 4 * SHOWN:
        seat = random.choice(session.actors)
        do = game.pick(session.state, seat, Dice(table.number, len(after)))
        session.do(seat, do)
        session.resolve_chance()
        after.append((len(session.line.events), digest(session.state)))
        if random.random() < 0.2:
            back = random.randint(1, min(len(after), 12))
            session.undo(back)
            assert session.state == session.line.states[-1]
            if back < len(after):
                assert (len(session.line.events), digest(session.state)) == after[-back - 1]
            session.redo(back)
            assert (len(session.line.events), digest(session.state)) == after[-1]
    moves = [(event.by, event.do) for event in session.line.events if event.by != CHANCE]
    back = min(len(moves), 30)
    session.undo(back)
    for seat, do in moves[-back:]:
        session.do(seat, do)
        session.resolve_chance()
    assert (len(session.line.events), digest(session.state)) == after[-1], "the same moves met with other chance"
