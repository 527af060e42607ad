"""The next step: who must act, what they must do, and the refusal of anything else."""

from __future__ import annotations

from typing import Final, NoReturn

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep.board import MARKET, temple_width
from kronika.core.games.imhotep.state import (
    BONUS,
    BONUSES,
    DRAW,
    FILL,
    KEEP,
    OVER,
    RED,
    ROUND_CARD,
    SEE_PAIR,
    SHOW_PAIR,
    START,
    TURN,
    UNLOAD,
    VISIBLE,
    State,
)

SEATS: Final = ((0,), (1,), (2,), (3,))
"""By seat: the actors if only this seat acts."""
NATURE: Final = (CHANCE,)
"""The actors if an outcome of chance is due."""


def visible_stone(temple: bytes, width: int, space: int) -> int:
    """The owner of the visible stone on a space of the temple (from 0), which must have one (IM-3.9)."""
    return temple[space + (len(temple) - 1 - space) // width * width]


def actors(state: State) -> tuple[int, ...]:
    """The seat that decides now, or CHANCE; empty at the end of the game.

    It is the player whose turn it is, or the owner of the stone or card that is being resolved (IM-2.12).
    """
    if not state.stack:
        if state.phase == TURN:
            return SEATS[state.turn]
        return () if state.phase == OVER else NATURE
    step = state.stack[-1]
    if step.kind == UNLOAD:
        return SEATS[step.stones[step.at]]
    if step.kind == DRAW or step.kind == SEE_PAIR:
        return NATURE
    if step.kind == VISIBLE:
        return SEATS[visible_stone(state.sites.temple, temple_width(len(state.sleds)), step.number)]
    return SEATS[step.seat]


Due = tuple[str, str, str]
"""The next step: a word for it, its description as an instruction, and its rule."""

_BETWEEN: Final[dict[int, Due]] = {
    START: ("start", "draw the start player", "IM-1.6"),
    ROUND_CARD: ("round_card", "turn up a round card", "IM-2.1"),
    FILL: ("fill", "fill the market row", "IM-2.2"),
    TURN: ("turn", "take an action", "IM-2.3"),
    SHOW_PAIR: ("pair", "show and discard the pair", "IM-2.16"),
    OVER: ("over", "the game is over", "IM-4.1"),
}
_MARKET: Final[Due] = ("market", "take a card for a stone", "IM-2.12")
_PYRAMID: Final[Due] = ("pyramid", "choose a pyramid for a stone", "IM-2.12")
_STEPS: Final[dict[int, Due]] = {
    RED: _PYRAMID,
    SEE_PAIR: ("pair", "look at the pair", "IM-3.5"),
    KEEP: ("keep", "keep one card of the pair", "IM-3.5"),
    DRAW: ("draw", "draw a card", "IM-2.22"),
    VISIBLE: ("choose", "choose a point or stones for a visible stone", "IM-3.11"),
}
_BONUS: Final[tuple[Due, ...]] = tuple(
    (f"bonus_{kind}", f"use or skip the pyramid's bonus: {what}", "IM-3.8")
    for kind, what in zip(
        BONUSES, ("take the top card of the deck", "take stones to the sled", "load a stone on a ship"), strict=True
    )
)
WORDS: Final = tuple(
    dict.fromkeys(word for word, _, _ in (*_BETWEEN.values(), _MARKET, _PYRAMID, *_STEPS.values(), *_BONUS))
)
"""The words for all steps."""


def due(state: State) -> Due:
    """The next step."""
    if not state.stack:
        return _BETWEEN[state.phase]
    step = state.stack[-1]
    if step.kind == UNLOAD:
        return _MARKET if step.number == MARKET else _PYRAMID
    return _BONUS[step.number] if step.kind == BONUS else _STEPS[step.kind]


def refuse(state: State, seat: int, what: str) -> NoReturn:
    """Raise IllegalAction for something that is not due now, or that another player must do."""
    word, clause, rule = due(state)
    if word == "over":
        raise IllegalAction(rule, "The game is over: six rounds are played.")
    actor = actors(state)[0]
    if actor == CHANCE:
        raise IllegalAction(rule, f"You can't {what} now: the next step is to {clause}.")
    if seat != actor:
        reason = f"It is for {{seats}} to {clause}."
        raise IllegalAction(rule, reason, {"actor": actor}, seats=(actor,))
    raise IllegalAction(rule, f"You can't {what} now: the next step is to {clause}.")
