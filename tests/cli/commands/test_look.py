"""`show`, `moves`, `replay`, `score`: looking at a game changes nothing and shows nobody's secrets."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.printing.narration import Narration
from kronika.core.contract.paper import INK, Paper
from kronika.core.sessions.digest import digest
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import ANSI, Result, fine, process, run
from support.logs import DUEL_MOVES, duel_game, tides_game, write
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")

LOOKS = ("show", "moves", "replay", "score", "stats")


@pytest.fixture
def sealed(here: Path) -> Path:
    """Anna has chosen her 4 in secret; it is Bob's turn to choose: `open.jsonl`."""
    write_log("open.jsonl", duel_game(DUEL_MOVES[:2]))
    return here / "open.jsonl"


# -- show -------------------------------------------------------------------------------------------------------


def test_show_the_last_table(tiny: Path) -> None:
    assert fine("show", tiny).out == (
        "Prize -\n"
        "Anna: hand 2, chosen -, won 3\n"  # 4, 3 and 1 are played
        "Bob: hand 1, chosen -, won 2\n"  # 2, 3 and 4 are played
    )


def test_show_after_a_record(tiny: Path) -> None:
    assert fine("show", tiny, "--at", 0).lines[1] == "Anna: hand 1 2 3 4, chosen -, won 0"
    assert fine("show", tiny, "--at", 2).lines == [
        "Prize 3",
        "Anna: hand 1 2 3 4, chosen 4, won 0",
        "Bob: hand 1 2 3 4, chosen -, won 0",
    ]
    assert fine("show", tiny, "--at", 11).out == fine("show", tiny).out


def test_show_after_an_undo_record(here: Path) -> None:
    write_log("g.jsonl", duel_game((*DUEL_MOVES[:4], "undo")))
    assert fine("show", "g.jsonl", "--at", 5).out == fine("show", "g.jsonl", "--at", 3).out
    assert fine("show", "g.jsonl", "--at", 4).out != fine("show", "g.jsonl").out


@pytest.mark.parametrize(("seat", "card"), [("Anna", "4"), ("anna", "4"), ("0", "4"), ("Bob", "?"), ("1", "?")])
def test_show_as_a_seat(sealed: Path, seat: str, card: str) -> None:
    """A choice laid face down is hidden from the others."""
    assert fine("show", sealed, "--as", seat).lines[1] == f"Anna: hand 1 2 3 4, chosen {card}, won 0"


def test_show_as_json(sealed: Path) -> None:
    table = fine("show", sealed, "--format", "json").json
    assert table["viewer"] is None
    assert table["sealed"] == ["4", ""]
    assert fine("show", sealed, "--format", "json", "--as", "Bob").json["sealed"] == ["?", ""]


def test_show_a_game_of_tides(whole: Path) -> None:
    """The first deal of seed 7 gave Anna 6, 8, 9, 14 and 16."""
    table = fine("show", whole, "--at", 1, "--format", "json").json
    assert table["hands"][0] == ["6", "8", "9", "14", "16"]
    assert len(table["hands"][1]) == 5
    assert (table["round"], table["phase"], table["totals"]) == (1, "pick", [0, 0])
    as_anna = fine("show", whole, "--at", 1, "--format", "json", "--as", "Anna").json
    assert as_anna["hands"] == [["6", "8", "9", "14", "16"], ["?"] * 5]
    assert as_anna["deck"] == ["?"] * 8


@pytest.mark.parametrize("columns", [80, 100, 120, 200])
def test_show_fits_its_width(whole: Path, columns: int) -> None:
    for at in (0, 1, 7, 24, 39):
        text = fine("show", whole, "--at", at, columns=columns).out
        assert max(map(len, text.splitlines())) <= columns, text


# -- moves ------------------------------------------------------------------------------------------------------


def test_moves_of_everyone(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:5]))
    assert fine("moves", "g.jsonl").lines == [
        *("Anna: play 1", "Anna: play 2", "Anna: play 3"),
        *("Bob: play 1", "Bob: play 3", "Bob: play 4"),
    ]
    assert fine("moves", "g.jsonl", "--as", "Bob").lines == ["Bob: play 1", "Bob: play 3", "Bob: play 4"]
    assert fine("moves", "g.jsonl", "--format", "json").json == {
        "Anna": ["play 1", "play 2", "play 3"],
        "Bob": ["play 1", "play 3", "play 4"],
    }
    assert fine("moves", "g.jsonl", "--format", "json", "--as", "0").json == {"Anna": ["play 1", "play 2", "play 3"]}


