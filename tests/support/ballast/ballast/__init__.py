"""Ballast: crates go round the table, and whoever can't or won't pay a coin to be rid of one has to load it."""

from __future__ import annotations

from kronika.core import Game

from ballast import actions as _actions
from ballast import effects as _effects
from ballast import notation as _notation
from ballast import position as _position
from ballast import redeal as _redeal
from ballast import render as _render
from ballast import rules as _rules
from ballast import scoring as _scoring
from ballast import state as _state
from ballast import view as _view
from ballast import wording as _wording


class Ballast(Game[_state.State, _actions.Do, _effects.Effect, _view.TableView, _state.Options, _position.Given]):
    """The contract, bound to the rooms of this package."""

    name = "ballast"
    title = "Ballast"
    rule_prefix = "BA"
    rules_version = 1
    seats = (3, 5)
    knows_everyone = True

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    sheet = staticmethod(_scoring.sheet)
    view = staticmethod(_view.view)
    redeal = staticmethod(_redeal.redeal)
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    position = staticmethod(_position.position)

    def seat_count(self, state: _state.State) -> int:
        """As many as there are purses."""
        return len(state.coins)


GAME = Ballast()
