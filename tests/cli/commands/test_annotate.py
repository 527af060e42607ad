"""`note`, `tag`, `rename`, `end`, and the clock: what is said of a game beside its moves, by a person at a shell."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import kronika.cli.table.clock
from kronika.core.sessions.events import Ending, Note, Set
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.cli import fine, run
from support.logs import DUEL_MOVES, data_of, duel_game

pytestmark = pytest.mark.usefixtures("duel")

NOON = "2026-11-28T12:00:03Z"


@pytest.fixture
def log(here: Path) -> Path:
    """Anna may take the 3 or spare it."""
    write_log("g.jsonl", duel_game(DUEL_MOVES[:3], tags={"Site": "Brno"}))
    return here / "g.jsonl"


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kronika.cli.table.clock, "now", lambda: NOON)


def last(log: Path) -> Any:
    """The last record; the log is right, and nothing but it has been added since the third."""
    assert validate(str(log), strict=True).ok
    return load(str(log)).history[-1]


def refused(log: Path, *words: object, status: int = 2) -> str:
    """What is said when a command is refused: nothing is written."""
    before = log.read_bytes()
    done = run(*words)
    assert (done.status, done.out) == (status, "")
    assert log.read_bytes() == before
    return done.err


# -- notes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "entry", "told"),
    [
        (("too", "early"), Note("too early"), "note: too early"),
        (("too early", "--at", 2), Note("too early", 2), "note on 2: too early"),
        (("--at", 0, "well met"), Note("well met", 0), "note on the game: well met"),
        (("--mark", "?!"), Note(mark="?!"), "note ?!"),
        (("--mark", "!!", "--author", "Eva", "so"), Note("so", author="Eva", mark="!!"), "note by Eva !!: so"),
        (("--clock",), Note(data={"clock": NOON}), f"clock: {NOON}"),
        (("so", "--clock"), Note("so", data={"clock": NOON}), f'note: so {{"clock":"{NOON}"}}'),
    ],
)
def test_a_note_is_appended(log: Path, words: tuple[object, ...], entry: Note, told: str) -> None:
    before = log.read_bytes()
    done = fine("note", "g.jsonl", *words)
    assert (done.out, done.err) == ("", f"   4  {told}\n")
    assert last(log) == entry
    assert log.read_bytes().startswith(before)
    below = f"   4  {told}\n" if entry.on == 0 else f"   4    {told.replace(' on 2', '')}\n"  # its move stands above it
    assert below in fine("replay", "g.jsonl").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--at", 4, "so"), "error: There is no record 4: the log has 3."),
        (("--at", -1, "so"), "-1 is not in the range x>=0"),
        (("--mark", "!?!", "so"), "'!?!' is not one of '!', '?', '!!', '??', '!?', '?!'"),
        (("",), "error: A note has a text, a mark, or data for programs."),
        (("--at", 2), "A note has a TEXT, a --mark or a --clock."),
        (("--author", "Eva"), "A note has a TEXT, a --mark or a --clock."),
        (("x" * 10_001,), "error: A note has 10,001 characters; at most 10,000 are allowed."),
        (("x", "--author", "x" * 201), "error: The author of a note has 201 characters; at most 200 are allowed."),
    ],
)
def test_a_note_that_is_refused(log: Path, words: tuple[object, ...], message: str) -> None:
    assert message in refused(log, "note", "g.jsonl", *words)


@pytest.fixture
def noted(log: Path) -> Path:
    """Notes on the game, on two moves, and on one that is taken back."""
    for words in (
        ("--at", 2, "--mark", "!", "--author", "Anna", "I keep the 1"),
        ("--at", 0, "a club evening"),
        ("--mark", "?"),
        ("--at", 2, "all laughed"),
    ):
        fine("note", "g.jsonl", *words)
    fine("undo", "g.jsonl")
    fine("play", "g.jsonl", "Bob: play 3")
    return log


def test_notes_are_listed_by_what_they_are_on(noted: Path) -> None:
    done = fine("note", "g.jsonl")
    assert done.lines == [
        "   0  the game",
        "        note: a club evening",
        "   2  Anna: play 4",
        "        note by Anna !: I keep the 1",
        "        note: all laughed",
    ]
    assert done.err == "1 note on moves that were taken back: `kronika replay g.jsonl` shows all.\n"


def test_who_is_not_the_author_does_not_get_the_text(noted: Path) -> None:
    for viewer, told in (("Bob", "?"), ("everyone", "?"), ("Anna", "I keep the 1")):
        done = fine("note", "g.jsonl", "--as", viewer)
        assert f"        note by Anna !: {told}" in done.lines
        (found,) = (
            one
            for one in fine("note", "g.jsonl", "--as", viewer, "--format", "json").json
            if one["note"].get("mark") == "!"
        )
        assert found["note"]["text"] == told


def test_a_move_that_is_hidden_is_hidden_above_its_note(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:2]))
    fine("note", "g.jsonl", "quick")
    assert fine("note", "g.jsonl", "--as", "Bob").lines == ["   2  Anna: play ?", "        note: quick"]


def test_notes_as_json_are_all_there(noted: Path) -> None:
    found = fine("note", "g.jsonl", "--format", "json").json
    assert [(one["record"], one["on"], one["in_force"]) for one in found] == [
        *((4, 2, True), (5, 0, True), (6, 3, False), (7, 2, True))
    ]
    assert found[0]["note"] == {"text": "I keep the 1", "on": 2, "author": "Anna", "mark": "!"}


def test_a_log_without_notes_says_so(log: Path) -> None:
    done = fine("note", "g.jsonl")
    assert (done.out, done.err) == ("", "g.jsonl: no notes.\n")
    assert fine("note", "g.jsonl", "--format", "json").json == []


def test_they_are_kept_by_whatever_writes_a_log(noted: Path, here: Path) -> None:
    entries = [entry for entry in load("g.jsonl").history if isinstance(entry, Note)]
    assert len(entries) == 4
    fine("branch", "g.jsonl", "branch.jsonl")
    fine("convert", "g.jsonl", "g.kpack.gz")
    fine("convert", "g.kpack.gz", "back.jsonl")
    (here / "bare.jsonl").write_bytes(noted.read_bytes().replace(b'"n":2,', b"", 1))
    fine("seal", "bare.jsonl")
    for name in ("branch.jsonl", "back.jsonl", "bare.jsonl"):
        assert (here / name).read_bytes() == noted.read_bytes()
        assert fine("diff", "g.jsonl", name).lines[2:] == ["The games are the same: 3 events."]
    fine("branch", "g.jsonl", "--at", 5, "short.jsonl")
    assert load("short.jsonl").history[3:] == entries[:2]


# -- tags -------------------------------------------------------------------------------------------------------


def test_tags_are_set_taken_away_and_listed(log: Path) -> None:
    header = log.read_bytes().splitlines()[0]
    assert fine("tag", "g.jsonl", "Event=Final", "Site=").err == "   4  set: tag Event: Final; no tag Site\n"
    assert last(log) == Set(tags={"Event": "Final", "Site": None})
    done = fine("tag", "g.jsonl")
    assert (done.out, done.err) == ("Event=Final\n", "")
    assert fine("tag", "g.jsonl", "--format", "json").json == {"Event": "Final"}
    assert log.read_bytes().splitlines()[0] == header
    fine("tag", "g.jsonl", "Event=")
    done = fine("tag", "g.jsonl")
    assert (done.out, done.err) == ("", "g.jsonl: no tags.\n")


def test_a_tag_that_is_so_already_is_not_written(log: Path) -> None:
    before = log.read_bytes()
    assert fine("tag", "g.jsonl", "Site=Brno").err == "g.jsonl: that is in force already; nothing was written.\n"
    assert log.read_bytes() == before
    fine("tag", "g.jsonl", "Site=Brno", "Event=Final")
    assert last(log) == Set(tags={"Event": "Final"})


def test_a_tag_without_a_value_is_taken_away_too(here: Path) -> None:
    """`new --tag x=` makes one."""
    write_log("g.jsonl", duel_game((), tags={"x": ""}))
    fine("tag", "g.jsonl", "x=")
    assert load("g.jsonl").tags == {}


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("Event", "error: 'Event' is not of the form key=value."),
        ("Sote=", "error: There is no tag 'Sote' to remove. Did you mean Site?"),
        ("=x", "error: '=x' is not of the form key=value."),
        (f"Event={'x' * 1001}", "has a value of 1,001 characters; at most 1,000 are allowed."),
    ],
)
def test_a_tag_that_is_refused(log: Path, tag: str, message: str) -> None:
    assert message in refused(log, "tag", "g.jsonl", "Round=1", tag)


# -- names ------------------------------------------------------------------------------------------------------


def test_a_player_has_another_name_from_now_on(log: Path) -> None:
    header = log.read_bytes().splitlines()[0]
    assert fine("rename", "g.jsonl", "Bob=Bára").err == "   4  set: players Anna, Bára\n"
    assert last(log) == Set(players=("Anna", "Bára"))
    assert log.read_bytes().splitlines()[0] == header
    assert "Bára: play 2" in fine("replay", "g.jsonl").out


@pytest.mark.parametrize("words", [("Anna=Bob", "Bob=Anna"), ("0=Bob", "1=Anna"), ("bob=Anna", "anna=Bob")])
def test_two_names_change_places_in_one_command(log: Path, words: tuple[str, ...]) -> None:
    fine("rename", "g.jsonl", *words)
    assert last(log) == Set(players=("Bob", "Anna"))
    assert fine("moves", "g.jsonl").lines == ["Bob: take", "Bob: spare"], "the seats stay what they are"


def test_a_name_with_an_equals_sign(log: Path) -> None:
    fine("rename", "g.jsonl", "Anna=a=b")
    fine("rename", "g.jsonl", "a=b=Eva")
    assert last(log) == Set(players=("Eva", "Bob"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("Bob=Anna",), "error: 'Anna' is taken: two players would have this name."),
        (("Bob=ánna",), "error: 'ánna' is taken: two players would have this name."),
        (("Anna=Eva", "Bob=Eva"), "error: 'Eva' is taken: two players would have this name."),
        (("Bob=Eva", "1=Dana"), "error: Bob is renamed twice."),
        (("Zed=Eva",), "error: There is no player 'Zed'."),
        (("chance=Eva",), "error: 'chance' is not a player."),
        (("Bob",), "error: 'Bob' is not of the form OLD=NEW."),
        (("Bob=",), "error: '' can't be a player's name: it has no letter."),
        (("Bob=chance",), "error: 'chance' can't be a player's name: it already means something in a move."),
        (("Bob=7",), "error: '7' can't be a player's name: it already means something in a move."),
        (("Bob=a:b",), "error: 'a:b' can't be a player's name: it has a colon"),
        ((), "Missing argument 'OLD=NEW...'"),
    ],
)
def test_a_name_that_is_refused(log: Path, words: tuple[str, ...], message: str) -> None:
    assert message in refused(log, "rename", "g.jsonl", *words)


def test_a_name_that_is_so_already_is_not_written(log: Path) -> None:
    before = log.read_bytes()
    assert "nothing was written" in fine("rename", "g.jsonl", "Bob=Bob").err
    assert log.read_bytes() == before


# -- endings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "ending", "told"),
    [
        (("resigned", "--by", "Bob"), Ending("resigned", 1), "resigned (Bob)"),
        (
            ("resigned", "--by", 1, "--result", "anna", "--text", "late"),
            Ending("resigned", 1, (0,), "late"),
            "resigned (Bob), won by Anna: late",
        ),
        (("agreed", "--result", "draw"), Ending("agreed", None, (0, 1)), "agreed, a draw"),
        (("agreed", "--result", "Bob", "--result", "Anna"), Ending("agreed", None, (0, 1)), "agreed, a draw"),
        (("abandoned",), Ending("abandoned"), "abandoned"),
        (("abandoned", "--by", "Anna"), Ending("abandoned", 0), "abandoned (Anna)"),
        (("time", "--by", "Anna", "--result", "Bob"), Ending("time", 0, (1,)), "time (Anna), won by Bob"),
        (("adjudicated", "--result", "Bob"), Ending("adjudicated", None, (1,)), "adjudicated, won by Bob"),
    ],
)
def test_a_game_is_ended_and_opened_again(log: Path, words: tuple[object, ...], ending: Ending, told: str) -> None:
    done = fine("end", "g.jsonl", "--reason", *words)
    assert done.err == f"   4  set: ending: {told}\nThe game is over. The log says how it ended: {told}.\n"
    assert last(log) == Set(ending=ending)
    assert "ending" in fine("score", "g.jsonl", "--format", "json").json
    assert fine("end", "g.jsonl", "--reopen").err == "   5  set: no ending\nAnna to act.\n"
    assert last(log) == Set(ending=None)
    fine("play", "g.jsonl", "take")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            (),
            "Say why it ends, --reason resigned, time, agreed, abandoned or adjudicated; or reopen it, --reopen.",
        ),
        (("--reason", "agreed", "--reopen"), "Say why it ends, --reason resigned"),
        (("--reopen", "--by", "Bob"), "--reopen removes the ending: it goes with no other option."),
        (("--reason", "resigned"), "Say who resigned: --by NAME."),
        (("--reason", "time"), "Say who had no time left: --by NAME."),
        (("--reason", "agreed", "--by", "Bob"), "--by does not go with 'agreed'"),
        (("--reason", "bored"), "'bored' is not one of"),
        (("--reason", "resigned", "--by", "Zed"), "error: There is no player 'Zed'."),
        (("--reason", "agreed", "--result", "Zed"), "error: There is no player 'Zed'."),
        (("--reason", "agreed", "--result", "chance"), "error: 'chance' is not a player."),
        (
            ("--reason", "time", "--by", "Bob", "--result", "Bob"),
            "error: Bob had no time left, and can't have won alone.",
        ),
        (("--reopen",), "error: The log has no ending: there is nothing to reopen."),
    ],
)
def test_an_ending_that_is_refused(log: Path, words: tuple[str, ...], message: str) -> None:
    assert message in " ".join(refused(log, "end", "g.jsonl", *words).split())


def test_a_player_called_draw_may_win(here: Path) -> None:
    write_log("g.jsonl", duel_game((), ("Anna", "Draw")))
    fine("end", "g.jsonl", "--reason", "agreed", "--result", "draw")
    assert load("g.jsonl").ending == Ending("agreed", None, (1,))


def test_a_game_that_is_over_is_not_ended(tiny: Path) -> None:
    done = refused(tiny, "end", "duel.jsonl", "--reason", "agreed")
    assert done == "error: The rules have ended the game: Anna wins (DU-5).\n"


def test_a_game_ends_once(log: Path) -> None:
    fine("end", "g.jsonl", "--reason", "agreed")
    said = "error: The log says how the game ended: agreed. `kronika end LOG --reopen` reopens it.\n"
    assert refused(log, "end", "g.jsonl", "--reason", "abandoned", status=1) == said
    assert refused(log, "undo", "g.jsonl", status=1) == said
    assert refused(log, "redo", "g.jsonl", status=1) == said
    assert refused(log, "amend", "g.jsonl", 1, "prize 2", status=1) == said
    played = said.replace("error: ", "error: `Anna: take`: ")
    assert refused(log, "play", "g.jsonl", "Anna: take", status=1) == played
    fine("note", "g.jsonl", "so")
    fine("tag", "g.jsonl", "Event=Club")
    fine("rename", "g.jsonl", "Bob=Bea")
    assert load("g.jsonl").ending == Ending("agreed")


def test_a_log_of_before_that_goes_on_behind_an_ending_is_read(here: Path) -> None:
    session = duel_game(DUEL_MOVES[:3])
    session.set(ending=Ending("agreed"))
    for event in duel_game(DUEL_MOVES).history[3:]:
        session.append(event)
    Path("g.jsonl").write_bytes(data_of(session))
    assert validate("g.jsonl", strict=True).ok
    assert fine("score", "g.jsonl").status == 0
    assert fine("replay", "g.jsonl").err.startswith("The game is over. Anna wins.")


# -- the clock --------------------------------------------------------------------------------------------------


def test_the_time_is_noted_on_each_decision(log: Path) -> None:
    fine("play", "g.jsonl", "--clock", "Anna: take", "chance: prize 5", "Bob: play 3")
    assert load("g.jsonl").history[6:] == [Note(on=4, data={"clock": NOON}), Note(on=6, data={"clock": NOON})]
    assert validate("g.jsonl", strict=True).ok


def test_an_ending_has_its_time(log: Path) -> None:
    fine("end", "g.jsonl", "--reason", "agreed", "--clock")
    assert load("g.jsonl").history[3:] == [Set(ending=Ending("agreed")), Note(data={"clock": NOON})]
    fine("end", "g.jsonl", "--reopen", "--clock")
    assert load("g.jsonl").history[5:] == [Set(ending=None), Note(data={"clock": NOON})]


def test_without_the_clock_no_time_is_noted(log: Path) -> None:
    fine("play", "g.jsonl", "Anna: take")
    fine("note", "g.jsonl", "so")
    fine("end", "g.jsonl", "--reason", "agreed")
    assert b"clock" not in log.read_bytes()


def test_the_time_is_utc_to_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    said = kronika.cli.table.clock.now()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", said)
    assert abs((datetime.now(UTC) - datetime.fromisoformat(said)).total_seconds()) < 5


def test_a_note_on_what_was_taken_back_says_so(log: Path) -> None:
    """It is where the person said; but what now stands there has another number."""
    fine("amend", "g.jsonl", "2", "play 3")
    done = fine("note", "g.jsonl", "--at", "2", "--mark", "?")
    assert done.err.splitlines()[0] == "Record 2 was taken back; record 5 replaces it."
    assert load("g.jsonl").history[-1] == Note("", on=2, mark="?")
    assert "taken back" not in fine("note", "g.jsonl", "--at", "5", "--mark", "!").err


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["moves"],
        ["replay"],
        ["replay", "--format", "json"],
        ["score"],
        ["score", "--format", "json"],
        ["stats"],
        ["note"],
        ["page", "--out", "-"],
        ["play", "take"],
        ["undo"],
        ["redo"],
        ["amend", "3", "play 1"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("viewer", ["Anna", "everyone"])
def test_why_a_bot_has_lost_is_reported_to_no_player(words: list[str], viewer: str, here: Path) -> None:
    """The refusal of its last move names the hand of its seat."""
    _write_forfeited("g.jsonl")
    command, *rest = words
    done = run(command, "g.jsonl", *rest, "--as", viewer)
    assert "your hand" not in done.out + done.err


def test_why_a_bot_has_lost_is_on_no_page_of_an_evening(here: Path) -> None:
    (here / "games").mkdir()
    _write_forfeited("games/g.jsonl")
    fine("page", "games", "--as", "everyone", "--out", "told")
    fine("page", "games", "--out", "all")
    told, all_of_it = ("".join(page.read_text() for page in (here / name).iterdir()) for name in ("told", "all"))
    assert "your hand" not in told
    assert "your hand" in all_of_it, "the referee knows"


def _write_forfeited(path: str) -> None:
    session = duel_game(DUEL_MOVES[:3])
    why = "The bot 'x' of Bob made an illegal move: You do not hold 5: your hand is 1, 3. (DU-1)"
    session.set(ending=Ending("adjudicated", 1, (0,), why), tags={"fault": "illegal"})
    write_log(path, session)
