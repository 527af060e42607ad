"""Two worlds over the wire: of two games that a viewer can't tell apart, a browser gets the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from threading import RLock
from typing import Any, NamedTuple

import msgspec
import pytest

from kronika.cli.host.advice import Advice
from kronika.cli.host.guard import Rates
from kronika.core import game_names
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import BYSTANDER, CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.games.ancient_knowledge.effects.turns import Activated, Spent
from kronika.core.games.viceroy.effects import Claimed
from kronika.core.sessions.session import Session
from kronika.logs.hosting.links import viewer_word
from kronika.logs.running.processes import SameProcess
from support.host import NAMES, Browser, World, new_log

LONGEST = 40
QUICK = AnalysisConfig(bot="mcts:6", playouts=3)
"""How hints are found here."""
TRACELESS = (Claimed, Activated, Spent)
"""Effects that all learn, whereafter no view has them."""
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("undo", {}),
    ("redo", {}),
    ("amend", {"record": 1, "move": "pass"}),
    ("note", {"text": "a note"}),
    ("end", {"reason": "agreed"}),
)
"""Changes other than moves, and what is sent with each. After each of them the state is looked at again."""


class Still:
    """A hosted game that stands in a state, in memory alone."""

    def __init__(self, session: Session) -> None:
        self.first = session
        self.lock = RLock()
        self.listeners: list[Any] = []
        self.memo: dict[Any, Any] = {}
        self.again()

    def again(self) -> None:
        """Begin again."""
        self.session = copy(self.first)
        self.memo.clear()

    @property
    def revision(self) -> int:
        return len(self.session.history)

    def refresh(self) -> bool:
        return False

    def try_out(self, act: Any) -> int:
        act(copy(self.session))
        return self.revision

    def change(self, act: Any, id: str = "") -> int:
        act(self.session)
        self.memo.clear()
        return self.revision


class Pair(NamedTuple):
    """Two games that a viewer can't tell apart."""

    viewer: int
    one: Session
    other: Session


def at(session: Session, state: Any) -> Session:
    return Session(session.game, session.header, start=state)


def pairs(game: AnyGame, dice: Random) -> Iterator[Pair]:
    """From a game of random moves: tables with the hidden things dealt again, and with a move that both have seen."""
    seats = dice.randint(*game.seats)
    session = Session.new(game, NAMES[:seats], seed=dice.randrange(1 << 30))
    for _ in range(dice.randrange(LONGEST)):
        if not session.actors:
            break
        seat = dice.choice(session.actors)
        session.do(seat, game.pick(session.state, seat, Dice(dice.randrange(1 << 30))))
        session.resolve_chance()
    state, number = session.state, dice.randrange(1 << 30)
    of_all = state
    for seat in range(seats):
        of_all = game.redeal(of_all, seat, Dice(number, "all", seat))
    for viewer in (*range(seats), BYSTANDER):
        other = of_all if viewer == BYSTANDER else game.redeal(state, viewer, Dice(number, seat))
        yield Pair(viewer, at(session, state), at(session, other))
        if session.actors and session.actors != (CHANCE,):
            by = dice.choice(session.actors)
            do = game.pick(state, by, Dice(number, "move"))
            others = [do] if by == viewer else [do, game.pick(other, by, Dice(number, "another"))]
            for instead in others:
                yield from moved(Pair(viewer, at(session, state), at(session, other)), by, do, instead)


def moved(pair: Pair, by: int, do: Any, instead: Any) -> Iterator[Pair]:
    """The two games after a move in each, if the viewer still can't tell them apart."""
    try:
        pair.one.do(by, do)
        pair.other.do(by, instead)
    except IllegalAction:
        return
    shown = [
        [effect for effect in session.line.events[-1].then if isinstance(effect, TRACELESS)]
        for session in (pair.one, pair.other)
    ]
    if pair.one.view(pair.viewer) == pair.other.view(pair.viewer) and shown[0] == shown[1]:
        yield pair


