"""Reading what people type and writing what they read."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import BrokenGame, IllegalAction, NotationError
from kronika.core.basics.text import (
    close_matches,
    did_you_mean,
    join_some,
    join_words,
    lookup,
    natural_sort_key,
    normalize,
    pluralize,
    suggestion,
)
from kronika.core.contract.paper import Paper
from kronika.core.contract.result import Result, rank

TABLE = {"golden ziggurat": 7, "gods bath": 8, "mana well": 5, "mana": 50, "zlaty zikkurat": 7, "10": 10, "1": 1}


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Oko SEVERU", "oko severu"),
        ("  Průsmyk   starého\tmuže ", "prusmyk stareho muze"),
        ("Gods' Bath", "gods bath"),
        ("King’s Nest", "kings nest"),
        ("Blood-tear_Spring", "blood tear spring"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ﬁre", "fire"),
        ("'", ""),
        ("-1", "-1"),
        ("--1", "1"),
        ("C-1", "c 1"),
        ("", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert normalize(text) == folded
    assert normalize(folded) == folded


def test_what_was_meant_is_asked_or_left_out() -> None:
    assert did_you_mean("tidse", ["tides", "tigris"]) == " Did you mean tides?"
    assert did_you_mean("sho", ["show", "shop", "undo"], 3) == " Did you mean show or shop?"
    assert did_you_mean("sho", ["show", "shop", "undo"]) == " Did you mean show?"
    assert did_you_mean("xyz", ["tides", "tigris"]) == ""


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("Golden Ziggurat", 7),
        ("gold", 7),
        ("zigg", 7),
        ("z", 7),  # both names that begin with it mean the same
        ("mana", 50),  # a whole name goes before longer ones
        ("mana w", 5),
        ("bath", 8),
        ("10", 10),
        ("1", 1),
    ],
)
def test_lookup(word: str, value: int) -> None:
    assert lookup(word, TABLE, "card") == value


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("go", "card 'go' can be gods bath, golden ziggurat."),
        ("0", "There is no card '0'."),  # no part of 10
        ("", "There is no card ''."),
        ("'", "There is no card"),
        ("goldne zigurat", "Did you mean: golden ziggurat"),
        ("qqqq", "There is no card 'qqqq'."),
    ],
)
def test_lookup_fails(word: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        lookup(word, TABLE, "card")
    assert says in str(error.value)


def test_a_table_whose_names_are_not_normalized_is_named() -> None:
    with pytest.raises(
        BrokenGame, match=r"^The table of card names has 'Red-Elm': `normalize` makes 'red elm' of it\.$"
    ):
        lookup("red elm", {"Red-Elm": 2}, "card")


def test_closest() -> None:
    assert close_matches("relik", ["pick", "relic", "Relict"]) == ["relic", "Relict"]
    assert close_matches("OKO severů", ["Oko severu", "Dvorana"]) == ["Oko severu"]
    assert close_matches("xyz", ["pick"]) == []
    assert close_matches("", ["pick"]) == []
    assert len(close_matches("aa", ["aa", "aab", "aac", "aad", "aae"])) == 3


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("pasz", ["Old Man's Pass"]),  # of the letters of both words three quarters are the same
        ("pazz", []),
        ("thee", []),  # `the` says nothing of what is meant
        ("eye", []),
        ("x" * 200 + "y", []),
    ],
)
def test_a_word_of_four_letters_may_stand_for_a_longer_name(word: str, found: list[str]) -> None:
    assert close_matches(word, ["The Eye of the Far North", "Old Man's Pass", "x" * 201]) == found


def test_a_longest_word_is_compared_still() -> None:
    assert close_matches("x" * 200, ["x" * 201]) == ["x" * 201]


def test_six_of_what_a_beginning_can_be_are_named() -> None:
    with pytest.raises(NotationError, match=r"^card 'c' can be c1, c2, c3, c4, c5, c6\.$"):
        lookup("c", {f"c{number}": number for number in range(1, 8)}, "card")


def test_of_more_words_than_24_the_first_and_the_last_are_reported() -> None:
    """Sorted as people do: C10 comes after C9."""
    assert join_some([f"C{number}" for number in range(24, 0, -1)]).split(", ") == [f"C{n}" for n in range(24, 0, -1)]
    assert join_some([f"C{number}" for number in range(25, 0, -1)]) == "C1, C2 … C25"


def test_listing_and_count() -> None:
    assert [join_words(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert join_words(["a", "b"], "or") == "a or b"
    assert [pluralize(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert pluralize(2, "library", "libraries") == "2 libraries"


def test_errors_speak() -> None:
    assert str(NotationError("No.", ["a", "b"])) == "No. Did you mean: a, b?"
    assert str(NotationError("No.")) == "No."
    assert str(NotationError("No.", can_be=["a"])) == "No. It can be `a`."
    assert str(NotationError("No.", can_be=["a", "b", "c"])) == "No. It can be `a`, `b` or `c`."
    refusal = IllegalAction("TT-2.1", "You do not hold it.", {"hand": [1]})
    assert (str(refusal), refusal.rule, refusal.reason, refusal.facts) == (
        "You do not hold it. (TT-2.1)",
        "TT-2.1",
        "You do not hold it.",
        {"hand": [1]},
    )
    assert IllegalAction("TT-2.1", "No.").facts == {}


def test_rank() -> None:
    assert rank([(3,), (5,), (4,)]) == ((1,), (2,), (0,))
    assert rank([(3, 1), (3, 2), (3, 1)]) == ((1,), (0, 2))
    assert rank([(0,), (0,)]) == ((0, 1),)
    assert Result((3, 5), ((1,), (0,)), "", "").winners == (1,)


def test_ink() -> None:
    assert Paper().ink("x", "bold", "red") == "x"
    assert Paper(colour=True).ink("x", "bold", "red") == "\x1b[1;38;5;160mx\x1b[0m"
    assert Paper(colour=True).ink("", "bold") == ""
    assert Paper(colour=True).ink("x") == "x"


def test_text_beside_a_head() -> None:
    paper = Paper(width=40)
    head = "0123456789 "
    assert paper.beside(head, "short") == "0123456789 short"
    wrapped = paper.beside(head, "one two three four five six seven eight nine ten")
    assert wrapped == "0123456789 one two three four five six\n           seven eight nine ten"
    assert paper.beside(Paper(colour=True).ink(head, "red"), "x " * 30).split("\n")[1].startswith(" " * 11 + "x")
    assert (
        paper.beside(head, "a-long-word-that-has-no-place-to-be-broken")
        == head + "a-long-word-that-has-no-place-to-be-broken"
    )
    assert paper.beside("x" * 60, "one two three") == "x" * 60 + "one two three", "never narrower than 20 columns"


@pytest.mark.parametrize(
    ("word", "words", "says"),
    [
        ("tidse", ["tigris", "tides"], " Did you mean tides?"),
        ("xyz", ["tides"], " There is tides."),
        ("xyz", ["a", "b", "c", "d"], " There are a, b, c and d."),
        ("xyz", ["a", "b", "c", "d", "e"], " There are a, b, c and 2 more."),
        ("xyz", [], ""),
    ],
)
def test_what_there_is_where_a_name_is_not(word: str, words: list[str], says: str) -> None:
    assert suggestion(word, words) == says


def test_numbers_in_names_are_sorted_as_numbers() -> None:
    rules = ["TE-3.10", "TE-10", "TE-3", "IM-2", "TE-3.9a", "TE-3.9", "10", "9", "x"]
    assert sorted(rules, key=natural_sort_key) == [
        "9",
        "10",
        "IM-2",
        "TE-3",
        "TE-3.9",
        "TE-3.9a",
        "TE-3.10",
        "TE-10",
        "x",
    ]