def test_every_move_listed_can_be_played(here: Path) -> None:
    write_log("g.jsonl", tides_game([]))
    for move in fine("moves", "g.jsonl").lines:
        fine("branch", "g.jsonl", "b.jsonl")
        fine("play", "b.jsonl", move)
        os.remove("b.jsonl")


def test_moves_while_another_is_to_act(sealed: Path) -> None:
    assert fine("moves", sealed, "--as", "Anna") == Result(0, "", "Bob to act.\n")
    assert fine("moves", sealed, "--as", "Anna", "--format", "json").json == {}


def test_moves_while_chance_is_due_and_at_the_end(tiny: Path) -> None:
    write_log("g.jsonl", duel_game(()))
    assert fine("moves", "g.jsonl") == Result(0, "", "Chance is due: enter the outcome.\n")
    assert fine("moves", tiny) == Result(0, "", "The game is over. Anna wins.\n")
    assert fine("moves", tiny, "--format", "json").json == {}


# -- replay -----------------------------------------------------------------------------------------------------


def test_replay_tells_the_game(tiny: Path) -> None:
    done = fine("replay", tiny)
    assert done.lines == [
        "   1  chance: prize 3",
        "   2  Anna: play 4",
        "   3  Bob: play 2",
        "        Anna shows 4, Bob shows 2 (DU-2)",
        "   4  Anna: take",
        "        Anna takes the prize of 3 (DU-4)",
        "   5  chance: prize 5",
        "   6  Bob: play 3",
        "   7  Anna: play 3",
        "        Anna shows 3, Bob shows 3 (DU-2)",
        "   8  chance: prize 2",
        "   9  Anna: play 1",
        "  10  Bob: play 4",
        "        Anna shows 1, Bob shows 4 (DU-2)",
        "  11  Bob: take",
        "        Bob takes the prize of 2 (DU-4)",
    ]
    assert done.err == "The game is over. Anna wins.\n"


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        (("--from", 4), 4, 11),
        (("--to", 3), 1, 3),
        (("--from", 5, "--to", 7), 5, 7),
        (("--from", 11), 11, 11),
        (("--to", 99), 1, 11),
    ],
)
def test_replay_a_part(tiny: Path, words: tuple[Any, ...], first: int, last: int) -> None:
    done = fine("replay", tiny, *words)
    numbers = [int(line[:4]) for line in done.lines if line[:4].strip()]
    assert numbers == list(range(first, last + 1))
    assert done.err == ("The game is over. Anna wins.\n" if last == 11 else "")


@pytest.mark.parametrize(
    ("words", "none"), [(("--from", 12), "No record from 12 on"), (("--from", 7, "--to", 5), "No record from 7 to 5")]
)
def test_replay_of_nothing(tiny: Path, words: tuple[Any, ...], none: str) -> None:
    assert fine("replay", tiny, *words) == Result(0, "", f"{none}: the log has 11 records.\n")


def test_replay_with_undo_and_redo(here: Path) -> None:
    write_log("g.jsonl", duel_game((*DUEL_MOVES[:7], "undo 2", "redo")))
    # Anna's 3 and Bob's 3 are the last two decisions.
    assert fine("replay", "g.jsonl", "--from", 8).lines == ["   8  undo 2 events", "   9  redo 1 event"]


def test_a_long_effect_goes_on_below_itself(whole: Path) -> None:
    """On a terminal of 60 columns; through a pipe it is one line, whatever the terminal has."""
    session = load(str(whole))
    told = Narration(session, [13], None, in_force=False).told(Paper(60))
    assert "\n".join(line for _, lines in told for line in lines).split("\n") == [
        "Round 1 of 3 · the break · Anna 14, Bob 18",
        "  13  Bob: relic 10 discard 8",
        "        Anna keeps 2 Ancient Divide and discards 6 Citadel",
        "        of the Prophets, Bob keeps 10 Eye of the North and",
        "        discards 8 Gods' Bath (TT-2.7)",
    ]
    assert fine("replay", whole, "--from", 13, "--to", 13, columns=60).lines[2:] == [
        "        Anna keeps 2 Ancient Divide and discards 6 Citadel of the Prophets, "
        "Bob keeps 10 Eye of the North and discards 8 Gods' Bath (TT-2.7)"
    ]


