"""`kronika corpus …`, `kronika stats`, `kronika match`, as they are typed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kronika.logs.corpus.pins import Pin, read_pins, write_pins
from kronika.logs.replaying.logfile import write_log
from support.cli import run
from support.logs import tides_game

DAMAGE = (b'"points":7,"rule":"TT-4.5"', b'"points":6,"rule":"TT-4.5"')


@pytest.fixture
def games(tmp_path: Path) -> Path:
    assert run("simulate", "tides", "-n", 8, "--seed", 3, "--out", tmp_path / "games").status == 0
    return tmp_path / "games"


def spoil(games: Path) -> list[Path]:
    """A sixth and a seventh point for a majority are told apart: the logs that have one are spoiled."""
    spoiled = [log for log in sorted(games.iterdir()) if DAMAGE[0] in log.read_bytes()]
    for log in spoiled:
        log.write_bytes(log.read_bytes().replace(*DAMAGE))
    return spoiled


def test_check_of_a_sound_folder(games: Path) -> None:
    result = run("corpus", "check", games)
    assert result.status == 0
    assert re.search(r"^tides +1 +8 +312 +0$", result.out, re.MULTILINE)
    assert result.err == "8 logs: none with faults, 0 pinned.\n"


def test_check_names_faults_by_rule(games: Path) -> None:
    spoiled = spoil(games)
    assert len(spoiled) > 2
    result = run("corpus", "check", games)
    assert result.status == 1
    assert re.search(rf"^effects +TT-4.5 +{len(spoiled)} +{spoiled[0].name}:\d+$", result.out, re.MULTILINE)


def test_check_against_an_earlier_one(games: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text(run("corpus", "check", games, "--format", "json").out)
    same = run("corpus", "check", games, "--against", before)
    assert (same.status, same.out) == (0, "Nothing changed.\n")
    spoiled = spoil(games)
    result = run("corpus", "check", games, "--against", before, "--format", "json")
    assert result.status == 1
    (group,) = json.loads(result.out)
    assert (group["game"], group["code"], group["rule"]) == ("tides", "effects", "TT-4.5")
    assert group["logs"] == [log.name for log in spoiled]
    told = run("corpus", "check", games, "--against", before).out
    assert re.search(rf"^tides +effects +TT-4.5 +{len(spoiled)} +0$", told, re.MULTILINE)
    assert run("corpus", "accept", games, "--against", before).out == told


@pytest.mark.parametrize("text", ["", "[]", '{"logs": 3}', "\xff"])
def test_against_something_else(games: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "other").write_text(text, encoding="latin-1")
    result = run("corpus", "check", games, "--against", tmp_path / "other")
    assert result.status == 3


def test_against_a_file_that_is_no_json(games: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("# Kronika\n")
    says = "is not a result of `kronika corpus check --format json`: it is not JSON: an unexpected character (byte 1)."
    assert run("corpus", "check", games, "--against", tmp_path / "other").err == f"error: {tmp_path}/other: {says}\n"


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_check_as_a_report(games: Path, form: str) -> None:
    spoiled = spoil(games)
    result = run("corpus", "check", games, "--format", form)
    assert result.status == 1
    if form == "junit":
        suites = ElementTree.fromstring(result.out)
        assert len(list(suites.iter("testcase"))) == 8
        assert len({case for case in suites.iter("testcase") if case.find("failure") is not None}) == len(spoiled)
    elif form == "sarif":
        (report,) = json.loads(result.out)["runs"]
        assert {found["ruleId"] for found in report["results"]} == {"TT-4.5"}
    else:
        assert result.out.startswith("::error file=")
    assert run("corpus", "check", games, "--format", form, "--against", "x").status == 3


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_what_changed_as_a_report(games: Path, tmp_path: Path, form: str) -> None:
    """Nothing is a case that passed, since some take a report without one for a failure; a cause is one that failed."""
    before = tmp_path / "before.json"
    before.write_text(run("corpus", "check", games, "--format", "json").out)
    words = ("corpus", "check", games, "--against", before, "--format", form)
    same = run(*words)
    assert same.status == 0
    spoiled = spoil(games)
    spoiled[0].unlink()
    changed = run(*words)
    assert changed.status == 1
    if form == "junit":
        (case,) = ElementTree.fromstring(same.out).iter("testcase")
        assert case.find("failure") is None
        told = [case.findtext("failure") or "" for case in ElementTree.fromstring(changed.out).iter("testcase")]
        assert [text.partition(", first: ")[0] for text in told] == [
            f"effects TT-4.5: {len(spoiled) - 1} logs",
            "gone: 1 log",
        ]
    elif form == "sarif":
        results = json.loads(changed.out)["runs"][0]["results"]
        assert [found["ruleId"] for found in results] == ["TT-4.5", "changed"]
        assert not json.loads(same.out)["runs"][0]["results"]
    else:
        assert not same.out
        assert [line.partition("::")[0] or line[:8] for line in changed.out.splitlines()] == ["::error "] * 2


def test_accept_shows_first_and_writes_on_yes(games: Path) -> None:
    spoiled = spoil(games)
    before = {log: log.read_bytes() for log in games.iterdir()}
    shown = run("corpus", "accept", games)
    assert shown.status == 1
    assert re.search(rf"^tides +effects +TT-4.5 +{len(spoiled)}$", shown.out, re.MULTILINE)
    assert {log: log.read_bytes() for log in games.iterdir()} == before
    assert run("corpus", "accept", games, "--yes").status == 0
    assert [log for log in games.iterdir() if log.read_bytes() != before[log]] != []
    assert run("corpus", "check", games).status == 0
    again = run("corpus", "accept", games, "--yes")
    assert (again.status, again.out) == (0, "Nothing to accept: every log says what the current rules derive.\n")


def test_a_log_that_no_longer_replays_is_pinned_and_left_alone(games: Path) -> None:
    log = games / "tides-0002.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    lines[4] = lines[2].replace(b'"n":2', b'"n":4')  # Anna's first card a second time
    log.write_bytes(b"".join(lines))
    kept = log.read_bytes()
    result = run("corpus", "accept", games, "--yes")
    assert result.status == 1
    assert "no longer replays: tides-0002.jsonl:5: illegal You do not hold" in result.out
    assert run("corpus", "accept", games, "--yes", "--pin").status == 0
    assert log.read_bytes() == kept
    check = run("corpus", "check", games)
    assert check.status == 0
    assert "pinned: tides-0002.jsonl belongs to rules 1" in check.out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"", b"", None),
        (b"", b'{"n":40,"und', "damaged: {}:41: incomplete "),
        (b"", b"what was that?\n", "damaged: {}:41: syntax "),
        (b"", b'{"n":40,"undo":"1"}\n', "damaged: {}:41: schema "),
        (b'{"n":9,', b'{"n":7,', "damaged: {}:10: order "),
        (b'"game":"tides"', b'"game":"tidse"', "damaged: {}:1: unknown-game "),
        (b'"rules":1', b'"rules":2', "damaged: {}:1: newer-version "),
        (b'{"kronika"', b'{"chronika"', "damaged: {}:1: schema "),
        (b"", b'{"n":40,"by":0,"do":{"type":"pick","card":1}}\n', "no longer replays: {}:41: illegal "),
        (b"", b'{"n":40,"undo":99}\n', "no longer replays: {}:41: undo "),
    ],
)
def test_what_is_damaged_is_neither_written_nor_pinned(here: Path, old: bytes, new: bytes, told: str | None) -> None:
    """What the rules refuse is pinned; the first is sound."""
    write_log("game.jsonl", tides_game())
    log = Path("game.jsonl")
    data = log.read_bytes()
    log.write_bytes(data.replace(old, new, 1) if old else data + new)
    before = log.read_bytes()
    done = run("corpus", "accept", ".", "--yes", "--pin")
    assert log.read_bytes() == before
    assert done.out.startswith(told.format("game.jsonl") if told else "Nothing to accept")
    pinned = told is not None and told.startswith("no longer")
    assert list(read_pins(".")) == (["game.jsonl"] if pinned else [])
    assert done.status == (1 if told and not pinned else 0)


def test_dedupe_moves_all_but_the_first_and_never_over_another(games: Path, tmp_path: Path) -> None:
    double = games / "zz.jsonl"
    double.write_bytes((games / "tides-0003.jsonl").read_bytes())
    found = run("corpus", "dedupe", games)
    assert (found.status, found.out) == (1, "tides-0003.jsonl  zz.jsonl\n")
    moved = run("corpus", "dedupe", games, "--move", tmp_path / "doubles")
    assert moved.status == 0
    assert not double.exists()
    assert (tmp_path / "doubles" / "zz.jsonl").exists()
    double.write_bytes((games / "tides-0003.jsonl").read_bytes())
    assert run("corpus", "dedupe", games, "--move", tmp_path / "doubles").status == 3
    assert double.exists()


def test_filter(games: Path, tmp_path: Path) -> None:
    everything = run("corpus", "filter", games)
    assert len(everything.out.splitlines()) == 8
    (first, *_) = run("corpus", "filter", games, "--move", "^anna: relic", "--copy", tmp_path / "to").out.split()
    assert (tmp_path / "to" / Path(first).name).read_bytes() == Path(first).read_bytes()
    assert run("corpus", "filter", games, "--game", "chess").out == ""
    assert run("corpus", "filter", games, "--move", "(").status == 2
    assert json.loads(run("corpus", "filter", games, "--least", 1000, "--format", "json").out) == []


def test_stats_of_a_folder_and_of_one_log(games: Path) -> None:
    text = run("corpus", "stats", games).out
    assert text.startswith("tides: 8 logs, 8 finished; players: 8 with 2\n")
    (game,) = json.loads(run("corpus", "stats", games, "--format", "json").out)
    assert game["decisions"] == {"min": 34, "mean": 34, "max": 34}
    one = run("stats", games / "tides-0001.jsonl")
    assert one.out.startswith("39 events, 34 decisions\n")
    found = json.loads(run("stats", games / "tides-0001.jsonl", "--format", "json").out)
    assert found["kinds"] == [{"pick": 15, "relic": 2}, {"pick": 15, "relic": 2}]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for command in ("check", "accept", "stats", "dedupe", "filter"):
        assert run("corpus", command, tmp_path / "nowhere").status == 3


def test_match(tmp_path: Path) -> None:
    file = tmp_path / "matches.toml"
    file.write_text(
        '[[match]]\nname = "two bots"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [4]\n'
        'bots = { Anna = "first", Bob = "greedy" }\nexpect.turn = []\n'
    )
    result = run("match", file, "--out", tmp_path / "played")
    assert result.status == 0
    assert re.match(r"ok    two bots 4: Anna \d+, Bob \d+; [0-9a-f]{16}\n", result.out)
    assert run("validate", "--strict", tmp_path / "played" / "two-bots-4.jsonl").status == 0
    file.write_text(file.read_text().replace("expect.turn = []", 'expect.turn = ["Anna"]'))
    result = run("match", file, "--format", "json")
    assert result.status == 1
    (told,) = json.loads(result.out)
    assert told["findings"][0]["key"] == "expect.turn"
    file.write_text("[[match]]\n")
    assert run("match", file).status == 2
    file.write_text('[[match]]\nname = "m"\ngame = "tides"\nplayrs = []\n')
    assert run("match", file).err.endswith("There is no `playrs` here. Did you mean players?\n")
    assert run("match", tmp_path / "none.toml").status == 3


MATCHES = """
[[match]]
name = "right"
game = "tides"
players = ["Anna", "Bob"]
seeds = [1, 2]
moves = ["Anna: pick 1"]
expect.totals = { Anna = 0 }

