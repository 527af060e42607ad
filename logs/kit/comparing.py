"""Compares one answer with the right one, part by part. Parts that the answer omits are not compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from msgspec import UNSET, inspect

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.basics.fields import ANYTHING, Field, field_of, field_of_struct
from kronika.core.basics.text import clipped, pluralize, quoted, suggestion
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result, ScoreItem
from kronika.core.examples.comparing import item_name, known_names
from kronika.core.examples.differences import differences
from kronika.core.examples.example import Example, start_example
from kronika.core.examples.expectations import Finding
from kronika.logs.files.faults import FileError
from kronika.logs.kit.forms import PARTS, Question
from kronika.logs.kit.making import by_to_seat

_NAMED: Final = 3
"""The most moves that a finding names."""

_OPTIONAL: Final = ("result", "winners")
"""Parts for which null is an answer: the game continues."""

Part = Iterator[Finding]


def stated_parts(state: Any) -> set[str]:
    """The parts of a state that an answer fills; null and empty tables don't count."""
    if not isinstance(state, dict):
        return set()
    return {part for part, value in state.items() if part in _OPTIONAL or _is_stated(value)}


def _is_stated(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_is_stated, value.values()))
    return value is not None and (not isinstance(value, list) or not value or any(map(_is_stated, value)))


def _below(key: object, findings: Iterable[Finding]) -> Part:
    for one in findings:
        yield Finding(f"{key}.{one.key}".rstrip("."), clipped(one.expected), clipped(one.got), one.rules)


