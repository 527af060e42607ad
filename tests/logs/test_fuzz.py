"""Whatever a file, a move, an example or an option says: a message for the user, never another exception.

The seeds are fixed, so a find repeats. The long run takes a hundred thousand of them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import lines_of
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import options_of, parse_assignments, read_options
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, run_example
from kronika.core.sessions.session import Session
from kronika.logs.files import reader
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import survey
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, first_records, repair, seal
from kronika.logs.texts.game_text import game_text, session_of
from kronika.logs.texts.script import play_script, read_script
from kronika.logs.work.simulate import play_random
from kronika.testing.checks.compatibility import of_format_1, packed_of
from kronika.testing.fuzz import JUNK, random_text, vary_text
from support import duel
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, every_kind, hand_written, remarked, tides_game
from support.playouts import ROOT
from support.spoil import spoil_example, spoil_log

pytestmark = pytest.mark.usefixtures("duel")

ROUNDS = {"logs": 250, "moves": 600, "scripts": 150, "texts": 150, "examples": 150, "options": 800}
LONG = {"logs": 45_000, "moves": 20_000, "scripts": 10_000, "texts": 5_000, "examples": 10_000, "options": 10_000}


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)


@cache
def others() -> list[Session]:
    """A random game of each of the other games."""
    games = [get_game(name) for name in game_names() if name not in ("duel", "tides")]
    return [play_random(game, game.seats[1], {}, seed=1) for game in games]


@cache
def logs() -> list[tuple[bytes, bytes]]:
    """Sound logs, as text and packed."""
    sessions = (
        duel_game(),
        duel_game((*DUEL_MOVES, "undo 3", "redo 2"), tags={"event": "Finále"}, seed=7, chance="given"),
        duel_game((), options={"joker": True}),
        tides_game(TIDES_MOVES[:14]),
        tides_game(),
        remarked(),
        every_kind(),
        *(first_records(whole, 30) for whole in others()),
    )
    return [
        *((data_of(session), packed_of(session)) for session in sessions),
        (of_format_1(duel_game()), packed_of(duel_game())),
    ]


def check_log(random: Random, folder: Path) -> None:
    """Every reader of logs gets the same spoilt log; what they say of it must go together."""
    text, packed = random.choice(logs())
    if random.random() < 0.1:
        text = Path(hand_written(folder / "hand.jsonl")).read_bytes()
    path = folder / f"spoilt{random.choice(('.jsonl', '.kpack', '.jsonl.gz', '.txt'))}"
    path.write_bytes(spoil_log(text, packed, random))
    good = folder / "good.jsonl"
    good.write_bytes(text)
    new = folder / f"new{random.choice(('.jsonl', '.kpack', '.kpack.zst', '.jsonl.gz'))}"
    report = validate(str(path), strict=random.random() < 0.5)
    survey(str(folder), path.name)
    lenient = validate(str(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kronika.logs.replaying.validation.replay_canonical", lambda *piece: None)
        assert validate(str(path)) == lenient, "line by line it looks otherwise than whole"
        patch.undo()
        patch.setattr(reader, "CHUNK", random.randrange(1, 400))
        assert validate(str(path)) == lenient, "in small pieces it looks otherwise than whole"
    for one, other in ((path, good), (good, path), (path, path)):
        refusal = refused(lambda one=one, other=other: diff_logs(str(one), str(other)))
        assert refusal is None or refusal in lenient.faults
    loaded = refused(lambda: load(str(path)))
    assert loaded is None or loaded in lenient.faults
    for work in (convert, seal):
        refusal = refused(lambda work=work: work(str(path), str(new)))
        assert (refusal is None) == all(map(has_stayed, lenient.faults))
        if refusal is None:
            assert validate(str(new), strict=work is seal).faults == ()
            new.unlink()
        else:
            assert refusal.code in {fault.code for fault in lenient.faults}
    assert report.ok <= lenient.ok
    check_repair(path)


def has_stayed(fault: Fault) -> bool:
    """Is this a digest of an older format in a newer log, which `convert` and `seal` make again?"""
    return fault.code == "digest" and "as an older format had it" in fault.message


def check_repair(path: Path) -> None:
    before = path.read_bytes()
    try:
        done = repair(str(path))
    except KronikaError:
        done = None
    after = path.read_bytes()
    saved = Path(done.saved).read_bytes() if done and done.saved else b""
    assert after + saved == before
    if done:
        assert "incomplete" not in {fault.code for fault in validate(str(path)).faults}
        if done.saved:
            os.unlink(done.saved)
    path.unlink()


def refused(work: Callable[[], object]) -> Fault | None:
    """The fault for which a log is refused, or None if it is not."""
    try:
        work()
    except LogError as error:
        return error.fault
    return None


def message(work: Callable[[], object]) -> str | None:
    """The message with which something is refused, or None if it is not."""
    try:
        work()
    except KronikaError as error:
        return str(error)
    return None


def check_move(random: Random, folder: Path) -> None:
    """A spoilt move is refused, and then nothing has happened, or it is a move."""
    kind = random.random()
    if kind < 0.3:
        session = duel_game(DUEL_MOVES[: random.randrange(len(DUEL_MOVES) + 1)], ("Anna", "Bob"))
    elif kind < 0.7 and others():
        whole = random.choice(others())
        session = first_records(whole, random.randrange(min(60, len(whole.history))))
        session.chance = random.choice(("auto", "given"))
    else:
        session = tides_game(TIDES_MOVES[: random.randrange(0, 24)], chance="auto")
        session.chance = random.choice(("auto", "given"))
    for _ in range(4):
        before, records = session.state, len(session.history)
        text = _some_move(session, random)
        if random.random() < 0.9:
            text = vary_text(text, random)
        said = message(lambda text=text: session.play(text))
        assert said != ""
        if said is None:
            assert len(session.history) > records
        else:
            assert (session.state, len(session.history)) == (before, records)


def _some_move(session: Session, random: Random) -> str:
    kind = random.random()
    if kind < 0.1:
        return random_text(random)
    actors = session.actors or (0, CHANCE)
    seat = random.choice(actors)
    name = "chance" if seat == CHANCE else session.players[seat]
    if seat == CHANCE and session.actors:
        do = session.game.sample(session.state, Dice(random.randrange(99)))
        return f"{name}: {session.game.format(session.state, seat, do, session.players)}"
    legal = session.legal().get(name) or ["pick 1", "relic 1 discard 2", "play 1", "take", "prize 2", "draw Anna 1 2"]
    return f"{name}: {random.choice(legal)}"


REMARKS = (
    '[Event "Club"] [Players "Anna" "Bea"] [Site]',
    '[Ending "resigned" "by=Bob" "won=Anna" "text=late"]',
    '{I keep the Palace} mark "!" by "Bob" on 2 data {"clock":[31.5,null]}',
)


def check_text(random: Random, folder: Path) -> None:
    """A spoilt text of a game is refused, or it is the text of a game, which comes back."""
    session = duel_game(DUEL_MOVES[: random.randrange(12)], tags={"Event": "Club"})
    lines = lines_of(game_text(session))
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(lines))
        lines[at] = vary_text(random.choice((lines[at], *REMARKS)), random)
    text = "\n".join(lines)
    said = message(lambda: session_of(text, "game.txt", duel.GAME))
    assert said != ""
    if said is None:
        again = session_of(text, "game.txt", duel.GAME)
        assert data_of(session_of(game_text(again), "game.txt", duel.GAME)) == data_of(again)


def check_script(random: Random, folder: Path) -> None:
    """A spoilt script is read and played as far as it goes."""
    tiny = random.random() < 0.5
    moves = [*(DUEL_MOVES if tiny else TIDES_MOVES)][: random.randrange(1, 12)]
    for _ in range(random.randrange(3)):
        at = random.randrange(len(moves))
        line = random.choice((moves[at], "undo", "redo 2", "# note", "undo 1 2", "undo 2 events", *REMARKS))
        moves[at] = vary_text(line, random)
    path = folder / "moves.txt"
    path.write_bytes(random.choice(("\n", "\r\n")).join(moves).encode("utf-8", "surrogatepass"))
    session = duel_game(()) if tiny else tides_game(())
    assert message(lambda: play_script(session, read_script(str(path)), "moves.txt")) != ""


@cache
def examples() -> list[dict[str, object]]:
    """The examples that come with Kronika, as data."""
    every = []
    for path in sorted((ROOT / "fixtures" / "examples").glob("*.toml")):
        every += tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    return every


def check_example(random: Random, folder: Path) -> None:
    """A spoilt example can't be read, or it runs and has findings or none."""
    text = spoil_example(random.choice(examples()), random)
    if message(lambda: read_examples(text)) is None:
        for one in read_examples(text):
            assert all(finding.key for finding in run_example(one).findings)


