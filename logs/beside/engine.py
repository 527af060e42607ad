"""The other program: it gets the events of a game, and is asked what it knows about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.text import clipped, quoted
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import plain_options
from kronika.core.sessions.session import Session
from kronika.logs.beside.naming import NameMap, NamePair, UnmappedName, translate_answer
from kronika.logs.pipe.answers import Ended
from kronika.logs.pipe.messages import type_of
from kronika.logs.pipe.program import Program, ProgramFailed
from kronika.logs.pipe.requests import (
    PROTOCOL,
    Close,
    GetResult,
    Hello,
    Legal,
    New,
    Play,
    Position,
    Request,
    Score,
    View,
    other_protocol,
)

_ANY: Final = None
_MAY_REFUSE: Final[Mapping[type[Request], Sequence[str] | None]] = {
    Hello: _ANY,
    Position: ("type", "position"),
    Play: ("illegal", "notation"),
    Legal: ("type", "forbidden"),
    Score: ("type", "forbidden"),
    GetResult: ("type", "forbidden"),
    View: ("type", "forbidden"),
    Close: _ANY,
}
"""The codes of an `error` that are allowed as an answer. They mean that there is no such request (it is then not
sent again), that there is no answer this time, or that a move is refused. Any other code is a fault of the program.
"""

REQUEST_TYPES: Final[tuple[type[Request], ...]] = (New, *_MAY_REFUSE)
"""The types of request that a program gets."""

_SESSION: Final = "beside"
_RESULT: Final = type_of(Ended)
"""The type of answer that omits the result during the game."""


def to_plain(value: Any) -> Any:
    """A value as a program would send it: lists, tables, texts, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _json(value: Any) -> str:
    """A value as JSON on one line, for a message."""
    return f"`{clipped(msgspec.json.encode(value).decode())}`"


class EngineReport(Struct, frozen=True):
    """The program's report on a position and on the event that led there, in Kronika's words; None if there is none.

    `decode_fault` is the reason why the program refuses the event. `legal` is by seat, `views` by viewer. `result` is
    `{}` during the game.
    """

    refused: str | None = None
    turn: list[Any] | None = None
    effects: list[Any] | None = None
    legal: dict[int, list[Any]] | None = None
    items: list[dict[str, Any]] | None = None
    totals: list[int | float | None] | None = None
    result: dict[str, Any] | None = None
    views: dict[Viewer, dict[str, Any]] | None = None


class _Event(Struct):
    effects: list[dict[str, Any]] | None = None


class _EngineAnswer(Struct):
    """Any answer, with the fields that are read here. Other fields are ignored."""

    id: Any = None
    type: str = ""
    code: str = ""
    message: str = ""
    protocol: int | None = None
    requests: list[str] | None = None
    actors: list[int | str] | None = None
    moves: list[Any] | None = None
    items: list[dict[str, Any]] | None = None
    totals: list[int | float | None] | None = None
    result: dict[str, Any] | UnsetType | None = UNSET
    winners: list[int | str] | None = None
    view: dict[str, Any] | None = None


class _MoveAnswer(_EngineAnswer):
    """The answer to a move, without the other fields of the program's answer."""

    events: list[_Event] | None = None


COMPARABLE: Final = _MoveAnswer.__struct_fields__
"""The keys of answers that are read."""


