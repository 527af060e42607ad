"""What a program tells of Tides of Time, held against the rules of its SPEC.

Anna lays Ancient Divide (2) to 1, 13, 14, 15, Bob Roof of the World (17) to 3, 9, 6, 8. Nobody has a stronghold:
King's Nest (1) wins the tie at 0:0 (TT-4.18), so 2 pays 7. Two palaces for Vestibule (15): 6. Anna has 13.
Bob has one palace, one library (3 for card 3), two gardens, doubled to four (TT-4.3): 12 for card 6. He has 15.
"""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.beside.comparing import Difference, compare
from kronika.logs.beside.engine import EngineReport
from support.logs import duel_game
from support.playing import after
from support.tides import place, start


@pytest.fixture
def scored() -> Session:
    kingdoms = {"Anna": [1, 13, 14, 15], "Bob": [3, 9, 6, 8]}
    session = place(kingdoms=kingdoms, hands={"Anna": [2], "Bob": [17]})
    return after(session, "Anna: pick 2", "Bob: pick 17")


def one(session: Session, **told: Any) -> Difference:
    found = compare(session, EngineReport(**told), None)
    assert found is not None
    return found


def same(session: Session, **told: Any) -> bool:
    return compare(session, EngineReport(**told), None) is None


EFFECTS: list[dict[str, Any]] = [
    {"type": "revealed", "cards": [2, 17]},
    {"type": "doubled", "seat": 1, "suits": ["garden"]},
    {"type": "tie_won", "seat": 0, "card": 2},
    {"type": "scored", "seat": 0, "card": 2, "points": 7},
    {"type": "scored", "seat": 0, "card": 15, "points": 6},
    {"type": "scored", "seat": 1, "card": 3, "points": 3},
    {"type": "scored", "seat": 1, "card": 6, "points": 12},
    {"type": "round_scored", "round": 1, "points": [13, 15], "totals": [13, 15]},
    {"type": "taken_back"},
]


# -- effects --------------------------------------------------------------------------------------------------------


def test_nothing_that_is_left_out_is_compared(scored: Session) -> None:
    assert same(scored)


def test_effects_may_come_in_any_order_with_part_of_their_fields(scored: Session) -> None:
    assert same(scored, effects=EFFECTS)
    assert same(scored, effects=EFFECTS[::-1])
    assert same(scored, effects=[{**effect, "colour": "red", "text": "so"} for effect in EFFECTS])


def test_one_that_is_missing_is_reported_with_its_rule_and_what_goes_with_it(scored: Session) -> None:
    found = one(scored, effects=[effect for effect in EFFECTS if effect.get("points") != 7])
    assert found == Difference(
        "effects", "scored seat Anna, card 2, points 7 (TT-4.5)", "nothing", ("TT-4.5", "TT-4.18")
    )


def test_what_comes_first_in_the_game_comes_first_among_the_rules(scored: Session) -> None:
    told = [effect for effect in EFFECTS if effect["type"] not in ("doubled", "round_scored")]
    assert one(scored, effects=told).rules == ("TT-4.3", "TT-4.14")


def test_what_did_not_happen_at_all_comes_before_what_did(scored: Session) -> None:
    """The hands were not exchanged (TT-2.3); the cards were shown, first of all (TT-2.2)."""
    assert one(scored, effects=[*EFFECTS[1:], {"type": "swapped"}]).rules == ("TT-2.3", "TT-2.2")


def test_one_too_many_is_reported_with_the_rule_that_its_card_is_scored_by(scored: Session) -> None:
    found = one(scored, effects=[*EFFECTS, {"type": "scored", "seat": 1, "card": 9, "points": 13}])
    assert found == Difference("effects", "nothing", "scored seat Bob, card 9, points 13", ("TT-4.7",))
    assert one(scored, effects=[*EFFECTS, {"type": "swapped"}]).rules == ("TT-2.3",)
    assert one(scored, effects=[*EFFECTS, {"type": "swapped", "rule": "TT-9"}]).rules == ("TT-9",)


def test_twice_is_once_too_often(scored: Session) -> None:
    assert one(scored, effects=[*EFFECTS, EFFECTS[3]]).theirs == "scored seat Anna, card 2, points 7"


def test_kinds_that_a_program_cannot_tell_of_are_left_out(scored: Session) -> None:
    told = [effect for effect in EFFECTS if effect["type"] == "scored"]
    assert compare(scored, EngineReport(effects=told), frozenset({"scored"})) is None
    found = compare(scored, EngineReport(effects=told[1:]), frozenset({"scored"}))
    assert found is not None
    assert found.rules == ("TT-4.5", "TT-4.18")


