"""What a seat may know: views, new deals, bots, and texts that are masked for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kronika.core.bots import BOTS, Budget, Turn
from kronika.core.chance import Dice
from kronika.core.digest import digest
from kronika.core.game import CHANCE
from kronika.core.paper import Paper
from kronika.testing.asking import assert_plain, refusal
from kronika.testing.playouts import LONGEST, Step, Table, play_on, spread

THOUGHT = Budget(rounds=6)
"""Enough for a bot to look at several deals."""
WIDEST = 40
"""Actions of a decision that bots are asked for: more take long, and are weighed in the same way."""


def test_a_view_hides_what_is_dealt_anew(table: Table) -> None:
    """A state and one that differs only in what a seat can't know are the same to that seat."""
    game, names = table.game, table.names
    for number, state in enumerate(table.some_states()):
        for seat in table.seats:
            other = game.redeal(state, seat, Dice(str(table), number))
            assert_plain(game, other)
            assert game.view(other, seat) == game.view(state, seat), f"the view of seat {seat} shows what is dealt anew"
            assert game.render(game.view(other, seat), names, Paper()) == game.render(
                game.view(state, seat), names, Paper()
            )
            assert list(game.actions(other, seat)) == list(game.actions(state, seat))
            assert game.actors(other) == game.actors(state)
            for do in spread(game.actions(state, seat), 10):
                assert game.format(other, seat, do, names, seat) == game.format(state, seat, do, names, seat)


def test_what_is_dealt_anew_does_not_depend_on_what_lay_there(table: Table) -> None:
    """With the same dice a seat gets the same deal, whatever was hidden from it."""
    game = table.game
    for number, step in enumerate(table.some_steps(16)):
        for seat in table.seats:
            dealt = [game.redeal(step.before, seat, Dice(str(table), number, n)) for n in range(2)]
            again = [game.redeal(state, seat, Dice(str(table), number)) for state in (step.before, *dealt)]
            assert again[1:] == again[:1] * 2
            if seat in game.actors(step.before):
                picked = [game.pick(state, seat, Dice(number)) for state in (step.before, *dealt)]
                assert picked[1:] == picked[:1] * 2


def test_worlds_that_look_alike_are_dealt_alike(table: Table) -> None:
    """Two events that a seat can't tell apart lead to states of which it gets the same deals for the same dice."""
    game = table.game
    for number, step in enumerate(table.some_steps()):
        for viewer in set(table.seats) - {step.by}:
            deals: dict[tuple[bytes, tuple[str, ...]], Any] = {}
            for do in _ways(table, step, number):
                after, then = game.apply(step.before, step.by, do)
                deal = game.redeal(after, viewer, Dice(str(table), number))
                look = msgspec.msgpack.encode(game.view(after, viewer)), _told(table, step, do, then, viewer)
                assert deals.setdefault(look, deal) == deal, f"a new deal tells seat {viewer} what `{do}` has hidden"


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


def test_masked_texts_tell_no_more_than_the_view(table: Table) -> None:
    """Two moves, or outcomes, that look alike on the table afterwards look alike in the log too."""
    game = table.game
    for number, step in enumerate(table.some_steps()):
        for viewer in set(table.seats) - {step.by}:
            seen: dict[bytes, tuple[str, tuple[str, ...]]] = {}
            for do in _ways(table, step, number):
                after, then = game.apply(step.before, step.by, do)
                told = _told(table, step, do, then, viewer)
                look = msgspec.msgpack.encode(game.view(after, viewer))
                known = seen.setdefault(look, (digest(after), told))
                if known[0] != digest(after):
                    assert told == known[1], f"the view of seat {viewer} hides what the text tells"


def _ways(table: Table, step: Step, number: int) -> Sequence[Any]:
    """A few things that could have happened at a step."""
    if step.by == CHANCE:
        return [table.game.sample(step.before, Dice(str(table), number, n)) for n in range(4)]
    return spread(table.game.actions(step.before, step.by), 4)


def _told(table: Table, step: Step, do: Any, then: Sequence[Any], viewer: int) -> tuple[str, ...]:
    """The text of an event and of its effects, for a viewer."""
    clauses = [table.game.describe(effect, table.names, viewer) for effect in then]
    return table.game.format(step.before, step.by, do, table.names, viewer), *clauses


def test_masks_and_new_deals_go_together(table: Table) -> None:
    """If something of the log is hidden from a seat, then dealing anew for that seat changes something."""
    game = table.game
    for viewer in table.seats:
        hidden = any(
            game.format(step.before, step.by, step.do, table.names, viewer)
            != game.format(step.before, step.by, step.do, table.names)
            for step in table.steps
        )
        if hidden:  # what is hidden in one game may always have been shown at once, so that others are looked at
            others = (step.after for n in range(5) for step in Table(table.case, table.number + n).steps)
            assert any(game.redeal(state, viewer, Dice(n)) != state for state in others for n in range(5))


def test_a_game_dealt_anew_plays_on_to_its_end(table: Table) -> None:
    game = table.game
    for number, state in enumerate(table.some_states(6)):
        seat = number % table.case.seats
        steps = play_on(game, game.redeal(state, seat, Dice(str(table), number)), f"{table} {number}", LONGEST)
        assert len(steps) < LONGEST
        for step in spread(steps, 10):
            assert_plain(game, step.after)
            assert refusal(game, step.before, step.by, step.do) is None
        if steps:
            assert game.outcome(steps[-1].after) is not None