def test_replay_hides_what_a_seat_may_not_know(sealed: Path) -> None:
    assert fine("replay", sealed, "--as", "Bob").lines[1] == "   2  Anna: play ?"
    assert fine("replay", sealed, "--as", "Anna").lines[1] == "   2  Anna: play 4"
    assert fine("replay", sealed).lines[1] == "   2  Anna: play 4"


def test_replay_as_json(tiny: Path) -> None:
    entries = fine("replay", tiny, "--format", "json").json
    assert [entry["n"] for entry in entries] == list(range(1, 12))
    assert entries[2] == {
        "n": 3,
        "text": "Bob: play 2",
        "by": "Bob",
        "effects": [
            {"type": "shown", "cards": [4, 2], "rule": "DU-2", "text": "Anna shows 4, Bob shows 2"},
        ],
        "do": {"type": "play", "card": 2},
        "state": digest(duel_game().at(3)),
    }


def test_replay_as_json_hides_too(sealed: Path) -> None:
    """Nor does a digest give it away: anyone who can guess could try the four cards."""
    (_, entry) = fine("replay", sealed, "--format", "json", "--as", "Bob").json
    assert entry == {"n": 2, "text": "Anna: play ?", "by": "Anna", "effects": []}


def test_replay_as_json_for_a_seat_has_effects_as_they_are_shown(tiny: Path) -> None:
    """The fields of an effect may hold what the seat may not know; the clause is made for the seat."""
    entry = fine("replay", tiny, "--format", "json", "--as", "Bob").json[2]
    assert entry["effects"] == [{"text": "Anna shows 4, Bob shows 2", "rule": "DU-2"}]


def test_replay_as_json_with_undo(here: Path) -> None:
    write_log("g.jsonl", duel_game((*DUEL_MOVES[:4], "undo", "redo")))
    entries = fine("replay", "g.jsonl", "--format", "json", "--from", 5).json
    assert entries == [{"n": 5, "text": "undo 1 event", "undo": 1}, {"n": 6, "text": "redo 1 event", "redo": 1}]


def test_replay_with_boards(sealed: Path) -> None:
    assert fine("replay", sealed, "--boards", "--as", "Bob").lines == [
        *("   1  chance: prize 3", ""),
        *("Prize 3", "Anna: hand 1 2 3 4, chosen -, won 0", "Bob: hand 1 2 3 4, chosen -, won 0", ""),
        *("   2  Anna: play ?", ""),
        *("Prize 3", "Anna: hand 1 2 3 4, chosen ?, won 0", "Bob: hand 1 2 3 4, chosen -, won 0", ""),
    ]


