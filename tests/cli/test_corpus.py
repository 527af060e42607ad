"""`kronika corpus …`, `kronika stats`, `kronika match`, as they are typed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from kronika.cli import cli
from kronika.cli.output import complain
from kronika.core import KronikaError
from kronika.logs.corpus.check import Pin, write_pins
from support.cli import run

DAMAGE = (b'"points":7,"rule":"TT-4.5"', b'"points":6,"rule":"TT-4.5"')


def kronika(*words: object) -> Result:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    if isinstance(result.exception, KronikaError):
        result.exit_code = complain(result.exception)
    elif result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def games(tmp_path: Path) -> Path:
    assert kronika("simulate", "tides", "-n", 8, "--seed", 3, "--out", tmp_path / "games").exit_code == 0
    return tmp_path / "games"


def spoil(games: Path) -> list[Path]:
    """A sixth and a seventh point for a majority are told apart: the logs that have one are spoiled."""
    spoiled = [log for log in sorted(games.iterdir()) if DAMAGE[0] in log.read_bytes()]
    for log in spoiled:
        log.write_bytes(log.read_bytes().replace(*DAMAGE))
    return spoiled


def test_check_of_a_sound_folder(games: Path) -> None:
    result = kronika("corpus", "check", games)
    assert result.exit_code == 0
    assert re.search(r"^tides +1 +8 +312 +0$", result.stdout, re.MULTILINE)
    assert result.stderr == "8 logs: none with faults, 0 pinned.\n"


def test_check_names_faults_by_rule(games: Path) -> None:
    spoiled = spoil(games)
    assert len(spoiled) > 2
    result = kronika("corpus", "check", games)
    assert result.exit_code == 1
    assert re.search(rf"^effects +TT-4.5 +{len(spoiled)} +{spoiled[0].name}:\d+$", result.stdout, re.MULTILINE)


def test_check_against_an_earlier_one(games: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text(kronika("corpus", "check", games, "--format", "json").stdout)
    same = kronika("corpus", "check", games, "--against", before)
    assert (same.exit_code, same.stdout) == (0, "Nothing changed.\n")
    spoiled = spoil(games)
    result = kronika("corpus", "check", games, "--against", before, "--format", "json")
    assert result.exit_code == 1
    (group,) = json.loads(result.stdout)
    assert (group["game"], group["code"], group["rule"]) == ("tides", "effects", "TT-4.5")
    assert group["logs"] == [log.name for log in spoiled]
    told = kronika("corpus", "check", games, "--against", before).stdout
    assert re.search(rf"^tides +effects +TT-4.5 +{len(spoiled)}$", told, re.MULTILINE)


@pytest.mark.parametrize("text", ["", "[]", '{"logs": 3}', "\xff"])
def test_against_something_else(games: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "other").write_text(text, encoding="latin-1")
    result = kronika("corpus", "check", games, "--against", tmp_path / "other")
    assert result.exit_code == 3


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_check_as_a_report(games: Path, form: str) -> None:
    spoiled = spoil(games)
    result = kronika("corpus", "check", games, "--format", form)
    assert result.exit_code == 1
    if form == "junit":
        suites = ElementTree.fromstring(result.stdout)
        assert len(list(suites.iter("testcase"))) == 8
        assert len({case for case in suites.iter("testcase") if case.find("failure") is not None}) == len(spoiled)
    elif form == "sarif":
        (run,) = json.loads(result.stdout)["runs"]
        assert {found["ruleId"] for found in run["results"]} == {"TT-4.5"}
    else:
        assert result.stdout.startswith("::error file=")
    assert kronika("corpus", "check", games, "--format", form, "--against", "x").exit_code == 2


def test_accept_shows_first_and_writes_on_yes(games: Path) -> None:
    spoiled = spoil(games)
    before = {log: log.read_bytes() for log in games.iterdir()}
    shown = kronika("corpus", "accept", games)
    assert shown.exit_code == 1
    assert re.search(rf"^tides +effects +TT-4.5 +{len(spoiled)}$", shown.stdout, re.MULTILINE)
    assert {log: log.read_bytes() for log in games.iterdir()} == before
    assert kronika("corpus", "accept", games, "--yes").exit_code == 0
    assert [log for log in games.iterdir() if log.read_bytes() != before[log]] != []
    assert kronika("corpus", "check", games).exit_code == 0
    again = kronika("corpus", "accept", games, "--yes")
    assert (again.exit_code, again.stdout) == (0, "Nothing to accept: every log says what the present rules derive.\n")


def test_a_log_that_no_longer_replays_is_pinned_and_left_alone(games: Path) -> None:
    log = games / "tides-0002.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    lines[4] = lines[2].replace(b'"n":2', b'"n":4')  # Anna's first card a second time
    log.write_bytes(b"".join(lines))
    kept = log.read_bytes()
    result = kronika("corpus", "accept", games, "--yes")
    assert result.exit_code == 1
    assert "no longer replays: tides-0002.jsonl:5: illegal You do not hold" in result.stdout
    assert kronika("corpus", "accept", games, "--yes", "--pin").exit_code == 0
    assert log.read_bytes() == kept
    check = kronika("corpus", "check", games)
    assert check.exit_code == 0
    assert "pinned: tides-0002.jsonl belongs to rules 1" in check.stdout


def test_dedupe_moves_all_but_the_first_and_never_over_another(games: Path, tmp_path: Path) -> None:
    double = games / "zz.jsonl"
    double.write_bytes((games / "tides-0003.jsonl").read_bytes())
    found = kronika("corpus", "dedupe", games)
    assert (found.exit_code, found.stdout) == (1, "tides-0003.jsonl  zz.jsonl\n")
    moved = kronika("corpus", "dedupe", games, "--move", tmp_path / "doubles")
    assert moved.exit_code == 0
    assert not double.exists()
    assert (tmp_path / "doubles" / "zz.jsonl").exists()
    double.write_bytes((games / "tides-0003.jsonl").read_bytes())
    assert kronika("corpus", "dedupe", games, "--move", tmp_path / "doubles").exit_code == 3
    assert double.exists()


def test_filter(games: Path, tmp_path: Path) -> None:
    everything = kronika("corpus", "filter", games)
    assert len(everything.stdout.splitlines()) == 8
    (first, *_) = kronika("corpus", "filter", games, "--move", "^anna: relic", "--copy", tmp_path / "to").stdout.split()
    assert (tmp_path / "to" / Path(first).name).read_bytes() == Path(first).read_bytes()
    assert kronika("corpus", "filter", games, "--game", "chess").stdout == ""
    assert kronika("corpus", "filter", games, "--move", "(").exit_code == 2
    assert json.loads(kronika("corpus", "filter", games, "--least", 1000, "--format", "json").stdout) == []


def test_stats_of_a_folder_and_of_one_log(games: Path) -> None:
    text = kronika("corpus", "stats", games).stdout
    assert text.startswith("tides: 8 logs, 8 finished; players: 8 with 2\n")
    (game,) = json.loads(kronika("corpus", "stats", games, "--format", "json").stdout)
    assert game["decisions"] == {"least": 34, "mean": 34, "most": 34}
    one = kronika("stats", games / "tides-0001.jsonl")
    assert one.stdout.startswith("39 events, 34 decisions\n")
    found = json.loads(kronika("stats", games / "tides-0001.jsonl", "--format", "json").stdout)
    assert found["kinds"] == [{"pick": 15, "relic": 2}, {"pick": 15, "relic": 2}]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for command in ("check", "accept", "stats", "dedupe", "filter"):
        assert kronika("corpus", command, tmp_path / "nowhere").exit_code == 3


def test_match(tmp_path: Path) -> None:
    file = tmp_path / "matches.toml"
    file.write_text(
        '[[match]]\nname = "two bots"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [4]\n'
        'bots = { Anna = "first", Bob = "greedy" }\nexpect.turn = []\n'
    )
    result = kronika("match", file, "--out", tmp_path / "played")
    assert result.exit_code == 0
    assert re.match(r"ok    two bots 4: Anna \d+, Bob \d+; [0-9a-f]{16}\n", result.stdout)
    assert kronika("validate", "--strict", tmp_path / "played" / "two-bots-4.jsonl").exit_code == 0
    file.write_text(file.read_text().replace("expect.turn = []", 'expect.turn = ["Anna"]'))
    result = kronika("match", file, "--format", "json")
    assert result.exit_code == 1
    (told,) = json.loads(result.stdout)
    assert told["findings"][0]["key"] == "expect.turn"
    file.write_text("[[match]]\n")
    assert kronika("match", file).exit_code == 2
    assert kronika("match", tmp_path / "none.toml").exit_code == 3


# -- several folders ----------------------------------------------------------------------------------------------


@pytest.fixture
def league(games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders `games` and `cup` side by side, in the folder where we are: eight logs and two, one in both."""
    monkeypatch.chdir(games.parent)
    assert kronika("simulate", "tides", "-n", 1, "--seed", 4, "--out", "cup").exit_code == 0
    shutil.copy(games / "tides-0001.jsonl", "cup/tides-0002.jsonl")
    return games.parent