def check_options(random: Random, folder: Path) -> None:
    """Spoilt `key=value` texts are options of the game or refused."""
    game = get_game(random.choice(game_names()))
    texts = []
    for _ in range(random.randrange(4)):
        option = random.choice(options_of(game) or options_of(get_game("tides")))
        text = f"{option.name}={random.choice((*option.values, *JUNK))}"
        texts.append(vary_text(text, random) if random.random() < 0.6 else text)
    if message(lambda: read_options(game, parse_assignments(texts))) is None:
        assert isinstance(read_options(game, parse_assignments(texts)), game.Options)


CHECKS: dict[str, Callable[[Random, Path], None]] = {
    "logs": check_log,
    "moves": check_move,
    "scripts": check_script,
    "texts": check_text,
    "examples": check_example,
    "options": check_options,
}


def run(kind: str, first: int, rounds: int, folder: Path) -> None:
    for number in range(first, first + rounds):
        try:
            CHECKS[kind](Random(f"{kind} {number}"), folder)
        except Exception as error:
            raise AssertionError(f"{kind} {number}: {type(error).__name__}: {error}") from error


@pytest.mark.parametrize("kind", list(CHECKS))
def test_spoilt(kind: str, tmp_path: Path) -> None:
    run(kind, 0, ROUNDS[kind], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("kind", list(CHECKS))
def test_spoilt_a_hundred_thousand_times(kind: str, part: int, tmp_path: Path) -> None:
    rounds = LONG[kind] // 10
    run(kind, part * rounds, rounds, tmp_path)


def test_the_long_run_is_a_hundred_thousand() -> None:
    assert sum(LONG.values()) == 100_000
    assert set(LONG) == set(ROUNDS) == set(CHECKS)
