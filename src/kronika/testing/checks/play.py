"""Random games: the seats that may act, legal and refused actions, scores, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.text import join_words
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digest
from kronika.testing.assertions import assert_numbered, assert_plain, refusal
from kronika.testing.fuzz import make_of_type, type_info, vary_value
from kronika.testing.playouts import MAX_EVENTS, Table, play_on, shared_playouts, spread

FOLLOWED = 12
"""The number of events played after a varied outcome of chance."""


def test_a_random_game_ends_with_an_outcome(table: Table) -> None:
    game = table.game
    assert len(table.steps) < MAX_EVENTS, "the game does not end"
    for state in table.some_states():
        over = not game.actors(state)
        assert (game.result(state) is not None) == over
    result = game.result(table.end)
    assert result is not None
    assert result.totals == game.totals(table.end)
    assert len(result.totals) == table.case.seats
    assert all(result.ranking), "an empty place"
    assert sorted(seat for group in result.ranking for seat in group) == list(table.seats)
    assert result.reason
    assert bool(result.tie_break) == bool(result.tie_rule)
    rules = Counter[str]([result.rule, *([result.tie_rule] if result.tie_rule else [])])
    assert_numbered(game, rules)


def test_every_kind_of_event_is_reached(game: AnyGame) -> None:
    """Random games reach all moves, outcomes and effects; if not, the test is skipped and names those not reached."""
    left = shared_playouts(game).unreached
    if left:
        pytest.skip(f"no random game of {game.title} reaches {join_words([kind.__name__ for kind in left])}")


def test_the_seats_that_may_act(table: Table) -> None:
    game = table.game
    for step in table.steps:
        actors = game.actors(step.before)
        assert isinstance(actors, tuple)
        assert game.seat_count(step.before) == table.case.seats
        if actors == (CHANCE,):
            continue
        assert actors
        assert list(actors) == sorted(set(actors) & set(table.seats))


def test_every_listed_action_is_legal_and_listed_once(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        actors = game.actors(step.before)
        for seat in table.seats:
            listed = list(game.actions(step.before, seat))
            assert listed == list(game.actions(step.before, seat)), "the order is not stable"
            assert bool(listed) == (seat in actors)
            assert len({msgspec.msgpack.encode(do) for do in listed}) == len(listed)
            for do in listed:
                assert refusal(game, step.before, seat, do) is None, do
        for stranger in (CHANCE, table.case.seats, -2, 99):
            assert not game.actions(step.before, stranger)
    for seat in table.seats:
        assert not game.actions(table.end, seat)


def test_what_is_picked_is_listed(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        if step.by == CHANCE:
            assert refusal(game, step.before, CHANCE, step.do) is None
            for n in range(3):
                outcome = game.sample(step.before, Dice(str(table), n))
                assert refusal(game, step.before, CHANCE, outcome) is None, outcome
                assert outcome == game.sample(step.before, Dice(str(table), n)), "sampling is not repeatable"
        else:
            listed = game.actions(step.before, step.by)
            assert step.do in listed
            for n in range(3):
                assert game.pick(step.before, step.by, Dice(str(table), n)) in listed


def test_what_is_not_listed_is_refused(table: Table) -> None:
    """Random and varied actions, and those of other times and seats, are refused or do the same as a listed one."""
    game, random = table.game, table.random()
    kind = type_info(game.Do)
    others = [step.do for step in table.steps]
    cited: Counter[str] = Counter()
    for step in table.some_steps():
        listed = {seat: dict.fromkeys(game.actions(step.before, seat)) for seat in table.seats}
        now = [do for actions in listed.values() for do in spread(list(actions), 5)] or [step.do]
        tries = [make_of_type(game.Do, random) for _ in range(8)]
        tries += [vary_value(random.choice(now), kind, random) for _ in range(16)]
        tries += [random.choice(others) for _ in range(4)] + random.sample(now, min(len(now), 6))
        seats = [*table.seats, CHANCE, table.case.seats, -2, 7]
        leads: dict[int, set[str]] = {}
        for do in tries:
            for seat in {random.choice(seats), step.by, random.choice(table.seats)}:
                error = refusal(game, step.before, seat, do)
                if error is not None:
                    assert do not in listed.get(seat, ()), f"{do} is listed and refused: {error}"
                    assert error.reason
                    cited[error.rule] += 1
                elif do not in listed.get(seat, ()):
                    assert_leads_nowhere_new(game, step.before, seat, do, listed.get(seat, {}), leads)
    for seat in (*table.seats, CHANCE, 7):
        for do in [make_of_type(game.Do, random) for _ in range(10)] + spread(others, 10):
            error = refusal(game, table.end, seat, do)
            assert error is not None, f"{do} after the end"
            cited[error.rule] += 1
    assert_numbered(game, cited)


def test_outcomes_that_are_let_through_are_possible(table: Table) -> None:
    """An outcome that was varied or is of another time is refused, or it leads to states that `position` accepts."""
    game, random = table.game, table.random()
    kind = type_info(game.Do)
    outcomes = [step.do for step in table.steps if step.by == CHANCE]
    for step in table.some_steps():
        if step.by == CHANCE:
            tries = [vary_value(step.do, kind, random) for _ in range(8)] + [random.choice(outcomes) for _ in range(4)]
            for do in tries:
                if refusal(game, step.before, CHANCE, do) is None:
                    _assert_described(table, game.apply(step.before, CHANCE, do)[0], f"{step.number} {do}")


def _assert_described(table: Table, state: Any, seed: str) -> None:
    """Assert for this state and some that follow: if `given` describes it, `position` makes the same state of that."""
    game = table.game
    for after in (state, *(step.after for step in play_on(game, state, seed, FOLLOWED))):
        given = game.given(after, table.names)
        if given is not None:
            assert game.position(given, after.options, table.names) == after, f"impossible after outcome {seed}"


def assert_leads_nowhere_new(
    game: AnyGame, state: Any, seat: int, do: Any, listed: Iterable[Any], leads: dict[int, set[str]]
) -> None:
    """Assert that an action that `check` accepts but `actions` does not list has the effect of listed ones.

    One listed action or the steps of `Game.in_steps` must lead to the same state. Outcomes of chance must only lead to
    a state of plain data.
    """
    assert seat in game.actors(state), f"{do} is let through for seat {seat}, who may not act"
    after, _ = game.apply(state, seat, do)
    if seat == CHANCE:
        assert_plain(game, after)
        return
    if seat not in leads:
        leads[seat] = {digest(game.apply(state, seat, other)[0]) for other in listed}
    if digest(after) not in leads[seat]:
        stepped = step_by_step(game, state, seat, do)
        assert digest(after) == digest(stepped), f"{do} is let through, but does what no listed action does"


def step_by_step(game: AnyGame, state: Any, seat: int, do: Any) -> Any:
    """The state after the listed actions that an action consists of, as `Game.in_steps` gives them."""
    for step in game.in_steps(state, seat, do):
        assert step in game.actions(state, seat), f"{do} stands for {step}, which is not listed"
        state, _ = game.apply(state, seat, step)
    return state


def test_rules_that_are_cited_exist(table: Table) -> None:
    game = table.game
    cited: Counter[str] = Counter()
    for step in table.steps:
        cited.update(effect.rule for effect in step.then)
    for state in table.some_states():
        cited.update(item.rule for item in game.score(state))
    assert_numbered(game, cited)


def test_the_cards_that_a_decision_plays_are_cards(table: Table) -> None:
    ids = {card.id for card in table.game.cards()}
    for step in table.steps:
        named = table.game.named_cards(step.do)
        assert ids.issuperset(named), f"{step.do} plays {named}"


def test_score_items_are_complete(table: Table) -> None:
    game = table.game
    for state in table.some_states():
        totals = game.totals(state)
        assert isinstance(totals, tuple)
        assert len(totals) == table.case.seats
        sums = [0] * table.case.seats
        for item in game.score(state):
            assert item.seat in table.seats
            for field, meaning in (("part", "what groups it"), ("source", "what paid"), ("rule", "the rule that pays")):
                assert getattr(item, field).strip(), f"{item} says nothing in `{field}`: {meaning} belongs there"
            sums[item.seat] += item.points
        if game.totals_are_sums(table.case.options):
            assert totals == tuple(sums), "the totals are not the sums of the items"
        plain = [(item.seat, item.part, item.rule, item.points) for item in game.score(state)]
        assert [*game.plain_score(state)] == plain, "plain_score gives other items than score"
