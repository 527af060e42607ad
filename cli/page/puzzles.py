"""Puzzles as a page: for each the position, and the moves to choose from; the result of a move can be unfolded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from kronika.cli.page.layout import page_html, paragraphs
from kronika.cli.page.stills import Stills
from kronika.core.contract.registry import get_game
from kronika.core.drawing.picture import draw
from kronika.core.drawing.shapes import escape
from kronika.core.examples.example import run_example
from kronika.core.examples.solver import EndValue, lead_text
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
    return page_html("Puzzles", body)


def _article(puzzle: Puzzle, stills: Stills) -> str:
    example = puzzle.example
    session = run_example(replace(example, goal=None)).session  # the goal is proved already
    assert session is not None, "it was solved"
    picture = draw(session.game, session.game.view(session.state, None), session.players)
    most = max(choice.worth for choice in puzzle.choices)
    answers = [_answer(choice.worth, most, len(session.players)) for choice in puzzle.choices]
    moves = "".join(
        f"<li><details><summary>{escape(choice.move)}</summary> {answer}</details></li>"
        for choice, answer in zip(puzzle.choices, answers, strict=True)
    )
    return f"""\
<article><h2>{escape(example.id)}</h2> <span>{escape(session.game.title)}</span>
{paragraphs(filter(None, [example.title, example.note]))}
<figure>{stills.still(picture, example.title)}</figure>
<h3>{escape(puzzle.seat)}</h3>
<ul class="choices">{moves}</ul>
</article>"""


def _answer(worth: EndValue, most: EndValue, seats: int) -> str:
    if worth == most:
        return f"<strong>Best: {_said(worth, seats)}.</strong>"
    return f"{_said(worth, seats).capitalize()}; the best move comes to: {_said(most, seats)}."


def _said(worth: EndValue, seats: int) -> str:
    lead = lead_text(worth.lead, seats)
    if seats == 1:
        return lead
    won = "won" if worth.won == 1 else "lost" if not worth.won else "a shared win"
    return f"{won}, {lead}"
