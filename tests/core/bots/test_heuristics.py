"""How good positions look, by hand: what the strategy notes of each SPEC count, and by how much."""

from __future__ import annotations

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.bots.turn import Turn
from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.tigris.actions import Commit, PlaceTile, Swap
from kronika.core.sessions.session import Session
from support import ancient, imhotep, tides, tigris, viceroy
from support.duel import GAME as DUEL


def worth(session: Session) -> list[float]:
    return [*session.game.heuristic().estimate(session.state)]


def change(before: list[float], after: list[float]) -> list[float]:
    return [b - a for a, b in zip(before, after, strict=True)]


def test_a_game_that_says_nothing_is_judged_by_its_totals() -> None:
    session = Session.new(DUEL, ["Anna", "Bob"], seed=1)
    heuristic = session.game.heuristic()
    assert heuristic == Heuristic(DUEL.totals)
    assert worth(session) == [0, 0]
    assert heuristic.is_quiet(session.state)
    assert not heuristic.sealed(session.state, 0)


# -- Tides of Time -----------------------------------------------------------------------------------------------------


def test_tides_counts_the_best_cards_of_both_hands() -> None:
    """Before the fifth pick.

    Anna has 7 for more palaces. With 4 she would have 7 for more libraries and 3 for one: 10; with 9, Bob's, 7 for more
    gardens, which counts half. Bob has 6 for two suits he lacks, 3 for a temple, 6 for two strongholds. 9 brings him
    nothing; with 4 he would have 5 for garden and library and lack one suit less: 2, half of it.
    """
    session = tides.place(kingdoms={"Anna": [3, 7, 12, 13], "Bob": [8, 10, 11, 14]}, hands={"Anna": [4], "Bob": [9]})
    assert worth(session) == [7 + 10 + 7 / 2, 15 + 0 + 2 / 2]


def test_tides_counts_relics_for_the_rounds_to_come() -> None:
    """King's Nest is ahead by 7.4 a round, Sapphire Port by 3.0; rounds 2 and 3 are to come."""
    session = tides.place(
        phase="draw", kingdoms={"Anna": [1], "Bob": [18]}, hands={"Anna": [2, 3, 4], "Bob": [5, 6, 7]}
    )
    totals = session.game.totals(session.state)
    assert change([*totals], worth(session)) == pytest.approx([2 * 7.4, 2 * 3.0])


def test_tides_is_settled_when_no_card_lies_face_down() -> None:
    session = tides.start("chance: deal 1 2 3 4 5 / 6 7 8 9 10")
    heuristic = session.game.heuristic()
    assert heuristic.is_quiet(session.state)
    session.play("Bob: pick 7")
    assert not heuristic.is_quiet(session.state)
    session.play("Anna: pick 1")
    assert heuristic.is_quiet(session.state)


# -- Imhotep -----------------------------------------------------------------------------------------------------------


def test_imhotep_counts_stones_on_their_way() -> None:
    """A stone from the sled onto a ship: 1.2 for 0.5; three from the quarry to an empty sled: 1.5."""
    session = imhotep.place(
        players=2,
        turn="Wanda",
        card="4322",
        ships=["- - - -", "- - -", "- -", "- -"],
        sleds={"Wanda": 2, "Klara": 0},
        row=["statue", "lever", "hammer", "sail"],
    )
    before = worth(session)
    session.play("Wanda: load 4:1")
    assert change(before, worth(session)) == pytest.approx([0.7, 0])
    before = worth(session)
    session.play("Klara: take")
    assert change(before, worth(session)) == pytest.approx([0, 1.5])


@pytest.mark.parametrize(("number", "stays"), [(6, 1.0), (1, 3.0)])
def test_imhotep_counts_visible_stones_for_the_rounds_to_come(number: int, stays: float) -> None:
    """One point in this round, 0.4 for each later one; four of two players' stones are visible, the fifth is not."""
    given = {"players": 2, "card": "4322", "round": number}
    without = worth(imhotep.place(**given))
    temple = worth(imhotep.place(temple=["Klara", "Wanda", "Wanda", "Wanda", "Wanda"], **given))
    assert change(without, temple) == pytest.approx([4 * stays, 0])


