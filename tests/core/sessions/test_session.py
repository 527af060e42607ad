"""A game being played: legal moves, undo and redo, chance by seed or given, coverage."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from kronika.core import BYSTANDER, CHANCE, EVERYONE, View
from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, CannotUndo, IllegalAction, KronikaError, NotationError, UnknownGame
from kronika.core.games.tides.actions import Deal, Pick
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Event, Header, Redo, Undo
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_event, redact_sheet
from support.duel import Duel

DEAL = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"
ROUND = [(1, 6), (7, 2), (3, 8), (9, 4), (5, 10)]


def tides(**more: Any) -> Session:
    return Session.new("tides", ["Anna", "Bob"], **more)


def given() -> Session:
    session = tides(chance="given")
    session.play(DEAL)
    return session


def pick(session: Session, *pairs: tuple[int, int]) -> None:
    for a, b in pairs:
        session.play(f"Anna: pick {a}")
        session.play(f"Bob: pick {b}")


# -- the beginning ----------------------------------------------------------------------------------------------------


def test_a_new_game_is_dealt_at_once() -> None:
    session = tides(seed=7, tags={"event": "Final"})
    assert session.header == Header(
        kronika=2,
        game="tides",
        rules=1,
        players=("Anna", "Bob"),
        options={"zero_tie": "win", "singles_use_doubled": False, "sets_use_doubled": True},
        seed=7,
        tags={"event": "Final"},
    )
    assert [(event.by, type(event.do)) for event in session.line.events] == [(CHANCE, Deal)]
    assert session.actors == (0, 1)
    assert session.players == ("Anna", "Bob")
    assert session.totals() == {"Anna": 0, "Bob": 0}
    assert session.result() is None


def test_a_game_without_a_view_for_a_bystander_shows_it_none() -> None:
    """Neither a position, nor an event, nor points: the duel knows seats and everyone only."""
    session = Session.new(Duel(), ["Anna", "Bob"], seed=7)
    event = session.line.events[0]
    with pytest.raises(KronikaError, match="cannot show what a bystander knows"):
        session.look(session.state, BYSTANDER)
    with pytest.raises(KronikaError, match="cannot show what a bystander knows"):
        redact_event(session.game, session.at(0), event, session.players, BYSTANDER)
    with pytest.raises(KronikaError, match="cannot show what a bystander knows"):
        redact_sheet(session.game, session.state, BYSTANDER)


def test_a_session_says_what_it_is() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    session.play(f"Anna: {session.legal()['Anna'][0]}")
    assert repr(session) == "<Session of Tides of Time: Anna, Bob; 2 events>"


def test_a_view_says_what_it_is() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    seen = [repr(session.view(viewer)) for viewer in (1, None, EVERYONE, BYSTANDER)]
    named = ("seat 1", "the referee", "everyone", "a bystander")
    assert seen == [f"<View of {who}: pick a card; points 0, 0>" for who in named]


def test_a_view_says_that_the_game_is_over_and_which_points_nobody_may_know() -> None:
    assert repr(View(0, (), "", (12, None))) == "<View of seat 0: the game is over; points 12, ?>"


def test_options_are_read() -> None:
    session = tides(seed=7, options={"zero_tie": "need_one", "sets_use_doubled": "false"})
    assert session.header.options == {"zero_tie": "need_one", "singles_use_doubled": False, "sets_use_doubled": False}
    assert session.state.options.sets_use_doubled is False


@pytest.mark.parametrize(
    ("error", "says", "arguments"),
    [
        (UnknownGame, "Did you mean tides?", {"game": "tide", "players": ["Anna", "Bob"], "seed": 1}),
        (BadSetup, "for 2 players, not 3", {"game": "tides", "players": ["Anna", "Bob", "Eva"], "seed": 1}),
        (BadSetup, "needs a seed", {"game": "tides", "players": ["Anna", "Bob"]}),
        (BadSetup, "no option", {"game": "tides", "players": ["Anna", "Bob"], "seed": 1, "options": {"zero": "win"}}),
    ],
)
def test_what_cannot_be_set_up(error: type[KronikaError], says: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(error, match=says):
        Session.new(**arguments)


def test_chance_that_is_due_needs_a_seed() -> None:
    session = Session(given().game, Header(1, "tides", 1, ("Anna", "Bob")), chance="auto")
    with pytest.raises(BadSetup, match="chance outcomes must be given"):
        session.resolve_chance()


# -- moves ------------------------------------------------------------------------------------------------------------


def test_playing_moves() -> None:
    session = given()
    assert session.legal() == {
        "Anna": ["pick 1", "pick 2", "pick 3", "pick 4", "pick 5"],
        "Bob": ["pick 6", "pick 7", "pick 8", "pick 9", "pick 10"],
    }
    (event,) = session.play("Anna: pick 3")
    assert event == Event(0, Pick(3), (), digest(session.state))
    assert session.legal() == {"Bob": ["pick 6", "pick 7", "pick 8", "pick 9", "pick 10"]}
    (event,) = session.play("pick 8")  # Bob is the only one who may act
    assert event.by == 1
    assert [effect.rule for effect in event.then] == ["TT-2.2", "TT-2.3"]
    assert session.read("1: pick 4") == (1, Pick(4))


def test_chance_can_be_given() -> None:
    session = tides(chance="given")
    assert session.actors == (CHANCE,)
    assert session.legal() == {}
    (event,) = session.play("deal 1 2 3 4 5 / 6 7 8 9 10")  # chance is the only one that may act
    assert event.by == CHANCE
    pick(session, *ROUND)
    session.play("Anna: relic 1 discard 3")
    session.play("Bob: relic 2 discard 4")
    assert session.actors == (CHANCE,)
    with pytest.raises(IllegalAction, match="not in the deck"):
        session.play("chance: draw Anna 11 1")


def test_a_refused_move_leaves_all_as_it_was() -> None:
    session = given()
    before = (session.state, list(session.history), list(session.line.events))
    with pytest.raises(IllegalAction) as refusal:
        session.play("Anna: pick 6")
    assert refusal.value.rule == "TT-2.1"
    for text in ("Anna: pikc 1", "pick 1", "Eva: pick 1", "Anna: ", "", ":", "Anna: pick"):
        with pytest.raises(NotationError):
            session.play(text)
    assert (session.state, session.history, session.line.events) == before
    assert session.refused == ["TT-2.1"]


def test_a_full_session_takes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would take could not be read again."""
    session = given()
    monkeypatch.setattr(limits, "RECORDS", 1)
    state = session.state
    for more in (lambda: session.play("Anna: pick 1"), lambda: session.undo_events(1), lambda: session.redo_events(1)):
        with pytest.raises(KronikaError, match="has 1 records, the most that are allowed: no more can be added"):
            more()
    assert (session.state, len(session.history)) == (state, 1)
    monkeypatch.setattr(limits, "RECORDS", 2)
    session.play("Anna: pick 1")


