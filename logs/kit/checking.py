"""Compares the answers of another engine with a kit: the first difference, both values, and the rule."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics.decoder_messages import json_fault
from kronika.core.basics.nesting import TooDeep, decoded
from kronika.core.basics.text import clipped, quoted, suggestion
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.examples.expectations import Finding
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name
from kronika.logs.kit.comparing import AnswerComparer, stated_parts
from kronika.logs.kit.forms import Question
from kronika.logs.kit.kit_files import LIST, Kit, read_bounded
from kronika.logs.kit.making import by_to_seat

_OF_KITS: Final = ("-in.json", LIST)
"""Endings of files that a kit has but a folder of answers does not need."""
_MOST: Final = 5
"""The most findings about one state: the consequences of one mistake are not listed at length."""


class CheckedAnswer(Struct, frozen=True):
    """A question compared with its answer, which is in the file at `path`.

    `parts` is the number of parts of states that were compared, 0 without an answer; `told` are their names. `findings`
    are the differences in the first state that differs, after `step` steps of the question. `differ` is the number of
    states that differ, 0 if the file has a wrong form.
    """

    question: Question
    path: str
    parts: int = 0
    findings: tuple[Finding, ...] = ()
    step: int = 0
    differ: int = 0
    told: frozenset[str] = frozenset()

    @property
    def last(self) -> str:
        """The step that leads to the first state that differs, as text; empty for the start."""
        if not self.step:
            return ""
        step = self.question.steps[self.step - 1]
        return f"{seat_name(by_to_seat(step.by), self.question.players)}: {step.move}"


def check_kit(path: str, answers: str) -> Iterator[CheckedAnswer]:
    """Yield every question of a kit with the differences in its answer.

    Raises UnknownGame, and FileError for a kit that can't be read, or is for another version of the rules.
    """
    kit = Kit(path)
    game = get_game(kit.manifest.game)
    if kit.manifest.rules != game.rules_version:
        versions = f"{kit.manifest.rules} of the rules of {game.title}, these are {game.rules_version}"
        advice = f"Make it again: `kronika kit {game.name} --out DIR`."
        raise FileError(f"{display_name(path)}: the kit is of version {versions}. {advice}")
    if not os.path.isdir(answers):
        raise FileError(f"{display_name(answers)}: is not a folder of answers, as a runner of the kit writes them.")
    for question, right in kit.pairs():
        where = os.path.join(answers, f"{question.id}-out.json")
        yield _checked(game, question, right, where) if os.path.lexists(where) else CheckedAnswer(question, where)


def stray_files(path: str, answers: str) -> list[str]:
    """The JSON files of a folder of answers that answer no question of the kit: probably misnamed answers."""
    ids = [entry.id for entry in Kit(path).manifest.questions]
    known = {f"{one}-out.json" for one in ids}
    below = [
        name for folder in sorted({"", *(os.path.dirname(one) for one in ids)}) for name in _file_names(answers, folder)
    ]
    return [name for name in below if name.endswith(".json") and not name.endswith(_OF_KITS) and name not in known]


def _file_names(answers: str, folder: str) -> list[str]:
    """The names of files in a folder within the answers, sorted; empty if there is no such folder."""
    try:
        return [f"{folder}/{name}".lstrip("/") for name in sorted(os.listdir(os.path.join(answers, folder)))]
    except OSError:
        return []


def _checked(game: AnyGame, question: Question, right: Mapping[str, Any], path: str) -> CheckedAnswer:
    try:
        data = read_bounded(path)
    except FileError as error:
        return CheckedAnswer(question, path, 1, (Finding("answer", "a file that can be read", str(error)),))
    try:
        answer = decoded(data)
        states = _states(question, answer)
        if isinstance(states, Finding):
            return CheckedAnswer(question, path, 1, (states,))
        return _compare_states(AnswerComparer(game, question, right, answer), path, states)
    except TooDeep:
        return CheckedAnswer(question, path, 1, (Finding("answer", "states", "lists in lists, too deep to be one"),))
    except (msgspec.MsgspecError, UnicodeError) as error:
        return CheckedAnswer(question, path, 1, (Finding("answer", "JSON in UTF-8", json_fault(error)),))


def _states(question: Question, answer: Any) -> Sequence[Any] | Finding:
    """The states of an answer, or the fault of its form."""
    if not isinstance(answer, dict) or not isinstance(answer.get("states"), list):
        return Finding("states", "a list of states", clipped(quoted(answer)))
    for key in answer:
        if key not in ("states", "moves"):
            return Finding(
                key, "states and moves", f"there is no key {quoted(key)}.{suggestion(key, ['states', 'moves'])}"
            )
    states: list[Any] = answer["states"]
    if len(states) != len(question.at):
        return Finding("states", f"{len(question.at)}, one for each of the question's `at`", str(len(states)))
    return states


def _compare_states(held: AnswerComparer, path: str, states: Sequence[Any]) -> CheckedAnswer:
    parts = differ = step = 0
    told: set[str] = set()
    first: tuple[Finding, ...] = ()
    for number, state in enumerate(states):
        said = stated_parts(state)
        parts += len(said)
        told |= said
        findings = tuple(islice(held.state(number, state), _MOST))
        differ += bool(findings)
        if findings and not first:
            first, step = findings, held.question.at[number]
    return CheckedAnswer(held.question, path, parts or len(first), first, step, differ, frozenset(told))