# -- Viceroy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "each"),
    [
        ({"round": 3}, 1.5),  # a gem that can be spent
        ({"round": 12, "phase": "select"}, 0.5),  # after the last auction it is worth what recolouring pays
    ],
)
def test_viceroy_counts_gems_by_what_they_can_still_buy(given: dict[str, object], each: float) -> None:
    poor = worth(viceroy.place(players=2, gems={"Anna": "1 blue", "Bob": "1 blue"}, **given))
    rich = worth(viceroy.place(players=2, gems={"Anna": "3 blue", "Bob": "1 blue"}, **given))
    hand = 2 * each if given.get("phase") != "select" else 2 * 0.5
    assert change(poor, rich) == pytest.approx([hand, 0])


def test_viceroy_counts_eight_gems_in_full() -> None:
    eight = worth(viceroy.place(players=2, round=3, gems={"Anna": "4 blue 4 red"}))
    ten = worth(viceroy.place(players=2, round=3, gems={"Anna": "4 blue 4 red 2 green"}))
    assert change(eight, ten) == pytest.approx([2 * 0.5, 0])


def test_viceroy_s_bids_are_sealed_and_leave_nothing_settled_until_they_are_shown() -> None:
    session = viceroy.place(
        players=2, round=3, gems={"Anna": "1 red", "Bob": "1 red"}, lanes={"red": {"below": 50}, "blue": {"below": 52}}
    )
    heuristic = session.game.heuristic()
    assert heuristic.is_quiet(session.state)
    assert heuristic.sealed(session.state, 0)
    session.play("Anna: bid red")
    assert not heuristic.is_quiet(session.state)


# -- Ancient Knowledge -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", [1, 6])
def test_ancient_knowledge_counts_tokens_wherever_they_lie(slot: int) -> None:
    """Two tokens cost 0.55 each: those far away are removed as rarely as those that are near."""
    clean = worth(ancient.place(anna={"timeline": {slot: ["C1"]}}))
    laden = worth(ancient.place(anna={"timeline": {slot: ["C1 2"]}}))
    assert change(clean, laden) == pytest.approx([-2 * 0.55, 0])


def test_ancient_knowledge_counts_an_engine_by_the_time_that_is_left() -> None:
    """An artifact is worth 2 at the start; with seven of fourteen in the Past half of it."""
    early = worth(ancient.place(anna={"artifacts": ["A1"]}))
    assert change(worth(ancient.place()), early) == pytest.approx([2.0, 0])
    past = {"past": ancient.cards("C", 1, 7)}
    late = worth(ancient.place(anna={**past, "artifacts": ["A1"]}))
    assert change(worth(ancient.place(anna=past)), late) == pytest.approx([1.0, 0])


@pytest.mark.parametrize(
    ("has", "score"),
    [
        ({"technologies": ["T1", "T10"]}, 2 * 1.5),
        ({"hand": ["C1", "A1"]}, 2 * 0.4),
        ({"hand": ancient.cards("C", 1, 10)}, 10 * 0.4),
        ({"past": ["C16"]}, 2 + 13 / 14 * 0.4),  # 2 points and two cards to draw
        ({"past": ["C16"], "rotated": ["C16"]}, 2),
        ({"timeline": {3: ["C16"]}}, 1 + 0.9 * 2),  # 1 for standing there, 2 to come
        ({"timeline": {3: ["C16", "C2"]}}, 2 + 0.9 * 2 + 2),  # C2 has no points and scores at the end
    ],
)
def test_ancient_knowledge_counts_what_will_come(has: dict[str, object], score: float) -> None:
    assert change(worth(ancient.place()), worth(ancient.place(anna=has))) == pytest.approx([score, 0])


