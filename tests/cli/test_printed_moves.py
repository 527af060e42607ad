"""Moves and words that are printed as an example, advice or reference are typed as they stand, in every game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click
import pytest

from kronika.cli import cli
from kronika.cli.printing.advice import advice
from kronika.cli.printing.cards import cards_with
from kronika.cli.printing.events import move_due
from kronika.cli.printing.rules import rules_with
from kronika.cli.table.commands import WORDS
from kronika.cli.table.screen import papers_of
from kronika.core.analysis.best import best_moves
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.tutorial import tutorial_of
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import fine
from support.playing import recorded

GAMES: Final = {
    "ancient_knowledge": "two",
    "imhotep": "side-a-2",
    "tides": "real-table",
    "tigris": "two-advanced",
    "viceroy": "two-level-five",
}
"""A recorded game of each game."""
QUOTED: Final = re.compile(r"`([^`]+)`")
PLACEHOLDER: Final = re.compile(r"\b[A-Z]{3,}\b|…")
"""A part of a form that is not typed as it stands, as in `note TEXT`."""
REMARKS: Final = ("note", "tag", "rename", "end")


@pytest.fixture(scope="module", params=GAMES)
def middle(request: pytest.FixtureRequest) -> Session:
    """A game in its middle, where a player must decide."""
    whole = recorded(request.param, GAMES[request.param])
    table = Session(whole.game, whole.header)
    for event in whole.line.events:
        if len(table.line.events) >= len(whole.line.events) // 2 and table.actors != (-1,):
            break
        table.do(event.by, event.do)
    return table


def is_typed(session: Session, text: str) -> bool:
    """True if this is a word of the table, or a move that is read there, or a command of the shell."""
    word, _, rest = text.partition(" ")
    if word == "kronika":
        return is_command(shlex.split(rest))
    if word == "rules" and rest:
        return bool(rules_with(session.game, rest))
    if word == "cards" and rest:
        return bool(cards_with(session.game, rest))
    if text in WORDS or word in ("moves", "board", *REMARKS):
        return True
    try:
        session.read(text if ": " in text else f"{session.players[max(session.actors[0], 0)]}: {text}")
    except IllegalAction:
        return True
    except NotationError:
        return False
    return True


def is_command(words: list[str]) -> bool:
    """True if a command has this name and takes these options."""
    group: click.Command | None = cli
    context = click.Context(cli)
    while isinstance(group, click.Group) and words:
        group = group.get_command(context, words.pop(0))
    if group is None:
        return False
    try:
        group.make_parser(click.Context(group)).parse_args(words)
    except click.UsageError:
        return False
    return True


def refusal_of(session: Session, line: str) -> str:
    """Why this line is refused; nothing if it is not."""
    try:
        session.check(*session.read(line))
    except KronikaError as error:
        return str(error)
    return ""


def untyped(session: Session, texts: Iterable[str]) -> list[str]:
    """What is quoted there and can't be typed. Forms with a word in capitals are not meant to be."""
    quoted = [text for said in texts for text in QUOTED.findall(" ".join(said.split()))]
    return [text for text in quoted if not PLACEHOLDER.search(text) and not is_typed(session, text)]


def test_what_is_due_has_examples_that_are_legal(middle: Session) -> None:
    for actor in middle.actors:
        quoted = QUOTED.findall(move_due(middle, actor))
        assert quoted
        for text in quoted:
            if text != "moves":
                middle.check(*middle.read(f"{middle.players[actor]}: {text}"))


def test_the_moves_of_a_hint_are_legal(middle: Session) -> None:
    """In its sentence, and in the table below it: the best move is named with the cards in it."""
    actor = middle.actors[0]
    found = best_moves(middle, actor, AnalysisConfig(bot="random", playouts=4))
    sentence, *_ = advice(found, middle.game, len(found.moves)).split("\n\n")
    said = re.search(r": (?:`)?([^`(;,.]+)", " ".join(sentence.split()))
    assert said
    middle.check(*middle.read(f"{middle.players[actor]}: {said[1].strip()}"))


WRONG: Final = ("", "?", "xyz", "move it", "9 9 9", "pass it", "take", "board zz", "draw", "end")


def test_what_a_refusal_advises_is_typed(middle: Session) -> None:
    """Of lines that mean nothing, of each verb alone, and of each verb with nonsense behind it."""
    name = middle.players[middle.actors[0]]
    verbs = {move.split()[0] for move in middle.legal()[name]}
    for line in (*WRONG, *verbs, *(f"{verb} xyz" for verb in verbs), *(f"{verb} 99 99" for verb in verbs)):
        refused = refusal_of(middle, f"{name}: {line}")
        assert set(untyped(middle, [refused])) <= {line, line.partition(" ")[0]}, f"{line!r}: {refused}"


@pytest.mark.parametrize("game", GAMES)
def test_an_example_of_the_notation_is_read(game: str) -> None:
    """Of moves and outcomes, at one point at least of a recorded game: some are read only where they can be."""
    whole = recorded(game, GAMES[game])
    moves, outcomes = fine("notation", game, columns=400).out.split("Outcomes of chance")
    unread = {
        f"{seat}: {text}" for seat, told in (("Anna", moves), ("chance", outcomes)) for text in QUOTED.findall(told)
    }
    assert len(unread) > 3
    table = Session(whole.game, whole.header)
    for event in whole.line.events:
        unread -= {text for text in unread if is_typed(table, text)}
        table.do(event.by, event.do)
    assert not unread


@pytest.mark.parametrize("game", GAMES)
def test_what_a_tutorial_quotes_is_typed_or_seen(game: str) -> None:
    """At its step: a move, a word of the table, or what stands on the table and is explained."""
    text = tutorial_of(get_game(game))
    assert text
    session = Session.new(get_game(game), text.players, seed=text.seed)
    session.resolve_chance()
    for move in text.before:
        session.play(move)

    def unknown(texts: Iterable[str]) -> list[str]:
        view = session.look(session.state, 0)
        tables = [session.game.render(view, session.players, paper) for paper in papers_of(Paper(80), 0, 2)]
        seen = "\n".join([*tables, session.game.legend(Paper(80))])
        return [one for one in untyped(session, texts) if one not in seen]

    assert not unknown(text.begin)
    for step in text.step:
        assert not unknown([step.say, step.why, *step.poor.values()]), step.do
        session.play(f"{text.players[0]}: {step.do}")
        for reply in step.reply:
            session.play(reply)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_score_sheet_refers_to_is_found(game: str) -> None:
    """Its rules by `rules`, its cards by `cards`."""
    whole = recorded(game, GAMES[game])
    numbers = {item.rule for item in whole.game.score(whole.state)}
    assert numbers
    for number in numbers:
        assert rules_with(whole.game, number), number
    for item in whole.game.score(whole.state):
        if found := re.match(r"([A-Z]?\d+ [A-Z].*)", item.source):
            assert cards_with(whole.game, found[1]), item.source


def test_what_is_found_is_played(middle: Session, tmp_path: Path) -> None:
    """`find --move` prints each move with its player."""
    log = tmp_path / "game.jsonl"
    write_log(str(log), middle)
    lines = fine("find", log, "--move", ".", "-n", 3, columns=200).lines
    told = [line.strip() for line in lines if re.match(r"    \w+: ", line)]
    assert len(told) == 3
    again = Session(load(str(log)).game, middle.header)
    for event in middle.line.events:
        named = middle.game.format(again.state, event.by, event.do, middle.players)
        for line in told:
            if line.endswith(f": {named}") and line.startswith(middle.players[event.by]):
                assert again.read(line) == (event.by, event.do)
        again.do(event.by, event.do)
