"""What a program is sent comes of public things alone: nothing of it can be traced to the seed of the game."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import RANDOM_SEED_RANGE, Dice, random_seed
from kronika.core.bots.driver import choose
from kronika.core.bots.lookup import Player
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.logs.pipe.answers import Choice
from kronika.logs.pipe.messages import message_line
from kronika.logs.pipe.requests import Choose
from kronika.logs.players import program_bot
from kronika.logs.players.engine_process import close_all
from kronika.logs.players.program_bot import ProgramBot
from kronika.logs.players.program_spec import ProgramSpec
from kronika.logs.replaying.replay import load
from kronika.logs.work.simulate import game_seed
from kronika.testing.playouts import cases
from support.cli import fine, run
from support.playouts import games

TRIES = Path(__file__).parents[1] / "support" / "tries_seeds.py"
"""A program that tries small seeds at its first moves, sixty of them; one in earnest tries millions."""


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """No program outlives its test."""
    yield
    close_all()


class Process:
    """Stands in for a process: keeps what it is asked, and plays the last legal move."""

    starts = 1

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def greet(self) -> None:
        """It is there."""

    def session(self) -> str:
        return "1"

    def ask(self, request: Choose, seconds: float) -> Choice:
        self.asked.append(message_line(request))
        return Choice(do=msgspec.to_builtins(request.legal[-1].do))


def program() -> Player:
    return Player("program", ProgramBot(ProgramSpec(("bot",))))


def numbers_of(game: int, number: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """What Anna's program has to draw from after N events of a game with this number."""
    process = Process()
    monkeypatch.setattr(program_bot, "running_engine", lambda described, name: process)
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    choose(session, 0, replace(program(), game=game), number)
    return int(json.loads(process.asked[0])["seed"])


# -- the seed alone -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_no_field_of_any_message_comes_of_the_seed(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which all fell alike, under seeds that differ: whatever is asked is the same, byte for byte."""
    case = next(one for one in cases(game) if one.seats > 1)
    heard = []
    for seed in (None, 1, 2, 9007199254740991):
        process = Process()
        monkeypatch.setattr(program_bot, "running_engine", lambda described, name, process=process: process)
        session = Session.new(game, case.names, options=plain_options(case.options), seed=seed, chance="given")
        bots = {seat: program() for seat in range(case.seats)}
        for number in range(40):
            if session.actors == (CHANCE,):
                session.do(CHANCE, game.sample(session.state, Dice("fell", number)))
            elif session.actors:
                seat = session.actors[0]
                session.do(seat, choose(session, seat, bots[seat], len(session.line.events)))
        heard.append(process.asked)
    assert heard[0]
    assert all(one == heard[0] for one in heard[1:])


