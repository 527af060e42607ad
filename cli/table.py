"""The interactive table: boards, prompts, completion."""

from __future__ import annotations

from collections.abc import Callable

from kronika.cli.options import viewer_seat
from kronika.cli.output import note, paper, say
from kronika.cli.telling import tell, tell_publicly, whose_turn
from kronika.core.errors import KronikaError
from kronika.core.game import CHANCE
from kronika.core.moves import seat_name, split_move
from kronika.core.session import Session
from kronika.logs.faults import FileTrouble
from kronika.logs.script import play_line
from kronika.logs.store import LogFile

HELP = """\
Type a move, such as one that `moves` lists; Tab completes it. Begin it with a name and a colon to move for another
player who may act. The words that are no moves:
  moves            the legal moves
  board            the table again
  score            the points so far
  undo [K]         take K decisions back
  redo [K]         restore them
  help             this text
  quit             leave; everything is in the log"""


class Table:
    """A game at one terminal. Each player sees the own view of the board at the own prompt."""

    def __init__(self, file: LogFile, viewer: str | None, asking: bool) -> None:
        self.file = file
        self.session: Session = file.session
        self.viewer = viewer_seat(viewer, self.session)
        self.asking = asking
        self.told = len(self.session.history)
        self.shown: tuple[int, int] | None = None

    def run(self) -> None:
        """Prompts until the game is over or the players leave."""
        note("Type `help` for help.")
        self._settle()
        _complete_with(self._candidates)
        while actors := self.session.actors:
            self._board(actors[0])
            try:
                line = input(f"{seat_name(actors[0], self.session.players)}> ")
            except (EOFError, KeyboardInterrupt):
                say()
                return
            if line.strip().casefold() in ("quit", "exit", "q"):
                return
            self._obey(line.strip(), actors[0])
        self._board(CHANCE)
        note(whose_turn(self.session))

    def _obey(self, line: str, actor: int) -> None:
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": _help,
            "?": _help,
            "moves": lambda: self._moves(actor),
            "board": self._again,
            "score": self._score,
        }
        command = commands.get(line.casefold())
        if command is not None:
            command()
            return
        try:
            play_line(self.session, self._for(line, actor))
            self._settle()
        except FileTrouble:
            raise  # nothing more would be kept
        except KronikaError as error:
            note(str(error))

    def _for(self, line: str, actor: int) -> str:
        word = line.partition(" ")[0].casefold()
        if word in ("undo", "redo") or split_move(line, self.session.players)[0] is not None:
            return line
        return f"{seat_name(actor, self.session.players)}: {line}"

    def _settle(self) -> None:
        self.session.settle()
        self.file.save()
        for number in range(self.told + 1, len(self.session.history) + 1):
            # Without --as nobody's secrets are told: all look at the same terminal.
            for line in (
                tell_publicly(self.session, number, paper())
                if self.viewer is None
                else tell(self.session, number, paper(), self.viewer)
            ):
                say(line)
        self.told = len(self.session.history)

    def _again(self) -> None:
        self.shown = None

    def _board(self, actor: int) -> None:
        seat = self.viewer if self.viewer is not None else actor
        now = (len(self.session.history), seat)
        if now == self.shown:
            return
        self.shown = now
        view = self.session.view(None if seat == CHANCE and self._open() else max(seat, 0))
        say(f"\n{self.session.game.render(view, self.session.players, paper())}\n")

    def _open(self) -> bool:
        return not self.session.actors or self.asking

    def _moves(self, actor: int) -> None:
        if actor == CHANCE:
            note("The outcome of chance is to be entered, as it fell at your table.")
            return
        for move in self.session.legal()[self.session.players[actor]]:
            say(f"  {move}")

    def _score(self) -> None:
        from kronika.cli.sheet import score_sheet

        say(score_sheet(self.session, self.session.state, paper()))

    def _candidates(self) -> list[str]:
        actors = self.session.actors
        names = self.session.players
        legal = self.session.legal()
        first = legal.get(names[actors[0]], []) if actors and actors[0] != CHANCE else []
        others = [f"{name}: {move}" for name, moves in legal.items() for move in moves]
        return [*first, *others, "moves", "board", "score", "undo", "redo", "help", "quit"]


def _help() -> None:
    for line in HELP.splitlines():
        note(line)


def _complete_with(candidates: Callable[[], list[str]]) -> None:
    """Tab completes whole lines; without the readline module there is simply no completion."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [line for line in candidates() if line.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("\n")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
