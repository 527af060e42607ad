"""`import`: archives of other platforms as logs, the first claim that is not so, copies that name nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kronika.cli.printing.output import FILE, FINDING, USAGE
from kronika.logs.replaying.replay import load
from support.bga import IDS, REAL_NAMES, changed, game_of, with_more
from support.bga_ancient import AncientArchive
from support.bga_tigris import TigrisArchive
from support.cli import fine, run


@pytest.fixture
def saved(here: Path) -> bytes:
    """The file saved.json: a game of two, as the first player has saved it."""
    data = TigrisArchive(game_of("tigris", 2, 3), (0,)).json()
    Path("saved.json").write_bytes(data)
    return data


@pytest.mark.usefixtures("saved")
def test_an_archive_becomes_a_log() -> None:
    done = fine("import", "bga", "saved.json")
    assert done.out == ""
    assert done.err.startswith("saved.jsonl: Tigris & Euphrates, Anna, Bob, seen by Anna; ")
    assert done.err.endswith("claims compared, from saved.json.\n")
    session = load("saved.jsonl")
    assert session.players == ("Anna", "Bob")
    assert session.totals() == game_of("tigris", 2, 3).totals()
    assert "  imported: packet " in fine("replay", "saved.jsonl").out
    assert fine("validate", "saved.jsonl").status == 0


@pytest.mark.usefixtures("saved")
def test_a_log_that_is_there_is_left_alone() -> None:
    Path("saved.jsonl").write_text("mine")
    done = run("import", "bga", "saved.json")
    assert done.status == FILE
    assert Path("saved.jsonl").read_text() == "mine"


def test_all_hands(here: Path) -> None:
    Path("all.json").write_bytes(AncientArchive(game_of("ancient_knowledge", 2, 2)).json())
    done = fine("import", "bga", "all.json", "--out", "logs")
    assert done.err.startswith("logs/all.jsonl: Ancient Knowledge, Anna, Bob, all hands; ")


def test_the_first_difference_is_a_finding(saved: bytes) -> None:
    def more(args: dict[str, object]) -> None:
        args["points"] = 5

    Path("saved.json").write_bytes(changed(saved, "playerScore", more))
    done = run("import", "bga", "saved.json")
    assert done.status == FINDING
    (line,) = [line for line in done.err.split("\n") if line.startswith("error: ")]
    assert line.startswith("error: saved.jsonl:")
    assert "points of " in line
    assert "the archive says 5, the rules 1 (TE-4." in line
    assert Path("saved.jsonl").exists()


def test_the_claims_of_a_log_are_compared_again(saved: bytes) -> None:
    """`validate` says of a claim in the log what `import` says of it in the archive: both values, and the rule."""
    Path("saved.json").write_bytes(changed(saved, "playerScore", lambda args: args.update(points=5)))
    told = run("import", "bga", "saved.json").err
    (line,) = [line.removeprefix("error: ") for line in told.split("\n") if line.startswith("error: ")]
    done = run("validate", "saved.jsonl")
    assert (done.status, done.out) == (FINDING, f"{line}\n")
    assert "the archive says 5, the rules 1 (TE-4." in line


@pytest.mark.parametrize("game", ["tigris", "ancient_knowledge"])
def test_a_claim_that_was_changed_in_a_log_is_found(game: str, here: Path) -> None:
    archive = TigrisArchive(game_of(game, 2, 3), (0,)) if game == "tigris" else AncientArchive(game_of(game, 2, 2))
    Path("saved.json").write_bytes(archive.json())
    fine("import", "bga", "saved.json")
    assert fine("validate", "--strict", "saved.jsonl").status == 0
    lines = Path("saved.jsonl").read_text(encoding="utf-8").split("\n")
    first = next(n for n, line in enumerate(lines) if '"what":"total"' in line)
    Path("saved.jsonl").write_text("\n".join(lines).replace('"what":"total","value":', '"what":"total","value":7'))
    done = run("validate", "saved.jsonl")
    assert done.status == FINDING
    (fault,) = done.lines
    assert fault.startswith(f"saved.jsonl:{first}: effects ")
    assert "total of Anna: the archive says 7" in fault


def test_a_refused_move_is_a_finding_and_no_log_is_written(saved: bytes) -> None:
    Path("saved.json").write_bytes(changed(saved, "placeLeader", lambda args: args.update(x=4, y=0)))
    done = run("import", "bga", "saved.json")
    assert done.status == FINDING
    assert done.err.startswith("error: saved.json:")
    assert "is refused: " in done.err
    assert not Path("saved.jsonl").exists()


def test_unknown_notifications_are_named(saved: bytes) -> None:
    Path("saved.json").write_bytes(with_more(saved, 3, [("newThing", {}), ("newThing", {}), ("other", {})]))
    done = fine("import", "bga", "saved.json")
    assert "warning: saved.json: these notifications are unknown: newThing (2), other (1).\n" in done.err


@pytest.mark.usefixtures("saved")
def test_several_files_each_for_itself() -> None:
    Path("broken.json").write_text("{")
    done = run("import", "bga", "broken.json", "gone.json", "saved.json", "--format", "json")
    assert done.status == FILE
    assert [row["log"] for row in done.json] == [None, None, "saved.jsonl"]
    assert done.json[0]["fault"]["code"] == "syntax"
    assert done.json[2]["witness"] == "Anna"
    assert done.json[2]["claims"] > 10
    assert "broken.json:1: syntax " in done.err
    assert "gone.json: cannot read" in done.err


@pytest.mark.usefixtures("saved")
def test_names_are_kept_where_they_are_to_be() -> None:
    fine("import", "bga", "saved.json", "--keep-names")
    assert load("saved.jsonl").players == REAL_NAMES[:2]


@pytest.mark.parametrize("form", ["json", "page"])
def test_a_copy_names_nobody_and_is_the_same_game(here: Path, form: str) -> None:
    archive = TigrisArchive(game_of("tigris", 3, 3), (1,))
    Path("saved.json").write_bytes(getattr(archive, form)())
    done = fine("import", "bga", "saved.json", "--anonymise")
    assert done.err == ("saved-anonymous.json: a copy of saved.json without names; check it before you send it.\n")
    text = Path("saved-anonymous.json").read_text()
    assert not any(name in text for name in (*REAL_NAMES, "Zoe", "Real", "Max", "True", "Ida", *map(str, IDS)))
    assert "t555" not in text
    fine("import", "bga", "saved.json", "saved-anonymous.json")
    first, second = (load(f"{name}.jsonl") for name in ("saved", "saved-anonymous"))
    assert [event.do for event in first.line.events] == [event.do for event in second.line.events]
    assert first.witness == second.witness == 1


def test_a_copy_has_no_chat_and_no_texts(saved: bytes) -> None:
    chat = ("chatmessage", {"text": "hello, I am Zoe"})
    note = ("newThing", {"who": "zoe real", "mail": "zoe@example.org", "long": "x" * 500, "color": "red"})
    Path("saved.json").write_bytes(with_more(saved, 3, [chat, note]))
    fine("import", "bga", "saved.json", "--anonymise")
    content = json.loads(Path("saved-anonymous.json").read_text())
    rows = [row for packet in content["data"]["logs"] for row in packet["data"]]
    assert not any(row["type"] == "chatmessage" for row in rows)
    (new,) = [row for row in rows if row["type"] == "newThing"]
    assert new["args"] == {"who": "Player 1", "mail": "", "long": "", "color": "red"}
    assert all("log" not in row for row in rows)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name a format and the files, or ask for --list."),
        (("bga",), "Name a format and the files, or ask for --list."),
        (("bgs", "saved.json"), "There is no format 'bgs'. Did you mean bga?"),
        (("bga", "saved.json", "-o", "board=round"), "Option board: 'round' is not possible"),
    ],
)
@pytest.mark.usefixtures("saved")
def test_wrong_usage(words: tuple[str, ...], says: str) -> None:
    done = run("import", *words)
    assert done.status == USAGE
    assert says in done.err


def test_the_formats(here: Path) -> None:
    done = fine("import", "--list")
    assert "bga       Board Game Arena" in done.out
    (row,) = fine("import", "--list", "--format", "json").json
    assert row["games"] == ["tigris", "ancient_knowledge"]


def test_a_file_that_is_called_after_a_player_names_nobody(saved: bytes) -> None:
    """Neither a log nor a copy, nor what is printed of notifications, has the name of a player."""
    Path("Zoe-real.json").write_bytes(with_more(saved, 2, [("zoeReal", {})]))
    done = fine("import", "bga", "Zoe-real.json")
    assert "these notifications are unknown: (the name of a player) (1)" in done.err
    assert "zoe" not in Path("Zoe-real.jsonl").read_text().casefold()
    copied = fine("import", "bga", "Zoe-real.json", "--anonymise")
    assert copied.err == "anonymous.json: a copy without names; check it before you send it.\n"
    assert "zoe" not in Path("anonymous.json").read_text().casefold()


def test_an_archive_from_standard_input(here: Path, saved: bytes) -> None:
    """Its log needs a name: a file called `-.jsonl` could not be typed."""
    done = fine("import", "bga", "-", stdin=saved)
    assert done.err.startswith("game.jsonl: Tigris & Euphrates, Anna, Bob, seen by Anna; ")
    fine("import", "bga", "saved.json")
    named, unnamed = load("saved.jsonl"), load("game.jsonl")
    assert unnamed.totals() == named.totals()
    assert {**named.header.tags} == {**unnamed.header.tags, "file": "saved.json"}
    fine("import", "bga", "-", "--anonymise", stdin=saved)
    assert Path("game-anonymous.json").exists()