def test_what_a_program_draws_from_is_another_number_for_each_decision_and_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else all games would be one where nothing is dealt; and it is the same when a game is played again."""
    numbers = [numbers_of(*where, monkeypatch) for where in ((0, 1), (0, 2), (1, 1), (2, 1), (2, 1))]
    assert len(set(numbers)) == 4
    assert numbers[3] == numbers[4]


# -- programs that try ----------------------------------------------------------------------------------------------


def found() -> set[str]:
    """What the program has found: at the first move, so that this holds for those that follow too."""
    return set(Path("found").read_text().split("\n")) - {"", "asked"}


def tries(name: str = "") -> str:
    return f"{name}program:{sys.executable} {TRIES} found:60s"


def seed_of(log: str) -> int:
    seed = load(log).header.seed
    assert seed is not None
    return seed


def test_in_bulk_a_small_seed_is_found_by_the_hand_it_deals_and_by_nothing_else(here: Path) -> None:
    """The hand is what a given seed deals; the number to draw from never tells it. Without --seed nothing is found.

    In a game of N cards that no other seed deals the same.
    """
    game = "ancient_knowledge"
    fine("simulate", game, "--bots", tries(), "--maxmoves", 2, "--seed", 5, "--out", "given")
    assert found() == {"hand 5"}
    Path("found").unlink()
    fine("simulate", game, "--bots", tries(), "--maxmoves", 2, "--out", "made-up")
    assert not found()
    assert seed_of(f"made-up/{game}-0001.jsonl") < 2**53


def test_in_a_tournament_nothing_is_found(here: Path) -> None:
    words = (
        "tournament",
        "--game",
        "ancient_knowledge",
        "--bot",
        tries("Anna="),
        "--bot",
        "Bob=first",
        "--maxmoves",
        4,
    )
    fine(*words, "--seed", 5, "--out", "given")
    assert found() == {"hand 5"}
    Path("found").unlink()
    fine(*words, "--out", "made-up")
    assert not found()


def test_at_a_table_nothing_is_found(here: Path) -> None:
    fine("new", "ancient_knowledge", "-p", "Anna", "-p", "Bob", "--chance", "auto", "g.jsonl")
    (move, *_) = fine("moves", "g.jsonl", "--as", "Anna").lines
    fine("play", "g.jsonl", move, "--bot", tries("Bob="))
    assert not found()
    assert seed_of("g.jsonl") in RANDOM_SEED_RANGE


@pytest.mark.long
def test_in_a_match_nothing_is_found_where_no_seed_is_named(here: Path) -> None:
    match = '[[match]]\nname = "m"\ngame = "ancient_knowledge"\nplayers = ["Anna", "Bob"]\nexpect.turn = []\n'
    Path("m.toml").write_text(match + 'bots = { Anna = "mine", Bob = "first" }\n')
    words = ("match", "m.toml", "--bot", f"mine={tries()}", "--out", "played")
    first = run(*words)
    assert not found()
    (log,) = Path("played").glob("*.jsonl")
    assert seed_of(str(log)) < 2**53
    assert seed_of(str(log)) == game_seed(json.loads(Path("played/seed.json").read_bytes())["seed"], 1)
    assert run(*words).out == first.out, "it is judged from the log that is there"


# -- seeds that are made up, and kept -------------------------------------------------------------------------------


def test_a_made_up_seed_has_53_bits_and_so_have_those_of_its_games() -> None:
    made_up = [random_seed() for _ in range(200)]
    dealt = [game_seed(seed, 1) for seed in made_up]
    for seeds in (made_up, dealt):
        assert len(set(seeds)) == 200
        assert max(seeds) > 2**52, "each is so with a chance of a half"
        assert max(seeds) < 2**53
    assert all(seed in RANDOM_SEED_RANGE for seed in made_up)


@pytest.mark.parametrize(("seed", "number"), [(1, 1), (5, 2), (-1, 1), (2**48 - 1, 3), (2**60, 1)])
def test_a_seed_that_is_named_deals_what_it_always_dealt(seed: int, number: int) -> None:
    """The first 48 bits of blake2b over `seed/number`."""
    digest = blake2b(f"{seed}/{number}".encode(), digest_size=6).hexdigest()
    assert game_seed(seed, number) == int(digest, 16)


FIRST = f"program:{sys.executable} -S {Path(__file__).parents[2] / 'docs' / 'clients' / 'bot.py'}"


def logs(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_a_batch_goes_on_with_the_seed_that_is_kept_in_its_folder(here: Path) -> None:
    words = ("simulate", "tides", "--bots", f"{FIRST},first", "--out", "games")
    fine(*words, "-n", 1)
    one = logs("games")
    assert json.loads(one["seed.json"])["seed"] in RANDOM_SEED_RANGE
    fine(*words, "-n", 3)
    three = logs("games")
    assert one.items() < three.items()
    assert len(three) == 4
    Path("games/tides-0002.jsonl").unlink()
    fine(*words, "-n", 3)
    assert logs("games") == three
    fine(*words[:-1], "again", "-n", 3, "--seed", json.loads(one["seed.json"])["seed"])
    assert logs("again") == {name: log for name, log in three.items() if name != "seed.json"}


def test_a_batch_that_was_begun_with_the_seed_of_1_goes_on_with_it(here: Path) -> None:
    words = ("simulate", "tides", "--bots", f"{FIRST},first", "--out", "games")
    fine(*words, "--seed", 1)
    fine(*words, "-n", 2)
    assert seed_of("games/tides-0002.jsonl") == game_seed(1, 2)
    assert not Path("games/seed.json").exists()


def test_a_seed_that_is_not_one_is_named(here: Path) -> None:
    Path("games").mkdir()
    Path("games/seed.json").write_text('{"seed": "many"}')
    done = run("simulate", "tides", "--bots", f"{FIRST},first", "--out", "games")
    assert (done.status, done.err) == (
        3,
        "error: games/seed.json: holds no seed: `--seed` names that of the games there.\n",
    )


def test_bots_in_python_play_the_seed_of_1_where_nobody_names_one(here: Path) -> None:
    """They could look a seed up; the same command plays the same games."""
    fine("simulate", "tides", "--bots", "random", "--out", "bots")
    fine("simulate", "tides", "--out", "random")
    for folder in ("bots", "random"):
        assert seed_of(f"{folder}/tides-0001.jsonl") == game_seed(1, 1)
        assert not Path(folder, "seed.json").exists()


def test_a_tournament_goes_on_with_the_seed_that_is_kept_in_its_folder(here: Path) -> None:
    words = ("tournament", "--game", "tides", "--bot", f"Anna={FIRST}", "--bot", "Bob=first", "--out", "cup")
    fine(*words, "--games", 2)
    two = logs("cup")
    seed = json.loads(two["tournament.json"])["seed"]
    assert seed in RANDOM_SEED_RANGE
    assert seed_of("cup/0000001.jsonl") == game_seed(seed, 1)
    fine(*words, "--games", 4)
    four = logs("cup")
    assert json.loads(four.pop("tournament.json"))["seed"] == seed
    assert {name: log for name, log in two.items() if name != "tournament.json"}.items() < four.items()
    done = run(*words, "--seed", 1)
    assert "another tournament is played there: seed is" in done.err


def test_a_tournament_of_a_file_has_the_seed_that_stands_in_it(here: Path) -> None:
    head = 'name = "cup"\ngame = "tides"\n'
    bots = '[[bot]]\nname = "Anna"\n[[bot]]\nname = "Bob"\nbot = "first"\n'
    for name, seed in (("named", "seed = 3\n"), ("unnamed", "")):
        Path(f"{name}.toml").write_text(head + seed + bots)
        fine("tournament", f"{name}.toml", "--bot", f"Anna={FIRST}", "--out", name)
    assert json.loads(Path("named/tournament.json").read_bytes())["seed"] == 3
    assert json.loads(Path("unnamed/tournament.json").read_bytes())["seed"] in RANDOM_SEED_RANGE
