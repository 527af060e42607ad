"""Which programs are kept running, which are ended, and what they are charged with: by stand-ins, with no process."""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import get_ident
from typing import Any

import pytest

from kronika.core.basics.errors import BotFault
from kronika.logs.pipe.program import ProgramFailed
from kronika.logs.pipe.requests import PROTOCOL, Choose
from kronika.logs.players import engine_process
from kronika.logs.players.engine_process import GRACE, MAX_RUNNING, EngineProcess, close_all, running_engine
from kronika.logs.players.program_spec import ProgramSpec


class Standing:
    """A partner without a process; how it was ended is noted."""

    def __init__(self, described: Any = None) -> None:
        self.described = described
        self.ended: list[float] = []

    def close(self, grace: float) -> None:
        self.ended.append(grace)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> OrderedDict[Any, Any]:
    """Those that are kept: none as yet."""
    found: OrderedDict[Any, Any] = OrderedDict()
    monkeypatch.setattr(engine_process, "_RUNNING", found)
    monkeypatch.setattr(engine_process, "_close_at_exit", lambda: None)
    monkeypatch.setattr(engine_process, "EngineProcess", Standing)
    return found


def standing(described: ProgramSpec, name: str) -> Standing:
    """The partner for a name, which stands for one that runs."""
    found = running_engine(described, name)
    assert isinstance(found, Standing)
    return found


MINE, OTHER = ProgramSpec(("mine",)), ProgramSpec(("other",))


def test_a_program_goes_on_for_the_same_name_and_is_another_for_every_other(kept: OrderedDict[Any, Any]) -> None:
    """No process learns what two seats know."""
    anna = running_engine(MINE, "Anna")
    assert running_engine(MINE, "Anna") is anna
    assert running_engine(MINE, "Bob") is not anna
    assert running_engine(OTHER, "Anna") is not anna
    assert {(key[0], key[1]) for key in kept} == {(os.getpid(), get_ident())}


def test_the_one_that_was_not_asked_for_longest_is_ended(kept: OrderedDict[Any, Any]) -> None:
    """The first was asked again, so that the next one takes the place of the second."""
    players = [standing(MINE, f"player {number}") for number in range(MAX_RUNNING)]
    running_engine(MINE, "player 0")
    running_engine(MINE, "one more")
    assert [player.ended for player in players[:3]] == [[], [0], []]
    assert len(kept) == MAX_RUNNING


def test_programs_of_another_process_are_left_to_it(kept: OrderedDict[Any, Any]) -> None:
    """What a process was forked from has its own, and goes on asking them."""
    own, others = standing(MINE, "Anna"), Standing()
    kept[os.getpid() + 1, get_ident(), b"", "Anna"] = others
    close_all()
    assert own.ended == [GRACE]
    assert others.ended == []
    assert [*kept.values()] == [others]


# -- what a process says ----------------------------------------------------------------------------------------------


class Saying:
    """A process without one: what it answers, or how it fails."""

    def __init__(self, *said: dict[str, Any] | ProgramFailed) -> None:
        self.said = [*said]
        self.running = False
        self.ended: list[float] = []

    def ask(self, request: Any, seconds: float) -> list[dict[str, Any]]:
        self.running = True
        answer = self.said.pop(0)
        if isinstance(answer, ProgramFailed):
            raise answer
        return [{"id": request.id, **answer}]

    def close(self, grace: float) -> None:
        self.ended.append(grace)


def fault(monkeypatch: pytest.MonkeyPatch, *said: dict[str, Any] | ProgramFailed) -> tuple[BotFault, list[float]]:
    """What a program is charged with that is greeted, and then asked; and how it was ended."""
    process = Saying(*said)
    monkeypatch.setattr(engine_process, "Program", lambda command, **more: process)
    player = EngineProcess(ProgramSpec(("mine",), seconds=0.3, starting=0.2))

    def play() -> None:
        player.greet()
        player.ask(ASKED, 0.3)

    with pytest.raises(BotFault) as caught:
        play()
    return caught.value, process.ended


