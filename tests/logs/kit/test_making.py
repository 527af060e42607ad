"""The questions of a kit and their answers, by the rules of the tiny game: each holds 1 to 4, the joker is a 5 too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kronika.core.contract.result import ScoreItem
from kronika.core.sessions.session import Session
from kronika.logs.kit.forms import Answer, Question
from kronika.logs.kit.making import count_continuations, questions
from kronika.logs.kit.sample_games import more_sample_games, sample_games
from support.duel import GAME, Duel, DuelState, Shown, Won
from support.logs import DUEL_MOVES, duel_game

TABLES = ("2 players", "3 players", "2 players, joker = true")
"""The joker is for two."""


Kit = dict[str, tuple[Question, Answer]]


@pytest.fixture
def kit() -> Kit:
    """The questions by their ids, and their answers."""
    return {question.id: (question, answer) for question, answer in questions(GAME)}


def test_each_kind_has_a_question_of_each_table_and_says_what_it_is_about(
    kit: Kit,
) -> None:
    kinds = {"refusals": "moves tried", "perft": "ways to continue", "views": "what each seat may know"}
    kinds["games"] = "a whole game"
    about = {
        f"{kind}/{number:03}": f"{words}: {table}"
        for kind, words in kinds.items()
        for number, table in enumerate(TABLES, 1)
    }
    more = sorted(kit.keys() - about.keys())
    assert {id: kit[id][0].about for id in about} == about
    assert more == [f"games/{number:03}" for number in range(4, 4 + len(more))]
    assert {kit[id][0].about.removeprefix("one more game: ") for id in more} <= {*TABLES}
    for id, words in about.items():
        question, _ = kit[id]
        assert (question.game, question.rules) == ("duel", 1)
        assert question.players == (("Anna", "Bob", "Cyril") if "3 players" in words else ("Anna", "Bob"))
        assert question.options == {"joker": "joker" in words}


# -- ways to go on ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "counts", "behind_each"),
    [
        (1, (4, 16, 24), (6,) * 4),  # DU-3: 12 of 16 pairs have a winner, who takes or spares
        (2, (4, 16, 64, 120), (30,) * 4),  # of 64 all but the 4 in which all three chose the same
        (3, (5, 25, 40), (8,) * 5),
    ],
)
def test_the_ways_to_go_on_by_hand(
    number: int, counts: tuple[int, ...], behind_each: tuple[int, ...], kit: Kit
) -> None:
    question, answer = kit[f"perft/{number:03}"]
    first = answer.states[0]
    assert first.counts == counts
    assert first.divide is not UNSET
    assert [(one.move, one.count) for one in first.divide] == [
        (f"play {card}", behind) for card, behind in enumerate(behind_each, 1)
    ]
    assert question.depth == tuple(len(state.counts or ()) for state in answer.states)


def test_they_are_counted_from_the_first_decision_and_from_three_more_at_even_steps(
    kit: Kit,
) -> None:
    for number in range(1, 4):
        (game, _), (question, _) = kit[f"games/{number:03}"], kit[f"perft/{number:03}"]
        decided = [at for at, step in enumerate(game.steps) if step.by != "chance"]
        steps = [decided.index(at) for at in question.at]
        assert len(steps) == 4
        assert all(abs(step - part * len(decided) / 4) <= 0.5 for part, step in enumerate(steps))


def test_chance_and_the_end_are_no_ways_to_go_on() -> None:
    begun, over = duel_game(()), duel_game(DUEL_MOVES)
    for session in (begun, over):
        assert [count_continuations(GAME, session.state, number) for number in (0, 1, 2)] == [1, 0, 0]
    begun.play("chance: prize 3")
    assert [count_continuations(GAME, begun.state, number) for number in (0, 1, 2, 3, 4)] == [1, 4, 16, 24, 0]


# -- moves tried ------------------------------------------------------------------------------------------------------


def test_moves_are_refused_three_times_by_each_rule_that_there_is(kit: Kit) -> None:
    """And after those of a moment stands the move that was made there."""
    for number in range(1, 4):
        (game, _), (question, answer) = kit[f"games/{number:03}"], kit[f"refusals/{number:03}"]
        assert question.tries is not UNSET
        rules = Counter[object]()
        for at, tries, state in zip(question.at, question.tries, answer.states, strict=True):
            assert state.tries is not UNSET
            rules.update(one.rule for one in state.tries[:-1])
            assert not any(one.legal for one in state.tries[:-1])
            assert (tries[-1], state.tries[-1].legal) == (game.steps[at], True)
        assert rules == {"DU-1": 3, "DU-2": 3}


def test_a_move_that_is_tried_is_written_where_it_is_read_as_the_same(kit: Kit) -> None:
    """All moves of the tiny game are read alike wherever they stand."""
    for number in range(1, 4):
        question, _ = kit[f"refusals/{number:03}"]
        for step in (step for tries in question.tries or () for step in tries):
            assert GAME.parse(duel_game(()).state, 0, step.move, ("Anna", "Bob")) == step.do


def test_what_each_seat_may_know_is_asked_six_times_from_the_first_state_to_the_last(kit: Kit) -> None:
    for number in range(1, 4):
        (game, _), (question, answer) = kit[f"games/{number:03}"], kit[f"views/{number:03}"]
        assert (question.at[0], question.at[-1], len(question.at)) == (0, len(game.steps), 6)
        assert all(abs(at - part * len(game.steps) / 5) <= 0.5 for part, at in enumerate(question.at))
        assert [len(state.views or ()) for state in answer.states] == [len(game.players)] * 6


# -- games ------------------------------------------------------------------------------------------------------------


def happened(session: Session) -> set[Hashable]:
    """By the rules of the tiny game: cards are shown, prizes of 2, 3 and 5 are won, and paid."""
    effects = {type(effect) for event in session.line.events for effect in event.then}
    return effects | {item.points for item in session.score()}


def test_each_more_game_has_something_that_is_in_none_before() -> None:
    there = list(sample_games(GAME))
    seen = set[Hashable]().union(*(happened(table.session) for table in there))
    for table in more_sample_games(GAME, there):
        assert not happened(table.session) <= seen
        seen |= happened(table.session)
    assert seen == {Shown, Won, 2, 3, 5}


class Noted(Duel):
    """The tiny game with notes on its score sheet: how many cards are left, and whether that is odd."""

    def score(self, state: DuelState) -> tuple[ScoreItem, ...]:
        left = [len(hand) for hand in state.hands]
        return tuple(
            replace(item, note=f"{left[item.seat]} left, {'odd' if left[item.seat] % 2 else 'even'}")
            for item in super().score(state)
        )


def test_points_that_are_reckoned_otherwise_are_something_new_and_other_numbers_are_not() -> None:
    """Two that spare prizes may have 3 cards left, which is odd as 1 is."""
    game = Noted()
    there = list(sample_games(game))
    more = [table.session for table in more_sample_games(game, there)]
    seen = set[Hashable]().union(*(reckoned(table.session) for table in there))
    for session in more:
        assert not (happened(session) | reckoned(session)) <= seen
        seen |= happened(session) | reckoned(session)
    assert {one for one in seen if isinstance(one, tuple)} == {(n, odd) for n in (2, 3, 5) for odd in (0, 1)}


def reckoned(session: Session) -> set[Hashable]:
    return {(item.points, int(item.note[0]) % 2) for item in session.score()}


def test_of_one_more_game_the_moves_are_only_counted(kit: Kit) -> None:
    more = [(question, answer) for question, answer in kit.values() if question.about.startswith("one more game: ")]
    assert len(more) == len(list(more_sample_games(GAME, list(sample_games(GAME))))) > 0
    for question, answer in more:
        assert answer.moves is UNSET
        assert len(answer.states) == len(question.steps) + 1
        legal = [[getattr(one, "count", None) for one in state.legal or ()] for state in answer.states]
        seats, chosen = range(len(question.players)), question.steps[1].by
        assert legal[:3] == [[0 for _ in seats], [4 for _ in seats], [0 if seat == chosen else 4 for seat in seats]]
        assert legal[-1] == [0 for _ in seats], "the game is over"
