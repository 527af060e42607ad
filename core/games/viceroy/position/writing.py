"""A state as the keys of a position: the inverse of `position`."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.gems import COLOURS, words
from kronika.core.games.viceroy.position.given import OUT, PHASES, VIRTUAL, CardName, Given, LaneGiven, SpotGiven
from kronika.core.games.viceroy.pyramid import placed
from kronika.core.games.viceroy.state import (
    FACE_DOWN,
    IN,
    Player,
    State,
)

_PHASE_WORDS = {phase: word for word, phase in PHASES.items()}


_OUT_WORDS = {out: word for word, out in OUT.items()}


_VIRTUAL_WORDS = {code: word for word, code in VIRTUAL.items()}


def given(state: State, names: Sequence[str]) -> Given | None:
    """Return the keys that describe a state; None while steps wait, bids are resolved or a choice is sealed."""
    virtual = [_VIRTUAL_WORDS.get(code, "") for code in state.virtual]
    if state.phase not in _PHASE_WORDS or state.stack or not all(virtual):
        return None
    if any(player.sealed for player in state.players):
        return None
    players = list(zip(names, state.players, strict=True))
    return Given(
        pyramids={name: _spots(player) for name, player in players},
        gems={name: words(player.gems) for name, player in players},
        attacks={name: player.attacks for name, player in players},
        hands={name: list(player.hand) for name, player in players},
        shown={name: list(player.shown) for name, player in players},
        lanes={
            colour: LaneGiven(state.display[2 * at] or None, state.display[2 * at + 1] or None)
            for at, colour in enumerate(COLOURS)
        },
        supply=words(state.supply),
        large=state.large,
        small=state.small,
        laws=list(state.laws),
        top=list(state.top),
        top_by=names[state.top_by],
        discard=list(state.discard),
        phase=_PHASE_WORDS[state.phase],
        round=state.round,
        turn=state.turn,
        out={name: _OUT_WORDS[player.out] for name, player in players if player.out != IN},
        skips=[name for name, player in players if player.skips],
        virtual=virtual,
    )


def _spots(player: Player) -> dict[str, CardName | SpotGiven]:
    """Return the cards of a pyramid by place, from the bottom up."""
    return {f"{level}.{column}": _spot_of(player, card) for level, column, card in placed(player)}


def _spot_of(player: Player, card: int) -> CardName | SpotGiven:
    tucked = tokens.on(player.tucked, card)
    paint = tokens.on(player.paint, card)
    spot = SpotGiven(
        card,
        list(tokens.names(tokens.on(player.tokens, card))),
        [code % FACE_DOWN for code in tucked],
        [code - FACE_DOWN for code in tucked if code >= FACE_DOWN],
        COLOURS[paint[0]] if paint else None,
    )
    return card if spot == SpotGiven(card) else spot
