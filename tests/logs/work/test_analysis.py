"""Judging a game in parallel and in parts: always the same verdicts; notes that give nobody's hand away."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from msgspec.structs import replace

from kronika.core.analysis.decisions import Decision, Verdict, is_of_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import Analysis, summarize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Note
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_note
from kronika.logs.files.faults import FileError
from kronika.logs.work.analysis import Plan, annotate, plan, verdicts
from kronika.logs.work.simulate import play_bots
from support.writing import failing

TERMS = AnalysisConfig(bot="mcts:2", playouts=4)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def session() -> Session:
    return play_bots(get_game("tides"), ["random", "random"], {}, 3)[0]


@pytest.fixture(scope="module")
def wanted(session: Session) -> Plan:
    return plan(session, TERMS, None)


@pytest.fixture(scope="module")
def found(wanted: Plan) -> list[Verdict]:
    return list(verdicts(wanted))


def test_any_number_of_jobs_finds_the_same(wanted: Plan, found: list[Verdict]) -> None:
    assert list(verdicts(wanted, jobs=2)) == found


def test_what_was_broken_off_goes_on_to_the_same_bytes(wanted: Plan, found: list[Verdict], here: Path) -> None:
    """Broken off after some verdicts, in the middle of a line, or before the first."""
    assert list(verdicts(wanted, "whole")) == found
    whole = (here / "whole").read_bytes()
    begun = whole.index(b"\n") + 1
    for size in (begun, begun + 1, len(whole) // 2, len(whole) - 1, len(whole)):
        (here / "part").write_bytes(whole[:size])
        assert list(verdicts(wanted, "part")) == found
        assert (here / "part").read_bytes() == whole


def test_what_is_reported_is_on_the_disk(wanted: Plan, here: Path) -> None:
    coming = verdicts(wanted, "kept")
    for told in range(1, 4):
        next(coming)
        assert (here / "kept").read_bytes().count(b"\n") == 1 + told
    coming.close()


def test_a_disk_that_takes_no_more_is_said_with_what_to_do(
    wanted: Plan, found: list[Verdict], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the cut: a part of a verdict stays, and `kronika validate` knows only logs."""
    coming = verdicts(wanted, "kept")
    next(coming)
    with monkeypatch.context() as broken:
        failing(broken, "fsync", errno.EIO)
        failing(broken, "ftruncate", errno.EIO)
        with pytest.raises(FileError) as caught:
            next(coming)
    assert str(caught.value) == (
        "kept: cannot append: Input/output error. How much of it was appended is not known: the same command continues "
        "after its last whole verdict, and judges the others."
    )
    (here / "kept").write_bytes((here / "kept").read_bytes()[:-20])
    assert [*verdicts(wanted, "kept")] == found


@pytest.mark.parametrize("content", [b"", b"a log or a letter\n", b'{"analysis":1}\n'])
def test_a_file_of_something_else_is_left_alone(wanted: Plan, here: Path, content: bytes) -> None:
    (here / "mine").write_bytes(content)
    with pytest.raises(
        FileError, match=r"no verdicts on this game on these terms\. It is left as it is\. Name another"
    ):
        list(verdicts(wanted, "mine"))
    assert (here / "mine").read_bytes() == content


def test_verdicts_of_other_terms_or_for_another_viewer_are_something_else(session: Session, here: Path) -> None:
    list(verdicts(plan(session, TERMS, None, 1, 2), "kept"))
    before = (here / "kept").read_bytes()
    for other in (
        plan(session, TERMS, 0, 1, 2),
        plan(session, TERMS, None, 1, 3),
        plan(session, AnalysisConfig(bot="mcts:2", playouts=5), None, 1, 2),
    ):
        with pytest.raises(FileError, match="left as it is"):
            list(verdicts(other, "kept"))
    assert (here / "kept").read_bytes() == before


