"""The search for what moved unseen, held against all there is in small decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.exchange import Exchanges, exchanged, is_of_single_things
from kronika.core.unseen.rows import Places, is_unseen
from kronika.core.unseen.solver import Impossible, solve

BAG: Place = ("bag", -1)
ANNA: Place = ("hand", 0)
BOB: Place = ("hand", 1)
OUT: Place = ("out", -1)
BOX: Supply = {BAG: {"red": 2, "black": 1, "blue": 1, "green": 1}}

World = frozenset[tuple[Place, tuple[tuple[Any, int], ...]]]


def drawn(hand: Place, *kinds: str | None) -> list[Operation]:
    return [Move(BAG, hand, kind) for kind in kinds]


def is_possible(supply: Supply, operations: Sequence[Operation]) -> bool:
    """Is there a way for things to move so? All ways are tried."""
    worlds = {_frozen({place: Counter(of) for place, of in supply.items()})}
    for one in operations:
        worlds = {after for world in worlds for after in _after(dict(map(_thawed, world)), one)}
    return bool(worlds)


def _frozen(there: dict[Place, Counter[Any]]) -> World:
    return frozenset((place, tuple(sorted((+of).items()))) for place, of in there.items() if place != OPEN and +of)


def _thawed(part: tuple[Place, Any]) -> tuple[Place, Counter[Any]]:
    return part[0], Counter(dict(part[1]))


def _after(there: dict[Place, Counter[Any]], one: Operation) -> Iterator[World]:
    if isinstance(one, Trade):
        yield _frozen({**there, one.one: there.get(one.other, Counter()), one.other: there.get(one.one, Counter())})
    elif isinstance(one, Move):
        for kind, n in there.get(one.source, Counter()).items():
            if n > 0 and one.kind in (None, kind):
                source, goal = there[one.source] - Counter([kind]), there.get(one.goal, Counter()) + Counter([kind])
                yield _frozen({**there, one.source: source, one.goal: goal})
        if one.source == OPEN:
            yield _frozen({**there, one.goal: there.get(one.goal, Counter()) + Counter([one.kind])})
    else:
        held = sum(there.get(one.place, Counter())[kind] for kind in one.kinds)
        if held >= one.least if isinstance(one, Holds) else held <= one.most:
            yield _frozen(there)


def is_followed(supply: Supply, operations: Sequence[Operation], found: dict[int, Any]) -> bool:
    """Is what was found a way for things to move so?"""
    filled = [
        Move(one.source, one.goal, found[i]) if isinstance(one, Move) and is_unseen(one) else one
        for i, one in enumerate(operations)
    ]
    return is_possible(supply, filled)


def solution(supply: Supply, operations: Sequence[Operation]) -> dict[int, Any] | None:
    try:
        return solve(supply, operations)
    except Impossible:
        return None


# -- worked out by hand -------------------------------------------------------------------------------------------


def test_a_thing_that_is_played_was_drawn() -> None:
    """Of two tiles drawn one is played as blue: it is one of the two."""
    found = solve(BOX, [*drawn(ANNA, None, None), Move(ANNA, OPEN, "blue")])
    assert "blue" in found.values()


def test_more_of_a_kind_than_there_are_is_impossible() -> None:
    with pytest.raises(Impossible):
        solve(BOX, [*drawn(ANNA, None, None), *[Move(ANNA, OPEN, "blue")] * 2])


def test_what_another_holds_for_sure_is_nowhere_else() -> None:
    """Bob has shown the one blue tile, so Anna can't play it."""
    shown = [*drawn(ANNA, None), *drawn(BOB, "blue"), Move(ANNA, OPEN, "blue")]
    with pytest.raises(Impossible):
        solve(BOX, shown)


def test_which_tile_was_swapped_is_seen_by_what_is_played_later() -> None:
    """A red one was seen, another not. What is swapped is the red one if blue is played, the other one if red is."""
    begun = [*drawn(ANNA, "red", None), Move(ANNA, OUT)]
    few: Supply = {BAG: {"red": 1, "blue": 1}}
    assert solve(few, [*begun, Move(ANNA, OPEN, "blue")]) == {1: "blue", 2: "red"}
    assert solve(few, [*begun, Move(ANNA, OPEN, "red")]) == {1: "blue", 2: "blue"}


