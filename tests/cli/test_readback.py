"""What the commands print is typed back as it stands, and means the same: moves, games, addresses, bots, cards."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from kronika.core.bots.lookup import find_bot
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import typed_path
from kronika.logs.replaying.replay import load
from support.cli import fine, run

NUMBERED: Final = re.compile(r" {0,3}\d+  (\S.*)")
"""A record as `replay` tells it."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game of each kind."""
    folder = tmp_path_factory.mktemp("games") / "logs"
    for game in game_names():
        fine("simulate", game, "-n", 1, "--seed", 4, "--out", folder / game)
    return folder


def the_log(logs: Path, game: str) -> Path:
    (log,) = (logs / game).glob("*.jsonl")
    return log


@pytest.mark.parametrize("game", game_names())
def test_a_replay_is_played_line_by_line(logs: Path, game: str) -> None:
    """The lines of the records, outcomes too, are the game."""
    log = the_log(logs, game)
    told = [found[1] for line in fine("replay", log, columns=400).lines if (found := NUMBERED.fullmatch(line))]
    before = load(str(log))
    again = Session(before.game, before.header)
    for line in told:
        again.play(line)
    assert [event.do for event in again.line.events] == [event.do for event in before.line.events]
    assert again.result() == before.result()


@pytest.mark.parametrize("game", game_names())
def test_every_move_that_is_listed_can_be_typed(logs: Path, game: str, tmp_path: Path) -> None:
    """In the middle of a game, at the turn of anyone."""
    before = load(str(the_log(logs, game)))
    table = Session(before.game, before.header)
    for event in before.line.events[: len(before.line.events) // 2]:
        table.do(event.by, event.do)
    while table.actors == (-1,):
        event = before.line.events[len(table.line.events)]
        table.do(event.by, event.do)
    for name, moves in table.legal().items():
        for move in moves[:50]:
            table.check(*table.read(f"{name}: {move}"))


@pytest.mark.parametrize("game", game_names())
def test_an_address_that_is_printed_is_shown(logs: Path, game: str) -> None:
    lines = fine("find", the_log(logs, game), "--move", ".", "-n", 2).lines
    addresses = [line for line in lines if " --at " in line and not line.startswith(" ")]
    assert len(addresses) == 2
    for address in addresses:
        assert fine("show", *shlex.split(address)).out


@pytest.mark.parametrize(
    "name", ["my game.jsonl", "Bob's (1) & $HOME.jsonl", "-x.jsonl", "a#b.jsonl", "#.jsonl", "*.kpack"]
)
@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        (("find", "--move", "."), r"^(\S.* --at \d+)$"),
        (("whatif", "-o", "sets_use_doubled=false"), r"first: (.* --at \d+)"),
    ],
    ids=["find", "whatif"],
)
def test_an_address_with_signs_of_a_shell_is_printed_as_it_is_typed(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: tuple[str, ...], pattern: str
) -> None:
    monkeypatch.chdir(tmp_path)
    fine("convert", the_log(logs, "tides"), f"./{name}")
    out = run(*words, "--", name, columns=200).out
    printed = re.findall(pattern, out, re.MULTILINE)
    assert printed
    for line in printed:
        assert fine("show", *shlex.split(line)).out


def test_a_place_in_a_file_of_many_is_printed_without_quotes() -> None:
    """They would not be wrong, but nobody types them."""
    assert typed_path("games/a.kpack#57") == "games/a.kpack#57"
    assert typed_path("my games.kpack#57") == "'my games.kpack#57'"
    assert typed_path("#1.jsonl") == "'#1.jsonl'"
    assert typed_path("-a.kpack#1") == "./-a.kpack#1"


@pytest.mark.parametrize("game", game_names())
def test_an_example_that_is_listed_is_shown(game: str) -> None:
    rows = [line.split() for line in fine("example", "list", game).lines]
    ids = [words[1] for words in rows if words[:1] == [game]]
    assert len(ids) > 3
    for key in ids[:3]:
        assert fine("show", f"{game}/{key}").out


def test_a_bot_that_is_listed_plays() -> None:
    rows = [line.split() for line in fine("bots").lines[2:]]
    names = [words[0] for words in rows if words[1:2] == ["kronika"]]
    assert {"random", "greedy"} <= set(names)
    for name in names:
        find_bot(name)


@pytest.mark.parametrize("typed", ["Anna: pick {} ?!", "Anna: pick {}!", "Anna: pick {} {{I keep it}}"])
def test_a_note_is_written_as_the_refusal_says(typed: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 1, log)
    (first, *_) = (line.split()[-1] for line in fine("moves", log).lines if line.startswith("Anna: "))
    refused = run("play", log, typed.format(first))
    assert refused.status != 0
    *_, advice = re.findall(r"`([^`]*)`", refused.err)
    fine("play", log, f"Anna: pick {first}", advice)
    assert ("I keep it" in typed) == ("I keep it" in fine("note", log).out)


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        ("tides", "9 Maze of the Damned", "Maze of the Damned"),
        ("tides", "09", "Maze of the Damned"),
        ("viceroy", "38 Druid", "Druid"),
        ("viceroy", "66 law", "law 66"),
        ("ancient_knowledge", "C6 Ollantaytambo", "Ollantaytambo"),
        ("imhotep", "paved_path Paved Path", "Paved Path"),
    ],
)
def test_a_card_is_looked_up_as_it_is_printed(game: str, text: str, name: str) -> None:
    assert [card["name"] for card in fine("cards", game, text, "--format", "json").json] == [name]


def test_an_effect_is_found_by_the_card_as_it_is_printed(logs: Path) -> None:
    """By number, by name, by both: the same events. Another card's name beside a number names no card."""
    log = the_log(logs, "tides")
    number = next(
        effect.card for event in load(str(log)).line.events for effect in event.then if hasattr(effect, "card")
    )
    card = next(card for card in get_game("tides").cards() if card.id == str(number))
    sought = [card.id, f"0{card.id}", card.name, f"{card.id} {card.name}"]
    (told,) = {fine("find", log, "--all", "--effect", f"scored card={text}").out for text in sought}
    assert f"{card.id} {card.name}" in told
    other = "Molehill" if number != 16 else "Vestibule"
    assert "there is no card" in run("find", log, "--effect", f"scored card={card.id} {other}").err
