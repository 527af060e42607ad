"""What must lie where, since an event was told otherwise than a full game has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import Failed, Holds, Lacks
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects
from kronika.core.games.viceroy.cards import FIRST_GEM, LAST_CHARACTER
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.recolouring import repaintings
from kronika.core.games.viceroy.rules import apply
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.unseen.moves import NO_GEM, OTHERS
from kronika.core.games.viceroy.unseen.places import ALL_LAWS, HAND, SCREEN


def conditions(state: State, seat: int, do: Any, then: Sequence[Effect], failed: Failed) -> list[Holds | Lacks]:
    """Gems behind screens, and laws in hands, by which rules ask or decide something without asking."""
    if failed.then is None:
        return list(_allowed(seat, failed.do))
    told = {kind_of(effect) for effect in then}
    found = [one for effect in failed.then if kind_of(effect) not in told for one in _asked(effect, do)]
    if effects.Ended in told and not any(isinstance(effect, effects.Ended) for effect in failed.then):
        found += _no_repainting(state, apply(state, seat, failed.do)[0])
    return found


def _allowed(seat: int, do: Any) -> Iterator[Holds | Lacks]:
    """The gem that was bid, or that the card costs which was chosen (VC-2.4, VC-2.13)."""
    if isinstance(do, do_.Bid) and do.what in COLOURS:
        yield Holds(SCREEN[seat], frozenset((do.what,)))
    elif isinstance(do, do_.Select) and do.card <= LAST_CHARACTER:
        yield Holds(SCREEN[seat], frozenset((COLOURS[FIRST_GEM[do.card]],)))


def _asked(effect: Effect, do: Any) -> Iterator[Holds | Lacks]:
    """What is not so where a player was asked, or something else came: the effect of the game that failed."""
    match effect:
        case effects.Nothing(owner, why) if why in NO_GEM:
            yield Holds(SCREEN[owner], frozenset((NO_GEM[why],)))
        case effects.GemsGiven(owner, _, gems):
            yield Holds(SCREEN[owner], OTHERS[COLOURS[max(range(4), key=gems.__getitem__)]])
        case effects.ReturnedLaw(owner):
            yield Holds(HAND[owner], ALL_LAWS, 2 - isinstance(do, do_.Drawn))


def _no_repainting(before: State, after: State) -> Iterator[Lacks]:
    """The game has ended at once: nobody had gems enough to turn any circle (VC-5.2)."""
    for owner, player in enumerate(after.players):
        least: dict[int, int] = {}
        for offer in repaintings(player):
            least[offer.colour] = min(offer.cost, least.get(offer.colour, offer.cost))
        for colour, price in least.items():
            came = player.gems[colour] - before.players[owner].gems[colour]
            yield Lacks(SCREEN[owner], frozenset((COLOURS[colour],)), price - 1 - came)
