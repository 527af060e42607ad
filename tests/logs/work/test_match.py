"""Scripted matches."""

from __future__ import annotations

import json
import os
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.basics import limits
from kronika.core.basics.chance import Dice
from kronika.core.bots import BOTS, Turn
from kronika.core.sessions.digest import format_1_digests
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.work.match import MatchError, Result, read_matches, run_match, seeds_of
from kronika.logs.work.matches import run_matches
from support import duel
from support.logs import waits_for_disk

SCRIPTS = Path(__file__).parents[3] / "fixtures" / "scripts"


def run(text: str, folder: Path = SCRIPTS) -> list[Result]:
    return [result for match in read_matches(text) for result in run_match(match, str(folder))]


SCRIPTED = """
[[match]]
name = "demo"
game = "tides"
players = ["Anna", "Bob"]
seeds = [7]
script = "tides-demo.txt"
expect.totals = { Anna = 60, Bob = 60 }
expect.result = { winners = ["Anna", "Bob"], tie_rule = "TT-5.2" }
"""


def test_a_script_against_its_score() -> None:
    (result,) = run(SCRIPTED)
    assert result.findings == ()
    assert result.session is not None
    assert result.session.header.tags == {"match": "demo"}


def test_a_range_of_seeds() -> None:
    (match,) = read_matches(SCRIPTED.replace("[7]", "'-1..2'"))
    assert list(seeds_of(match)) == [-1, 0, 1, 2]
    (one,) = run(SCRIPTED.replace("[7]", "'7..7'"))
    assert (one.seed, one.findings) == (7, ())


def test_another_score_is_a_finding() -> None:
    (result,) = run(SCRIPTED.replace("Bob = 60", "Bob = 61"))
    (finding,) = result.findings
    total, _, sheet = finding.got.partition(": ")
    assert (finding.key, finding.expected, total) == ("expect.totals.Bob", "61", "60")
    assert sum(int(item.split()[0]) for item in sheet.split("; ")) == 60


def test_another_seed_makes_the_script_illegal() -> None:
    results = run(SCRIPTED.replace("[7]", "[7, 8]"))
    assert results[0].findings == ()
    assert results[1].findings[0].key == "moves"
    assert "tides-demo.txt:" in results[1].findings[0].got
    assert results[1].findings[0].rules == ("TT-2.1",)


@pytest.mark.parametrize("bot", ["random", "first", "greedy"])
def test_bots_play_to_the_end_and_always_the_same(bot: str) -> None:
    text = f"""
[[match]]
name = "bots"
game = "tides"
players = ["Anna", "Bob"]
seeds = [1, 2]
bots = {{ Anna = "{bot}", Bob = "{bot}" }}
"""
    first, second = run(text), run(text)
    for one, other in zip(first, second, strict=True):
        assert one.session is not None
        assert other.session is not None
        assert one.session.result() is not None
        assert one.session.history == other.session.history
    assert first[0].session is not None
    assert first[1].session is not None
    assert first[0].session.history != first[1].session.history


def test_the_greedy_bot_takes_the_most_points() -> None:
    """The tiny game: only taking a prize scores, so the greedy winner of a prize takes it."""
    game = duel.GAME
    session = Session.new(game, ["Anna", "Bob"], chance="given")
    for move in ("chance: prize 3", "Anna: play 4", "Bob: play 2"):
        session.play(move)
    assert {game.format(session.state, 0, do, session.players) for do in game.actions(session.state, 0)} > {"take"}
    for number in range(20):
        do = BOTS["greedy"](Turn(game, session.state, 0, Dice("hidden")), Dice(number))
        assert game.format(session.state, 0, do, session.players) == "take"