def test_replay_takes_its_time(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    fine("replay", tiny, "--delay", 0.25, "--to", 4)
    assert waits == [0.25] * 4


def test_replay_has_headings_with_the_score(whole: Path) -> None:
    """Each pick of both has one, with an empty line before it; the score is that before it."""
    lines = fine("replay", whole, "--to", 14).lines
    assert lines[:4] == [
        "Round 1 of 3 · Anna 0, Bob 0",
        "   1  chance: deal 14 9 16 6 8 / 15 10 2 13 11",
        "",
        "Round 1 of 3 · pick 1 of 5 · Anna 0, Bob 0",
    ]
    headings = [line for line in lines if line.startswith("Round")]
    assert headings[-2:] == ["Round 1 of 3 · the break · Anna 14, Bob 18", "Round 2 of 3 · Anna 14, Bob 18"]
    assert fine("replay", whole, "--from", 13).lines[0] == "Round 1 of 3 · the break · Anna 14, Bob 18"


def test_replay_hides_the_score_behind_screens() -> None:
    """TE-1.5: points are shown to nobody else."""
    log = ROOT / "fixtures" / "games" / "tigris" / "two-advanced.jsonl"
    headings = [line for line in fine("replay", log, "--as", "Bob").lines if "'s turn ·" in line]
    assert headings
    assert all("Anna ?, Bob " in line and "Bob ?" not in line for line in headings)


def test_replay_in_force_leaves_out_what_was_taken_back(here: Path) -> None:
    session = duel_game((*DUEL_MOVES[:4], "undo 2"))  # 3 and 4 are gone
    session.note("a pity", on=3)
    session.note("a slip", on=2, mark="?")
    session.set(tags={"Event": "Club"})
    for move in ("Bob: play 1", "Anna: take"):
        session.play(move)
    write_log("g.jsonl", session)
    assert fine("replay", "g.jsonl", "--in-force").lines == [
        "   1  chance: prize 3",
        "   2  Anna: play 4 ?",
        "   7    note ?: a slip",
        "   8  set: tag Event: Club",
        "   9  Bob: play 1",
        "        Anna shows 4, Bob shows 1 (DU-2)",
        "  10  Anna: take",
        "        Anna takes the prize of 3 (DU-4)",
    ]
    entries = fine("replay", "g.jsonl", "--in-force", "--format", "json").json
    assert [entry["n"] for entry in entries] == [1, 2, 7, 8, 9, 10]
    assert "   5  undo 2 events" in fine("replay", "g.jsonl").lines


def test_notes_stand_below_their_move_and_marks_behind_it(here: Path) -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.note("strong", on=2, mark="!", author="Bob")
    session.note(on=2, mark="?!\x1b[31m")
    session.note("so it is", on=5)
    session.note("a club game", on=0)
    session.note("taken")
    write_log("g.jsonl", session)
    assert fine("replay", "g.jsonl").lines == [
        "   1  chance: prize 3",
        r"   2  Anna: play 4 ! ?!\x1b[31m",
        "   5    note by Bob !: strong",
        r"   6    note ?!\x1b[31m",
        "   7    note: so it is",
        "   3  Bob: play 2",
        "        Anna shows 4, Bob shows 2 (DU-2)",
        "   4  Anna: take",
        "        Anna takes the prize of 3 (DU-4)",
        "   9    note: taken",
        "   8  note on the game: a club game",
    ]
    assert fine("replay", "g.jsonl", "--as", "Anna").lines[2] == "   5    note by Bob !: ?"
    assert fine("replay", "g.jsonl", "--from", 5, "--to", 5).lines == ["   5  note on 2 by Bob !: strong"]


def test_a_pager_gets_colours_if_they_are_asked_for(whole: Path) -> None:
    """As in `kronika --color always replay game.jsonl | less -R`."""
    done = process("--color", "always", "replay", whole, "--to", 2)
    assert "\x1b[1mRound 1 of 3 · Anna 0, Bob 0\x1b[0m" in done.out
    assert INK.sub("", done.out) == fine("replay", whole, "--to", 2).out


# -- score ------------------------------------------------------------------------------------------------------


def test_score_sheet_of_the_tiny_game(tiny: Path) -> None:
    done = fine("score", tiny)
    rows = [line.split() for line in done.lines]
    assert rows[2] == ["prizes", "prize", "3", "3", "DU-5"]
    assert rows[3] == ["prize", "2", "2", "DU-5"]
    assert rows[4] == ["total", "3", "2"]
    assert done.lines[-1] == "Anna wins. The end: three prizes were turned up (DU-5)."
    assert done.err == ""


def test_score_in_the_middle(tiny: Path) -> None:
    done = fine("score", tiny, "--at", 4)
    assert done.lines[-1].split() == ["total", "3", "0"]
    assert done.err == "The game is not over; chance is due.\n"
    assert fine("score", tiny, "--at", 5).err == "The game is not over.\n"
    assert fine("score", tiny, "--at", 0).lines == ["Nobody has points yet."]


def test_score_as_json(tiny: Path) -> None:
    assert fine("score", tiny, "--format", "json").json == {
        "players": ["Anna", "Bob"],
        "items": [
            {"seat": 0, "part": "prizes", "source": "prize 3", "points": 3, "rule": "DU-5", "note": ""},
            {"seat": 1, "part": "prizes", "source": "prize 2", "points": 2, "rule": "DU-5", "note": ""},
        ],
        "totals": [3, 2],
        "result": {
            "totals": [3, 2],
            "ranking": [[0], [1]],
            "reason": "three prizes were turned up",
            "rule": "DU-5",
            "tie_break": "",
            "tie_rule": "",
            "winners": [0],
        },
    }
    assert fine("score", tiny, "--format", "json", "--at", 7).json["result"] is None


def test_score_of_tides_adds_up(whole: Path) -> None:
    """The sheet's rows, sums and totals agree with each other: 14 + 24 + 22 and 18 + 19 + 23 are 60 each."""
    sheet = fine("score", whole, "--format", "json").json
    sums: dict[tuple[str, int], int] = {}
    for item in sheet["items"]:
        sums[item["part"], item["seat"]] = sums.get((item["part"], item["seat"]), 0) + item["points"]
    parts = ("round 1", "round 2", "round 3")
    assert [[sums[part, seat] for part in parts] for seat in (0, 1)] == [[14, 24, 22], [18, 19, 23]]
    assert sheet["totals"] == [60, 60]
    text = fine("score", whole, columns=120)
    assert [line.split()[1:] for line in text.lines if line.split()[:1] == ["sum"]] == [
        ["14", "18"],
        ["24", "19"],
        ["22", "23"],
    ]
    end = "Anna and Bob share the victory: the totals are equal (TT-5.2). The end: the third round is scored (TT-5.1)."
    assert end in " ".join(text.out.split())


@pytest.mark.parametrize("columns", [60, 80, 100, 120])
def test_score_sheet_fits_its_width(whole: Path, columns: int) -> None:
    table, _, _ = fine("score", whole, columns=columns).out.partition("\n\n")
    assert max(map(len, table.splitlines())) <= columns


# -- for all of them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", LOOKS)
def test_looking_changes_nothing(whole: Path, command: str) -> None:
    before = (whole.read_bytes(), whole.stat().st_mtime_ns)
    fine(command, whole)
    assert (whole.read_bytes(), whole.stat().st_mtime_ns) == before
    assert os.listdir(whole.parent) == ["game.jsonl"]


@pytest.mark.parametrize("command", LOOKS)
@pytest.mark.parametrize("ending", [".jsonl.gz", ".kpack", ".kpack.zst"])
def test_every_form_can_be_looked_at_by_name_and_through_a_pipe(whole: Path, command: str, ending: str) -> None:
    other = f"other{ending}"
    fine("convert", whole, other)
    plain = fine(command, whole)
    assert fine(command, other) == plain
    assert fine(command, "-", stdin=Path(other).read_bytes()) == plain


@pytest.mark.parametrize("command", LOOKS)
@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("none.jsonl",), 3, "error: none.jsonl: cannot read: No such file or directory."),
        ((".",), 3, "error: .: is a directory"),
        (("broken.jsonl",), 1, "error: broken.jsonl:2: syntax `,` or `}` is missing (byte 7)"),
        (("game.jsonl", "--format", "yaml"), 2, "Invalid value for '--format'"),
        (("game.jsonl", "--colour"), 2, "No such option"),
        ((), 2, "Missing argument 'LOG'"),
        (("game.jsonl", "too", "many"), 2, "unexpected extra arguments"),
    ],
)
def test_wrong_use(whole: Path, command: str, words: tuple[str, ...], status: int, message: str) -> None:
    Path("broken.jsonl").write_bytes(whole.read_bytes().replace(b'{"n":1,', b'{"n":1;'))
    done = run(command, *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


@pytest.mark.parametrize("command", ["show", "moves", "replay"])
@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("Ana", "There is no player 'Ana'. Did you mean: Anna?"),
        ("2", "There is no player '2'. There are Anna and Bob."),
        ("-1", "There is no player '-1'. There are Anna and Bob."),
        ("", "There is no player ''. There are Anna and Bob."),
        ("chance", "Chance has no seat. Did you mean: Anna, Bob?"),
    ],
)
def test_as_nobody(whole: Path, command: str, seat: str, message: str) -> None:
    done = run(command, whole, "--as", seat)
    assert (done.status, done.out, done.err) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize("command", ["show", "score"])