class Engine:
    """A program that follows games. `told` are the kinds of things that it has reported so far: `legal`, `effects`,
    …
    """

    def __init__(self, program: Program, naming: NameMap, seconds: float) -> None:
        """`seconds` is the time for all questions about one event."""
        self.naming = naming
        self.told: set[str] = set()
        self._program = program
        self._seconds = seconds
        self._asks: set[type[Request]] = set()
        self._number = 0

    @property
    def name(self) -> str:
        """The command, as messages quote it."""
        return self._program.name

    def begin(self, session: Session, given: dict[str, Any] | None) -> EngineReport | None:
        """Send the beginning of a game: the set-up, or a `given` position. Return None if the program can't begin
        with it. Raises ProgramFailed, UnmappedName.
        """
        self._greet()
        game, players, options = session.game.name, session.players, plain_options(session.state.options)
        if given is None:
            first: Request = New(session=_SESSION, game=game, players=players, options=options, chance="given")
            return self._tell(session, first)
        if Position not in self._asks:
            return None
        first = Position(session=_SESSION, game=game, players=players, options=options, given=given)
        told = self._tell(session, first)
        return None if told.refused else told

    def follow(self, session: Session, by: int, move: str, do: Any) -> EngineReport:
        """Send the last event of a session, and ask about the position. Raises ProgramFailed, UnmappedName."""
        return self._tell(session, self._play(session, by, move, do))

    def end(self) -> None:
        """Tell the program that the game does not continue. Raises ProgramFailed."""
        if Close in self._asks:
            self._ask([Close(session=_SESSION)])

    # -- reports -------------------------------------------------------------------------------------------

    def _tell(self, session: Session, first: Request) -> EngineReport:
        (_, said), *answers = self._ask([first, *self._questions(session)])
        if said.type == "error":
            return EngineReport(refused=said.message or "it does not say why")
        told: dict[str, Any] = {"turn": self._seats(said.actors)}
        if isinstance(said, _MoveAnswer) and said.events is not None:
            effects = [self.naming.our_effect(effect) for event in said.events for effect in event.effects or ()]
            told["effects"] = [effect for effect in effects if effect is not None]
        for request, answer in answers:
            if answer.type != "error":
                self._add(told, request, answer)
        told = {key: value for key, value in told.items() if value is not None and key not in self.naming.leave}
        self.told |= told.keys()
        return EngineReport(**told)

    def _add(self, told: dict[str, Any], request: Request, answer: _EngineAnswer) -> None:
        """Adds an answer to what the program has already reported."""
        if isinstance(request, Legal) and answer.moves is not None:
            told.setdefault("legal", {})[self._seat(request.seat)] = [*map(self._move, answer.moves)]
        elif isinstance(request, Score):
            told |= {"items": answer.items, "totals": answer.totals}
        elif isinstance(request, GetResult) and (answer.result is not UNSET or answer.type == _RESULT):
            winners = {} if answer.winners is None else {"winners": self._seats(answer.winners)}
            told["result"] = {**winners, **answer.result} if answer.result else {}
        elif isinstance(request, View) and answer.view is not None:
            viewer = None if request.seat is UNSET else self._seat(request.seat)
            told.setdefault("views", {})[viewer] = self.naming.our_view(answer.view)

    def _seat(self, theirs: Any) -> Any:
        ours = None if theirs is None else self.naming.our_seat(theirs)
        return CHANCE if ours == "chance" else ours

    def _seats(self, theirs: Sequence[Any] | None) -> list[Any] | None:
        return None if theirs is None else [*map(self._seat, theirs)]

    def _move(self, theirs: Any) -> Any:
        """A legal move in our words. The program sends the move itself, or a table with `move` or `do`."""
        if isinstance(theirs, dict) and theirs.keys() & {"move", "do"}:
            theirs = theirs.get("do") or theirs.get("move")
        ours = self.naming.our_move(theirs)
        if ours is None and self.naming.move:
            raise ProgramFailed("wrong", f"{self.name}: lists {_json(theirs)}, for which the map has no [[move]].")
        return ours

    # -- asking -------------------------------------------------------------------------------------------------

    def _greet(self) -> None:
        """Ask a new process which requests it answers; a process that doesn't say is asked everything."""
        if self._program.running:
            return
        asks = {kind for kind in _MAY_REFUSE if self.naming.asks(type_of(kind))}
        if Hello in asks:
            [(_, said)] = self._ask([Hello(protocol=PROTOCOL, program="kronika beside")])
            if said.protocol not in (None, PROTOCOL):
                raise ProgramFailed("wrong", f"{self.name}: {other_protocol(said.protocol)}.")
            asks = {kind for kind in asks if said.requests is None or type_of(kind) in said.requests}
        self._asks = asks - {kind for kind, told in _REPORT_FIELDS.items() if told <= set(self.naming.leave)}

    def _questions(self, session: Session) -> Iterator[Request]:
        if Legal in self._asks:
            seats = (seat for seat in session.actors if seat != CHANCE)
            yield from (Legal(session=_SESSION, seat=self.naming.seat(seat)) for seat in seats)
        if Score in self._asks:
            yield Score(session=_SESSION)
        if GetResult in self._asks:
            yield GetResult(session=_SESSION)
        if View in self._asks:
            yield View(session=_SESSION)
            yield from (View(session=_SESSION, seat=self.naming.seat(seat)) for seat in range(len(session.players)))

    def _play(self, session: Session, by: int, move: str, do: Any) -> Play:
        whose = self.naming.seat("chance" if by == CHANCE else by)
        if not self.naming.move:
            return Play(session=_SESSION, by=whose, move=f"{seat_name(by, session.players)}: {move}", do=do)
        theirs = self.naming.their_move(move, to_plain(do))
        if theirs is None:
            raise UnmappedName(f"there is no [[move]] for `{clipped(move)}`, which as data is {_json(do)}.")
        if isinstance(theirs, str):
            return Play(session=_SESSION, by=whose, move=theirs)
        return Play(session=_SESSION, by=whose, do=theirs)

    def _ask(self, requests: Sequence[Request]) -> list[tuple[Request, _EngineAnswer]]:
        first = self._number + 1
        self._number += len(requests)
        asked = [replace(request, id=number) for number, request in enumerate(requests, first)]
        sent = [self._sent(request) for request in asked]
        answers = self._program.ask(*(theirs for theirs, _ in sent), seconds=self._seconds)
        read = []
        for request, (_, pair), answer in zip(asked, sent, answers, strict=True):
            said = self._read(request, self._said(request, pair, answer))
            read.append((request, said))
            if said.type == "error" and isinstance(request, (New, Position, Play)):
                break  # what follows is about a game that the program does not have
        return read

    def _sent(self, request: Request) -> tuple[Any, NamePair | None]:
        """The request in the program's form, and the pair for its answer. Raises UnmappedName."""
        theirs = self.naming.their_request(to_plain(request))
        if theirs is None:
            raise UnmappedName(f"there is no [[ask]] that fits {_json(request)}.")
        return theirs

    def _said(self, request: Request, pair: NamePair | None, answer: dict[str, Any]) -> dict[str, Any]:
        """An answer in our words. An answer to a move that does not fit is a refusal of the move."""
        ours = translate_answer(pair, answer)
        if ours is not None:
            return ours
        if isinstance(request, Play):
            return {"type": "error", "code": "illegal", "message": f"it answers {_json(answer)}"}
        raise self._wrong(request, f"with {_json(answer)}, for which the map has no `answer`")

    def _read(self, request: Request, answer: dict[str, Any]) -> _EngineAnswer:
        """An answer, which may be an `error`. Raises ProgramFailed if it is not an answer."""
        kind = _MoveAnswer if isinstance(request, Play) else _EngineAnswer
        try:
            said: _EngineAnswer = msgspec.convert(answer, kind)
        except msgspec.ValidationError:
            raise self._wrong(request, f"what can't be read: {decode_fault(answer, kind).clause}") from None
        if said.id is not None and said.id != request.id:
            raise self._wrong(request, f"under the id {quoted(said.id)} in place of {request.id}")
        if said.type == "error":
            codes = _MAY_REFUSE.get(type(request), ())
            if codes is not None and said.code not in codes:
                raise self._wrong(request, f"with the error {quoted(said.code)}: {quoted(said.message)}")
            if said.code == "type":
                self._asks.discard(type(request))
        return said

    def _wrong(self, request: Request, how: str) -> ProgramFailed:
        return ProgramFailed("wrong", f"{self.name}: answers `{type_of(type(request))}` {how}.")


_REPORT_FIELDS: Final[Mapping[type[Request], set[str]]] = {
    Legal: {"legal"},
    Score: {"items", "totals"},
    GetResult: {"result"},
    View: {"views"},
}
"""The fields of a report that each request fills. A request is not needed if all of its fields are omitted."""
