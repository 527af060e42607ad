"""A record that was wrong is put right: what followed is played again as it was recorded, and nothing is erased."""

from __future__ import annotations

from random import Random

import pytest

from kronika.core.basics import limits
from kronika.core.basics.errors import GameEnded, IllegalAction, KronikaError, NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.events import Ending, Event, Note, Set, Undo
from kronika.core.sessions.notes import PlacedNote, in_force, placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.work.simulate import play_random
from support import duel
from support.logs import DUEL_MOVES, data_of, duel_game, tides_game

pytestmark = pytest.mark.usefixtures("duel")


def amended(session: Session, n: int, text: str) -> Session:
    found = plan_amendment(session, n, text)
    assert found.stuck is None
    amend(session, found)
    return session


# -- what takes the place -----------------------------------------------------------------------------------------


def test_the_last_record_is_another() -> None:
    """Anna has shown the 2 in the second round and not the 3: Bob's 3 wins, and he is to take the prize or spare it."""
    session = duel_game(DUEL_MOVES[:7])
    before = list(session.history)
    amended(session, 7, "play 2")
    assert session.history[:7] == before
    assert session.history[7:] == [Undo(1), session.line.events[-1]]
    assert session.line.events[-1].do == duel.Play(2)
    assert session.actors == (1,)


def test_an_outcome_noticed_four_records_later() -> None:
    """The first prize was 2 and not 3, as was noticed when Anna had taken it: so she has 2 points."""
    session = duel_game(DUEL_MOVES[:4])
    amended(session, 1, "prize 2")
    assert session.history[4] == Undo(4)
    assert [event.do for event in session.line.events] == [duel.Prize(2), duel.Play(4), duel.Play(2), duel.Take()]
    assert [event.by for event in session.line.events] == [CHANCE, 0, 1, 0]
    assert session.totals() == {"Anna": 2, "Bob": 0}
    assert in_force(session) == [6, 7, 8, 9]
    assert session.line.events[-1].then == (duel.Won(0, 2),)


def test_the_seat_is_that_of_the_record_unless_another_is_named() -> None:
    session = duel_game(DUEL_MOVES[:3])
    assert plan_amendment(session, 3, "play 4").events[0].by == 1
    assert plan_amendment(session, 3, "Bob: play 4").events[0].by == 1
    swapped = plan_amendment(session, 2, "Bob: play 4")
    assert (swapped.events, swapped.stuck and swapped.stuck.n) == (swapped.events[:1], 3)
    assert swapped.events[0].by == 1


def test_looking_changes_nothing() -> None:
    session = duel_game(DUEL_MOVES[:4])
    before, line = list(session.history), list(session.line.events)
    plan_amendment(session, 1, "prize 2")
    assert (session.history, session.line.events) == (before, line)


def test_later_outcomes_are_those_recorded_and_none_is_drawn() -> None:
    """With a seed they would fall otherwise, were they drawn again."""
    session = tides_game()
    chance = [event.do for event in session.line.events if event.by == CHANCE]
    session.chance = "auto"
    first = session.line.events[0].do
    hands = (first.hands[0][::-1], first.hands[1])
    text = session.game.format(session.at(0), CHANCE, type(first)(hands), session.players)
    amended(session, 1, f"chance: {text}")
    assert [event.do for event in session.line.events if event.by == CHANCE] == [type(first)(hands), *chance[1:]]


def test_an_outcome_that_nobody_recorded_is_not_made_up() -> None:
    """With Bob's 4 against Anna's nobody wins: her `take` is not due, and when it is left out an outcome is."""
    session = duel_game(DUEL_MOVES[:5], seed=7, chance="given")
    session.chance = "auto"
    found = plan_amendment(session, 3, "play 4")
    assert found.stuck is not None
    assert found.stuck.n == 4
    amend(session, found)
    assert session.actors == (CHANCE,)


# -- what is no longer legal ----------------------------------------------------------------------------------------


