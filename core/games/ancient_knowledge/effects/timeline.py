"""Effects on the timeline and the Past: knowledge, and monuments that move and decline (AK-2, AK-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import NamedCard, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.games.ancient_knowledge.effects.base import Effect


class KnowledgeRemoved(Effect, frozen=True, tag="knowledge_removed"):
    """Knowledge on a monument returns to the supply."""

    sentence = "{tokens} knowledge is taken off {seat}'s {card}{by}"
    seat: int
    card: NamedCard
    tokens: int
    source: NamedCard
    rule: str = "AK-6.5"


class KnowledgeAdded(Effect, frozen=True, tag="knowledge_added"):
    """An opponent's card adds knowledge to a monument of `seat`."""

    sentence = "{tokens} knowledge is added to {seat}'s {card}{by}"
    seat: int
    card: NamedCard
    tokens: int
    source: NamedCard
    rule: str = "AK-6.7"


class LostRemoved(Effect, frozen=True, tag="lost_removed"):
    """A player removes lost knowledge."""

    sentence = "{seat} removes {tokens} lost knowledge{by}"
    seat: int
    tokens: int
    source: NamedCard
    rule: str = "AK-6.6"


class Moved(Effect, frozen=True, tag="moved"):
    """A monument moves to another slot with its knowledge."""

    sentence = "{seat}'s {card} moves from slot {slot} to slot {to}"
    seat: int
    card: NamedCard
    slot: int
    to: int
    source: NamedCard
    rule: str = "AK-3.7"


class Swapped(Effect, frozen=True, tag="swapped"):
    """Two monuments exchange places with their knowledge."""

    sentence = "{seat}'s {cards} change places"
    seat: int
    cards: tuple[NamedCard, NamedCard]
    source: NamedCard
    rule: str = "AK-3.7"


class Dropped(Effect, frozen=True, tag="dropped"):
    """The top monument of a slot drops to the empty bottom half."""

    sentence = "{seat}'s {card} drops to the bottom half of slot {slot}"
    seat: int
    card: NamedCard
    slot: int
    rule: str = "AK-3.6"


class Rotated(Effect, frozen=True, tag="rotated"):
    """A player rotates monuments of the Past by an excavate action."""

    sentence = "{seat} rotates {cards}"
    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-2.5"


class Straightened(Effect, frozen=True, tag="straightened"):
    """A player straightens monuments of the Past."""

    sentence = "{seat} straightens {cards}{by}"
    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    source: NamedCard
    rule: str = "AK-6.9"


class Declined(Effect, frozen=True, tag="declined"):
    """A monument declines into the Past, and the knowledge still on it is lost."""

    seat: int
    card: NamedCard
    lost: int
    rule: str = "AK-2.10"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the lost knowledge if there is any."""
        if not self.lost:
            return self.say("{seat}'s {card} declines into the Past", names)
        return self.say("{seat}'s {card} declines into the Past with {lost} knowledge, which is lost", names)


class Slid(Effect, frozen=True, tag="slid"):
    """All monuments on a timeline, `monuments` of them, slide one slot to the left."""

    sentence = "{monuments:monument slides|monuments slide} to the left on {seat}'s timeline"
    seat: int
    monuments: int
    rule: str = "AK-2.9"
