"""The pytest plugin, run by pytest within pytest."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import kronika.pytest_plugin.collect  # noqa: F401 - pytester forgets what a run within the run imports first
from kronika.core.basics.printable import printable
from kronika.core.contract.registry import game_names, get_game
from kronika.logs.files.pack_writing import new_pack
from kronika.logs.replaying.logfile import packed_bytes
from kronika.logs.replaying.replay import load
from kronika.logs.texts.convert import convert
from support.hostile import EVIL, EVIL_NAME
from support.logs import write
from support.plugin_runs import IMPORTED

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
GAMES = [get_game(name) for name in game_names()]  # for the same reason

DEAL = {"by": "chance", "do": {"type": "deal", "hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]}}
PICK = {"by": 0, "do": {"type": "pick", "card": 1}}
GOOD = [{"kronika": 2, "game": "tides", "rules": 1, "players": ["Anna", "Bob"]}, DEAL, PICK]
BAD = [*GOOD, {"by": 1, "do": {"type": "pick", "card": 1}}]
REFUSAL = "illegal You do not hold 1 King's Nest: your hand is 6, 7, 8, 9, 10. (TT-2.1)"

ROUND = """
[[example]]
id = "{id}"
game = "tides"
title = "A round"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = {{ Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }}
hands = {{ Anna = [15], Bob = [13] }}
[example.expect]
points = {{ Anna = {{ 15 = {points} }} }}
"""
RIGHT = ROUND.format(id="EX-1", points=12)  # 4 palaces x 3
WRONG = ROUND.format(id="EX-2", points=9)


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """pytest tells more where CI is set; what is tested here is what a person sees."""
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "kronika", *IMPORTED, *words)


def active(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    return run(pytester, "--kronika", *words)


def ids(pytester: pytest.Pytester, *words: str) -> list[str]:
    """The node ids that are collected."""
    return [line for line in active(pytester, "--collect-only", "-q", *words).outlines if "::" in line]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A right and a wrong example, a good and a bad log, and files that are nobody's or others'."""
    path = pytester.path
    (path / "rules.toml").write_text(RIGHT + WRONG, encoding="utf-8")
    (path / "games").mkdir()
    write(path / "games" / "good.jsonl", GOOD)
    write(path / "games" / "bad.jsonl", BAD)
    (path / "settings.toml").write_text('[tool]\nname = "x"\n', encoding="utf-8")
    write(path / "data.jsonl", [{"id": 1, "by": "them"}])
    write(path / "rows.jsonl", [[1, 2], [3, 4]])
    (path / "empty.jsonl").write_text("", encoding="utf-8")
    (path / "text.jsonl").write_text("no json\n", encoding="utf-8")
    return path


# -- what is collected ----------------------------------------------------------------------------------------------


def test_examples_and_logs_are_tests_and_other_files_are_left_alone(pytester: pytest.Pytester, folder: Path) -> None:
    assert ids(pytester) == [
        "games/bad.jsonl::replay",
        "games/good.jsonl::replay",
        "rules.toml::tides/EX-1",
        "rules.toml::tides/EX-2",
    ]


def test_pytest_finds_the_plugin_by_itself() -> None:
    """The runs within this run name it, since they are to have no other."""
    assert [point.value for point in entry_points(group="pytest11", name="kronika")] == ["kronika.pytest_plugin"]