class Wire:
    """A server with one game, which stands in any state."""

    def __init__(self, world: World) -> None:
        self.world = world
        world.app.access.unlimited()
        self.browsers: dict[int, Browser] = {}

    def told(self, session: Session, viewer: int, moves: list[str]) -> list[bytes]:
        """All that a browser of this viewer gets: the state, a hint, answers to moves of anybody, and so on."""
        game = self.world.games[0]
        game.log = still = Still(session)  # type: ignore[assignment]  # what is asked of a log
        if viewer not in self.browsers:
            self.browsers[viewer] = self.world.browser(viewer_word(viewer))
        browser = self.browsers[viewer]
        self.world.app.advice = Advice(SameProcess(), hints=True, analysis=True, hint=QUICK, rates=Rates(1e9, 1e9))

        async def all_of_it() -> list[bytes]:
            root = f"/api/g/{browser.game}"
            past = (f"past?at={at}" for at in sorted({0, len(session.history)}))
            found = [
                await browser.asked("GET", f"{root}/{one}") for one in ("state?since=0", "hint", "analysis", *past)
            ]
            for number, move in enumerate(moves):
                body = {"id": str(number), "move": move, "revision": len(session.history)}
                for kind, more in (("moves", {"ask": True}), ("moves", {}), ("amend", {"record": 1})):
                    still.again()
                    wanted = msgspec.json.encode({**body, **more})
                    found.append(await browser.asked("POST", f"{root}/{kind}", wanted))
            for kind, fields in OTHERS:
                still.again()
                body = {"id": kind, "revision": len(session.history), **fields}
                found.append(await browser.asked("POST", f"{root}/{kind}", msgspec.json.encode(body)))
                found.append(await browser.asked("GET", f"{root}/state?since=0"))
            return [answer.body for answer in found]

        return self.world.runner.run(all_of_it())


def typed(pair: Pair, dice: Random) -> list[str]:
    """Moves of the viewer and of others, legal in one of the games or wrong by a word."""
    moves = [f"{name}: {move}" for session in pair[1:] for name, own in session.legal().items() for move in own]
    chosen = dice.sample(moves, min(3, len(moves)))
    words = [word for move in chosen for word in move.split()[2:]]
    wrong = [" ".join([*move.split()[:-1], dice.choice(words)]) for move in chosen if words]
    return [*chosen, *wrong]


def differences(
    wire: Wire, game: AnyGame, least: int, seed: int, *, as_viewer: int | None = -1
) -> tuple[int, list[str]]:
    """Compare `least` pairs or more. Return their number, and the answers that differ."""
    dice, found, wrong = Random(seed), 0, list[str]()
    while found < least:
        for pair in pairs(game, dice):
            moves = [] if pair.viewer == BYSTANDER else typed(pair, dice)
            told = [wire.told(session, pair.viewer, moves) for session in pair[1:]]
            found += 1
            if told[0] != told[1]:
                first = next(at for at, (one, other) in enumerate(zip(*told, strict=True)) if one != other)
                each = [f"{what}{move}" for move in moves for what in ("ask ", "", "amend ")]
                past = ["past"] * (1 + bool(pair.one.history))
                asked = ["state", "hint", "analysis", *past, *each, *(kind for kind, _ in OTHERS for _ in range(2))][
                    first
                ]
                wrong.append(f"{game.name}, seed {seed}, pair {found}, {viewer_word(pair.viewer)}: {asked}")
    return found, wrong


@pytest.fixture
def wire(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Wire]:
    game = get_game(request.param)
    with World(new_log(tmp_path / "game.jsonl", game.name, 1, game.seats[1])) as world:
        yield Wire(world)


over_games = pytest.mark.parametrize("wire", game_names(), indirect=True)


@over_games
def test_a_viewer_gets_the_same_bytes(wire: Wire) -> None:
    game = wire.world.games[0].log.session.game
    assert differences(wire, game, 4, seed=1)[1] == []


@pytest.mark.parametrize("wire", ["tides"], indirect=True)
def test_a_difference_would_be_seen(wire: Wire) -> None:
    """The scribe sees it."""
    pair = next(pair for pair in pairs(get_game("tides"), Random(3)) if pair.one.state != pair.other.state)
    assert len({wire.told(session, None, [])[0] for session in pair[1:]}) == 2  # type: ignore[arg-type]  # the scribe


@pytest.mark.long
@over_games
def test_a_viewer_gets_the_same_bytes_in_many_games(wire: Wire) -> None:
    game = wire.world.games[0].log.session.game
    found, wrong = differences(wire, game, 400, seed=2)
    assert found >= 400
    assert wrong == []
