"""INV-1 to INV-13 of the SPEC over random games. (INV-7 to INV-11 are about scoring alone: see test_scoring.)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from kronika.core.contract.game import CHANCE, Game
from kronika.core.contract.options import plain_options
from kronika.core.games.tides import GAME
from kronika.core.games.tides.actions import Deal, Draw, Pick, Relic
from kronika.core.games.tides.effects import RoundScored
from kronika.core.games.tides.state import DEAL, DRAW, END, PICK, RELIC, Options, State
from kronika.core.sessions.coverage import Coverage
from kronika.core.sessions.digest import digest
from kronika.testing.playouts import Step, play_on
from support.tides import start

ALL = list(range(1, 19))
GAMES = 60
SUIT = dict(zip(ALL, "PPPLLLGGGSSSTTT---", strict=True))


@cache
def game(number: int) -> tuple[Step, ...]:
    return tuple(play_on(GAME, GAME.setup(Options(), 2), f"invariants {number}", 100))


def states() -> Iterator[State]:
    for number in range(GAMES):
        for step in game(number):
            yield step.before
        yield game(number)[-1].after


def cards(state: State) -> list[int]:
    return [*state.hands[0], *state.hands[1], *state.kingdoms[0], *state.kingdoms[1], *state.deck, *state.box]


def test_every_card_is_in_one_place() -> None:
    """INV-1, INV-4."""
    for state in states():
        assert sorted(cards(state)) == ALL
        assert sorted(SUIT[card] for card in cards(state)) == sorted("PPPLLLGGGSSSTTT---")


def test_sizes_of_hands_and_kingdoms() -> None:
    """INV-2: in pick p of round r a hand has 6 - p cards and a kingdom (r - 1) + (p - 1)."""
    picks: set[tuple[int, int]] = set()
    for state in states():
        if state.phase == PICK:
            p = 6 - len(state.hands[0])
            picks.add((state.round, p))
            assert {len(hand) for hand in state.hands} == {6 - p}
            assert {len(kingdom) for kingdom in state.kingdoms} == {state.round - 1 + p - 1}
        elif state.phase == RELIC:
            assert {len(hand) for hand in state.hands} == {5}
            assert {len(kingdom) for kingdom in state.kingdoms} == {state.round - 1}
        elif state.phase == END:
            assert (state.hands, [len(kingdom) for kingdom in state.kingdoms]) == ((b"", b""), [7, 7])
    assert picks == {(r, p) for r in (1, 2, 3) for p in (1, 2, 3, 4, 5)}


def test_sizes_of_deck_and_box() -> None:
    """INV-3."""
    for state in states():
        r = state.round
        if state.phase in (PICK, RELIC):
            assert (len(state.deck), len(state.box)) == ({1: 8, 2: 4, 3: 0}[r], 2 * (r - 1))
            assert (len(state.relics[0]), len(state.relics[1])) == (r - 1, r - 1)
        elif state.phase == DEAL:
            assert (len(state.deck), len(state.box)) == (18, 0)


def test_relics_and_the_box_stay() -> None:
    """INV-5, BUG-8: a relic stays in its kingdom, a card of the box stays there."""
    for number in range(GAMES):
        for step in game(number):
            assert set(step.before.box) <= set(step.after.box)
            for seat in (0, 1):
                before, after = step.before.relics[seat], step.after.relics[seat]
                assert after[: len(before)] == before
                assert set(after) <= set(step.after.kingdoms[seat])


def mirrored(steps: tuple[Step, ...]) -> Iterator[tuple[int, Any]]:
    """The same events with the players exchanged; a dealer still gives seat 0 the first two cards."""
    draws: list[Draw] = []
    for step in steps:
        match step.do:
            case Deal(hands):
                yield CHANCE, Deal((hands[1], hands[0]))
            case Draw():
                draws.append(step.do)
                if len(draws) == 2:
                    yield from ((CHANCE, Draw(seat, draws[1 - seat].cards)) for seat in (0, 1))
                    draws = []
            case _:
                yield 1 - step.by, step.do


def test_exchanging_the_players_exchanges_the_scores() -> None:
    """INV-6."""
    for number in range(GAMES):
        state = GAME.setup(Options(), 2)
        for by, do in mirrored(game(number)):
            GAME.check(state, by, do)
            state, _ = GAME.apply(state, by, do)
        end = game(number)[-1].after
        assert GAME.totals(state) == GAME.totals(end)[::-1]
        assert state.kingdoms == end.kingdoms[::-1]


def test_round_scores_stay_in_their_bounds() -> None:
    """INV-9, and the running totals are their sums (TT-5.1)."""
    for number in range(GAMES):
        running = [0, 0]
        scored = [effect for step in game(number) for effect in step.then if isinstance(effect, RoundScored)]
        for effect, most in zip(scored, (43, 68, 76), strict=True):
            for seat in (0, 1):
                assert 0 <= effect.points[seat] <= most
                running[seat] += effect.points[seat]
            assert effect.totals == tuple(running)
        assert [effect.round for effect in scored] == [1, 2, 3]
        assert GAME.totals(game(number)[-1].after) == tuple(running)


def test_score_items_add_up() -> None:
    """TT-5.3: one item for each card of each valued kingdom; their sum is the total at any time."""
    for state in states():
        assert Game.totals(GAME, state) == GAME.totals(state)
        assert len(GAME.score(state)) == sum(2 * size for size in (5, 6, 7)[: len(state.scored)])


def test_every_game_has_the_same_length() -> None:
    """INV-12: a deal, 15 picks and 2 relic pairs for each player, 4 draws: 39 events."""
    for number in range(GAMES):
        steps = game(number)
        assert len(steps) == 1 + 2 * 15 + 2 * 2 + 4
        for seat in (0, 1):
            own = [type(step.do) for step in steps if step.by == seat]
            assert (own.count(Pick), own.count(Relic)) == (15, 2)
        assert steps[-1].after.phase == END
        phases = [step.before.phase for step in steps]
        assert phases == [DEAL, *([PICK] * 10 + [RELIC] * 2 + [DRAW] * 2) * 2, *[PICK] * 10]


def test_undo_to_any_point_and_replay() -> None:
    """INV-13."""
    steps = game(0)
    session = start(options=plain_options(Options()))
    for step in steps:
        session.do(step.by, step.do)
    for back in range(1, len(steps) + 1):
        session.undo_events(back)
        assert session.state == steps[-back].before
        for step in steps[-back:]:
            session.do(step.by, step.do)
        assert digest(session.state) == digest(steps[-1].after)


def test_every_rule_that_does_something_is_cited() -> None:
    """By an effect, a line of the score sheet or the end of a game. (TT-5.2, the shared victory, is in test_rules.)"""
    coverage = Coverage()
    for number in range(GAMES):
        for step in game(number):
            coverage.cite_effects(step.then)
        end = game(number)[-1].after
        coverage.cite_score(GAME.score(end), GAME.result(end))
    turn = {"TT-2.2", "TT-2.3", "TT-2.5", "TT-2.7"}
    scoring = {"TT-4.3", "TT-4.5", "TT-4.6", "TT-4.7", "TT-4.8", "TT-4.9", "TT-4.10", "TT-4.11", "TT-4.14", "TT-4.15"}
    scoring |= {"TT-4.18"}  # a tie at 0:0
    assert coverage.rules() - {"TT-5.2"} == {*turn, *scoring, "TT-5.1"}


@pytest.mark.long
def test_invariants_of_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "GAMES", 1500)
    test_every_card_is_in_one_place()
    test_sizes_of_hands_and_kingdoms()
    test_sizes_of_deck_and_box()
    test_relics_and_the_box_stay()
    test_exchanging_the_players_exchanges_the_scores()
    test_round_scores_stay_in_their_bounds()
    test_score_items_add_up()
    test_every_game_has_the_same_length()
