"""A game being played, move by move: state, legal moves, undo, redo, score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypeVar, cast, get_args, overload

from msgspec import UNSET, UnsetType

from kronika.core.basics import limits
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BadSetup, GameEnded, IllegalAction, KronikaError
from kronika.core.basics.text import pluralize, quoted
from kronika.core.contract import arguments
from kronika.core.contract.game import CHANCE, EVERYONE, Game, StateT, Viewer, ViewT
from kronika.core.contract.moves import actor_of, split_move
from kronika.core.contract.options import read_options
from kronika.core.contract.players import check_players
from kronika.core.contract.reading import read_move
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.contract.result import Result, ScoreItem
from kronika.core.sessions.coverage import Coverage
from kronika.core.sessions.events import FORMAT, Ending, Entry, Event, Header, Note, Redo, Set, Undo
from kronika.core.sessions.metadata import check_new_note, check_new_set, ending_text
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.timeline import Fold, events_to_redo, events_to_undo

if TYPE_CHECKING:  # a bare `Session` is one of any game; at run time a TypeVar has a default from Python 3.13 on
    from typing_extensions import TypeVar as TypeVarWithDefault

    from kronika.core.drawing.themes import Theme
    from kronika.core.sessions.notebook import Drawing

    GameT = TypeVarWithDefault("GameT", bound=AnyGame, default=AnyGame, covariant=True)
else:
    GameT = TypeVar("GameT", bound=AnyGame, covariant=True)

NewT = TypeVar("NewT", bound=AnyGame)
EntryT = TypeVar("EntryT", bound=Entry)

ChanceMode = Literal["auto", "given"]
_OWN: Final = ("history", "refused", "line", "_after")


class Session(Fold[GameT]):
    """One game on the table, and the log of how it came to be.

    With chance `auto` outcomes are sampled from the seed as soon as they are due; with `given` they are played like
    moves (`chance: …`). `history` is all that was appended, `line` the events in force, `present` what is said beside.

    In a notebook it shows itself as its referee sees it; `picture` draws it for a seat. `copy.copy` makes another one,
    to go on with apart: they share the states, which never change.

    Of a log that was read `warnings` are the faults that replaying could live with, derived fields that differ, and
    `stored` is the format that it is in.

    It is generic in its game: of one that is given as an object, `state` and `view` have the types; of one that is only
    named, any.
    """

    def __init__(self, game: GameT, header: Header, *, chance: ChanceMode = "given", start: Any = None) -> None:
        """An empty session for a checked header. `start` replaces the set-up, for positions.

        Raises BadSetup for options or players that the game refuses.
        """
        check_players(game, header.players)
        if start is None:
            start = game.setup(read_options(game, header.options), len(header.players))
        super().__init__(game, header, start)
        self.header = header
        self.chance = chance
        self.history: list[Entry] = []
        self.refused: list[str] = []
        self.warnings: tuple[Any, ...] = ()
        self.stored = FORMAT
        self._after = [start]

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}: {', '.join(self.players)}; {pluralize(len(self.line.events), 'event')}>"

    def __copy__(self) -> Session[GameT]:
        twin = object.__new__(type(self))
        vars(twin).update({name: copy(part) if name in _OWN else part for name, part in vars(self).items()})
        return twin

    @overload
    @classmethod
    def new(
        cls,
        game: str,
        players: Iterable[str],
        *,
        seed: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
        tags: Mapping[str, str] | None = None,
        chance: ChanceMode = "auto",
    ) -> Session[AnyGame]: ...

    @overload
    @classmethod
    def new(
        cls,
        game: NewT,
        players: Iterable[str],
        *,
        seed: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
        tags: Mapping[str, str] | None = None,
        chance: ChanceMode = "auto",
    ) -> Session[NewT]: ...

    @classmethod
    def new(
        cls,
        game: str | AnyGame,
        players: Iterable[str],
        *,
        seed: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
        tags: Mapping[str, str] | None = None,
        chance: ChanceMode = "auto",
    ) -> Session[Any]:
        """Sets a game up and, with chance `auto`, plays chance until someone must decide.

        Options that are not given are what the game chooses for new games. What is taken is what a log can hold. Raises
        UnknownGame, BadSetup for players, options or a missing seed, TypeError for what is of another type.
        """
        found: Any = get_game(game) if isinstance(game, str) else arguments.check_game(game)
        if chance not in get_args(ChanceMode):
            raise BadSetup(f"Chance is `auto` or `given`, not {quoted(chance)}.")
        if chance == "auto" and seed is None:
            raise BadSetup("Automatic chance needs a seed.")
        header = new_header(found, players, seed, options, tags)
        session: Session[Any] = cls(found, header, chance=chance)
        session.resolve_chance()
        return session

    # -- what is ------------------------------------------------------------------------------------------------

    @property
    def state(self: Session[Game[StateT, Any, Any, Any, Any, Any]]) -> StateT:
        """The present state."""
        state: StateT = self.line.state
        return state

    @property
    def players(self) -> tuple[str, ...]:
        """The names in force, by seat."""
        return self.present.players

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags in force."""
        return self.present.tags

    @property
    def ending(self) -> Ending | None:
        """How the game ended if it was not by its rules, which `result` tells: then the log is closed."""
        return self.present.ending

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; `(CHANCE,)` or empty as in the contract; nobody once the log has an ending."""
        return () if self.present.ending else self.game.actors(self.line.states[-1])

    def at(self, number: SupportsIndex) -> Any:
        """The state after record `to_int` of the history; 0 is the start. Raises KronikaError when there is none."""
        number = arguments.check_int("A record", number)
        if not 0 <= number < len(self._after):
            raise KronikaError(f"There is no record {number}: the log has {len(self.history)}.")
        return self._after[number]

    def legal(self) -> dict[str, list[str]]:
        """The legal moves in notation, for everyone who may act. Empty while chance is due and at the end."""
        return {
            self.players[seat]: [
                self.game.format(self.state, seat, do, self.players) for do in self.game.actions(self.state, seat)
            ]
            for seat in self.actors
            if seat != CHANCE
        }

    def score(self) -> tuple[ScoreItem, ...]:
        """Every point given so far, itemised."""
        return self.game.score(self.state)

    def totals(self) -> dict[str, int]:
        """The score of each player."""
        return dict(zip(self.players, self.game.totals(self.state), strict=True))

    def result(self) -> Result | None:
        """The end of the game by its rules; None while it goes on, or where `ending` tells how it ended."""
        return self.game.result(self.state)

    def view(self: Session[Game[Any, Any, Any, ViewT, Any, Any]], seat: int | None = None) -> ViewT:
        """What a seat, or EVERYONE, may know; everything for None. Raises KronikaError as `picture` does."""
        return cast(ViewT, self.look(self.state, arguments.check_viewer(seat)))

    def look(self, state: Any, viewer: Viewer) -> Any:
        """What a viewer may know of one of the states of this game. Raises KronikaError as `picture` does."""
        from kronika.core.sessions.visibility import redact_state  # not needed at the start

        return redact_state(self.game, state, viewer)

    @property
    def witness(self) -> Viewer:
        """Who saw what the session holds: None, the referee, for all but those of `core.unseen.session`."""
        return None

    def picture(self, viewer: Viewer = None, *, columns: int = 1, theme: Theme = "auto") -> Drawing:
        """The table drawn as a seat, EVERYONE or the referee (None) may see it; it shows itself in a notebook.

        Raises KronikaError for a seat that is not there, and for EVERYONE in a game that has no such view.
        """
        from kronika.core.sessions.notebook import Drawing  # what draws, only where something is drawn

        who = arguments.check_viewer(viewer)
        return Drawing.of_view(
            self.game, self.look(self.line.state, who), self.players, who, columns=columns, theme=theme
        )

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    def coverage(self) -> Coverage:
        """Which numbered rules this run has cited: effects in force, present score items, refused moves."""
        effects = (effect for event in self.line.events for effect in event.then)
        return Coverage.of(effects, self.score(), self.result(), self.refused)

    # -- what happens -------------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[int, Any]:
        """The seat and the action that a move text means here; legality is not looked at.

        Where no doubt is left the verb, and of chance the player, may be left out: `17` is `pick 17`, `red blue` is
        `draw Anna red blue`. Raises NotationError, with hints of what is possible.
        """
        prefix, move = split_move(arguments.check_text("A move", text, "Anna: pick 9"), self.players)
        seat = actor_of(prefix, self.actors, self.players, move)
        return seat, read_move(self.game, self.state, seat, move, self.players)

    def play(self, text: str) -> list[Event]:
        """Plays `[SEAT:] MOVE` and, with chance `auto`, the chance that follows; what was appended.

        Raises NotationError, IllegalAction or Closed; the session is then unchanged.
        """
        self.require_open()
        seat, do = self.read(text)
        return [self._do(seat, do), *self.resolve_chance()]

    def check(self, by: SupportsIndex, do: Any) -> None:
        """Raises IllegalAction unless this may happen now, which tells of players by their names; TypeError as `do`."""
        seat = arguments.check_seat(by)
        try:
            self.game.check(self.line.state, seat, arguments.check_action(self.game, do))
        except IllegalAction as refusal:
            self._name(refusal, seat)
            raise

    def _name(self, refusal: IllegalAction, by: int) -> None:
        refusal.by = by
        refusal.name(self.players)

    def do(self, by: SupportsIndex, do: Any) -> Event:
        """Checks and appends one action or outcome, and nothing else: the chance that follows is for `resolve_chance`.

        `by` is the number of a seat, or CHANCE; `do` an object of the game's `Do`, with values that a log can hold.

        Raises TypeError, IllegalAction, Closed, or KronikaError when the log is full; the session is then unchanged.
        """
        self.require_open()
        return self._do(arguments.check_seat(by), arguments.check_action(self.game, do))

    def do_unchecked(self, by: int, do: Any) -> Event:
        """As `do`, for what `actions`, `pick` or `sample` of the game has given: a log can hold it as it is.

        Raises IllegalAction, Closed, or KronikaError when the log is full; the session is then unchanged.
        """
        self.require_open()
        return self._do(by, do)

    def _do(self, by: int, do: Any) -> Event:
        self.require_room()
        try:
            event = self._happen(by, do)
        except IllegalAction as refusal:
            self._name(refusal, by)
            self.refused.append(refusal.rule)
            raise
        return self._append(event)

    def append(self, entry: Entry) -> Entry:
        """Does what an entry of another log says; what was appended, with effects and digest as they are here.

        A log that was written before endings closed one may go on behind them: that is no fault here.

        Raises what `do`, `undo_events`, `redo_events` raise; BadSetup or KronikaError for what is said in vain.
        """
        if isinstance(entry, Event):
            return self._do(entry.by, entry.do)
        self.require_room()
        return self._append(self._fold(entry, len(self.history) + 1))

    def extend(self, events: Sequence[Event], states: Sequence[Any]) -> None:
        """Appends events that have been checked and applied already, and the states after each: of a stored log."""
        self.line.extend(events, states)
        self.history.extend(events)
        self._after.extend(states)

    def enters_as(self, viewer: Viewer) -> Viewer:
        """As whom a viewer enters moves and is refused: a witness, who enters what everybody does, as the referee."""
        return viewer

    def again(self, event: Event) -> Event:
        """Does once more what an event of this game did. Raises as `do`."""
        return self.do(event.by, event.do)

    def shows(self, number: int) -> str:
        """What stands behind the move of record `number` in a text: nothing, but in what a witness recorded."""
        return ""

    def resolve_chance(self) -> list[Event]:
        """With chance `auto`, plays the chance events that are due; what was appended."""
        played: list[Event] = []
        while self.chance == "auto" and self.actors == (CHANCE,):
            if self.header.seed is None:
                raise BadSetup("This log has no seed: chance outcomes must be given.")
            dice = Dice(self.header.seed, len(self.line.events) + 1)
            played.append(self._do(CHANCE, self.game.sample(self.state, dice)))
        return played

    def undo(self, decisions: SupportsIndex = 1) -> Undo:
        """Takes back whole decisions with the chance that followed them. Raises CannotUndo or Closed."""
        self.require_open()
        return self.undo_events(
            events_to_undo(self.line.events, arguments.check_int("A number of decisions", decisions))
        )

    def redo(self, decisions: SupportsIndex = 1) -> Redo:
        """Restores whole decisions that were taken back, with the chance that followed. Raises CannotUndo or Closed."""
        self.require_open()
        return self.redo_events(
            events_to_redo(self.line.undone, arguments.check_int("A number of decisions", decisions))
        )

    def undo_events(self, events: SupportsIndex) -> Undo:
        """Takes back single events, chance among them. Raises CannotUndo or Closed."""
        self.require_open()
        undo = Undo(arguments.check_int("A number of events", events))
        self.append(undo)
        return undo

    def redo_events(self, events: SupportsIndex) -> Redo:
        """Restores single events. Raises CannotUndo or Closed."""
        self.require_open()
        redo = Redo(arguments.check_int("A number of events", events))
        self.append(redo)
        return redo

    def set(
        self,
        *,
        players: Iterable[str] | UnsetType = UNSET,
        tags: Mapping[str, str | None] | None = None,
        ending: Ending | UnsetType | None = UNSET,
    ) -> Set:
        """Says names, tags or an ending anew; None takes a tag or the ending away. No event: the game is as it was.

        Raises BadSetup, or KronikaError for what no log can hold, or when the log is full.
        """
        named = players if isinstance(players, UnsetType) else arguments.check_names(players)
        change = Set(named, arguments.check_named("Tags", tags), ending)
        check_new_set(change)
        self.append(change)
        return change

    def note(
        self,
        text: str = "",
        *,
        on: SupportsIndex | None = None,
        author: str = "",
        mark: str = "",
        data: Mapping[str, Any] | None = None,
    ) -> Note:
        """Appends a comment on the last record that is no note, or on record `on`; 0 is the game as a whole.

        Raises KronikaError.
        """
        note = Note(text, arguments.to_int(on), author, mark, arguments.check_table("Data of a note", data))
        check_new_note(note)
        self.append(note)
        return note

    def require_open(self) -> None:
        """Raises Closed where the log has an ending."""
        if self.present.ending:
            from kronika.core.sessions.visibility import redact_ending  # not needed at the start

            ending = redact_ending(self.present, EVERYONE)  # whoever tries to go on may be a seat
            how = ending_text(ending, self.players) if ending else ""
            raise GameEnded(f"The log says how the game ended: {how}. `kronika end LOG --reopen` lets it go on.")

    def require_room(self, records: int = 1) -> None:
        """Raises KronikaError where so many more records would make a log that is not read again."""
        if len(self.history) + records > limits.RECORDS:
            raise KronikaError(f"The log has {limits.RECORDS:,} records, the most there can be: nothing can follow.")

    def _append(self, entry: EntryT) -> EntryT:
        self.history.append(entry)
        self._after.append(self.line.state)
        return entry
