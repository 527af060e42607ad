"""A state as the keys of a position: the inverse of `position`."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.ancient_knowledge.ids import IDS, ids
from kronika.core.games.ancient_knowledge.position.given import LEVEL_WORDS, SLOT_WORDS, Given, GivenArea
from kronika.core.games.ancient_knowledge.rules.phases import ACTIONS
from kronika.core.games.ancient_knowledge.state import (
    ACTION,
    NOBODY,
    Player,
    State,
    Turn,
)


def given(state: State, names: Sequence[str]) -> Given | None:
    """Return the keys that describe a state, or None if no keys can.

    They can if the game is over, or if no step waits, no offer was made, and all players whose turn it is have actions
    left.
    """
    if state.first == NOBODY or state.stack or any(state.offers):
        return None
    if any(turn != Turn(turn.seat, ACTION, turn.actions or ACTIONS, b"", 0, False) for turn in state.turns):
        return None
    display = state.display
    return Given(
        players={name: _area(player, state.shown) for name, player in zip(names, state.players, strict=True)},
        first=names[state.first],
        turn=names[state.turns[0].seat] if state.turns else None,
        phase="action" if state.turns else "end",
        actions={names[turn.seat]: turn.actions for turn in state.turns},
        boards=[list(ids(board.cards)) for board in display.boards],
        decks={level: list(ids(display.decks[n - 1])) for level, n in LEVEL_WORDS.items()},
        bottoms={level: list(ids(display.bottoms[n - 1])) for level, n in LEVEL_WORDS.items()},
        bottoms_known={
            name: [
                card
                for cards, seen in zip(display.bottoms, display.seen, strict=True)
                for card, who in zip(ids(cards), seen, strict=True)
                if who >> seat & 1
            ]
            for seat, name in enumerate(names)
        },
        technology_discards=list(ids(b"".join(display.discards))),
        box=list(ids(display.box)),
        deck=list(ids(state.deck)),
        discard=list(ids(state.discard)),
        flipped=state.flipped,
        ending=state.ending,
    )


def _area(player: Player, shown: bytes) -> GivenArea:
    standing = [
        f"{IDS[card]} {knowledge}" if knowledge else IDS[card]
        for card, knowledge in zip(player.timeline, player.knowledge, strict=True)
    ]
    slots = {slot: range(2 * n - 2, 2 * n) for slot, n in SLOT_WORDS.items()}
    return GivenArea(
        hand=list(ids(player.hand)),
        shown=list(ids(bytes([card for card in player.hand if card in shown]))),
        timeline={
            slot: [standing[place] for place in places if player.timeline[place]]
            for slot, places in slots.items()
            if player.timeline[places[0]]
        },
        past=list(ids(player.past)),
        rotated=list(ids(bytes([card for card, turned in zip(player.past, player.rotated, strict=True) if turned]))),
        artifacts=list(ids(player.artifacts)),
        technologies=list(ids(player.technologies)),
        lost=player.lost,
    )
