"""The completion that suits a game, by what it declares."""

from __future__ import annotations

from typing import Any

from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.unseen import declared
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.kinds import KindsCompletion
from kronika.core.unseen.singles.completion import SinglesCompletion
from kronika.core.unseen.singles.exchange import is_of_single_things


def completion_of(game: AnyGame, witness: Viewer, start: Any) -> Completion:
    """The completion of a game in the state `start`, seen by a seat or BYSTANDER.

    It is one of `core.unseen.singles` if there is one thing of each kind. Raises BadSetup: see `declared`.
    """
    single = is_of_single_things(declared(game).supply(start))
    return (SinglesCompletion if single else KindsCompletion)(game, witness, start)
