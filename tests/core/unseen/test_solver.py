"""The search for what moved unseen, held against all there is in small decks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.counting import is_excluded
from kronika.core.unseen.exchange import single_kinds
from kronika.core.unseen.parts import parts
from kronika.core.unseen.routes import Impossible
from kronika.core.unseen.rows import Places
from kronika.core.unseen.solver import solve
from support.exchanges import exchanged_kinds
from support.small_decks import ANNA, BAG, BOB, BOX, CARDS, DECKS, OUT, drawn, is_followed, is_possible, some_record


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


def held_against_all_ways(supply: Supply, games: int, seed: int) -> int:
    random, impossible = Random(seed), 0
    for _ in range(games):
        moves = some_record(random, supply, random.randint(2, 6))
        found, possible = solution(supply, moves), is_possible(supply, moves)
        assert (found is not None) == possible, moves
        assert found is None or is_followed(supply, moves, found), moves
        impossible += not possible
    return impossible


@pytest.mark.parametrize("deck", DECKS)
def test_records_of_all_sorts_are_possible_where_trying_all_finds_a_way(deck: str) -> None:
    """About half of them are impossible."""
    assert 100 < held_against_all_ways(DECKS[deck], 400, seed=1) < 380


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("deck", DECKS)
def test_ten_thousand_records_of_all_sorts(deck: str, seed: int) -> None:
    """A thousand for each seed."""
    assert held_against_all_ways(DECKS[deck], 1_000, seed=seed) > 200


@pytest.mark.parametrize("deck", DECKS)
def test_what_counting_excludes_is_impossible(deck: str) -> None:
    """Counting proves less than a search, and nothing wrong: it finds at least a third of what is impossible."""
    random, excluded, impossible = Random(7), 0, 0
    for _ in range(400):
        moves = some_record(random, DECKS[deck], random.randint(2, 6))
        possible, found = is_possible(DECKS[deck], moves), is_excluded(DECKS[deck], moves)
        assert not (found and possible), moves
        excluded += found
        impossible += not possible
    assert 3 * excluded > impossible


def test_contents_that_were_counted_are_followed() -> None:
    """Anna has shown one red and one blue tile, and plays the red one: no other red one is in her hand."""
    counted = [*drawn(ANNA, None, None), Holds(ANNA, frozenset({"red"})), Holds(ANNA, frozenset({"blue"}))]
    assert is_excluded(BOX, [*counted, Move(ANNA, OPEN, "red"), Holds(ANNA, frozenset({"red"}))])
    assert not is_excluded(BOX, [*counted, Move(ANNA, OPEN, "red"), Holds(ANNA, frozenset({"blue"}))])


# -- exchanges ----------------------------------------------------------------------------------------------------


def test_exchanges_are_for_single_things() -> None:
    assert single_kinds(CARDS) == set(range(1, 9))
    assert single_kinds(BOX) == {"black", "blue", "green"}
    assert single_kinds({BAG: {"A": 1}, OUT: {"A": 1}}) == set()


def test_what_is_needed_is_exchanged_for_what_lies_there() -> None:
    """Anna was thought to have drawn 1 and 2, Bob 3 and 4; she plays 4: 1 and 4 change places."""
    moves = [*drawn(ANNA, None, None), *drawn(BOB, None, None), Move(ANNA, OPEN, 4)]
    assert exchanged_kinds(CARDS, moves, [1, 2, 3, 4], 1) == [4, 2, 3, 1]


def test_two_exchanges_where_two_things_never_lay_together() -> None:
    """To choose nothing is thought first. It is 4, thought to be in the deck: 4 is drawn for 1, and chosen."""
    supply: Supply = {BAG: dict.fromkeys(range(1, 9), 1), ANNA: {"pass": 1}}
    moves = [*drawn(ANNA, None), Move(ANNA, OUT), Move(OUT, OPEN, 4)]
    assert exchanged_kinds(supply, moves, [1, "pass"], 1) == [4, 4]


def test_a_choice_that_is_always_allowed_is_thought_first() -> None:
    supply: Supply = {BAG: dict.fromkeys(range(1, 9), 1), ANNA: {"pass": 1}}
    assert exchanged_kinds(supply, [*drawn(ANNA, None), Move(ANNA, OUT)], [1], 1) == [1, "pass"]


def test_what_goes_out_of_sight_is_what_comes_to_light() -> None:
    """A card is put down and turned up at once."""
    assert exchanged_kinds(CARDS, [*drawn(ANNA, None, None), Move(ANNA, OUT), Move(OUT, OPEN, 2)], [1, 2], 2) == [
        1,
        2,
        2,
    ]


def test_places_are_not_changed_in_place() -> None:
    before = Places({BAG: {"red": 1}})
    after = before.moved([Move(BAG, ANNA)], ["red"])
    assert (before, after[ANNA]) == ({BAG: {"red": 1}}, {"red": 1})


# -- parts --------------------------------------------------------------------------------------------------------


def test_places_between_which_nothing_moves_are_searched_apart() -> None:
    """A thing that goes over the table ties no places together: there it is seen."""
    purse: Place = ("purse", 0)
    moves = [*drawn(ANNA, None), Move(purse, OUT), Move(ANNA, OPEN, 4), Move(OPEN, OUT, 4)]
    found = {tuple(of) for _, of in parts({**CARDS, purse: {"gold": 1}}, moves)}
    assert found == {(0, 2), (1, 3)}
    assert [tuple(of) for _, of in parts(CARDS, moves, [BAG])] == [(0, 2)]


def test_more_of_a_kind_than_lay_there_at_the_start() -> None:
    """Anna and Bob put a gem each into the box, unseen; three blue ones lie there then, of which one was theirs."""
    purses: Supply = {ANNA: {"blue": 1, "red": 1}, BOB: {"blue": 1, "red": 1}, BAG: {"blue": 2, "red": 2}}
    moves = [Move(ANNA, BAG), Move(BOB, BAG), Holds(BAG, frozenset({"blue"}), 3), Holds(BAG, frozenset({"red"}), 3)]
    assert sorted(solve(purses, moves).values()) == ["blue", "red"]
    assert solve(purses, [*moves, Move(BOB, OPEN, "blue")]) == {0: "blue", 1: "red"}


def test_what_comes_openly_from_elsewhere_is_none_of_the_kinds_that_a_place_lacks() -> None:
    """Anna has two blue gems and two red ones. She puts a blue one away unseen and gets a token: one gem is blue."""
    purses: Supply = {ANNA: {"blue": 2, "red": 2}}
    moves = [Move(ANNA, BAG), Move(OPEN, ANNA, "token"), Lacks(ANNA, frozenset({"blue"}), 1)]
    assert solve(purses, moves) == {0: "blue"}