class AnswerComparer:
    """Compares one answer with the right one; each part of a state has a method of its name."""

    def __init__(self, game: AnyGame, question: Question, right: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        self.game = game
        self.question = question
        self.right = right
        self.answer = answer

    @cached_property
    def session(self) -> Any:
        """The game of the question, replayed. Raises FileError."""
        ask = self.question
        given = None if ask.given is UNSET else ask.given
        example = Example(ask.id, ask.game, players=list(ask.players), options=ask.options, given=given)
        try:
            session = start_example(example, self.game)
            for step in ask.steps:
                session.do(by_to_seat(step.by), self._asked(step.do))
        except KronikaError as error:
            raise FileError(
                f"{ask.id}-in.json: is not a question of a kit, since it can't be played: {error}"
            ) from None
        return session

    @cached_property
    def of_view(self) -> Field:
        """The fields of a view."""
        return field_of_struct(self.session.view())

    def name(self, seat: int) -> str:
        """The player at a seat."""
        return self.question.players[seat]

    def position(self, number: int) -> Any:
        """The state that the answer's state of this number describes."""
        return self.session.line.states[self.question.at[number]]

    def differ(self, field: Field, said: Any, right: Any) -> Part:
        """Yield differences between an answered value and the right one. Keys that the answer omits from tables are
        not compared.
        """
        if (strange := _no_list(said, right)) is not None:
            yield Finding("", 'a list, or {"count": …} in its place', quoted(strange))
            return
        for key, got, expected in differences(field, said, right, known_names(self.session)):
            yield Finding(key, expected or '""', got or '""')

    def state(self, number: int, said: Any) -> Part:
        """The faults of one state."""
        key = f"states.{number + 1}"
        if not isinstance(said, dict):
            yield Finding(key, f"a table with {', '.join(PARTS[self.question.ask])}", quoted(said))
            return
        for part, value in said.items():
            if part not in PARTS[self.question.ask]:
                there = suggestion(part, PARTS[self.question.ask], most=9)
                yield Finding(f"{key}.{clipped(part)}", "what is asked for", f"there is no {quoted(part)} here.{there}")
            elif value is not None or part in _OPTIONAL:
                yield from _below(f"{key}.{part}", getattr(self, part)(number, value))

    def rightly(self, number: int, part: str) -> Any:
        """The right value of a part of a state, or None."""
        return self.right["states"][number].get(part)

    # -- of a game ------------------------------------------------------------------------------------------------

    def actors(self, number: int, said: Any) -> Part:
        """Compares the seats that may act, in any order."""
        yield from self.differ(_ANY_ORDER, said, self.rightly(number, "actors"))

    def totals(self, number: int, said: Any) -> Part:
        """Compare the score; a difference shows the items of the right one."""
        right = self.rightly(number, "totals")
        if not _is_by_seat(said, right):
            yield Finding("", _for_each(right), quoted(said))
            return
        for seat, (got, total) in enumerate(zip(said, right, strict=True)):
            if got is not None and (got != total or isinstance(got, bool)):
                items = [one for one in self.game.score(self.position(number)) if one.seat == seat and one.points]
                sheet = "; ".join(f"{one.points} for {item_name(one)}" for one in items)
                rules = tuple(dict.fromkeys(one.rule for one in items))
                yield Finding(self.name(seat), f"{total}{sheet and f': {sheet}'}", quoted(got), rules)

    def legal(self, number: int, said: Any) -> Part:
        """Compare the legal moves of each seat, in any order; `{"count": n}` gives only their number."""
        right = self.rightly(number, "legal")
        if not _is_by_seat(said, right):
            yield Finding("", f"{_for_each(right)}, with its moves", quoted(said))
            return
        for seat, (moves, numbers) in enumerate(zip(said, right, strict=True)):
            counted = isinstance(moves, list) and isinstance(right[seat], dict)
            told = {"count": len(moves)} if counted else moves
            if isinstance(told, dict):
                yield from _below(self.name(seat), self.differ(ANYTHING, told, numbers))
            elif isinstance(moves, list):
                yield from _below(self.name(seat), self._moves(number, seat, moves, numbers))
            elif moves is not None:
                yield Finding(self.name(seat), 'a list of moves, or {"count": …}', quoted(moves))

    def _moves(self, number: int, seat: int, said: Sequence[Any], numbers: Sequence[int]) -> Part:
        right = {self._read(self.right["moves"][n]["do"]): self.right["moves"][n]["move"] for n in numbers}
        texts = {text: do for do, text in right.items()}
        found: dict[Any, None] = {}
        for move in said:
            do = texts[move] if isinstance(move, str) and move in texts else self._meant(number, seat, move)
            if isinstance(do, Finding):
                yield do
                return
            if do in found:
                yield Finding("", "each move once", f"twice {_json(do)}")
            found[do] = None
        missing = [f"`{text}`" for do, text in right.items() if do not in found]
        surplus = [do for do in found if do not in right]
        if missing:
            yield Finding(
                "", f"{pluralize(len(right), 'legal move')}", f"{len(missing)} of them missing: {_some(missing)}"
            )
        if surplus:
            why = self._refused(number, seat, surplus[0])
            rules = (why.rule,) if why is not None and why.rule else ()
            told = f"{_json(surplus[0])}: {why.reason if why else 'it may be made, but is none of those listed.'}"
            others = f" And {len(surplus) - 1} more." if len(surplus) > 1 else ""
            yield Finding("", "only legal moves", f"{told}{others}", rules)

    def _meant(self, number: int, seat: int, move: Any) -> Any:
        """The action that a move of the answer means, or the fault of the move."""
        try:
            if isinstance(move, str):
                return self.game.parse(self.position(number), seat, move, self.question.players)
            if type(move) is int and move >= 0:
                move = self.answer["moves"][move]
            return self._read(move.get("do", move) if isinstance(move, dict) else move)
        except NotationError as error:
            return Finding("", "moves as data or in notation", f"{quoted(move)}: {error}")
        except (msgspec.ValidationError, LookupError, TypeError):
            return Finding("", "moves as data or in notation", f"{quoted(move)}: {self._unread(move)}")

    def _unread(self, move: Any) -> str:
        """The reason why a move of the answer that is data, or a number, can't be read."""
        listed = self.answer.get("moves")
        listed = listed if isinstance(listed, list) else []
        if type(move) is int and not 0 <= move < len(listed):
            return f"there are {pluralize(len(listed), 'move')} in `moves`, numbered from 0"
        told = listed[move] if type(move) is int else move
        do = told.get("do", told) if isinstance(told, dict) else told
        return decode_fault(do, self.game.Do, str_keys=True).clause

    def _asked(self, do: Any) -> Any:
        """An event of the question. Raises FileError with the reason why it is not one."""
        try:
            return self._read(do)
        except msgspec.ValidationError:
            raise FileError(decode_fault(do, self.game.Do, str_keys=True).told) from None

    def _read(self, do: Any) -> Any:
        return _reader(self.game).decode(msgspec.json.encode(do))

    def _refused(self, number: int, seat: int, do: Any) -> IllegalAction | None:
        try:
            self.game.check(self.position(number), seat, do)
        except IllegalAction as error:
            error.name(self.question.players)
            return error
        return None

    def effects(self, number: int, said: Any) -> Part:
        """Compares the effects that the rules derived from the step, in their order."""
        right = self.rightly(number, "effects")
        if right is None:
            if said:
                yield Finding("", "nothing: no step led here", quoted(said))
            return
        for one in self.differ(_effects(self.game), said, right):
            at = one.key.partition(".")[0]
            effects = [right[int(at) - 1]] if at.isdecimal() and int(at) <= len(right) else right
            rules = tuple(dict.fromkeys(effect["rule"] for effect in effects))
            yield Finding(one.key, one.expected, one.got, rules)

    def items(self, number: int, said: Any) -> Part:
        """Compare all points, itemised, in any order; only the last state has them."""
        right = self.rightly(number, "items")
        if right is not None:
            yield from self.differ(_ITEMS, said, right)

    def result(self, number: int, said: Any) -> Part:
        """Compare the end of the game, or that there is none."""
        right = self.rightly(number, "result")
        for one in self.differ(_RESULT_TYPE, said, right):
            yield Finding(one.key, one.expected, one.got, (right["rule"],) if right else ())

    def winners(self, number: int, said: Any) -> Part:
        """Compares the winners, in any order."""
        yield from self.differ(_ANY_ORDER, said, self.rightly(number, "winners"))

    # -- of the other questions -----------------------------------------------------------------------------------

    def tries(self, number: int, said: Any) -> Part:
        """Compare the moves that were tried: whether each is legal, and the rules that refuse the others."""
        right = self.rightly(number, "tries")
        if not _is_by_seat(said, right):
            yield Finding(
                "", f"a list, one entry for each of the {pluralize(len(right), 'try', 'tries')}", quoted(said)
            )
            return
        assert self.question.tries is not UNSET
        for at, (one, true) in enumerate(zip(said, right, strict=True)):
            if one is None:
                continue
            if not isinstance(one, dict):
                yield Finding(str(at + 1), "a table with legal and, if it is refused, rule", quoted(one))
                continue
            step = self.question.tries[number][at]
            what = f"{seat_name(by_to_seat(step.by), self.question.players)}: {step.move or _json(step.do)}"
            for key in one:
                if key not in ("legal", "rule", "message"):
                    yield Finding(f"{at + 1}.{clipped(key)}", "legal and rule", f"there is no {quoted(key)} here")
                elif key != "message" and not _tries_agree(one, true, key):
                    rules = (true["rule"],) if true.get("rule") else ()
                    yield Finding(f"{at + 1}.{key}", f"`{what}`: {_try_text(true)}", quoted(one[key]), rules)

    def counts(self, number: int, said: Any) -> Part:
        """Compare the numbers of continuations; deeper levels are optional."""
        right = self.rightly(number, "counts")
        yield from self.differ(ANYTHING, said, right[: len(said)] if isinstance(said, list) and said else right)

    def divide(self, number: int, said: Any) -> Part:
        """Compare the numbers of continuations after each first move."""
        right = {self._read(one["do"]): one for one in self.rightly(number, "divide")}
        seat = self.game.actors(self.position(number))[0]
        missing = dict(right)
        for at, one in enumerate(said if isinstance(said, list) else [said], 1):
            if not isinstance(one, dict) or "count" not in one:
                yield Finding(str(at), "a table with do or move, and count", quoted(one))
                return
            do = self._meant(number, seat, one.get("do", one.get("move")))
            missing.pop(do, None)
            if isinstance(do, Finding):
                yield from _below(at, [do])
            elif do not in right:
                why = self._refused(number, seat, do)
                yield Finding(str(at), "a legal move", f"{_json(do)}: {why}", (why.rule,) if why else ())
            elif right[do]["count"] != one["count"]:
                yield Finding(str(at), f"`{right[do]['move']}`: {right[do]['count']}", quoted(one["count"]))
        if missing:
            texts = [f"`{one['move']}`" for one in missing.values()]
            yield Finding("", pluralize(len(right), "first move"), f"{len(missing)} of them missing: {_some(texts)}")

    def views(self, number: int, said: Any) -> Part:
        """Compares the views of each seat."""
        right = self.rightly(number, "views")
        if not _is_by_seat(said, right):
            yield Finding("", _for_each(right), quoted(said))
            return
        field = self.of_view
        for seat, (view, true) in enumerate(zip(said, right, strict=True)):
            if view:
                yield from _below(self.name(seat), self.differ(field, view, true))


@cache
def _reader(game: AnyGame) -> msgspec.json.Decoder[Any]:
    """A decoder for an action or outcome. It is cached: msgspec takes 90 µs to examine a union."""
    return msgspec.json.Decoder(game.Do)


@cache
def _effects(game: AnyGame) -> Field:
    """The effects of a step."""
    return _listed(game.Effect)


def _listed(kind: Any, **marks: bool) -> Field:
    """The field for a list of these."""
    return Field(inspect.VarTupleType(inspect.type_info(kind)), False, marks)


_ANY_ORDER: Final = Field(inspect.AnyType(), True, {"any_order": True})
_ITEMS: Final = _listed(ScoreItem, any_order=True)
_RESULT_TYPE: Final = field_of(inspect.type_info(Result))


def _no_list(said: Any, right: Any) -> Any:
    """The first table that replaces a list and is not just a count, or None."""
    if isinstance(said, dict) and isinstance(right, (list, tuple)):
        return None if said.keys() == {"count"} and type(said["count"]) is int else said
    pairs: list[tuple[Any, Any]] = []
    if isinstance(said, dict) and isinstance(right, dict):
        pairs = [(value, right.get(key)) for key, value in said.items()]
    elif isinstance(said, list) and isinstance(right, (list, tuple)) and right:
        pairs = [(value, right[min(at, len(right) - 1)]) for at, value in enumerate(said)]
    return next((found for pair in pairs if (found := _no_list(*pair)) is not None), None)


def _json(do: Any) -> str:
    """An action as JSON, as an answer may have it."""
    return msgspec.json.encode(do).decode()


def _for_each(right: Sequence[Any]) -> str:
    return f"a list of {len(right)}, one entry for each player"


def _is_by_seat(said: Any, right: Sequence[Any]) -> bool:
    """True if it is a list with an entry for each seat."""
    return isinstance(said, list) and len(said) == len(right)


def _tries_agree(one: Mapping[str, Any], true: Mapping[str, Any], key: str) -> bool:
    """True if two answers to a try agree. An unknown rule is not compared, nor is the rule of a legal move."""
    if key == "rule":
        return not one["rule"] or not true.get("rule") or bool(one["rule"] == true["rule"])
    return one[key] is true[key]


def _try_text(true: Mapping[str, Any]) -> str:
    return "it may be made" if true["legal"] else f"refused by {true.get('rule', 'a rule')}: {true['message']}"


def _some(items: Sequence[str]) -> str:
    more = len(items) - _NAMED
    return ", ".join(items[:_NAMED]) + (f" and {more} more" if more > 0 else "")