[[match]]
name = "wrong"
game = "tides"
players = ["Anna", "Bob"]
moves = ["Anna: pick 1"]
expect.totals = { Anna = 0 }
"""
"""Of the second nobody dealt the hands: it has no seed, and its script begins with a pick."""


def test_a_match_as_a_report(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(MATCHES.replace('"Anna: pick 1"', "", 1))
    done = run("match", file, "--format", "junit")
    assert done.status == 1
    cases = list(ElementTree.fromstring(done.out).iter("testcase"))
    assert [case.attrib["name"].rpartition("::")[2] for case in cases] == ["right 1", "right 2", "wrong"]
    assert [case.find("failure") is not None for case in cases] == [False, False, True]
    annotated = run("match", file, "--format", "github").out
    assert re.match(rf"::error file=\S*m\.toml,line={MATCHES.splitlines().index('[[match]]', 3) + 1},", annotated)
    (result,) = json.loads(run("match", file, "--format", "sarif").out)["runs"][0]["results"]
    assert result["ruleId"] == "TT-1.4"
    assert run("match", file).out.count("TT-1.4") == 1  # a refusal cites its rule, and is not told it again


def test_a_file_of_the_other_kind_is_sent_to_its_command(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(MATCHES)
    (tmp_path / "e.toml").write_text("[[example]]\n")
    assert "`kronika match`" in run("example", "check", tmp_path / "m.toml").out
    assert "`kronika example check`" in run("match", tmp_path / "e.toml").err


@pytest.mark.parametrize(("name", "said"), [("*.tml", "a pattern"), ("", "'': cannot read")])
def test_what_a_script_gives_in_place_of_a_name(name: str, said: str) -> None:
    """What a shell leaves of a pattern that no file fits, and of a variable that is not set."""
    for command in (("validate",), ("example", "check"), ("match",)):
        done = run(*command, name)
        assert done.status == 3
        assert said in done.err


# -- several folders ----------------------------------------------------------------------------------------------


@pytest.fixture
def league(games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders `games` and `cup` side by side, in the folder where we are: eight logs and two, one in both."""
    monkeypatch.chdir(games.parent)
    assert run("simulate", "tides", "-n", 1, "--seed", 4, "--out", "cup").status == 0
    shutil.copy(games / "tides-0001.jsonl", "cup/tides-0002.jsonl")
    return games.parent