def test_at_where_nothing_is(whole: Path, command: str) -> None:
    assert run(command, whole, "--at", 40) == Result(2, "", "error: There is no record 40: the log has 39.\n")
    assert "Invalid value for '--at'" in run(command, whole, "--at", -1).err


@pytest.mark.parametrize("command", LOOKS)
def test_a_log_that_derives_otherwise_is_shown_with_a_warning(whole: Path, command: str) -> None:
    """At most three are reported: `validate` lists them all."""
    lines = [json.loads(line) for line in whole.read_text().splitlines()]
    for line in lines[2:]:
        line["state"] = "0123456789abcdef"
    write(whole, lines)
    done = fine(command, whole)
    warnings = [line for line in done.err.splitlines() if line.startswith("warning: ")]
    assert [line.split(":")[2] for line in warnings[:3]] == ["3", "4", "5"]
    assert 3 <= len(warnings) <= 4
    assert ANSI not in done.err


AS = ("show", "moves", "replay", "score")


@pytest.mark.parametrize("command", AS)
def test_a_player_is_not_told_what_is_wrong_with_a_log_but_where(whole: Path, command: str) -> None:
    """The digest is of all hands together, and a refusal names them."""
    lines = [json.loads(line) for line in whole.read_text().splitlines()]
    right, lines[2]["state"] = lines[2]["state"], "0123456789abcdef"
    write(whole, lines)
    done = fine(command, whole, "--as", "Bob")
    assert f"warning: {whole}:3: digest (`kronika validate` shows the referee more)\n" in done.err
    assert right not in done.out + done.err
    assert right in fine(command, whole).err
    lines[3]["do"] = {"type": "pick", "card": lines[2]["do"]["card"]}
    write(whole, lines)
    assert run(command, whole, "--as", "Bob") == Result(
        1, "", f"error: {whole}:4: illegal (`kronika validate` shows the referee more)\n"
    )
    assert "your hand is" in run(command, whole).err


