"""A game in progress, move by move: state, legal moves, undo, redo, score."""

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

if TYPE_CHECKING:  # a bare `Session` is one of any game; at run time only Python 3.13 has a TypeVar with a default
    from typing_extensions import TypeVar as TypeVarWithDefault

    from kronika.core.drawing.themes import Theme
    from kronika.core.sessions.notebook import Drawing

    GameT = TypeVarWithDefault("GameT", bound=AnyGame, default=AnyGame, covariant=True)
else:
    GameT = TypeVar("GameT", bound=AnyGame, covariant=True)

NewT = TypeVar("NewT", bound=AnyGame)
EntryT = TypeVar("EntryT", bound=Entry)

ChanceMode = Literal["auto", "given"]
"""The type of the way chance is handled: outcomes are drawn from the seed, or given like moves."""
_OWN: Final = ("history", "refused", "line", "_after")


class Session(Fold[GameT]):
    """A game in progress with all its records.

    With chance `auto`, outcomes are drawn from the seed as soon as they are due; with `given`, they are played like
    moves (`chance: …`). `history` are all records, `line` is the timeline of events in force, `present` the metadata,
    `refused` the rules that have refused moves.

    For a session read from a log, `warnings` are the faults that did not prevent replaying it, such as different
    effects or digests, and `stored` is the version of its format.

    In a notebook, a session shows itself as the referee sees it; `picture` draws it for other viewers. `copy.copy`
    returns an independent copy, which shares the immutable states.

    The class is generic in the game: if that is given as an object, `state` and `view` have its types; if it is given
    by name, they have any.
    """

    def __init__(self, game: GameT, header: Header, *, chance: ChanceMode = "given", start: Any = None) -> None:
        """Make a session without records for a header. `start` is the first state, by default that of the set-up.

        Raises BadSetup for options or players that the game refuses.
        """
        check_players(game, header.players)
        if start is None:
            start = game.setup(read_options(game, header.options), len(header.players))
        super().__init__(game, header, start)
        self.header = header
        self.chance: ChanceMode = chance
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
        """Set up a new game and, with chance `auto`, resolve chance up to the first decision.

        `game` is a game or its name. Options that are not given have the game's values for new games. Raises
        UnknownGame; BadSetup for wrong players, options, tags, or a wrong or missing seed; TypeError for arguments of
        wrong types.
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

    # -- queries ------------------------------------------------------------------------------------------------

    @property
    def state(self: Session[Game[StateT, Any, Any, Any, Any, Any]]) -> StateT:
        """The state after the last event in force."""
        state: StateT = self.line.state
        return state

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat, as last set."""
        return self.present.players

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the game, as last set."""
        return self.present.tags

    @property
    def ending(self) -> Ending | None:
        """The early ending, which closes the log, or None. For an end by the rules, see `result`."""
        return self.present.ending

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; `(CHANCE,)` if an outcome is due; empty if the game is over or has an ending."""
        return () if self.present.ending else self.game.actors(self.line.states[-1])

    @property
    def due(self) -> Mapping[int, bool]:
        """The seats that may act now; by seat, whether that is known. A witness may not know it."""
        return dict.fromkeys(self.actors, True)

    def at(self, number: SupportsIndex) -> Any:
        """The state after record `number`; 0 is the start. Raises KronikaError if there is no such record."""
        number = arguments.check_int("A record", number)
        if not 0 <= number < len(self._after):
            raise KronikaError(f"There is no record {number}: the log has {len(self.history)}.")
        return self._after[number]

    def legal(self) -> dict[str, list[str]]:
        """The legal moves in notation by player, for all who may act. Empty if an outcome is due, and at the end."""
        return {
            self.players[seat]: [
                self.game.format(self.state, seat, do, self.players) for do in self.game.actions(self.state, seat)
            ]
            for seat in self.actors
            if seat != CHANCE
        }

    def score(self) -> tuple[ScoreItem, ...]:
        """All points so far as items, each with its source and rule."""
        return self.game.score(self.state)

    def totals(self) -> dict[str, int]:
        """The points of each player, by name."""
        return dict(zip(self.players, self.game.totals(self.state), strict=True))

    def result(self) -> Result | None:
        """The result of the game by its rules, or None if it has not ended by them; see also `ending`."""
        return self.game.result(self.state)

    def view(self: Session[Game[Any, Any, Any, ViewT, Any, Any]], seat: int | None = None) -> ViewT:
        """The view of the state for a viewer; everything for the referee (None). Raises KronikaError as `picture`."""
        return cast(ViewT, self.look(self.state, arguments.check_viewer(seat)))

    def look(self, state: Any, viewer: Viewer) -> Any:
        """The view of any state of this game for a viewer. Raises KronikaError as `picture`."""
        from kronika.core.sessions.visibility import redact_state  # not needed at the start

        return redact_state(self.game, state, viewer)

    @property
    def witness(self) -> Viewer:
        """The viewer who recorded the game: None, the referee, except for sessions of `core.unseen.session`."""
        return None

    def picture(self, viewer: Viewer = None, *, columns: int = 1, theme: Theme = "auto") -> Drawing:
        """Draw the table as a viewer may see it: a seat, EVERYONE, BYSTANDER, or the referee (None).

        The result shows itself in a notebook. Raises KronikaError for a seat that does not exist, and for EVERYONE or
        BYSTANDER in a game without such a view.
        """
        from kronika.core.sessions.notebook import Drawing  # only needed for pictures

        who = arguments.check_viewer(viewer)
        return Drawing.of_view(
            self.game, self.look(self.line.state, who), self.players, who, columns=columns, theme=theme
        )

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    def coverage(self) -> Coverage:
        """The coverage of numbered rules: by effects in force, by score and result now, and by refused moves."""
        effects = (effect for event in self.line.events for effect in event.then)
        return Coverage.of(effects, self.score(), self.result(), self.refused)

    # -- changes ------------------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[int, Any]:
        """Parse a move in the current state, and return its seat and action. It need not be legal.

        The verb, and in an outcome of chance the player, may be omitted if they are certain: `17` is `pick 17`,
        `red blue` is `draw Anna red blue`. Raises NotationError, with hints of what is possible; TypeError for a value
        that is not a string.
        """
        prefix, move = split_move(arguments.check_text("A move", text, "Anna: pick 9"), self.players)
        seat = actor_of(prefix, self.actors, self.players, move)
        return seat, read_move(self.game, self.state, seat, move, self.players)

    def play(self, text: str) -> list[Event]:
        """Play `[SEAT:] MOVE` and, with chance `auto`, the chance that follows. Returns the new events.

        Raises NotationError, IllegalAction, GameEnded, or KronikaError if the log is full; the game is then unchanged.
        """
        self.require_open()
        seat, do = self.read(text)
        return [self._do(seat, do), *self.resolve_chance()]

    def check(self, by: SupportsIndex, do: Any) -> None:
        """Raise IllegalAction, with players' names in its reason, unless this is legal now; TypeError as `do`."""
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
        """Check and append one action or outcome. Chance that follows is not resolved; see `resolve_chance`.

        `by` is the number of a seat, or CHANCE; `do` is an object of the game's `Do`, with values that a log can hold.

        Raises TypeError, IllegalAction, GameEnded, or KronikaError if the log is full; the game is then unchanged.
        """
        self.require_open()
        return self._do(arguments.check_seat(by), arguments.check_action(self.game, do))

    def do_unchecked(self, by: int, do: Any) -> Event:
        """Like `do`, but without checking the types: for actions from the game's `actions`, `pick` or `sample`.

        Raises IllegalAction, GameEnded, or KronikaError if the log is full; the game is then unchanged.
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
        """Append a record of another log, and return it; an event gets the effects and digest computed here.

        Records after an ending are accepted, because old logs may have them.

        Raises IllegalAction, CannotUndo, BadSetup for names, tags or an ending, or KronikaError for a note or if the
        log is full.
        """
        if isinstance(entry, Event):
            return self._do(entry.by, entry.do)
        self.require_room()
        return self._append(self._fold(entry, len(self.history) + 1))

    def extend(self, events: Sequence[Event], states: Sequence[Any]) -> None:
        """Append events of a stored log that were checked and applied before, with the state after each."""
        self.line.extend(events, states)
        self.history.extend(events)
        self._after.extend(states)

    def enters_as(self, viewer: Viewer) -> Viewer:
        """The viewer that messages about entered moves are for: `viewer` itself, but the referee for a witness.

        A witness enters the moves of all players.
        """
        return viewer

    def again(self, event: Event) -> Event:
        """Do the action or outcome of an event again. Raises the same errors as `do`."""
        return self.do(event.by, event.do)

    def shows(self, number: int) -> str:
        """The text to write after the move of record `number`: empty, except in the record of a witness."""
        return ""

    def resolve_chance(self) -> list[Event]:
        """With chance `auto`, draw and append the outcomes that are due. Returns the new events.

        Raises BadSetup if the log has no seed.
        """
        played: list[Event] = []
        while self.chance == "auto" and self.actors == (CHANCE,):
            if self.header.seed is None:
                raise BadSetup("This log has no seed: chance outcomes must be given.")
            dice = Dice(self.header.seed, len(self.line.events) + 1)
            played.append(self._do(CHANCE, self.game.sample(self.state, dice)))
        return played

    def undo(self, decisions: SupportsIndex = 1) -> Undo:
        """Take back the last decisions, each with the chance that followed. Raises CannotUndo or GameEnded."""
        self.require_open()
        return self.undo_events(
            events_to_undo(self.line.events, arguments.check_int("A number of decisions", decisions))
        )

    def redo(self, decisions: SupportsIndex = 1) -> Redo:
        """Restore the decisions taken back last, each with the chance that followed. Raises CannotUndo or GameEnded."""
        self.require_open()
        return self.redo_events(
            events_to_redo(self.line.undone, arguments.check_int("A number of decisions", decisions))
        )

    def undo_events(self, events: SupportsIndex) -> Undo:
        """Take back the last events, counting outcomes of chance. Raises CannotUndo or GameEnded."""
        self.require_open()
        undo = Undo(arguments.check_int("A number of events", events))
        self.append(undo)
        return undo

    def redo_events(self, events: SupportsIndex) -> Redo:
        """Restore the events taken back last, counting outcomes of chance. Raises CannotUndo or GameEnded."""
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
        """Change names, tags or the early ending, without changing the state; None removes a tag or the ending.

        Raises BadSetup, or KronikaError for values that no log can hold, or if the log is full.
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
        """Append a comment on the record `on`, or by default on the last record that is not a note; 0 is the game.

        Raises KronikaError for a note that is empty, too long or on a later record, or if the log is full.
        """
        note = Note(text, arguments.to_int(on), author, mark, arguments.check_table("Data of a note", data))
        check_new_note(note)
        self.append(note)
        return note

    def require_open(self) -> None:
        """Raise GameEnded if the log has an early ending."""
        if self.present.ending:
            from kronika.core.sessions.visibility import redact_ending  # not needed at the start

            ending = redact_ending(self.present, EVERYONE)  # the message may be shown to a seat
            how = ending_text(ending, self.players) if ending else ""
            raise GameEnded(f"The log says how the game ended: {how}. `kronika end LOG --reopen` reopens it.")

    def require_room(self, records: int = 1) -> None:
        """Raise KronikaError if the log would be too long to be read again with this number of new records."""
        if len(self.history) + records > limits.RECORDS:
            raise KronikaError(
                f"The log has {limits.RECORDS:,} records, the most that are allowed: no more can be added."
            )

    def _append(self, entry: EntryT) -> EntryT:
        self.history.append(entry)
        self._after.append(self.line.state)
        return entry
