"""How far search and judge look ahead, and what it comes to: in a game of steps, where that can be counted."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from math import tanh
from typing import Any, cast

import pytest
from msgspec import Struct

from kronika.core.analysis.horizons import MIN_PLAYOUT_EVENTS
from kronika.core.analysis.judge import AnalysisConfig, Judge, Sample
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.bots import BOTS, Budget, Turn
from kronika.core.bots.playouts import LONGEST
from kronika.core.bots.racing import Race
from kronika.core.bots.search import Search
from kronika.core.bots.tree import Node, Tree
from kronika.core.contract.game import CHANCE
from kronika.core.contract.heuristic import Heuristic, always
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result


class Steps(Struct, frozen=True):
    """How many points the first seat has; the others have those of the game."""

    points: int = 0
    events: int = 0
    options: int = 0


START = Steps()


class Walk(Struct, frozen=True, kw_only=True):
    """Just enough of a game: the first seat makes steps until the end; each is a point, or what the dice say."""

    name: str = "walk"
    others: tuple[int, ...] = (0,)
    end: int = 1000
    chances: tuple[int, ...] = ()
    longest_step: int = 1
    horizon: int = 8
    settled: Callable[[Any], bool] = always
    like: Callable[[int], Hashable] = type
    partners: tuple[tuple[int, ...], ...] = ()

    def actors(self, state: Steps) -> tuple[int, ...]:
        return () if state.events >= self.end else (CHANCE,) if state.events in self.chances else (0,)

    def actions(self, state: Steps, seat: int) -> list[int]:
        return [*range(1, self.longest_step + 1)]

    def check(self, state: Steps, seat: int, do: int) -> None:
        if do not in self.actions(state, seat):
            raise IllegalAction("W-1", "No step is as long as that.")

    def pick(self, state: Steps, seat: int, dice: Dice) -> int:
        return dice.choice(self.actions(state, seat))

    def sample(self, state: Steps, dice: Dice) -> int:
        return 0

    def apply(self, state: Steps, by: int, do: int) -> tuple[Steps, tuple[()]]:
        return Steps(state.points + do, state.events + 1), ()

    def redeal(self, state: Steps, seat: int, dice: Dice) -> Steps:
        return state

    def result(self, state: Steps) -> Result | None:
        totals = (state.points, *self.others)
        best = max(totals)
        groups = tuple(seat for seat, total in enumerate(totals) if total == best)
        rest = tuple(seat for seat in range(len(totals)) if seat not in groups)
        return Result(totals, (groups, rest) if rest else (groups,), "", "")

    def seat_count(self, state: Steps) -> int:
        return 1 + len(self.others)

    def teams(self, options: int, seats: int) -> tuple[tuple[int, ...], ...]:
        return self.partners

    def heuristic(self) -> Heuristic[Any, Any]:
        return Heuristic(
            lambda state: (state.points, *self.others),
            self.settled,
            group_key=self.like,
            horizon=self.horizon,
            scale=10.0,
        )


def search(walk: Walk) -> Search:
    return Search(Turn(cast(AnyGame, walk), START, 0, Dice(1)), Dice(2))


def judge(walk: Walk, horizon: int | None = None, before: Steps = START) -> Judge:
    return Judge(cast(AnyGame, walk), before, AnalysisConfig(playouts=20, horizon=horizon))


def lead_at_the_end(walk: Walk, horizon: int | None) -> set[float]:
    """The leads of the first seat to which playouts come."""
    (sample,) = judge(walk, horizon).samples([lambda state, dice: state], lambda dice: START, 1)
    return {row[walk.seat_count(START)] for row in sample.rows}


def from_six(state: Steps) -> bool:
    return state.events >= 6


def at_no_time(state: Steps) -> bool:
    return False


@pytest.mark.parametrize(
    ("walk", "events"),
    [
        (Walk(), 3),
        (Walk(end=2), 2),
        (Walk(chances=(1,)), 3),
        (Walk(chances=(3, 4)), 5),
        (Walk(settled=from_six), 6),
        (Walk(settled=at_no_time), 3 + LONGEST),
    ],
    ids=["three events", "to the end", "chance is one", "due chance falls", "until it is settled", "never settled"],
)
def test_how_far_three_events_are(walk: Walk, events: int) -> None:
    """The position three events later, and on until nothing is left to chance and what was begun is settled."""
    assert search(walk).play_ahead(START, 3).events == events
    chances = sum(event < events for event in walk.chances)
    assert lead_at_the_end(walk, 3) == {events - chances}


@pytest.mark.parametrize(
    ("own", "events"),
    [
        (20, 20),
        (MIN_PLAYOUT_EVENTS + 1, MIN_PLAYOUT_EVENTS + 1),
        (MIN_PLAYOUT_EVENTS - 1, MIN_PLAYOUT_EVENTS),
        (0, MIN_PLAYOUT_EVENTS),
    ],
)
def test_a_playout_has_the_game_s_own_horizon_if_that_is_not_too_near(own: int, events: int) -> None:
    assert lead_at_the_end(Walk(horizon=own), None) == {events}


def test_a_seat_ends_the_move_it_has_begun_as_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more step, of 1 or 2 points: of eight ways to take it one is 2. Who only plays on takes any."""
    walk = Walk(longest_step=2, settled=lambda state: state.events > 0)

    def leads(seat: int | None) -> set[float]:
        (sample,) = judge(walk, 0).samples([lambda state, dice: state], lambda dice: START, 1, seat=seat)
        return {row[2] for row in sample.rows}

    assert leads(0) == {2}
    monkeypatch.setattr(Walk, "actors", lambda walk, state: (0, 1))  # others may act too: it is still under way
    assert leads(0) == {2}
    assert leads(1) == leads(None) == {1, 2}


