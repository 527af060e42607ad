"""In which places things may be, held against all ways for them to move."""

from __future__ import annotations

from random import Random

from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.rows import Row
from kronika.core.unseen.whereabouts import May, whereabouts

BAG: Place = ("bag", -1)
ANNA: Place = ("hand", 0)
BOB: Place = ("hand", 1)
SUPPLY: Supply = {BAG: {"A": 1, "B": 1, "C": 1}}


def after(*moves: Operation) -> May:
    return whereabouts(SUPPLY, [Row(0, None, (), moves)])[-1]


def test_what_was_drawn_unseen_may_be_in_the_bag_or_the_hand() -> None:
    assert after(Move(BAG, ANNA)) == dict.fromkeys("ABC", frozenset({BAG, ANNA}))


def test_what_was_seen_is_where_it_went() -> None:
    may = after(Move(BAG, ANNA, "A"), Move(BAG, BOB))
    assert may == {"A": frozenset({ANNA}), "B": frozenset({BAG, BOB}), "C": frozenset({BAG, BOB})}


def test_an_empty_place_holds_nothing() -> None:
    assert after(Move(BAG, ANNA), Move(BAG, ANNA), Move(BAG, ANNA))["A"] == {ANNA}


def test_places_that_change_sides() -> None:
    assert after(Move(BAG, ANNA, "A"), Trade(ANNA, BOB))["A"] == {BOB}


def test_bounds_on_one_kind() -> None:
    assert after(Move(BAG, ANNA), Holds(ANNA, frozenset({"A"})))["A"] == {ANNA}
    assert after(Move(BAG, ANNA), Lacks(ANNA, frozenset({"A", "B"})))["A"] == {BAG}


def test_what_is_excluded_is_excluded_in_every_game() -> None:
    """Whatever happens, a thing is in one of the places in which it may be."""
    random = Random(5)
    for _ in range(300):
        there = dict.fromkeys(SUPPLY[BAG], BAG)
        moves: list[Operation] = []
        for _ in range(6):
            kind = random.choice("ABC")
            goal = random.choice((BAG, ANNA, BOB))
            if there[kind] != OPEN:
                moves.append(Move(there[kind], goal, random.choice((kind, None))))
                there[kind] = goal
            may = after(*moves)
            assert all(place in may[thing] for thing, place in there.items())


def test_what_is_seen_later_says_where_a_thing_lay() -> None:
    """A is drawn unseen, and played two rows later: it was in the hand in between. Each thing is followed alone."""
    rows = [(Move(BAG, ANNA),), (Move(BAG, BOB),), (Move(ANNA, OPEN, "A"),)]
    found = whereabouts(SUPPLY, [Row(0, None, (), moves) for moves in rows])
    assert [may["A"] for may in found] == [{BAG}, {ANNA}, {ANNA}, {OPEN}]
    assert found[2]["B"] == {BAG, ANNA, BOB}


def test_a_place_that_is_emptied_tells_where_its_things_went() -> None:
    rows = [(Move(BAG, ANNA),), (Move(ANNA, BOB),), (Lacks(BOB, frozenset({"A"})),)]
    found = whereabouts(SUPPLY, [Row(0, None, (), moves) for moves in rows])
    assert [may["A"] for may in found] == [{BAG}] * 4


def test_at_no_time_is_a_thing_where_it_is_excluded() -> None:
    """By what comes before and by what comes later."""
    random = Random(6)
    for _ in range(300):
        there, moves, true = dict.fromkeys(SUPPLY[BAG], BAG), [], []
        for _ in range(7):
            true.append(dict(there))
            kind, goal, how = random.choice("ABC"), random.choice((BAG, ANNA, BOB, OPEN)), random.random()
            if how < 0.15:
                moves.append(Trade(ANNA, BOB))
                there = {one: {ANNA: BOB, BOB: ANNA}.get(at, at) for one, at in there.items()}
            elif how < 0.3:
                moves.append(Holds(there[kind], frozenset(kind)))
            elif how < 0.45 and (empty := [at for at in (BAG, ANNA, BOB) if at not in there.values()]):
                moves.append(Lacks(empty[0], frozenset("ABC")))
            else:
                moves.append(
                    Move(there[kind], goal, kind if OPEN in (there[kind], goal) else random.choice((kind, None)))
                )
                there[kind] = goal
        true.append(dict(there))
        found = whereabouts(SUPPLY, [Row(0, None, (), (one,)) for one in moves])
        for may, lies in zip(found, true, strict=True):
            assert all(place in may[thing] for thing, place in lies.items()), (moves, lies)
