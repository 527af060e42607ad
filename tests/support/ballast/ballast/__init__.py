from kronika.core import Game

from ballast.actions import Do
from ballast.effects import Effect
from ballast.position import Given
from ballast.state import Options, State
from ballast.view import TableView


class Ballast(Game[State, Do, Effect, TableView, Options, Given]):
    """What is said of the game; its functions stand in the rooms of this package."""

    name = "ballast"
    title = "Ballast"
    rule_prefix = "BA"
    rules_version = 1
    seats = (3, 5)
    knows_everyone = True


GAME = Ballast.of_rooms()
