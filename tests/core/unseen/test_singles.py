"""Exchanges where there is one thing of each kind, held against all there is in small decks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kronika.core.contract.unseen import OPEN, Either, Holds, Move, Operation, Supply, Trade
from kronika.core.unseen.rows import Places, is_unseen
from kronika.core.unseen.singles.exchange import Exchanges, is_of_single_things
from support.small_decks import ANNA, BAG, BOB, BOX, CARDS, DECKS, OUT, drawn, is_followed, is_possible, some_record


def exchanged(supply: Supply, moves: Sequence[Operation], things: Sequence[Any], last: int) -> list[Any] | None:
    """What moved unseen when exchanges let the last operations happen too; None where they do not."""
    before, new = moves[: len(moves) - last], moves[len(moves) - last :]
    found = Exchanges(before, things, Places(supply).moved(before, things))
    return list(found.things) if found.follow(new) else None


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
    game = Exchanges(begun, [1, 1, 3], Places(CARDS).moved(begun, [1, 1, 3]))
    assert game.follow([Move(BOB, OPEN, 1)])
    assert game.things == [2, 2, 1]


def test_of_several_bounds_one_that_is_met_is_enough() -> None:
    """Anna was thought to have drawn 1; either she has it, or Bob 2. What would break that is not exchanged."""
    either = Either((Holds(ANNA, frozenset({1})), Holds(BOB, frozenset({2}))))
    game = Exchanges([Move(BAG, ANNA)], [1], Places(CARDS).moved([Move(BAG, ANNA)], [1]))
    assert game.follow([either])
    assert not game.follow([Move(ANNA, OPEN, 3)])
