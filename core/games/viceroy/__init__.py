"""Viceroy: one to four governors bid for characters and build pyramids of power in twelve rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kronika.core.basics.lazy import later
from kronika.core.contract.game import Card, Caveat, Game
from kronika.core.contract.result import BestEnding
from kronika.core.games.viceroy import actions as _actions
from kronika.core.games.viceroy import best_recolouring as _best
from kronika.core.games.viceroy import effects as _effects
from kronika.core.games.viceroy import notation as _notation
from kronika.core.games.viceroy import position as _position
from kronika.core.games.viceroy import redeal as _redeal
from kronika.core.games.viceroy import render as _render
from kronika.core.games.viceroy import rules as _rules
from kronika.core.games.viceroy import scoring as _scoring
from kronika.core.games.viceroy import state as _state
from kronika.core.games.viceroy import view as _view
from kronika.core.games.viceroy import wording as _wording
from kronika.core.games.viceroy.cards import BY_ID, Law
from kronika.core.games.viceroy.position import given as _given
from kronika.core.games.viceroy.position import writing as _writing


class Viceroy(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _given.Given]):
    """The contract, bound to the rooms of this package."""

    name = "viceroy"
    title = "Viceroy"
    rule_prefix = "VC"
    rules_version = 1
    seats = (1, 4)
    knows_everyone = True
    new_options: ClassVar = {"swap_infinite": False, "free_base": True, "solo_above": False}
    score_words = _scoring.SCORE_WORDS

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.legal)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    pick = staticmethod(_rules.pick)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    sheet = staticmethod(_view.sheet)
    redeal = staticmethod(_redeal.redeal)
    heuristic = staticmethod(later("kronika.core.games.viceroy.heuristic", "heuristic"))
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    written = _notation.WRITTEN
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    picture = staticmethod(later("kronika.core.games.viceroy.picture", "picture"))
    legend = staticmethod(_render.legend)
    position = staticmethod(_position.position)
    given = staticmethod(_writing.given)

    def best_endings(self, state: _state.State) -> Sequence[BestEnding]:
        """The best recolouring of every seat (VC-5.2), once the game has come to it."""
        return _best.best_endings(state)

    def seat_count(self, state: _state.State) -> int:
        """The real players; virtual opponents have no seat."""
        return len(state.players)

    def cards(self) -> Sequence[Card]:
        """The 64 characters and 24 laws (VC-1.1)."""
        return [
            Card(str(card.id), card.name, card.text, "character", card.other)
            if not isinstance(card, Law)
            else Card(str(card.id), card.other[0] if card.other else f"law {card.id}", card.text, "law", card.other)
            for card in BY_ID.values()
        ]

    def named_cards(self, do: _actions.Do) -> Sequence[str]:
        """The card that is chosen as the first one or to be played."""
        return [str(do.card)] if isinstance(do, _actions.Start | _actions.Select) else ()

    def caveats(self, options: _state.Options, seats: int) -> Sequence[Caveat]:
        """What no readable source confirms."""
        found = [
            Caveat(
                "laws",
                "read from the Russian printing; the Czech wording is known of 74 and 76 alone (section 10 of "
                "the rules)",
                tuple(str(card.id) for card in BY_ID.values() if isinstance(card, Law) and card.id not in (74, 76)),
            ),
            Caveat("low rulings", "questions that no source answers are ruled in section 7 of the rules"),
        ]
        if options.second_edition:
            found.append(
                Caveat("second edition", "known from a rules summary and reviews, not from a rulebook (VC-6.8)")
            )
        return found


GAME = Viceroy()
