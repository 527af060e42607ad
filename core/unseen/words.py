"""The words with which a witness of a game writes what was seen, with examples that can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import new_game_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import hidden, holes
from kronika.core.contract.unseen import Hidden, declared
from kronika.core.unseen.deciding import GOES_ON, THEN_WAITS, WAITS
from kronika.core.unseen.reading import form_of


class SeenWord(Struct, frozen=True):
    """A form in which a witness writes something, an example, and its meaning."""

    form: str
    example: str
    means: str


def words_of(game: AnyGame) -> tuple[SeenWord, ...]:
    """The forms in which a witness writes what was seen in a game; none if nothing is hidden in it.

    Raises BadSetup for a game that a witness can't record.
    """
    told = declared(game)
    return tuple(_words(game, told)) if told.places else ()


def _words(game: AnyGame, told: Hidden) -> Iterator[SeenWord]:
    state = game.setup(new_game_options(game, {}), game.seats[0])
    names = default_names(game.seats[0])
    unseen = next(_unseen(game, told, state, names), "")
    yield SeenWord("?", unseen, "a thing that you did not see, in an outcome or in a move face down")
    if short := _counted(told, state, unseen, names):
        yield SeenWord("NUMBER", short, "as many things that you did not see, in place of `? ?`")
    kinds = [kind for kinds in told.supply(state).values() for kind in kinds][:2]
    things = told.written(kinds)
    yield SeenWord("MOVE shows THINGS", f"… shows {things}", "what a move or an outcome lays open, in this order")
    if told.decides_outcomes:
        yield SeenWord(f"MOVE {WAITS}", f"… {WAITS}", "somebody has to choose next, where hidden things decide that")
        yield SeenWord(f"MOVE {GOES_ON}", f"… {GOES_ON}", "nobody has to choose, where hidden things decide that")
        yield SeenWord(
            f"MOVE {THEN_WAITS}", f"… {THEN_WAITS}", "nobody has to choose at first, somebody later in the move"
        )
    for place in told.places:
        example = f"seen {names[0]} {place} {things}" if place == told.places[0] else ""
        yield SeenWord(form_of(told, place), example, "things that were seen there without a move")
    for place in told.shared:
        yield SeenWord(form_of(told, place), "", "things that were counted there; there may be more")
    late = f"seen {names[0]} {told.places[0]} {things} after event 12"
    yield SeenWord("seen … after event N", late, "things that were there after an earlier event in force")


def _unseen(game: AnyGame, told: Hidden, state: Any, names: Sequence[str]) -> Iterator[str]:
    """Outcomes of which nothing was seen, from the examples of the game's verbs."""
    for verb in game.notation():
        if verb.chance:
            with suppress(NotationError):
                do = hidden(told.parse(state, CHANCE, verb.example, names))
                if holes(do):
                    yield game.format(state, CHANCE, do, names)


def _counted(told: Hidden, state: Any, unseen: str, names: Sequence[str]) -> str:
    """The text with a number in place of each run of `?`; empty if the game does not read that."""
    runs = [words.split() for words in unseen.split("/")]
    short = " / ".join(" ".join([*(word for word in run if word != "?"), str(run.count("?"))]) for run in runs)
    with suppress(NotationError):
        if told.parse(state, CHANCE, short, names) == told.parse(state, CHANCE, unseen, names):
            return short
    return ""
