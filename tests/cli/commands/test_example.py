"""`example check | list | show`: worked examples from files and from those that come with Kronika."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.basics.toml import to_toml
from kronika.core.examples.example import read_examples
from support.cli import Result, fine, run
from support.pages import Read
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")

SHIPPED = sorted((ROOT / "fixtures" / "examples").glob("*.toml"))

GOOD = """\
[[example]]
id = "A-1"
game = "duel"
title = "The highest card that nobody else chose"
source = "by hand"
when = ["chance: prize 3", "Anna: play 4", "Bob: play 2", "Anna: take"]
[example.expect]
effects = [{ type = "won", seat = "Anna", prize = 3, rule = "DU-4" }]
points = { Anna = { prizes = 3 } }
totals = { Anna = 3, Bob = 0 }
turn = ["chance"]

[[example]]
id = "A-2"
game = "duel"
players = ["Eva", "Filip", "Gita"]
given = { won = { Eva = [5], Gita = [2, 3] } }
misprint = { printed = "5 : 6", right = "5 : 5", why = "2 + 3" }
[example.expect]
totals = { Eva = 5, Filip = 0, Gita = 5 }
"""

BAD = GOOD.replace("Anna = 3, Bob = 0", "Anna = 4, Bob = 0").replace('rule = "DU-4"', 'rule = "DU-3"')


@pytest.fixture
def files(here: Path) -> Path:
    """An example file whose examples are right, and one in which one of them is wrong."""
    Path("good.toml").write_text(GOOD)
    Path("bad.toml").write_text(BAD)
    return here


# -- check ------------------------------------------------------------------------------------------------------


def test_what_is_shipped_is_right() -> None:
    done = fine("example", "check")
    n = sum(len(read_examples(path.read_text(encoding="utf-8"))) for path in SHIPPED)
    assert (done.out, done.err) == ("", f"{n} examples: all as the book says.\n")


def test_check(files: Path) -> None:
    assert fine("example", "check", "good.toml") == Result(0, "", "2 examples: all as the book says.\n")


def test_check_tells_what_differs_with_line_key_and_rules(files: Path) -> None:
    done = run("example", "check", "good.toml", "bad.toml")
    assert (done.status, done.err) == (1, "4 examples: 1 failed.\n")
    assert done.lines == [
        "bad.toml:8: duel A-1: The highest card that nobody else chose",
        "  expect.effects.1",
        "    expected  won seat Anna, prize 3 (DU-3)",
        "    got       won seat Anna, prize 3 (DU-4)",
        "    rules     DU-4",
        "  expect.totals.Anna",
        "    expected  4",
        "    got       3: 3 for prizes/prize 3",
        "    rules     DU-5",
    ]


def test_check_as_json(files: Path) -> None:
    done = run("example", "check", "bad.toml", "--format", "json")
    assert done.status == 1
    assert done.json == [
        {
            "file": "bad.toml",
            "line": 8,
            "game": "duel",
            "id": "A-1",
            "ok": False,
            "unconfirmed": False,
            "findings": [
                {
                    "key": "expect.effects.1",
                    "expected": "won seat Anna, prize 3 (DU-3)",
                    "got": "won seat Anna, prize 3 (DU-4)",
                    "rules": ["DU-4"],
                },
                {"key": "expect.totals.Anna", "expected": "4", "got": "3: 3 for prizes/prize 3", "rules": ["DU-5"]},
            ],
        },
        {"file": "bad.toml", "line": 14, "game": "duel", "id": "A-2", "ok": True, "unconfirmed": False, "findings": []},
    ]


def test_check_standard_input(files: Path) -> None:
    assert fine("example", "check", "-", stdin=GOOD).err == "2 examples: all as the book says.\n"
    done = run("example", "check", "-", stdin=BAD)
    assert done.lines[0].startswith("<stdin>:8: duel A-1")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "The file is empty: an example is an [[example]] with an id, a game"),
        ("# not yet\n", 1, "`kronika example new GAME` writes one for you to fill in."),
        ("[[example]\n", 1, "Not TOML: "),
        ('[[example]]\nid = "A"\n', 1, "`game` is missing"),
        ('[[example]]\nid = "A"\ngame = "duel"\n\nwen = []\n', 5, "`wen`"),
        ('[[example]]\nid = "A"\ngame = 7\n', 3, "game: "),
        ('[[example]]\nid = "A"\ngame = "duel"\n[[example]]\nid = "A"\ngame = "duel"\n', 5, "is used twice"),
        ("a = " + "[" * 5000 + "\n", 1, "nested too deep"),
        ("a = " + "1" * 5000 + "\n", 1, "A number is too long."),
        ("a = 1979-05-27T07:32:00Z\n", 1, "`a`"),
    ],
)
def test_files_that_hold_no_examples(here: Path, text: str, line: int, message: str) -> None:
    Path("x.toml").write_text(text)
    done = run("example", "check", "x.toml")
    assert (done.status, done.err) == (1, "No example was run. 1 file can't be read.\n")
    assert done.out.startswith(f"x.toml:{line}: ")
    assert message in done.out
    as_json = run("example", "check", "x.toml", "--format", "json").json
    assert (as_json[0]["file"], as_json[0]["line"]) == ("x.toml", line)
    for command in ("list", "show"):
        words = ("A",) if command == "show" else ()
        done = run("example", command, *words, "x.toml")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"error: x.toml:{line}: ")


@pytest.mark.parametrize(
    ("change", "expected", "got"),
    [
        (('game = "duel"', 'game = "dual"'), "a position that can be set up", "Did you mean duel?"),
        (("Eva = [5]", "Ewa = [5]"), "a position that can be set up", "There is no player 'Ewa'. Did you mean: Eva?"),
        (("given = { won", "given = { one"), "a position that can be set up", "There is no `one` here"),
        (("Anna: play 4", "Anna: play 5"), "the move `Anna: play 5`", "You do not hold 5. (DU-2)"),
        (("Anna: play 4", "Anna: pla 4"), "the move `Anna: pla 4`", "Did you mean: play"),
    ],
)
def test_examples_that_cannot_be_played(here: Path, change: tuple[str, str], expected: str, got: str) -> None:
    Path("x.toml").write_text(GOOD.replace(*change))
    done = run("example", "check", "x.toml")
    assert done.status == 1
    text = " ".join(done.out.split())
    assert f"expected {expected}" in text
    assert got in text
    name = "A-2" if "won" in change[0] or "Eva" in change[0] else "A-1"
    shown = run("example", "show", name, "x.toml")
    assert shown.status in (0, 2)
    assert got in " ".join((shown.out + shown.err).split())


@pytest.mark.parametrize("command", ["check", "list"])
def test_files_that_cannot_be_read(here: Path, command: str) -> None:
    assert run("example", command, "none.toml") == Result(
        3, "", "error: none.toml: cannot read: No such file or directory.\n"
    )
    assert run("example", command, ".").status == 3
    Path("x.toml").write_bytes(b"\xff\xfe")
    assert run("example", command, "x.toml") == Result(3, "", "error: x.toml: is not UTF-8 text.\n")


# -- list -------------------------------------------------------------------------------------------------------


def test_list(files: Path) -> None:
    rows = [line.split("  ") for line in fine("example", "list", "good.toml").lines]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows[2:]] == [
        ["duel", "A-1", "The highest card that nobody else chose", "by hand"],
        ["duel", "A-2", "misprint"],
    ]


def test_list_on_narrow_paper_leaves_the_sources_out() -> None:
    wide, narrow = fine("example", "list", columns=400), fine("example", "list", columns=80)
    assert "rulebook, card 16" in wide.out
    assert "rulebook, card 16" not in narrow.out
    assert "Molehill counts the suits that appear just once" in narrow.out


def test_a_list_of_a_narrow_terminal_has_titles_in_several_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)
    lines = fine("example", "list", "tides", columns=50).lines
    assert max(map(len, lines)) <= 50
    assert "Molehill counts the suits that appear just once" in " ".join(" ".join(lines).split())


def test_a_game_and_a_folder_in_place_of_a_file(files: Path) -> None:
    Path("rules/more").mkdir(parents=True)
    Path("good.toml").rename("rules/more/good.toml")
    Path("rules/matches.toml").write_text("[[match]]\n")
    assert fine("example", "check", "rules").err == "2 examples: all as the book says.\n"
    assert [one["file"] for one in fine("example", "list", "rules", "--format", "json").json] == [
        "rules/more/good.toml"
    ] * 2
    games = {one["example"]["game"] for one in fine("example", "list", "tides", "--format", "json").json}
    assert games == {"tides"}
    assert fine("coverage", "--examples", "rules", "--format", "json").json["duel"]["rules"]


def test_each_is_drawn_under_its_name(files: Path) -> None:
    """An id is no name of a file; two that differ in case alone have two pictures on every disk."""
    ids = ("A-1", "a-1", "../A 1/é")
    text = "".join(GOOD.split("\n\n")[0].replace('"A-1"', f'"{one}"') + "\n" for one in ids)
    Path("odd.toml").write_text(text, encoding="utf-8")
    done = fine("example", "draw", "odd.toml", "--out", "pictures", "--theme", "print", "--size", 700)
    assert done.err == "3 pictures.\n"
    assert sorted(path.name for path in Path("pictures").iterdir()) == [
        "duel-.._A_1_.svg",
        "duel-A-1.svg",
        "duel-a-1-2.svg",
    ]
    drawn = Path("pictures/duel-.._A_1_.svg").read_text(encoding="utf-8")
    assert 'width="700"' in drawn
    fine("example", "show", "odd.toml#../A 1/é", "--out", "one.svg", "--theme", "print", "--size", 700)
    assert Path("one.svg").read_text(encoding="utf-8") == drawn
    fine("example", "show", "odd.toml#../A 1/é", "--out", "light.svg", "--theme", "light", "--size", 700)
    assert Path("light.svg").read_text(encoding="utf-8") != drawn
    again = run("example", "draw", "odd.toml", "--out", "pictures")
    assert (again.status, "pictures: is a folder with something in it" in again.err) == (3, True)


def test_a_page_has_the_tables_of_rules_as_tables_and_all_of_it_in_print(here: Path) -> None:
    """IM-2.7 has a table of the blue cards; DX-4 plays one and comes out as it says, so that it is folded up."""
    fine("example", "check", "imhotep", "--out", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    rule = page[page.index('<dt id="imhotep-IM-2.7">') :].partition("</dd>")[0]
    assert '<th scope="col">card</th> <th scope="col">you name</th>' in rule
    assert "<tr><td>hammer</td> <td>ship, place</td>" in rule
    assert "|" not in rule
    assert "@media print" in page
    assert ".examples details::details-content { content-visibility: visible; }" in page


def test_what_has_no_position_is_named_and_the_others_are_drawn(files: Path) -> None:
    Path("bad.toml").write_text(GOOD.replace("Gita = [2, 3]", "Gita = [9]"))
    done = run("example", "draw", "bad.toml", "--out", "pictures")
    assert (done.status, [path.name for path in Path("pictures").iterdir()]) == (1, ["duel-A-1.svg"])
    assert done.err.startswith("bad.toml: duel/A-2 has no position to draw: ")
    assert done.err.endswith("\n1 picture.\n")


def test_coverage_of_examples_of_no_game(files: Path) -> None:
    Path("bad.toml").write_text(GOOD.split("\n\n")[0].replace('"duel"', '"duell"'))
    done = run("coverage", "--examples", "bad.toml", "good.toml", "--missing")
    assert done.status == 1
    assert done.err.count("There is no game called 'duell'. Did you mean duel?") == 1
    assert "duel: of " in done.out


@pytest.mark.parametrize(
    "words",
    [("example", "check"), ("example", "list"), ("coverage", "--examples"), ("rules", "diff", "tides")],
    ids=" ".join,
)
def test_a_misspelt_game_is_reported_where_a_file_or_a_game_may_stand(here: Path, words: tuple[str, ...]) -> None:
    done = run(*words, "tidse")
    assert (done.status, done.out) == (3, "")
    assert done.err == "error: tidse: there is no such file, and no such game. Did you mean tides?\n"


def test_a_folder_without_examples_is_no_folder_where_all_is_well(here: Path) -> None:
    Path("rules").mkdir()
    Path("rules/matches.toml").write_text("[[match]]\n")
    for words in (("check",), ("list",), ("check", "--format", "junit")):
        done = run("example", *words, "rules")
        assert done.status == 3
        assert "rules: there is no file with an [[example]] in it." in done.out + done.err


def test_list_as_json(files: Path) -> None:
    first, second = fine("example", "list", "good.toml", "--format", "json").json
    assert first["file"] == "good.toml"
    assert (first["example"]["id"], first["example"]["game"]) == ("A-1", "duel")
    assert second["example"]["misprint"]["right"] == "5 : 5"


def test_list_of_what_is_shipped() -> None:
    every = fine("example", "list", "--format", "json").json
    assert {one["file"] for one in every} == {path.name for path in SHIPPED}
    tides = [one["example"]["id"] for one in every if one["example"]["game"] == "tides"]
    assert [name[3:] for name in tides if name.startswith("EX-")] == ["1", "2", "2b", "3", "4", "5", "6"]


# -- show -------------------------------------------------------------------------------------------------------


def test_show(files: Path) -> None:
    done = fine("example", "show", "duel/a-1", "good.toml")
    assert done.lines[:2] == ["duel A-1: The highest card that nobody else chose", "by hand"]
    assert "   4  Anna: take" in done.lines
    assert "        Anna takes the prize of 3 (DU-4)" in done.lines
    assert [line.split() for line in done.lines if line.startswith("total")] == [["total", "3", "0"]]
    assert done.lines[-1] == "Chance is due: enter the outcome."


def test_show_tells_a_misprint(files: Path) -> None:
    done = fine("example", "show", "A-2", "good.toml")
    assert "Misprint: the book says 5 : 6, it should say 5 : 5: 2 + 3" in done.lines


def test_show_tells_what_fails(files: Path) -> None:
    done = fine("example", "show", "A-1", "bad.toml")
    assert "FAILS expect.totals.Anna: expected 4; got 3: 3 for prizes/prize 3" in done.lines


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("A-3", "good.toml"), "There is no example 'A-3'. Did you mean A-"),
        (("tides/A-1", "good.toml"), "There is no example 'tides/A-1'."),
        (("EX-99",), "There is no example 'EX-99'. Did you mean EX-"),
        (("tides/EX-99",), "There is no example 'tides/EX-99'. Did you mean tides/EX-"),
        (("tidse/EX-3",), "There is no example 'tidse/EX-3'. Did you mean tides/EX-3"),
        (("good.toml",), "good.toml: name one of its examples, good.toml#ID;"),
        (("",), "There is no example ''."),
    ],
)
def test_show_what_is_not_there(files: Path, words: tuple[str, ...], message: str) -> None:
    done = run("example", "show", *words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_a_mistyped_subcommand_is_guessed_at() -> None:
    done = run("example", "shwo")
    assert done.status == 2
    assert "Did you mean" in done.err
    assert "show" in done.err


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_an_example_shown_is_as_pinned(path: Path, snapshot: SnapshotAssertion) -> None:
    """Title, position, moves with their effects, the table after them and the score sheet; the first of each game."""
    one = read_examples(path.read_text(encoding="utf-8"))[0]
    assert fine("example", "show", f"{one.game}/{one.id}", path, columns=100).out == snapshot


def test_files_of_something_else_are_passed_over_on_request(here: Path) -> None:
    """As the hook asks for: a matches.toml or pyproject.toml is no file of examples, one with a fault still is."""
    Path("matches.toml").write_text('[[match]]\nname = "x"\n', encoding="utf-8")
    Path("torn.toml").write_text("[[example]]\nid = \n", encoding="utf-8")
    assert run("example", "check", "matches.toml").status == 1
    assert run("example", "check", "--skip-others", "matches.toml").err == "No example was run.\n"
    assert run("example", "check", "--skip-others", "matches.toml", "torn.toml").status == 1
    Path("good.toml").write_text(GOOD, encoding="utf-8")
    both = "2 examples: all as the book says. 1 file can't be read.\n"
    for form in ("text", "json", "github"):
        done = run("example", "check", "good.toml", "torn.toml", "--format", form)
        assert (done.status, done.err) == (1, both)
    assert run("example", "check", "--skip-others", "--format", "junit", "matches.toml").out.count("<testcase") == 0


# -- those of another package -------------------------------------------------------------------------------------

SECOND = "from support.duel import Duel\nclass Second(Duel):\n    name = 'second'\nGAME = Second()\n"


def test_a_game_of_another_package_brings_its_own(here: Path, install: Callable[..., None]) -> None:
    theirs = {"examples.toml": GOOD.replace('"duel"', '"second"')}
    install("pack-of-second", "second = pack_of_second:GAME", SECOND, **theirs)
    n = sum(len(read_examples(path.read_text(encoding="utf-8"))) for path in SHIPPED)
    assert fine("example", "check").err == f"{n + 2} examples: all as the book says.\n"
    assert [line.split()[:2] for line in fine("example", "list").lines[-2:]] == [["second", "A-1"], ["second", "A-2"]]
    assert fine("example", "show", "second/a-1").lines[0] == "second A-1: The highest card that nobody else chose"


def test_a_wrong_one_is_found_under_its_name(here: Path, install: Callable[..., None]) -> None:
    install(
        "pack-of-second", "second = pack_of_second:GAME", SECOND, **{"examples.toml": BAD.replace("duel", "second")}
    )
    done = run("example", "check")
    assert done.status == 1
    assert done.lines[0] == "second/examples.toml:8: second A-1: The highest card that nobody else chose"


def test_a_broken_game_hides_no_example_of_others(here: Path, install: Callable[..., None]) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", "raise SystemExit")
    done = fine("example", "show", "tides/EX-1")
    assert done.err.startswith("warning: The game 'second' of pack-of-second can't be used: ")


# -- as pages and pictures ----------------------------------------------------------------------------------------


def test_a_report_is_a_page_with_what_fails_first(files: Path) -> None:
    done = run("example", "check", "good.toml", "bad.toml", "--out", "report.html")
    assert (done.status, done.out, done.err) == (1, "", "4 examples: 1 failed.\n")
    text = Path("report.html").read_text()
    read = Read(text)
    heads = [part for part in read.texts["h2"] if part.startswith(("✘", "✔"))]
    assert heads[0] == "✘ duel/A-1: The highest card that nobody else chose"
    assert heads[1:] == ["✔ duel/A-1: The highest card that nobody else chose", "✔ duel/A-2", "✔ duel/A-2"]
    found = [part for part in read.texts["li"] if part.startswith("line ")]
    assert found == [
        "line 8: expect.effects.1: expected won seat Anna, prize 3 (DU-3); got won seat Anna, prize 3 (DU-4)",
        "line 10: expect.totals.Anna: expected 4; got 3: 3 for prizes/prize 3",
    ]
    assert {"DU-4", "DU-5"} <= set(read.texts["b"])
    assert read.texts["figcaption"] == ["Position", "After the moves"] * 2 + ["Position"] * 2
    assert not read.all("script")
    used = [attrs["href"] for attrs in read.all("use")]
    assert used
    assert set(used) == {f"#{attrs['id']}" for attrs in read.all("g") if (attrs.get("id") or "").startswith("shape-")}


def test_a_report_tells_files_that_are_none(files: Path) -> None:
    Path("torn.toml").write_text("[[example]]\nid = ")
    done = run("example", "check", "torn.toml", "nowhere.toml", "good.toml", "--format", "html")
    assert done.status == 3
    assert Read(done.out).texts["h2"][:2] == ["✘ torn.toml:2", "✘ nowhere.toml"]


def test_what_out_is_for(files: Path) -> None:
    assert run("example", "check", "good.toml", "--out", "x.html", "--format", "json").status == 2
    done = run("example", "check", "good.toml", "--out", "x.txt")
    assert (done.status, done.err) == (3, "error: x.txt: the name of a page ends in .html.\n")
    done = run("example", "show", "good.toml#A-1", "--out", "x.jpg")
    assert done.err == "error: x.jpg: the name of a page or a picture ends in .html, .svg or .png.\n"
    assert done.status == 3
    assert run("example", "show", "good.toml#A-1", "--out", "x.html", "--toml").status == 2
    assert not list(Path().glob("x.*"))


def test_an_example_is_a_page(files: Path) -> None:
    fine("example", "show", "good.toml#A-1", "--out", "A-1.html")
    read = Read(Path("A-1.html").read_text())
    assert read.texts["h1"] == ["duel/A-1"]
    assert "Anna: take" in read.texts["li"]
    (expected,) = read.texts["pre"]
    assert tomllib.loads(expected) == {"expect": tomllib.loads(GOOD)["example"][0]["expect"]}


def test_an_example_is_a_picture(files: Path) -> None:
    fine("example", "show", "tides/EX-1", "--out", "EX-1.svg")
    root = ElementTree.parse("EX-1.svg").getroot()
    keys = [group.get("id") or "" for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("id")]
    assert {"before-card-15", "after-card-15", "before-caption", "after-caption"} <= set(keys)
    assert len(keys) == len(set(keys))
    done = run("example", "show", "EX-1", "--out", "all.svg")
    assert done.status == 2
    assert "A picture shows one example: " in done.err


def test_an_example_that_moves_nothing_is_one_picture(files: Path) -> None:
    """Example 1 of Tigris is about the points of a position."""
    fine("example", "show", "tigris/EX-1", "--out", "EX-1.svg")
    text = Path("EX-1.svg").read_text()
    assert 'viewBox="0 0 500 ' in text
    assert ("before-caption" in text, "after-caption" in text) == (True, False)
    fine("example", "show", "tigris/EX-1", "--out", "EX-1.html")
    assert Read(Path("EX-1.html").read_text()).texts["figcaption"] == ["Position"]


def test_an_example_without_a_position_is_reported(files: Path) -> None:
    Path("no.toml").write_text(GOOD.replace("won = {", "wan = {"))
    fine("example", "show", "no.toml#A-2", "--out", "no.html")
    assert "given.wan" in Path("no.html").read_text()
    done = run("example", "show", "no.toml#A-2", "--out", "no.svg")
    assert (done.status, done.err[:40]) == (2, "error: duel/A-2 has no position to draw:")


@pytest.mark.parametrize("evil", ["</pre></script><img src=x onerror=x()>", '"><b>', "]]><!--", "\u202e\x1b[31m"])
def test_nothing_in_an_example_is_more_than_text(here: Path, evil: str) -> None:
    table = {
        **tomllib.loads(GOOD)["example"][0],
        **dict.fromkeys(("id", "title", "source", "note"), evil),
        "misprint": dict.fromkeys(("printed", "right", "why"), evil),
        "expect": {"state": {"due": evil}},
    }
    Path("evil.toml").write_text("\n".join(to_toml(table, "[[example]]")))
    text = run("example", "check", "evil.toml", "--format", "html").out
    read = Read(text)
    assert not read.all("img")
    assert not read.all("script")
    assert "\x1b" not in text
    assert "\u202e" not in text