def test_who_is_meant() -> None:
    session = given()
    with pytest.raises(NotationError, match=r"Anna and Bob may act: name the player, as in `Anna: MOVE`\."):
        session.play("pick 1")
    with pytest.raises(NotationError, match=r"There is no player 'Ana'\. Did you mean: Anna\?"):
        session.play("Ana: pick 1")


def test_nothing_is_played_after_the_end() -> None:
    session = whole_game()
    assert session.actors == ()
    assert session.legal() == {}
    with pytest.raises(NotationError, match="The game is over"):
        session.play("pick 1")
    with pytest.raises(IllegalAction, match=r"TT-5\.1"):
        session.play("Anna: pick 1")
    result = session.result()
    assert result is not None
    assert dict(zip(session.players, result.totals, strict=True)) == session.totals()


def whole_game(seed: int = 3) -> Session:
    session = tides(seed=seed)
    while session.actors:
        name, moves = next(iter(session.legal().items()))
        session.play(f"{name}: {moves[0]}")
    return session


# -- chance by seed ---------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    assert whole_game(3).history == whole_game(3).history
    assert whole_game(3).history != whole_game(4).history


def test_taking_back_meets_the_same_chance_again() -> None:
    session = tides(seed=5)
    pick_all(session)
    moves = {name: legal[:2] for name, legal in session.legal().items()}
    session.play(f"Anna: {moves['Anna'][0]}")
    events = session.play(f"Bob: {moves['Bob'][0]}")
    assert [event.by for event in events] == [1, CHANCE, CHANCE]
    first = digest(session.state)
    assert session.undo() == Undo(3), "Bob's choice and both draws"
    assert session.play(f"Bob: {moves['Bob'][0]}") == events
    assert digest(session.state) == first
    session.undo()
    other = session.play(f"Bob: {moves['Bob'][1]}")
    assert [event.do for event in other[1:]] == [event.do for event in events[1:]], "the deck is the same"


def pick_all(session: Session) -> None:
    """Plays the first legal move of each until the break."""
    while session.state.phase == 1:
        for name, moves in session.legal().items():
            session.play(f"{name}: {moves[0]}")


# -- undo and redo ----------------------------------------------------------------------------------------------------


def test_undo_and_redo_of_decisions() -> None:
    session = given()
    pick(session, (1, 6), (7, 2))
    states = [session.at(n) for n in range(6)]
    assert session.undo() == Undo(1)
    assert session.state == states[4]
    assert session.undo(2) == Undo(2)
    assert session.state == states[2]
    assert session.redo() == Redo(1)
    assert session.state == states[3]
    assert session.redo(2) == Redo(2)
    assert session.state == states[5]
    assert [type(entry) for entry in session.history[5:]] == [Undo, Undo, Redo, Redo]
    assert [session.at(n) for n in range(6)] == states
    assert session.at(9) == states[5], "records of undo and redo have their states too"
    for number in (-1, 10):
        with pytest.raises(KronikaError, match=f"There is no record {number}: the log has 9"):
            session.at(number)


