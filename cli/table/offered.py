"""What can be typed at a prompt, as far as its reader may know it: the lists of `moves` and of the Tab key."""

from __future__ import annotations

from kronika.cli.printing.events import chance_due, whose_turn
from kronika.cli.printing.options import legal_moves
from kronika.cli.printing.output import print_note, print_text, terminal_paper, terminal_rows
from kronika.cli.table.candidates import compact_list, starting_with
from kronika.cli.table.commands import WORDS
from kronika.core.basics.text import quoted
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.sessions.session import Session

_BELOW = 2
"""Rows below a listing: for the line that asked for it, and the prompt."""


def print_moves(session: Session, actor: int, reader: Viewer, begun: str) -> None:
    """Print the legal moves that begin with these words, or why there are none."""
    legal = legal_at(session, actor, reader)
    if found := starting_with(legal, begun):
        for line in compact_list(found, terminal_paper(), terminal_rows() - _BELOW):
            print_text(line)
    elif legal:
        print_note(f"No legal move begins with {quoted(begun)}.")
    elif actor == CHANCE:
        print_note(chance_due(session))
    else:
        print_note(f"{whose_turn(session)} The legal moves are shown to nobody else.")


def legal_at(session: Session, actor: int, reader: Viewer, *, others: bool = False) -> list[str]:
    """The legal moves that the reader may know: those of the prompt without a name, and with `others` those of other
    players.
    """
    known = legal_moves(session, reader)
    at_prompt = seat_name(actor, session.players)
    named = [f"{name}: {move}" for name, found in known.items() for move in found]
    return [*known.get(at_prompt, ()), *(named if others or at_prompt not in known else ())]


def typeable(session: Session, legal: list[str]) -> list[str]:
    """What the Tab key completes: the outcome that is due, these moves, and the words of the table."""
    names = session.players
    boards = [f"board {name}" for name in (*names, "all")] if len(names) > 1 else []
    return [*_begun_outcome(session), *legal, "moves", "board", *boards, *WORDS]


def _begun_outcome(session: Session) -> list[str]:
    """The first words of the outcome that is due."""
    if session.actors != (CHANCE,):
        return []
    prompt = prompt_of_chance(session.game, session.state, session.players)
    return [f"{prompt.begins} "] if prompt else []