@pytest.mark.parametrize("command", AS)
def test_as_everyone(sealed: Path, command: str) -> None:
    """What all at the table may know: that Anna has chosen."""
    shown = fine(command, sealed, "--as", "everyone").out
    wanted = {
        "show": "Prize 3\nAnna: hand 1 2 3 4, chosen ?, won 0\nBob: hand 1 2 3 4, chosen -, won 0\n",
        "moves": "",
        "replay": "   1  chance: prize 3\n   2  Anna: play ?\n",
    }
    assert shown == wanted.get(command, shown)


def test_a_player_called_everyone_is_one_player(here: Path) -> None:
    write_log("g.jsonl", duel_game(["prize 3", "Everyone: play 4"], ("Everyone", "Bob")))
    assert fine("replay", "g.jsonl", "--as", "everyone").lines[1] == "   2  Everyone: play 4"


def test_the_score_as_a_player_leaves_out_what_is_behind_screens(here: Path) -> None:
    """TE-1.5: the first game that ships, in the middle: the points of the others are shown to nobody else."""
    log = next((ROOT / "fixtures" / "games" / "tigris").glob("*.jsonl"))
    players = json.loads(log.read_text(encoding="utf-8").splitlines()[0])["players"]
    everything = fine("score", log, "--at", 100, "--format", "json").json
    own = fine("score", log, "--at", 100, "--format", "json", "--as", players[1]).json
    assert own["items"] == [item for item in everything["items"] if item["seat"] == 1] != []
    assert own["totals"] == [n if seat == 1 else None for seat, n in enumerate(everything["totals"])]
    text = fine("score", log, "--at", 100, "--as", players[1]).out
    assert next(line for line in text.splitlines() if line.startswith("total")).split() == [
        "total",
        *("?" if n is None else str(n) for n in own["totals"]),
    ]


@pytest.mark.parametrize("command", LOOKS)
def test_no_colours_where_there_is_no_terminal(whole: Path, command: str) -> None:
    assert ANSI not in fine(command, whole).out
    assert ANSI not in process(command, whole, env={"TERM": "xterm-256color"}).out