def test_what_is_no_longer_legal_is_named_with_its_rule() -> None:
    """With the 3 in the first round Anna has it no longer in the second."""
    session = duel_game(DUEL_MOVES[:7])
    found = plan_amendment(session, 2, "play 3")
    assert found.stuck is not None
    assert found.stuck.n == 7
    assert (found.stuck.error.rule, found.stuck.error.reason) == ("DU-2", "You do not hold 3.")
    assert (found.replaced, len(found.events), found.lost) == ((2, 3, 4, 5, 6, 7), 5, 1)


def test_what_comes_before_it_is_kept_if_that_is_wished() -> None:
    session = duel_game(DUEL_MOVES)
    before = list(session.history)
    found = plan_amendment(session, 2, "play 3")
    assert found.lost == 5
    amend(session, found)
    assert session.history[:11] == before
    assert session.history[11] == Undo(10)
    assert [event.do for event in session.line.events] == [
        *(duel.Prize(3), duel.Play(3), duel.Play(2), duel.Take(), duel.Prize(5), duel.Play(3))
    ]
    assert session.line.events[-1].by == 1
    assert session.actors == (0,)


# -- what is said meanwhile -----------------------------------------------------------------------------------------


def test_names_and_tags_stay_and_notes_come_along() -> None:
    session = duel_game(DUEL_MOVES[:2])
    session.note("the 4 is her best", author="Eva", mark="!")
    session.set(players=["Anna", "Bea"], tags={"Event": "Club"})
    session.play("Bea: play 2")
    session.note(data={"clock": "2026-11-28T17:00:03Z"}, on=2)
    session.note("an old one", on=1)
    session.note("yes", on=3)
    session.play("Anna: take")
    session.note("of the game", on=0)
    amended(session, 2, "play 3")
    assert session.players == ("Anna", "Bea")
    assert session.tags == {"Event": "Club"}
    assert session.history[10:] == [
        Undo(3),
        session.line.events[1],
        Note("the 4 is her best", None, "Eva", "!"),
        Note(data={"clock": "2026-11-28T17:00:03Z"}),
        Note("yes"),
        *session.line.events[2:],
    ]
    standing = [(one.on, one.note.text) for one in placed_notes(session) if one.in_force]
    assert standing == [(1, "an old one"), (0, "of the game"), (12, "the 4 is her best"), (12, ""), (12, "yes")]
    assert [one.record for one in placed_notes(session) if not one.in_force] == [3, 6, 8]


def test_they_come_along_once_however_often() -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.note("so")
    for prize in (2, 5, 3):
        amended(session, in_force(session)[0], f"prize {prize}")
    assert [(one.on, one.in_force) for one in placed_notes(session)] == [
        (4, False),
        (10, False),
        (16, False),
        (22, True),
    ]


def test_a_note_on_what_is_left_out_stays_there() -> None:
    session = duel_game(DUEL_MOVES[:7])
    session.note("equal again")
    amend(session, plan_amendment(session, 2, "play 3"))
    assert list(placed_notes(session)) == [PlacedNote(8, 7, Note("equal again"), False)]


def test_a_note_on_a_note_is_on_the_same_record() -> None:
    session = duel_game(DUEL_MOVES[:2])
    session.note("one")
    session.note("two", on=3)
    session.note("three", on=4)
    session.set(tags={"a": "b"})
    session.note("of the tag")
    assert [(one.record, one.on) for one in placed_notes(session)] == [(3, 2), (4, 2), (5, 2), (7, 6)]


# -- what can't be amended ------------------------------------------------------------------------------------------


def busy() -> Session:
    """Four events, a note, a set, an undo of 3 and 4, a redo of 3, and 9 in the place of 4."""
    session = duel_game(DUEL_MOVES[:4])
    session.note("so")
    session.set(tags={"a": "b"})
    session.undo_events(2)
    session.redo_events(1)
    session.play("Anna: spare")
    return session


