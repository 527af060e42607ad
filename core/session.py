"""A game being played, move by move: state, legal moves, undo, redo, score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from kronika.core import limits
from kronika.core.chance import Dice
from kronika.core.coverage import Coverage
from kronika.core.digest import digest
from kronika.core.errors import BadSetup, CannotUndo, IllegalAction, KronikaError, NotationError
from kronika.core.events import FORMAT, Entry, Event, Header, Redo, Undo
from kronika.core.game import CHANCE, Game, StateT, ViewT
from kronika.core.hints import advised
from kronika.core.line import Line
from kronika.core.moves import actor_of, split_move
from kronika.core.options import plain_options, read_options
from kronika.core.outcome import Outcome, ScoreItem
from kronika.core.players import check_new_names, check_players, check_tags
from kronika.core.registry import AnyGame, get_game
from kronika.core.words import count

if TYPE_CHECKING:  # a bare `Session` is one of any game; at run time a TypeVar has a default from Python 3.13 on
    from typing_extensions import TypeVar as TypeVarWithDefault

    GameT = TypeVarWithDefault("GameT", bound=AnyGame, default=AnyGame, covariant=True)
else:
    GameT = TypeVar("GameT", bound=AnyGame, covariant=True)

EntryT = TypeVar("EntryT", bound=Entry)

ChanceMode = Literal["auto", "given"]


class Session(Generic[GameT]):
    """One game on the table, and the log of how it came to be.

    With chance `auto` outcomes are sampled from the seed as soon as they are due; with `given` they are played like
    moves (`chance: …`). `history` is everything appended, `line` what is in force.

    It is generic in its game: of one that is given as an object, `state` and `view` have the types; of one that is only
    named, any.
    """

    def __init__(self, game: GameT, header: Header, *, chance: ChanceMode = "given", start: Any = None) -> None:
        """An empty session for a checked header. `start` replaces the set-up, for positions.

        Raises BadSetup for options or players that the game refuses.
        """
        check_players(game, header.players)
        self.game: GameT = game
        self.header = header
        self.chance = chance
        self.history: list[Entry] = []
        self.refused: list[str] = []
        if start is None:
            start = game.setup(read_options(game, header.options), len(header.players))
        self.line: Line[Event] = Line(start)
        self._after = [start]

    @classmethod
    def new(
        cls,
        game: str | GameT,
        players: Sequence[str],
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        tags: Mapping[str, str] | None = None,
        chance: ChanceMode = "auto",
    ) -> Session[GameT]:
        """Sets a game up and, with chance `auto`, plays chance until someone must decide.

        Raises UnknownGame, or BadSetup for players, options or a missing seed.
        """
        found: Any = get_game(game) if isinstance(game, str) else game
        if chance == "auto" and seed is None:
            raise BadSetup("Automatic chance needs a seed.")
        if seed is not None and not -(2**63) <= seed < 2**63:
            raise BadSetup("A seed is a whole number of at most 64 bits.")
        check_new_names(players)
        check_tags(tags or {})
        header = Header(
            kronika=FORMAT,
            game=found.name,
            rules=found.rules_version,
            options=plain_options(read_options(found, options or {})),
            players=tuple(players),
            seed=seed,
            tags=dict(tags or {}),
        )
        session = cls(found, header, chance=chance)
        session.settle()
        return session

    # -- what is ------------------------------------------------------------------------------------------------

    @property
    def state(self: Session[Game[StateT, Any, Any, Any, Any, Any]]) -> StateT:
        """The present state."""
        state: StateT = self.line.state
        return state

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self.header.players

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; `(CHANCE,)` or empty as in the contract."""
        return self.game.actors(self.state)

    def at(self, number: int) -> Any:
        """The state after record `number` of the history; 0 is the start. Raises KronikaError when there is none."""
        if not 0 <= number < len(self._after):
            raise KronikaError(f"There is no event {number}: the log has {len(self.history)}.")
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

    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
        return self.game.outcome(self.state)

    def view(self: Session[Game[Any, Any, Any, ViewT, Any, Any]], seat: int | None = None) -> ViewT:
        """What a seat may know; everything for None."""
        return self.game.view(self.state, seat)

    def coverage(self) -> Coverage:
        """Which numbered rules this run has cited: effects in force, present score items, refused moves."""
        coverage = Coverage()
        for event in self.line.events:
            coverage.cite_effects(event.then)
        coverage.cite_score(self.score(), self.outcome())
        for rule in self.refused:
            coverage.cite("refusal", rule)
        return coverage

    # -- what happens -------------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[int, Any]:
        """The seat and the action that a move text means here; legality is not looked at.

        Raises NotationError, with hints of what is possible.
        """
        prefix, move = split_move(text, self.players)
        seat = actor_of(prefix, self.actors, self.players)
        try:
            return seat, self.game.parse(self.state, seat, move, self.players)
        except NotationError as error:
            raise advised(error, self.game, self.state, seat, move, self.players) from None

    def play(self, text: str) -> list[Event]:
        """Plays `[SEAT:] MOVE` and the chance that follows; what was appended.

        Raises NotationError or IllegalAction; the session is then unchanged.
        """
        seat, do = self.read(text)
        return [self.do(seat, do), *self.settle()]

    def do(self, by: int, do: Any) -> Event:
        """Checks and appends one action or outcome.

        Raises IllegalAction, or KronikaError when the log is full; the session is then unchanged.
        """
        self._need_room()
        before = self.state
        try:
            self.game.check(before, by, do)
        except IllegalAction as refusal:
            self.refused.append(refusal.rule)
            refusal.by = by
            raise
        state, then = self.game.apply(before, by, do)
        event = Event(by, do, then, digest(state))
        self.line.push(event, state)
        self._append(event)
        return event

    def extend(self, events: Sequence[Event], states: Sequence[Any]) -> None:
        """Appends events that have been checked and applied already, and the states after each: of a stored log."""
        self.line.extend(events, states)
        self.history.extend(events)
        self._after.extend(states)

    def settle(self) -> list[Event]:
        """With chance `auto`, plays the chance events that are due; what was appended."""
        played: list[Event] = []
        while self.chance == "auto" and self.actors == (CHANCE,):
            if self.header.seed is None:
                raise BadSetup("This log has no seed: chance outcomes must be given.")
            dice = Dice(self.header.seed, len(self.line.events) + 1)
            played.append(self.do(CHANCE, self.game.sample(self.state, dice)))
        return played

    def undo(self, decisions: int = 1) -> Undo:
        """Takes back whole decisions with the chance that followed them. Raises CannotUndo."""
        events = self.line.events
        at = [number for number, event in enumerate(events) if event.by != CHANCE]
        if not 0 < decisions <= len(at):
            raise CannotUndo(f"Cannot take back {count(decisions, 'decision')}: {len(at)} in force.")
        return self.undo_events(len(events) - at[-decisions])

    def redo(self, decisions: int = 1) -> Redo:
        """Restores whole decisions that were taken back, with the chance that followed. Raises CannotUndo."""
        undone = self.line.undone[::-1]
        at = [number for number, event in enumerate(undone) if event.by != CHANCE]
        if not 0 < decisions <= len(at):
            raise CannotUndo(f"Cannot restore {count(decisions, 'decision')}: {len(at)} taken back.")
        return self.redo_events(at[decisions] if decisions < len(at) else len(undone))

    def undo_events(self, events: int) -> Undo:
        """Takes back single events, chance among them. Raises CannotUndo."""
        self._need_room()
        self.line.undo(events)
        return self._append(Undo(events))

    def redo_events(self, events: int) -> Redo:
        """Restores single events. Raises CannotUndo."""
        self._need_room()
        self.line.redo(events)
        return self._append(Redo(events))

    def _need_room(self) -> None:
        """Raises KronikaError where one more record would make a log that is not read again."""
        if len(self.history) >= limits.RECORDS:
            raise KronikaError(f"The log has {limits.RECORDS:,} records, the most there can be: nothing can follow.")

    def _append(self, entry: EntryT) -> EntryT:
        self.history.append(entry)
        self._after.append(self.line.state)
        return entry