def test_hands_that_change_sides_are_followed() -> None:
    """Anna plays black out of the hand that was Bob's: Bob had drawn it."""
    moves = [*drawn(ANNA, None), *drawn(BOB, None), Trade(ANNA, BOB), Move(ANNA, OPEN, "black")]
    assert solve(BOX, moves)[1] == "black"


def test_a_hand_that_is_seen_at_the_end() -> None:
    moves = [*drawn(ANNA, None, None, None), Move(ANNA, OUT), Holds(ANNA, frozenset({"red"}), 2)]
    found = solve(BOX, moves)
    assert sorted(found[i] for i in range(3) if found[i] == "red") == ["red", "red"]
    assert found[3] != "red"


def test_a_place_without_some_kinds() -> None:
    """Nothing but red is left where no other kind may be."""
    found = solve(BOX, [*drawn(ANNA, None, None), Lacks(ANNA, frozenset({"black", "blue", "green"}))])
    assert [*found.values()] == ["red", "red"]


# -- all there is in small decks ----------------------------------------------------------------------------------

ORDERS = [*permutations(("anna", "bob", "swap"))]
PLAYED = [*product(("red", "black", "blue", "green"), repeat=3)]


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_small_records_are_possible_where_a_way_is_found_by_trying_all(order: Sequence[str]) -> None:
    """384 records: two tiles each, what is played in three moves, a tile swapped unseen."""
    for first, second, last in PLAYED:
        moves = [*drawn(ANNA, None, None), *drawn(BOB, None, None)]
        for what in order:
            if what == "anna":
                moves += [Move(ANNA, OPEN, first), *drawn(ANNA, None)]
            else:
                moves.append(Move(BOB, OPEN, second) if what == "bob" else Move(ANNA, OUT))
        moves.append(Move(ANNA, OPEN, last))
        found = solution(BOX, moves)
        assert (found is not None) == is_possible(BOX, moves), moves
        assert found is None or is_followed(BOX, moves, found)


def some_record(random: Random, supply: Supply, length: int) -> list[Operation]:
    """A record of which nobody knows whether it is possible: parts of draws are seen, hands change sides."""
    kinds, hands = [*supply[BAG]], (ANNA, BOB)
    moves: list[Operation] = [*drawn(ANNA, None, random.choice((None, *kinds))), *drawn(BOB, None, None)]
    for _ in range(length):
        hand, kind = random.choice(hands), random.choice(kinds)
        some = frozenset(random.sample(kinds, 2))
        moves += random.choice(
            (
                [Move(hand, OPEN, kind)],
                [Move(hand, OUT)],
                [Move(BAG, hand)],
                [Move(BAG, hand, kind)],
                [Trade(ANNA, BOB)],
                [Holds(hand, frozenset({kind}))],
                [Holds(hand, some)],
                [Lacks(hand, frozenset({kind}))],
                [Move(ANNA, BOB)],
            )
        )
    return moves


def held_against_all_ways(supply: Supply, games: int, seed: int) -> int:
    random, impossible = Random(seed), 0
    for _ in range(games):
        moves = some_record(random, supply, random.randint(2, 6))
        found, possible = solution(supply, moves), is_possible(supply, moves)
        assert (found is not None) == possible, moves
        assert found is None or is_followed(supply, moves, found), moves
        impossible += not possible
    return impossible


DECKS: dict[str, Supply] = {"tiles": BOX, "cards": {BAG: dict.fromkeys(("A", "B", "C", "D", "E", "F"), 1)}}


@pytest.mark.parametrize("deck", DECKS)
def test_records_of_all_sorts_are_possible_where_trying_all_finds_a_way(deck: str) -> None:
    """About half of them are impossible."""
    assert 100 < held_against_all_ways(DECKS[deck], 400, seed=1) < 380


