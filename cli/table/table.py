"""The interactive table: boards, prompts, completion. Nobody's secrets appear on another player's screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kronika.cli.printing.events import chance_due, move_due, tell_moved, whose_turn
from kronika.cli.printing.options import legal_moves, own_seat, viewer_seat
from kronika.cli.printing.output import clear_screen, print_note, print_text, terminal_paper, terminal_rows, wrapped
from kronika.cli.printing.possible import with_possible
from kronika.cli.printing.terminal import restoring_terminal
from kronika.cli.table.candidates import compact_list, starting_with
from kronika.cli.table.chance import HELP, QUIT
from kronika.cli.table.clock import add_timestamps
from kronika.cli.table.commands import WORDS, help_lines, look_up, usage
from kronika.cli.table.editing import complete_with, forget_lines
from kronika.cli.table.hint import print_hint
from kronika.cli.table.marks import with_marks
from kronika.cli.table.remarks import is_remark, remark
from kronika.cli.table.screen import composed, news_of, papers_of
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError, NotYours
from kronika.core.basics.text import lines_of, normalize, quoted
from kronika.core.contract.game import CHANCE, EVERYONE, Viewer
from kronika.core.contract.moves import find_player, move_of_seat, seat_name, split_move
from kronika.core.contract.paper import Paper
from kronika.core.contract.prompts import prompt_of_chance
from kronika.core.sessions.events import Redo, Undo
from kronika.core.sessions.session import Session
from kronika.core.sessions.whereabouts import refusal
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.texts.script import play_line

if TYPE_CHECKING:  # imported only if a bot plays
    from kronika.core.bots.lookup import Player

_BESIDES = 2
"""Rows of a screen kept free besides the table, what happened and what is due: an empty line, and the prompt."""
_BELOW = 2
"""Rows below a listing: for the line that asked for it, and the prompt."""


class Table:
    """A game at one terminal.

    The reader of the screen decides its content. With `--as` the reader is always one viewer. Without it, the reader is
    the player at the prompt: if a game has secrets, players change seats, and the screen is cleared between them. An
    arbiter who enters the outcomes of chance shows every player their own board, and sees the whole table when chance
    is due. `undo` takes back the last entry, even an outcome of chance. An arbiter as the referee has a screen that no
    player reads: everything is shown there.

    If the table is too large for the screen, the boards of other players are shortened to a line each. `bots` act as
    soon as they may. A single player among bots has the table as with `--as`. People beside bots are the referee, so
    `undo` takes back their decisions with what bots did since. With `--as NAME` it is that of `undo --as NAME`.
    """

    def __init__(
        self, file: LogFile, viewer: str | None, *, clock: bool = False, bots: Mapping[int, Player] | None = None
    ) -> None:
        self.file = file
        self.session: Session = file.session
        self.bots = dict(bots or {})
        people = [seat for seat in range(len(self.session.players)) if seat not in self.bots]
        self.by_hand = self.session.chance != "auto"
        alone = len(people) == 1 < len(self.session.players) and viewer is None and not self.by_hand
        self.viewer = people[0] if alone else viewer_seat(viewer, self.session)
        self.made_for_one = viewer is not None or alone or self.session.witness is not None
        self.of_seat = viewer is not None and own_seat(self.session.enters_as(self.viewer)) is not None
        self.arbiter = not self.made_for_one and self.by_hand
        secrets = self.session.game.has_secrets(self.session.line.state.options)
        self.hot_seat = secrets and len(people) > 1 and not self.made_for_one and not self.arbiter
        self.clock = clock
        self.seated: int | None = None
        self.curtain = False
        self.begun = len(self.session.history)
        self.told: dict[Viewer, int] = {}
        self.recent = range(0)
        self.shown: tuple[int, Viewer] | None = None

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
            if self.session.result() is None and self.hot_seat and self.seated is not None:
                clear_screen()
        if not self._goes_on(until_decision):
            self._end(until_decision)
        return self.session

    def _end(self, until_decision: bool) -> None:
        """Show what has happened at the end of the table. An ended game may continue: its board keeps secrets."""
        if not self.session.actors and not self.session.ending:
            self._show(CHANCE)
        else:
            for line in news_of(self.session, self._untold(EVERYONE), terminal_paper(), self._hears())[0]:
                print_text(line)
            if not until_decision:
                print_note(whose_turn(self.session, self._hears()))
        if not until_decision:
            self._ask_for_hands()

    def _ask_for_hands(self) -> None:
        """Say how a witness records what is laid open at the end, since the table is closed then."""
        hidden = self.session.game.hidden
        if self.session.witness is not None and hidden is not None and hidden.places and not self.session.actors:
            seen = f"seen NAME {hidden.places[-1]} THINGS"
            print_note(f'What is laid open at the end: `kronika play {self.file.path} "{seen}"`.')

    def _goes_on(self, until_decision: bool) -> bool:
        return self.session.actors == (CHANCE,) if until_decision else bool(self.session.actors)

    def _one_line(self) -> bool:
        """Prompt for a line and do what it says. Return false to leave."""
        if self._refresh() and self.bots:
            self._settle(len(self.session.history))
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
        """The actor at the prompt: the player of the table if it is that player's turn, else the first actor."""
        actors = self.session.actors
        return self.viewer if self.viewer is not None and self.viewer in actors else actors[0]

    def _refresh(self) -> bool:
        """Read the records that another program has written to the log. Return true if there are any."""
        if not self.file.changed():
            return False
        chance = self.session.chance
        self.file = LogFile.open(self.file.path, tell=print_note)
        self.session = self.file.session
        self.session.chance = chance
        self.shown = None
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
        return own_seat(self.viewer) if self.of_seat or (self.made_for_one and self.bots) else None

    # -- the reader of the screen -------------------------------------------------------------------------------

    def _reader(self, actor: int) -> Viewer:
        """The reader of the text at a prompt. The text has only what this reader may know."""
        if self.made_for_one:
            return self.viewer
        return None if self.arbiter else actor

    def _turn_to(self, actor: int) -> bool:
        """Prepare the screen for the prompt: it is cleared if the player has changed.

        Return false if the next player quits when the screen changes hands.
        """
        if self.hot_seat and actor != self.seated and not self._hand_over(actor):
            return False
        self._show(actor)
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
        self.shown, self.recent = None, range(0)
        return True

    # -- what is written ----------------------------------------------------------------------------------------

    def _show(self, actor: int) -> None:
        """Show the table, what happened since the last time, and what is due; nothing if all of it is on the screen.

        The events are directly above the prompt, and marked on the board; the board has the rows that are
        left.
        """
        viewer, reader = self._looks(actor), actor if self.hot_seat else EVERYONE
        now = (len(self.session.history), viewer)
        if now == self.shown:
            return
        self.shown = now
        self.recent = self._untold(reader)
        asked = self._asks(actor)
        rows = terminal_rows() - sum(len(lines_of(wrapped(text))) for text in asked) - _BESIDES
        mine = actor if viewer is None or viewer < 0 else viewer
        papers = papers_of(terminal_paper(), mine, len(self.session.players))
        news = news_of(self.session, self.recent, terminal_paper(), self._hears())
        paper, lines = composed(lambda paper: self._drawn(viewer, paper.plain), news, papers, rows)
        print_text(f"\n{self._marked(viewer, paper, self.recent.start - 1)}\n")
        for line in lines:
            print_text(line)
        for text in asked:
            print_note(text)

    def _asks(self, actor: int) -> list[str]:
        """The texts directly above the prompt."""
        return [self._due(actor)]

    def _untold(self, reader: Viewer) -> range:
        """The records that this reader has not been shown. They count as shown from now on."""
        told = self.told.get(reader, self.begun)
        self.told[reader] = len(self.session.history)
        return range(told + 1, len(self.session.history) + 1)

    def _marked(self, viewer: Viewer, paper: Paper, since: int) -> str:
        """The table, with marks on what is new since a record."""
        now = self._drawn(viewer, paper)
        if not paper.colour or since == len(self.session.history):
            return now
        before = self._drawn(viewer, paper.plain, self.session.at(since))
        return with_marks(before, self._drawn(viewer, paper.plain), now)

    def _hears(self) -> Viewer:
        """The viewer for whom events are printed; without `--as`, only what everyone may know is printed."""
        return self.viewer if self.made_for_one else EVERYONE

    def _last(self) -> None:
        """Print again, with all effects, what happened before this prompt."""
        for line in news_of(self.session, self.recent, terminal_paper(), self._hears())[0]:
            print_text(line)
        if not self.recent:
            print_note("Nothing has happened at this table yet.")

    def _looks(self, actor: int) -> Viewer:
        """The viewer whose view of the table is shown."""
        return self.viewer if self.made_for_one else None if actor == CHANCE else actor

    def _drawn(self, viewer: Viewer, paper: Paper, state: Any = None) -> str:
        state = self.session.state if state is None else state
        table = self.session.game.render(self.session.look(state, viewer), self.session.players, paper)
        return with_possible(table, self.session, state)

    def _board_of(self, actor: int, name: str) -> None:
        """Show the table with the board of one player whole, or with all of them."""
        names = self.session.players
        every = normalize(name) == "all" and "all" not in map(normalize, names)
        whole = None if every else [find_player(name, names)]
        print_text(f"\n{self._drawn(self._looks(actor), terminal_paper(whole))}\n")

    def _legend(self) -> None:
        text = self.session.game.legend(terminal_paper())
        if text:
            print_text(text)
        else:
            print_note("This table has no signs to explain.")

    def _due(self, actor: int) -> str:
        """The entry expected at the prompt, and its notation, as far as the reader may know it."""
        if not self.session.actors:
            return whose_turn(self.session, self._hears())
        if actor == CHANCE:
            return chance_due(self.session)
        if self.session.witness is not None:  # examples would come from a hand that is only assumed
            return f"{whose_turn(self.session)} `moves` lists what is possible."
        return move_due(self.session, actor) if self._reader(actor) in (None, actor) else whose_turn(self.session)

    def _moves(self, actor: int, begun: str) -> None:
        legal = self._legal(actor)
        if found := starting_with(legal, begun):
            for line in compact_list(found, terminal_paper(), terminal_rows() - _BELOW):
                print_text(line)
        elif legal:
            print_note(f"No legal move begins with {quoted(begun)}.")
        elif actor == CHANCE:
            print_note(chance_due(self.session))
        else:
            print_note(f"{whose_turn(self.session)} The legal moves are shown to nobody else.")

    def _score(self, actor: int) -> None:
        from kronika.cli.printing.sheet import score_sheet  # imported only to show the score

        print_text(score_sheet(self.session, self.session.state, terminal_paper(), self._reader(actor)))

    def _hint(self, actor: int) -> None:
        print_hint(self.session, actor, self._reader(actor))

    def _legal(self, actor: int, *, others: bool = False) -> list[str]:
        """The legal moves that the reader may know: those of the prompt without a name, and with `others` those of
        other players.
        """
        known = legal_moves(self.session, self._reader(actor))
        at_prompt = seat_name(actor, self.session.players)
        named = [f"{name}: {move}" for name, found in known.items() for move in found]
        return [*known.get(at_prompt, ()), *(named if others or at_prompt not in known else ())]

    def _candidates(self) -> list[str]:
        if self.curtain:
            return []
        names = self.session.players
        boards = [f"board {name}" for name in (*names, "all")] if len(names) > 1 else []
        legal = self._legal(self._at_prompt(), others=True) if self.session.actors else []
        return [*self._begun_outcome(), *legal, "moves", "board", *boards, *WORDS]

    def _begun_outcome(self) -> list[str]:
        """The first words of the outcome that is due."""
        if self.session.actors != (CHANCE,):
            return []
        prompt = prompt_of_chance(self.session.game, self.session.state, self.session.players)
        return [f"{prompt.begins} "] if prompt else []

    # -- what is typed ------------------------------------------------------------------------------------------

    def _obey(self, line: str, actor: int) -> None:
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            **dict.fromkeys(HELP, self._help),
            "board": lambda: setattr(self, "shown", None),
            "last": self._last,
            "legend": self._legend,
            "score": lambda: self._score(actor),
            "hint": lambda: self._hint(actor),
        }
        if command := commands.get(line.casefold()):
            command()
            return
        word, _, rest = line.partition(" ")
        try:
            if look := {"board": self._board_of, "moves": self._moves}.get(normalize(word)):
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
            known = usage(word, self.file.path, self.session.game) if isinstance(error, NotationError) else ""
            print_note(known or str(error))

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
            reader = self.session.enters_as(self._reader(actor))
            raise refusal(error, self.session, line, reader) from None
        if isinstance(self.session.history[first], (Undo, Redo)):
            tell_moved(self.session, before, self.viewer if self.made_for_one else EVERYONE)
        self._settle(first)
        if mover != actor:
            self.seated = CHANCE  # another player was here: the screen is not for the player at the prompt

    def _note(self, text: str, actor: int) -> None:
        """Add a note on the last record. At a shared terminal, only the player and the referee can read it."""
        if not text:
            raise NotationError("Write `note TEXT` to add a note on the last move.")
        first = len(self.session.history)
        reader = self._reader(actor)
        self.session.note(text, author="" if reader is None or reader < 0 else self.session.players[reader])
        self._settle(first)

    def _remark(self, word: str, rest: str) -> None:
        """Change names, tags or the ending, which is for the referee."""
        if self.of_seat:
            raise NotYours(f"`{word}` is for the referee: `kronika {word} {self.file.path}`.")
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
