"""`hint` at the table: the best moves of the player at the prompt, judged by what that player may know."""

from __future__ import annotations

from kronika.cli.printing.output import print_note, print_text, wrapped
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_view

BOT = "mcts:300"
PLAYOUTS = 100
"""The number of playouts for a hint: somebody waits, and it takes a second or two."""


def print_hint(session: Session, actor: int, reader: Viewer) -> None:
    """Print the hint if the reader of the screen may know it, else the reason. Ctrl-C ends only the search."""
    from kronika.cli.printing.advice import advice  # the search, imported only for a hint
    from kronika.core.analysis.best import best_moves
    from kronika.core.analysis.judge import AnalysisConfig
    from kronika.core.analysis.text import strength_text

    if actor == CHANCE:
        print_note("Chance is due: there is nothing to choose.")
    elif reader not in (None, actor):
        print_note(f"{session.players[actor]} must decide: a hint is shown to nobody else.")
    else:
        config = AnalysisConfig(bot=BOT, playouts=PLAYOUTS)
        try:
            need_view(session, actor, [session.state], "A hint")
            print_text(
                f"{advice(best_moves(session, actor, config), session.game)}\n\n{wrapped(strength_text(config))}"
            )
        except KronikaError as error:
            print_note(str(error))
        except KeyboardInterrupt:  # it ends the long search, not the table
            print_note("No hint: the search was interrupted.")
