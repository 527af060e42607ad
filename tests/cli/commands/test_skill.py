"""`skill` as it is typed: analyses of several games added up, and those that can't be."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.simulate import play_bots
from support.cli import fine, run

TERMS = ("--iterations", "2", "--playouts", "4", "--format", "json")


@pytest.fixture
def judged(here: Path) -> Path:
    """The first events of a game of Tides, judged."""
    write_log("g.jsonl", play_bots(get_game("tides"), ["random", "random"], {}, 3)[0])
    (here / "a.json").write_text(fine("analyse", "g.jsonl", "--to", "8", *TERMS).out)
    return here


def test_two_analyses_are_added_up(judged: Path) -> None:
    write_log("h.jsonl", play_bots(get_game("tides"), ["random", "random"], {}, 4)[0])
    (judged / "b.json").write_text(fine("analyse", "h.jsonl", "--to", "8", *TERMS).out)
    one, other = (
        next(found for found in run("skill", file, "--format", "json").json if found["player"] == "Anna")
        for file in ("a.json", "b.json")
    )
    done = run("skill", "a.json", "b.json", "--format", "json")
    assert done.status == 0
    (two,) = (found for found in done.json if found["player"] == "Anna")
    assert (two["games"], two["choices"]) == (2, one["choices"] + other["choices"])
    assert two["luck"]["win_rate"] == pytest.approx(one["luck"]["win_rate"] + other["luck"]["win_rate"])
    out = fine("skill", "a.json", "b.json").out
    assert all(len(line) <= 80 for line in out.split("\n"))
    assert "No rating: its scale holds for the default configuration." in out
    rows = [*csv.DictReader(StringIO(fine("skill", "a.json", "--format", "csv").out))]
    assert [row["player"] for row in rows] == ["Anna", "Bob"]
    assert float(rows[0]["luck"]) == one["luck"]["win_rate"]


def test_each_kind_of_game_has_a_table(here: Path) -> None:
    """Viceroy with two and three players, and with an option: three tables, and each says what is in it."""
    for name, seats, options, seed in (
        ("two", 2, {}, 3),
        ("three", 3, {}, 3),
        ("other", 2, {"second_edition": True}, 4),
    ):
        write_log(f"{name}.jsonl", play_bots(get_game("viceroy"), ["random"] * seats, options, seed)[0])
        (here / f"{name}.json").write_text(fine("analyse", f"{name}.jsonl", "--to", "6", *TERMS).out)
    files = ("two.json", "three.json", "other.json")
    out = fine("skill", *files).out
    assert [line for line in out.split("\n") if line.startswith("Viceroy")] == [
        "Viceroy, 2 players",
        "Viceroy, 3 players",
        "Viceroy, 2 players, second_edition=true",
    ]
    assert [line.split()[:2] for line in out.split("\n") if line.startswith("Anna ")] == [["Anna", "1"]] * 3
    rows = [*csv.DictReader(StringIO(fine("skill", *files, "--format", "csv").out))]
    assert [(row["seats"], row["options"]) for row in rows if row["player"] == "Anna"] == [
        ("2", '{"second_edition":true}'),
        ("2", "{}"),
        ("3", "{}"),
    ]


def test_a_player_without_a_choice_has_no_mean_cost(judged: Path) -> None:
    """Record 1 of Tides is the deal: nobody has decided anything, so a cost of 0.0 would be false praise."""
    (judged / "deal.json").write_text(fine("analyse", "g.jsonl", "--to", "1", *TERMS).out)
    anna = next(line for line in fine("skill", "deal.json").out.split("\n") if line.startswith("Anna "))
    assert anna.count("±") == 2, "luck in % and in points"
    (row, _) = csv.DictReader(StringIO(fine("skill", "deal.json", "--format", "csv").out))
    assert (row["choices"], row["error_rate"], row["error_rate_error"]) == ("0", "", "")


def test_parts_of_a_game_that_overlap_are_not_added_up(judged: Path) -> None:
    """Records 7 and 8 would count twice, also where a part has no decision."""
    for name, first, last in (("tail", 7, 10), ("deal", 1, 2), ("rest", 9, 10)):
        found = fine("analyse", "g.jsonl", "--from", str(first), "--to", str(last), *TERMS).out
        (judged / f"{name}.json").write_text(found)
    for other, record in (("tail", 7), ("deal", 1)):
        done = run("skill", "a.json", f"{other}.json")
        assert done.status == 2
        assert f"{other}.json: is of the same game as a.json: record {record} and all others" in done.err
    assert fine("skill", "a.json", "rest.json")


def test_the_order_of_files_does_not_change_a_rating(judged: Path) -> None:
    """A horizon that was given has no scale, and the one measured for Tides is 16: these two may be added up."""

    def by_default(text: str) -> str:
        terms = ('"mcts:2"', '"mcts:200"'), ('"playouts": 4', '"playouts": 400'), ('"whole": false', '"whole": true')
        for given, default in terms:
            text = text.replace(given, default)
        return text

    default = by_default((judged / "a.json").read_text())
    write_log("h.jsonl", play_bots(get_game("tides"), ["random", "random"], {}, 4)[0])
    given = fine("analyse", "h.jsonl", "--to", "8", "--horizon", "16", *TERMS).out
    (judged / "a.json").write_text(default)
    (judged / "h.json").write_text(by_default(given))
    assert "Rating by what" in fine("skill", "a.json").out
    one, other = fine("skill", "a.json", "h.json").out, fine("skill", "h.json", "a.json").out
    assert one == other
    assert "No rating" in one


def test_what_can_t_be_added_up(judged: Path) -> None:
    text = (judged / "a.json").read_text()
    (judged / "b.json").write_text(text.replace('"playouts": 4,', '"playouts": 5,'))
    (judged / "c.json").write_text(text.replace('"analysis": 3', '"analysis": 2'))
    (judged / "d.json").write_text(text[:-20])
    (judged / "e.json").write_text(text)
    (judged / "f.json").write_text(text.replace('"choices": ', '"choices": 1' + 400 * "0", 1))
    for words, status, message in (
        (("a.json", "b.json"), 2, "b.json: was judged with another playouts (5) than a.json (4)"),
        (("c.json",), 2, "c.json: an older program judged this"),
        (("a.json", "e.json"), 2, "e.json: is of the same game as a.json"),
        (("f.json",), 2, "f.json: is not an analysis"),
        (("d.json",), 3, "d.json: is not an analysis"),
        (("g.jsonl",), 3, "g.jsonl: is not an analysis"),
        (("gone.json",), 3, "gone.json"),
        (("a.json", "a.json"), 2, "Name each file once."),
        ((), 2, "Missing argument"),
    ):
        done = run("skill", *words)
        assert (done.status, done.out) == (status, "")
        assert message in done.err


def test_an_analysis_from_standard_input(judged: Path) -> None:
    """As `analyse` and its relatives read a log; so does the page of a game, and `import` an archive."""
    text = (judged / "a.json").read_text()
    assert fine("skill", "-", stdin=text).out == fine("skill", "a.json").out
    with_it = fine("page", "g.jsonl", "--analysis", "-", "--out", "-", stdin=text).out
    assert with_it == fine("page", "g.jsonl", "--analysis", "a.json", "--out", "-").out
    done = run("skill", "-", stdin="{}")
    assert (done.status, done.err) == (
        3,
        "error: <stdin>: is not an analysis: `kronika analyse LOG --format json` prints one.\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        "page - --analysis - --out x.html",
        "page - - --out x.html",
        "diff - -",
        "rules diff - -",
        "skill - -",
        "play - --script -",
    ],
)
def test_two_files_from_standard_input_are_refused(here: Path, words: str) -> None:
    done = run(*words.split(), stdin="text")
    assert done.status == 2
    assert "Error: Two files can't both come from standard input: name one of them." in done.err


def test_standard_input_that_was_read_is_not_read_again(here: Path) -> None:
    done = run("example", "check", "-", "-", stdin="[[example]]")
    assert done.status == 3
    assert "<stdin>: cannot read it twice: name the other file." in done.err
