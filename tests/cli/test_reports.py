"""Reports for machines: what CI systems read of validate, diff and example check."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.cli.reports import MEANINGS, Case, Place, Problem, junit
from kronika.cli.reports import write as pieces
from kronika.core.basics.printable import printable, printable_lines
from kronika.logs.files.faults import MEANINGS as FAULTS
from support.logs import DUEL_HAND, DUEL_HEADER
from support.logs import write as write_lines
from support.reports import REFUSAL, sarif, write, write_games
from support.shell import Shell


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, duel: dict[str, str]
) -> Shell:
    monkeypatch.chdir(tmp_path)
    write_games(tmp_path)
    return Shell(monkeypatch, capsys)


# -- exit statuses and what stays as it is ------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json", "junit", "sarif", "github"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["validate", "games/good.jsonl"], 0),
        (["validate", "games"], 1),
        (["validate", "games", "none.jsonl"], 3),
        (["example", "check", "right.toml"], 0),
        (["example", "check", "rules.toml"], 1),
        (["example", "check", "torn.toml"], 1),
        (["example", "check", "rules.toml", "none.toml"], 3),
        (["diff", "games/good.jsonl", "games/good.jsonl"], 0),
        (["diff", "games/good.jsonl", "games/bad.jsonl"], 1),
        (["diff", "games/good.jsonl", "rules.toml"], 1),
        (["diff", "games/good.jsonl", "none.jsonl"], 3),
    ],
)
def test_the_exit_status_is_that_of_the_text(shell: Shell, form: str, words: list[str], status: int) -> None:
    done = shell(*words, "--format", form)
    assert done.status == status
    if form == "junit":
        ElementTree.fromstring(done.out)
    elif form == "sarif":
        sarif(done.out)
    elif form == "github":
        assert bool(done.out) == (status > 0)


def test_git_gets_text_alone(shell: Shell) -> None:
    done = shell("diff", "--git", "--format", "sarif", *"abcdefg")
    assert done.status == 2
    assert "can't read sarif" in done.err


def test_the_count_at_the_end_goes_to_standard_error(shell: Shell) -> None:
    assert shell("validate", "games", "--format", "github").err == "2 logs, 13 events: 1 with faults.\n"
    assert shell("example", "check", "rules.toml", "--format", "github").err == "2 examples: 1 failed.\n"


def test_every_code_of_a_fault_has_its_meaning() -> None:
    assert {code: MEANINGS[code] for code in FAULTS} == FAULTS


# -- JUnit ----------------------------------------------------------------------------------------------------------


def test_junit_has_a_test_case_for_every_log(shell: Shell) -> None:
    root = ElementTree.fromstring(shell("validate", "games", "none.jsonl", "--format", "junit").out)
    assert root.tag == "testsuites"
    (suite,) = root
    assert suite.attrib == {
        "name": "kronika validate",
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "skipped": "0",
    }
    bad, good, none = suite
    assert [case.attrib["name"] for case in suite] == ["games/bad.jsonl", "games/good.jsonl", "none.jsonl"]
    assert {case.attrib["classname"] for case in suite} == {"kronika.validate"}
    assert list(good) == []
    (failure,) = bad
    assert failure.tag == "failure"
    assert failure.attrib == {"message": REFUSAL, "type": "illegal"}
    assert failure.text == f"games/bad.jsonl:4: illegal {REFUSAL}"
    (error,) = none
    assert (error.tag, error.attrib["type"]) == ("error", "file")


def test_junit_says_of_an_example_what_the_command_line_says(shell: Shell) -> None:
    root = ElementTree.fromstring(shell("example", "check", "rules.toml", "--format", "junit").out)
    right, wrong = root[0]
    assert right.attrib == {
        "classname": "kronika.example.check",
        "name": "rules.toml::tides/right",
    }
    assert list(right) == []
    assert wrong.attrib["name"] == "rules.toml::tides/wrong"
    assert wrong[0].attrib["message"].startswith("expect.points.Anna.15: expected 9; got 12: 12 for 15 Vestibule")
    assert f"{wrong[0].text}\n" == shell("example", "check", "rules.toml").out


def test_junit_says_of_a_comparison_what_the_command_line_says(shell: Shell, tmp_path: Path) -> None:
    other = [*DUEL_HAND[:2], {"by": 1, "do": {"type": "play", "card": 1}}]
    write_lines(tmp_path / "other.jsonl", [DUEL_HEADER, *other])
    words = ("diff", "games/good.jsonl", "other.jsonl")
    (case,) = ElementTree.fromstring(shell(*words, "--format", "junit").out)[0]
    assert case.attrib["name"] == "other.jsonl::against games/good.jsonl"
    assert case[0].attrib == {"message": "event 3: `Bob: play 2` became `Bob: play 1`", "type": "differ-move"}
    assert f"{case[0].text}\n" == shell(*words).out
    (same,) = ElementTree.fromstring(shell("diff", "other.jsonl", "other.jsonl", "--format", "junit").out)[0]
    assert [child.tag for child in same] == ["system-out"]
    assert (same[0].text or "").endswith("The games are the same: 3 events.")


def test_junit_of_a_file_that_is_no_file_of_examples(shell: Shell) -> None:
    (case,) = ElementTree.fromstring(shell("example", "check", "torn.toml", "--format", "junit").out)[0]
    assert case.attrib["name"] == "torn.toml"
    assert case[0].attrib["type"] == "example-file"
    assert f"{case[0].text}\n" == shell("example", "check", "torn.toml").out


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_what_xml_and_utf8_have_no_sign_for_is_written_out(form: str) -> None:
    place = Place("caf\udce9\x1b.jsonl", 2)
    problem = Problem(place, "schema", "bell \x07, half \ud83d, null \0")
    out = write(form, "validate", [Case(place, problems=(problem,), text=problem.message)]).decode()
    for escape in ("\\x07", "\\ud83d", "\\x00"):
        assert (escape.replace("\\", "\\\\") if form == "sarif" else escape) in out


anything = st.text(alphabet=st.characters(exclude_categories=()))


@given(path=anything, text=anything, title=anything)
def test_any_text_makes_well_formed_xml(path: str, text: str, title: str) -> None:
    place = Place(path, 1)
    case = Case(place, title, "no game", problems=(Problem(place, "example", text, (title,)),), text=text)
    ((written,),) = ElementTree.fromstring(write("junit", "check", [case]))
    assert written[0].text == (printable_lines(text) or None)


def test_junit_keeps_to_the_schema_of_jenkins(shell: Shell, tmp_path: Path) -> None:
    """What the xUnit plugin's junit-10.xsd lets stand where: elements with their attributes and children."""
    told = ({"message", "type"}, set[str]())
    allowed: dict[str, tuple[set[str], set[str]]] = {
        "testsuites": ({"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
        "testsuite": (
            {
                "name",
                "tests",
                "failures",
                "errors",
                "group",
                "time",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
            },
            {"testsuite", "properties", "testcase", "system-out", "system-err"},
        ),
        "testcase": (
            {"name", "time", "classname", "group"},
            {"skipped", "error", "failure", "system-out", "system-err"},
        ),
        "error": told,
        "failure": told,
        "system-out": (set(), set()),
    }
    required = {"testsuite": {"name", "tests", "failures", "errors"}, "testcase": {"name"}}
    write_lines(tmp_path / "undone.jsonl", [DUEL_HEADER, *DUEL_HAND, {"undo": 1}, {"redo": 1}])
    seen = set()
    for words in (
        ("validate", "games", "none.jsonl"),
        ("example", "check", "rules.toml", "torn.toml"),
        ("diff", "games/good.jsonl", "undone.jsonl"),
    ):
        for element in ElementTree.fromstring(shell(*words, "--format", "junit").out).iter():
            attributes, children = allowed[element.tag]
            assert required.get(element.tag, set()) <= set(element.attrib) <= attributes
            assert {child.tag for child in element} <= children
            seen.add(element.tag)
    assert seen == set(allowed)


# -- GitHub ---------------------------------------------------------------------------------------------------------


def test_github_annotations(shell: Shell) -> None:
    out = shell("validate", "games", "none.jsonl", "--format", "github").out
    assert out.splitlines() == [
        f"::error file=games/bad.jsonl,line=4,title=illegal (TT-2.1)::{REFUSAL}",
        "::error file=none.jsonl,title=file::none.jsonl: cannot read: No such file or directory.",
    ]
    out = shell("example", "check", "rules.toml", "--format", "github").out
    assert out.startswith("::error file=rules.toml,line=21,title=tides/wrong (TT-4.6)::expect.points.Anna.15: expected")


def test_github_escapes() -> None:
    place = Place("50%,a:b.toml", 1)
    problem = Problem(place, "example", "a, 10%: b\nc\rd", ("X-1", "X-2"), "warning")
    out = write("github", "check", [Case(place, "tides/a,b::c", problems=(problem,))]).decode()
    assert out == (
        "::warning file=50%25%2Ca%3Ab.toml,line=1,title=tides/a%2Cb%3A%3Ac (X-1%2C X-2)::a, 10%25: b\\nc\\rd\n"
    )


def test_github_has_no_file_for_standard_input() -> None:
    place = Place("<stdin>", 4)
    out = write("github", "validate", [Case(place, problems=(Problem(place, "order", "no"),))]).decode()
    assert out == "::error title=order::<stdin>:4: no\n"


@given(path=anything, text=anything)
def test_an_annotation_is_one_line_and_can_be_read_back(path: str, text: str) -> None:
    place = Place(path, 1)
    problem = Problem(place, "schema", text)
    out = write("github", "validate", [Case(place, problems=(problem,))]).decode()
    assert out.count("\n") == 1
    assert "\r" not in out
    found = re.fullmatch(r"::error (.*?)::(.*)\n", out)
    assert found is not None
    assert found[2].replace("%25", "%") == printable(problem.told)
    for pair in found[1].split(","):
        assert re.fullmatch(r"(file|line|title)=[^:,]*", pair)


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_memory_does_not_grow_with_the_cases(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit, "IN_MEMORY", 10_000)

    def peak(number: int) -> int:
        cases = (Case(Place(f"games/{at}.jsonl", 1), text="all is well") for at in range(number))
        tracemalloc.start()
        size = sum(map(len, pieces(form, "validate", cases)))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert form == "github" or size > 100 * number  # each case is in it
        return found

    few = peak(300)
    assert peak(3_000) < few + 50_000  # with all cases in memory it would be more than 600,000


def test_a_report_of_no_case_is_whole() -> None:
    suite = ElementTree.fromstring(write("junit", "validate", []))[0]
    assert (suite.get("tests"), len(suite)) == ("0", 0)
    run = sarif(write("sarif", "validate", []).decode())
    assert run["results"] == run["artifacts"] == []
