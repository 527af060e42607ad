"""Tides of Time: two players, three rounds of picking cards from hands that change sides."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.game import Card, Game
from kronika.core.games.tides import actions as _actions
from kronika.core.games.tides import effects as _effects
from kronika.core.games.tides import notation as _notation
from kronika.core.games.tides import position as _position
from kronika.core.games.tides import redeal as _redeal
from kronika.core.games.tides import render as _render
from kronika.core.games.tides import rules as _rules
from kronika.core.games.tides import scoring as _scoring
from kronika.core.games.tides import state as _state
from kronika.core.games.tides import view as _view
from kronika.core.games.tides import wording as _wording
from kronika.core.games.tides.cards import CARDS


class Tides(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _position.Given]):
    """The contract, bound to the rooms of this package."""

    name = "tides"
    title = "Tides of Time"
    rule_prefix = "TT"
    rules_version = 1
    seats = (2, 2)
    knows_everyone = True
    score_words = _scoring.SCORE_WORDS
    Options = _state.Options
    State = _state.State
    Do = _actions.Do
    Effect = _effects.Effect
    Given = _position.Given

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    outcome = staticmethod(_scoring.outcome)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    redeal = staticmethod(_redeal.redeal)
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    describe = staticmethod(_wording.describe)
    render = staticmethod(_render.render)
    position = staticmethod(_position.position)

    def seat_count(self, state: _state.State) -> int:
        """Always two (TT-1.2)."""
        return 2

    def cards(self) -> Sequence[Card]:
        """The 18 cards (TT-1.5)."""
        return [Card(str(card.id), card.name, card.text, card.suit or "no suit", (card.czech,)) for card in CARDS]

    def named_cards(self, do: _actions.Do) -> Sequence[str]:
        """The card picked, or the relic kept."""
        match do:
            case _actions.Pick(card) | _actions.Relic(card):
                return (str(card),)
        return ()


GAME = Tides()
