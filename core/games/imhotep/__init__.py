"""Imhotep, for two to four players: builders load stones on shared ships and compete over where these sail."""

from __future__ import annotations

from kronika.core.contract.game import Game
from kronika.core.games.imhotep.actions import Do
from kronika.core.games.imhotep.effects import Effect
from kronika.core.games.imhotep.position.given import Given
from kronika.core.games.imhotep.state import Options, State
from kronika.core.games.imhotep.view import View


class Imhotep(Game[State, Do, Effect, View, Options, Given]):
    """The game's metadata. `Game.of_rooms` finds its functions in the modules of this package."""

    name = "imhotep"
    title = "Imhotep"
    rule_prefix = "IM"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True


GAME = Imhotep.of_rooms()
