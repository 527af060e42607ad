"""Puzzles as a page: of each the position, and the moves to choose from; what a move leads to is unfolded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from kronika.cli.page.shell import paragraphs, shell
from kronika.cli.page.stills import Stills
from kronika.core.examples import run_example
from kronika.core.picture import draw
from kronika.core.registry import get_game
from kronika.core.shapes import escape
from kronika.core.solving import Worth
from kronika.core.words import count
from kronika.logs.corpus.puzzles import Puzzle

_ABOUT: Final = (
    "Everything lies open, and no chance is left. Choose a move to see what it leads to when all play their best from "
    "there on: the win counts first, then the lead."
)


def puzzles_page(puzzles: Sequence[Puzzle]) -> str:
    """These puzzles as one HTML file that needs no script."""
    stills = Stills()
    articles = "\n".join(_article(one, stills) for one in puzzles)
    games = ", ".join(get_game(name).title for name, _ in groupby(puzzles, key=lambda one: one.example.game))
    body = f"""\
<header>
<h1>Puzzles: {escape(games)}</h1>
{paragraphs([_ABOUT])}
</header>
<main class="examples">
{articles}
</main>
{stills.shapes()}"""
    return shell("Puzzles", body)


def _article(puzzle: Puzzle, stills: Stills) -> str:
    example = puzzle.example
    session = run_example(example).session
    assert session is not None, "it was solved"
    picture = draw(session.game, session.game.view(session.state, None), session.players)
    most = max(choice.worth for choice in puzzle.choices)
    moves = "".join(
        f"<li><details><summary>{escape(choice.move)}</summary> {_answer(choice.worth, most)}</details></li>"
        for choice in puzzle.choices
    )
    return f"""\
<article><h2>{escape(example.id)}</h2> <span>{escape(session.game.title)}</span>
{paragraphs(filter(None, [example.title, example.note]))}
<figure>{stills.still(picture, example.title)}</figure>
<h3>{escape(puzzle.seat)}</h3>
<ul class="choices">{moves}</ul>
</article>"""


def _answer(worth: Worth, most: Worth) -> str:
    if worth == most:
        return f"<strong>Best: {_said(worth)}.</strong>"
    return f"{_said(worth).capitalize()}; the best move comes to: {_said(most)}."


def _said(worth: Worth) -> str:
    won = "won" if worth.won == 1 else "lost" if not worth.won else "a shared win"
    lead = f"{count(abs(worth.lead), 'point')} {'ahead' if worth.lead > 0 else 'behind'}" if worth.lead else "level"
    return f"{won}, {lead}"
