"""Tides of Time: two players, three rounds of picking cards from hands that change sides."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.contract.game import Game
from kronika.core.games.tides.actions import Do
from kronika.core.games.tides.effects import Effect
from kronika.core.games.tides.position import Given
from kronika.core.games.tides.state import Options, State
from kronika.core.games.tides.view import View


class Tides(Game[State, Do, Effect, View, Options, Given]):
    """What is said of the game; its functions stand in the rooms of this package."""

    name = "tides"
    title = "Tides of Time"
    rule_prefix = "TT"
    rules_version = 1
    seats = (2, 2)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"singles_use_doubled": False}


GAME = Tides.of_rooms()