@pytest.mark.parametrize("absolute", [False, True])
def test_several_folders_are_one_thing(league: Path, absolute: bool) -> None:
    folders = [league / "games", league / "cup"] if absolute else ["games", "cup"]
    result = kronika("corpus", "check", *folders, "--format", "json")
    assert [log["path"] for log in json.loads(result.stdout)["logs"]] == [
        "cup/tides-0001.jsonl",
        "cup/tides-0002.jsonl",
        *(f"games/tides-000{n}.jsonl" for n in range(1, 9)),
    ]
    assert kronika("corpus", "stats", *folders).stdout.startswith("tides: 10 logs, 10 finished")
    twice = kronika("corpus", "dedupe", *folders)
    assert (twice.exit_code, twice.stdout) == (1, "cup/tides-0002.jsonl  games/tides-0001.jsonl\n")
    found = kronika("corpus", "filter", *folders, "--least", 0).stdout.splitlines()
    assert len(found) == 10
    assert found[0] == (str(league / "cup/tides-0001.jsonl") if absolute else "cup/tides-0001.jsonl")
    assert all(Path(path).is_file() for path in found)


def test_from_anywhere_the_paths_are_the_same(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = kronika("corpus", "check", "games", "cup", "--format", "json").stdout
    monkeypatch.chdir(league / "cup")
    assert kronika("corpus", "check", "../cup", "../games", "--format", "json").stdout == here
    assert kronika("corpus", "filter", ".", "../games").stdout.splitlines()[0] == "../cup/tides-0001.jsonl"


def test_what_is_moved_and_copied_keeps_its_folder(league: Path) -> None:
    assert kronika("corpus", "filter", league / "games", league / "cup", "--copy", "all").exit_code == 0
    assert len(list(Path("all").rglob("*.jsonl"))) == 10
    assert Path("all/cup/tides-0001.jsonl").is_file()
    assert kronika("corpus", "dedupe", "games", "cup", "--move", "doubles").exit_code == 0
    assert [str(path) for path in Path("doubles").rglob("*.jsonl")] == ["doubles/games/tides-0001.jsonl"]
    assert not Path("games/tides-0001.jsonl").exists()
    assert Path("cup/tides-0002.jsonl").is_file()


def test_pins_and_an_earlier_check_hold_for_several_folders(league: Path) -> None:
    Path("before.json").write_text(kronika("corpus", "check", "games", "cup", "--format", "json").stdout)
    assert kronika("corpus", "check", "cup", "games", "--against", "before.json").stdout == "Nothing changed.\n"
    log = Path("cup/tides-0001.jsonl")
    log.write_bytes(log.read_bytes().replace(b'"type":"pick"', b'"type":"pack"', 1))
    changed = json.loads(
        kronika("corpus", "check", "games", "cup", "--against", "before.json", "--format", "json").stdout
    )
    assert [group["logs"] for group in changed] == [["cup/tides-0001.jsonl"]]
    assert kronika("corpus", "check", "games", "cup").exit_code == 1
    write_pins("cup", {"tides-0001.jsonl": Pin(1, "spoiled")})
    result = kronika("corpus", "check", "games", "cup")
    assert result.exit_code == 0
    assert "pinned: cup/tides-0001.jsonl belongs to rules 1: spoiled" in result.stdout


@pytest.mark.parametrize(
    ("folders", "says"),
    [
        (("games", "games"), "games: lies in games, or is the same: its logs would be counted twice."),
        (("games", "cup", "./games/../cup"), "lies in "),
        ((".", "cup"), "cup: lies in ., or is the same: its logs would be counted twice."),
        (("cup", "link"), "lies in "),
        (("games", "nowhere"), "nowhere: is not a folder."),
        (("games", "empty"), "empty: there is no log in it."),
    ],
)
def test_no_log_is_counted_twice(league: Path, folders: tuple[str, ...], says: str) -> None:
    Path("link").symlink_to("cup")
    Path("empty").mkdir()
    for command in ("check", "stats", "dedupe", "filter"):
        result = run("corpus", command, *folders)
        assert (result.status, result.out) == (3, "")
        assert says in result.err
