"""`hint` at the table: the best moves of the player at the prompt, judged by what that player may know."""

from __future__ import annotations

from collections.abc import Iterable

from kronika.cli.printing.output import print_note, print_text, terminal_rows, wrapped
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import lines_of
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_view

BOT = "mcts:300"
PLAYOUTS = 100
"""The number of playouts for a hint: somebody waits, and it takes a second or two."""
_BESIDES = 2
"""Rows besides a hint: for the line that asked for it, and the prompt."""


def _first_fitting(texts: Iterable[str], rows: int) -> str:
    """The first text that fits, or else the last: a hint begins with its best move, which must stay on the screen."""
    text = ""
    for text in texts:
        if len(lines_of(text)) <= rows:
            break
    return text


def print_hint(session: Session, actor: int, reader: Viewer) -> None:
    """Print the hint if the reader of the screen may know it, else the reason. Ctrl-C ends only the search."""
    from kronika.cli.printing.advice import advice  # the search, imported only for a hint
    from kronika.core.analysis.best import best_moves
    from kronika.core.analysis.judge import AnalysisConfig, terms_for
    from kronika.core.analysis.text import strength_text

    if actor == CHANCE:
        print_note("Chance is due: there is nothing to choose.")
    elif reader not in (None, actor):
        print_note(f"{session.players[actor]} must decide: a hint is shown to nobody else.")
    else:
        config = AnalysisConfig(bot=BOT, playouts=PLAYOUTS)
        try:
            need_view(session, actor, [session.state], "A hint")
            found = best_moves(session, actor, config)
            below = wrapped(strength_text(config, terms_for(session.game, session.state, config)))
            texts = (f"{advice(found, session.game, most)}\n\n{below}" for most in range(len(found.moves), 0, -1))
            print_text(_first_fitting(texts, terminal_rows() - _BESIDES))
        except KronikaError as error:
            print_note(str(error))
        except KeyboardInterrupt:  # it ends the long search, not the table
            print_note("No hint: the search was interrupted.")
