"""The list of moves has the notes, the headings and the analysis at their records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kronika.core.contract.game import CHANCE
from kronika.core.sessions.headings import episodes
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from support.pages import (
    MOVES,
    film,
    frames,
    game,
    items,
    page_of,
    sections,
)
from support.playouts import ROOT


def test_notes_stand_at_their_record(here: Path) -> None:
    session = game(MOVES[:2])
    session.note("greedy", on=1, author="Cecil", mark="?")
    session.note("a fine evening", on=0)
    text = page_of(session)
    assert items(text)[1] == "1 The hands are dealt: 1 2 3 4 5; 6 7 8 9 10note by Cecil ?: greedy"
    assert film(text)["records"] == [0, 1, 2]
    assert "<p>note: a fine evening</p>" in text


def test_arrows_of_notes_are_drawn_at_their_record(here: Path) -> None:
    """In Tigris the cells are on one board. An arrow to nowhere, or from the board to a hand, is left out."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    session.resolve_chance()
    session.note("[arrow C5 F7 blue] [mark B2] [arrow C5 Z99] [arrow C5 head-1]", on=1)
    text = page_of(session)
    data = film(text)
    keys = [{data["pieces"][data["placed"][placed][0]][0] for placed in frame} for frame in frames(text)]
    noted = [{key for key in frame if key.startswith("note-")} for frame in keys]
    assert noted[:2] == [set(), {"note-0-0", "note-1-0-0"}]


NOTED = (
    "costs 12 ± 3 % of the win (2.0 ± 0.5 points) against pick 5; with full information 9 ± 2 %; now Anna 40, Bob 60 %"
)


def test_a_noted_analysis_has_an_arrow_and_a_curve(here: Path) -> None:
    """Card 5 would go from the fifth place of Anna's hand to the place of her choice, where card 2 is now."""
    session = game(MOVES)
    session.note(NOTED, on=2, author="kronika", mark="?")
    session.note("the best move found; now Anna 45, Bob 55 %", on=3, author="kronika")
    text = page_of(session)
    data = film(text)
    assert [frame for frame, *_ in data["best"]] == [2]
    ((_, start, end),) = data["best"]

    def places(frame: int, key: str) -> list[Any]:
        placed = (data["placed"][one] for one in frames(text)[frame])
        return [spot for piece, *spot in placed if data["pieces"][piece][0] == key]

    assert [start[:3]] == places(1, "card-5")
    assert [end[:3]] == places(2, "card-2")
    assert 'data-records="2 3"' in text
    assert "<title>2 Anna chooses 2 Ancient Divide: costs 12 %</title>" in text
    assert "Anna chooses 2 Ancient Divide ?: 12 % of the win</li>" in text
    unmarked = game(MOVES)
    unmarked.note(NOTED, on=2, author="kronika")
    assert "Anna chooses 2 Ancient Divide: 12 % of the win</li>" in page_of(unmarked)
    assert "Win rate" not in page_of(session, "--as", "Anna"), "the notes are the referee's"


def test_a_note_of_a_person_is_no_analysis(here: Path) -> None:
    session = game(MOVES)
    session.note("costs 12 ± 3 % of the win, I think", on=2)
    session.note("now Anna 40, Bob 60 %", on=3)
    assert film(page_of(session))["best"] == []
    assert "Win rate" not in page_of(session)


def test_a_best_move_that_cannot_be_made_has_no_arrow(here: Path) -> None:
    """Card 9 is in Bob's hand, and `fly` is no move."""
    for move in ("pick 9", "fly"):
        session = game(MOVES)
        session.note(NOTED.replace("pick 5", move), on=2, author="kronika")
        assert film(page_of(session))["best"] == []


def test_headings_divide_the_moves(here: Path) -> None:
    """The hands go round five times; the deal comes before."""
    heads = [item for item in items(page_of(game(MOVES))) if item.startswith("Round")]
    assert heads[-1] == "Round 1 of 3 · pick 2 of 5 · Anna 0, Bob 0"


def test_a_war_is_a_group_in_its_turn_and_an_auction_has_rounds(here: Path) -> None:
    """TE-5.4, TE-6.7: both sides commit tiles, one after the other; VC-2.3: an auction has up to three rounds."""
    tigris, viceroy = (
        load(str(ROOT / "fixtures/games" / name))
        for name in ("tigris/two-advanced.jsonl", "viceroy/two-level-five.jsonl")
    )
    wars = [effect for event in tigris.line.events for effect in event.then if type(effect).__name__ == "Decided"]
    groups = [group for group in sections(page_of(tigris)) if group[1] == "episode"]
    assert [depth for depth, *_ in groups] == [2] * len(wars)
    assert groups[0] == (2, "episode", "Anna attacks Bob's priest: revolt")
    assert "Anna attacks Bob's priest: revolt · 4 against 1: Anna's priest beats Bob's" in page_of(tigris)
    assert sections(page_of(viceroy))[1:4] == [
        (1, "episode", "Auction of round 1"),
        (2, "stage", "Round 1 of 12 · bidding round 1 of 3"),
        (1, "stage", "Round 1 of 12"),
    ]


def test_one_decision_alone_is_no_group(here: Path) -> None:
    """Records 41 and 42 are the first that commit tiles; one of them alone is no group."""
    for taken_back, wanted in ((0, 1), (1, 0)):
        session = load(str(ROOT / "fixtures/games/tigris/two-advanced.jsonl"))
        session.undo(sum(event.by != CHANCE for event in session.line.events[42:]) + taken_back)
        assert len(episodes(session, in_force(session))) == wanted


def test_for_a_seat_a_group_has_the_numbers_of_its_page(here: Path) -> None:
    session = load(str(ROOT / "fixtures/games/tigris/two-advanced.jsonl"))
    assert len([group for group in sections(page_of(session, "--as", "Anna")) if group[1] == "episode"]) == 8
