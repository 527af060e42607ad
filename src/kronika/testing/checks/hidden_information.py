"""The knowledge of a seat: views, redeals, bots, and texts in which hidden things are masked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.bots import BOTS, Budget, Turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.paper import Paper
from kronika.core.sessions.digest import digest
from kronika.testing.assertions import assert_plain, refusal
from kronika.testing.playouts import MAX_EVENTS, Step, Table, is_played_now, play_on, spread

THOUGHT = Budget(iterations=6)
"""A budget with which a bot looks at several redeals."""
WIDEST = 40
"""The greatest number of actions in a decision that bots are asked for; more take long, and show nothing new."""


def test_a_view_hides_what_is_dealt_again(table: Table) -> None:
    """A state and its redeal for a seat look the same to that seat, and allow it the same actions."""
    game, names = table.game, table.names
    for number, state in enumerate(table.some_states()):
        for seat in table.seats:
            other = game.redeal(state, seat, Dice(str(table), number))
            assert_plain(game, other)
            assert game.view(other, seat) == game.view(state, seat), (
                f"the view of seat {seat} shows what is dealt again"
            )
            assert game.render(game.view(other, seat), names, Paper()) == game.render(
                game.view(state, seat), names, Paper()
            )
            assert list(game.actions(other, seat)) == list(game.actions(state, seat))
            assert game.actors(other) == game.actors(state)
            for do in spread(game.actions(state, seat), 10):
                assert game.format(other, seat, do, names, seat) == game.format(state, seat, do, names, seat)


def test_what_is_dealt_again_does_not_depend_on_what_lay_there(table: Table) -> None:
    """With the same dice, a seat gets the same redeal from every state that looks the same to it."""
    game = table.game
    for number, step in enumerate(table.some_steps(16)):
        for seat in table.seats:
            dealt = [game.redeal(step.before, seat, Dice(str(table), number, n)) for n in range(2)]
            again = [game.redeal(state, seat, Dice(str(table), number)) for state in (step.before, *dealt)]
            assert again[1:] == again[:1] * 2
            if seat in game.actors(step.before):
                picked = [game.pick(state, seat, Dice(number)) for state in (step.before, *dealt)]
                assert picked[1:] == picked[:1] * 2


def test_bots_decide_by_what_their_seat_may_know(table: Table) -> None:
    game = table.game
    for number, step in enumerate(table.some_steps(8)):
        if step.by == CHANCE or len(game.actions(step.before, step.by)) > WIDEST:
            continue
        other = game.redeal(step.before, step.by, Dice(str(table), number))
        for name, bot in BOTS.items():
            turns = [
                Turn(game, state, step.by, Dice(number, "hidden"), budget=THOUGHT) for state in (step.before, other)
            ]
            assert turns[0].state == turns[1].state, "a bot could look under a card"
            assert turns[0].view == game.view(step.before, step.by)
            assert list(turns[0].actions) == list(game.actions(step.before, step.by))
            chosen, same = (bot(turn, Dice(number)) for turn in turns)
            assert chosen == same, name
            game.check(step.before, step.by, chosen)


class Way(NamedTuple):
    """A possible event: the state after it, its effects, its move as text for a viewer, and the effects as text."""

    after: Any
    then: tuple[Any, ...]
    move: str
    clauses: tuple[str, ...]


def _ways(table: Table, step: Step, viewer: int) -> list[Way]:
    """Some of the legal moves, or of the possible outcomes, and the one that was played."""
    game = table.game
    if step.by == CHANCE:
        ways = [game.sample(step.before, Dice(str(table), step.number, n)) for n in range(4)]
    else:
        ways = spread(game.actions(step.before, step.by), 4)
    return [_way(table, step, do, viewer) for do in dict.fromkeys((*ways, step.do))]


def _way(table: Table, step: Step, do: Any, viewer: int) -> Way:
    game, names = table.game, table.names
    after, then = game.apply(step.before, step.by, do)
    clauses = tuple([game.describe(effect, names, viewer) for effect in then])
    return Way(after, then, game.format(step.before, step.by, do, names, viewer), clauses)


def _others(table: Table) -> Iterator[tuple[Step, int]]:
    """Each of `Table.some_steps` with each seat that did not make it."""
    return ((step, seat) for step in table.some_steps() for seat in table.seats if seat != step.by)


def test_masked_texts_tell_no_more_than_the_view(table: Table) -> None:
    """Two moves, or outcomes, after which a seat's view is the same have the same text for this seat.

    Effects in `Game.seen_in_passing` are excepted: their text shows what no later view shows.
    """
    game = table.game
    for step, viewer in _others(table):
        seen: dict[bytes, Way] = {}
        for way in _ways(table, step, viewer):
            if not any(type(effect) in game.seen_in_passing for effect in way.then):
                known = seen.setdefault(msgspec.msgpack.encode(game.view(way.after, viewer)), way)
                alike = (way.move, way.clauses) == (known.move, known.clauses)
                assert alike or digest(known.after) == digest(way.after), (
                    f"the view of seat {viewer} hides what the text shows: {way.move!r} or {known.move!r}"
                )


def test_worlds_that_look_alike_are_dealt_alike(table: Table) -> None:
    """After two events that a seat can't tell apart, it gets the same redeal for the same dice."""
    game = table.game
    for step, viewer in _others(table):
        known: dict[Any, Way] = {}
        for way in _ways(table, step, viewer):
            look = msgspec.msgpack.encode(game.view(way.after, viewer)), way.move, way.clauses
            if (other := known.setdefault(look, way)) is not way:
                deals = [
                    game.redeal(after, viewer, Dice(str(table), step.number)) for after in (other.after, way.after)
                ]
                assert deals[0] == deals[1], f"a new deal reveals to seat {viewer} what {way.move!r} has hidden"


