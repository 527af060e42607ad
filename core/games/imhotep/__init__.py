"""Imhotep: two to four builders load ships together and quarrel over where these sail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.basics.lazy import later
from kronika.core.contract.game import Card, Caveat, Game
from kronika.core.contract.unseen import nothing_hidden
from kronika.core.games.imhotep import actions as _actions
from kronika.core.games.imhotep import effects as _effects
from kronika.core.games.imhotep import notation as _notation
from kronika.core.games.imhotep import position as _position
from kronika.core.games.imhotep import redeal as _redeal
from kronika.core.games.imhotep import render as _render
from kronika.core.games.imhotep import rules as _rules
from kronika.core.games.imhotep import scoring as _scoring
from kronika.core.games.imhotep import state as _state
from kronika.core.games.imhotep import view as _view
from kronika.core.games.imhotep import wording as _wording
from kronika.core.games.imhotep.board import SIDE_B, SITE_CODE, SITE_TITLES
from kronika.core.games.imhotep.cards import CARDS
from kronika.core.games.imhotep.position import given as _given
from kronika.core.games.imhotep.position import writing as _writing


class Imhotep(Game[_state.State, _actions.Do, _effects.Effect, _view.View, _state.Options, _given.Given]):
    """The contract, bound to the rooms of this package."""

    name = "imhotep"
    title = "Imhotep"
    rule_prefix = "IM"
    rules_version = 1
    seats = (2, 4)
    knows_everyone = True
    knows_bystander = True
    score_words = _scoring.SCORE_WORDS

    setup = staticmethod(_state.setup)
    actors = staticmethod(_rules.actors)
    actions = staticmethod(_rules.actions)
    check = staticmethod(_rules.check)
    apply = staticmethod(_rules.apply)
    sample = staticmethod(_rules.sample)
    pick = staticmethod(_rules.pick)
    result = staticmethod(_scoring.result)
    score = staticmethod(_scoring.score)
    totals = staticmethod(_scoring.totals)
    view = staticmethod(_view.view)
    redeal = staticmethod(_redeal.redeal)
    heuristic = staticmethod(later("kronika.core.games.imhotep.heuristic", "heuristic"))
    parse = staticmethod(_notation.NOTATION.parse)
    format = staticmethod(_notation.NOTATION.format)
    notation = staticmethod(_notation.NOTATION.verbs)
    written = _notation.WRITTEN
    hidden = nothing_hidden(_notation.NOTATION.parse, "IM-1.7")
    describe = staticmethod(_wording.describe)
    heading = staticmethod(_render.heading)
    render = staticmethod(_render.render)
    picture = staticmethod(later("kronika.core.games.imhotep.picture", "picture"))
    legend = staticmethod(_render.legend)
    position = staticmethod(_position.position)
    given = staticmethod(_writing.given)

    def has_secrets(self, options: _state.Options) -> bool:
        """Only the pair of market B is ever seen by one player alone (IM-1.7)."""
        return options.market == "b"

    def seat_count(self, state: _state.State) -> int:
        """As many as there are sleds."""
        return len(state.sleds)

    def cards(self) -> Sequence[Card]:
        """The twelve kinds of market card (IM-1.4)."""
        return [
            Card(card.id, card.name, f"{card.text} ({card.count} of them)", card.colour, (card.czech,))
            for card in CARDS
        ]

    def caveats(self, options: _state.Options, seats: int) -> Sequence[Caveat]:
        """The tables of B sides in play that nothing confirms, and the round cards for three (OQ-1 to OQ-5)."""
        found = []
        for name in SIDE_B.__struct_fields__:
            table: Any = getattr(SIDE_B, name)
            site = name.removesuffix("_b")
            if getattr(options, site) == "b" and getattr(options, name) == table.value:
                title = SITE_TITLES[SITE_CODE[site]]
                about = f"{title}, side B: {table.what} ({table.question}, confidence {table.confidence})"
                found.append(Caveat(about, f"{table.why} Option {name} replaces them."))
        if seats == 3:
            found.append(Caveat(*_THREE))
        return found


_THREE = (
    "the seven round cards for three players (OQ-5, confidence medium)",
    "Each is in at least two of three public lists, but only one list is free of slips.",
)

GAME = Imhotep()
