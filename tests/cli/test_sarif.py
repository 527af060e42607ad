"""Reports in SARIF: the rule and the place of each finding, and fingerprints that outlive other changes."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from kronika.cli.reports import Case, Place, Problem
from kronika.cli.reports.sarif import FINGERPRINT, GITHUB_FINGERPRINT, MAX_RESULTS
from kronika.logs.texts.convert import convert, seal
from support.logs import DUEL_HAND, DUEL_HEADER
from support.logs import write as write_lines
from support.reports import EXAMPLES, REFUSAL, TIDES, sarif, where, write, write_games
from support.shell import Shell


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, duel: dict[str, str]
) -> Shell:
    monkeypatch.chdir(tmp_path)
    write_games(tmp_path)
    return Shell(monkeypatch, capsys)


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
