"""What divides the telling of a game, and how it reads in each game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.sessions.headings import Headings, heading_before, with_points
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from support.logs import TIDES_MOVES, duel_game, tides_game
from support.playouts import ROOT


def recorded(game: str, name: str) -> Session:
    """A game that comes with the others."""
    return load(str(ROOT / "fixtures" / "games" / game / f"{name}.jsonl"))


def headings(session: Session, viewer: int | None = None) -> list[tuple[int, str]]:
    """The headings and the records above which they stand."""
    asked = Headings(session, viewer)
    found = ((number, asked.above(number)) for number in range(1, len(session.history) + 1))
    return [(number, heading) for number, heading in found if heading]


def test_tides_has_rounds_picks_and_breaks() -> None:
    """A round is a deal, five picks of both, and the break with a choice of both; the next begins with two draws."""
    found = headings(tides_game())
    first = [(1, "Round 1 of 3"), *((2 * pick, f"Round 1 of 3 · pick {pick} of 5") for pick in range(1, 6))]
    assert found[:6] == [(number, f"{text} · Anna 0, Bob 0") for number, text in first]
    assert found[6] == (12, "Round 1 of 3 · the break · Anna 14, Bob 18")
    assert found[7:9] == [
        (14, "Round 2 of 3 · Anna 14, Bob 18"),
        (16, "Round 2 of 3 · pick 1 of 5 · Anna 14, Bob 18"),
    ]
    assert found[-1] == (38, "Round 3 of 3 · pick 5 of 5 · Anna 38, Bob 37")


def test_imhotep_has_six_rounds() -> None:
    found = headings(recorded("imhotep", "side-a-2"))
    assert [text.split(" · ")[0] for _, text in found] == [f"Round {number} of 6" for number in range(1, 7)]


def test_tigris_has_turns() -> None:
    """TE-1.6: the hands are dealt and the start player is drawn before the game."""
    found = headings(recorded("tigris", "two-advanced"))
    assert [text for _, text in found[:3]] == [
        "Before the game · Anna 0, Bob 0",
        "Bob's turn · Anna 0, Bob 0",
        "Anna's turn · Anna 0, Bob 0",
    ]
    turns = [text.split("'")[0] for _, text in found[1:]]
    assert all(one != other for one, other in pairwise(turns))


def test_in_tigris_the_others_points_are_hidden() -> None:
    """TE-1.5: points lie behind screens."""
    found = headings(recorded("tigris", "two-advanced"), viewer=1)
    assert all("Anna ?, Bob " in text and "Bob ?" not in text for _, text in found)


def test_viceroy_has_rounds_of_bidding_and_building() -> None:
    """VC-1.5: twelve rounds."""
    found = [text.rpartition(" · ")[0] for _, text in headings(recorded("viceroy", "three"))]
    assert found[:2] == ["Set-up", "Round 1 of 12 · bidding round 1 of 3"]
    assert "Round 1 of 12 · building round 1 of 3" in found
    assert {text.split(" · ")[0] for text in found[1:]} == {f"Round {number} of 12" for number in range(1, 13)}


def test_ancient_knowledge_has_turns_and_a_last_round() -> None:
    found = [text.rpartition(" · ")[0] for _, text in headings(recorded("ancient_knowledge", "three"))]
    assert found[:4] == ["Set-up", "Cyril's turn", "Anna's turn", "Bob's turn"]  # Cyril is drawn to begin
    assert found[-1].endswith("'s turn · the last round")


def test_partners_have_their_turn_together() -> None:
    found = [text.rpartition(" · ")[0] for _, text in headings(recorded("ancient_knowledge", "teams"))]
    assert set(found[1:3]) == {"Anna's and Bob's turn", "Cyril's and Dana's turn"}


@pytest.mark.parametrize("name", ["ancient_knowledge", "tigris", "viceroy", "imhotep", "tides"])
def test_at_the_end_the_game_is_over_or_in_its_last_round(name: str) -> None:
    folder = ROOT / "fixtures" / "games" / name
    for path in sorted(folder.glob("*.jsonl"))[:3]:
        session = load(str(path))
        if session.result():
            end = session.game.heading(session.view(0), session.players)
            assert end in (
                "The game is over",
                "Round 3 of 3 · the game is over",
                "Round 6 of 6",
                "Round 12 of 12",
            )


def test_taking_back_begins_a_heading_again_and_remarks_begin_none() -> None:
    session = tides_game(TIDES_MOVES[:3])
    session.note("a slip")
    session.undo(2)
    session.play(TIDES_MOVES[1])
    assert [number for number, _ in headings(session)] == [1, 2, 4, 7]
    assert headings(session)[-1] == (7, "Round 1 of 3 · pick 1 of 5 · Anna 0, Bob 0")


def test_a_game_without_headings_has_none() -> None:
    session = duel_game()
    assert headings(session) == []
    assert heading_before(session, 3, session.players) == ""


def test_names_can_be_those_of_then() -> None:
    session = tides_game(TIDES_MOVES[:1])
    assert Headings(session).above(1, ("A", "B")) == "Round 1 of 3 · A 0, B 0"
    assert with_points(tides_game(), 39, "The end", ("A", "B")) == "The end · A 60, B 60"
    assert get_game("tides").heading(session.view(0), ("A", "B")) == "Round 1 of 3 · pick 1 of 5"