@pytest.mark.long
@pytest.mark.parametrize("deck", DECKS)
def test_ten_thousand_records_of_all_sorts(deck: str) -> None:
    assert held_against_all_ways(DECKS[deck], 10_000, seed=2) > 2_000


# -- exchanges ----------------------------------------------------------------------------------------------------

CARDS: Supply = {BAG: dict.fromkeys(range(1, 9), 1)}


def test_exchanges_are_for_single_things() -> None:
    assert is_of_single_things(CARDS)
    assert not is_of_single_things(BOX)
    assert not is_of_single_things({BAG: {"A": 1}, OUT: {"A": 1}})


def test_what_is_needed_is_exchanged_for_what_lies_there() -> None:
    """Anna was thought to have drawn 1 and 2, Bob 3 and 4; she plays 4: it is exchanged for 2, which she drew last."""
    moves = [*drawn(ANNA, None, None), *drawn(BOB, None, None), Move(ANNA, OPEN, 4)]
    assert exchanged(CARDS, moves, [1, 2, 3, 4], 1) == [1, 4, 3, 2]


def test_what_was_chosen_face_down_is_another_card_of_the_hand() -> None:
    """Of a hand that is known, 1 and 2, 1 was thought to lie face down; 2 is turned up."""
    moves = [*drawn(ANNA, 1, 2), Move(ANNA, OUT), Move(OUT, OPEN, 2)]
    assert exchanged(CARDS, moves, [1], 1) == [2]


def test_what_was_seen_elsewhere_is_not_exchanged() -> None:
    moves = [*drawn(ANNA, None), *drawn(BOB, 2), Move(ANNA, OPEN, 2)]
    assert exchanged(CARDS, moves, [1], 1) is None


def test_exchanges_find_ways_that_are_ways() -> None:
    random, found = Random(3), 0
    for _ in range(300):
        hidden = random.sample(range(1, 9), 4)
        begun = [*drawn(ANNA, None, None), *drawn(BOB, None, None)]
        last = [Move(random.choice((ANNA, BOB)), OPEN, random.randint(1, 8))]
        moves = [*begun, *random.choice(([], [Trade(ANNA, BOB)])), *last]
        things = exchanged(CARDS, moves, hidden, 1)
        if things is not None:
            found += 1
            assert is_followed(CARDS, moves, dict(enumerate(things)))
    assert found == 300


def followed(supply: Supply, moves: Sequence[Operation]) -> dict[int, Any] | None:
    """What exchanges alone find, one operation after the other."""
    game = Exchanges((), (), Places(supply))
    if not all(game.follow([one]) for one in moves):
        return None
    holes = [i for i, one in enumerate(moves) if is_unseen(one)]
    return dict(zip(holes, game.things, strict=True))


def test_exchanges_keep_all_bounds() -> None:
    """Records of all sorts: what is found is a way, and found in most records that have one."""
    random, found, possible = Random(4), 0, 0
    for _ in range(400):
        moves = some_record(random, DECKS["cards"], random.randint(3, 7))
        things = followed(DECKS["cards"], moves)
        assert things is None or is_followed(DECKS["cards"], moves, things), moves
        found += things is not None
        possible += is_possible(DECKS["cards"], moves)
    assert 0.8 * possible <= found <= possible


def test_a_third_thing_goes_where_a_bound_asks_for_one() -> None:
    """Anna must have held 1 or 2; Bob plays 1, which was thought to be Anna's: she had 2."""
    begun = [Move(BAG, ANNA), Holds(ANNA, frozenset({1, 2})), Move(ANNA, OUT), Move(BAG, BOB)]
    game = Exchanges(begun, [1, 3], Places(CARDS).moved(begun, [1, 3]))
    assert game.follow([Move(BOB, OPEN, 1)])
    assert game.things == [2, 2, 1]


def test_places_are_not_changed_in_place() -> None:
    before = Places({BAG: {"red": 1}})
    after = before.moved([Move(BAG, ANNA)], ["red"])
    assert (before, after[ANNA]) == ({BAG: {"red": 1}}, {"red": 1})
