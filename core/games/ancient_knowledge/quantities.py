"""The quantities that effects and requirements count (SPEC 6.1), with conditions, targets and requirements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kronika.core.games.ancient_knowledge.cards import (
    ANY_MONUMENT,
    CITY,
    FACTS,
    KIND,
    MEGALITH,
    ONLY_ENDGAME,
    PYRAMID,
    TYPE,
    TYPES,
    Amount,
    Condition,
    Target,
    sift,
)
from kronika.core.games.ancient_knowledge.ids import ONE
from kronika.core.games.ancient_knowledge.state import Player
from kronika.core.games.ancient_knowledge.table import Seen
from kronika.core.games.ancient_knowledge.timeline import ADJACENT, filled, slot_of

Quantity = Callable[[Player, int], int]
"""A function that returns a number for a player, as seen from one of their cards."""


def of_type(cards: bytes, wanted: int) -> int:
    """Return the number of cards of a type."""
    return cards.translate(TYPE).count(wanted)


def of_kind(technologies: bytes, wanted: int) -> int:
    """Return the number of technologies of a kind."""
    return technologies.translate(KIND).count(wanted)


def _monument_counts(cards: bytes) -> list[int]:
    types = cards.translate(TYPE)
    return [types.count(CITY), types.count(MEGALITH), types.count(PYRAMID)]


def beside(player: Player, card: int) -> bytes:
    """Return the places of the monuments adjacent to a card of the player's timeline (AK-3.8)."""
    timeline = player.timeline
    place = timeline.find(card)
    found = b""
    if place >= 0:
        for near in ADJACENT[place]:
            if timeline[near]:
                found += ONE[near]
    return found


def _beside_counts(player: Player, card: int) -> list[int]:
    return _monument_counts(bytes([player.timeline[place] for place in beside(player, card)]))


def _standing(player: Player) -> bytes:
    return player.timeline.replace(b"\0", b"")


def _own_knowledge(player: Player, card: int) -> int:
    place = player.timeline.find(card)
    return player.knowledge[place] if place >= 0 else 0


_QUANTITIES: Final[dict[str, Quantity]] = {
    "past": lambda player, card: len(player.past),
    "past.city": lambda player, card: of_type(player.past, CITY),
    "past.megalith": lambda player, card: of_type(player.past, MEGALITH),
    "past.pyramid": lambda player, card: of_type(player.past, PYRAMID),
    "past.max_type": lambda player, card: max(_monument_counts(player.past)),
    "past.min_type": lambda player, card: min(_monument_counts(player.past)),
    "past.endgame": lambda player, card: len(sift(player.past, ONLY_ENDGAME)),
    "timeline": lambda player, card: len(_standing(player)),
    "timeline.city": lambda player, card: of_type(player.timeline, CITY),
    "timeline.pyramid": lambda player, card: of_type(player.timeline, PYRAMID),
    "timeline.min_type": lambda player, card: min(_monument_counts(player.timeline)),
    "timeline.slot1": lambda player, card: 2 - player.timeline[:2].count(0),
    "timeline.knowledge": lambda player, card: sum(player.knowledge),
    "adjacent.pyramid": lambda player, card: _beside_counts(player, card)[PYRAMID],
    "adjacent.max_type": lambda player, card: max(_beside_counts(player, card)),
    "artifacts": lambda player, card: len(player.artifacts),
    "tech": lambda player, card: len(player.technologies),
    "tech.ancient": lambda player, card: of_kind(player.technologies, 0),
    "tech.writing": lambda player, card: of_kind(player.technologies, 1),
    "tech.secret": lambda player, card: of_kind(player.technologies, 2),
    "tech.min_kind": lambda player, card: min(of_kind(player.technologies, kind) for kind in range(3)),
    "lost": lambda player, card: player.lost,
    "hand": lambda player, card: len(player.hand),
    "self.knowledge": _own_knowledge,
}

RESULT: Final = "result"
NEWLY_LOST: Final = "phase.newly_lost"
"""The two quantities that are not read from a player: `RESULT` belongs to a running rule, `NEWLY_LOST` to a turn."""

QUANTITY_NAMES: Final = (*_QUANTITIES, RESULT, NEWLY_LOST)


def quantity(player: Player, name: str, card: int = 0) -> int:
    """Return a quantity of a player; `card` is the card whose text asks for it."""
    return _QUANTITIES[name](player, card)


def holds(player: Player, conditions: tuple[Condition, ...], card: int) -> bool:
    """Whether all conditions of a rule hold."""
    for condition in conditions:
        value = _QUANTITIES[condition.q](player, card)
        if not met(condition, value):
            return False
    return True


def met(condition: Condition, value: int) -> bool:
    """Whether a value satisfies a condition."""
    if condition.min is not None and value < condition.min:
        return False
    return condition.max is None or value <= condition.max


def amount(table: Seen, seat: int, card: int, n: int | Amount, result: int) -> int:
    """Return a number of an effect, computed at the moment it is needed."""
    if isinstance(n, int):
        return n
    if n.q == RESULT:
        value = result
    elif n.q == NEWLY_LOST:
        value = sum(turn.newly_lost for turn in table.turns if turn.seat == seat)
    else:
        value = quantity(table.players[seat], n.q, card)
    return n.times * (value // n.per)


# -- targets ----------------------------------------------------------------------------------------------------


def targets(player: Player, card: int, target: Target, carrying: bool) -> bytes:
    """Return the places of the player's monuments that an effect of `card` may affect.

    If `carrying`, only monuments with knowledge on them count.
    """
    if target.scope == "timeline":
        places = filled(player.knowledge if carrying else player.timeline)
    else:
        if target.scope == "adjacent":
            places = beside(player, card)
        else:
            place = player.timeline.find(card)
            places = ONE[place] if place >= 0 else b""
        if carrying:
            places = bytes([place for place in places if player.knowledge[place]])
    if target is ANY_MONUMENT or not places:
        return places
    found = b""
    for place in places:
        if _fits(player, place, card, target):
            found += ONE[place]
    return found


def _fits(player: Player, place: int, card: int, target: Target) -> bool:
    knowledge, monument = player.knowledge[place], player.timeline[place]
    if knowledge < target.min_knowledge:
        return False
    if target.max_knowledge is not None and knowledge > target.max_knowledge:
        return False
    if target.other and monument == card:
        return False
    if target.slot and target.slot != slot_of(place):
        return False
    return not target.types or TYPES[TYPE[monument]] in target.types


# -- requirements -----------------------------------------------------------------------------------------------


def unmet(player: Player, technology: int, spare: int) -> Condition | None:
    """Return the first requirement that a player does not meet, or None if the player meets all of them (AK-4.1).

    `spare` numbers may be 1 too small (P19); upper limits are never eased (R-14, OQ-18).
    """
    for condition in FACTS[technology].requirement:
        value = quantity(player, condition.q)
        if met(condition, value):
            continue
        if not spare or condition.min is None or value < condition.min - 1:
            return condition
        spare -= 1
    return None