def test_what_else_is_installed_does_not_matter(
    pytester: pytest.Pytester, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another package's plugin that turns the order of all tests round."""
    expected = ids(pytester)
    (tmp_path / "turned.py").write_text("def pytest_collection_modifyitems(items):\n    items.reverse()\n", "utf-8")
    about = tmp_path / "turned-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: turned\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text("[pytest11]\nturned = turned\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert ids(pytester) == expected
    assert [point.name for point in entry_points(group="pytest11", name="turned")] == ["turned"], "it is installed"


def test_without_being_asked_for_nothing_is_collected(pytester: pytest.Pytester, folder: Path) -> None:
    assert run(pytester).ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pytest.ini", "[pytest]\nkronika = true\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]\nkronika = true\n"),
    ],
)
def test_the_ini_file_asks_for_it(pytester: pytest.Pytester, folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    run(pytester).assert_outcomes(passed=2, failed=2)


def test_an_inactive_plugin_imports_nothing() -> None:
    code = (
        "import sys, kronika.pytest_plugin\n"
        "loaded = {'click', 'msgspec', 'kronika.core', 'kronika.cli', 'pytest'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_inactive_run_imports_no_part_of_kronika(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import sys\n"
        "def test_modules():\n"
        "    assert 'kronika.pytest_plugin' in sys.modules\n"
        "    assert not {'click', 'msgspec', 'kronika.core', 'kronika.cli'} & set(sys.modules)\n"
    )
    pytester.runpytest_subprocess("-p", "kronika").assert_outcomes(passed=1)


def test_an_empty_folder(pytester: pytest.Pytester) -> None:
    assert active(pytester).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_packed_and_compressed_logs(pytester: pytest.Pytester, folder: Path) -> None:
    good = str(folder / "games" / "good.jsonl")
    for name in ("a.kpack", "b.kpack.gz", "c.jsonl.gz", "d.jsonl.zst", "e.kpack.zst"):
        convert(good, str(folder / name))
    (folder / "others.jsonl.gz").write_bytes(gzip.compress(b'{"id": 1}\n'))
    names = [name for name in ids(pytester) if not name.startswith(("games/", "rules"))]
    assert names == [
        f"{name}::replay" for name in ("a.kpack", "b.kpack.gz", "c.jsonl.gz", "d.jsonl.zst", "e.kpack.zst")
    ]
    active(pytester, "--deselect=games/bad.jsonl", "--deselect=rules.toml").assert_outcomes(passed=6, deselected=3)


def test_each_log_in_a_file_of_many_is_a_test(pytester: pytest.Pytester, folder: Path) -> None:
    games = sorted((ROOT / "fixtures/games/tides").glob("*.jsonl"))[:2]
    with new_pack(str(folder / "many.kpack")) as writer:
        for path in games:
            writer.add(packed_bytes(load(str(path))), path.stem)
    done = run(pytester, "--kronika", "-v", str(folder / "many.kpack"))
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["*many.kpack::replay#1 PASSED*", "*many.kpack::replay#2 PASSED*"])


def test_paths_and_ignored_folders_are_as_pytest_has_them(pytester: pytest.Pytester, folder: Path) -> None:
    assert ids(pytester, "games") == ["games/bad.jsonl::replay", "games/good.jsonl::replay"]
    assert len(ids(pytester, "--ignore=games")) == 2
    assert ids(pytester, "rules.toml::tides/EX-2") == ["rules.toml::tides/EX-2"]
    (folder / "pytest.ini").write_text("[pytest]\nnorecursedirs = games\n", encoding="utf-8")
    assert len(ids(pytester)) == 2
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = games\n", encoding="utf-8")
    assert len(ids(pytester)) == 2


def test_the_examples_and_games_that_come_with_kronika_pass(pytester: pytest.Pytester) -> None:
    own = f"--ignore={ROOT / 'fixtures' / 'newgame'}"  # the model package has its tests run where it is made
    result = active(pytester, "--rootdir", str(ROOT), str(ROOT / "fixtures"), own, "-c", os.devnull)
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"passed"}
    assert outcomes["passed"] >= 20


# -- what is reported -----------------------------------------------------------------------------------------------


def test_a_failure_reads_like_the_command_line(pytester: pytest.Pytester, folder: Path) -> None:
    result = active(pytester)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*_ games/bad.jsonl: replay _*",
            f"games/bad.jsonl:4: {REFUSAL}",
            "*_ rules.toml: tides/EX-2 _*",
            "rules.toml:22: tides EX-2: A round",
            "  expect.points.Anna.15",
            "    expected  9",
            "    got       12: 12 for 15 Vestibule, palaces 4 x 3",
            "    rules     TT-4.6",
            "FAILED games/bad.jsonl::replay - Failed: games/bad.jsonl:4: illegal*",
            "FAILED rules.toml::tides/EX-2 - Failed: rules.toml:22: tides EX-2: A round",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:*")


def test_files_are_named_from_where_pytest_was_started(
    pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "games")
    result = active(pytester, "--rootdir", str(folder), "bad.jsonl", "../rules.toml")
    result.stdout.fnmatch_lines([f"bad.jsonl:4: {REFUSAL}", "../rules.toml:22: tides EX-2: A round"])


def test_a_long_list_of_faults_is_cut(pytester: pytest.Pytester) -> None:
    # Every other record is missing: 2, 4, 6 to 80 where 1, 3, 5 to 79 are due.
    lines = [{**({"redo": 1} if n % 2 else {"undo": 1}), "n": 2 * n} for n in range(2, 41)]
    write(pytester.path / "long.jsonl", [GOOD[0], {**DEAL, "n": 2}, *lines])
    result = active(pytester)
    result.assert_outcomes(failed=1)
    assert sum("order this is record" in line for line in result.outlines) == 31  # one of them in the summary
    result.stdout.fnmatch_lines(["… and 10 more lines"])


