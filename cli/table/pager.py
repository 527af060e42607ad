"""`replay --step`: paging through a game at a terminal, record by record."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from kronika.cli.printing.narration import Narration
from kronika.cli.printing.output import clear_screen, print_text, terminal_paper
from kronika.cli.printing.possible import with_possible
from kronika.cli.printing.terminal import END, keys, restoring_terminal
from kronika.cli.table.screen import LEVELS
from kronika.core.basics.text import lines_of
from kronika.core.contract.paper import Paper, display_width
from kronika.core.sessions.events import Event

KEYS = {
    **dict.fromkeys(("\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB", "n", "f", " ", "\r", "\n"), "forward"),
    **dict.fromkeys(("\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA", "p", "\x7f", "\b"), "back"),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "g"), "first"),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "G"), "last"),
    "b": "board",
    **dict.fromkeys(("q", "Q", "\x1b", END), "quit"),
}
"""The meaning of a key, by the code of the terminal. On Windows the arrows send other codes, the letters the same."""
_FEW = 3
"""The rows for a record beside the board, if the board leaves them; the key for the board shows all of it."""
HELP = "→ n forward · ← p back · 12 Enter: to 12 · b board · q quit"


class Pager:
    """A position in a narration, and whether the board is shown there."""

    def __init__(self, tale: Narration, *, boards: bool) -> None:
        self.tale = tale
        self.boards = boards
        self.place = 0
        self.typed = ""

    @restoring_terminal()
    def run(self) -> None:
        """Show page after page, as the keys ask for them."""
        with keys() as pressed:
            going = True
            while going:
                rows = shutil.get_terminal_size((80, 24)).lines
                clear_screen(behind=False)
                for line in self.page(terminal_paper(), rows - 1):
                    print_text(line)
                going = all(map(self.press, pressed()))  # keys that are pressed fast come together

    def press(self, key: str) -> bool:
        """Act on a key. Return false to leave."""
        if key.isascii() and key.isdecimal():
            self.typed = (self.typed + key)[:9]
            return True
        typed, self.typed = self.typed, ""
        if typed and key in ("\r", "\n"):
            self.place = self._nearest(int(typed))
            return True
        if typed and key in ("\x7f", "\b"):
            self.typed = typed[:-1]
            return True
        last = len(self.tale.numbers) - 1
        match KEYS.get(key):
            case "forward":
                self.place = min(self.place + 1, last)
            case "back":
                self.place = max(self.place - 1, 0)
            case "first":
                self.place = 0
            case "last":
                self.place = last
            case "board":
                self.boards = not self.boards
            case "quit":
                return False
        return True

    def _nearest(self, number: int) -> int:
        """The place of a record, or of the last shown record before it."""
        return max(sum(told <= number for told in self.tale.numbers) - 1, 0)

    # -- a page -------------------------------------------------------------------------------------------------

    def page(self, paper: Paper, rows: int) -> list[str]:
        """A screen of `rows` rows: the scene and the help on keys."""
        lines = self.scene(paper, rows - 1 if self.boards else rows - 2)  # a board needs every row
        where = f"to {self.typed}_" if self.typed else f"{self._number} of {len(self.tale.session.history)}"
        keys = paper.ink(f"{where} · {HELP}"[: paper.width - 1], "dim")
        return [*lines, *[""] * (rows - 1 - len(lines)), keys]

    def scene(self, paper: Paper, rows: int) -> list[str]:
        """The scene in at most `rows` rows: heading, record, and the board or earlier records."""
        head = lines_of(self.tale.heading(self._number, paper))
        room = rows - len(head) - 1
        now = _cut(self._told(self._number, paper), self._room_for_record(paper, room), paper)
        left = room - len(now)
        if not self.boards:
            return [*head, "", *self._before(paper, left), *now]
        if len(board := self._board(paper, left + 1)) < left:
            return [*head, "", *now, "", *board]
        return [*head, *now, *board]  # no room for empty lines

    def _room_for_record(self, paper: Paper, room: int) -> int:
        """The rows for the record: beside the board, a few of those that its shortest form leaves, and always one."""
        if not self.boards:
            return room
        *_, shortest = self._papers(paper)
        left = room + 1 - len(self._drawn(shortest))  # without an empty line
        return min(room, max(1, min(_FEW, left), left - _FEW))

    @property
    def _number(self) -> int:
        return self.tale.numbers[self.place]

    def _told(self, number: int, paper: Paper) -> list[str]:
        return [line for part in self.tale.lines(number, paper) for line in lines_of(part)]

    def _before(self, paper: Paper, rows: int) -> list[str]:
        """As many lines of earlier records as there is room for."""
        lines: list[str] = []
        for number in reversed(self.tale.numbers[: self.place]):
            if len(lines) >= rows:
                break
            lines[:0] = self._told(number, paper)
        return [paper.ink(line, "dim") for line in lines[max(len(lines) - rows, 0) :]]

    def _board(self, paper: Paper, rows: int) -> list[str]:
        """The table after the record, as at the interactive table: all boards whole if there is room, else that of the
        acting player or viewer, in less and less detail.
        """
        lines: list[str] = []
        for one in self._papers(paper):
            lines = self._drawn(one)
            if len(lines) <= rows:
                break
        return _cut(lines, rows, paper)

    def _papers(self, paper: Paper) -> Iterator[Paper]:
        entry, viewer = self.tale.session.history[self._number - 1], self.tale.viewer
        acting = entry.by if isinstance(entry, Event) else -1
        mine = viewer if viewer is not None and viewer >= 0 else acting
        whole = (mine,) if mine >= 0 else ()
        yield paper
        yield from (Paper(paper.width, paper.colour, whole, level) for level in range(LEVELS))

    def _drawn(self, paper: Paper) -> list[str]:
        session = self.tale.session
        state = session.at(self._number)
        table = session.game.render(session.look(state, self.tale.viewer), session.players, paper)
        return lines_of(with_possible(table, session, state))


def _cut(lines: list[str], rows: int, paper: Paper) -> list[str]:
    """The lines; if there are too many, the first ones and the number of the others, or a mark on the only one."""
    if len(lines) <= rows:
        return lines
    if rows == 1:
        return [f"{lines[0]} …" if display_width(lines[0]) + 2 <= paper.width else lines[0]]
    return [*lines[: max(rows - 1, 0)], f"… {len(lines) - max(rows - 1, 0)} more lines"][: max(rows, 0)]