# -- Tigris & Euphrates ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "score"),
    [
        ({"red": 2, "black": 2, "blue": 2, "green": 2}, 2 + 1 + 0.4 + 0.1),
        ({"red": 10}, 6 * 0.05),  # what is more than six ahead of the smallest colour is worth nothing
        ({"red": 4, "black": 3, "blue": 1}, 0 + 0.5 + 0.6 + 0.2),
        ({"red": 4, "black": 3, "blue": 1, "treasures": 1}, 1 + 0.5 + 0.6 + 0.2),  # the treasure is green
    ],
)
def test_tigris_weighs_colours_by_their_rank(points: dict[str, int], score: float) -> None:
    session = tigris.place(players=2, points={"Lion": points})
    assert worth(session) == pytest.approx([score, 0])


def test_tigris_counts_leaders_temples_and_monuments() -> None:
    """A king beside two temples is 0.6 and 0.3; at a black monument 1.5 more; a temple in hand 0.1."""
    alone = tigris.place(players=2, tiles={"red": ["F5", "E4"]}, leaders={"Lion": {"king": "E5"}})
    assert worth(alone) == pytest.approx([0.9, 0])
    built = tigris.place(
        players=2, tiles={"red": ["F5", "E4"]}, leaders={"Lion": {"king": "E5"}}, monuments={"red-black": "G4"}
    )
    assert worth(built) == pytest.approx([2.4, 0])
    armed = tigris.place(players=2, hands={"Lion": "red red red"})
    assert worth(armed) == pytest.approx([0.2, 0])


@pytest.mark.parametrize(
    ("held", "committed"),
    [
        (2, {0, 2}),  # one temple to two: two more are needed to be ahead, and up to two as a cushion
        (6, {2, 3, 4}),
    ],
)
def test_in_a_revolt_an_attacker_commits_what_may_win_or_nothing(held: int, committed: set[int]) -> None:
    session = tigris.place(
        players=2,
        tiles={"red": ["F5", "E4"]},
        leaders={"Archer": {"king": "E5"}},
        hands={"Lion": "red " * held, "Archer": "red red"},
    )
    session.play("Lion: king G5")
    likely = session.game.heuristic().playout_policy
    assert likely is not None
    assert not session.game.heuristic().is_quiet(session.state)
    found = {likely(session.state, 0, Dice(n)) for n in range(40)}
    assert found == {Commit(n) for n in committed}


@pytest.mark.parametrize(("attack", "committed"), [(2, 1), (3, 2), (4, 0)])
def test_a_defender_commits_just_enough_or_nothing(attack: int, committed: int) -> None:
    """One temple and N tiles against two temples; ties are the defender's (TE-5.5)."""
    session = tigris.place(
        players=2,
        tiles={"red": ["F5", "E4"]},
        leaders={"Archer": {"king": "E5"}},
        hands={"Lion": "red red red red", "Archer": "red red"},
    )
    session.play("Lion: king G5")
    session.play(f"Lion: commit {attack}")
    likely = session.game.heuristic().playout_policy
    assert likely is not None
    assert likely(session.state, 1, Dice(1)) == Commit(committed)


def test_tiles_of_a_colour_are_alike_in_tigris() -> None:
    like = tigris.TABLES.game.heuristic().group_key
    assert like(PlaceTile("red", "A1")) == like(PlaceTile("red", "B2")) != like(PlaceTile("blue", "A1"))
    assert like(Swap(red=1)) == like(Swap(blue=1))


def test_a_turn_has_positions_that_are_dealt_again() -> None:
    """What a heuristic looks at is a deal, never the table: hands of others in it are others."""
    session = tides.start("chance: deal 1 2 3 4 5 / 6 7 8 9 10")
    hands = {Turn(session.game, session.state, 0, Dice(n)).state.hands[1] for n in range(5)}
    assert len(hands) > 1
