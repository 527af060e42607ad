"""Speed of every game, beside a calibration loop and the bare decoding of the same lines.

`make bench` prints the times; nothing here asserts a time, since load alone halves the figures. The group of each game
ends with how many events one round covers, so that events a second can be read off. Beside random playouts stand those
of catanatron, a Python engine of a game of like size (the group `bench`): load changes both alike.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from kronika.core import game_names, get_game
from kronika.core.basics.chance import Dice
from kronika.core.bots.fairplay import positions
from kronika.core.bots.search import Search
from kronika.core.bots.tree import grow_tree
from kronika.core.bots.turn import Budget, Turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import new_game_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.logs.corpus.check import check
from kronika.logs.files.pack import Pack, open_pack
from kronika.logs.files.walk import find_logs
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import message_line
from kronika.logs.pipe.requests import Legal, New, Play, Request
from kronika.logs.pipe.stream import Conversation, Source
from kronika.logs.replaying.replay import load, load_exact
from kronika.logs.replaying.survey import survey
from kronika.logs.replaying.validation import validate
from kronika.logs.running.program import survey_dependencies
from kronika.logs.texts.convert import convert
from kronika.logs.texts.joining import Converting, Taken, join
from kronika.logs.work import simulate
from kronika.logs.work.catalog import Catalog

pytestmark = pytest.mark.bench

GAMES = 200
"""More than any cache of a game holds, so that one round cannot live on what another left."""
LONG_GAMES = 20
POSITIONS = 8
WALKS = 200

over_games = pytest.mark.parametrize("game", list(map(get_game, game_names())), ids=lambda game: game.name)


@pytest.fixture(scope="module", params=game_names())
def logs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    game = get_game(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    batch = simulate.plan(game, game.seats[0], {}, 1, GAMES, str(folder))
    return list(simulate.simulate(batch))


def events(logs: list[str]) -> int:
    return sum(validate(log).records for log in logs)


def per_second(benchmark: Any, n: int, what: str) -> None:
    """Notes the rate of the best round: load only ever slows a round down."""
    if benchmark.stats is not None:
        benchmark.extra_info[what] = round(n / benchmark.stats.stats.min)
        print(f"\n{benchmark.name}: {benchmark.extra_info[what]:,} {what} a second")


def test_calibration(benchmark: Any) -> None:
    """Ten million turns of an empty loop: what this machine is worth just now."""

    def loop() -> None:
        for _ in range(10_000_000):
            pass

    benchmark.pedantic(loop, rounds=5)


def test_validate(benchmark: Any, logs: list[str]) -> None:
    """Decoded, checked, applied, compared: events a second."""
    n = events(logs)
    benchmark(lambda: [validate(log, strict=True) for log in logs])
    per_second(benchmark, n, "validated events")
    if benchmark.stats is not None:
        print(f"{benchmark.name}: {n / best_of_each(logs):,.0f} validated events a second, each log at its best")


@pytest.fixture(scope="module")
def pack(logs: list[str]) -> str:
    """The same logs in one file."""
    path = f"{os.path.dirname(logs[0])}.kpack"
    join(path, Converting(), (Taken(log, "") for log in logs))
    return path


def test_validate_packed(benchmark: Any, logs: list[str], pack: str) -> None:
    """The same logs in one file of many: events a second, and how many times as many as from text."""
    n, addresses = events(logs), find_logs([pack]).paths
    benchmark(lambda: [validate(address) for address in addresses])
    per_second(benchmark, n, "validated events")
    if benchmark.stats is not None:
        print(f"{benchmark.name}: {os.path.getsize(pack) / n:.2f} bytes an event with the table")
        print(f"{benchmark.name}: {best_of_each(logs) / best_of_each(addresses):.2f} times as fast as text")


def test_a_block_from_the_middle(benchmark: Any, pack: str) -> None:
    """Its list of logs read and checked, its data decompressed, one log taken out."""
    place = open_pack(pack).logs // 2
    benchmark(lambda: pack_of_file(pack).log(place))


def pack_of_file(path: str) -> Pack:
    """The table read again, as in a new process."""
    return Pack(path, lambda: open(path, "rb"))


def test_survey(benchmark: Any, logs: list[str]) -> None:
    """All that a first `corpus check` finds in a log: events a second, to be held beside those of `validate`."""
    n = events(logs)
    benchmark(lambda: [None for log in logs if survey("", log) is None])
    per_second(benchmark, n, "surveyed events")


def test_first_check(benchmark: Any, logs: list[str], tmp_path: Path) -> None:
    """The same with a new catalog, by one process: events a second."""
    n, folder, work = events(logs), str(Path(logs[0]).parent), survey_dependencies(strict=False)
    names = [Path(log).name for log in logs]

    def first() -> None:
        (tmp_path / "catalog").unlink(missing_ok=True)
        with Catalog(str(tmp_path / "catalog"), work) as catalog:
            for _ in check(folder, names, catalog=catalog):
                pass

    benchmark.pedantic(first, rounds=5)
    per_second(benchmark, n, "checked events")


def best_of_each(logs: Sequence[str], rounds: int = 15) -> float:
    """Seconds for all logs, each at its best of some rounds: nearer to a quiet core than the best whole round."""
    best = [inf] * len(logs)
    for _ in range(rounds):
        for number, log in enumerate(logs):
            start = perf_counter()
            validate(log, strict=True)
            best[number] = min(best[number], perf_counter() - start)
    return sum(best)


def test_bare_decoding(benchmark: Any, logs: list[str]) -> None:
    """The same lines through msgspec's JSON decoder alone, without types."""
    lines = [line for log in logs for line in Path(log).read_bytes().splitlines()]
    decode = msgspec.json.Decoder().decode
    benchmark(lambda: [decode(line) for line in lines])
    per_second(benchmark, len(lines), "decoded lines")


