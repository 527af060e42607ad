"""Viceroy: one to four players bid for characters and build pyramids of power in twelve rounds."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.contract.game import Game
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.position.given import Given
from kronika.core.games.viceroy.state import Options, State
from kronika.core.games.viceroy.view import View


class Viceroy(Game[State, Do, Effect, View, Options, Given]):
    """The facts about the game; its functions are in the other modules of this package."""

    name = "viceroy"
    title = "Viceroy"
    rule_prefix = "VC"
    rules_version = 1
    seats = (1, 4)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"swap_infinite": False, "free_base": True, "solo_above": False}


GAME = Viceroy.of_rooms()
