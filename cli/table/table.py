"""The interactive table: boards, prompts, completion. Nobody's secrets appear on another player's screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kronika.cli.printing.events import tell_moved, whose_turn
from kronika.cli.printing.options import own_seat
from kronika.cli.printing.output import clear_screen, print_note, print_text
from kronika.cli.printing.terminal import restoring_terminal
from kronika.cli.table.audience import Audience
from kronika.cli.table.chance import HELP, QUIT
from kronika.cli.table.clock import add_timestamps
from kronika.cli.table.commands import help_lines, look_up, usage
from kronika.cli.table.display import Display
from kronika.cli.table.editing import complete_with, forget_lines
from kronika.cli.table.hint import print_hint
from kronika.cli.table.offered import legal_at, print_moves, typeable
from kronika.cli.table.remarks import REMARKS, is_remark, remark
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError, NotYours
from kronika.core.basics.text import normalize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import move_of_seat, seat_name, split_move
from kronika.core.sessions.events import Redo, Undo
from kronika.core.sessions.session import Session
from kronika.core.sessions.whereabouts import refusal
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import typed_path
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.texts.script import play_line

if TYPE_CHECKING:  # imported only if a bot plays
    from kronika.core.bots.lookup import Player


class Table:
    """A game at one terminal.

    Its readers decide the content of the screen: see `Audience`. If players change seats, the screen is cleared between
    them. `undo` takes back the last entry, even an outcome of chance. `bots` act as soon as they may. People beside
    bots are the referee, so `undo` takes back their decisions with what bots did since. With `--as NAME` it is that of
    `undo --as NAME`.
    """

    def __init__(
        self, file: LogFile, viewer: str | None, *, clock: bool = False, bots: Mapping[int, Player] | None = None
    ) -> None:
        self.file = file
        self.session: Session = file.session
        self.bots = dict(bots or {})
        people = [seat for seat in range(len(self.session.players)) if seat not in self.bots]
        self.audience = Audience.of(self.session, viewer, people)
        self.by_hand = self.session.chance != "auto"
        seat = own_seat(self.session.enters_as(self.audience.viewer))
        self.of_seat = viewer is not None and seat is not None
        self.clock = clock
        self.seated: int | None = None
        self.curtain = False
        self.display = Display(self.session, self.audience)

    @restoring_terminal()
    def run(self, *, until_decision: bool = False) -> Session:
        """Prompt until the game is over, the players leave, or somebody must decide. Return the session."""
        print_note("Type `help` for help.")
        self._settle(len(self.session.history))
        complete_with(self._candidates)
        try:
            while self._goes_on(until_decision) and self._one_line():
                pass
        except EOFError:
            print_text()
        except KeyboardInterrupt:
            print_text()
            raise
        finally:
            if self.session.result() is None and self.audience.hot_seat and self.seated is not None:
                clear_screen()
        if not self._goes_on(until_decision):
            self._end(until_decision)
        return self.session

    def _end(self, until_decision: bool) -> None:
        """Show what has happened at the end of the table. An ended game may continue: its board keeps secrets."""
        if not self.session.actors and not self.session.ending:
            self.display.show(CHANCE, self._asks, closed=self.file.path)
        else:
            self.display.tell_rest()
            if not until_decision:
                print_note(whose_turn(self.session, self.audience.listener()))
        if not until_decision:
            self._ask_for_hands()
            if self.session.result() is not None:
                print_note(self._told_next())

    def _told_next(self) -> str:
        """Return the commands that show an ended game."""
        typed = typed_path(self.file.path)
        return f"`kronika score {typed}` tells the points, `kronika page {typed} --out game.html` shows the whole game."

    def _ask_for_hands(self) -> None:
        """Say how a witness records what is laid open at the end, since the table is closed then."""
        hidden = self.session.game.hidden
        if self.session.witness is not None and hidden is not None and hidden.places and not self.session.actors:
            seen = f"seen NAME {hidden.places[-1]} THINGS"
            print_note(f'What is laid open at the end: `kronika play {typed_path(self.file.path)} "{seen}"`.')

    def _goes_on(self, until_decision: bool) -> bool:
        return self.session.actors == (CHANCE,) if until_decision else bool(self.session.actors)

    def _one_line(self) -> bool:
        """Prompt for a line and do what it says. Return false to leave."""
        if self._refresh() and self.bots:
            self._settle(len(self.session.history))
        if not self.session.actors:  # another program has ended it
            return False
        actor = self.audience.at_prompt(self.session.actors)
        if not self._turn_to(actor):
            return False
        line = input(f"{seat_name(actor, self.session.players)}> ").strip()
        if line.casefold() in QUIT:
            return False
        self._obey(line, actor)
        return True

    def _refresh(self) -> bool:
        """Read the records that another program has written to the log. Return true if there are any."""
        if not self.file.changed():
            return False
        chance = self.session.chance
        self.file = LogFile.open(self.file.path, tell=print_note)
        self.session = self.file.session
        self.session.chance = chance
        self.display.session = self.session
        self.display.again()
        return True

    def _overtaken(self) -> bool:
        """True if another program has written more to the log than notes and tags. New records are read in any case."""
        before = self.session
        return self._refresh() and (before.line.events, before.players, before.ending) != (
            self.session.line.events,
            self.session.players,
            self.session.ending,
        )

    @property
    def own(self) -> int | None:
        """The seat whose moves alone are accepted here: that of `--as`, or of a person alone with bots while they
        play.
        """
        return own_seat(self.audience.viewer) if self.of_seat or (self.audience.single and self.bots) else None

    # -- the players at the screen ---------------------------------------------------------------------------

    def _turn_to(self, actor: int) -> bool:
        """Prepare the screen for the prompt: it is cleared if the player has changed.

        Return false if the next player quits when the screen changes hands.
        """
        if self.audience.hot_seat and actor != self.seated and not self._hand_over(actor):
            return False
        self.display.show(actor, self._asks)
        return True

    def _hand_over(self, actor: int) -> bool:
        if self.seated is not None:
            forget_lines()
            clear_screen()
        self.curtain = True  # the player here is not known yet: Tab completes nothing
        line = input(f"{self.session.players[actor]}, press Enter ")
        self.curtain = False
        if line.strip().casefold() in QUIT:
            return False
        if self.seated is not None:
            clear_screen()
        self.seated = actor
        self.display.clear()
        return True

    def _asks(self, actor: int) -> list[str]:
        """The texts directly above the prompt."""
        return [self.display.due(actor)]

    def _hint(self, actor: int) -> None:
        print_hint(self.session, actor, self.audience.reader(actor))

    def _candidates(self) -> list[str]:
        """The texts that the Tab key completes."""
        if self.curtain:
            return []
        legal: list[str] = []
        if self.session.actors:
            actor = self.audience.at_prompt(self.session.actors)
            legal = legal_at(self.session, actor, self.audience.reader(actor), others=True)
        return typeable(self.session, legal)

    # -- what is typed ------------------------------------------------------------------------------------------

    def _obey(self, line: str, actor: int) -> None:
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            **dict.fromkeys(HELP, self._help),
            "board": self.display.again,
            "last": self.display.last,
            "legend": self.display.legend,
            "score": lambda: self.display.score(actor),
            "score all": lambda: self.display.score(actor, whole=True),
            "hint": lambda: self._hint(actor),
        }
        if command := commands.get(line.casefold()):
            command()
            return
        word, _, rest = line.partition(" ")
        try:
            if look := {"board": self.display.board_of, "moves": self._moves}.get(normalize(word)):
                look(actor, rest)
                return
            if look_up(word, rest.strip(), self.session.game):
                return
            if self._overtaken():
                print_note(f"{self.file.path}: another program has written to it meanwhile; `{line}` was not done.")
            elif normalize(word) == "note":
                self._note(rest.strip(), actor)
            elif is_remark(normalize(word), rest):
                self._remark(normalize(word), rest)
            else:
                self._play(line, actor)
        except FileError:
            raise  # nothing more would be kept
        except KronikaError as error:
            print_note((self._usage(word) if isinstance(error, NotationError) else "") or str(error))

    def _usage(self, word: str) -> str:
        """The use of a word of the table that is not a move; empty for any other. The referee's words are refused."""
        known = usage(word, self.file.path, self.session.game)
        return self._for_referee(normalize(word)) if known and self.of_seat and normalize(word) in REMARKS else known

    def _for_referee(self, word: str) -> str:
        return f"`{word}` is for the referee: `kronika {word} {typed_path(self.file.path)}`."

    def _moves(self, actor: int, begun: str) -> None:
        print_moves(self.session, actor, self.audience.reader(actor), begun)

    def _help(self) -> None:
        help_lines(self.session, by_hand=self.by_hand, bots=bool(self.bots), of_seat=self.of_seat)

    def _play(self, line: str, actor: int) -> None:
        mover = actor
        if line.partition(" ")[0].casefold() not in ("undo", "redo"):
            if self.own is not None:
                line = move_of_seat(line, self.own, self.session.actors, self.session.players)
            named, move = split_move(line, self.session.players)
            mover = actor if named is None else named
            line = f"{seat_name(mover, self.session.players)}: {move}"
        first, before = len(self.session.history), tuple(self.session.line.events)
        try:
            self._play_line(line)
        except (IllegalAction, NotationError) as error:
            reader = self.session.enters_as(self.audience.reader(actor))
            raise refusal(error, self.session, line, reader) from None
        if isinstance(self.session.history[first], (Undo, Redo)):
            tell_moved(self.session, before, self.audience.listener())
        self._settle(first)
        if mover != actor:
            self.seated = CHANCE  # another player was here: the screen is not for the player at the prompt

    def _note(self, text: str, actor: int) -> None:
        """Add a note on the last record. At a shared terminal, only the player and the referee can read it."""
        if not text:
            raise NotationError("Write `note TEXT` to add a note on the last move.")
        first = len(self.session.history)
        reader = self.audience.reader(actor)
        self.session.note(text, author="" if reader is None or reader < 0 else self.session.players[reader])
        self._settle(first)

    def _remark(self, word: str, rest: str) -> None:
        """Change names, tags or the ending, which is for the referee."""
        if self.of_seat:
            raise NotYours(self._for_referee(word))
        first = len(self.session.history)
        remark(self.session, word, rest)
        if len(self.session.history) == first:
            print_note("That is in force already.")
        self._settle(first)

    def _play_line(self, line: str) -> None:
        if self.bots and not self.by_hand and not self.of_seat:
            from kronika.cli.printing.bots import play_line_with_bots  # imported only if a bot plays

            play_line_with_bots(self.session, self.bots, line, self.own)
        else:
            play_line(self.session, line, single=self.by_hand, own=self.own if self.of_seat else None)

    def _settle(self, first: int) -> None:
        """Save everything since `first`, with the chance that is due; then bots act, and that is saved too."""
        if self.clock:
            add_timestamps(self.session, first)
        self.session.resolve_chance()
        self.file.save()
        if self.bots:
            from kronika.cli.printing.bots import let_bots_act_or_leave  # imported only if a bot plays

            first = len(self.session.history)
            if let_bots_act_or_leave(self.session, self.bots):
                self._settle(first)