def test_a_damaged_line_is_named(wanted: Plan, here: Path) -> None:
    coming = verdicts(wanted, "kept")
    next(coming), next(coming)
    coming.close()
    data = (here / "kept").read_bytes()
    (here / "kept").write_bytes(data.replace(b'"kind":"decision"', b'"kind":"guess"'))
    with pytest.raises(FileError, match="kept:3: is not a verdict") as caught:
        list(verdicts(wanted, "kept"))
    assert str(caught.value).endswith("Name another file, and all events are judged again.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seat":0', b'"seat":9'),
        (b'"seat":0', b'"seat":1'),
        (b'"mark":"', b'"mark":"!!'),
        (b'"win_rates":[', b'"win_rates":[0.1,'),
        (b'"win_rate":', b'"win_rate":1e300,"was":'),
        (b'"best":"', b'"best":"zzz'),
        (b'"move":"', b'"move":"zzz'),
        (b'"kind":', b'"deep":' + b"[" * 50_000 + b"]" * 50_000 + b',"kind":'),
    ],
)
def test_a_line_that_was_changed_by_hand_is_named(wanted: Plan, here: Path, old: bytes, new: bytes) -> None:
    """Nothing that is shown of it can fail, and no sign is there that the figures do not give."""
    coming = verdicts(wanted, "kept")
    next(coming), next(coming)
    coming.close()
    whole = (here / "kept").read_bytes()
    (here / "kept").write_bytes(whole.replace(old, new, 1))
    with pytest.raises(FileError, match=r"kept:[23]: is not a verdict"):
        list(verdicts(wanted, "kept"))


def test_a_verdict_with_a_move_that_is_not_legal_is_named(wanted: Plan, found: list[Verdict], here: Path) -> None:
    """Reasons play the best move: nobody holds the other's card."""
    unit = next(unit for unit in wanted.units if unit.by != CHANCE)
    (verdict,) = (one for one in found if one.record == unit.n and isinstance(one, Decision))
    assert all(is_of_event(*pair) for pair in zip(found, wanted.units, strict=True))
    held = {do.card for do in get_game("tides").actions(unit.before, unit.by)}
    foreign = min({*range(1, 19)} - held)
    assert not is_of_event(replace(verdict, best=f"pick {foreign}"), unit)
    assert not is_of_event(replace(verdict, move=f"pick {foreign}"), unit)


def test_what_a_seat_keeps_tells_of_its_own_decisions_alone(session: Session, here: Path) -> None:
    seeded = play_bots(get_game("tides"), ["random", "random"], {}, 3)[0]
    list(verdicts(plan(seeded, TERMS, 0, 1, 5), "kept"))
    text = (here / "kept").read_text()
    assert "Bob: " not in text
    assert "chance" not in text
    assert 'hindsight":{' not in text
    assert not any(event.state in text for event in seeded.line.events)


# -- notes -------------------------------------------------------------------------------------------------------------


def analysed(session: Session, found: list[Verdict]) -> Analysis:
    return summarize(session, TERMS, None, found)


def test_there_is_a_note_on_each_event_and_one_on_the_game(session: Session, found: list[Verdict]) -> None:
    copy = play_bots(get_game("tides"), ["random", "random"], {}, 3)[0]
    annotate(copy, analysed(session, found))
    notes = [entry for entry in copy.history if isinstance(entry, Note)]
    assert [note.on for note in notes] == [0, *range(1, 40)]
    assert "mcts:2" in notes[0].text


def test_other_seats_read_nothing_of_notes_in_a_game_with_secrets(session: Session, found: list[Verdict]) -> None:
    """A sign would tell of a hand too: it stands in the text."""
    copy = play_bots(get_game("tides"), ["random", "random"], {}, 3)[0]
    annotate(copy, analysed(session, found))
    notes = [entry for entry in copy.history if isinstance(entry, Note)]
    assert {redact_note(note, copy.players, seat).text for note in notes for seat in (0, 1)} == {"?"}
    assert {(note.mark, *note.data) for note in notes} == {("",)}
    signs = sum(note.text.startswith("?") for note in notes)
    assert signs == sum(bool(one.mark) for one in found if isinstance(one, Decision)) > 0


def test_a_player_who_is_called_as_the_author_reads_nothing_either(session: Session, found: list[Verdict]) -> None:
    copy = play_bots(get_game("tides"), ["random", "random"], {}, 3)[0]
    copy.set(players=["Kronika", "kronika 2"])
    annotate(copy, analysed(session, found))
    assert {entry.author for entry in copy.history if isinstance(entry, Note)} == {"kronika 3"}
