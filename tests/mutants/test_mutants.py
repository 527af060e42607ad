"""What is changed, what is drawn, how it is counted, and that the list of survivors is about what is there."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from importlib.machinery import SourceFileLoader
from types import ModuleType

import pytest

from mutants import sample
from mutants.changes import changes, made
from mutants.report import report, wilson
from mutants.sample import ROOT, Mutant, facts, home_of
from mutants.surroundings import forgetting
from mutants.survivors import survivors


def texts(source: str) -> set[str]:
    """The program with each change made, as text."""
    number = len(list(changes(ast.parse(source))))
    trees = [ast.parse(source) for _ in range(number)]
    return {ast.unparse(made(tree, list(changes(tree))[index])) for index, tree in enumerate(trees)}


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("a < b", {"a <= b"}),
        ("a in b", {"a not in b"}),
        ("0 <= a < b", {"1 <= a < b", "0 < a < b", "0 <= a <= b"}),
        ("a + b", {"a - b"}),
        ("a + 'b'", set()),
        ("a and b or c", {"(a or b) or c", "(a and b) and c"}),
        ("f(a, b)", {"pass", "f(b, a)"}),
        ("max(a)", {"pass", "min(a)"}),
        ("f('TE-4.10')", {"pass", "f('TE-99')"}),
        ("f('a sentence of TE-4.10')", {"pass"}),
        ("[a for a in b if c]", {"[a for a in b]"}),
        ("a if b else c", {"c if b else a"}),
        ("class A(B, frozen=True):\n    c: int = 2", {f"class A(B, frozen=True):\n    c: int = {n}" for n in (1, 3)}),
        ("if TYPE_CHECKING:\n    a = 1", set()),
    ],
)
def test_each_kind_of_change(source: str, wrong: set[str]) -> None:
    assert texts(source) == {ast.unparse(ast.parse(text)) for text in wrong}


def test_a_return_a_condition_a_statement() -> None:
    wrong = texts("def f(a):\n    if a:\n        raise E\n    return a")
    assert wrong == {
        "def f(a):\n    if not a:\n        raise E\n    return a",
        "def f(a):\n    if a:\n        pass\n    return a",
        "def f(a):\n    if a:\n        raise E\n    return None",
    }


def test_what_a_call_runs_is_distinguished_from_what_a_module_runs() -> None:
    source = "class A:\n    b = 1\n    def c(self, d=2):\n        return 3"
    told = {(ast.unparse(change.old), change.where, change.inside) for change in changes(ast.parse(source))}
    assert told == {("1", ".A", False), ("2", ".A", False), ("3", ".A.c", True), ("return 3", ".A.c", True)}


def test_a_fact_is_changed_and_nothing_else() -> None:
    text = (ROOT / "core/games/tides/cards.toml").read_text(encoding="utf-8")
    mutants = [m for m in sample._of_file(ROOT / "core/games/tides/cards.toml") if m.before == "vp = 9"]
    (first, *_) = mutants
    assert first.after == "vp = 10"
    assert facts(first) == text.replace("vp = 9\n", "vp = 10\n", 1)


def test_a_room_that_is_entered_later_is_read_with_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has its functions yet; who meets the change is reported."""
    pytest.importorskip("coverage", reason="the group `mutants` is not installed")
    from mutants.trial import Ground

    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    mutant = next(m for m in sample._of_file(ROOT / "core/sessions/metrics.py") if m.before == "len(at) < 4")
    met = Ground(lambda ground: None)._patched(mutant)
    assert met == []
    loader = SourceFileLoader("changed", str(ROOT / mutant.file))
    code = loader.get_code("changed")
    assert code is not None
    assert met == [str(ROOT / mutant.file)]
    assert code != loader.source_to_code((ROOT / mutant.file).read_bytes(), str(ROOT / mutant.file))


def test_each_room_has_its_share() -> None:
    """10 of 60 + 30 + 9 are 6.06, 3.03 and 0.91: the largest remainder gets the one that is left."""
    assert sample._shares({"a": 60, "b": 30, "c": 9}, 10) == {"a": 6, "b": 3, "c": 1}


@pytest.mark.parametrize(
    ("room", "folder"),
    [
        ("core", "tests/core"),
        ("logs/corpus", "tests/logs/corpus"),
        ("logs/pipe/mcp", "tests/logs/pipe"),
        ("core/games/tigris/rules", "tests/core/games/tigris"),
    ],
)
def test_a_room_is_tested_where_the_tests_mirror_it(room: str, folder: str) -> None:
    assert home_of(room) == folder


def test_the_interval() -> None:
    """For none of n the upper end is z² / (n + z²); 95 of 100 stands in tables."""
    assert wilson(0, 10) == pytest.approx((0, 3.8415 / 13.8415), abs=1e-4)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_an_equivalent_one_is_left_out_of_the_share() -> None:
    lines = list(report({"core": Counter(noticed=18, timeout=1, lived=1, equivalent=5)}))
    assert lines[1].split()[1:6] == ["18", "1", "1", "0", "5"]
    assert "95.0%" in lines[1]
    assert lines[1].split()[1:] == lines[2].split()[1:]


def test_every_survivor_is_a_change_of_the_present_program() -> None:
    """A listed change that is no longer there is taken from the list."""
    there: dict[str, list[Mutant]] = {}
    for survivor in survivors():
        mutants = there.setdefault(survivor.file, list(sample._of_file(ROOT / survivor.file)))
        assert any(survivor.is_of(mutant) for mutant in mutants), survivor
        assert survivor.reason


def test_what_a_room_has_cached_that_is_entered_later_is_forgotten_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test that is watched next does not seem to run what it relies on."""
    forget = forgetting()
    later = ModuleType("test_later")
    exec("from functools import cache\n\n@cache\ndef made():\n    return object()\n", vars(later))
    monkeypatch.setitem(sys.modules, "test_later", later)
    first = later.made()
    assert later.made() is first
    forget()
    assert later.made() is not first
