"""`rules diff`, `rules audit`, `coverage --examples`: which rules have changed, and what cites them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kronika.core import game_names, get_game
from kronika.core.rulebook.spec import package_folder, spec_text
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.citations import audit, citations
from support.cli import Result, fine, run
from support.logs import hand_written, tides_game

Install = Callable[..., None]

SHIPPED = [name for name in game_names() if type(get_game(name)).__module__.startswith("kronika.")]
SOURCE = '''"""A duel (DU-1)."""
from support.duel import Duel

class Mini(Duel):
    name = "mini"
    title = "Mini duel"

GAME = Mini()  # DU-2, DU-9
'''
SPEC = """# Mini duel

## 1. A round
- **DU-1** A prize is turned up.
- **DU-2** Everybody chooses a card in secret; all are shown at once.
- **DU-4** The winner takes the prize, or spares it (DU-2).

## 2. The end
- **DU-5** After three rounds the highest sum of prizes wins.
"""
EXAMPLES = """[[example]]
id = "A-1"
game = "mini"
before = ["chance: prize 3", "Anna: play 4"]
when = ["Bob: play 2"]
[example.expect]
effects = [{ type = "shown" }]
illegal = [{ move = "Bob: play 1", rule = "DU-1" }]
"""
NEW = (
    SPEC.replace("in secret", "openly")
    .replace("- **DU-5** After", "- **DU-6** After")
    .replace("## 2.", "- **DU-7** Nobody cheats.\n\n## 2.")
)


@pytest.fixture
def mini(here: Path, install: Install) -> Path:
    """A game in a package of its own, with rules and examples; a folder to work in with two versions of the rules."""
    install("pack-of-mini", "mini = pack_of_mini:GAME", SOURCE, **{"SPEC.md": SPEC, "examples.toml": EXAMPLES})
    (here / "old.md").write_text(SPEC)
    (here / "new.md").write_text(NEW)
    return here


def package() -> Path:
    home = package_folder(get_game("mini"))
    assert isinstance(home, Path)
    return home


# -- rules diff ---------------------------------------------------------------------------------------------------


def test_what_has_changed_and_what_cites_it(mini: Path) -> None:
    done = run("rules", "diff", "old.md", "new.md")
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        "DU-2: other words\n"
        "    Everybody chooses a card [-in secret;-] {+openly;+} all are shown at once.\n"
        "    code: __init__.py:8\n"
        "    rule: DU-4\n"
        "    example: A-1\n"
        "DU-7: new\n"
        "    Nobody cheats.\n"
        "    not cited\n"
        "DU-5: now DU-6\n"
        "    After three rounds the highest sum of prizes wins.\n"
        "    not cited\n"
        "\n"
        "1 other words, 1 moved, 1 new.\n"
    )


def test_what_tests_and_logs_cite(mini: Path) -> None:
    (mini / "tests" / "deep").mkdir(parents=True)
    (mini / "tests" / "deep" / "test_it.py").write_text("# DU-5\n\n# DU-5, DU-5 and DU-51\n")
    (mini / "tests" / "picture.png").write_bytes(b"\xff\xd8DU-5")
    (mini / "logs").mkdir()
    header = '{"kronika":2,"game":"mini","rules":1,"players":["Anna","Bob"]}\n'
    game = Path(hand_written(mini / "logs" / "a.jsonl"))
    game.write_text(header + game.read_text().partition("\n")[2])
    (mini / "logs" / "b.jsonl").write_text(header + '{"by":0,"do":{"type":"take"}}\n')
    write_log("logs/other.jsonl", tides_game())
    done = run("rules", "diff", "old.md", "mini", "--tests", "tests", "--logs", "logs")
    assert done == Result(0, "No rule has changed.\n", "")
    done = run("rules", "diff", "new.md", "mini", "--tests", "tests", "--logs", "logs")
    assert done.err == "warning: logs/b.jsonl:2: illegal It is not the time, or not your turn. (DU-1)\n"
    lines = done.lines
    at = lines.index("DU-6: now DU-5")
    assert lines[at + 2 : at + 4] == ["    DU-5 test: tests/deep/test_it.py:1+3", "    DU-5 log: logs/a.jsonl"]


def test_as_json(mini: Path) -> None:
    one, *_ = run("rules", "diff", "old.md", "new.md", "--format", "json").json
    assert (one["change"]["kind"], one["change"]["before"]["number"]) == ("words", "DU-2")
    assert one["citations"]["DU-2"] == [
        {"kind": "code", "where": "__init__.py", "lines": [8]},
        {"kind": "rule", "where": "DU-4", "lines": []},
        {"kind": "example", "where": "A-1", "lines": []},
    ]
    assert fine("rules", "diff", "old.md", "old.md", "--format", "json").json == []


def test_only_the_words_around_a_change_are_reported(mini: Path) -> None:
    long = " ".join(f"w{n}" for n in range(60))
    for name, word in (("old.md", "one"), ("new.md", "two")):
        (mini / name).write_text(f"- **DU-1** {long} {word} {long}\n")
    text = " ".join(run("rules", "diff", "old.md", "new.md").out.split())
    assert text.startswith(
        "DU-1: other words … w52 w53 w54 w55 w56 w57 w58 w59 [-one-] {+two+} w0 w1 w2 w3 w4 w5 w6 w7 … "
    )


def test_rules_without_end_are_not_compared_word_by_word(mini: Path) -> None:
    """It would take time by the square of them."""
    for name, word in (("old.md", "one"), ("new.md", "two")):
        (mini / name).write_text(f"- **DU-1** {f'{word} and ' * 1_000}\n")
    text = run("rules", "diff", "old.md", "new.md").out
    assert " ".join(text.split()).startswith("DU-1: other words [-one and one and")
    assert "{+two and two and" in text


def test_the_rules_of_standard_input(mini: Path) -> None:
    assert fine("rules", "diff", "-", "mini", stdin=SPEC).out == "No rule has changed.\n"


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("old.md",), 2, "Missing argument 'NEW'."),
        (("old.md", "none.md"), 3, "none.md: cannot read: No such file or directory."),
        (
            ("empty.md", "mini"),
            2,
            "empty.md: no numbered rule of Mini duel, as **DU-1.1**, is in it; `kronika rules mini --format markdown`",
        ),
        (("empty.md", "old.md"), 2, "empty.md: no numbered rule is in it; `kronika rules GAME --format markdown`"),
        (("tides", "mini"), 2, "tides and mini are two games: two versions of the rules of one can be compared."),
        (("old.md", "new.md", "--tests", "none"), 3, "none: there is no such folder."),
        (("old.md", "new.md", "--logs", "."), 3, ".: there is no log in it."),
        (("bytes.md", "mini"), 3, "bytes.md: is not UTF-8 text."),
    ],
)
def test_diff_wrongly_used(mini: Path, words: tuple[str, ...], status: int, message: str) -> None:
    (mini / "empty.md").write_text("# A heading\n- **EX-1** no rule\n")
    (mini / "bytes.md").write_bytes(b"\xff\xfe")
    done = run("rules", "diff", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


def test_texts_that_would_act_at_a_terminal(mini: Path) -> None:
    (mini / "new.md").write_text(SPEC.replace("in secret", "in \x1b[31m\u202esecret"))
    (mini / "tests\x1b[31m").mkdir()
    (mini / "tests\x1b[31m" / "a\u202e.py").write_text("DU-2")
    for more in ((), ("--format", "json")):
        done = run("rules", "diff", "old.md", "new.md", "--tests", "tests\x1b[31m", *more)
        assert not {"\x1b", "\u202e"} & set(done.out + done.err)
        assert "DU-2" in done.out


# -- rules audit --------------------------------------------------------------------------------------------------


def test_an_audit(mini: Path) -> None:
    """Nothing is confirmed; all is; a rule has other words, one is gone, one is cited that never was."""
    first = run("rules", "audit", "mini")
    assert first.status == 1
    assert first.lines[:4] == [
        "DU-1: not confirmed yet",
        "    code: __init__.py:1",
        "    refusing example: A-1",
        "DU-2: not confirmed yet",
    ]
    assert first.lines[-2:] == ["DU-9: there is no such rule", "    code: __init__.py:8"]
    done = run("rules", "audit", "mini", "--accept")
    assert (done.status, done.err) == (
        1,
        "4 rules of Mini duel confirmed.\nDU-9: no such rule, and still cited.\n",
    )
    (package() / "__init__.py").write_text(SOURCE.replace(", DU-9", ""))
    assert run("rules", "audit", "mini") == Result(
        0, "", "Mini duel: nothing to check, every rule is as it was confirmed.\n"
    )
    (package() / "SPEC.md").write_text(NEW)
    spec_text.cache_clear()
    _forget_rules()
    done = run("rules", "audit", "mini")
    assert done.status == 1
    assert [line for line in done.lines if not line.startswith(" ")] == [
        "DU-2: its words are not those that were confirmed",
        "DU-7: not confirmed yet",
        "DU-6: not confirmed yet",
        "DU-5: there is no such rule",
    ]


def _forget_rules() -> None:
    from kronika.core.rulebook.spec import rules_of

    rules_of.cache_clear()


def test_rules_are_confirmed_one_by_one(mini: Path) -> None:
    assert fine("rules", "audit", "mini", "du-2", "DU-4", "--accept").err == "2 rules of Mini duel confirmed.\n"
    text = (package() / "confirmed.toml").read_text()
    assert [line.split(" = ")[0] for line in text.split("\n") if line.startswith('"')] == ['"DU-2"', '"DU-4"']
    done = run("rules", "audit", "mini", "--format", "json")
    assert [(doubt["number"], doubt["why"]) for doubt in done.json] == [
        ("DU-1", "new"),
        ("DU-5", "new"),
        ("DU-9", "gone"),
    ]
    assert fine("rules", "audit", "mini", "DU-2").out == ""
    fine("rules", "audit", "mini", "DU-1", "--accept")
    assert '"DU-1" = ' in (package() / "confirmed.toml").read_text()
    assert '"DU-4" = ' in (package() / "confirmed.toml").read_text()


def test_an_audit_writes_nothing_unless_it_is_asked_to(mini: Path) -> None:
    before = sorted(os.listdir(package()))
    run("rules", "audit", "mini")
    assert [name for name in sorted(os.listdir(package())) if name != "__pycache__"] == [
        name for name in before if name != "__pycache__"
    ]


def test_an_audit_wrongly_used(mini: Path) -> None:
    done = run("rules", "audit", "mini", "DU-3", "--accept")
    assert (done.status, done.out) == (2, "")
    assert "Mini duel has no rule 'DU-3'. Did you mean DU-" in done.err
    for text in ("[", '"DU-1" = 3'):
        (package() / "confirmed.toml").write_text(text)
        for more in ((), ("--accept",)):
            done = run("rules", "audit", "mini", *more)
            assert (done.status, done.out) == (3, "")
            assert "mini/confirmed.toml: is not a list of confirmed rules" in done.err
        assert (package() / "confirmed.toml").read_text() == text


def test_a_game_without_rules(here: Path, duel: dict[str, str]) -> None:
    assert run("rules", "audit", "duel", "--accept") == Result(
        2, "", "error: Duel ships no numbered rules: nothing can be confirmed.\n"
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_who_changes_a_rule_looks_at_what_cites_it(name: str) -> None:
    """`kronika rules audit GAME` says what that is; when it has been looked at, `--accept` confirms the rule."""
    assert [(doubt.number, doubt.why) for doubt in audit(get_game(name), citations(get_game(name)))] == []


# -- the words that `rules` always took ---------------------------------------------------------------------------


def test_rules_is_still_a_command_of_its_own(here: Path) -> None:
    assert fine("rules", "--format", "json", "tides", "TT-2.6").json[0]["number"] == "TT-2.6"
    assert fine("rules", "tides", "--format", "json", "TT-2.6").json[0]["number"] == "TT-2.6"
    assert run("rules").err.startswith("Usage: kronika rules [OPTIONS] GAME [NUMBER or WORD]\n")
    assert "--format is given 2 times" in run("rules", "tides", "--format", "json", "--format", "text").err
    assert "--format is given 2 times" in run("rules", "diff", "a", "b", "--format", "json", "--format", "text").err
    assert "There is no game called 'dif'." in run("rules", "dif").err
    assert fine("rules", "audit", "--help").lines[0].startswith("Usage: kronika rules audit [OPTIONS] GAME [NUMBER]...")


# -- coverage --examples ------------------------------------------------------------------------------------------


def test_the_examples_of_each_rule(mini: Path) -> None:
    done = fine("coverage", "--examples", "mini")
    assert done.out == (
        "mini    at work in    refuses in    rule\n"
        "------  ------------  ------------  --------------------------------------------\n"
        "DU-1                  A-1           A prize is turned up.\n"
        "DU-2    A-1                         Everybody chooses a card in secret; all are…\n"
        "\n"
        "mini: of 4 numbered rules 1 is at work in an example, 1 refuses a move in one, 2\n"
        "are in none:\n"
        "  DU-4     The winner takes the prize, or spares it (DU-2).\n"
        "  DU-5     After three rounds the highest sum of prizes wins.\n"
    )
    assert fine("coverage", "--examples", "--missing", "mini").lines == done.lines[5:]


def test_the_examples_of_files_as_json(mini: Path) -> None:
    (mini / "mine.toml").write_text(EXAMPLES.replace('"A-1"', '"B-1"'))
    assert fine("coverage", "--examples", "mine.toml", "mini", "--format", "json").json == {
        "mini": {
            "rules": {
                "DU-1": {"accepting": [], "refusing": ["B-1", "A-1"]},
                "DU-2": {"accepting": ["B-1", "A-1"], "refusing": []},
            },
            "never_at_work": ["DU-1", "DU-4", "DU-5"],
            "never_refusing": ["DU-2", "DU-4", "DU-5"],
            "none": ["DU-4", "DU-5"],
        }
    }


def test_examples_that_come_out_otherwise_are_named(mini: Path) -> None:
    (mini / "mine.toml").write_text(EXAMPLES.replace('"shown"', '"won"'))
    done = run("coverage", "--examples", "mine.toml")
    assert done.status == 1
    assert done.err.startswith("mine.toml: A-1 does not have the expected result: ")


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("[[", 2, "mine.toml:1: Not TOML"),
        ('[[example]]\nid = "A"\ngame = "none"\nwhen = ["x"]\n', 1, "There is no game called 'none'"),
    ],
)
def test_files_that_are_no_examples(mini: Path, text: str, status: int, message: str) -> None:
    (mini / "mine.toml").write_text(text)
    done = run("coverage", "--examples", "mine.toml")
    assert done.status in (status, 2)
    assert message in done.err
    assert run("coverage", "--examples", "none.toml").status == 3
