"""The invariants I-1 to I-21 of the SPEC over random games, and what random games are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import (
    BuildMonument,
    Commit,
    Draw,
    EndTurn,
    MoveLeader,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    Swap,
)
from kronika.core.games.tigris.board import NOWHERE
from kronika.core.games.tigris.effects import (
    Decided,
    LeaderReturned,
    NextTurn,
    Removed,
    Scored,
    Spent,
    TreasuresTaken,
    United,
)
from kronika.core.games.tigris.scoring import assign
from kronika.core.games.tigris.state import (
    ACTION,
    DEAL,
    END,
    REFILL,
    REVOLT_ATTACK,
    REVOLT_DEFEND,
    START,
    WAR_DEFEND,
    Options,
    State,
)
from kronika.core.games.tigris.view import View
from kronika.testing.playouts import Case, Step, play_on
from support.tigris import RIVER, place

COLOURS = ("red", "black", "blue", "green")
IN_THE_BOX = {"red": 57, "black": 30, "blue": 36, "green": 30}
LEADER_OF = {"red": "priest", "black": "king", "blue": "farmer", "green": "trader"}
TREASURES = {"classic": 10, "advanced": 14}
BUILDINGS = {"library": "red", "palace": "black", "granary": "blue", "market hall": "green"}

CASES = [
    Case(GAME, seats, Options(board=board, buildings=buildings))
    for seats, board, buildings in product((2, 3, 4), ("classic", "advanced"), (False, True))
]
LENGTH = 3000


def game_of(case: Case, number: int) -> list[Step]:
    steps = play_on(GAME, GAME.setup(case.options, case.seats), f"invariants {case} {number}", LENGTH)
    assert GAME.result(steps[-1].after) is not None
    return steps


def beside(name: str) -> list[str]:
    column, row = ord(name[0]), int(name[1:])
    around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return [f"{chr(c)}{r}" for c, r in around if ord("A") <= c <= ord("P") and 1 <= r <= 11]


def square(corner: str) -> list[str]:
    column, row = ord(corner[0]), int(corner[1:])
    return [f"{chr(column + right)}{row + down}" for down in (0, 1) for right in (0, 1)]


def committed(state: State) -> Counter[str]:
    if state.phase == REVOLT_DEFEND:
        return Counter({"red": state.number})
    return Counter({COLOURS[state.colour]: state.number}) if state.phase == WAR_DEFEND else Counter()


# -- what holds in every state --------------------------------------------------------------------------------------


def check_tiles(state: State, view: View) -> None:
    total: Counter[str] = Counter(view.tiles.values())  # I-1
    total.update(view.face_down.values())
    total.update(committed(state))
    assert view.bag is not None
    assert view.out is not None
    for pile in (view.bag, view.out, *(player.hand or {} for player in view.players)):
        total.update(pile)
    assert total == Counter(IN_THE_BOX)
    river = set(RIVER[view.board].split())
    for name, colour in (*view.tiles.items(), *view.face_down.items()):  # I-6
        assert (name in river) == (colour == "blue")
    piles = (view.tiles, view.face_down, view.leaders, dict.fromkeys(view.catastrophes))
    assert sum(map(len, piles)) == len({name for pile in piles for name in pile})  # I-9
    assert all(player.tiles == sum((player.hand or {}).values()) <= 6 for player in view.players)  # I-12


def check_leaders(view: View) -> None:
    assert len(set(view.leaders.values())) == len(view.leaders)  # I-3
    for seat, player in enumerate(view.players):
        for leader, at in player.leaders.items():
            assert (at is None) == ((seat, leader) not in view.leaders.values())
            assert at is None or view.leaders[at] == (seat, leader)
    river = RIVER[view.board].split()
    for name in view.leaders:  # I-5
        assert name not in river
        assert name not in view.tiles
        assert any(view.tiles.get(near) == "red" for near in beside(name))


def check_treasures(view: View) -> None:
    taken = sum(player.treasures or 0 for player in view.players)  # I-7
    assert taken + len(view.treasures) == TREASURES[view.board]
    assert view.treasures
    for name in view.treasures:
        assert "red" in (view.tiles.get(name), view.face_down.get(name))


def check_monuments(view: View) -> None:
    built = {name: corner for name, corner in view.monuments.items() if corner is not None}
    assert len(view.face_down) == 4 * len(built)  # I-8
    for name, corner in built.items():
        (colour,) = {view.face_down[part] for part in square(corner)}
        assert colour in name.split("-")
    assert all(n <= 3 for n in Counter(half for name in built for half in name.split("-")).values())


def check_buildings(view: View) -> None:
    for name, at in (view.buildings or {}).items():  # I-21
        assert at is None or view.tiles[at] == BUILDINGS[name]


def check_kingdoms(view: View) -> None:
    if view.phase in ("action", "refill", "end"):
        for kingdom in view.kingdoms:
            leaders = [view.leaders[name][1] for name in kingdom if name in view.leaders]
            assert len(set(leaders)) == len(leaders)  # I-4
            if "trader" in leaders:
                assert len(set(kingdom) & set(view.treasures)) <= 1  # I-11
    assert (view.unification is not None) == view.phase.startswith("war")  # I-10
    assert view.unification is None or view.unification in view.tiles


def check_leavings(state: State) -> None:
    """Between actions a state holds nothing of the last one: the same table is the same state, and digest, always."""
    if state.phase in (DEAL, START, ACTION, REFILL, END):
        assert (state.cell, state.colour, state.number) == (NOWHERE, 0, 0)
    assert (state.left > 0) == (state.phase not in (REFILL, END))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_state(case: Case) -> None:
    check_leavings(GAME.setup(case.options, case.seats))
    for step in game_of(case, 0):
        check_leavings(step.after)
        view = GAME.view(step.after, None)
        check_tiles(step.after, view)
        check_leaders(view)
        check_treasures(view)
        check_monuments(view)
        check_buildings(view)
        check_kingdoms(view)


# -- what holds from one state to the next --------------------------------------------------------------------------


def check_points(step: Step) -> None:
    """I-13: points never fall, and every change is reported with its source."""
    told: Counter[tuple[int, str]] = Counter()
    for effect in step.then:
        if isinstance(effect, Scored):
            assert effect.points > 0
            told[effect.seat, effect.colour] += effect.points
        if isinstance(effect, TreasuresTaken):
            told[effect.seat, "treasures"] += len(effect.cells)
    before, after = GAME.view(step.before, None), GAME.view(step.after, None)
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        assert was.points is not None
        assert now.points is not None
        assert {colour: now.points[colour] - was.points[colour] for colour in COLOURS} == {
            colour: told[seat, colour] for colour in COLOURS
        }
        assert (now.treasures or 0) - (was.treasures or 0) == told[seat, "treasures"]


def check_scores(step: Step) -> None:
    scored = [effect for effect in step.then if isinstance(effect, Scored)]
    removed = [effect for effect in step.then if isinstance(effect, Removed)]
    for_tile = [effect for effect in scored if effect.source in ("tiles", "king", "building")]
    if isinstance(step.do, PlaceTile):
        unites = any(isinstance(effect, United) for effect in step.then)
        most = 0 if unites else 2 if step.before.buildings.strip(b"\xff") else 1
        assert sum(effect.points for effect in for_tile) <= most  # I-15
        assert all(effect.colour == step.do.tile for effect in for_tile)
    else:
        assert not for_tile
    for decided in (effect for effect in step.then if isinstance(effect, Decided)):
        if decided.rule == "TE-5.5":
            assert [(effect.colour, effect.points, effect.source) for effect in scored[:1]] == [("red", 1, "revolts")]
            assert not removed  # I-14, I-16
            continue
        from_war = [effect for effect in scored if effect.source.startswith("war")]
        assert {effect.seat for effect in from_war} == {decided.winner}
        assert {LEADER_OF[effect.colour] for effect in from_war} == {decided.leader}
        gone = [name for effect in removed for name in effect.cells]
        assert sum(effect.points for effect in from_war) == 1 + len(gone)  # I-14
        assert {LEADER_OF[effect.colour] for effect in removed} <= {decided.leader}  # I-16


def check_removals(step: Step) -> None:
    """I-16: nothing leaves the board but by a war or a catastrophe; catastrophes never do (I-2)."""
    before, after = GAME.view(step.before, None), GAME.view(step.after, None)
    gone = set(before.tiles) - set(after.tiles) - set(after.face_down)
    assert gone == {name for effect in step.then if isinstance(effect, Removed) for name in effect.cells}
    assert set(before.catastrophes) <= set(after.catastrophes)
    assert set(before.face_down) <= set(after.face_down)
    left = {seat_leader for seat_leader in before.leaders.values() if seat_leader not in after.leaders.values()}
    told = {(effect.seat, effect.leader) for effect in step.then if isinstance(effect, LeaderReturned)}
    assert left <= told | ({(step.by, step.do.leader)} if hasattr(step.do, "leader") else set())


def check_hands(step: Step) -> None:
    """I-19: tiles leave a hand by placing, committing, swapping, and enter it by a draw."""
    change = [
        tuple(now - was for was, now in zip(old, new, strict=True))
        for old, new in zip(step.before.hands, step.after.hands, strict=True)
    ]
    expected = [(0, 0, 0, 0)] * len(change)
    match step.do:
        case PlaceTile(tile):
            expected[step.by] = tuple(-(colour == tile) for colour in COLOURS)
        case Swap(red, black, blue, green):
            expected[step.by] = (-red, -black, -blue, -green)
        case Draw(seat, red, black, blue, green):
            expected[seat] = (red, black, blue, green)
        case Commit(tiles):
            revolt = step.before.phase in (REVOLT_ATTACK, REVOLT_DEFEND)
            fought = "red" if revolt else COLOURS[step.before.colour]
            expected[step.by] = tuple(-tiles * (colour == fought) for colour in COLOURS)
    assert change == expected


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_step(case: Case) -> None:
    played: Counter[int] = Counter()
    for step in game_of(case, 1):
        check_points(step)
        check_scores(step)
        check_removals(step)
        check_hands(step)
        if isinstance(step.do, PlayCatastrophe):
            played[step.by] += 1
        for seat in range(case.seats):
            assert step.after.catastrophes[seat] + played[seat] == 2  # I-2
        if any(isinstance(effect, NextTurn) for effect in step.then) and step.after.phase == ACTION:
            assert all(sum(hand) == 6 for hand in step.after.hands)  # I-12


@pytest.mark.parametrize("case", CASES[:2], ids=str)
def test_nothing_is_legal_after_the_end(case: Case) -> None:
    """I-20."""
    steps = game_of(case, 2)
    end = steps[-1].after
    assert end.phase == END
    assert GAME.actors(end) == ()
    for step in steps:
        for seat in (*range(case.seats), -1):
            assert not GAME.actions(end, seat)
            with pytest.raises(IllegalAction) as refused:
                GAME.check(end, seat, step.do)
            assert refused.value.rule in ("TE-9.3", "TE-9.4")


def test_the_order_of_equal_colours_does_not_matter() -> None:
    """I-18 and TE-12.3: giving the lowest colour the next treasure is best, whichever of equal colours gets it."""
    random = Random(12)
    for _ in range(300):
        points = [random.randint(0, 7) for _ in range(4)]
        treasures = random.randint(0, 8)
        best = max(tuple(sorted(a + b for a, b in zip(points, given, strict=True))) for given in splits(treasures, 4))
        given = assign(points, treasures)
        assert sum(given) == treasures
        assert tuple(sorted(a + b for a, b in zip(points, given, strict=True))) == best
        for order in permutations(range(4)):
            mixed = [points[colour] for colour in order]
            again = assign(mixed, treasures)
            assert tuple(sorted(a + b for a, b in zip(mixed, again, strict=True))) == best


def splits(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        yield from ((first, *rest) for rest in splits(n - first, parts - 1))


# -- random games ---------------------------------------------------------------------------------------------------


def test_random_games_meet_everything() -> None:
    """What is never played is never tested: conflicts, monuments, treasures and all kinds of action come up."""
    seen: Counter[str] = Counter()
    for case in CASES:
        for step in game_of(case, 3):
            seen[type(step.do).__name__] += 1
            seen.update(type(effect).__name__ for effect in step.then)
    for kind in (PlaceTile, PlaceLeader, MoveLeader, Swap, EndTurn, Commit, BuildMonument, Decided, Spent, United):
        assert seen[kind.__name__] > 4, seen


@pytest.mark.parametrize(
    "given",
    [
        {"tiles": {"red": ["F5"]}, "catastrophes_left": {"Lion": 0}, "leaders": {"Lion": {"king": "F4"}}},
        {"hands": {"Lion": "blue"}, "catastrophes_left": {"Lion": 0}},
        {"hands": {"Lion": "blue blue green"}, "tiles": {"blue": ["A7"]}, "catastrophes": ["B7"]},
    ],
)
def test_random_play_can_reach_every_action(given: dict[str, Any]) -> None:
    state = place(**given).state
    picked = {GAME.pick(state, 0, Dice("every", number)) for number in range(12_000)}
    listed = set(GAME.actions(state, 0))
    assert picked <= listed
    if len(listed) < 100:
        assert picked == listed
    assert {type(do) for do in picked} == {type(do) for do in listed}


@pytest.mark.long
@pytest.mark.parametrize("board", ["classic", "advanced"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_thousand_games_end(seats: int, board: str) -> None:
    """Played by `pick` alone, each event checked, and every game over within a few hundred events."""
    ends: Counter[int] = Counter()
    options = Options(board=board)
    for number in range(2000):
        steps = play_on(GAME, GAME.setup(options, seats), f"sweep {number}", LENGTH)
        for step in steps:
            GAME.check(step.before, step.by, step.do)
        assert GAME.result(steps[-1].after) is not None
        ends[steps[-1].after.ended] += 1
    assert set(ends) == {1, 2, 3}