@pytest.mark.parametrize(
    ("n", "message"),
    [
        (0, "There is no record 0: the log has 9."),
        (10, "There is no record 10: the log has 9."),
        (4, "Record 4 was taken back; record 9 replaces it."),
        (5, "Record 5 is not a move or an outcome of chance: it is a note; `kronika note` adds another."),
        (
            6,
            "Record 6 is not a move or an outcome of chance: it sets names, tags or an ending; `kronika rename`, "
            "`tag` or `end` changes them.",
        ),
        (7, "Record 7 is not a move or an outcome of chance: it takes moves back; `kronika redo` restores them."),
        (
            8,
            "Record 8 is not a move or an outcome of chance: it restores moves; `kronika undo` takes them back again.",
        ),
        (3, "Record 3 already says that: there is nothing to amend."),
    ],
)
def test_a_record_that_is_not_to_be_amended(n: int, message: str) -> None:
    with pytest.raises(KronikaError) as caught:
        plan_amendment(busy(), n, "play 2")
    assert str(caught.value) == message


def test_a_record_in_whose_place_there_is_nothing() -> None:
    session = duel_game((*DUEL_MOVES[:3], "undo"))
    with pytest.raises(KronikaError, match=r"Record 3 was taken back; nothing replaces it\."):
        plan_amendment(session, 3, "play 4")


def test_a_move_that_can_not_be() -> None:
    session = duel_game(DUEL_MOVES[:4])
    with pytest.raises(IllegalAction) as illegal:
        plan_amendment(session, 3, "play 5")
    assert illegal.value.rule == "DU-2"
    with pytest.raises(NotationError):
        plan_amendment(session, 3, "jump")
    with pytest.raises(NotationError):
        plan_amendment(session, 3, "Zed: play 4")


def test_a_closed_log_is_opened_first() -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.set(ending=Ending("agreed"))
    with pytest.raises(GameEnded):
        plan_amendment(session, 1, "prize 2")
    session.set(ending=None)
    assert amended(session, 1, "prize 2").totals() == {"Anna": 2, "Bob": 0}


def test_a_log_without_room_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.note("so")
    found, before = plan_amendment(session, 1, "prize 2"), list(session.history)
    monkeypatch.setattr(limits, "RECORDS", 10)  # 5 are there; an undo, four events and a note are 6
    with pytest.raises(KronikaError, match="no more can be added"):
        amend(session, found)
    assert session.history == before
    monkeypatch.setattr(limits, "RECORDS", 11)
    amend(session, found)
    assert len(session.history) == 11


# -- every game -------------------------------------------------------------------------------------------------


def first_refused(session: Session, events: list[Event]) -> tuple[int, str] | None:
    """Plays events until one is refused; which that is, and why."""
    for number, event in enumerate(events):
        try:
            session.do(event.by, event.do)
        except IllegalAction as error:
            return number, str(error)
    return None


@pytest.mark.parametrize("name", game_names())
def test_any_record_of_any_game(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Random records become other legal ones: the log is right, and holds what a game played so would."""
    game, random = get_game(name), Random(f"amend {name}")
    whole = play_random(game, game.seats[0], {}, seed=3)
    for _ in range(12):
        session = Session(game, whole.header)
        for entry in whole.history[: random.randrange(8, min(60, len(whole.history)))]:
            session.append(entry)
        at = random.randrange(len(session.line.events))
        event, state = session.line.events[at], session.line.states[at]
        others = [do for do in game.actions(state, event.by) if do != event.do] if event.by != CHANCE else []
        if not others:
            continue
        do = random.choice(others)
        found = plan_amendment(session, at + 1, game.format(state, event.by, do, session.players))
        right = Session(game, whole.header)
        for other in session.line.events[:at]:
            right.append(other)
        right.do(event.by, do)
        stuck = first_refused(right, session.line.events[at + 1 :])
        expected = stuck and (at + 2 + stuck[0], stuck[1])
        assert expected == (found.stuck and (found.stuck.n, str(found.stuck.error)))
        before = list(session.history)
        amend(session, found)
        assert session.history[: len(before)] == before
        assert session.line.events == right.line.events
        assert session.state == right.state
        path = tmp_path_factory.mktemp("amended") / "game.jsonl"
        write_log(str(path), session)
        assert validate(str(path), strict=True).faults == ()
        assert data_of(load(str(path))) == path.read_bytes()
        assert all(isinstance(entry, (Event, Undo, Set)) for entry in session.history)
