"""The table of verbs: every move has a verb, every example of a verb is a move, and moves can be typed in short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.contract.prompts import complete_move, prompt_of_chance
from kronika.core.contract.reading import read_move
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.suggestions import MAX_EXAMPLES, with_suggestions
from kronika.core.contract.tokens import MoveContext
from kronika.core.contract.verbs import Verb
from kronika.testing.assertions import refusal, structs_of
from kronika.testing.checks.text import moves_at
from kronika.testing.playouts import Table, cases, playout


def words_of(verb: Verb) -> tuple[str, ...]:
    """All words for a verb."""
    return (verb.word, *verb.also)


def test_every_kind_of_move_has_a_verb(game: AnyGame) -> None:
    verbs = game.notation()
    for of_chance in (True, False) if verbs else ():
        words = [word for verb in verbs if verb.chance is of_chance for word in words_of(verb)]
        assert len(set(words)) == len(words), "a word of two verbs"
        assert all(normalize(word) == word and " " not in word for word in words), "it would never be found"
    if verbs:
        assert {kind for verb in verbs for kind in verb.makes} == {kind.cls for kind in structs_of(game.Do)}
    for verb in verbs:
        assert verb.means.strip(" .") == verb.means, "a clause"
        assert verb.means


def test_examples_of_verbs_are_moves(game: AnyGame) -> None:
    """Each example can be read in some position of a random game as a move of its verb, and is written the same."""
    waiting = list(game.notation())
    for case in cases(game):
        for step in playout(case, 0) if waiting else ():
            waiting = [verb for verb in waiting if not is_example(game, verb, step.before, case.names)]
    assert not waiting, f"no example: {waiting[0].example!r}"


def is_example(game: AnyGame, verb: Verb, state: Any, names: tuple[str, ...]) -> bool:
    """Whether the example of a verb is read as one of its moves in this state.

    If the verb is the first one for such moves, the move must also be written exactly like the example.
    """
    seat = CHANCE if verb.chance else 0
    try:
        do = game.parse(state, seat, verb.example, names)
    except NotationError:
        return False
    writes = next(other for other in game.notation() if type(do) in other.makes)
    written = game.format(state, seat, do, names)
    same = written == verb.example if writes is verb else game.parse(state, seat, written, names) == do
    return type(do) in verb.makes and same and verb.example.split(" ")[0] == verb.word


def test_other_ways_to_type_a_move(table: Table) -> None:
    """A move is read the same with other spaces, in capitals, and with its verb shortened as far as it is clear."""
    game, names = table.game, table.names
    for step in table.some_steps(20) if game.notation() else ():
        for seat, do in moves_at(table, step, 8):
            text = game.format(step.before, seat, do, names)
            for other in (f"  {text} ", "\t ".join(text.split()), text.upper(), *_in_short(game, seat, text)):
                assert game.parse(step.before, seat, other, names) == do, f"{other!r} is not read as {text!r}"


def test_what_is_due_of_chance_is_asked_for(table: Table) -> None:
    """The prompt for an outcome of chance begins like its text, and is the same for every outcome."""
    game, names = table.game, table.names
    for step in table.steps if game.notation() else ():
        if step.by == CHANCE:
            prompt = prompt_of_chance(game, step.before, names)
            assert prompt is not None, "there is no verb for it"
            assert prompt.what, "it says what is due"
            assert game.format(step.before, CHANCE, step.do, names).startswith(f"{prompt.begins} ")
            (verb,) = (verb for verb in game.notation() if verb.chance and type(step.do) in verb.makes)
            if verb.prompt is not None:
                for number in range(3):
                    do = game.sample(step.before, Dice(number, step.number))
                    assert verb.prompt(do, MoveContext(step.before, CHANCE, names, EVERYONE)) == prompt, (
                        "every outcome has the same prompt"
                    )


def test_the_words_that_are_sure_may_be_left_out(table: Table) -> None:
    """An outcome, or a move if there is only one verb, is read the same with and without the words that are certain."""
    game, names = table.game, table.names
    for step in table.some_steps(60) if game.notation() else ():
        state = step.before
        for seat, do in moves_at(table, step, 3):
            text = game.format(state, seat, do, names)
            sure = (complete_move(game, state, seat, "?", names) or "").removesuffix("?")
            for typed in {text, text.removeprefix(sure)}:
                assert read_move(game, state, seat, typed, names) == do, f"{typed!r} is not read as {text!r}"


def _in_short(game: AnyGame, seat: int, text: str) -> Iterator[str]:
    """The move with its verb shortened in each way that no other verb begins with."""
    verbs = game.notation()
    own = [verb for verb in verbs if verb.chance is (seat == CHANCE)]
    word, *rest = text.split(" ")
    for length in range(1, len(word)):
        short = word[:length]
        meant = [verb for verb in own if any(known.startswith(short) for known in words_of(verb))]
        if len(meant) == 1 and not any(short in words_of(verb) for verb in verbs):
            yield " ".join((short, *rest))


def test_hints_are_moves_that_may_be_made(table: Table) -> None:
    game, names = table.game, table.names
    for step in table.some_steps(10):
        state = step.before
        for seat, do in moves_at(table, step, 3):
            text = game.format(state, seat, do, names)
            for typed in ("", "?", text[1:], text[:-1], f"{text[1::-1]}{text[2:]}", text.split()[0], f"{text} 99"):
                try:
                    game.parse(state, seat, typed, names)
                except NotationError as error:
                    _assert_possible(
                        game, state, seat, type(do), with_suggestions(error, game, state, seat, typed, names), names
                    )


def _assert_possible(
    game: AnyGame, state: Any, seat: int, kind: type, error: NotationError, names: tuple[str, ...]
) -> None:
    assert len(error.hints) + len(error.can_be) <= MAX_EXAMPLES
    for hint in error.hints:
        do = game.parse(state, seat, hint, names)
        assert type(do) is kind if seat == CHANCE else refusal(game, state, seat, do) is None, hint
    if seat == CHANCE:
        forms = {verb.form for verb in game.notation() if kind in verb.makes}
        assert set(error.can_be) <= forms, "what is due, and no outcome"
        assert error.by is None
        return
    assert error.by == seat
    assert error.hints or error.can_be, "there is always something to do"
    for example in error.can_be:
        assert refusal(game, state, seat, game.parse(state, seat, example, names)) is None, example