ASKED = Choose(
    session="game 1",
    game="tides",
    rules=1,
    players=("Anna", "Bob"),
    options={},
    seat=0,
    view={},
    events=(),
    legal=(),
    seed=1,
)
WELCOME = {"type": "welcome", "protocol": PROTOCOL}
IN_PLACE, SEE = "in place of a `choice`", "`kronika schema --messages` has all answers"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            ({"type": "welcome", "protocol": 99},),
            "it speaks protocol 99, and this is protocol 2: say 2, or use a newer Kronika",
        ),
        (
            ({"type": "welcome", "protocol": 1},),
            "it speaks protocol 1, and this is protocol 2: write the names of protocol 2 (the table of names in "
            "CHANGELOG.md, 0.2.0), and say so",
        ),
        ((WELCOME, {"type": "choice", "id": -1}), "it answers under another id than it was asked: -1, not 2"),
        (
            (WELCOME, {"type": "choice", "id": "x" * 99}),
            f'it answers under another id than it was asked: "{"x" * 39}…, not 2',
        ),
        ((WELCOME, WELCOME), f"it answers with something else {IN_PLACE}"),
        ((WELCOME, {"type": "bye", "why": "no"}), f"it answers with something else {IN_PLACE}"),
        ((WELCOME, {"type": "error", "code": "failed", "message": "no"}), f"it answers with the error 'no' {IN_PLACE}"),
        ((WELCOME, {"type": "error", "code": "own", "message": "no"}), f"it answers with the error 'no' {IN_PLACE}"),
        ((WELCOME, {"type": "error", "code": "failed", "message": 7}), f"message: a text is needed, not 7; {SEE}"),
        ((WELCOME, {"type": "move"}), f"type: 'move' is not possible: it can be choice, welcome, error, bye; {SEE}"),
        ((WELCOME, {"type": "choice", "move": 7}), f"move: a text is needed, not 7; {SEE}"),
    ],
)
def test_one_that_says_what_is_no_answer_is_ended_at_once(
    said: tuple[dict[str, Any], ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, ended = fault(monkeypatch, *said)
    assert (found.kind, ended) == ("rubbish", [0])
    assert found.told().startswith("gave no answer that can be read: ")
    assert found.told().endswith(why)


@pytest.mark.parametrize(
    ("failed", "kind", "why"),
    [
        (ProgramFailed("silent", "x"), "late", "was late: no answer to `hello` within 0.5 s"),
        (ProgramFailed("silent", "x", begun="`{`"), "late", "to `hello` within 0.5 s: its line has no end, `{`"),
        (
            ProgramFailed("start", "x", what="cannot be started: no."),
            "not started",
            "not started: it cannot be started: no.",
        ),
        (ProgramFailed("dead", "x", "oh\n", "has ended, with status 3."), "crashed", "status 3. Its last word: 'oh'."),
        (ProgramFailed("babble", "x", what="says `a`."), "rubbish", "gave no answer that can be read: it says `a`."),
        (ProgramFailed("long", "x", what="answers with too much."), "rubbish", "be read: it answers with too much."),
    ],
)
def test_how_a_program_fails_is_said_of_its_player(
    failed: ProgramFailed, kind: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, _ = fault(monkeypatch, failed)
    assert (found.kind, found.heard) == (kind, failed.heard)
    assert found.told().endswith(why)


def test_a_choice_in_time_is_taken_and_one_that_is_late_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer of a process may take longer; later ones may not."""
    process = Saying(
        WELCOME, {"type": "choice", "move": "pick 1"}, {"type": "choice", "id": None}, ProgramFailed("silent", "x")
    )
    monkeypatch.setattr(engine_process, "Program", lambda command, **more: process)
    player = EngineProcess(ProgramSpec(("mine",), seconds=0.3, starting=0.2))
    player.greet()
    player.greet()  # it is running
    assert player.ask(ASKED, 0.3).move == "pick 1"
    assert player.ask(ASKED, 0.3).move == ""
    with pytest.raises(BotFault) as caught:
        player.ask(ASKED, 0.3)
    assert caught.value.told() == "was late: no answer within 0.3 s"
    assert [player.session(), player.session()] == ["1", "2"]


def test_programs_end_with_the_process_that_has_started_them_which_is_seen_to_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When it ends by itself, and when it is asked to leave in the midst of its work."""
    seen: list[Any] = []
    monkeypatch.setattr(engine_process, "_RUNNING", OrderedDict())
    monkeypatch.setattr(engine_process, "_REGISTERED", set())
    monkeypatch.setattr(engine_process, "EngineProcess", Standing)
    monkeypatch.setattr(engine_process, "on_shutdown", seen.append)
    monkeypatch.setattr("multiprocessing.util.Finalize", lambda of, end, exitpriority: seen.append(end))
    for name in ("Anna", "Bob"):
        running_engine(MINE, name)
    assert seen == [close_all, close_all]