def test_search_draws_the_chance_that_is_due_and_no_more() -> None:
    assert search(Walk(chances=(0, 1, 3))).after_chance(START).events == 2


def test_each_move_is_tried_in_each_deal_and_what_it_comes_to_is_added_up() -> None:
    """Steps of 1 and of 2 points, twice, at a scale of 10; two steps of one point more are played on in the second."""
    walk = Walk(longest_step=2)
    assert search(walk).evaluate_actions([1, 2], 2) == pytest.approx([2 * tanh(0.1), 2 * tanh(0.2)])
    single = Walk(longest_step=1)
    assert search(single).evaluate_actions([1, 2], 1, 2) == pytest.approx([tanh(0.3), tanh(0.4)])


def test_what_a_move_comes_to_is_asked_at_once_where_nobody_says_later() -> None:
    assert search(Walk()).after(START, 0, 1) == pytest.approx(tanh(0.1))
    assert search(Walk()).after(START, 0, 1, 4) == pytest.approx(tanh(0.5))


def test_of_many_moves_no_more_than_half_are_of_one_kind() -> None:
    """The best are 6, 5, 4, 3; of four two may be large. Where there are not enough others the rest is filled up."""
    assert search(Walk()).shortlist(range(1, 7), 3) == [6, 5, 4]
    by_size = Walk(like=lambda do: do > 2)
    assert search(by_size).shortlist(range(1, 7), 4) == [6, 5, 2, 1]
    assert search(by_size).shortlist(range(2, 7), 4) == [6, 5, 2, 4]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """Of each look that is taken at moves: how many they are, in how many deals, and how far it goes."""
    judged, seen = Search.evaluate_actions, []

    def counted(search: Search, actions: Any, iterations: int, events: int = 0) -> list[float]:
        seen.append((len(actions), iterations, events))
        return judged(search, actions, iterations, events)

    monkeypatch.setattr(Search, "evaluate_actions", counted)
    return seen