def test_how_far_a_hidden_choice_comes_tells_nothing_of_it(table: Table) -> None:
    """Moves with the same text for a seat all end a choice, or none does; the number of records would reveal it.

    The last of several sealed choices is excepted, as it shows them all. Options that only older logs have are, too.
    """
    game, sealed = table.game, table.game.heuristic().sealed
    for step, viewer in _others(table) if is_played_now(table.case) else ():
        before, by = step.before, step.by
        if by == CHANCE or (game.actors(before) == (by,) and sealed(before, by)):
            continue
        known: dict[str, tuple[Any, ...]] = {}
        for way in _ways(table, step, viewer):
            ended = (True,) if way.then else (False, game.actors(way.after), game.view(way.after, viewer).due)
            assert known.setdefault(way.move, ended) == ended, f"what follows reveals more to {viewer}: {way.move!r}"


def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(table: Table) -> None:
    """A move or an outcome has the same text for a seat in a state and in its redeal for this seat."""
    game, names = table.game, table.names
    for step, viewer in _others(table):
        other = game.redeal(step.before, viewer, Dice(str(table), step.number))
        told = game.format(step.before, step.by, step.do, names, viewer)
        assert game.format(other, step.by, step.do, names, viewer) == told


def test_masks_and_new_deals_go_together(table: Table) -> None:
    """If a text in the log is masked for a seat, then a redeal for this seat changes some state."""
    game = table.game
    for viewer in table.seats:
        hidden = any(
            game.format(step.before, step.by, step.do, table.names, viewer)
            != game.format(step.before, step.by, step.do, table.names)
            for step in table.steps
        )
        if hidden:  # a single game may reveal all hidden things, so others are checked too
            others = (step.after for n in range(5) for step in Table(table.case, table.number + n).steps)
            assert any(game.redeal(state, viewer, Dice(n)) != state for state in others for n in range(5))


def test_a_game_dealt_again_plays_on_to_its_end(table: Table) -> None:
    game = table.game
    for number, state in enumerate(table.some_states(6)):
        seat = number % table.case.seats
        steps = play_on(game, game.redeal(state, seat, Dice(str(table), number)), f"{table} {number}", MAX_EVENTS)
        assert len(steps) < MAX_EVENTS
        for step in spread(steps, 10):
            assert_plain(game, step.after)
            assert refusal(game, step.before, step.by, step.do) is None
        if steps:
            assert game.result(steps[-1].after) is not None


def test_a_projection_uses_what_all_know(table: Table) -> None:
    """`Game.projected` is the same after a redeal for any seat: it is shown to everybody."""
    game = table.game
    for number, state in enumerate(table.some_states()):
        items = tuple(game.projected(state))
        for seat in table.seats:
            other = game.redeal(state, seat, Dice(str(table), number))
            assert tuple(game.projected(other)) == items, f"the projection reveals to seat {seat} what is hidden"