def test_an_effect_that_there_is_not(scored: Session) -> None:
    found = one(scored, effects=[{"type": "scord"}])
    assert found.ours == "there is no effect 'scord'. Did you mean scored?"
    found = one(scored, effects=[{"type": "scored", "seat": 0, "card": 2, "pionts": 3}])
    assert found.ours == "scored has no 'pionts'. Did you mean points?", "and so it would not be compared"


# -- points ---------------------------------------------------------------------------------------------------------


def test_totals_name_what_pays_just_what_is_missing(scored: Session) -> None:
    assert same(scored, totals=[13, 15])
    assert same(scored, totals=[None, 15])
    found = one(scored, totals=[6, 15])
    assert (found.what, found.theirs) == ("totals.Anna", "6")
    assert found.ours.startswith("13: 7 for round 1/2 Ancient Divide, strongholds 0:0, tie won by King's Nest; ")
    assert found.rules[:2] == ("TT-4.5", "TT-4.6")
    assert one(scored, totals=[13]).what == "totals"


def test_points_too_many_may_be_of_what_does_not_pay(scored: Session) -> None:
    """13 too many for Bob: Maze of the Damned (9) does not pay, and comes before what does (TT-4.7)."""
    found = one(scored, totals=[13, 28])
    assert found.rules[0] == "TT-4.7"
    assert {item.split(" for ")[0] for item in found.ours.removeprefix("15: ").split("; ")} == {"3", "12"}, "what pays"
    assert one(start(), totals=[0, 1]).ours == "0"


def test_items_by_as_much_as_they_say(scored: Session) -> None:
    assert same(scored, items=[{"seat": 0, "source": "2 Ancient Divide", "points": 7}, {"seat": 1, "points": 15}])
    found = one(scored, items=[{"seat": 0, "source": "2 Ancient Divide", "points": 0}])
    assert found == Difference(
        "items.Anna.2 Ancient Divide",
        "7 for round 1/2 Ancient Divide, strongholds 0:0, tie won by King's Nest",
        "0",
        ("TT-4.5",),
    )
    assert one(scored, items=[{"seat": 7, "source": "x", "points": 1}]).what == "items.7.x"


# -- who may do what ------------------------------------------------------------------------------------------------


def test_turn(scored: Session) -> None:
    assert same(scored, turn=[1, 0])
    assert one(scored, turn=[0]) == Difference("turn", "Anna; Bob", "Anna")
    assert one(scored, turn=[]).theirs == "nothing"
    assert one(scored, turn=[0, 9]).theirs == "Anna; 9"
    assert one(start(), turn=[0]) == Difference("turn", "chance", "Anna")


def test_legal_moves_as_texts_or_data_in_any_order() -> None:
    session = place(hands={"Anna": [2, 3], "Bob": [4, 5]}, kingdoms={"Anna": [1, 6, 7], "Bob": [8, 9, 10]})
    for told in (
        ["pick 3", "pick 2"],
        ["pick Ancient Divide", "Anna: pick 3"],
        [{"type": "pick", "card": 2}, {"type": "pick", "card": "3"}],
    ):
        assert same(session, legal={0: told}), told
    found = one(session, legal={0: ["pick 3", "pick 4", "jump"]})
    assert found.what == "legal.Anna"
    assert (
        found.ours == "legal: `pick 2`; not legal: You do not hold 4 Great Library of Ahm: your hand is 2, 3. (TT-2.1)"
    )
    assert found.theirs == "listed: `pick 4`; `jump`"
    assert found.rules == ("TT-2.1",)
    assert (found.legal, [one.move for one in found.refused]) == (("pick 2",), ["pick 4", "jump"])


def test_a_list_of_legal_moves_is_read_up_to_its_most() -> None:
    """And a move that is listed again is no other."""
    session = place(hands={"Anna": [2, 3], "Bob": [4, 5]}, kingdoms={"Anna": [1, 6, 7], "Bob": [8, 9, 10]})
    again = ["pick 3"] * 19_999
    assert same(session, legal={0: [*again, "pick Ancient Divide"]})
    found = one(session, legal={0: [*again, "pick 3", "pick Ancient Divide"]})
    assert found.theirs == "listed: `20,001 moves`"
    assert found.ours.endswith("not legal: 20,000 moves are the most that are looked at")