@pytest.mark.parametrize("absolute", [0, 1, 2])
def test_several_folders_are_one_thing(league: Path, absolute: int) -> None:
    """Where so many of them are named from the root on, the names of all logs are told so."""
    folders = [league / "games" if absolute else "games", league / "cup" if absolute == 2 else "cup"]
    result = run("corpus", "check", *folders, "--format", "json")
    assert [log["path"] for log in json.loads(result.out)["logs"]] == [
        "cup/tides-0001.jsonl",
        "cup/tides-0002.jsonl",
        *(f"games/tides-000{n}.jsonl" for n in range(1, 9)),
    ]
    assert run("corpus", "stats", *folders).out.startswith("tides: 10 logs, 10 finished")
    twice = run("corpus", "dedupe", *folders)
    assert (twice.status, twice.out) == (1, "cup/tides-0002.jsonl  games/tides-0001.jsonl\n")
    found = run("corpus", "filter", *folders, "--least", 0).out.splitlines()
    assert len(found) == 10
    assert found[0] == (str(league / "cup/tides-0001.jsonl") if absolute else "cup/tides-0001.jsonl")
    assert all(Path(path).is_file() for path in found)


def test_what_is_passed_over_in_several_folders_stands_in_its_order(league: Path) -> None:
    for name in ("games/b.jsonl", "cup/c.jsonl", "games/a.jsonl"):
        Path(name).write_text("{}\n")
    told = json.loads(run("corpus", "check", "games", "cup", "--format", "json").out)
    assert told["others"] == ["cup/c.jsonl", "games/a.jsonl", "games/b.jsonl"]


