"""The screen of a table for its readers: the board, the events since the last time, and the next decision."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote
from typing import Any

from kronika.cli.printing.events import chance_due, move_due, whose_turn
from kronika.cli.printing.output import print_note, print_text, terminal_paper, terminal_rows, wrapped
from kronika.cli.printing.possible import with_possible
from kronika.cli.table.audience import Audience
from kronika.cli.table.marks import with_marks
from kronika.cli.table.screen import AGAIN, composed, news_of, papers_of
from kronika.core.basics.text import lines_of, normalize
from kronika.core.contract.game import CHANCE, EVERYONE, Viewer
from kronika.core.contract.moves import find_player
from kronika.core.contract.paper import Paper
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import typed_path

_BESIDES = 2
"""Rows of a screen kept free besides the table, what happened and what is due: an empty line, and the prompt."""


class Display:
    """The screen of a table, and what each of its readers has been shown.

    If the table is too large for the screen, the boards of other players are shortened to a line each.
    """

    def __init__(self, session: Session, audience: Audience) -> None:
        self.session = session
        self.audience = audience
        self.begun = len(session.history)
        self.told: dict[Viewer, int] = {}
        self.recent = range(0)
        self.shown: tuple[int, Viewer] | None = None

    def show(self, actor: int, asks: Callable[[int], list[str]], closed: str = "") -> None:
        """Show the table, what happened since the last time, and what is due; nothing if all of it is on the screen.

        The events are directly above the prompt, and marked on the board; the board has the rows that are left. `asks`
        gives the texts above the prompt. A table that is `closed`, with its log in this file, takes no words any more.
        """
        viewer, reader = self.audience.watcher(actor), actor if self.audience.hot_seat else EVERYONE
        now = (len(self.session.history), viewer)
        if now == self.shown:
            return
        self.shown = now
        self.recent = self._untold(reader)
        asked = asks(actor)
        rows = terminal_rows() - sum(len(lines_of(wrapped(text))) for text in asked) - _BESIDES
        mine = actor if viewer is None or viewer < 0 else viewer
        papers = papers_of(terminal_paper(), mine, len(self.session.players))
        again = self._replayed(closed) if closed else AGAIN
        news = news_of(self.session, self.recent, terminal_paper(), self.audience.listener(), again)
        paper, lines = composed(lambda paper: self._drawn(viewer, paper.plain), news, papers, rows, again)
        print_text(f"\n{self._marked(viewer, paper, self.recent.start - 1)}\n")
        for line in lines:
            print_text(line)
        for text in asked:
            print_note(text)

    def _replayed(self, path: str) -> str:
        """How the last events are shown whole at the prompt of a shell."""
        reader = self.audience.listener()
        seen = f" --as {quote(self.session.players[reader])}" if reader is not None and reader >= 0 else ""
        return f"`kronika replay {typed_path(path)} --from {self.recent.start}{seen}` shows all of it."

    def again(self) -> None:
        """Show everything at the next prompt, even if nothing has happened."""
        self.shown = None

    def clear(self) -> None:
        """Forget the content of the screen, for another reader."""
        self.shown, self.recent = None, range(0)

    def tell_rest(self) -> None:
        """Print the events since everyone was shown something."""
        self._tell(self._untold(EVERYONE))

    def last(self) -> None:
        """Print again, with all effects, the events before this prompt."""
        self._tell(self.recent)
        if not self.recent:
            print_note("Nothing has happened at this table yet.")

    def board_of(self, actor: int, name: str) -> None:
        """Show the table with the board of one player whole, or with all of them."""
        names = self.session.players
        every = normalize(name) == "all" and "all" not in map(normalize, names)
        whole = None if every else [find_player(name, names)]
        print_text(f"\n{self._drawn(self.audience.watcher(actor), terminal_paper(whole))}\n")

    def legend(self) -> None:
        """Explain the signs of the table."""
        text = self.session.game.legend(terminal_paper())
        if text:
            print_text(text)
        else:
            print_note("This table has no signs to explain.")

    def score(self, actor: int, *, whole: bool = False) -> None:
        """Print the points so far that the reader may know: every source if they fit on the screen or with `whole`."""
        from kronika.cli.printing.sheet import fitted_sheet, score_sheet  # imported only to show the score

        state, paper, reader = self.session.state, terminal_paper(), self.audience.reader(actor)
        if whole:
            print_text(score_sheet(self.session, state, paper, reader))
        else:
            print_text(fitted_sheet(self.session, state, paper, terminal_rows() - _BESIDES, "`score all`", reader))

    def due(self, actor: int) -> str:
        """The entry expected at the prompt, and its notation, as far as the reader may know it."""
        if not self.session.actors:
            return whose_turn(self.session, self.audience.listener())
        if actor == CHANCE:
            return chance_due(self.session)
        if self.session.witness is not None:  # examples would come from a hand that is only assumed
            return f"{whose_turn(self.session)} `moves` lists what is possible."
        known = self.audience.reader(actor) in (None, actor)
        return move_due(self.session, actor) if known else whose_turn(self.session)

    def _untold(self, reader: Viewer) -> range:
        """The records that this reader has not been shown. They count as shown from now on.

        All players together, at the end of a game on one seat, have been shown what each of them was.
        """
        known = self.begun if reader is None or reader >= 0 else min(self.told.values(), default=self.begun)
        told = self.told.get(reader, known)
        self.told[reader] = len(self.session.history)
        return range(told + 1, len(self.session.history) + 1)

    def _tell(self, numbers: range) -> None:
        for line in news_of(self.session, numbers, terminal_paper(), self.audience.listener())[0]:
            print_text(line)

    def _marked(self, viewer: Viewer, paper: Paper, since: int) -> str:
        """The table, with marks on what is new since a record."""
        now = self._drawn(viewer, paper)
        if not paper.colour or since == len(self.session.history):
            return now
        before = self._drawn(viewer, paper.plain, self.session.at(since))
        return with_marks(before, self._drawn(viewer, paper.plain), now)

    def _drawn(self, viewer: Viewer, paper: Paper, state: Any = None) -> str:
        state = self.session.state if state is None else state
        table = self.session.game.render(self.session.look(state, viewer), self.session.players, paper)
        return with_possible(table, self.session, state)