@pytest.mark.parametrize(("length", "more"), [(489, ""), (490, ""), (491, "…")])
def test_a_value_is_reported_in_words_up_to_500_characters(length: int, more: str) -> None:
    """Words around the move are ten of them."""
    session = place(hands={"Anna": [2], "Bob": [4]}, kingdoms={"Anna": [1, 6, 7, 3], "Bob": [8, 9, 10, 5]})
    found = one(session, legal={0: ["pick 2", "x" * length]})
    assert found.theirs == f"listed: `{'x' * length}`"[:500] + more


def test_a_move_that_is_not_taken(scored: Session) -> None:
    assert one(scored, refused="no") == Difference("play", "it is legal", "it is refused: no", ("TT-2.1",))


# -- the end and the table ------------------------------------------------------------------------------------------


@pytest.fixture
def over() -> Session:
    """TT-5.2: the third round, scored to 13:15 as above but for what was scored before."""
    kingdoms = {"Anna": [1, 13, 14, 15, 4, 5], "Bob": [3, 9, 6, 8, 7, 10]}
    relics = {"Anna": [4, 5], "Bob": [7, 10]}
    box = [11, 12, 16, 18]
    session = place(round=3, kingdoms=kingdoms, relics=relics, box=box, hands={"Anna": [2], "Bob": [17]})
    return after(session, "Anna: pick 2", "Bob: pick 17")


def test_outcome(over: Session, scored: Session) -> None:
    result = over.result()
    assert result is not None
    winner = max((0, 1), key=lambda seat: result.totals[seat])
    assert result.totals[0] != result.totals[1]
    assert same(over, result={"winners": [winner], "ranking": [[winner], [1 - winner]], "rule": "TT-5.1"})
    assert one(over, result={"winners": [1 - winner]}).what == "result.winners"
    assert one(over, result={"ranking": [[0, 1]]}).what == "result.ranking"
    assert one(over, result={}) == Difference("result", "the game is over", "the game is not over", ("TT-5.1",))
    assert same(scored, result={})
    assert one(scored, result={"totals": [1, 2]}) == Difference("result", "the game is not over", "the game is over")


def test_seats_that_share_a_place_come_in_any_order(duel: dict[str, str]) -> None:
    """DU-5: nobody has won a prize, and the victory is shared."""
    session = duel_game(
        move
        for prize, card in ((2, 4), (3, 3), (5, 2))
        for move in (f"chance: prize {prize}", f"Anna: play {card}", f"Bob: play {card}")
    )
    assert same(session, result={"winners": [1, 0], "ranking": [[1, 0]], "totals": [0, 0], "tie_rule": "DU-5"})
    for said in ([0], [], None, "both", 5):
        assert one(session, result={"winners": said}).what == "result.winners"
    for said in ([[0], [1]], [0, 1], None, "both", 5):
        assert one(session, result={"ranking": said}).what == "result.ranking"


def test_views_as_far_as_they_are_known(scored: Session) -> None:
    hands = [["1", "2", "13", "14", "15"], ["3", "6", "8", "9", "17"]]
    assert same(scored, views={None: {"hands": hands, "round": 1}, 1: {"phase": "relic"}})
    assert same(scored, views={None: {"hands": [[15, 14, 13, 2, 1], hands[1]]}}), "a hand has no order"
    found = one(scored, views={1: {"box": ["3"]}})
    assert (found.what, found.ours, found.theirs) == ("views.Bob.box", "[], without [3]", "[3]")


def test_a_part_that_no_view_has(scored: Session) -> None:
    found = one(scored, views={0: {"boks": []}})
    assert found.what == "views.Anna.boks"
    assert "nothing there" in found.ours


# -- of one kind ----------------------------------------------------------------------------------------------------


def test_differences_of_one_kind() -> None:
    effect = Difference("effects", "a", "b", ("TT-4.5", "TT-1"))
    assert effect.like(Difference("effects", "x", "y", ("TT-4.5",)))
    assert not effect.like(Difference("effects", "a", "b", ("TT-4.6",)))
    assert Difference("totals.Anna", "", "", ("TT-1",)).like(Difference("totals.Bob", "", "", ("TT-2",)))
    assert Difference("views.Anna.box", "", "").like(Difference("views.Bob.box", "", "", ("TT-2",)))
    assert not Difference("views.Anna.box", "", "").like(Difference("views.Anna.deck", "", ""))
    for kind in ("views", "pieces"):
        deep = Difference(f"{kind}.Anna.hands.1", "", "")
        assert deep.like(Difference(f"{kind}.referee.hands.2.count", "", "")), "wherever it is"
        assert not deep.like(Difference(f"{kind}.Anna.box.1", "", ""))
    assert not Difference("dead", "", "").like(Difference("silent", "", ""))
