"""`games`, `rules`, `cards`: what there is to play and by which rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core import game_names
from support.cli import Result, fine, run
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")


def test_games(here: object) -> None:
    done = fine("games")
    rows = [line.split() for line in done.lines]
    assert ["tides", "Tides", "of", "Time", "2"] in rows
    assert ["duel", "Duel", "2-3"] in rows
    assert "  joker = false | true" in done.lines
    assert "      does each hand hold a 5 too; only for two" in done.lines
    assert "  zero_tie = win | need_one" in done.lines


def test_games_as_json() -> None:
    games = {game["game"]: game for game in fine("games", "--format", "json").json}
    assert games["duel"] == {
        "game": "duel",
        "title": "Duel",
        "seats": [2, 3],
        "rules": 1,
        "options": [
            {
                "name": "joker",
                "values": ["true", "false"],
                "default": False,
                "new": False,
                "meaning": "does each hand hold a 5 too; only for two",
            }
        ],
    }
    assert [option["name"] for option in games["tides"]["options"]] == [
        "zero_tie",
        "singles_use_doubled",
        "sets_use_doubled",
    ]


def test_all_rules() -> None:
    done = fine("rules", "tides")
    assert done.lines[0] == "1. Components and set-up"
    numbers = [line.split()[0] for line in done.lines if line.startswith("  TT-")]
    assert numbers[:3] == ["TT-1.1", "TT-1.2", "TT-1.3"]
    assert {"TT-2.6", "TT-4.18", "TT-5.2", "TT-8.2"} <= set(numbers)


def test_one_rule_by_its_number() -> None:
    done = fine("rules", "tides", "tt-5.2", columns=200)
    assert done.lines[0] == "5. End of game"
    assert done.out.count("TT-") == 1
    assert "Higher total wins. Equal totals: the players share the win; there is no tie-break." in " ".join(
        done.out.split()
    )


def test_rules_by_a_word() -> None:
    """In their text; where no text has it, by the heading they stand under."""

    def found(word: str) -> list[str]:
        return [rule["number"] for rule in fine("rules", "tides", word, "--format", "json").json]

    assert found("tie-break") == ["TT-5.2"]
    assert found("stage 5") == ["TT-4.14"]


def test_rules_as_json() -> None:
    (rule,) = fine("rules", "tides", "TT-2.9", "--format", "json").json
    assert rule["number"] == "TT-2.9"
    assert rule["section"] == "2. Turn structure"
    assert rule["text"].startswith("Round 2 and round 3 run like round 1")
    assert "**" not in rule["text"]


def test_rules_as_they_were_written_are_what_is_compared(here: Path) -> None:
    """Anyone who has no checkout words a rule again in what this writes."""
    for file in (ROOT / "core" / "games").glob("*/SPEC.md"):
        name = file.parent.name
        spec = fine("rules", name, "--format", "markdown").out
        assert spec == file.read_text(encoding="utf-8")
        Path("spec.md").write_text(spec, encoding="utf-8")
        assert fine("rules", "diff", name, "spec.md").out == "No rule has changed.\n"
    done = run("rules", "tides", "TT-4.6", "--format", "markdown")
    assert done.status == 2
    assert "--format markdown is the whole text: omit TT-4.6." in done.err


def test_rules_that_are_not_there() -> None:
    done = run("rules", "tides", "TT-2.99")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("No rule of Tides of Time has 'TT-2.99' as its number or in its text. The nearest ")
    assert "TT-2.9" in done.err
    assert run("rules", "tides", "xyzzy").err == (
        "No rule of Tides of Time has 'xyzzy' as its number or in its text.\n"
    )


def test_a_rule_of_another_game() -> None:
    assert run("rules", "tides", "te-1").err == (
        "No rule of Tides of Time has 'te-1' as its number or in its text. "
        "TE is Tigris & Euphrates: `kronika rules tigris te-1`.\n"
    )


def test_a_table_of_a_rule_is_a_table() -> None:
    """IM-1.3 has three rows; where columns are wrapped, every word of IM-2.7 is still there."""
    lines = fine("rules", "imhotep", "IM-1.3", columns=80).lines
    assert lines[-5:] == [
        "    players    the seven cards",
        "    ---------  ----------------------------------------",
        "    2          4322, 4331, 4321, 4221, 3322, 3321, 3221",
        "    3          4421, 4332, 4322, 4321, 4221, 3332, 3322",
        "    4          4432, 4422, 4421, 4333, 4332, 4322, 3332",
    ]
    narrow = fine("rules", "imhotep", "IM-2.7", columns=60).out
    rows = [line.split()[0] for line in narrow.split("\n") if line.startswith("    ") and line[4:5].strip()]
    assert [word for word in rows if word in ("lever", "hammer", "sail", "chisel")] == [
        "lever",
        "hammer",
        "sail",
        "chisel",
    ]
    legal = "as IM-2.6; the order names each occupied place of that ship once"
    assert sorted(set(legal.split()) - set(narrow.split())) == []
    assert max(map(len, narrow.split("\n"))) <= 60


def test_rules_of_a_game_that_ships_none() -> None:
    for form in ("text", "markdown"):
        assert fine("rules", "duel", "--format", form) == Result(0, "", "Duel ships no numbered rules.\n")
    assert fine("rules", "duel", "--format", "json").json == []


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_rules_fit_the_terminal_but_are_no_wider_than_a_page(columns: int) -> None:
    assert max(map(len, fine("rules", "tides", columns=columns).lines)) <= min(columns, 100)


def test_cards() -> None:
    done = fine("cards", "tides")
    heads = [line for line in done.lines if line[:4].strip()]
    assert len(heads) == 18
    assert heads[0].split()[:3] == ["1", "King's", "Nest"]


@pytest.mark.parametrize("word", ["9", "maze", "Maze of the Damned", "labyrint", "LABYRINT ZATRACENÝCH"])
def test_one_card(word: str) -> None:
    (card,) = fine("cards", "tides", word, "--format", "json").json
    assert (card["id"], card["name"]) == ("9", "Maze of the Damned")


def test_cards_by_a_word_in_their_text() -> None:
    assert {card["id"] for card in fine("cards", "tides", "ties", "--format", "json").json} == {"1"}


def test_cards_that_are_not_there() -> None:
    assert run("cards", "tides", "dragon") == Result(2, "", "Tides of Time has no card with 'dragon' in it.\n")
    assert run("cards", "duel") == Result(2, "", "Duel has no cards.\n")


@pytest.mark.parametrize("command", ["rules", "cards", "schema", "simulate", "new"])
def test_a_game_that_is_not_there(here: object, command: str) -> None:
    words = {"simulate": ("--out", "x"), "new": ("x.jsonl",)}.get(command, ())
    done = run(command, "tidess", *words)
    assert (done.status, done.out) == (2, "")
    installed = ", ".join(game_names())
    assert done.err == f"error: There is no game called 'tidess'. Did you mean tides? Installed: {installed}.\n"


def test_each_open_question_has_its_figure_though_two_are_the_same() -> None:
    """23 of the 32 come up in events; of OQ-9 and OQ-17 these are the same swaps."""
    done = fine("rules", "ancient_knowledge", columns=200)
    assert len([line for line in done.lines if line.startswith("      Figure: comes up in ")]) == 23
