"""Sessions recorded by somebody who does not see everything, played on one possible game.

The events hold what was seen. The states are those of one full game that agrees with it, so only what the witness knows
of them may be shown. See `core.unseen.completion`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

from msgspec import UNSET, msgpack
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError, NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract import arguments
from kronika.core.contract.game import BYSTANDER, CHANCE, EVERYONE, Viewer
from kronika.core.contract.moves import actor_of, find_viewer, seat_name, split_move, viewer_name
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing, whole
from kronika.core.sessions.events import FORMAT, WITNESSED, Entry, Event, Header, Redo, Seen, Undo, Witnessed, done_text
from kronika.core.sessions.metadata import ASSUMED
from kronika.core.sessions.session import ChanceMode, EntryT, Session
from kronika.core.unseen.deciding import HOW_WORDS, How
from kronika.core.unseen.naming import Asked
from kronika.core.unseen.reading import read_observation, read_seen

if TYPE_CHECKING:
    from kronika.core.unseen.completion import Completion

WORD: Final = "bystander"
"""The name of a bystander in the header of a log."""

FIRST: Final = "0" * 16
"""The link before the first event of a chain."""

_encode = msgpack.Encoder(order="deterministic").encode


def witness_of(header: Header) -> Viewer:
    """The witness of a log: a seat, BYSTANDER, or None for the referee. Raises BadSetup if there is no such seat."""
    witness = header.witness
    if witness is UNSET:
        return None
    if witness == WORD:
        return BYSTANDER
    if not 0 <= int(witness) < len(header.players):
        raise BadSetup(f"The witness is seat {witness}; the seats are 0 to {len(header.players) - 1}.")
    return int(witness)


def witnessed_by(header: Header, witness: str) -> Header:
    """The header of a record by `bystander` or by a player. Raises NotationError, BadSetup for other witnesses."""
    seat = find_viewer(witness, header.players)
    if seat is None or seat == EVERYONE:
        raise BadSetup(f"A witness is a player or `{WORD}`.")
    who: Any = WORD if seat == BYSTANDER else seat
    return replace(header, kronika=WITNESSED, witness=who)


def begin(game: AnyGame, header: Header, *, chance: ChanceMode = "given", start: Any = None) -> Session:
    """The empty session of a header, of a referee or of a witness. Raises BadSetup."""
    kind = Session if header.witness is UNSET else WitnessSession
    return kind(game, header, chance=chance, start=start)


def link(before: str, by: int, do: Any, then: Sequence[Any]) -> str:
    """The link of an event: 16 hex digits of blake2b over the link before it and what was seen."""
    return blake2b(_encode((before, by, do, then)), digest_size=8).hexdigest()


class WitnessSession(Session):
    """A game as a witness records it. Chance is always given; see `core.sessions.Session` for the rest."""

    def __init__(self, game: AnyGame, header: Header, *, chance: ChanceMode = "given", start: Any = None) -> None:
        """Create an empty session. Raises BadSetup, also for a game that does not say what is hidden in it."""
        from kronika.core.unseen.starting import completion_of  # the search is imported only where hands are hidden

        if chance != "given" or header.seed is not None:
            raise BadSetup("The record of a witness has no seed: its outcomes are those of the table.")
        super().__init__(game, header, start=start)
        self._tops: list[tuple[int, Event | None]] = [(0, None)]
        self._known: Any = None
        self.completion = completion_of(game, witness_of(header), self.line.states[0])

    def __copy__(self) -> WitnessSession:
        twin: Any = super().__copy__()
        twin.completion, twin._tops, twin._known = copy(self.completion), list(self._tops), None
        return cast(WitnessSession, twin)

    @property
    def witness(self) -> Viewer:
        """The witness: a seat or BYSTANDER."""
        return self.completion.witness

    def look(self, state: Any, viewer: Viewer) -> Any:
        """The witness's proved knowledge of one of the states. Raises KronikaError for any other viewer except None."""
        if viewer not in (None, self.witness):
            raise KronikaError(f"This log holds what {viewer_name(self._who, self.players)} saw, and nobody else.")
        from kronika.core.unseen.knowledge import known_view  # only where somebody looks

        return known_view(self, state)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now in some game that agrees with the record; see `Session.actors`."""
        return tuple(self.due)

    @property
    def due(self) -> Mapping[int, bool]:
        """The seats that may act now; by seat, whether that is proved."""
        from kronika.core.unseen.knowledge import due_now  # only where somebody asks

        return {} if self.present.ending else due_now(self)

    @property
    def _who(self) -> int:
        return BYSTANDER if self.witness is None else self.witness

    @classmethod
    def begun(cls, game: AnyGame, header: Header, witness: str) -> WitnessSession:
        """A new game that `bystander` or a player records. Raises NotationError, BadSetup."""
        return cls(game, witnessed_by(header, witness))

    def read(self, text: str) -> tuple[int, Any]:
        """The seat and the action that a text means, with a hole for each `?`. Raises NotationError."""
        seat, do, *_ = self._read(text)
        return seat, do

    def _read(self, text: str) -> tuple[int, Any, Sequence[Thing], How]:
        text = arguments.check_text("A move", text, "Anna: pick ?").rstrip()
        how = next((word for word in HOW_WORDS if text.endswith(f" {word}")), None)
        move = text.removesuffix(f" {how}")
        for whole_move, word in {text: None, move: how}.items():
            with suppress(NotationError):  # a player may be called so
                return *self._read_move(whole_move), (), word
        move, shows, shown = move.rpartition(" shows ")
        if not shows:
            return *self._read_move(shown), (), how
        return *self._read_move(move), tuple(self.completion.hidden.things(shown)), how

    def _read_move(self, text: str) -> tuple[int, Any]:
        prefix, move = split_move(text, self.players)
        if normalize(move).partition(" ")[0] == "seen":
            if prefix not in (None, CHANCE):
                raise NotationError(f"`seen` is a record of its own, and no move: write `{move}` alone.")
            hidden, events = self.completion.hidden, len(self.line.events)
            return CHANCE, read_observation(self.game.title, hidden, move, self.players, events)
        seat = actor_of(prefix, self.actors, self.players, move)
        return seat, read_seen(self.game, self.completion.hidden, self.state, seat, move, self.players)

    def play(self, text: str) -> list[Event]:
        """Play `[SEAT:] MOVE`, with `?` for what was not seen, and return the new events.

        After ` shows ` follow the things that the move lays open and that nobody could know. Last come ` waits`, ` goes
        on` or ` goes on, then waits`, if hidden things decide whether somebody chooses next. Raises the same errors as
        `Session.play`, and NotProved.
        """
        self.require_open()
        seat, do, shown, how = self._read(text)
        if isinstance(do, Seen) and (shown or how):
            raise NotationError("`seen` is a record of its own: nothing is kept that follows its things.")
        return [self._witness(seat, do, None, shown, how)]

    def check(self, by: SupportsIndex, do: Any) -> None:
        """Raise IllegalAction unless some game that agrees with the record allows this now.

        Raises TypeError as `do`, and the errors of `Completion.add`.
        """
        seat, told = self._told(by, do)
        try:
            self.completion.add(seat, told)
        except IllegalAction as refusal:
            raise self._reason(refusal, seat, told) from None
        except Asked as error:
            raise self._told_of(error, seat, told) from None
        self._cut(len(self.line.events))

    def do(self, by: SupportsIndex, do: Any) -> Event:
        """Append one event as it was seen, and return it. Raises the same errors as `Session.do`, and NotProved."""
        self.require_open()
        return self._witness(*self._told(by, do), None, ())

    def _told(self, by: SupportsIndex, do: Any) -> tuple[int, Any]:
        """The seat and the action that a program passes, as a log can hold them. Raises TypeError."""
        seat = arguments.check_seat(by)
        return seat, do if isinstance(do, Seen) else whole(arguments.check_action(self.game, do, seen=True))

    def do_unchecked(self, by: int, do: Any) -> Event:
        """The same as `do`: a witness's events are always checked."""
        return self.do(by, do)

    def enters_as(self, viewer: Viewer) -> Viewer:
        """The viewer for messages about entered moves: None, the referee. No refusal shows more than is known."""
        return None

    def again(self, event: Event) -> Event:
        """Do the action of an event of this game again, with the things that it laid open."""
        self.require_open()
        return self._witness(event.by, event.do, None, self.laid_by(event, self.state), event.then)

    def shows(self, number: int) -> str:
        """The words after the move of record `number` that name its outcome, as they are typed.

        They are ` shows THINGS` for things that it lays open, and the words of `deciding.HOW_WORDS` where hidden things
        decide how it continues; empty if nothing has to be said.
        """
        from kronika.core.unseen.telling import words_after  # only where a record is written

        return words_after(self, number)

    def laid_by(self, event: Event, before: Any) -> tuple[Thing, ...]:
        """The things that an event in the state `before` lays open."""
        if isinstance(event.do, Seen):
            return ()
        moves = self.completion.hidden.operations
        bare = moves(before, event.by, event.do, ())
        whole = moves(before, event.by, event.do, event.then)
        laid = self.completion.laid_open(whole, bare)
        return tuple([one.kind for one in laid])

    def _witness(self, by: int, do: Any, then: Sequence[Any] | None, shown: Sequence[Thing], how: How = None) -> Event:
        self.require_room()
        try:
            row = self.completion.add(by, do, then, shown, how)
        except IllegalAction as refusal:
            found = self._reason(refusal, by, do)
            self.refused.append(found.rule)
            raise found from None
        except Asked as error:
            raise self._told_of(error, by, do) from None
        before = self.line.events[-1].state if self.line.events else FIRST
        event = Witnessed(row.by, row.do, row.then, link(before, row.by, row.do, row.then))
        self.line.push(event, self.completion.states[-1])
        self._states()
        return self._append(event)

    def _reason(self, refusal: IllegalAction, by: int, do: Any) -> IllegalAction:
        """The refusal of an event, with players' names: that of the rules if it is not for this seat to act now."""
        found = refusal
        if not isinstance(do, Seen) and by not in self.due:
            found = self.completion.refusal_of(by, do) or refusal
        self._name(found, by)
        return found

    def _told_of(self, error: Asked, by: int, do: Any) -> NotationError:
        who = "" if by == CHANCE else f"{seat_name(by, self.players)}: "
        move = f"{who}{done_text(self.game, self.state, by, do, self.players)}"
        return error.told_of(move, self.completion.hidden, self.players)

    def completion_before(self, number: int) -> Completion:
        """The completion before record `number`, which may have been taken back."""
        length, top = self._tops[number - 1]
        if not length or self.line.events[length - 1 : length] == [top]:
            found = copy(self.completion)
            found.cut(length)
            return found
        again = type(self)(self.game, self.header)
        for entry in self.history[: number - 1]:
            again.append(entry)
        return again.completion

    def at(self, number: SupportsIndex) -> Any:
        """The state after record `number` as it is known now, if that is still in force: see `Session.at`."""
        then = super().at(number)
        length, top = self._tops[int(number)]
        events = self.line.events
        return self.line.states[length] if not length or events[length - 1 : length] == [top] else then

    def _append(self, entry: EntryT) -> EntryT:
        self._tops.append((len(self.line.events), self.line.events[-1] if self.line.events else None))
        self._known = None
        return super()._append(entry)

    @property
    def knowledge(self) -> Any:
        """The knowledge of hidden places, a `core.unseen.knowledge.Knowledge`."""
        if self._known is None:
            from kronika.core.unseen.knowledge import Knowledge  # only where somebody looks

            self._known = Knowledge(self.completion)
        return self._known

    def _states(self) -> None:
        self.line.states[:] = self.completion.states

    def append(self, entry: Entry) -> Entry:
        """Append an entry of another log: do, undo or redo what it says; see `Session.append`."""
        if isinstance(entry, Event):
            sealed = isinstance(entry, Witnessed) and entry.state
            return self._witness(entry.by, entry.do, entry.then if sealed or entry.then else None, ())
        if isinstance(entry, Undo):
            self.require_room()
            self.line.undo(entry.events)
            self._cut(len(self.line.events))
            return self._append(entry)
        return self._again(entry) if isinstance(entry, Redo) else super().append(entry)

    def _again(self, entry: Redo) -> Redo:
        self.require_room()
        self.line.redo(entry.events)
        for event in self.line.events[-entry.events :]:
            self.completion.add(event.by, event.do, event.then)
        self._states()
        return self._append(entry)

    def _cut(self, length: int) -> None:
        self.completion.cut(length)
        self._states()

    def extend(self, events: Sequence[Event], states: Sequence[Any]) -> None:
        """Append events one by one; `states` are not needed."""
        for event in events:
            self.append(event)

    def legal(self) -> dict[str, list[str]]:
        """The possible moves in notation, by player: see `core.unseen.knowledge`."""
        from kronika.core.unseen.knowledge import possible_moves  # only where moves are listed

        return possible_moves(self)