def test_a_broken_file_of_examples_is_an_error_with_its_line(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "torn.toml").write_text('[[example]]\nid = "X"\ngame = \n', encoding="utf-8")
    (folder / "typo.toml").write_text(RIGHT.replace("when =", "wehn ="), encoding="utf-8")
    (folder / "twice.toml").write_text(RIGHT + RIGHT, encoding="utf-8")
    (folder / "latin.toml").write_bytes(RIGHT.replace("A round", "Mus\xe9e").encode("latin-1"))
    result = active(pytester)
    result.assert_outcomes(errors=4)
    result.stdout.fnmatch_lines(
        [
            "*ERROR collecting latin.toml*",
            "latin.toml:5: The file is not UTF-8.",
            "torn.toml:3: Not TOML: *",
            "twice.toml:14: The id EX-1 of tides is used twice.",
            "typo.toml:6: *There is no `wehn` here*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    active(pytester, "--continue-on-collection-errors").assert_outcomes(passed=2, failed=2, errors=4)


def test_an_example_that_cannot_be_set_up_fails(pytester: pytest.Pytester) -> None:
    (pytester.path / "rules.toml").write_text(RIGHT.replace('"tides"', '"tidse"'), encoding="utf-8")
    result = active(pytester, "--strict-markers")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*There is no game called 'tidse'. Did you mean tides?*"])


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("cut.jsonl", b'{"kronika": 2, "game": "ti', "cut.jsonl:1: incomplete the first line is not a header*"),
        ("header.jsonl", b'{"kronika": 2}\n', "header.jsonl:1: schema the first line is not a header*"),
        ("headless.jsonl", b'{"n":1,"by":0,"do":{"type":"pick","card":1}}\n', "headless.jsonl:1: schema*"),
        ("game.jsonl", b'{"kronika":2,"game":"x","rules":1,"players":["a"]}\n', "game.jsonl:1: unknown-game*"),
        ("no.kpack", b"nonsense", "no.kpack:1: *"),
        ("void.kpack", b"", "void.kpack:1: schema the log is empty*"),
        ("cut.jsonl.gz", gzip.compress(b'{"kronika": 2}', mtime=0)[:-9], "cut.jsonl.gz:1: incomplete*"),
    ],
    ids=("cut", "header", "headless", "game", "packed", "void", "compressed"),
)
def test_a_broken_log_fails_with_its_line(pytester: pytest.Pytester, name: str, data: bytes, says: str) -> None:
    (pytester.path / name).write_bytes(data)
    result = active(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([says])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_is_named_fails_instead_of_being_passed_over(pytester: pytest.Pytester, folder: Path) -> None:
    result = active(pytester, "data.jsonl", "empty.jsonl")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["data.jsonl:1: schema *", "empty.jsonl:1: schema the log is empty*"])
    result = active(pytester, "settings.toml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["settings.toml:1: *"])


def test_a_file_that_cannot_be_read(pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    convert(str(folder / "games" / "good.jsonl"), str(folder / "good.jsonl.zst"))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    result = active(pytester, "good.jsonl.zst")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["This needs `pip install *"])
    pytester.makeconftest(
        "def pytest_collectstart(collector):\n"
        "    if collector.path.name == 'rules.toml':\n"
        "        collector.path.unlink()\n"
    )
    result = active(pytester, "rules.toml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["rules.toml: cannot read: No such file or directory."])


# -- options of pytest ----------------------------------------------------------------------------------------------


def test_strict(pytester: pytest.Pytester, folder: Path) -> None:
    active(pytester, "games/good.jsonl").assert_outcomes(passed=1)
    result = active(pytester, "games/good.jsonl", "--kronika-strict")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["games/good.jsonl:2: unsealed `state` is missing*"])
    (folder / "pytest.ini").write_text("[pytest]\nkronika = true\nkronika_strict = true\n", encoding="utf-8")
    run(pytester, "games/good.jsonl").assert_outcomes(failed=1)


def test_keywords_and_markers(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makepyfile("def test_own(): pass")
    assert ids(pytester, "-k", "EX-1 or good") == ["games/good.jsonl::replay", "rules.toml::tides/EX-1"]
    assert len(ids(pytester, "-m", "kronika")) == 4
    assert len(ids(pytester, "-m", "tides", "--strict-markers")) == 4
    assert [name.rpartition("::")[2] for name in ids(pytester, "-m", "not kronika")] == ["test_own"]


def test_the_markers_are_known(pytester: pytest.Pytester) -> None:
    lines = active(pytester, "--markers").stdout
    lines.fnmatch_lines(["@pytest.mark.kronika: *", "@pytest.mark.tides: *"])


def test_last_failed(pytester: pytest.Pytester, folder: Path) -> None:
    active(pytester).assert_outcomes(passed=2, failed=2)
    assert ids(pytester, "--lf") == ["games/bad.jsonl::replay", "rules.toml::tides/EX-2"]
    (folder / "rules.toml").write_text(RIGHT + ROUND.format(id="EX-2", points=12), encoding="utf-8")
    active(pytester, "--lf").assert_outcomes(passed=1, failed=1)
    assert ids(pytester, "--lf") == ["games/bad.jsonl::replay"]


def test_xdist(pytester: pytest.Pytester, folder: Path) -> None:
    result = pytester.runpytest_subprocess("-p", "kronika", "-p", "xdist", "--kronika", "-n", "2")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines_random([f"games/bad.jsonl:4: {REFUSAL}", "    expected  9"])


def test_junit_of_pytest_has_the_same_text(pytester: pytest.Pytester, folder: Path) -> None:
    active(pytester, "--junit-xml=report.xml")
    text = (folder / "report.xml").read_text(encoding="utf-8")
    assert "expected  9" in text
    assert 'name="tides/EX-2"' in text


def test_control_characters_in_names_are_written_out(pytester: pytest.Pytester) -> None:
    (pytester.path / "rules.toml").write_text(ROUND.format(id="a\\u001bb", points=9), encoding="utf-8")
    result = active(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["rules.toml:11: tides a\\x1bb: A round", "FAILED rules.toml::tides/a\\x1bb*"])


# -- hostile files ----------------------------------------------------------------------------------------------------


def test_nothing_of_a_hostile_file_acts(pytester: pytest.Pytester) -> None:
    write(pytester.path / "key.jsonl", [*GOOD, {EVIL: 1}])
    write(pytester.path / "tag.jsonl", [{**GOOD[0], "game": EVIL}])
    text = WRONG.replace('"EX-2"', json.dumps(EVIL, ensure_ascii=False).replace("\x7f", "\\u007f"))
    (pytester.path / "rules.toml").write_text(text, encoding="utf-8")
    (pytester.path / "torn.toml").write_text(f"[[example]]\nid = {EVIL}", encoding="utf-8")
    result = active(pytester, "--color=no", "--continue-on-collection-errors", "-rA")
    result.assert_outcomes(failed=3, errors=1)
    lines = result.outlines
    assert any("::error file=x::pwned\\r\\n" in line for line in lines)
    for line in lines:
        assert printable(line) == line
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


@pytest.mark.skipif(os.name == "nt", reason="there a name can't hold this")
@pytest.mark.parametrize("more", ["-q", "-v", "-vv"])
def test_nothing_of_a_hostile_name_acts(pytester: pytest.Pytester, more: str) -> None:
    write(pytester.path / f"{EVIL_NAME}.jsonl", [*GOOD, {"undo": 99}])
    write(pytester.path / "::error::a[b].jsonl", [*GOOD, {"undo": 99}])
    result = active(pytester, "--color=no", more)
    result.assert_outcomes(failed=2)
    for line in result.outlines:
        assert printable(line) == line
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_waited_for_by_nobody(pytester: pytest.Pytester, folder: Path) -> None:
    for name in ("pipe.jsonl", "pipe.toml", "pipe.kpack"):
        os.mkfifo(folder / name)
    assert len(ids(pytester)) == 4
    assert active(pytester, "pipe.jsonl").ret == pytest.ExitCode.USAGE_ERROR  # pytest itself takes only files


def test_of_what_others_have_only_the_beginning_is_read(pytester: pytest.Pytester) -> None:
    (pytester.path / "line.jsonl.gz").write_bytes(gzip.compress(b" " * 50_000_000, 1))
    (pytester.path / "big.toml").write_bytes(b"# nothing\n" * 2_000_000)
    tracemalloc.start()
    try:
        assert active(pytester).ret == pytest.ExitCode.NO_TESTS_COLLECTED
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_a_broken_game_of_another_package_fails_its_own_examples_alone(
    pytester: pytest.Pytester, install: Callable[..., None]
) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", "import numbers_that_are_nowhere")
    (pytester.path / "rules.toml").write_text(RIGHT + '[[example]]\nid = "A"\ngame = "second"\n', encoding="utf-8")
    result = active(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*The game 'second' of pack-of-second can't be used: *"])
