"""Moves, effects and the table as text: read back, masked, drawn, and malformed texts that are refused."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from kronika.core.basics.errors import NotationError
from kronika.core.basics.printable import printable_lines
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.moves import split_move
from kronika.core.contract.paper import INK, Paper
from kronika.testing.assertions import refusal, unexpected_error
from kronika.testing.fuzz import random_text, vary_text
from kronika.testing.playouts import Step, Table, spread

WIDTHS: Final = (50, 80, 120)
"""The widths of a phone, a terminal, and a wide terminal."""


def moves_at(table: Table, step: Step, most: int) -> list[tuple[int, Any]]:
    """At most `most` of the listed actions of each seat, and the action that was played, each with its seat."""
    listed = [(seat, do) for seat in table.seats for do in spread(table.game.actions(step.before, seat), most)]
    return [*listed, (step.by, step.do)]


def test_notation_is_read_back(table: Table) -> None:
    game, names = table.game, table.names
    for step in table.some_steps():
        state = step.before
        for seat, do in moves_at(table, step, 60):
            text = game.format(state, seat, do, names)
            assert game.parse(state, seat, text, names) == do, text
            assert text.isprintable()
            assert text == text.strip()
            assert split_move(text, names) == (None, text), "the move reads as if it named a player"
            name = "chance" if seat == CHANCE else names[seat]
            assert split_move(f"{name}: {text}", names) == (seat, text)


def test_nothing_stands_behind_a_move(table: Table) -> None:
    """Text after a complete move is not ignored, as the result would be a move that nobody meant."""
    game, names = table.game, table.names
    for step in table.some_steps():
        for seat, do in moves_at(table, step, 12):
            text = game.format(step.before, seat, do, names)
            for more in ("please", "17", names[0]):
                try:
                    read = game.parse(step.before, seat, f"{text} {more}", names)
                except NotationError:
                    continue
                assert read != do, f"{text!r} is read as if {more!r} did not follow it"


def test_masked_notation_and_effects_never_fail(table: Table) -> None:
    game, names = table.game, table.names
    for step in table.some_steps():
        for seat, do in moves_at(table, step, 12):
            plain = game.format(step.before, seat, do, names)
            assert game.format(step.before, seat, do, names, None) == plain
            for viewer in table.seats:
                masked = game.format(step.before, seat, do, names, viewer)
                assert masked.isprintable()
                assert masked
                if viewer == seat:
                    assert masked == plain, "everyone knows what they chose themselves"
        for effect in step.then:
            for viewer in (None, *table.seats):
                clause = game.describe(effect, names, viewer)
                assert clause
                assert clause.isprintable()


def test_rendering(table: Table) -> None:
    game, names = table.game, table.names
    for state in table.some_states(6):
        for seat in (None, EVERYONE, *table.seats):
            view = game.view(state, seat)
            own = () if seat is None else (seat,)
            for paper in (Paper(80), *(Paper(width, whole=own) for width in WIDTHS)):
                plain = game.render(view, names, paper)
                again = strip(game.render(view, names, replace(paper, colour=True)))
                assert plain == again, "colour changes more than the colour, or the same view is drawn in two ways"
                assert "\x1b" not in plain
                too_long = [line for line in plain.split("\n") if len(line) > paper.width]
                assert not too_long, f"{len(too_long[0])} columns: {too_long[0]}"
                absent = [name for name in names if name not in plain]
                assert not absent, f"where {paper.whole} is whole, {absent[0]} has not even a line"


def test_a_legend_is_text(table: Table) -> None:
    for width in WIDTHS:
        plain = table.game.legend(Paper(width))
        assert plain == strip(table.game.legend(Paper(width, colour=True)))
        assert printable_lines(plain) == plain
        assert max(map(len, plain.split("\n"))) <= width


def strip(text: str) -> str:
    """The text without the colour codes of `Paper.ink`; any other codes remain."""
    return INK.sub("", text)


def test_rendering_bears_long_names(table: Table) -> None:
    game = table.game
    names = [f"{name} Příliš Dlouhá {n}" for n, name in enumerate(table.names)]
    for state in table.some_states(6):
        game.render(game.view(state, 0), names, Paper(40))


def test_headings_are_the_same_for_all(table: Table) -> None:
    """Headings and episodes in the story of a game are the same for every viewer, and short: 70 characters at most."""
    game, names = table.game, table.names
    for state in table.some_states():
        viewers = (None, *table.seats, *((EVERYONE,) if game.knows_everyone else ()))
        for told in (game.heading, game.episode):
            headings = {told(game.view(state, viewer), names) for viewer in viewers}
            assert len(headings) == 1, headings
            (heading,) = headings
            assert heading.isprintable()
            assert heading == heading.strip()
            assert len(heading) <= 70


def test_nonsense_is_never_more_than_an_error(table: Table) -> None:
    game, names, random = table.game, table.names, table.random()
    for step in table.some_steps():
        legal = [game.format(step.before, seat, do, names) for seat, do in moves_at(table, step, 4)]
        texts = [vary_text(random.choice(legal), random) for _ in range(12)]
        texts += [random_text(random) for _ in range(3)]
        for text in texts:
            for seat in (step.by, random.choice((*table.seats, CHANCE))):
                do = unexpected_error(game.parse, step.before, seat, text, names)
                if do is None:
                    continue
                again = msgspec.convert(msgspec.to_builtins(do), game.Do)
                assert again == do, f"{text!r} is read as no record can hold"
                refusal(game, step.before, seat, do)