@pytest.mark.parametrize(
    ("budget", "field"),
    [(1, [4]), (4, [4]), (8, [4, 2, 2]), (12, [4, 2, 2, 2]), (24, [4, 4, 4, 2, 2, 2, 2, 2])],
)
def test_mc_tries_whole_deals_and_fewer_moves_later_until_it_has_its_number(
    budget: int, field: list[int], looks: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four moves, of which two are left after a third of the deals; each playout as far as the horizon.

    Of n playouts half are for each part: n/8 deals for four moves, then n/4 for two. The largest step is best. After
    eight deals it is clear.
    """
    walk = Walk(longest_step=4, horizon=6)
    monkeypatch.setattr(Walk, "pick", lambda walk, state, seat, dice: 1)
    turn = Turn(cast(AnyGame, walk), START, 0, Dice(1), budget=Budget(iterations=budget))
    assert BOTS["mc"](turn, Dice(2)) == 4
    assert looks == [(moves, 1, 6) for moves in field]


@pytest.mark.parametrize(("name", "deals", "far"), [("greedy", 5, 0), ("mc", 1, 6), ("mcts", 5, 0)])
def test_a_first_look_says_what_is_left_out_where_moves_are_too_many(
    name: str, deals: int, far: int, looks: list[tuple[int, int, int]]
) -> None:
    """Of 24, as many as a bot looks into, none is; of 25 one."""
    for moves in (24, 25):
        walk = cast(AnyGame, Walk(longest_step=moves, horizon=6))
        BOTS[name](Turn(walk, START, 0, Dice(1), budget=Budget(iterations=1)), Dice(2))
    assert looks == [(24, deals, far), (25, 1, 0), (24, deals, far)]


def test_without_a_budget_both_do_what_the_page_says(
    monkeypatch: pytest.MonkeyPatch, looks: list[tuple[int, int, int]]
) -> None:
    """`mcts` 200 walks, `mc` at most 100 playouts: 50 of each of two moves, if none is clearly worse."""
    walks, walk = [], Tree.walk
    monkeypatch.setattr(Tree, "walk", lambda tree: walks.append(walk(tree)))
    monkeypatch.setattr(Race, "_is_worse", lambda race, move: False)
    turn = Turn(cast(AnyGame, Walk(longest_step=2)), START, 0, Dice(1))
    BOTS["mc"](turn, Dice(2))
    assert len(looks) == 50
    BOTS["mcts"](turn, Dice(2))
    assert len(walks) == 200


def test_mc_takes_any_of_equal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step brings a point, and the field is halved: the order in which the game lists them decides nothing."""
    monkeypatch.setattr(Walk, "apply", lambda walk, state, by, do: (Steps(0, state.events + 1), ()))
    walk = cast(AnyGame, Walk(longest_step=8))
    chosen = {BOTS["mc"](Turn(walk, START, 0, Dice(1), budget=Budget(iterations=8)), Dice(n)) for n in range(200)}
    assert chosen == {*range(1, 9)}


def test_of_equal_moves_any_is_the_best() -> None:
    looked = search(Walk())
    assert {looked.best("abcd", [1, 2, 2, 0]) for _ in range(30)} == {"b", "c"}


def tree(spread: float) -> Tree:
    """A tree of which four walks have brought 0.5 each on average, with such a standard deviation."""
    grown = Tree(search(Walk(longest_step=2)), [1, 2])
    grown.brought = [4.0, 2.0, 4 * (0.25 + spread**2)]
    return grown


def test_a_tree_begins_with_what_its_moves_come_to_at_once() -> None:
    """Five looks at each, which count for four walks each."""
    choice = tree(0).choice
    assert [(do, node.visits) for do, node in choice.below.items()] == [(1, 20), (2, 20)]
    assert [node.total for node in choice.below.values()] == pytest.approx([20 * tanh(0.1), 20 * tanh(0.2)])
    assert choice.visits == 40


@pytest.mark.parametrize(("spread", "best"), [(0.0, "good"), (0.12, "good"), (0.15, "rare"), (1.0, "rare")])
def test_a_rare_move_is_tried_where_walks_differ_enough(spread: float, best: str) -> None:
    """Of 17 walks 16 brought 0.75 on average, one 0.5: c * s * sqrt(ln 18) * (1 - 1/4) outweighs 0.25 from 0.131 on."""
    choice = Node()
    choice.add(17, 12.5)
    choice.at("good").add(16, 12.0)
    choice.at("rare").add(1, 0.5)
    assert tree(spread)._most_promising(choice, ["good", "rare"]) == best


def test_before_the_first_walk_nothing_differs() -> None:
    assert Tree(search(Walk()), [1])._spread() == 0
    assert tree(0.3)._spread() == pytest.approx(0.3)


def test_of_moves_walked_as_often_the_one_that_brought_more_is_best() -> None:
    one = tree(0)
    assert one.best() == 2
    one.choice.at(1).add(1, 0.0)
    assert one.best() == 1


def test_a_walk_tells_all_it_passed_what_it_came_to() -> None:
    """Each step is a point. One is made, one is new, eight more are played on: 10 points, at a scale of 10."""
    one = Tree(search(Walk()), [1])
    one.walk()
    assert one.brought == pytest.approx([1, tanh(1), tanh(1) ** 2])
    made = one.choice.below[1]
    assert (made.visits, made.total) == (21, pytest.approx(20 * tanh(0.1) + tanh(1)))
    (new,) = made.at(0).below.values()
    assert (new.visits, new.total) == (1, pytest.approx(tanh(1)))
    assert (one.choice.visits, made.at(0).visits) == (21, 1)


def test_a_node_has_as_many_moves_as_twice_the_root_of_its_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each idea is a new move, one is added as long as they are fewer than 2 * sqrt(visits + 1).

    That is 2, 2.8, 3.5, 4, 4.5, 4.9, 5.3, 5.7, 6, 6.3 before the first ten walks.
    """
    searched = search(Walk(longest_step=1_000))
    tree, ideas = Tree(searched, [1]), count(1)
    monkeypatch.setattr(searched, "playout_policy", lambda state, seat, dice: next(ideas))
    monkeypatch.setattr(searched, "play_ahead", lambda state, events: state)
    moves = []
    for _ in range(10):
        tree.walk()
        moves.append(len(tree.choice.below[1].at(0).below))
    assert moves == [1, 2, 3, 4, 5, 5, 6, 6, 6, 7]


@pytest.mark.parametrize(
    ("ideas", "looked", "best"),
    [
        ([1, 2, 4, 3, 9], [1, 2, 4, 3], 4),  # of four the best, by a look at each
        ([2, 1, 1, 2], [2, 1], 2),
        ([2, 5, 2, 5], [], 2),  # 5 is known: there is nothing to choose from
        ([5, 6, 7, 8], [], None),
    ],
)
def test_an_idea_is_the_best_of_four_that_are_new(
    ideas: list[int], looked: list[int], best: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, come, seen = Tree(search(Walk(longest_step=9)), [1]), iter(ideas), list[int]()
    monkeypatch.setattr(tree.search, "playout_policy", lambda state, seat, dice: next(come))
    monkeypatch.setattr(tree.search, "after", lambda state, seat, do: (seen.append(do), do)[1])
    assert tree._idea([5], START, 0) == best
    assert seen == looked


def worth(walk: Walk, points: int, before: Steps = START) -> list[float]:
    return judge(walk, before=before).worth(Steps(points))


def test_shares_go_by_the_lead_and_come_to_one() -> None:
    """10 ahead at a scale of 10 is (1 + tanh 1) / 2 for the one, (1 - tanh 1) / 2 for each of the others."""
    high, low = (1 + tanh(1)) / 2, (1 - tanh(1)) / 2
    assert worth(Walk(others=(5,)), 15) == pytest.approx([high, low, 10, -10])
    whole = high + 2 * low
    assert worth(Walk(others=(5, 5)), 15) == pytest.approx([high / whole, low / whole, low / whole, 10, -10, -10])


def test_partners_have_one_share_together() -> None:
    """Seats 0 and 1 lead seat 2 by 10; each of them has the whole of it, counted once."""
    high, low = (1 + tanh(1)) / 2, (1 - tanh(1)) / 2
    walk = Walk(others=(15, 5), partners=((0, 1),))
    whole = high + low
    assert worth(walk, 15) == pytest.approx([high / whole, high / whole, low / whole, 10, 10, -10])


def test_who_plays_alone_is_judged_by_what_was_before() -> None:
    """5 before, 15 now: (1 + tanh 1) / 2; the points stand for the lead."""
    assert worth(Walk(others=()), 15, Steps(5)) == pytest.approx([(1 + tanh(1)) / 2, 15])
    assert worth(Walk(others=(), end=0), 15, Steps(5)) == pytest.approx([(1 + tanh(1)) / 2, 15])


@pytest.mark.parametrize(
    ("others", "partners", "win_rates"),
    [
        ((3, 3), (), [1, 0, 0]),
        ((9, 3), (), [0.5, 0.5, 0]),
        ((9, 9), (), [1 / 3, 1 / 3, 1 / 3]),
        ((9, 9), ((0, 1),), [0.5, 0.5, 0.5]),
        ((9, 3), ((0, 1),), [1, 1, 0]),
    ],
)
def test_at_the_end_a_victory_is_shared_by_sides(
    others: tuple[int, ...], partners: tuple[tuple[int, ...], ...], win_rates: list[float]
) -> None:
    assert worth(Walk(others=others, partners=partners, end=0), 9)[:3] == pytest.approx(win_rates)


def test_figures_are_rounded_and_one_playout_has_no_error() -> None:
    """Shares to four places, leads to two."""
    figures = Sample([[1 / 3, 2 / 3]]).figures()
    assert (figures.win_rates, figures.leads) == ((0.3333,), (0.67,))
    assert (figures.win_rate_errors, figures.lead_errors) == ((0,), (0,))
    scattered = Sample([[0, 0], [1, 1]]).figures()  # sqrt((1/4 + 1/4) / 1 / 2) = 0.5
    assert (scattered.win_rate_errors, scattered.lead_errors) == ((0.5,), (0.5,))
