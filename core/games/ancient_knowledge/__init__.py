"""Ancient Knowledge: monuments slide along a timeline into the Past before their knowledge is lost."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.contract.game import Game
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.effects import Effect
from kronika.core.games.ancient_knowledge.effects.builders import SetAsideDiscarded
from kronika.core.games.ancient_knowledge.position.given import Given
from kronika.core.games.ancient_knowledge.state import Options, State
from kronika.core.games.ancient_knowledge.view import View


class AncientKnowledge(Game[State, Do, Effect, View, Options, Given]):
    """The facts about the game; its functions are in the other modules of this package."""

    name = "ancient_knowledge"
    title = "Ancient Knowledge"
    rule_prefix = "AK"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"any_order": True}
    seen_in_passing = (SetAsideDiscarded,)


GAME = AncientKnowledge.of_rooms()