def test_random_games(benchmark: Any, logs: list[str]) -> None:
    """Played, not written."""
    session = load_exact(logs[0])
    benchmark.pedantic(
        lambda: simulate.play_random(session.game, len(session.players), session.header.options, 1), rounds=10
    )
    per_second(benchmark, 1, "random games")


def playout(game: AnyGame, seed: int) -> int:
    """A random game as search plays it, without records and digests; how many events it had."""
    dice, events = Dice(seed), 0
    state = game.setup(new_game_options(game, {}), max(2, game.seats[0]))
    while actors := game.actors(state):
        by = actors[0]
        do = game.sample(state, dice) if by == CHANCE else game.pick(state, by, dice)
        state, events = game.apply(state, by, do)[0], events + 1
    return events


@over_games
def test_random_playouts(benchmark: Any, game: AnyGame) -> None:
    """Events a second."""
    n = sum(playout(game, seed) for seed in range(GAMES))
    benchmark.pedantic(lambda: [playout(game, seed) for seed in range(GAMES)], rounds=3)
    per_second(benchmark, n, "events of random playouts")


def test_random_playouts_of_catanatron(benchmark: Any) -> None:
    """Actions a second, those of its dice included."""
    catanatron = pytest.importorskip("catanatron")

    def play(seed: int) -> int:
        players = [catanatron.RandomPlayer(colour) for colour in (catanatron.Color.RED, catanatron.Color.BLUE)]
        played = catanatron.Game(players, seed=seed)
        played.play()
        return len(played.state.actions)

    n = sum(map(play, range(LONG_GAMES)))
    benchmark.pedantic(lambda: [play(seed) for seed in range(LONG_GAMES)], rounds=3)
    per_second(benchmark, n, "actions of random playouts")


@over_games
def test_walks(benchmark: Any, game: AnyGame) -> None:
    """Walks of `mcts` a second, its first looks at the root included, at positions of random games."""
    names = default_names(max(2, game.seats[0]))
    spots = positions(game, names, {}, seed=1, count=POSITIONS, games=2)
    turns = [Turn(game, spot.session.state, spot.seat, Dice(1)) for spot in spots]
    benchmark.pedantic(
        lambda: [grow_tree(Search(turn, Dice(2)), turn.actions, Budget(iterations=WALKS)) for turn in turns], rounds=3
    )
    per_second(benchmark, WALKS * len(turns), "walks")


def test_action_lists(benchmark: Any, logs: list[str]) -> None:
    """Every legal action of a seat, for each decision of one game."""
    session = load(logs[0])
    game = session.game
    turns = [(state, seat) for state in session.line.states for seat in game.actors(state) if seat != CHANCE]
    n = sum(len(game.actions(state, seat)) for state, seat in turns)
    print(f"\n{n / len(turns):.0f} actions in a list")
    benchmark(lambda: [game.actions(state, seat) for state, seat in turns])
    per_second(benchmark, len(turns), "action lists")


def test_state_at_any_event(benchmark: Any, logs: list[str]) -> None:
    """The state after every event of a loaded log; the goal is under a millisecond each."""
    session = load(logs[0])
    numbers = range(len(session.history) + 1)
    benchmark(lambda: [session.at(number) for number in numbers])
    per_second(benchmark, len(numbers), "states")


def test_requests(benchmark: Any, logs: list[str]) -> None:
    """`legal` and `play` by data for each event of a game, from lines to lines."""
    session = load(logs[0])
    asked: list[Request] = [New(session="g", game=session.game.name, players=session.players, chance="given")]
    for event in session.line.events:
        by = "chance" if event.by == CHANCE else event.by
        asked += [Legal(session="g"), Play(session="g", by=by, do=msgspec.to_builtins(event.do))]
    lines = b"".join(map(message_line, asked))
    answers: list[bytes] = []

    def converse() -> None:
        answers.clear()
        Conversation(RequestHandler(), Source(BytesIO(lines)), answers.append).run(1)

    benchmark.pedantic(converse, rounds=10)
    assert not any(b'"error"' in answer for answer in answers)
    per_second(benchmark, len(asked), "requests")


def test_size(logs: list[str], tmp_path: Path) -> None:
    """Bytes an event, in each form."""
    n = events(logs)
    for ending in (".jsonl", ".jsonl.gz", ".jsonl.zst", ".kpack", ".kpack.zst"):
        total = 0
        for number, log in enumerate(logs):
            target = tmp_path / f"{number}{ending}"
            convert(log, str(target))
            total += target.stat().st_size
        print(f"\n{Path(logs[0]).name.partition('-')[0]} {ending}: {total / n:.1f} bytes an event")
