"""Ancient Knowledge: monuments slide along a timeline into the Past before their knowledge is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kronika.core.basics.lazy import later
from kronika.core.contract.game import Card, Caveat, Game
from kronika.core.games.ancient_knowledge import actions as _actions
from kronika.core.games.ancient_knowledge import adopted as _adopted
from kronika.core.games.ancient_knowledge import cards as _cards
from kronika.core.games.ancient_knowledge import effects as _effects
from kronika.core.games.ancient_knowledge import notation as _notation
from kronika.core.games.ancient_knowledge import position as _position
from kronika.core.games.ancient_knowledge import redeal as _redeal
from kronika.core.games.ancient_knowledge import render as _render
from kronika.core.games.ancient_knowledge import rules as _rules
from kronika.core.games.ancient_knowledge import scoring as _scoring
from kronika.core.games.ancient_knowledge import state as _state
from kronika.core.games.ancient_knowledge import view as _view
from kronika.core.games.ancient_knowledge import wording as _wording
from kronika.core.games.ancient_knowledge.position import given as _given
from kronika.core.games.ancient_knowledge.position import writing as _writing
from kronika.core.games.ancient_knowledge.rules import compound as _compound


class AncientKnowledge(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _given.Given]):
    """The contract, bound to the rooms of this package."""

    name = "ancient_knowledge"
    title = "Ancient Knowledge"
    rule_prefix = "AK"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    new_options: ClassVar = {"any_order": True}
    seen_in_passing = (_effects.SetAsideDiscarded,)
    score_words = _scoring.SCORE_WORDS

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    in_steps = staticmethod(_compound.in_steps)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    redeal = staticmethod(_redeal.redeal)
    heuristic = staticmethod(later("kronika.core.games.ancient_knowledge.heuristic", "heuristic"))
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    written = _notation.WRITTEN
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    picture = staticmethod(later("kronika.core.games.ancient_knowledge.picture", "picture"))
    legend = staticmethod(_render.legend)
    position = staticmethod(_position.position)
    given = staticmethod(_writing.given)

    def seat_count(self, state: _state.State) -> int:
        """Two to four."""
        return len(state.players)

    def totals_are_sums(self, options: _state.Options) -> bool:
        """A team scores together (AK-8.2d)."""
        return not options.teams

    def teams(self, options: _state.Options, seats: int) -> Sequence[Sequence[int]]:
        """Partners sit side by side (AK-8.2e)."""
        return ((0, 1), (2, 3)) if options.teams else ()

    def cards(self) -> Sequence[Card]:
        """The 144 builder cards and 45 technologies (AK-1.1), explained in our own words."""
        return [
            Card(fact.id, fact.name, _wording.explain(code), _wording.what(code), (fact.czech,) if fact.czech else ())
            for code, fact in enumerate(_cards.FACTS)
            if code
        ]

    def named_cards(self, do: _actions.Do) -> Sequence[str]:
        """The card created or the technology learned."""
        match do:
            case _actions.Create():
                return (do.card,)
            case _actions.Learn():
                return (do.technology,)
        return ()

    def caveats(self, options: _state.Options, seats: int) -> Sequence[Caveat]:
        """The open questions that a game with these options can meet."""
        return _adopted.caveats(options)


GAME = AncientKnowledge()