def test_a_bot_fills_in_for_its_player_and_the_script_for_the_others() -> None:
    """Bob's first legal card is the lowest of his hand: 3 of 12 3 6 7 13, then 1 of the 1 2 10 15 he was passed."""
    text = """
[[match]]
name = "script and bot"
game = "tides"
players = ["Anna", "Bob"]
moves = ["chance: deal 17 2 1 10 15 / 12 3 6 7 13", "Anna: pick 17", "Anna: pick 12"]
bots = { Bob = "first" }
expect.state = { kingdoms = { Anna = [17, 12], Bob = [3, 1] } }
expect.turn = ["Anna"]
"""
    (result,) = run(text)
    assert result.findings == ()


def test_a_digest() -> None:
    (result,) = run(SCRIPTED + 'digests = { 7 = "0000000000000000" }\n')
    assert [f.key for f in result.findings] == ["digests.7"]
    (right,) = run(SCRIPTED + f'digests = {{ 7 = "{result.findings[0].got}" }}\n')
    assert right.findings == ()
    assert right.session is not None
    (of_format_1,) = format_1_digests(right.session.state, right.session.header.options)
    assert of_format_1 != result.findings[0].got
    (old,) = run(SCRIPTED + f'digests = {{ 7 = "{of_format_1}" }}\n')
    assert old.findings == (), "a match file has no format: what was right stays right"


def test_a_game_of_which_nothing_is_expected_fails() -> None:
    text = SCRIPTED.partition("expect")[0].replace("[7]", "[7, 8]").replace('script = "tides-demo.txt"', "moves = []")
    first, second = run(text)
    assert [[finding.key for finding in result.findings] for result in (first, second)] == [["expect"], ["expect"]]
    assert "expects nothing of this game" in first.findings[0].got
    wanted = first.findings[0].got.rpartition(" ")[2]
    first, second = run(text + f'digests = {{ 7 = "{wanted}" }}\n')
    assert (first.findings, [finding.key for finding in second.findings]) == ((), ["expect"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x", "Not TOML"),
        ("[[match]]\nname = 'a'\n", "game"),
        ("", "there is no"),
        ("match = []", "there is no"),
        (SCRIPTED + "bot = {}\n", "match.1.bot: There is no `bot` here. Did you mean bots"),
        (SCRIPTED.replace("Bob = 60", "Bob = 'x'"), "match.1.expect.totals.Bob: A whole number is needed, not 'x'"),
        (SCRIPTED + "digests = { 8 = '' }\n", "there is no game of seed '8'; its seeds are 7"),
        (SCRIPTED.replace("seeds = [7]", "digests = { 7 = '' }"), "there is no game of seed '7'; it has no seeds"),
        (SCRIPTED + "bots = { Eva = 'random' }\n", "there is no player 'Eva'"),
        (SCRIPTED + "bots = { Bob = 'randon' }\n", "Did you mean random?"),
        (SCRIPTED + "moves = ['pick 1']\n", "not both"),
        (SCRIPTED.replace('"demo"', '"../demo"'), "letters, digits"),
        (SCRIPTED.replace("[7]", "'7'"), "seeds: '7': a range of seeds is written \"1..100\", the smaller first"),
        (SCRIPTED.replace("[7]", "'7..6'"), "seeds: '7..6': a range of seeds is written"),
        (SCRIPTED.replace("[7]", "7"), r"match\.1\.seeds: A list `\[…\]` or a text is needed, not 7\."),
        (SCRIPTED.replace("[7]", "'1..9999999999'"), "seeds: a file has at most 10,000 games; these are 9,999,999,999"),
        (SCRIPTED.replace("[7]", "'7..9'") + "digests = { 6 = '' }", "no game of seed '6'; its seeds are 7..9"),
    ],
)
def test_a_file_that_is_none(text: str, says: str) -> None:
    with pytest.raises(MatchError, match=says.replace("?", r"\?")):
        run(text)


def test_a_match_that_cannot_be_set_up() -> None:
    (result,) = run(SCRIPTED.replace('"tides"', '"tide"'))
    assert result.session is None
    assert "Did you mean tides?" in result.findings[0].got


