"""Tides of Time, for two players: in three rounds they pick cards from hands that they exchange after each pick."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.contract.game import Game
from kronika.core.games.tides.actions import Do
from kronika.core.games.tides.effects import Effect
from kronika.core.games.tides.position import Given
from kronika.core.games.tides.state import Options, State
from kronika.core.games.tides.view import View


class Tides(Game[State, Do, Effect, View, Options, Given]):
    """The game's metadata. `Game.of_rooms` finds its functions in the modules of this package."""

    name = "tides"
    title = "Tides of Time"
    rule_prefix = "TT"
    rules_version = 1
    seats = (2, 2)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"singles_use_doubled": False}


GAME = Tides.of_rooms()
