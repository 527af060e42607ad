"""`notation`: every kind of move and outcome, as text, as JSON and as a page."""

from __future__ import annotations

import re

import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.new_header import new_header
from kronika.core.unseen.session import WitnessSession
from kronika.core.unseen.words import words_of
from kronika.logs.files.schema import log_schema
from support.cli import fine, run
from support.playouts import ROOT, games

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
OURS = [game for game in games() if game.notation()]

each_game = pytest.mark.parametrize("game", OURS, ids=[game.name for game in OURS])


def test_the_notation_of_tides() -> None:
    assert fine("notation", "tides").lines == [
        "Type a card's number, its English or Czech name, or enough of a name to be",
        "unique. Number and name together, as printed, work too: 9 Maze of the Damned.",
        "",
        "Moves, in a script [SEAT:] MOVE",
        "  pick CARD",
        "      `pick 17`: picks a card, face down (TT-2.1)",
        "  relic CARD discard CARD  also keep",
        "      `relic 10 discard 16`: keeps the first card as a relic and discards the",
        "      second from the game (TT-2.6)",
        "",
        "Outcomes of chance, in a script chance: OUTCOME",
        "  deal CARDS / CARDS",
        "      `deal 1 2 3 4 5 / 6 7 8 9 10`: deals the first hands, five cards each, by",
        "      seat (TT-1.4)",
        "  draw NAME CARD CARD",
        "      `draw Anna 3 4`: a player draws two cards (TT-2.8)",
    ]


def test_the_notation_of_tides_as_data() -> None:
    found = fine("notation", "tides", "--format", "json").json
    assert found["game"] == "tides"
    assert found["written"].startswith("Type a card's number")
    assert found["verbs"][1] == {
        "form": "relic CARD discard CARD",
        "example": "relic 10 discard 16",
        "meaning": "keeps the first card as a relic and discards the second from the game (TT-2.6)",
        "synonyms": ["keep"],
        "chance": False,
        "types": ["relic"],
    }
    assert [verb["form"].split()[0] for verb in found["verbs"] if verb["chance"]] == ["deal", "draw"]


@each_game
def test_every_verb_stands_in_it_and_nothing_is_wider_than_the_screen(game: AnyGame) -> None:
    lines = fine("notation", game.name).lines
    assert max(map(len, lines)) <= 80
    shown = " ".join(" ".join(lines).split())
    for verb in game.notation():
        assert verb.form in shown
        assert verb.means in shown
        assert verb.form == verb.example or f"`{verb.example}`:" in shown
    assert game.written.split(".")[0] in shown


@each_game
def test_the_page_has_every_example(game: AnyGame) -> None:
    """The contract suite reads each of them into a game."""
    (part,) = re.findall(rf"\$ kronika notation {game.name}\n(.*?)```", PAGE, re.DOTALL)
    examples = {" ".join(found.split()) for found in re.findall(r"^      `([^`]+)`:", part, re.MULTILINE)}
    assert examples == {verb.example for verb in game.notation() if verb.example != verb.form}


@each_game
def test_the_schema_says_how_each_is_written(game: AnyGame) -> None:
    defs = log_schema(game)["$defs"]
    for verb in game.notation():
        for kind in verb.makes:
            assert f"`{verb.form}`, as in `{verb.example}`: {verb.means}." in defs[kind.__name__]["description"]


def test_a_game_that_does_not_say(duel: dict[str, str]) -> None:
    done = fine("notation", "duel")
    assert done.out == ""
    assert done.err == "Duel does not describe its notation; `kronika moves` lists the moves of a position.\n"


def test_no_such_game() -> None:
    assert "Did you mean tides?" in run("notation", "tidse").err


# -- what a witness writes -------------------------------------------------------------------------------------------

SEEN = [game for game in OURS if game.hidden is not None and game.hidden.places]


@pytest.mark.parametrize("game", SEEN, ids=[game.name for game in SEEN])
def test_what_a_witness_writes_can_be_typed(game: AnyGame) -> None:
    header = new_header(game, ("Anna", "Bob"), None, None, None)
    session = WitnessSession.begun(game, header, "bystander")
    words = words_of(game)
    for word in words:
        if word.example and "…" not in word.example and "after event" not in word.example:
            seat, _ = session.read(word.example)
            assert seat == CHANCE, word
    told = " ".join(fine("notation", game.name, "--witness").out.split())
    assert all(word.form in told and word.means in told for word in words)
    assert ("MOVE waits" in told) == (game.name in ("ancient_knowledge", "viceroy"))
    assert [row["form"] for row in fine("notation", game.name, "--witness", "--format", "json").json["verbs"]] == [
        word.form for word in words
    ]


def test_where_nothing_is_hidden_there_is_nothing_more_to_write() -> None:
    assert "nothing stays hidden" in fine("notation", "imhotep", "--witness").err