# -- a script stays in the folder of its match file -------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a script of two moves, and a secret beside the folder."""
    (tmp_path / "secret.txt").write_text("the secret\n")
    home = tmp_path / "home"
    (home / "deep").mkdir(parents=True)
    for path in (home / "moves.txt", home / "deep" / "moves.txt"):
        path.write_text("Anna: pick 9\nBob: pick 10\n")
    (home / "out").symlink_to(tmp_path / "secret.txt")
    (home / "above").symlink_to(tmp_path)
    (home / "again.txt").symlink_to("deep/moves.txt")
    os.mkfifo(home / "pipe")
    return home


def with_script(script: str) -> str:
    match = '[[match]]\nname = "m"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [7]\n'
    return f'{match}script = {json.dumps(script)}\nexpect.turn = ["Anna", "Bob"]\n'


@pytest.mark.parametrize("script", ["moves.txt", "deep/moves.txt", "deep/../moves.txt", "again.txt"])
def test_a_script_in_the_folder_or_below_it(folder: Path, script: str) -> None:
    (result,) = run(with_script(script), folder)
    assert result.findings == ()


@pytest.mark.parametrize(
    "script",
    ["{}/secret.txt", "{}/home/moves.txt", "../secret.txt", "out", "above/secret.txt", "..", "a\0b"],
)
def test_a_script_elsewhere_is_not_read(folder: Path, script: str) -> None:
    with pytest.raises(MatchError, match="a script lies in the folder of the match file or below it") as caught:
        run(with_script(script.format(folder.parent)), folder)
    assert "the secret" not in str(caught.value)


@pytest.mark.parametrize("script", ["pipe", "deep", "."])
def test_a_script_is_a_file(folder: Path, script: str) -> None:
    with pytest.raises(FileError, match="is not a file to read"):
        run(with_script(script), folder)


def test_a_script_called_by_the_sign_for_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path("-").write_text("Anna: pick 9\n")
    matches = read_matches(with_script("-"))
    (result,) = run_match(matches[0], "")
    assert result.session is not None
    assert [event.by for event in result.session.line.events] == [-1, 0]


def test_a_file_has_n_games_and_no_more() -> None:
    one = '[[match]]\nname = "x"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [%s]\n'
    for seeds, given in ((9_999, 10_000), (10_000, 10_001)):
        text = one % ",".join("1" * seeds) + one % ""
        if given == limits.GAMES:
            assert len(read_matches(text)) == 2
        else:
            with pytest.raises(MatchError, match="at most 10,000 games; this has 10,001"):
                read_matches(text)


@pytest.mark.parametrize("taken", [1, 3], ids=["broken off", "to the end"])
def test_the_disk_is_waited_for_once_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    """Each log when it is written, their folder after the last of them, also if somebody breaks off."""
    waits = waits_for_disk(monkeypatch, tmp_path)
    matches = read_matches(SCRIPTED.replace("seeds = [7]", "seeds = [7, 8, 9]"))
    with closing(run_matches(matches, str(SCRIPTS), {}, str(tmp_path))) as results:
        assert len([*islice(results, taken)]) == taken
    assert waits == ["file"] * taken + [taken]
    os.link(tmp_path / "demo-7.jsonl", scratch_name(str(tmp_path / "demo-7.jsonl")))  # killed between the two names
    assert len([*run_matches(matches, str(SCRIPTS), {}, str(tmp_path))]) == 3
    assert sorted(os.listdir(tmp_path)) == ["demo-7.jsonl", "demo-8.jsonl", "demo-9.jsonl"]


def test_of_a_game_that_cannot_start_its_match_and_its_seed_are_reported() -> None:
    matches = read_matches(SCRIPTED.replace("seeds = [7]", 'seeds = [7, 8]\noptions = { zero_tie = "maybe" }'))
    for played, seed in zip(run_matches(matches, str(SCRIPTS), {}), (7, 8), strict=True):
        assert (played.match, played.seed) == ("demo", seed)
        assert (played.totals, played.digest, played.events, played.log) == (None, None, 0, None)
        (finding,) = played.findings
        assert "'maybe' is not possible" in finding.got
