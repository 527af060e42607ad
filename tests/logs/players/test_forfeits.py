"""Programs that do what they may not: each loses its games, is named, and costs no more than its time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from kronika.core.sessions.events import Ending
from kronika.logs.players.engine_process import close_all
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.tournament.plan import Entrant, Tournament, TournamentError, check_tournament
from kronika.logs.tournament.running import has_tournament, open_or_create, run
from kronika.logs.tournament.standings import Count, StandingsLine
from support.playouts import ROOT

WRONG = ROOT / "tests" / "support" / "wrong_bot.py"
LIMIT, STARTING = 0.3, 2.0

WAYS = [
    ("illegal", "illegal", "made an illegal move: You do not hold "),
    ("another", "illegal", "made an illegal move: it is another seat's"),
    ("for-another", "illegal", "made an illegal move: it is another seat's"),
    ("nothing", "no move", "gave no move: it says neither `move` nor `do`, nor `resign`"),
    ("unreadable", "no move", "gave no move: "),
    ("data", "no move", "gave no move: do.type: 'castle' is not possible: it can be "),
    ("both", "no move", "gave no move: `move` and `do` are not the same"),
    ("late", "late", "was late: no answer within 0.3 s"),
    ("silent", "late", "was late: no answer to `hello` within 0.5 s"),
    ("unended", "late", 'was late: no answer within 0.3 s: its line has no end, `{"type": "choice", "move": "pick '),
    ("dies", "crashed", r"crashed: it has ended, with status 3. Its last word: 'so long\x1b[2J'"),
    ("killed", "crashed", "crashed: it was ended by SIGKILL"),
    ("rubbish", "rubbish", r"gave no answer that can be read: it says `\x1b[31mchoice: anything`, which is not a JSON"),
    (
        "other-id",
        "rubbish",
        "gave no answer that can be read: it answers under another id than it was asked: -1, not",
    ),
    ("own-error", "rubbish", "gave no answer that can be read: it answers with the error 'no idea' in place of a"),
    (
        "no-type",
        "rubbish",
        "gave no answer that can be read: type: 'move' is not possible: it can be choice, welcome, error, bye; ",
    ),
    ("other-type", "rubbish", "gave no answer that can be read: it answers with something else in place of a `choice`"),
    (
        "refuses",
        "rubbish",
        r"gave no answer that can be read: it answers with the error 'no\x1b[2J idea' in place of a",
    ),
    (
        "protocol",
        "rubbish",
        "gave no answer that can be read: it speaks protocol 99, and this is protocol 2: say 2, or",
    ),
    ("flood", "rubbish", "gave no answer that can be read: it answers with a line of more than 1 MiB"),
    ("lines", "rubbish", "gave no answer that can be read: "),
]


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """No program outlives its test."""
    yield
    close_all()


def played(folder: Path, way: str, **more: float) -> tuple[StandingsLine, float]:
    """How it stands for a program that goes wrong, after four games against one that draws its moves; and how long."""
    limits = {"seconds": LIMIT, "starting": 0.2 if way == "silent" else STARTING, **more}
    told = "".join(f"{key} = {value}\n" for key, value in limits.items())
    (folder / "bots.toml").write_text(
        f'[program.bad]\ncommand = ["{sys.executable}", "-IS", "{WRONG}", "{way}"]\n{told}'
    )
    bots = [Entrant("Bad", f"{folder / 'bots.toml'}#bad"), Entrant("Good", "random")]
    count, began = Count(), monotonic()
    for game in run(open_or_create(str(folder / "out"), check_tournament(Tournament("cup", "tides", bots, games=4)))):
        count.add(game)
    return next(line for line in count.standings().lines if line.name == "Bad"), monotonic() - began


LATER = {"another", "own-error", "no-type", "data", "both", "unreadable", "other-type", "refuses", "protocol", "lines"}
"""Ways that differ from others in what is read alone, which other modules here try without a process."""


@pytest.mark.parametrize(
    ("way", "kind", "why"),
    [pytest.param(*way, id=way[0], marks=pytest.mark.long if way[0] in LATER else ()) for way in WAYS],
)
def test_it_loses_its_games_and_is_named(way: str, kind: str, why: str, tmp_path: Path) -> None:
    line, seconds = played(tmp_path, way)
    assert (line.games, line.wins, line.ties, line.resigned) == (4, 0, 0, 0)
    assert {found: faults.count for found, faults in line.faults.items()} == {kind: 4}
    assert why in line.faults[kind].why.replace("\n", " ")
    assert line.faults[kind].why.startswith("The bot '")
    assert seconds < 4 * (2 * LIMIT + STARTING)
    for number in range(1, 5):
        log = str(tmp_path / "out" / f"000000{number}.jsonl")
        session = load(log)
        assert validate(log, strict=True).ok
        assert session.tags["fault"] == kind
        assert session.ending is not None
        assert (session.ending.by, session.ending.winners) == (session.players.index("Bad"), (1 - session.ending.by,))
        assert session.ending.why == ("time" if kind == "late" else "adjudicated")


def test_its_words_are_kept_beside_the_log(tmp_path: Path) -> None:
    """Of 100 MiB the last 4 KiB at the most; of a program that went right, none."""
    played(tmp_path, "dies")
    said = sorted(path.name for path in (tmp_path / "out").glob("*.stderr"))
    assert said == [f"000000{number}.stderr" for number in range(1, 5)]
    assert (tmp_path / "out" / "0000001.stderr").read_bytes() == b"so long\x1b[2J\n"
    assert len([*has_tournament(str(tmp_path / "out"))]) == 4


def test_one_that_resigns_has_made_no_fault(tmp_path: Path) -> None:
    line, _ = played(tmp_path, "resign")
    assert (line.games, line.wins, line.resigned, line.faults) == (4, 0, 4, {})
    session = load(str(tmp_path / "out" / "0000002.jsonl"))
    assert session.players == ("Good", "Bad")
    assert session.ending == Ending("resigned", 1, (0,))
    assert "fault" not in session.tags


@pytest.mark.long
def test_what_it_shouts_is_thrown_away(tmp_path: Path) -> None:
    """What goes to standard error is no fault; all of it is read, so that no full pipe holds the program up."""
    line, _ = played(tmp_path, "shouts", seconds=20)
    assert (line.resigned, line.faults) == (4, {})


def test_the_time_of_a_game_is_counted_over_its_moves(tmp_path: Path) -> None:
    """Two moves at once, then 0.15 s each: three of them are in time, the fourth is not."""
    line, _ = played(tmp_path, "slow", seconds=5, game_seconds=0.55)
    assert {kind: faults.count for kind, faults in line.faults.items()} == {"late": 4}
    assert line.faults["late"].why.endswith("was late: its 0.55 s for the game are used up")
    decided = {event.by for event in load(str(tmp_path / "out" / "0000001.jsonl")).line.events}
    assert decided == {-1, 0, 1}


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """A process that is new is reported each game from its beginning, and by its seeds it plays as the other did."""
    client = ROOT / "docs" / "clients" / "bot.py"
    bots = [Entrant("One", f"program:{sys.executable} -S {client}"), Entrant("Two", "random")]
    tournament = check_tournament(Tournament("cup", "tides", bots, games=6, seed=1))
    folders = (tmp_path / "whole", tmp_path / "broken")
    for folder in folders:
        games = run(open_or_create(str(folder), tournament))
        next(games)
        games.close()
        close_all()
        assert len(list(run(open_or_create(str(folder), tournament), 2 if folder is folders[1] else 1))) == 6
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert one == other
    assert len(one) == 7


def test_one_that_is_not_there(tmp_path: Path) -> None:
    """The one who types it learns so at once; where it is gone later, or on another machine, it loses its games."""
    bots = [Entrant("Bad", "program:no-such-program -x"), Entrant("Good", "first")]
    with pytest.raises(TournamentError, match="bot 'Bad': 'program:no-such-program -x': there is no such program here"):
        check_tournament(Tournament("cup", "tides", bots, games=2))
    found = [*run(open_or_create(str(tmp_path), Tournament("cup", "tides", bots, games=2)))]
    assert [one.kind for one in found] == ["not started"] * 2
    why = "The bot 'program:no-such-program -x' of Bad was not started: it cannot be started: No such file or directory"
    assert found[0].why == why


def test_of_three_the_others_go_by_points(tmp_path: Path) -> None:
    """Who made the fault is last whatever it had; of the others those have won that are ahead."""
    bots = [Entrant("Bad", f"program:{sys.executable} -IS {WRONG} dies"), Entrant("B", "first"), Entrant("C", "random")]
    found = [
        *run(open_or_create(str(tmp_path), check_tournament(Tournament("cup", "imhotep", bots, seats=3, games=3))))
    ]
    for game in found:
        assert game.fault == game.players.index("Bad")
        assert game.ranking[-1] == (game.fault,)
        rest = {seat: points for seat, points in enumerate(game.totals) if seat != game.fault}
        assert game.ranking[0] == tuple(seat for seat, points in rest.items() if points == max(rest.values()))
