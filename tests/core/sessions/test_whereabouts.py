"""A refusal says where a card is to anyone who sees it there, and to nobody else."""

from __future__ import annotations

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.contract.game import EVERYONE
from kronika.core.sessions.session import Session
from kronika.core.sessions.whereabouts import _paths, _place, _where, refusal
from support import ancient, viceroy


def tides(*moves: str) -> Session:
    session = Session.new("tides", ["Anna", "Bob"], chance="given")
    for move in ("deal 6 8 9 14 16 / 2 10 11 13 15", *moves):
        session.play(move)
    return session


def told(session: Session, move: str, viewer: int | None) -> str:
    """The refusal of a move, as a viewer reads it."""
    with pytest.raises((IllegalAction, NotationError)) as error:
        session.play(move)
    return str(refusal(error.value, session, move, viewer))


def test_the_referee_learns() -> None:
    assert told(tides(), "Anna: pick 2", None).endswith("(TT-2.1) 2 Ancient Divide is in Bob's hand.")
    assert told(tides(), "Anna: pick 1", None).endswith("(TT-2.1) 1 King's Nest is in the deck.")


def test_a_player_learns_what_their_own_view_shows() -> None:
    """TT-1.7: after the exchange both know both hands, and kingdoms lie open."""
    session = tides("Anna: pick 9", "Bob: pick 2")
    assert told(session, "Anna: pick 6", 0).endswith("6 Citadel of the Prophets is in Bob's hand.")
    assert told(session, "Anna: pick 2", 0).endswith("2 Ancient Divide is in Bob's kingdom.")


@pytest.mark.parametrize("card", [1, 2, 10, 18])
def test_in_two_worlds_that_look_alike_the_refusal_is_the_same(card: int) -> None:
    """TT-1.6: of the first hand Anna knows nothing but her own."""
    session = tides()
    for number in range(5):
        other = Session.new("tides", ["Anna", "Bob"], chance="given")
        state = session.game.redeal(session.state, 0, Dice("worlds", number))
        first, second = (" ".join(map(str, hand)) for hand in state.hands)
        other.play(f"deal {first} / {second}")
        assert told(other, f"Anna: pick {card}", 0) == told(session, f"Anna: pick {card}", 0)
        assert " is in " not in told(other, f"Anna: pick {card}", 0)


def test_another_player_learns_nothing() -> None:
    assert told(tides(), "Bob: pick 9", 0) == "A move of Bob is refused; the reason is not public."
    assert " is in " not in told(tides(), "Anna: pick 2", EVERYONE)


def test_a_card_in_their_own_hand_is_no_news() -> None:
    """AK-3.1: it can't be paid for; where it is, its owner sees."""
    session = ancient.place(players=2, anna={"hand": ["C21"]}, bob={"hand": ["C3"]})
    assert "is in" not in told(session, "Anna: create C21 at 6", 0)
    assert told(session, "Anna: create C3 at 5", None).endswith("C3 Göbekli Tepe is in Bob's hand.")
    assert " in Bob's hand" not in told(session, "Anna: create C3 at 5", 0)


@pytest.mark.parametrize("move", ["relic 1 discard 17", "relic 2 discard 1"])
def test_the_number_of_a_rule_is_not_a_card(move: str) -> None:
    """TT-2.1: it is not the time for a relic, wherever card 1 lies."""
    refused = told(tides(), f"Anna: {move}", None)
    assert refused.endswith("(TT-2.1)")
    assert "King's Nest" not in refused


def test_an_amount_is_not_a_card() -> None:
    """VC-2.11: the reason is the step that is due; card 3 is Herbalist."""
    session = viceroy.place(players=2, phase="select", pyramids={"Anna": {"1.0": 3}}, hands={"Anna": [9], "Bob": [40]})
    refused = told(session, "Anna: start 3", None)
    assert "first card" in refused
    assert "Herbalist" not in refused


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("create C16 at 3", "C16 Heracleion costs 3 cards there. You have only 1 other hand card. (AK-3.1)"),
        ("learn T2", "T2 Aristotle needs 2 pyramids in the Past. (AK-4.1)"),
    ],
)
def test_where_a_card_lies_is_said_if_that_is_the_reason(move: str, reason: str) -> None:
    """AK-3.1, AK-4.1: C16 lies in the hand and T2 on display, as they should."""
    session = ancient.place(players=2, anna={"hand": ["C16", "C1"]}, bob={"hand": ["C3"]})
    assert told(session, f"Anna: {move}", None) == reason
    elsewhere = told(session, "Anna: create C3", None)
    assert elsewhere == "C3 Göbekli Tepe is not in your hand. (AK-3.1) C3 Göbekli Tepe is in Bob's hand."


def test_the_hand_of_another_player_of_viceroy() -> None:
    """VC-2.11: the example of a table where somebody looks for a card."""
    session = viceroy.place(players=2, phase="select", pyramids={}, hands={"Anna": [9], "Bob": [40]})
    assert told(session, "Bob: select 9", None).endswith("9 Cannoneer is in Anna's hand.")
    assert "Anna" not in told(session, "Bob: select 9", 1)


def test_a_law_is_named_once() -> None:
    """VC-2.11: 76 is law 76, and has no other name."""
    session = viceroy.place(players=2, phase="select", pyramids={}, hands={"Anna": [76], "Bob": [40]})
    refused = told(session, "Bob: select 76", None)
    assert refused.endswith(" law 76 is in Anna's hand.")
    assert "76 law 76" not in refused


def test_the_places_of_no_player_are_called_as_at_the_table() -> None:
    """AK-4.4, AK-5.4: a technology that was discarded is not in its deck; both are said by the words of the rules."""
    session = ancient.place(players=2, anna={"hand": ["C21"]}, bob={"hand": ["C3"]})
    view = session.look(session.state, None)
    places = {f"{card} {_place(path, session.players)}" for card in ("C1", "T1") if (path := _where(view, card))}
    assert "C1 in the draw pile" in places
    assert places <= {"C1 in the draw pile", "T1 in a technology deck", "T1 on a technology board"}
    assert _place(("decks", 0, "discards", 2), session.players) == "in the discard pile of a technology deck"


def test_a_step_that_names_a_card_is_no_place() -> None:
    """AK-6: the card whose effect is due lies where it was put."""
    session = Session.new("ancient_knowledge", ["Anna", "Bob"], seed=3)
    session.resolve_chance()
    session.play("Bob: keep C20")
    view = session.look(session.state, 1)
    assert [path[0] for path in _paths(view, "C20", ())] == ["pending", "players"]
    assert _where(view, "C20") == ("players", 1, "hand", 0), "not: in the pending"
