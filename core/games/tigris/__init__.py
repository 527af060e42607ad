"""Tigris & Euphrates: two to four dynasties of leaders, four colours, kingdoms that meet and fall apart."""

from __future__ import annotations

from typing import ClassVar

from kronika.core.basics.lazy import later
from kronika.core.contract.game import Game
from kronika.core.contract.unseen import Hidden
from kronika.core.games.tigris import actions as _actions
from kronika.core.games.tigris import answers as _answers
from kronika.core.games.tigris import effects as _effects
from kronika.core.games.tigris import notation as _notation
from kronika.core.games.tigris import position as _position
from kronika.core.games.tigris import redeal as _redeal
from kronika.core.games.tigris import render as _render
from kronika.core.games.tigris import rules as _rules
from kronika.core.games.tigris import scoring as _scoring
from kronika.core.games.tigris import state as _state
from kronika.core.games.tigris import unseen as _unseen
from kronika.core.games.tigris import view as _view
from kronika.core.games.tigris import wording as _wording


class Tigris(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _position.Given]):
    """The contract, bound to the rooms of this package."""

    name = "tigris"
    title = "Tigris & Euphrates"
    rule_prefix = "TE"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"building_catastrophe": True}
    score_words = _scoring.SCORE_WORDS

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    redacted = staticmethod(_unseen.redacted)
    pick = staticmethod(_rules.pick)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    sheet = staticmethod(_view.sheet)
    redeal = staticmethod(_redeal.redeal)
    heuristic = staticmethod(later("kronika.core.games.tigris.heuristic", "heuristic"))
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    written = _notation.WRITTEN
    hidden = Hidden(
        supply=_unseen.supply,
        operations=_unseen.operations,
        parse=_notation.NOTATION.parse_seen,
        things=_notation.colours_of,
        word=_unseen.word,
        lacking="TE-4.1",
        known=_view.known,
        loosened=_unseen.loosened,
        looks=_unseen.looks,
    )
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    picture = staticmethod(later("kronika.core.games.tigris.picture", "picture"))
    legend = staticmethod(_render.legend)
    position = staticmethod(_position.position)
    given = staticmethod(_position.given)
    caveats = staticmethod(_answers.caveats)

    def seat_count(self, state: _state.State) -> int:
        """The number of hands (TE-1.3)."""
        return len(state.hands)

    def totals_are_sums(self, options: _state.Options) -> bool:
        """The smallest colour counts, not the sum of all (TE-12.1)."""
        return False


GAME = Tigris()
