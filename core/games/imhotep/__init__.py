"""Imhotep: two to four builders load ships together and quarrel over where these sail."""

from __future__ import annotations

from kronika.core.contract.game import Game
from kronika.core.games.imhotep.actions import Do
from kronika.core.games.imhotep.effects import Effect
from kronika.core.games.imhotep.position.given import Given
from kronika.core.games.imhotep.state import Options, State
from kronika.core.games.imhotep.view import View


class Imhotep(Game[State, Do, Effect, View, Options, Given]):
    """What is said of the game; its functions stand in the rooms of this package."""

    name = "imhotep"
    title = "Imhotep"
    rule_prefix = "IM"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True


GAME = Imhotep.of_rooms()