def test_from_anywhere_the_paths_are_the_same(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = run("corpus", "check", "games", "cup", "--format", "json").out
    monkeypatch.chdir(league / "cup")
    assert run("corpus", "check", "../cup", "../games", "--format", "json").out == here
    assert run("corpus", "filter", ".", "../games").out.splitlines()[0] == "../cup/tides-0001.jsonl"


def test_what_is_moved_and_copied_keeps_its_folder(league: Path) -> None:
    assert run("corpus", "filter", league / "games", league / "cup", "--copy", "all").status == 0
    assert len(list(Path("all").rglob("*.jsonl"))) == 10
    assert Path("all/cup/tides-0001.jsonl").is_file()
    assert run("corpus", "dedupe", "games", "cup", "--move", "doubles").status == 0
    assert [str(path) for path in Path("doubles").rglob("*.jsonl")] == ["doubles/games/tides-0001.jsonl"]
    assert not Path("games/tides-0001.jsonl").exists()
    assert Path("cup/tides-0002.jsonl").is_file()


def test_pins_and_an_earlier_check_hold_for_several_folders(league: Path) -> None:
    Path("before.json").write_text(run("corpus", "check", "games", "cup", "--format", "json").out)
    assert run("corpus", "check", "cup", "games", "--against", "before.json").out == "Nothing changed.\n"
    log = Path("cup/tides-0001.jsonl")
    log.write_bytes(log.read_bytes().replace(b'"type":"pick"', b'"type":"pack"', 1))
    changed = json.loads(run("corpus", "check", "games", "cup", "--against", "before.json", "--format", "json").out)
    assert [group["logs"] for group in changed] == [["cup/tides-0001.jsonl"]]
    assert run("corpus", "check", "games", "cup").status == 1
    write_pins("cup", {"tides-0001.jsonl": Pin(1, "spoiled")})
    result = run("corpus", "check", "games", "cup")
    assert result.status == 0
    assert "pinned: cup/tides-0001.jsonl belongs to rules 1: spoiled" in result.out


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
