"""Tides of Time: two players, three rounds of picking cards from hands that change sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kronika.core.basics.lazy import later
from kronika.core.contract.game import Card, Caveat, Game
from kronika.core.contract.unseen import Hidden
from kronika.core.games.tides import actions as _actions
from kronika.core.games.tides import effects as _effects
from kronika.core.games.tides import notation as _notation
from kronika.core.games.tides import position as _position
from kronika.core.games.tides import redeal as _redeal
from kronika.core.games.tides import render as _render
from kronika.core.games.tides import rules as _rules
from kronika.core.games.tides import scoring as _scoring
from kronika.core.games.tides import state as _state
from kronika.core.games.tides import unseen as _unseen
from kronika.core.games.tides import view as _view
from kronika.core.games.tides import wording as _wording
from kronika.core.games.tides.cards import CARDS, label


class Tides(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _position.Given]):
    """The contract, bound to the rooms of this package."""

    name = "tides"
    title = "Tides of Time"
    rule_prefix = "TT"
    rules_version = 1
    seats = (2, 2)
    knows_everyone = True
    knows_bystander = True
    new_options: ClassVar = {"singles_use_doubled": False}
    score_words = _scoring.SCORE_WORDS

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    redacted = staticmethod(_unseen.redacted)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    redeal = staticmethod(_redeal.redeal)
    heuristic = staticmethod(later("kronika.core.games.tides.heuristic", "heuristic"))
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    written = _notation.WRITTEN
    hidden = Hidden(
        supply=_unseen.supply,
        operations=_unseen.operations,
        parse=_notation.NOTATION.parse_seen,
        things=_notation.cards,
        word=label,
        lacking="TT-2.1",
        known=_view.known,
        loosened=_unseen.loosened,
        looks=_unseen.looks,
    )
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    picture = staticmethod(later("kronika.core.games.tides.picture", "picture"))
    legend = staticmethod(_render.legend)
    position = staticmethod(_position.position)
    given = staticmethod(_position.given)

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

    def caveats(self, options: _state.Options, seats: int) -> Sequence[Caveat]:
        """The two open questions that can decide who wins, as these options answer them (OQ-1, OQ-2)."""
        zero = "is a tie, which King's Nest wins" if options.zero_tie == "win" else "is no tie for King's Nest"
        if options.singles_use_doubled:
            singles = "Molehill counts the symbols that Roof of the World has doubled (OQ-2)"
        else:
            singles = "Molehill counts the printed symbols, whatever Roof of the World doubles (OQ-2)"
        return (
            Caveat(f"nothing against nothing {zero} (OQ-1)", "the book's example has 1:1; option zero_tie", ("1",)),
            Caveat(singles, "the book does not name the two together; option singles_use_doubled", ("16",)),
        )


GAME = Tides()
