"""Tigris & Euphrates, for two to four players: dynasties of four leaders whose kingdoms grow, unite and split."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.contract.game import Game
from kronika.core.games.tigris.actions import Do
from kronika.core.games.tigris.effects import Effect
from kronika.core.games.tigris.position.given import Given
from kronika.core.games.tigris.state import Options, State
from kronika.core.games.tigris.view import View


class Tigris(Game[State, Do, Effect, View, Options, Given]):
    """The game's metadata. `Game.of_rooms` finds its functions in the modules of this package."""

    name = "tigris"
    title = "Tigris & Euphrates"
    rule_prefix = "TE"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"building_catastrophe": True}


GAME = Tigris.of_rooms()