def seen_by(session: Session, witness: str) -> WitnessSession:
    """The record that a player or `bystander` would have of a whole game, as far as it is in force.

    Things seen in a place without a move, such as a hand that comes from another player, are recorded as `Seen`. Raises
    NotationError, BadSetup.
    """
    game = session.game
    header = replace(session.header, players=session.players, tags=dict(session.tags), seed=None)
    found = WitnessSession.begun(game, header, witness)
    states = session.line.states
    for before, event, after in zip(states, session.line.events, states[1:], strict=False):
        do = game.redacted(before, event.by, event.do, found.witness)
        then = found.completion.seen_effects(event.then)
        found.append(Witnessed(event.by, do, then, "sealed"))
        for (place, seat), things in found.completion.hidden.looks(after, event.then, found.witness):
            if things:
                found.do(CHANCE, Seen(seat, tuple(things), place))
    return found


def completed(session: WitnessSession, seed: int | None = None) -> Session:
    """A full game that agrees with what was seen: the current one, or with a seed one drawn from all of them."""
    dos = session.completion.dos
    if seed is not None:
        from kronika.core.unseen.sampling import sampled  # only where one is drawn

        dos, _ = sampled(session.completion, Dice(seed, "complete"))
    who = viewer_name(session._who, session.players)
    how = "one of the games" if seed is None else f"drawn with seed {seed} from the games"
    tags = {**session.tags, ASSUMED: f"{how} that agree with what {who} saw"}
    found = Session(session.game, replace(session.header, kronika=FORMAT, witness=UNSET, tags=tags))
    for row, do in zip(session.completion.rows, dos, strict=True):
        if not isinstance(do, Seen):
            found.do(row.by, do)
    return found
