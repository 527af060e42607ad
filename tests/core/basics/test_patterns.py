"""Regular expressions that always come to an end: they find what Python's find, and what never ends there ends here."""

from __future__ import annotations

import re
import time
from random import Random

import pytest

from kronika.core.basics import patterns
from kronika.core.basics.patterns import BadPattern, Pattern
from kronika.core.basics.text import quoted

TEXTS = (
    *("", "a", "b", "aa", "ab", "ba", "aab", "abab", "abba", "a b", "A-B", "12", "a1b2", "aaaa"),
    *("Anna: pick 17", "Bob: place 3 farm D5", "anna: keep P29, M13, A1", "a\nb", "(a)", "{2}", "é1"),
)

PLAIN = (
    *(
        "",
        "a",
        "^a",
        "a$",
        "^$",
        ".",
        "a.b",
        "a*",
        "a+b",
        "a?b",
        "(a|b)+",
        "(ab)*$",
        "^(ab)+$",
        "a{2}",
        "a{2,}",
        "^a{,2}$",
    ),
    *("^(a|b){2,3}$", "a+?b", "(?:a|ab)(?:b|)$", "[ab]+", "[^ab]", r"\d+", r"\ba", r"b\b", r"\Bb", r"\w+: pick \d+"),
    *(r"^anna: (pick|keep) ", r"\w\d+(, \w\d+)*$", r"(?=a)ab", r"a(?!b)", r"(?<=a)b", r"(?<!a)b", r"^(?!anna)", "a|b|"),
    *(
        r"[]a]",
        r"[^]a]",
        r"[\]a]",
        r"\(a\)",
        "x|a{x",
        "a{}",
        "[{2}]",
        r"\x61",
        r"\u0061b",
        r"\141",
        r"\0|a",
        "(?i)AB",
    ),
    *(
        "(?P<who>anna|bob)",
        "(?#note)ab",
        "(?i:A)b",
        "a|(b|(a|b){2})*1",
        "(a*)*b",
        "(a?){3}b",
        "(|a)+$",
        "()",
        "é",
    ),
    *("A-B", "x{0}a", "(a{2}){2}", "((a|b)*1){2}", "[a-b1]+$", r"[\w:]+ ", "a.b.", r"\Aa\Z", "(?:)", "(?=(a|b)+$)a"),
)


@pytest.fixture(params=[True, False], ids=["those with few ways by Python", "all by ourselves"])
def ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks."""
    if not request.param:
        monkeypatch.setattr(patterns, "MAX_PATHS", -1)


@pytest.mark.usefixtures("ways")
@pytest.mark.parametrize("pattern", PLAIN)
def test_they_find_what_those_of_python_find(pattern: str) -> None:
    found = [text for text in TEXTS if Pattern(pattern).is_in(text)]
    assert found == [text for text in TEXTS if re.search(pattern, text, re.IGNORECASE)]


def some_pattern(random: Random, deep: int = 3) -> str:
    """A small one, of all that there is."""
    if not deep or random.random() < 0.3:
        return random.choice(("a", "b", "ab", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", ""))
    inside = [some_pattern(random, deep - 1) for _ in range(2)]
    return random.choice(
        (
            *("{0}{1}", "(?:{0})*", "({0})+", "(?:{0}){{1,2}}", "(?:{0}|{1})", "(?:{0})?{1}", "(?:{0}){{2}}"),
            *("(?={0}){1}", "(?!{0}){1}", "(?:{0}|{1})+?"),
        )
    ).format(*inside)


@pytest.mark.usefixtures("ways")
def test_at_random_too() -> None:
    random = Random(7)
    texts = ["".join(random.choices("ab 1", k=random.randrange(9))) for _ in range(12)]
    for _ in range(700):
        pattern = some_pattern(random)
        found = Pattern(pattern)
        for text in texts:
            assert found.is_in(text) == bool(re.search(pattern, text, re.IGNORECASE)), (pattern, text)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|a)*$",
        "(a|aa)+$",
        "(.*a){20}",
        "(.*.*.*.*)*x",
        "((a*)*)*b",
        "(a?){60}a{60}b",
        r"(\w+\s?)+:$",
        "(a|a)" * 40 + "b",
        ".*" * 12 + "b",
        "a?" * 40 + "b",
    ],
)
def test_what_never_ends_elsewhere_ends_here(pattern: str) -> None:
    """On a move as long as they get, where it is not found: milliseconds."""
    began = time.perf_counter()
    Pattern(pattern).is_in("Anna: " + "a" * 200 + "!")
    assert time.perf_counter() - began < 2


def test_what_takes_too_long_is_reported() -> None:
    with pytest.raises(BadPattern) as error:
        Pattern("(?=(.*a.*){9}b)").is_in("a" * 400)
    assert str(error.value).startswith("'(?=(.*a.*){9}b)' takes more than 1,000,000 steps")


@pytest.mark.parametrize(
    ("pattern", "sign"),
    [
        *((r"(a)\1", r"\1"), ("(?P<x>a)(?P=x)", "(?P="), ("(a)?(?(1)b|c)", "(?("), ("(?>a)", "(?>")),
        *(("a++b", "++"), ("a{2}+", "{2}+"), ("(?s)a", "(?"), ("(?s:a)", "(?"), ("(?-i:a)", "(?")),
    ],
)
def test_what_needs_the_ways_one_by_one_is_refused(pattern: str, sign: str) -> None:
    with pytest.raises(BadPattern) as error:
        Pattern(pattern)
    assert f": {quoted(sign)} is not supported." in str(error.value)


@pytest.mark.parametrize("pattern", ["(", "a**", "[a", "a{99999999999999999999}", "(?<=a+)b", "\\", "(" * 5000])
def test_what_is_none(pattern: str) -> None:
    with pytest.raises(BadPattern, match="is not a regular expression: "):
        Pattern(pattern)


def test_the_steps_are_those_of_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of texts may be searched."""
    monkeypatch.setattr(patterns, "MAX_STEPS", 20)
    monkeypatch.setattr(patterns, "MAX_PATHS", -1)
    pattern = Pattern("b")
    for _ in range(9):
        assert not pattern.is_in("a" * 9)
