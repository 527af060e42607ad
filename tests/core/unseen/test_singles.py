"""Exchanges where there is one thing of each kind, held against all there is in small decks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kronika.core.contract.unseen import OPEN, Either, Holds, Move, Operation, Supply
from kronika.core.unseen.rows import Places, is_unseen
from kronika.core.unseen.singles.exchange import Exchanges, is_of_single_things
from support.exchanges import exchanged_singles
from support.small_decks import ANNA, BAG, BOB, BOX, CARDS, DECKS, OUT, drawn, is_followed, is_possible, some_record


def test_exchanges_are_for_single_things() -> None:
    assert is_of_single_things(CARDS)
    assert not is_of_single_things(BOX)
    assert not is_of_single_things({BAG: {"A": 1}, OUT: {"A": 1}})


def test_what_is_needed_is_exchanged_for_what_lies_there() -> None:
    """Anna was thought to have drawn 1 and 2, Bob 3 and 4; she plays 4: it is exchanged for 2, which she drew last."""
    moves = [*drawn(ANNA, None, None), *drawn(BOB, None, None), Move(ANNA, OPEN, 4)]
    assert exchanged_singles(CARDS, moves, [1, 2, 3, 4], 1) == [1, 4, 3, 2]


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
    game = Exchanges(begun, [1, 1, 3], Places(CARDS).moved(begun, [1, 1, 3]))
    assert game.follow([Move(BOB, OPEN, 1)])
    assert game.things == [2, 2, 1]


def test_of_several_bounds_one_that_is_met_is_enough() -> None:
    """Anna was thought to have drawn 1; either she has it, or Bob 2. What would break that is not exchanged."""
    either = Either((Holds(ANNA, frozenset({1})), Holds(BOB, frozenset({2}))))
    game = Exchanges([Move(BAG, ANNA)], [1], Places(CARDS).moved([Move(BAG, ANNA)], [1]))
    assert game.follow([either])
    assert not game.follow([Move(ANNA, OPEN, 3)])
