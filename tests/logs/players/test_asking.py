"""What a program learns at its turn, over games that go on, end, are taken back, and processes that are new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kronika.core.basics.errors import BotFault
from kronika.core.bots.driver import decide, play_on
from kronika.core.bots.lookup import Player
from kronika.core.bots.turn import Budget
from kronika.core.games.tides.actions import Pick
from kronika.core.sessions.session import Session
from kronika.logs.pipe.answers import Choice
from kronika.logs.pipe.requests import Choose
from kronika.logs.players import program_bot
from kronika.logs.players.program_bot import ProgramBot
from kronika.logs.players.program_spec import ProgramSpec
from support import tides

DEAL = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"


class Process:
    """Stands in for a process: what it was asked, and what it chooses."""

    def __init__(self, choose: Callable[[Choose], Choice]) -> None:
        self.asked: list[Choose] = []
        self.seconds: list[float] = []
        self.starts = 0
        self.sessions = 0
        self.choose = choose

    def greet(self) -> None:
        self.starts = self.starts or 1

    def session(self) -> str:
        self.sessions += 1
        return f"game {self.sessions}"

    def ask(self, request: Choose, seconds: float) -> Choice:
        self.asked.append(request)
        self.seconds.append(seconds)
        return self.choose(request)


def first(ask: Choose) -> Choice:
    return Choice(move=ask.legal[0].move)


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    found = Process(first)
    monkeypatch.setattr(program_bot, "running_engine", lambda described, name: found)
    return found


def bot(budget: Budget | None = None, **limits: Any) -> Player:
    return Player("mine", ProgramBot(ProgramSpec(("mine",), **limits)), budget)


def test_it_learns_what_its_seat_may_know(process: Process) -> None:
    """Bob holds 6 to 10, and can't know what the others do: TT-2.1."""
    session = tides.start(DEAL)
    assert decide(session, {1: bot()}) == [(1, Pick(6))]
    (ask,) = process.asked
    assert (ask.session, ask.game, ask.rules) == ("game 1", "tides", session.game.rules_version)
    assert (ask.players, ask.seat) == (session.players, 1)
    assert [(option.by, option.move, option.do) for option in ask.legal] == [
        (1, f"pick {card}", Pick(card)) for card in (6, 7, 8, 9, 10)
    ]
    assert [(one.by, one.move) for one in ask.events] == [("chance", "deal ? ? ? ? ? / 6 7 8 9 10")]
    assert msgspec.to_builtins(ask.view) == msgspec.to_builtins(session.view(1))
    assert (ask.millis, ask.game_millis, ask.iterations) == (5000, None, None)


def test_it_learns_what_has_happened_since(process: Process) -> None:
    session = tides.start(DEAL)
    bots = {1: bot()}
    play_on(session, bots)
    session.play("Anna: pick 1")
    play_on(session, bots)
    one, two = process.asked
    assert one.session == two.session
    assert [(event.by, event.move) for event in two.events] == [(1, "pick 6"), (0, "pick ?")]
    assert two.events[1].effects == (
        {"text": "Anna shows 1 King's Nest, Bob shows 6 Citadel of the Prophets", "rule": "TT-2.2"},
        {"text": "the players exchange their hands", "rule": "TT-2.3"},
    )
    assert one.seed != two.seed


def test_what_was_taken_back_is_another_game(process: Process) -> None:
    session = tides.start(DEAL)
    bots = {1: bot()}
    play_on(session, bots)
    session.undo()
    play_on(session, bots)
    one, two = process.asked
    assert (one.session, two.session) == ("game 1", "game 2")
    assert [event.move for event in two.events] == ["deal ? ? ? ? ? / 6 7 8 9 10"]
    assert one.seed == two.seed


def test_another_game_has_another_name_and_so_has_one_in_a_new_process(process: Process) -> None:
    bots = {1: bot()}
    one, other = tides.start(DEAL), tides.start(DEAL)
    play_on(one, bots)
    play_on(other, bots)
    one.play("Anna: pick 1")
    process.starts += 1
    play_on(one, bots)
    assert [ask.session for ask in process.asked] == ["game 1", "game 2", "game 3"]
    assert [len(ask.events) for ask in process.asked] == [1, 1, 3]


def test_the_same_game_has_the_same_seeds_and_another_deal_others(process: Process) -> None:
    for seed in (7, 7, 8):
        session = Session.new("tides", ["Anna", "Bob"], seed=seed)
        decide(session, {0: bot()})
    one, again, other = (ask.seed for ask in process.asked)
    assert one == again != other
    assert all(0 <= seed < 2**48 for seed in (one, other))


def test_limits_and_rounds_are_reported(process: Process) -> None:
    session = tides.start(DEAL)
    decide(session, {1: bot(Budget(iterations=300), seconds=2.5, game_seconds=1.5)})
    (ask,) = process.asked
    assert (ask.millis, ask.game_millis, ask.iterations) == (1500, 1500, 300)
    assert process.seconds == [1.5]


@pytest.mark.parametrize(
    ("choice", "done"),
    [
        (Choice(move="pick 8"), Pick(8)),
        (Choice(move="8"), Pick(8)),
        (Choice(move="Bob: pick 8"), Pick(8)),
        (Choice(do={"type": "pick", "card": 8}), Pick(8)),
        (Choice(by=1, move="pick 8", do={"type": "pick", "card": 8}), Pick(8)),
    ],
)
def test_a_move_is_read_in_notation_and_as_data(choice: Choice, done: Any, process: Process) -> None:
    process.choose = lambda ask: choice
    assert decide(tides.start(DEAL), {1: bot()}) == [(1, done)]


@pytest.mark.parametrize(
    ("choice", "kind", "why"),
    [
        (Choice(move="pick 1"), "illegal", "made an illegal move: You do not hold 1 King's Nest"),
        (Choice(by=0, move="pick 8"), "illegal", "it is another seat's"),
        (Choice(by="chance", move="pick 8"), "illegal", "it is another seat's"),
        (Choice(by=5, move="pick 8"), "illegal", "it is another seat's"),
        (Choice(move="Zoe: pick 8"), "no move", "gave no move: "),
        (Choice(move="pick"), "no move", "gave no move: "),
        (Choice(move="x" * 100_000), "no move", "gave no move: "),
        (
            Choice(do={"type": "pick", "card": 99}),
            "no move",
            "gave no move: do.card: a whole number from 1 to 18 is needed, not 99",
        ),
        (
            Choice(do={"type": "deal", "hands": []}),
            "no move",
            "gave no move: do.hands: a list `[…]` of 2 is needed, not one of 0",
        ),
    ],
)
def test_what_is_no_move(choice: Choice, kind: str, why: str, process: Process) -> None:
    process.choose = lambda ask: choice
    session = tides.start(DEAL)
    before = session.state
    with pytest.raises(BotFault) as caught:
        decide(session, {1: bot()})
    assert caught.value.kind == kind
    assert why in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert session.state is before


def test_one_that_resigns_ends_the_game(process: Process) -> None:
    process.choose = lambda ask: Choice(resign=True)
    session = tides.start(DEAL)
    play_on(session, {1: bot()})
    assert session.ending is not None
    assert (session.ending.why, session.ending.by, session.ending.winners) == ("resigned", 1, (0,))
    assert session.actors == ()
