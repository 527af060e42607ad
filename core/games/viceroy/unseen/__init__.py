"""Hidden cards, gems and choices: who may see them (VC-1.7), and what players see or may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.notation import part_of
from kronika.core.contract.twins import Thing, filled, hidden, kind_of, known_by_owner
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import HIDDEN
from kronika.core.contract.zones import replace_item
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects, steps
from kronika.core.games.viceroy.actions import PASS, Do
from kronika.core.games.viceroy.cards import BY_ID
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.recolouring import can_repaint
from kronika.core.games.viceroy.state import DEAL, END, IN, RECOLOUR, SELECT, State, waiting
from kronika.core.games.viceroy.unseen.doubts import has_stopped
from kronika.core.games.viceroy.unseen.places import ATTACK, HAND, NONE, SCREEN, SELL, SUPPLY

_BY_SEAT: Final = (do_.GiveBack, do_.Deal, do_.DealLaws)
_A_BID: Final = part_of(do_.Bid, what=HIDDEN)
_A_CARD: Final = part_of(do_.Select, card=HIDDEN)


def redacted(state: State, seat: int, do: Do, viewer: Viewer) -> Any:
    """An action as a viewer may know it, with `?` for what is hidden (VC-1.7).

    Hidden is what other players draw, choose face down, or put in a place that nobody looks into. A pass or a sale of
    another player is a hidden bid or card. A viewer of None sees everything.
    """
    if viewer is None:
        return do
    kind = kind_of(do)
    if kind in _BY_SEAT:
        return known_by_owner(do, seat, viewer)
    if kind is do_.Drawn:
        step = waiting(state)
        return hidden(do) if isinstance(step, steps.CardFrom) and step.seat != viewer else do
    if viewer == seat or kind not in _FACE_DOWN:
        return do
    if kind is do_.Pass or kind is do_.Sell:
        return _A_CARD if state.phase == SELECT else _A_BID
    if kind is do_.Tuck:
        step = waiting(state)
        return do if isinstance(step, steps.TakenCard) and not step.hidden else hidden(do)
    return hidden(do)


_FACE_DOWN: Final = frozenset(
    (do_.Start, do_.Bid, do_.Pass, do_.Claim, do_.Select, do_.Sell, do_.Return, do_.Tuck),
)


def redacted_effect(effect: Effect, viewer: Viewer) -> Any:
    """An effect as a viewer may know it, with `?` for a card that another player draws, returns or tucks unseen.

    A viewer of None sees everything.
    """
    if type(effect) not in _UNSEEN or viewer is None or viewer == effect.seat:  # type: ignore[attr-defined]  # all in _UNSEEN have a seat
        return effect
    if isinstance(effect, effects.Tucked) and not effect.hidden:
        return effect
    fields = {name: getattr(effect, name) for name in effect.__struct_fields__}
    return part_of(type(effect), **{**fields, "card": HIDDEN})


_UNSEEN: Final = frozenset((effects.KnownLawDrawn, effects.ReturnedLaw, effects.Tucked))


def whole(do: Any, things: Sequence[Thing]) -> Any:
    """The action that something chosen face down is, or a card that nobody saw."""
    kind = kind_of(do)
    if kind is do_.Bid:
        return PASS if things[0].what == NONE else do_.Bid(things[0].what)
    if kind is do_.Claim:
        return do_.Claim(things[0].what)
    if kind is do_.Select:
        if not isinstance(things[0], int):
            return PASS
        return do_.Sell(things[0]) if len(things) > 1 and things[1].what == SELL else do_.Select(things[0])
    return filled(do, things)


def loosened(state: State, seat: int, lies: Lies) -> State:
    """The state in which a player has all gems and cards that may be theirs."""
    player = state.players[seat]
    gems = bytes(lies.most(SCREEN[seat], colour) for colour in COLOURS)
    might = bytes(card for card in BY_ID if card in player.hand or lies.most(HAND[seat], card))
    out = IN if state.phase == RECOLOUR and not has_stopped(player) else player.out
    loose = replace(player, gems=gems, hand=might, out=out)
    return replace(state, players=replace_item(state.players, seat, loose))


def looks(state: State, then: Sequence[Effect], viewer: Viewer) -> list[tuple[Place, Sequence[str]]]:
    """The supply, once gems came back to it (VC-1.6.5); behind the screens, once they are gone (VC-5.1)."""
    if state.phase == DEAL:
        return [(SUPPLY, _listed(state.supply))]
    if state.phase not in (RECOLOUR, END) or not _screens_fall(state):
        return []
    return [
        (SCREEN[owner], [*_listed(player.gems), *[ATTACK] * player.attacks])
        for owner, player in enumerate(state.players)
    ]


def _screens_fall(state: State) -> bool:
    """Whether the last building phase has just ended: no player has recoloured a circle or stopped recolouring."""
    return all(not player.paint and (player.out == IN) == can_repaint(player) for player in state.players)


def _listed(gems: bytes) -> list[str]:
    return [colour for colour, n in zip(COLOURS, gems, strict=True) for _ in range(n)]