def test_what_cannot_be_taken_back() -> None:
    session = given()
    with pytest.raises(CannotUndo, match="Cannot take back 1 decision: 0 in force"):
        session.undo()
    pick(session, (1, 6))
    for wrong in (0, -1, 3):
        with pytest.raises(CannotUndo, match=f"^Cannot take back {wrong} decisions: 2 in force"):
            session.undo(wrong)
    with pytest.raises(CannotUndo, match="Cannot restore 1 decision: 0 taken back"):
        session.redo()
    session.undo(2)
    for wrong in (0, -1, 3):
        with pytest.raises(CannotUndo, match=f"^Cannot restore {wrong} decisions: 2 taken back"):
            session.redo(wrong)
    session.play("Anna: pick 2")
    with pytest.raises(CannotUndo, match="0 taken back"):
        session.redo()
    assert len(session.history) == 5, "what fails is not recorded"


def test_undo_and_redo_of_single_events() -> None:
    session = given()
    pick(session, (1, 6))
    assert session.undo_events(3) == Undo(3)
    assert list(session.actors) == [CHANCE]
    assert session.redo_events(1) == Redo(1)
    assert list(session.actors) == [0, 1]
    with pytest.raises(CannotUndo, match="Cannot take back 2 events: 1 in force"):
        session.undo_events(2)
    with pytest.raises(CannotUndo, match="Cannot restore 3 events: 2 taken back"):
        session.redo_events(3)


def test_undone_branches_stay_in_the_history() -> None:
    session = given()
    session.play("Anna: pick 1")
    session.undo()
    session.play("Anna: pick 2")
    assert [entry.do for entry in session.history if isinstance(entry, Event) and entry.by == 0] == [Pick(1), Pick(2)]
    assert [event.do for event in session.line.events if event.by == 0] == [Pick(2)]


# -- what is -----------------------------------------------------------------------------------------------------------


def test_coverage_counts_what_is_in_force() -> None:
    session = given()
    pick(session, *ROUND[:2])
    with pytest.raises(IllegalAction):
        session.play("Anna: pick 6")
    coverage = session.coverage()
    assert coverage.by_kind["effect"] == {"TT-2.2": 2, "TT-2.3": 2}
    assert coverage.by_kind["refusal"] == {"TT-2.1": 1}
    assert coverage.by_kind["score"] == {}
    session.undo()
    assert session.coverage().by_kind["effect"] == {"TT-2.2": 1, "TT-2.3": 1}
    ended = whole_game().coverage()
    assert ended.by_kind["effect"]["TT-4.14"] == 3, "three rounds are scored"
    assert sum(ended.by_kind["score"].values()) >= 2 * (5 + 6 + 7) + 1, "a line for each card, and the end"


def test_views_of_a_session() -> None:
    session = given()
    assert session.view(0).hands[1] == ("?",) * 5
    assert session.view().hands[1] == ("6", "7", "8", "9", "10")


def test_a_session_from_a_position() -> None:
    source = given()
    pick(source, (1, 6))
    session = Session(source.game, source.header, start=source.state)
    assert session.at(0) == source.state
    session.play("Anna: pick 7")
    session.undo()
    assert session.state == source.state


def test_a_refusal_names_who_has_to_decide() -> None:
    """By the name that is in force; without a session by the number that a move may begin with."""
    session = Session.new("imhotep", ["Anna", "Bob"], seed=1, options={"start_player": 1})
    session.set(players=["Hana", "Bob"])
    with pytest.raises(IllegalAction, match=r"^It is for Hana to take an action\. \(IM-2\.3\)$"):
        session.play("Bob: take")
    with pytest.raises(IllegalAction, match=r"^It is for seat 0 to take an action\. \(IM-2\.3\)$"):
        session.game.check(session.state, 1, session.read("Bob: take")[1])


@pytest.mark.parametrize(
    ("seats", "text"), [((1,), "for Bob"), ((0, 1), "for Anna and Bob"), ((2, 0, 1), "for Cyril, Anna and Bob")]
)
def test_a_refusal_names_several_players(seats: tuple[int, ...], text: str) -> None:
    error = IllegalAction("XX-1", "for {seats}", seats=seats)
    error.name(("Anna", "Bob", "Cyril"))
    assert str(error) == f"{text} (XX-1)"


# -- looked at, and gone on with apart --------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [2, -7, "Anna"])
def test_the_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(KronikaError, match=f"There is no seat {seat}; the seats are 0 to 1."):
        given().view(seat)


def test_a_copy_goes_on_apart() -> None:
    """Also what was taken back, refused and said beside is its own."""
    session = given()
    session.play("Anna: pick 1")
    session.undo()
    entries, state = list(session.history), session.state
    twin = copy(session)
    twin.redo()
    twin.play("Bob: pick 7")
    twin.set(tags={"event": "Final"})
    with pytest.raises(IllegalAction):
        twin.play("Anna: pick 1")
    assert (session.history, session.state, session.tags, session.refused) == (entries, state, {}, [])
    assert len(twin.line.events) == 3
    assert twin.at(len(twin.history)) == twin.state
    session.redo()
    assert session.at(len(session.history)) == session.state
    assert session.state != twin.state
