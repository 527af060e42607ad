"""The interactive table: boards, prompts, completion, and nobody's secrets on another's screen."""

from __future__ import annotations

from collections.abc import Callable

from kronika.cli.clock import stamp
from kronika.cli.options import legal_moves, viewer_seat
from kronika.cli.output import clear_screen, note, paper, say
from kronika.cli.telling import tell, whose_turn
from kronika.core.errors import IllegalAction, KronikaError, NotationError
from kronika.core.game import CHANCE, EVERYONE, Viewer
from kronika.core.moves import seat_name, split_move
from kronika.core.session import Session
from kronika.core.told import refusal, seen
from kronika.logs.faults import FileTrouble
from kronika.logs.script import play_line
from kronika.logs.store import LogFile

HELP = """\
Type a move, such as one that `moves` lists; Tab completes it. Begin it with
a name and a colon to move for another player who may act. Words that are no
moves:
  moves            the legal moves
  board            the table again
  score            the points so far
  undo [K]         take K decisions back
  redo [K]         restore them
  help             this text
  quit             leave; everything is in the log"""

QUIT = ("quit", "exit", "q")


class Table:
    """A game at one terminal.

    Who reads the screen decides what stands on it. With `--as` it is one viewer all the time. Else it is the player at
    the prompt: where a game has secrets the players change seats, and the screen is cleared between them. An arbiter
    who enters the outcomes of chance shows every player the own board, and has the whole of it when chance is due.
    """

    def __init__(self, file: LogFile, viewer: str | None, *, clock: bool = False) -> None:
        self.file = file
        self.session: Session = file.session
        self.viewer = viewer_seat(viewer, self.session)
        self.made_for_one = viewer is not None
        self.arbiter = not self.made_for_one and self.session.chance != "auto"
        secrets = self.session.game.has_secrets(self.session.line.state.options)
        self.hot_seat = secrets and len(self.session.players) > 1 and not self.made_for_one and not self.arbiter
        self.clock = clock
        self.seated: int | None = None
        self.curtain = False
        self.begun = len(self.session.history)
        self.told: dict[int, int] = {}
        self.shown: tuple[int, Viewer] | None = None

    def run(self) -> None:
        """Prompts until the game is over or the players leave."""
        note("Type `help` for help.")
        self._settle()
        _complete_with(self._candidates)
        try:
            while self.session.actors and self._one_line():
                pass
        except EOFError:
            say()
        finally:
            if self.session.outcome() is None and self.hot_seat and self.seated is not None:
                clear_screen()
        if not self.session.actors:
            self._tell(CHANCE)
            if not self.session.ending:  # a game that was ended may go on: what is hidden stays so
                self._board(CHANCE)
            note(whose_turn(self.session))

    def _one_line(self) -> bool:
        """Prompts for a line and does what it says; False when it is to leave."""
        self._refresh()
        if not self.session.actors:  # another program has ended it
            return False
        actor = self._at_prompt()
        if not self._turn_to(actor):
            return False
        line = input(f"{seat_name(actor, self.session.players)}> ").strip()
        if line.casefold() in QUIT:
            return False
        self._obey(line, actor)
        return True

    def _at_prompt(self) -> int:
        """The one that the table was made for, if it is to act; else the first who is."""
        actors = self.session.actors
        return self.viewer if self.viewer is not None and self.viewer in actors else actors[0]

    def _refresh(self) -> bool:
        """Takes up what another program has written to the log meanwhile; has one?"""
        if not self.file.changed():
            return False
        chance = self.session.chance
        self.file = LogFile.open(self.file.path, tell=note)
        self.session = self.file.session
        self.session.chance = chance
        self.shown = None
        return True

    # -- who reads the screen -----------------------------------------------------------------------------------

    def _reader(self, actor: int) -> Viewer:
        """Who reads what is written at a prompt, and so may know of it what is the reader's to know."""
        if self.made_for_one:
            return self.viewer
        return None if self.arbiter else actor

    def _turn_to(self, actor: int) -> bool:
        """The screen as it is when the prompt comes: for another player than before it begins anew.

        False when nobody is there who wants to see it.
        """
        if self.hot_seat and actor != self.seated and not self._hand_over(actor):
            return False
        self._tell(actor)
        self._board(actor)
        return True

    def _hand_over(self, actor: int) -> bool:
        if self.seated is not None:
            _forget_lines()
            clear_screen()
        self.curtain = True  # who sits here is not known yet: Tab completes nothing
        line = input(f"{self.session.players[actor]}, press Enter ")
        self.curtain = False
        if line.strip().casefold() in QUIT:
            return False
        if self.seated is not None:
            clear_screen()
        self.seated = actor
        self.shown = None
        return True

    # -- what is written ----------------------------------------------------------------------------------------

    def _tell(self, actor: int) -> None:
        """What has happened since this player sat here last; without --as as all may know it."""
        reader = actor if self.hot_seat else EVERYONE
        viewer = self.viewer if self.made_for_one else EVERYONE
        for number in range(self.told.get(reader, self.begun) + 1, len(self.session.history) + 1):
            for line in tell(self.session, number, paper(), viewer):
                say(line)
        self.told[reader] = len(self.session.history)

    def _board(self, actor: int) -> None:
        viewer = self.viewer if self.made_for_one else None if actor == CHANCE else actor
        now = (len(self.session.history), viewer)
        if now == self.shown:
            return
        self.shown = now
        view = seen(self.session.game, self.session.state, viewer)
        say(f"\n{self.session.game.render(view, self.session.players, paper())}\n")

    def _moves(self, actor: int) -> None:
        found = self._legal(actor)
        if found:
            for move in found:
                say(f"  {move}")
        elif actor == CHANCE:
            note("The outcome of chance is to be entered, as it fell at your table.")
        else:
            note(f"{whose_turn(self.session)} The legal moves are shown to nobody else.")

    def _score(self, actor: int) -> None:
        from kronika.cli.sheet import score_sheet

        say(score_sheet(self.session, self.session.state, paper(), self._reader(actor)))

    def _legal(self, actor: int, *, others: bool = False) -> list[str]:
        """The legal moves that the reader may know, those of the prompt without a name, and the others' if wished."""
        known = legal_moves(self.session, self._reader(actor))
        at_prompt = seat_name(actor, self.session.players)
        named = [f"{name}: {move}" for name, found in known.items() for move in found]
        return [*known.get(at_prompt, ()), *(named if others or at_prompt not in known else ())]

    def _candidates(self) -> list[str]:
        if self.curtain:
            return []
        legal = self._legal(self._at_prompt(), others=True) if self.session.actors else []
        return [*legal, "moves", "board", "score", "undo", "redo", "help", "quit"]

    # -- what is typed ------------------------------------------------------------------------------------------

    def _obey(self, line: str, actor: int) -> None:
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": _help,
            "?": _help,
            "moves": lambda: self._moves(actor),
            "board": self._again,
            "score": lambda: self._score(actor),
        }
        command = commands.get(line.casefold())
        if command is not None:
            command()
            return
        try:
            if self._refresh():
                note(f"{self.file.path}: another program has written to it meanwhile; `{line}` was not done.")
                return
            self._play(line, actor)
        except FileTrouble:
            raise  # nothing more would be kept
        except KronikaError as error:
            note(str(error))

    def _play(self, line: str, actor: int) -> None:
        mover = actor
        if line.partition(" ")[0].casefold() not in ("undo", "redo"):
            named, move = split_move(line, self.session.players)
            mover = actor if named is None else named
            line = f"{seat_name(mover, self.session.players)}: {move}"
        first = len(self.session.history)
        try:
            play_line(self.session, line)
        except (IllegalAction, NotationError) as error:
            raise refusal(error, self.session.players, self._reader(actor)) from None
        if self.clock:
            stamp(self.session, first)
        self._settle()
        if mover != actor:
            self.seated = CHANCE  # another has sat here: what stands on the screen is not for the player at the prompt

    def _settle(self) -> None:
        self.session.settle()
        self.file.save()

    def _again(self) -> None:
        self.shown = None


def _forget_lines() -> None:
    """What was typed can't be had again: not with the arrow keys, by yanking what was cut, or from a macro."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
    for key in ("\\C-y", "\\e\\C-y", "\\ey", "\\C-x(", "\\C-xe"):
        readline.parse_and_bind(f'"{key}": ""')
    readline.parse_and_bind("bind -r ^Y")  # where it is libedit; the others pass it over


def _help() -> None:
    for line in HELP.split("\n"):
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
